"""A document before anything else sees it: private passages out, secrets masked or refused, orders quarantined."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import unquote

from graphmem.domain.documents import SPOKEN, ArtifactTouch, Document, Part, RecordLink, SpeakerRole
from graphmem.domain.errors import SecretRefused
from graphmem.domain.findings import MASKED, Finding, FindingKind
from graphmem.domain.text import name_key
from graphmem.remember.guard.instructions import find_instruction
from graphmem.remember.guard.mask import Masked, mask, mask_after, mask_known, worth_knowing
from graphmem.remember.guard.private import without_private

Known = dict[str, tuple[str, FindingKind]]

TOLD_AT_MOST = 5
CONTEXT_LENGTH = 120
KNOWN_AT_MOST = 500
"""So many values of one source are looked for where they stand again; more would make long sources slow."""
_TOOL_CALL = "[tool]"
_PASSAGE = "passage"


@dataclass(frozen=True, slots=True, kw_only=True)
class Guarded:
    """A document that may be stored, and what was found in it: kinds and places, never a value."""

    document: Document
    findings: tuple[Finding, ...]

    @property
    def is_personal(self) -> bool:
        """Whether a personal number stood in it: then it belongs to its writer alone."""
        return any(finding.kind is FindingKind.PERSONAL for finding in self.findings)


def guard(document: Document, *, is_interactive: bool) -> Guarded:
    """`document` as it may be stored; see `Guard.guard`."""
    return Guard(is_interactive=is_interactive).guard(document)


def admitted(text: str) -> str:
    """A person's own `text` as it may be kept: without its private passages, "" when nothing is left.

    Raises SecretRefused when a secret or a checked personal number stands in the rest.
    """
    kept = without_private(text).text.strip()
    _refuse(mask(kept).findings)
    return kept


class Guard:
    """Guards the documents of one run, in order: what is open at the end of a window is open in the next one.

    is_interactive  a person is there: a secret or personal number is refused instead of masked, and what they hand in
                    is their own word, not text from outside
    """

    def __init__(self, *, is_interactive: bool) -> None:
        self._is_interactive = is_interactive
        self._source = ("", "")
        self._known: Known = {}
        self._turn = _Turn()

    def guard(self, document: Document) -> Guarded:
        """`document` as it may be stored, with everything that was found.

        Raises SecretRefused when `is_interactive` and a secret or a checked personal number stands anywhere in it.
        """
        source = (document.uri, document.external_id)
        if source != self._source:
            self._source, self._known, self._turn = source, {}, _Turn()
        work = _Work(document, known=self._known, turn=self._turn, is_interactive=self._is_interactive)
        guarded = Guarded(document=work.run(), findings=tuple(work.findings))
        if self._is_interactive:
            _refuse(guarded.findings)
        return guarded


@dataclass(slots=True)
class _Turn:
    """What is still open when a part ends.

    depth           private passages that have not been closed
    opened_under    the headings above the passage's first part
    private         headings that stand inside a passage
    is_key_open     a private key has begun
    """

    before: Part | None = None
    depth: int = 0
    opened_under: tuple[str, ...] = ()
    private: frozenset[str] = frozenset()
    is_key_open: bool = False


class _Work:
    """The guarding of one document."""

    def __init__(self, document: Document, *, known: Known, turn: _Turn, is_interactive: bool) -> None:
        self._document, self._known, self._turn = document, known, turn
        self._is_interactive = is_interactive
        self._names: dict[str, str] = {}
        self.findings: list[Finding] = []

    def run(self) -> Document:
        """The document, part by part and then as a whole; at last without what became known on the way."""
        parts = [self._part(number, part) for number, part in enumerate(self._document.parts)]
        if self._known:
            parts = [self._without_known(number, part) for number, part in enumerate(parts)]
        whole = replace(self._document, parts=tuple(self._judged(number, part) for number, part in enumerate(parts)))
        return self._framed(whole)

    def _part(self, number: int, part: Part) -> Part:
        turn = self._turn
        if turn.before is not None and not self._continues(turn.before, part):
            turn.depth, turn.is_key_open = 0, False
        heading = self._headings(part)
        depth = turn.depth
        kept = without_private(part.text, depth)
        if kept.depth and not depth:
            turn.opened_under = part.heading
        if kept.lines and not depth:
            self._note(Finding(kind=FindingKind.PRIVATE, label=_PASSAGE, line=line, part=number) for line in kept.lines)
        context = _context(part, turn.before)
        turn.depth, turn.before = kept.depth, part
        done = mask_after(context, kept.text, is_open=turn.is_key_open)
        turn.is_key_open = done.is_open
        return replace(
            part,
            text=self._taken(done, number),
            heading=tuple(filter(None, (self._name(each, "heading", number) for each in heading))),
            speaker=self._name(part.speaker, "speaker", number),
            artifacts=tuple(self._touch(touch, number) for touch in part.artifacts),
        )

    def _continues(self, before: Part, part: Part) -> bool:
        """Whether both are of one turn, or of one text that nobody speaks."""
        if self._document.kind not in SPOKEN:
            return True
        is_same = (before.speaker, before.role, before.at) == (part.speaker, part.role, part.at)
        is_beside = before.at is not None and before.at == part.at and SpeakerRole.NONE in {before.role, part.role}
        return is_same or is_beside

    def _headings(self, part: Part) -> tuple[str, ...]:
        turn = self._turn
        if turn.depth:
            turn.private |= {each for each in part.heading if each not in turn.opened_under}
        return tuple(each for each in part.heading if each not in turn.private)

    def _touch(self, touch: ArtifactTouch, number: int) -> ArtifactTouch:
        return replace(touch, uri=self._name(touch.uri, "artifact", number))

    def _without_known(self, number: int, part: Part) -> Part:
        return replace(
            part,
            text=self._taken(mask_known(part.text, self._known), number),
            heading=tuple(mask_known(each, self._known).text for each in part.heading),
            speaker=mask_known(part.speaker, self._known).text,
            artifacts=tuple(replace(each, uri=mask_known(each.uri, self._known).text) for each in part.artifacts),
        )

    def _judged(self, number: int, part: Part) -> Part:
        """Quarantined when it speaks to the agent that reads it instead of about the matter."""
        is_outside = self._is_outside(part)
        texts = (part.text, *(part.heading if is_outside else ()))
        label = next(filter(None, (find_instruction(text, is_outside=is_outside) for text in texts)), "")
        if not label:
            return part
        self._note([Finding(kind=FindingKind.INSTRUCTION, label=label, part=number)])
        return replace(part, is_quarantined=True)

    def _is_outside(self, part: Part) -> bool:
        is_own = self._is_interactive or part.role is not SpeakerRole.NONE or part.text.startswith(_TOOL_CALL)
        return part.is_external or not is_own

    def _framed(self, document: Document) -> Document:
        """Title, people, links and source names without what must not be stored."""
        return replace(
            document,
            title=self._title(document),
            uri=self._source(document.uri),
            external_id=self._source(document.external_id),
            project=self._source(document.project),
            cwd=self._source(document.cwd),
            parent_session=self._source(document.parent_session),
            status=self._name(document.status, "status"),
            participants=tuple(filter(None, (self._name(each, "list of people") for each in document.participants))),
            record_keys=tuple(self._name(key, "title") for key in document.record_keys if not self._is_private(key)),
            record_links=tuple(self._link(link) for link in document.record_links if not self._is_order(link.quote)),
        )

    def _title(self, document: Document) -> str:
        if document.title in self._turn.private:
            return ""
        title = self._name(document.title, "title")
        is_outside = bool(document.parts) and self._is_outside(document.parts[0])
        if label := find_instruction(title, is_outside=is_outside):
            self._note([Finding(kind=FindingKind.INSTRUCTION, label=label, field="title")])
            return ""
        return title

    def _is_private(self, key: str) -> bool:
        return any(key == name_key(heading) for heading in self._turn.private)

    def _link(self, link: RecordLink) -> RecordLink:
        return replace(link, target=self._name(link.target, "link"), quote=self._name(link.quote, "link"))

    def _is_order(self, quote: str) -> bool:
        return bool(find_instruction(quote, is_outside=not self._is_interactive))

    def _source(self, name: str) -> str:
        """A path or an address: escapes are read, and written only when nothing was found."""
        plain = unquote(name)
        shown = self._name(plain, "source")
        return name if shown == plain else shown

    def _name(self, name: str, field: str, number: int | None = None) -> str:
        """A short text, without private passages and secrets; each is looked at once."""
        if not name:
            return name
        if name not in self._names:
            kept = without_private(name).text
            done = mask_known(kept, self._known) if self._known else Masked(text=kept)
            shown = self._taken(mask(done.text), number, field=field)
            self._names[name] = shown if shown == name else shown.strip()
        return self._names[name]

    def _taken(self, done: Masked, number: int | None, *, field: str = "text") -> str:
        self._note(replace(finding, part=number, field=field) for finding in done.findings)
        self._learn(done.values or {})
        return done.text

    def _learn(self, values: Mapping[str, tuple[str, FindingKind]]) -> None:
        if len(self._known) < KNOWN_AT_MOST:
            self._known.update({value: kind for value, kind in values.items() if worth_knowing(value)})

    def _note(self, findings: Iterable[Finding]) -> None:
        self.findings.extend(findings)


def _context(part: Part, before: Part | None) -> str:
    """What a value may have stood behind before a connector took it apart.

    A speaker (a file of `password: …` lines reads like a chat), a heading, the line that ends the part before.
    """
    last = before.text.rstrip()[-CONTEXT_LENGTH:].rsplit("\n", 1)[-1] if before else ""
    lead = last if last.endswith((":", "=", "?")) else ""
    return " ".join((*part.heading[-1:], lead, part.speaker[:CONTEXT_LENGTH]))


def _refuse(findings: Iterable[Finding]) -> None:
    """SecretRefused, naming kinds and places, when one of `findings` must not be stored."""
    told = [f"{finding.label} in {finding.where}" for finding in findings if finding.kind in MASKED]
    if told:
        shown = ", ".join(dict.fromkeys(told[:TOLD_AT_MOST]))
        more = f" and {len(told) - TOLD_AT_MOST} more" if len(told) > TOLD_AT_MOST else ""
        raise SecretRefused(
            f"This holds what must not be stored: {shown}{more}. Nothing was stored.",
            hint="Take it out and say it again, or put it between <private> and </private>.",
        )
