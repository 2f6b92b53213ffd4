"""Standing instructions to agents (CLAUDE.md, AGENTS.md, Cursor rules …): what their user wants, item by item."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphmem.domain.documents import Document, EpisodeKind, Part, Skipped, SpeakerRole
from ingest.agent_blocks import USER
from ingest.connector import Source
from ingest.connectors.markdown import head_blocks, note_frame, part_of
from ingest.json_rows import looks_like_json
from ingest.lines import lines
from ingest.prose import Block, BlockKind, blocks
from ingest.tally import Tally
from ingest.windows import Keys, windows

_NAMES = frozenset(
    """claude.md claude.local.md agents.md agent.md gemini.md qwen.md warp.md .cursorrules .windsurfrules .clinerules
    .roorules .goosehints copilot-instructions.md conventions.md""".split()
)
_RULE_KEYS = re.compile(r"^(?:alwaysApply|globs|applyTo):", re.MULTILINE)
_ADDRESS = re.compile(
    r"provides? guidance to (?:Claude|Codex|Gemini|AI|agents?|coding)|instructions (?:for|to) (?:AI|coding) agents?",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:\W{0,3})(?:always|never|do not|don['’]t|avoid|prefer|use|must|should|ensure"
    r"|make sure|keep|run|write|follow|only|no |when |before |after )",
    re.IGNORECASE,
)
_WISHES = 2


class Instructions:
    """A note that the user speaks; code in it states nothing."""

    name = "instructions"

    def recognises(self, source: Source) -> float:
        """By a rule's front matter or words that address an agent; a file's name only with what such a file says."""
        if looks_like_json(source):
            return 0.0
        found = head_blocks(source)
        front = found[0] if found and found[0].kind is BlockKind.META else None
        is_rule = front is not None and front.line == 1 and bool(_RULE_KEYS.search(front.text))
        told = [block for block in found if not block.is_noise]
        if is_rule or any(_ADDRESS.search(block.text) for block in told[:3]):
            return 0.88
        return 0.88 if source.path.name.lower() in _NAMES and _wishes(told) >= _WISHES else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The instructions, in the project that their folder is."""
        tally = Tally(source.uri)
        shared = note_frame(source, head_blocks(source), harness=self.name, kind=EpisodeKind.NOTE)
        home = str(source.path.parent) if source.path.is_absolute() else ""
        shared = replace(shared, project=source.project or home, cwd=home)
        keys = Keys()
        units = ([_spoken(part_of(block, keys))] for block in blocks(lines(source, tally)))
        yield from windows(shared, units, tally)
        yield from tally.report()


def _wishes(found: Sequence[Block]) -> int:
    return sum(bool(_WISH.match(block.text)) for block in found)


def _spoken(part: Part) -> Part:
    return part if part.is_noise else replace(part, speaker=USER, role=SpeakerRole.USER)
