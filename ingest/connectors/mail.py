"""Mail as .eml: the sender speaks the body, quoted lines state nothing, a thread is a session."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from email.utils import getaddresses, parsedate_to_datetime
from html.parser import HTMLParser
from itertools import groupby

from graphmem.domain.documents import Document, EpisodeKind, Part, Skipped, SpeakerRole
from graphmem.domain.text import clean
from graphmem.domain.time import as_utc
from ingest.connector import Source
from ingest.frames import frame
from ingest.lines import sniffed, whole_bytes
from ingest.tally import Tally
from ingest.windows import Keys, windows

_HEADER = re.compile(
    r"(from|to|cc|bcc|subject|date|message-id|reply-to|received|return-path|delivered-to|mime-version|content-type"
    r"|x-[\w-]+|sender|in-reply-to|references):\s",
    re.IGNORECASE,
)
_SNIFFED_LINES = 8
_SHOWN = ("From", "To", "Cc", "Subject", "Date")
_QUOTE = re.compile(r"\s*>")
_BLOCK_TAGS = frozenset("p div br tr li h1 h2 h3 h4 blockquote table".split())
_PRIVATE = "private"
"""No tag of HTML but ours: it must reach the guard."""
_HIDDEN_TAGS = frozenset({"style", "script", "head", "title"})
_QUOTE_INTRO = re.compile(
    r"(?s)(?:on|am|le|el|em)\s.{4,200}(?:wrote|schrieb|écrit|escribió|escreveu)[^\n]*:\s*$", re.IGNORECASE
)
_FOREIGN = re.compile(r"\s*(?:-{2,}\s*(?:original|forwarded) message\s*-{2,}|-- ?\n)", re.IGNORECASE)


class Mail:
    """One document a mail."""

    name = "mail"

    def recognises(self, source: Source) -> float:
        """By a block of headers at the top that has a sender and one more of a mail's own."""
        top = sniffed(source.head).lstrip("\n").split("\n")[:_SNIFFED_LINES]
        names = [found[1].lower() for found in map(_HEADER.match, top) if found]
        return 0.92 if "from" in names and len(set(names)) > 1 and _HEADER.match(top[0]) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The mail."""
        tally = Tally(source.uri)
        yield from mail(whole_bytes(source).lstrip(b"\xef\xbb\xbf\r\n"), source, source.uri, tally)
        yield from tally.report()


def mail(content: bytes, source: Source, name: str, tally: Tally) -> Iterator[Document]:
    """The document of one mail; `name` stands in for an id that it does not bear."""
    message = message_from_bytes(content, policy=policy.default)
    at = mail_date(_header(message, "Date"))
    shared = frame(
        source,
        harness=Mail.name,
        kind=EpisodeKind.CONVERSATION,
        external_id=_thread(message) or name,
        title=_header(message, "Subject"),
        at=at,
    )
    shared = replace(shared, participants=_people(message))
    own = _header(message, "Message-ID") or name
    yield from windows(shared, ([part] for part in _parts(message, own, at, tally)), tally)


def _parts(message: EmailMessage, own: str, at: datetime | None, tally: Tally) -> Iterator[Part]:
    keys = Keys()
    speaker = next(iter(_names(message, "From")), "")
    shown = [f"{name}: {_header(message, name)}" for name in _SHOWN if _header(message, name)]
    for text, is_noise in [("\n".join(shown), True), *paragraphs(_body(message, tally))]:
        if text:
            yield part_of_mail(keys.key(own, text), text, "" if is_noise else speaker, at, states=not is_noise)


def part_of_mail(key: str, text: str, speaker: str, at: datetime | None, *, states: bool) -> Part:
    """A passage of a mail; headers, quoted and forwarded text do not state anything."""
    return Part(
        key=key,
        text=text,
        speaker=speaker,
        role=SpeakerRole.PERSON if states else SpeakerRole.NONE,
        at=at,
        is_noise=not states,
        is_external=True,
    )


def paragraphs(body: str) -> Iterator[tuple[str, bool]]:
    """The paragraphs, each with whether it is quoted, forwarded or a signature; quoted lines part a paragraph."""
    is_foreign = False
    for paragraph in re.split(r"\n[ \t]*\n", body):
        is_foreign = is_foreign or bool(_FOREIGN.match(paragraph))
        runs = groupby(paragraph.split("\n"), key=lambda line: bool(_QUOTE.match(line)))
        for is_quoted, run in runs:
            text = "\n".join(run).strip()
            if text:
                yield text, is_foreign or is_quoted or bool(_QUOTE_INTRO.fullmatch(text))


def _body(message: EmailMessage, tally: Tally) -> str:
    attached = [part.get_filename() or part.get_content_type() for part in message.iter_attachments()]
    for name in attached:
        tally.leave_out(f"attachment {name}", 0)
    part = message.get_body(preferencelist=("plain", "html"))
    if part is None:
        tally.leave_out(f"body of type {message.get_content_type()}", 0)
        return ""
    text = clean(_content(part))
    return _rendered(text) if part.get_content_subtype() == "html" else text


def _content(part: Message) -> str:
    """The decoded text of a body; an unknown or wrong character set is read as UTF-8 as far as it goes."""
    if not part.get_content_charset():
        content = part.get_payload(decode=True)
        return content.decode(errors="replace") if isinstance(content, bytes) else str(content)
    try:
        content = part.get_content() if isinstance(part, EmailMessage) else ""
    except (LookupError, ValueError):
        content = part.get_payload(decode=True)
    return content.decode(errors="replace") if isinstance(content, bytes) else str(content)


class _Words(HTMLParser):
    """The text of an HTML body, a paragraph a block element."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self._hidden += tag in _HIDDEN_TAGS
        if tag in _BLOCK_TAGS:
            self.texts.append("\n\n")
        if tag == _PRIVATE:
            self.texts.append(f"<{tag}>")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in _HIDDEN_TAGS
        if tag == _PRIVATE:
            self.texts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.texts.append(data)


def _rendered(markup: str) -> str:
    words = _Words()
    words.feed(markup)
    words.close()
    return "".join(words.texts)


def _header(message: EmailMessage, name: str) -> str:
    try:
        return " ".join(clean(str(message.get(name, ""))).split())
    except (ValueError, IndexError, AttributeError, LookupError):  # the stdlib's header parser, on torn headers
        return ""


def _names(message: EmailMessage, header: str) -> list[str]:
    return [name or address for name, address in getaddresses([_header(message, header)]) if name or address]


def _people(message: EmailMessage) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for header in ("From", "To", "Cc") for name in _names(message, header)))


def mail_date(value: str) -> datetime | None:
    """The moment in a Date header; None when it holds none of the form of mails."""
    try:
        return as_utc(parsedate_to_datetime(value))
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _thread(message: EmailMessage) -> str:
    """The first mail of the thread as this one names it, so that a thread is one session."""
    named = f"{_header(message, 'References')} {_header(message, 'In-Reply-To')} {_header(message, 'Message-ID')}"
    return next(iter(named.split()), "")
