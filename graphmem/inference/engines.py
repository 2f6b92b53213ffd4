"""Which extraction engine to use, and how it is made; nothing heavy is imported before one is asked for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from graphmem.domain.errors import ExtractorUnavailable
from graphmem.inference.llm import LlmChoice, load_llm
from graphmem.ports import Extractor, TextEngine

EngineKind = Literal["agent", "llm", "nlp", "rules"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineChoices:
    """What is configured. command: the agent's, "" = none; llm: None = none; nlp_model: a spaCy pipeline."""

    command: str = ""
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    timeout_s: float = 120.0
    output_bytes: int = 1_000_000
    llm: LlmChoice | None = None
    nlp_model: str = "en_core_web_sm"


def load_engine(kind: EngineKind, choices: EngineChoices, rules: Extractor) -> TextEngine | Extractor:
    """The engine of this kind, ready; raises ExtractorUnavailable, with a hint, when it is not set up."""
    match kind:
        case "rules":
            return rules
        case "nlp":
            from graphmem.inference.nlp import load_nlp  # noqa: PLC0415

            return load_nlp(choices.nlp_model, rules)
        case "agent":
            from graphmem.inference.headless import Headless, words_of  # noqa: PLC0415

            return Headless(
                command=words_of(choices.command),
                environment=choices.environment,
                timeout_s=choices.timeout_s,
                output_bytes=choices.output_bytes,
            )
        case "llm":
            if choices.llm is None:
                raise ExtractorUnavailable(
                    "No language model is set.", hint="Set GRAPHMEM_LLM_PROVIDER and GRAPHMEM_LLM_MODEL."
                )
            return load_llm(choices.llm)
