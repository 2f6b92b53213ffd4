"""The connectors, and the choice of the one that reads a source."""

from collections.abc import Sequence

from graphmem.domain.errors import UnknownFormat
from ingest.connector import Connector, Source
from ingest.connectors.agent_runs import AgentRuns
from ingest.connectors.bodies import Bodies
from ingest.connectors.chatgpt import ChatGpt
from ingest.connectors.claude_code import ClaudeCode
from ingest.connectors.codex import Codex
from ingest.connectors.decision_records import DecisionRecords
from ingest.connectors.gemini import GeminiCli
from ingest.connectors.git_history import GitHistory
from ingest.connectors.grok import Grok
from ingest.connectors.instructions import Instructions
from ingest.connectors.json_records import JsonRecords
from ingest.connectors.json_turns import JsonTurns
from ingest.connectors.mail import Mail
from ingest.connectors.markdown import Markdown
from ingest.connectors.mbox import Mbox
from ingest.connectors.meetings_json import MeetingsJson
from ingest.connectors.memory_graph import MemoryGraph
from ingest.connectors.memory_rows import MemoryRows
from ingest.connectors.opencode import OpenCode
from ingest.connectors.plain_chat import PlainChat
from ingest.connectors.printed_mail import PrintedMail
from ingest.connectors.prompt_history import PromptHistory
from ingest.connectors.session_updates import SessionUpdates
from ingest.connectors.transcript_cues import TranscriptCues
from ingest.connectors.vault import Vault

FLOOR = 0.15

_PLAIN: Sequence[Connector] = (
    ClaudeCode(),
    Codex(),
    AgentRuns(),
    GeminiCli(),
    Grok(),
    OpenCode(),
    SessionUpdates(),
    PromptHistory(),
    MemoryGraph(),
    MemoryRows(),
    ChatGpt(),
    MeetingsJson(),
    JsonTurns(),
    JsonRecords(),
    TranscriptCues(),
    GitHistory(),
    Mbox(),
    Mail(),
    PrintedMail(),
    PlainChat(),
    DecisionRecords(),
    Instructions(),
    Vault(),
    Markdown(),
)


def choose(source: Source) -> Connector:
    """The connector that is surest to read `source`; of equals the first.

    Raises UnknownFormat when none is.
    """
    return _surest(source, CONNECTORS)


def named(name: str) -> Connector:
    """The connector of that name. Raises UnknownFormat when there is none."""
    found = next((connector for connector in CONNECTORS if connector.name == name), None)
    if found is None:
        names = ", ".join(sorted(connector.name for connector in CONNECTORS))
        raise UnknownFormat(f"There is no source {name!r}.", hint=f"Use one of {names}, or leave it out.")
    return found


def _surest(source: Source, connectors: Sequence[Connector]) -> Connector:
    score, _, best = max(
        (connector.recognises(source), -place, connector) for place, connector in enumerate(connectors)
    )
    if score < FLOOR:
        raise UnknownFormat(f"Nothing here can read {source.uri}.", hint="Name the kind of source with --source.")
    return best


CONNECTORS: Sequence[Connector] = (*_PLAIN, Bodies(lambda source: _surest(source, _PLAIN)))
