"""Doctor's checks of the extraction engines: set up, there, and what is left of today's budget."""

import shutil
from collections.abc import AsyncIterator
from importlib.util import find_spec

from graphmem.cli.checks import absent, attempted, green, red
from graphmem.compose import engine_choices, reread_limits
from graphmem.domain.answers import Check
from graphmem.domain.engines import engine_name
from graphmem.domain.errors import GraphmemError
from graphmem.domain.time import now
from graphmem.inference.engines import EngineChoices
from graphmem.inference.headless import Headless, words_of
from graphmem.inference.llm import LlmChoice, ping
from graphmem.remember.outside.shape import VERSION
from graphmem.settings import Settings
from graphmem.store.client import Client
from graphmem.store.ledger import Neo4jLedger


async def engine_checks(client: Client, settings: Settings) -> AsyncIterator[Check]:
    """One check an engine; none costs a call."""
    choices = engine_choices(settings)
    yield await _agent(client, settings, choices)
    yield await _llm(client, settings, choices.llm)
    yield _nlp(settings)


async def _agent(client: Client, settings: Settings, choices: EngineChoices) -> Check:
    if not choices.command:
        return absent("agent engine", "GRAPHMEM_EXTRACT_COMMAND is not set")
    try:
        words = words_of(choices.command)
    except GraphmemError as error:
        return red("agent engine", str(error), error.hint)
    found = shutil.which(words[0], path=choices.environment.get("PATH"))
    if not found:
        return red("agent engine", f"{words[0]} is not found", "Give the whole path in GRAPHMEM_EXTRACT_COMMAND.")
    engine = Headless(command=words, environment=choices.environment)
    return green("agent engine", f"{found}; {await _left(client, settings, engine.name)}")


async def _llm(client: Client, settings: Settings, choice: LlmChoice | None) -> Check:
    if choice is None:
        return absent("llm engine", "GRAPHMEM_LLM_PROVIDER is not set")
    try:
        told = await ping(choice)
    except GraphmemError as error:
        return red("llm engine", str(error), error.hint)
    return green("llm engine", f"{told}; {await _left(client, settings, engine_name('llm', choice.model, VERSION))}")


def _nlp(settings: Settings) -> Check:
    if find_spec("spacy") is None:
        return absent("nlp engine", "the extra nlp is not installed")

    def load() -> str:
        from graphmem.inference.nlp import load_nlp  # noqa: PLC0415 - spaCy is heavy
        from graphmem.remember.extract import RuleExtractor  # noqa: PLC0415

        return load_nlp(settings.nlp_model, RuleExtractor()).name

    check = attempted("nlp engine", load)
    is_default = settings.nlp_model == type(settings).model_fields["nlp_model"].default
    return absent("nlp engine", check.detail) if check.state == "red" and is_default else check


async def _left(client: Client, settings: Settings, engine: str) -> str:
    used = await Neo4jLedger(client, now).fetch_usage(settings.tenant, now().date().isoformat(), engine)
    left = reread_limits(settings).budget.left(used)
    return f"{used.calls:,} calls today, {left.calls:,} left"
