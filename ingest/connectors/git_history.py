"""git history, of a repository or of saved `git log` text: a commit is a note, one that says why is a decision."""

import posixpath
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace

from graphmem.domain.documents import (
    ArtifactTouch,
    Document,
    EpisodeKind,
    Part,
    RecordLink,
    RecordRelation,
    Skipped,
    SpeakerRole,
    Touch,
)
from ingest.commits import Commit, commits, share_of_commits
from ingest.connector import Source
from ingest.frames import frame
from ingest.git_repository import history, home_of, is_repository
from ingest.lines import lines, lines_of, sniffed
from ingest.prose import blocks
from ingest.record_links import links
from ingest.speakers import is_source
from ingest.tally import Tally
from ingest.windows import Keys, windows

_TYPES = "feat|fix|bugfix|hotfix|docs?|style|refactor|perf|tests?|build|ci|chore|revert|deps|security|release"
_CONVENTIONAL = re.compile(rf"(?P<type>{_TYPES})(?:\([^)]*\))?(?P<bang>!)?:\s+\S", re.IGNORECASE)
_REVERTS = re.compile(r"\bThis reverts commit (?P<sha>[0-9a-f]{7,64})\b")
_REVERTED_TITLE = re.compile(r'Revert "')
_MENTIONS = re.compile(
    r"(?i:^fixes:\s*|\b(?P<fixes>fix(?:es|ed)?|amends|follow-?up (?:to|of)|regression (?:in|from)|broken (?:by|in)"
    r"|introduced (?:in|by))\s+(?:commit\s+)?|\bcommit\s+|cherry picked from commit\s+)(?P<sha>[0-9a-f]{7,40})\b",
    re.MULTILINE,
)
_BREAKING = re.compile(r"BREAKING[ -]CHANGE:", re.IGNORECASE)
_FIX = re.compile(r"(?:hot|bug)?fix(?:es|ed)?\b", re.IGNORECASE)
_TRAILER = re.compile(r"[A-Z][\w-]+(?: [A-Z][\w-]+)?:\s\S|\(cherry picked from commit|git-svn-id:", re.ASCII)
_CO_AUTHOR = re.compile(r"Co-authored-by:\s*(?P<name>[^<\n]+?)\s*<[^>\n]*>", re.IGNORECASE)
_MERGED = re.compile(r"Merge (?:pull request|branch|remote|tag|commit|changes)\b")
_SHORT = 7
_WHY, _WHAT, _EFFECT = "Rationale", "Decision", "Consequences"


class GitHistory:
    """A document a commit, known to others by its hash; what a revert names is superseded by it."""

    name = "git"

    def recognises(self, source: Source) -> float:
        """By a folder that is a repository, or a text that begins like a log."""
        if source.content is None and is_repository(source.path):
            return 1.0
        share = share_of_commits(sniffed(source.head))
        return 0.96 if share > 0.8 else 0.0  # noqa: PLR2004 - a log and nothing else

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The commits; read twice, because only a later commit tells that one was reverted."""
        tally = Tally(source.uri)
        with ExitStack() as stack:
            log, home = source, ""
            if source.content is None and is_repository(source.path):
                log = replace(source, path=stack.enter_context(history(source.path)))
                home = str(home_of(source.path))
            reverted = {sha for commit in commits(lines(log, Tally(source.uri)), tally) for sha in _reverted(commit)}
            tally = Tally(source.uri)
            known: set[tuple[str, str]] = set()
            for commit in commits(lines(log, tally), tally):
                change = _Change.of(commit, reverted, is_introduced=(commit.author, commit.mail) in known)
                known.add((commit.author, commit.mail))
                yield from _documents(change, source, home, tally)
        yield from tally.report()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    """A commit with its message taken apart.

    kind     fix, revert, breaking, or the type that a conventional subject gives; "" = none
    says_why whether it is more than a bare subject: a reason, a break, a revert, or reverted itself
    is_introduced  whether an earlier one has told its author's address
    """

    commit: Commit
    subject: str
    body: str
    kind: str
    says_why: bool
    is_introduced: bool

    @classmethod
    def of(cls, commit: Commit, reverted: set[str], *, is_introduced: bool) -> "_Change":
        message = "\n".join(commit.message).strip("\n")
        subject, _, body = message.partition("\n")
        kind = _kind(subject, body)
        is_reasoned = any(not _TRAILER.match(text) for text in re.split(r"\n\s*\n", body.strip()) if text.strip())
        return cls(
            commit=commit,
            subject=subject.strip(),
            body=body.strip("\n"),
            kind=kind,
            is_introduced=is_introduced,
            says_why=is_source(commit.author)
            and (is_reasoned or kind in {"breaking", "revert"} or commit.sha in reverted),
        )


def _documents(change: _Change, source: Source, home: str, tally: Tally) -> Iterator[Document]:
    commit = change.commit
    if not change.subject:
        tally.leave_out("commit without a message", commit.line)
        return
    if commit.is_merge and _MERGED.match(change.subject) and not change.body:
        tally.leave_out("merge that says nothing of its own", commit.line)
        return
    if commit.unlisted:
        tally.leave_out(f"{commit.unlisted} more files of commit {commit.sha[:_SHORT]}", commit.line)
    kind = EpisodeKind.DECISION_RECORD if change.says_why else EpisodeKind.NOTE
    shared = frame(
        source, harness=GitHistory.name, kind=kind, external_id=commit.sha, title=change.subject, at=commit.at
    )
    shared = replace(
        shared,
        title=change.subject,
        project=source.project or home,
        cwd=home,
        participants=tuple(dict.fromkeys(filter(None, (commit.author, *_co_authors(change.body))))),
        record_keys=tuple(dict.fromkeys((_key(commit.sha), _key(commit.sha[:_SHORT])))),
        record_links=tuple(_links(change)),
    )
    yield from windows(shared, ([part] for part in _parts(change, home)), tally)


def _parts(change: _Change, home: str) -> Iterator[Part]:
    """The address of an author who is new, the subject with the files it changed, and the paragraphs of the body."""
    commit, keys = change.commit, Keys()
    role = SpeakerRole.PERSON if commit.author else SpeakerRole.NONE
    kind = (change.kind,) if change.kind else ()
    is_bot = not is_source(commit.author)

    def part(text: str, *heading: str, is_noise: bool = False, artifacts: tuple[ArtifactTouch, ...] = ()) -> Part:
        key = keys.key(commit.sha, text)
        return Part(
            key=key,
            text=text,
            speaker=commit.author,
            role=role,
            at=commit.at,
            heading=heading,
            artifacts=artifacts,
            is_noise=is_noise or is_bot,
        )

    if commit.mail and not change.is_introduced:
        yield part(f"Author: {commit.author} <{commit.mail}>")
    yield part(change.subject, *kind, *((_WHAT,) if change.says_why else ()), artifacts=tuple(_touched(commit, home)))
    for block in blocks(lines_of(change.body)):
        is_aside = block.is_noise or bool(_TRAILER.match(block.text) or _REVERTS.match(block.text))
        role_of_block = _EFFECT if _BREAKING.match(block.text) else _WHY
        is_aside = is_aside and role_of_block is not _EFFECT
        yield part(block.text, *kind, *block.heading, role_of_block, is_noise=is_aside)


def _touched(commit: Commit, home: str) -> Iterator[ArtifactTouch]:
    """Under the same name as a session in that folder gives the file, so that both meet in the graph."""
    for path in commit.files:
        yield ArtifactTouch(uri=posixpath.join(home, path) if home else path, kind="file", how=Touch.WROTE)


def _kind(subject: str, body: str) -> str:
    conventional = _CONVENTIONAL.match(subject)
    if (
        _REVERTED_TITLE.match(subject)
        or _REVERTS.search(body)
        or (conventional and conventional["type"].lower() == "revert")
    ):
        return "revert"
    if (conventional and conventional["bang"]) or _BREAKING.search(body):
        return "breaking"
    if _FIX.match(subject):
        return "fix"
    return conventional["type"].lower() if conventional else ""


def _links(change: _Change) -> Iterator[RecordLink]:
    """A revert supersedes; a fix amends; any other commit or record that is named is cited."""
    text = f"{change.subject}\n{change.body}"
    told: set[str] = set()
    for found in _REVERTS.finditer(text):
        told.add(found["sha"][:_SHORT])
        yield RecordLink(target=_key(found["sha"]), relation=RecordRelation.SUPERSEDES, quote=found.group())
    for found in _MENTIONS.finditer(text):
        if found["sha"][:_SHORT] not in told and not change.commit.sha.startswith(found["sha"][:_SHORT]):
            told.add(found["sha"][:_SHORT])
            is_fix = bool(found["fixes"]) or found.group().lower().startswith("fixes:")
            relation = RecordRelation.AMENDS if is_fix else RecordRelation.CITES
            yield RecordLink(target=_key(found["sha"][:_SHORT]), relation=relation, quote=found.group().strip())
    for link in links(blocks(lines_of(change.body)), own=(), series_hint=""):
        yield replace(link, relation=RecordRelation.CITES)


def _reverted(commit: Commit) -> Iterator[str]:
    yield from (found["sha"] for found in _REVERTS.finditer("\n".join(commit.message)))


def _co_authors(body: str) -> Iterator[str]:
    yield from (found["name"] for found in _CO_AUTHOR.finditer(body))


def _key(sha: str) -> str:
    return f"commit {sha}"
