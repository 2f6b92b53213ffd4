"""Choosing an embedder."""

import pytest

from graphmem.domain.errors import ModelUnavailable
from graphmem.domain.vectors import Side
from graphmem.inference import EmbedderChoice, load_embedder
from graphmem.inference.prefixes import prefix_for


@pytest.mark.parametrize(
    ("choice", "missing"),
    [
        (EmbedderChoice(kind="sentence-transformers"), "GRAPHMEM_EMBEDDER_MODEL"),
        (EmbedderChoice(kind="openai", model="m"), "GRAPHMEM_EMBEDDER_BASE_URL"),
        (EmbedderChoice(kind="openai", base_url="http://127.0.0.1:1/v1"), "GRAPHMEM_EMBEDDER_MODEL"),
    ],
)
def test_a_choice_that_lacks_something_says_what(choice: EmbedderChoice, missing: str) -> None:
    with pytest.raises(ModelUnavailable, match=f"needs {missing}") as refusal:
        load_embedder(choice)
    assert missing in refusal.value.hint


@pytest.mark.parametrize(
    ("model", "query", "passage"),
    [
        ("intfloat/multilingual-e5-small", "query: ", "passage: "),
        ("E5", "query: ", "passage: "),
        ("intfloat/multilingual-e5-large-instruct", "", ""),
        ("all-MiniLM-L6-v2", "", ""),
        ("tre5pass", "", ""),
    ],
)
def test_only_models_that_were_trained_with_prefixes_get_them(model: str, query: str, passage: str) -> None:
    assert (prefix_for(model, Side.QUERY), prefix_for(model, Side.PASSAGE)) == (query, passage)


def test_the_models_own_prompts_win_over_its_name() -> None:
    prompts = {"query": "Ask: ", "document": "Doc: "}
    assert prefix_for("e5-x", Side.QUERY, prompts) == "Ask: "
    assert prefix_for("e5-x", Side.PASSAGE, prompts) == "Doc: "
    assert prefix_for("plain", Side.QUERY, {"query": "", "document": ""}) == ""
