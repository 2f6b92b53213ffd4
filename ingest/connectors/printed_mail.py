"""Mails as they are printed, pasted or exported as text: one or a whole thread, in the words of any common client."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from graphmem.domain.documents import Document, EpisodeKind, Part, Skipped
from ingest.connector import Source
from ingest.connectors.mail import Mail, mail_date, paragraphs, part_of_mail
from ingest.frames import frame
from ingest.lines import lines, sniffed
from ingest.moments import read_moment
from ingest.tally import Tally
from ingest.windows import Keys, windows

_WORDS: Mapping[str, tuple[str, ...]] = {
    "from": ("from", "von", "de"),
    "to": ("to", "an", "para", "à", "a"),
    "cc": ("cc", "bcc", "kopie", "copie", "copia", "cópia"),
    "date": ("date", "sent", "datum", "gesendet", "fecha", "data", "envoyé", "enviado", "enviado el", "enviada em"),
    "subject": ("subject", "betreff", "asunto", "assunto", "objet"),
}
_NAMES = {word: name for name, words in _WORDS.items() for word in words}
_HEADER = re.compile(
    r"\s*[*_]{0,2}(?P<name>[^\W\d_]{1,9}(?: e[lm])?)\s?[*_]{0,2}:[*_]{0,2}\s*(?P<value>\S.*?)\s*[*_]{0,2}$"
)
_BY_PROGRAMS = re.compile(r"(?im)^(?:mime-version|content-[\w-]+|received|message-id|in-reply-to|references|x-[\w-]+):")
_RULE = re.compile(r"\s*(?:[-=_*]\s?){3,}\s*$")
_ADDRESS = re.compile(r"\s*[<(\[]?[\w.+-]+@[\w.-]+[>)\]]?\s*|\s*\[mailto:[^\]]*\]")
_SNIFFED_LINES = 12


@dataclass(slots=True, kw_only=True)
class _Letter:
    """One mail while its lines come in; what stands before the first one has no sender."""

    headers: dict[str, str] = field(default_factory=dict)
    top: list[str] = field(default_factory=list)
    body: list[str] = field(default_factory=list)

    @property
    def sender(self) -> str:
        return next(iter(_people(self.headers.get("from", ""))), "")

    @property
    def people(self) -> list[str]:
        return [name for key in ("from", "to", "cc") for name in _people(self.headers.get(key, ""))]

    @property
    def at(self) -> datetime | None:
        date = self.headers.get("date", "")
        return mail_date(date) or read_moment(date)


class PrintedMail:
    """A thread is one session; each mail is spoken by its sender, quoted lines state nothing."""

    name = "printed-mail"

    def recognises(self, source: Source) -> float:
        """By a block of headers near the top that names a sender, and none of those that only programs write."""
        top = sniffed(source.head).split("\n")
        filled = [line for line in top if line.strip()][:_SNIFFED_LINES]
        if _BY_PROGRAMS.search("\n".join(filled)) or not any(_block(filled[at:]) for at in range(len(filled))):
            return 0.0
        return 0.93

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The thread's windows."""
        tally = Tally(source.uri)
        letters = list(_letters([line.text for line in lines(source, tally)]))
        tally.read += len(letters)
        mails = [letter for letter in letters if letter.headers]
        first = mails[0] if mails else _Letter()
        shared = frame(
            source,
            harness=Mail.name,
            kind=EpisodeKind.CONVERSATION,
            title=first.headers.get("subject", ""),
            at=min((letter.at for letter in mails if letter.at), default=None),
        )
        people = (
            name for letter in mails for key in ("from", "to", "cc") for name in _people(letter.headers.get(key, ""))
        )
        shared = replace(shared, participants=tuple(dict.fromkeys(people)))
        keys = Keys()
        yield from windows(shared, ([part] for letter in _in_order(letters) for part in _parts(letter, keys)), tally)
        yield from tally.report()


def _letters(found: Sequence[str]) -> Iterator[_Letter]:
    letter, at = _Letter(), 0
    while at < len(found):
        block = _block(found[at : at + _SNIFFED_LINES])
        if block:
            yield letter
            letter = _Letter(headers=block.headers, top=list(found[at : at + block.size]))
            at += block.size
        else:
            letter.body.append(found[at])
            at += 1
    yield letter


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    headers: dict[str, str]
    size: int


def _block(found: Sequence[str]) -> _Block | None:
    """The headers that `found` begins with, None when these are not a mail's."""
    headers: dict[str, str] = {}
    size = 0
    for line in found:
        header = _HEADER.match(line)
        name = _NAMES.get(header["name"].lower(), "") if header else ""
        if not header or not name or name in headers:
            break
        headers[name] = header["value"].strip("* ")
        size += 1
    sender = headers.get("from", "")
    is_mail = bool(sender) and ("date" in headers or "subject" in headers or ("@" in sender and size > 1))
    return _Block(headers=headers, size=size) if is_mail else None


def _in_order(letters: Sequence[_Letter]) -> list[_Letter]:
    """As written; a thread that is printed newest first is turned round when every mail has its moment."""
    head, mails = letters[:1], list(letters[1:])
    moments = [letter.at for letter in mails]
    if all(moments):
        mails.sort(key=lambda letter: letter.at or datetime.min.replace(tzinfo=UTC))
    return [*head, *mails]


def _parts(letter: _Letter, keys: Keys) -> Iterator[Part]:
    own = f"{letter.sender} {letter.headers.get('date', '')}"
    body = "\n".join("" if _RULE.match(line) else line for line in letter.body)
    is_preamble = not letter.headers
    for text, is_noise in [("\n".join(letter.top).strip(), True), *paragraphs(body)]:
        if text.strip():
            states = not (is_noise or is_preamble)
            speaker = letter.sender if states else ""
            yield part_of_mail(keys.key(own, text), text, speaker, letter.at, states=states)


def _people(value: str) -> list[str]:
    """The names in a line of addresses; an address only where there is no name; `Lind, Ada; Bo` is two people."""
    between = ";" if ";" in value else ","
    parts = [part for part in re.findall(rf'(?:"[^"]*"|[^{between}])+', value) if part.strip()]
    named = (_ADDRESS.sub(" ", part).strip(" \"'<>") or part.strip(" \"'<>") for part in parts)
    return [" ".join(name.split()) for name in named]
