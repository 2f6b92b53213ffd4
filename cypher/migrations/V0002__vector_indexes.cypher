// Vector indexes with the dimension of the embedding model in use. Quantization is off: the default loses a quarter
// of the recall under an audience filter.
// mode:    schema
// params:  dimension INTEGER
// returns:
// plan:

CREATE VECTOR INDEX chunk_embedding IF NOT EXISTS FOR (n:Chunk) ON n.embedding
WITH [n.audience, n.live, n.happened_at]
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'NONE'
}};
CREATE VECTOR INDEX chunk_window_embedding IF NOT EXISTS FOR (n:Chunk) ON n.window_embedding
WITH [n.audience, n.live, n.happened_at]
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'NONE'
}};
CREATE VECTOR INDEX statement_embedding IF NOT EXISTS FOR (n:Statement) ON n.embedding
WITH [n.audience, n.live, n.kind, n.created_at]
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'NONE'
}};
CREATE VECTOR INDEX entity_embedding IF NOT EXISTS FOR (n:Entity) ON n.embedding
WITH [n.tenant, n.kind]
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'NONE'
}};
