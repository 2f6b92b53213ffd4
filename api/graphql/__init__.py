"""The GraphQL machinery: schema, per-request context and loaders, paging, limits and errors."""
