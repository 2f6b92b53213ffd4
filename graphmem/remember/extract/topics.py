"""Topics: titles, headings, and the phrases that an episode keeps coming back to."""

import functools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from graphmem.domain.text import STOP_WORDS, fold
from graphmem.remember.extract.lines import Line, Talk, content
from graphmem.remember.extract.table import ENGLISH, scale, table, words_of, words_of_any

_NUMBERED = re.compile(
    r"^\s*(?:(?:adr|rfc|pep|decision|record)[\s#-]*)?(?:\d{1,4}(?:\.\d{1,3}){0,3}[.):]?|\d{1,4}\s*[-–—:])\s+",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"[*_`#]{1,3}(?=\S)|(?<=\S)[*_`#]{1,3}(?=\s|$)|^#+\s*")
_IDENTIFIER = re.compile(r"[a-z]{0,3}[-_]?\d{2,}|(?=\D*\d)[0-9a-f]{6,}(?:-[0-9a-f]{4,}){0,4}", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_BRACKET = re.compile(r"\s*\([^()]*\)\s*$")
_CODE = re.compile(r"[a-z]{2,}-\d+")
_DERIVED = re.compile(r".{3,}(?:ed|ing|ly|able|ful)$")
_BEFORE = frozenset({"a", "an", "the", "this", "of", "our", "its"})
_AFTER = frozenset({"is", "of", "in", "are", "was", "for"})
_LONGEST_LINE = 80
_SHORTEST = 3
_INNER = re.compile(r"['.]")

Phrase = tuple[str, ...]


class Use(NamedTuple):
    """A phrase stands at words `first` to `last` of a line."""

    line: Line
    first: int
    last: int


def subject(heading: str) -> str:
    """A title or heading as the name of what it is about, without number and markup.

    "" for `Context` and the like, for questions, and for what is too long to be a name: a session's first prompt.
    """
    bare = " ".join(_MARKUP.sub("", _NUMBERED.sub("", heading)).split()).strip(" .:-–—")
    is_sentence = bare.endswith("?") or len(bare.split()) > scale("topic").whole("title_words")
    is_generic = (
        _IDENTIFIER.fullmatch(bare)
        or all(word in words_of_any("generic_headings") for word in fold(bare).split())
        or not _LETTER.search(bare)
    )
    return "" if is_sentence or is_generic else bare


def aliases_of(name: str) -> tuple[str, ...]:
    """Shorter forms of a title: without a trailing bracket, and the part before a comma."""
    plain = _BRACKET.sub("", name)
    return tuple(dict.fromkeys(alias for alias in (plain, plain.partition(",")[0].strip()) if alias and alias != name))


def key_phrases(talk: Talk, taken: Sequence[str], things: Iterable[str]) -> Iterator[tuple[str, list[Use]]]:
    """The best phrases of the episode with every place they stand; none shares a word with another or with `taken`.

    A phrase out of the name of one of `things` must be all of it. Score (extraction-rules.md §7, with a shipped list
    of common words in the place of corpus rarity): count^1.1 · rarity · (1 + 0.5·share after a determiner or before
    `is`, `of`, `in`) · a factor of its form.
    """
    uses = _uses(talk)
    spoken_for = {stem for name in taken for stem in content(name)}
    named = {content(name) for name in things}
    in_names = frozenset[str]().union(*named)
    left = scale("topic").whole("per_episode")
    for phrase, points in _ranked(uses, talk):
        stems = content(" ".join(phrase))
        if not left or points <= 0:
            return
        if stems and spoken_for.isdisjoint(stems) and (in_names.isdisjoint(stems) or stems in named):
            spoken_for |= stems
            left -= 1
            yield _surface(talk, uses[phrase]), uses[phrase]


def _ranked(uses: dict[Phrase, list[Use]], talk: Talk) -> list[tuple[Phrase, float]]:
    scores = {phrase: _score(phrase, found, talk) for phrase, found in uses.items()}
    inside = {word for phrase, found in uses.items() if len(phrase) > 1 and len(found) > 1 for word in phrase}
    for phrase in scores:
        if len(phrase) == 1 and phrase[0] in inside:
            scores[phrase] *= scale("topic").numbers["in_repeated_phrase"]
    return sorted(scores.items(), key=lambda each: (-each[1], each[0]))


def _uses(talk: Talk) -> dict[Phrase, list[Use]]:
    uses: dict[Phrase, list[Use]] = defaultdict(list)
    longest = scale("topic").whole("longest_words")
    for line in talk.lines:
        if line.has("backchannel", "code"):
            continue
        for first, end in _stretches(talk, line):
            words = tuple(_singular(word) for word in line.words[first:end])
            for start in range(len(words)):
                for stop in range(start + 1, min(len(words), start + longest) + 1):
                    uses[words[start:stop]].append(Use(line, first + start, first + stop - 1))
    return uses


def _stretches(talk: Talk, line: Line) -> Iterator[tuple[int, int]]:
    """Ranges of content words that stand side by side."""
    start = -1
    for at, word in enumerate((*line.words[:_LONGEST_LINE], ".")):
        if _is_content(word, line.language) and not _is_lower(talk, line, at):
            start = at if start < 0 else start
        elif start >= 0:
            yield start, at
            start = -1


def _is_glue(word: str, language: str) -> bool:
    known = table(language)
    verbs = ("verbs", "pick", "wepick", "doing", "acts", "imperative", "aux")
    return word in known.lists["stop"] | known.lists["glue"] or any(
        word in known.classes.get(each, ()) for each in verbs
    )


def _is_lower(talk: Talk, line: Line, at: int) -> bool:
    """In German a topic is a noun, and nouns have a capital."""
    if line.language != "de" or at >= len(line.spans):
        return False
    return talk.episode.chunks[line.chunk].text[line.spans[at][0]].islower()


@functools.lru_cache(maxsize=16384)
def _is_content(word: str, language: str) -> bool:
    if language != ENGLISH and _is_glue(word, language):
        return False
    return (
        len(word) >= _SHORTEST
        and word[0].isalpha()
        and not _INNER.search(word)
        and word not in STOP_WORDS
        and word not in words_of("glue")
    )


@functools.lru_cache(maxsize=16384)
def _singular(word: str) -> str:
    is_plural = len(word) > _SHORTEST and word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return word[:-1] if is_plural else word


def _score(phrase: Phrase, uses: list[Use], talk: Talk) -> float:
    numbers = scale("topic").numbers
    count = len(uses)
    form = _form_factor(phrase, count)
    placed = sum(_is_placed(use) for use in uses) / count
    if not form or (not placed and (count == 1 or len(phrase) == 1)):
        return 0.0
    rarity = sum(_rarity(word) for word in phrase) / len(phrase)
    capitals = sum(_is_capital(talk, use) for use in uses) / count
    lifted = 1 + (numbers["capitalised"] - 1) * capitals
    return float(count ** numbers["count_power"] * rarity * (1 + numbers["placed"] * placed) * form * lifted)


def _form_factor(phrase: Phrase, count: int) -> float:
    numbers = scale("topic").numbers
    match len(phrase):
        case 1 if _CODE.fullmatch(phrase[0]):
            return numbers["code"]
        case 1 if count < numbers["least_count_of_single"]:
            return 0.0
        case 1:
            return numbers["derived"] if _DERIVED.match(phrase[0]) else 1.0
        case 2:
            return numbers["two_words_twice"] if count > 1 else 1.0
        case _:
            return numbers["three_words_twice"] if count > 1 else numbers["three_words_once"]


@functools.lru_cache(maxsize=16384)
def _rarity(word: str) -> float:
    numbers = scale("topic").numbers
    if word in words_of("common") or f"{word}s" in words_of("common"):
        return numbers["common_word"]
    return numbers["plain_word"] if len(word) < numbers["long_word"] else numbers["rare_word"]


def _is_placed(use: Use) -> bool:
    words = use.line.words
    before = words[use.first - 1] if use.first else ""
    after = words[use.last + 1] if use.last + 1 < len(words) else ""
    if use.line.language != ENGLISH:
        classes = use.line.classes
        return before in classes["determiners"] or after in classes["after_topic"]
    return before in _BEFORE or after in _AFTER


def _is_capital(talk: Talk, use: Use) -> bool:
    return use.first > 0 and talk.episode.chunks[use.line.chunk].text[use.line.spans[use.first][0]].isupper()


def _surface(talk: Talk, uses: list[Use]) -> str:
    """The commonest form in which the phrase stands."""
    forms = Counter(talk.slice(use.line.part(use.first, use.last)) for use in uses)
    return max(forms, key=lambda form: (forms[form], form))
