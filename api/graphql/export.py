"""`python -m api.graphql.export` writes the schema to `api/schema.graphql`; a test compares the two."""

from pathlib import Path

from api.graphql.limits import ApiLimits
from api.graphql.schema import create_schema

TARGET = Path(__file__).parents[1] / "schema.graphql"


def sdl() -> str:
    """The schema in the schema language."""
    return f"{create_schema(ApiLimits()).as_str()}\n"


if __name__ == "__main__":
    TARGET.write_text(sdl(), encoding="utf-8")
