"""Views of a text without its disguises, each with the way back to the characters of the original."""

import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

Span = tuple[int, int]
Edit = tuple[int, int, str]

_LOOK_ALIKES = {
    "a": "аɑα", "b": "Ь", "c": "сϲ", "d": "ԁ", "e": "еҽ", "g": "ɡ", "h": "һ", "i": "іıι", "j": "јϳ", "k": "κ",
    "l": "ӏⅼ", "m": "ⅿ", "n": "ո", "o": "оοօ", "p": "рρ", "q": "ԛ", "r": "г", "s": "ѕ", "t": "τ", "u": "υս", "v": "νѵ",
    "w": "ԝѡ", "x": "хχ", "y": "уγ", "z": "ᴢ",
    "A": "АΑᎪ", "B": "ВΒᏴ", "C": "СϹᏟ", "D": "Ꭰ", "E": "ЕΕᎬ", "G": "ԌᏀ", "H": "НΗᎻ", "I": "ІΙӀ", "J": "ЈᎫ", "K": "КΚᏦ",
    "L": "ᏞႱ", "M": "МΜᎷ", "N": "Ν", "O": "ОΟՕ", "P": "РΡᏢ", "R": "ᎡᏒ", "S": "ЅᏚ", "T": "ТΤᎢ", "U": "Ս", "V": "ѴᏙ",
    "W": "ԜᎳ", "X": "ХΧ", "Y": "ҮΥ", "Z": "ΖᏃ", "3": "З", "0": "〇",
    "'": "‘’‚‛ʼ", '"': "“”„‟«»", "-": "‐‑‒–—−﹣", ":": "∶：ː", "/": "⁄∕", ".": "․", " ": "\u00a0\u2007\u202f\u3000",
}  # fmt: skip
_COMPATIBLE = ((0x2070, 0x209F), (0x2100, 0x218F), (0x2460, 0x24FF), (0xFF01, 0xFF5E), (0x1D400, 0x1D7FF))


def _folds() -> dict[int, str]:
    found = {ord(twin): plain for plain, twins in _LOOK_ALIKES.items() for twin in twins}
    for first, last in _COMPATIBLE:
        for code in range(first, last + 1):
            form = unicodedata.normalize("NFKC", chr(code))
            if len(form) == 1 and form.isascii():
                found.setdefault(code, form)
    return found


_FOLDS = _folds()
"""One character for one: what looks like a Latin letter, digit or mark becomes it, so offsets stay."""

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff"
)
_INLINE_TAGS = "a|b|i|u|s|em|tt|kbd|sub|sup|wbr|code|font|mark|small|span|strong"
_EDIT = re.compile(
    rf"[{INVISIBLE}]++"
    r"|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});"
    rf"|</?(?:{_INLINE_TAGS})(?:\s[^<>]{{0,200}})?/?>|(?<=\w)<!--[^<>]{{0,60}}-->(?=\w)"
    r"|\\u[0-9a-fA-F]{4}|\\[nrt]|\\(?=[!-/:-@\[-`{-~])"
    r"|(?:\A|(?<=\n))[ \t]{0,3}(?:>[ \t]?){1,4}"
    r"|\*\*",
    re.IGNORECASE,
)
_MARKS = re.compile(rf"[{INVISIBLE}&<*\\]|(?:\A|\n)[ \t]{{0,3}}>")
_BREAK = re.compile(
    r"(?<=[\w+/=.-])[ \t]*+[\"'`]?+[ \t]*+[\\+&]?+[ \t]*+\n[ \t]*+(?:[>|#*+&]++[ \t]*+)?+[\"'`]?+(?=[\w+/=.-])"
)
_ESCAPES = {"\\n": "\n", "\\r": "\n", "\\t": "\t"}
TAG_CHARACTERS = re.compile("[\U000e0000-\U000e007f]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A text made of another one by edits.

    pieces  (start here, start below, end below, verbatim) of each piece, in order
    joins   where, here, a line break was taken out
    """

    text: str
    base: "View | None" = None
    pieces: tuple[tuple[int, int, int, bool], ...] = ()
    starts: tuple[int, ...] = ()
    joins: tuple[int, ...] = field(default=())

    def span(self, start: int, end: int) -> Span:
        """The characters of the original that [start, end) stands for; `start` < `end`."""
        if self.base is None:
            return start, end
        first, last = self._piece(start), self._piece(end - 1)
        left = first[1] + (start - first[0] if first[3] else 0)
        right = last[1] + (end - last[0]) if last[3] else last[2]
        return self.base.span(left, max(right, left + 1))

    def _piece(self, position: int) -> tuple[int, int, int, bool]:
        return self.pieces[bisect_right(self.starts, position) - 1]


def plain(text: str) -> View:
    """`text` with look-alike letters as Latin ones, character for character."""
    return View(text=text if text.isascii() else text.translate(_FOLDS))


def bare(text: str) -> View:
    """`plain` without invisible characters, inline markup and escapes; the same view when there are none."""
    view = plain(text)
    if not _MARKS.search(view.text):
        return view
    edits = [(found.start(), found.end(), _replacement(found.group())) for found in _EDIT.finditer(view.text)]
    return edited(view, edits)


def joined(view: View) -> View | None:
    """`view` with the lines of a broken word put together; None when no line may be one."""
    if "\n" not in view.text:
        return None
    edits = [(found.start(), found.end(), "") for found in _BREAK.finditer(view.text)]
    return edited(view, edits) if edits else None


def edited(view: View, edits: Iterable[Edit]) -> View:
    """`view` with each [start, end) replaced; edits come in order and do not overlap."""
    pieces: list[tuple[int, int, int, bool]] = []
    texts: list[str] = []
    joins: list[int] = []
    here = below = 0
    for start, end, new in (*edits, (len(view.text), len(view.text), "")):
        if start > below:
            pieces.append((here, below, start, True))
            texts.append(view.text[below:start])
            here += start - below
        if new:
            pieces.append((here, start, end, False))
            texts.append(new)
            here += len(new)
        elif end > start:
            joins.append(here)
        below = end
    return View(
        text="".join(texts),
        base=view,
        pieces=tuple(pieces),
        starts=tuple(piece[0] for piece in pieces),
        joins=tuple(joins),
    )


def hidden_words(text: str) -> str:
    """What Unicode tag characters spell: letters that no reader sees; those of an emoji flag spell nothing."""
    return "".join(_spelt(text, found) for found in TAG_CHARACTERS.finditer(text))


def _spelt(text: str, found: re.Match[str]) -> str:
    is_flag = text[found.start() - 1 : found.start()] == "\U0001f3f4"
    return "" if is_flag else "".join(chr(ord(each) - 0xE0000) for each in found.group())


def _replacement(taken: str) -> str:
    """What an entity or an escape means; nothing for everything else that is taken out."""
    if taken.startswith("&"):
        return plain(html.unescape(taken)).text
    if taken.startswith("\\u"):
        return plain(taken.encode().decode("unicode_escape")).text
    return _ESCAPES.get(taken, "")


def lines_before(text: str, position: int) -> int:
    """The 1-based line of a position."""
    return text.count("\n", 0, position) + 1


def replaced(text: str, spans: Iterable[tuple[int, int, str]]) -> str:
    """`text` with spans, in order and apart, replaced; all else stays as it is."""
    return "".join(_kept_and_new(text, spans))


def _kept_and_new(text: str, spans: Iterable[tuple[int, int, str]]) -> Iterator[str]:
    below = 0
    for start, end, new in spans:
        yield text[below:start]
        yield new
        below = end
    yield text[below:]
