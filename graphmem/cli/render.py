"""Text for a person: branches of lines, drawn as a coloured tree on a terminal and as plain indented text in a pipe."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text
from rich.tree import Tree

from graphmem.domain.answers import Quote

QUOTE, DATE, SCORE, NAME, HEAD, NOTE = "default", "dim", "green", "cyan", "bold", "dim italic"
INDENT = 2
# The scheme of texts that came without a file: their name is a hash.
REMEMBERED = "text"
# They join letters and emoji to one sign, and are no printable characters themselves.
_JOINERS = "\u200c\u200d"


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """Lines that belong together, and what hangs below them."""

    lines: tuple[Text, ...]
    below: tuple["Branch", ...] = field(default=())


def branch(*lines: Text | str, below: Iterable[Branch | None] = ()) -> Branch:
    """A branch of these lines; what is None below is left out."""
    return Branch(
        lines=tuple(line if isinstance(line, Text) else Text(line) for line in lines),
        below=tuple(one for one in below if one is not None),
    )


def section(title: str, branches: Iterable[Branch]) -> Branch | None:
    """Branches under a heading; None when there are none."""
    found = tuple(branches)
    return Branch(lines=(Text(title, style=HEAD),), below=found) if found else None


def show(branches: Iterable[Branch | None], *, spaced: bool = False) -> None:
    """Print branches on stdout; `spaced` puts an empty line between them."""
    found = [one for one in branches if one is not None]
    for number, one in enumerate(found):
        if spaced and number:
            sys.stdout.write("\n")
        if is_terminal():
            Console().print(_tree(one))
        else:
            sys.stdout.writelines(f"{line}\n" for line in _indented(one, 0))


def is_terminal() -> bool:
    """Whether a person reads stdout, and not a pipe."""
    return sys.stdout.isatty()


def _tree(one: Branch) -> RenderableType:
    label = _label(one)
    return _grown(Tree(label, guide_style="dim"), one) if one.below else label


def _grown(tree: Tree, one: Branch) -> Tree:
    for below in one.below:
        _grown(tree.add(_label(below)), below)
    return tree


def _label(one: Branch) -> RenderableType:
    return Group(*(Padding(line, (0, 0, 0, INDENT)) if number else line for number, line in enumerate(one.lines)))


def _indented(one: Branch, depth: int) -> Iterator[str]:
    for number, line in enumerate(one.lines):
        yield " " * (INDENT * (depth + (number > 0))) + line.plain
    for below in one.below:
        yield from _indented(below, depth + 1)


def flat(text: str) -> str:
    """`text` on one line, without characters that would steer a terminal or turn the reading direction."""
    return "".join(each for each in " ".join(text.split()) if each.isprintable() or each in _JOINERS)


def clipped(text: str, longest: int = 72) -> str:
    """`text` on one line, cut at a word when it is longer."""
    whole = flat(text)
    return whole if len(whole) <= longest else f"{whole[:longest].rsplit(' ', 1)[0]}…"


def quoted(text: str, *, style: str = QUOTE) -> Text:
    """`text` in quotation marks."""
    return Text(f"“{flat(text)}”", style=style)


def attribution(quote: Quote, *, above: Quote | None = None) -> Text:
    """Who said it, when, and where it stands: `Mei Tanaka, 2026-03-03, Queue review (queue-review.vtt)`.

    above  the quote it hangs below: the same document is not named twice
    """
    parts = [Text(flat(quote.speaker), style=NAME)] if quote.speaker else []
    if quote.happened_at:
        parts.append(Text(f"{quote.happened_at:%Y-%m-%d}", style=DATE))
    if above and quote.source and above.source == quote.source:
        parts.append(Text("same document", style=DATE))
    elif quote.title or quote.source:
        parts.append(Text(place(quote.title, quote.source), style=_linked(quote.source)))
    return Text(", ").join(parts) if parts else Text("source unknown", style=NOTE)


def place(title: str, source: str) -> str:
    """A document by its title and its file's name; only by the one when the other adds nothing."""
    url, title = urlsplit(source), flat(title)
    path = PurePosixPath(unquote(url.path)) if url.scheme != REMEMBERED else PurePosixPath()
    name = f"{path.name}#{url.fragment}" if url.fragment else path.name
    return name if title in {"", path.stem} else f"{title} ({name})" if name else title


def score(value: float) -> Text:
    """A score or confidence, with two digits."""
    return Text(f"{value:.2f}", style=SCORE)


def joined(*parts: Text | str) -> Text:
    """Parts with a space between, empty ones left out."""
    return Text(" ").join(part if isinstance(part, Text) else Text(part) for part in parts if part)


def size(count: float) -> str:
    """Bytes for a person: `188.7 MB`."""
    return _scaled(count, (("B", 1000), ("kB", 1000), ("MB", 1000), ("GB", 1000)))


def duration(seconds: float) -> str:
    """A time span for a person: `38 ms`, `4.1 s`, `3.0 min`, `5.2 h`, `2.1 d`."""
    return _scaled(seconds * 1000, (("ms", 1000), ("s", 60), ("min", 60), ("h", 24), ("d", 7)))


def _scaled(count: float, units: Sequence[tuple[str, int]]) -> str:
    """`count` in the largest unit it fills; whole in the smallest one."""
    place = 0
    while count >= units[place][1] and place < len(units) - 1:
        count /= units[place][1]
        place += 1
    return f"{count:.0f} {units[0][0]}" if place == 0 else f"{count:.1f} {units[place][0]}"


def _linked(source: str) -> str:
    """A terminal that knows links opens the file on a click."""
    return f"{DATE} link {source}" if source.startswith(("file://", "http://", "https://")) else DATE
