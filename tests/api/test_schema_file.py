"""The schema file in the repository is the schema that is served."""

from api.graphql.export import TARGET, sdl


def test_the_schema_file_is_up_to_date() -> None:
    assert TARGET.read_text(encoding="utf-8") == sdl(), "run: python -m api.graphql.export"
