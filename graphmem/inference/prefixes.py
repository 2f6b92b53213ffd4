"""What a model wants in front of a question or a passage."""

import re
from collections.abc import Mapping

from graphmem.domain.vectors import Side

# e5 is trained with `query: ` and `passage: ` in front of every text; its instruct models take none for passages.
_E5 = re.compile(r"(?:^|[-_/])e5(?=$|[-_.])(?!.*instruct)", re.IGNORECASE)
_PROMPT_NAMES = {Side.QUERY: ("query",), Side.PASSAGE: ("passage", "document")}


def prefix_for(model: str, side: Side, prompts: Mapping[str, str] | None = None) -> str:
    """The model's own prompt for `side`; else what models of its name are trained with; else nothing."""
    own = [prompt for name in _PROMPT_NAMES[side] if (prompt := (prompts or {}).get(name))]
    if own:
        return own[0]
    return f"{side}: " if _E5.search(model) else ""
