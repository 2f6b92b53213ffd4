"""Mailboxes (mbox): many mails in one file, each read as the mail it is; a thread is one session."""

import re
from collections.abc import Iterable, Iterator

from graphmem.domain.documents import Document, Skipped
from ingest.connector import Source
from ingest.connectors.mail import mail
from ingest.lines import LIMITS, raw_lines, sniffed
from ingest.tally import Tally

_FROM = re.compile(rb"From \S+@?\S* +.*\d{4}(?: [+-]\d{4})?\s*$")
_HEADER = re.compile(rb"[A-Za-z][A-Za-z0-9-]*:")
_QUOTED_FROM = re.compile(rb">+From ")


class Mbox:
    """Mails part where a `From ` line stands below an empty one and above a header."""

    name = "mbox"

    def recognises(self, source: Source) -> float:
        """By a `From ` line with a date at the top, and a header below it."""
        top = sniffed(source.head).lstrip("\n").encode().split(b"\n", 2)
        return 0.97 if len(top) > 1 and _FROM.match(top[0]) and _HEADER.match(top[1]) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The mails in order, one in memory at a time."""
        tally = Tally(source.uri)
        for number, (line, content) in enumerate(_mails(raw_lines(source)), 1):
            tally.read += 1
            if len(content) > LIMITS.whole:
                tally.fault(f"a mail longer than {LIMITS.whole:,} bytes", line, is_unknown=False)
            elif not _HEADER.match(content):
                tally.fault("a mail without headers", line)
            else:
                yield from mail(content, source, f"{source.uri}#{number}", tally)
        yield from tally.report()


def _mails(found: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Each mail with the line at which it begins; of one that is too long only enough to tell."""
    begin, size, held = 1, 0, list[bytes]()
    after_blank, opening = True, b""
    for number, line in enumerate(found, 1):
        if opening and _HEADER.match(line):
            if size:
                yield begin, b"".join(held)
            begin, size, held = number - 1, 0, []
        elif opening:
            size, held = _kept(opening, size, held)
        opening = line if after_blank and _FROM.match(line) else b""
        after_blank = not line.strip(b"\xef\xbb\xbf\r\n ")
        if not opening and (size or not after_blank):
            size, held = _kept(line, size, held)
    if size:
        yield begin, b"".join(held)


def _kept(line: bytes, size: int, held: list[bytes]) -> tuple[int, list[bytes]]:
    if size <= LIMITS.whole:
        held.append(line[1:] if _QUOTED_FROM.match(line) else line)
    return size + len(line), held
