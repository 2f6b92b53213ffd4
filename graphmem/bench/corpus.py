"""Made-up conversations for the speed bench: seeded, varied, with names, decisions, reasons, doubts and tasks."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

TURNS = 16
PEOPLE = 60
SYSTEMS = 400
FIRST_DAY = datetime(2025, 1, 6, 9, tzinfo=UTC)

_GIVEN = "Ada Ben Carla Dmitri Elif Farid Greta Hiro Ines Jonas Kadija Liam Mei Nadia Omar Petra Quentin Rosa Sven Tala"
_FAMILY = "Abbot Brandt Costa Diallo Eriksen Fontaine Grabowski Hosseini Ivanov Janssen Keller Lindqvist Mbeki Novak"
_ONSETS = "b br c ch d dr f g gr h j k kl l m n p pr qu r s sk st t tr v w z".split()
_VOWELS = "a e i o u ai ea io ou".split()
_CODAS = ["", "", "l", "n", "r", "s", "t", "x", "nd", "rk"]
_PARTS = (
    "queue cache gateway index ledger scheduler store billing search login export audit mail report backup feed".split()
)
_QUALITIES = (
    "it survives a restart",
    "the operators already know it",
    "it needs no second cluster",
    "its licence fits ours",
    "the old one loses messages under load",
    "we cannot wait for the next release",
    "a failed node is noticed within a minute",
    "it keeps the order of events",
    "the invoice would double otherwise",
    "auditors ask for a trail",
)
_DOUBTS = (
    "it locks us in",
    "nobody here has run it in production",
    "the upgrade took two nights last time",
    "it is slow once the disk is half full",
    "its client leaks connections",
    "the price grows with every reader",
)
_ASIDES = (
    "The dashboard showed {number} errors on {day} evening.",
    "By the way, {other} is out until {day}, {who} covers.",
    "I measured {number} requests a second on {system} before lunch.",
    "The customer in {place} asked again about {system}.",
    "Can somebody share the notes about {system}?",
    "Sorry, my train was late, what did I miss?",
    "The build of {system} takes {number} seconds now.",
    "{other} moved the review of {system} to {day}.",
    "We have {number} open tickets for {system}, most of them from {place}.",
    "Thanks, that helps a lot.",
    "The contract with {place} ends on {day} the {number}th.",
    "Has anyone read the post about {option}?",
)
_SCRIPT = (
    "Morning, today it is about the {part} of {system}.",
    "At the moment {system} uses {rejected}, and {number} jobs failed on {day}.",
    "I suggest {option} for the {part} of {system}.",
    "{option} would help because {quality}.",
    "I am not convinced, {doubt}.",
    "What about staying with {rejected}?",
    "{rejected} does not work for us, {doubt_two}.",
    "We decided to use {option} for the {part} of {system} because {quality}.",
    "Agreed, let's go with {option}.",
    "I will write the plan for {option} by {day}.",
)
_DAYS = "Monday Tuesday Wednesday Thursday Friday".split()


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """One conversation: who says what in order, and a question that its decision answers."""

    number: int
    at: datetime
    turns: tuple[tuple[str, str], ...]
    question: str

    @property
    def text(self) -> str:
        """As a chat export: a line a message."""
        times = (self.at + timedelta(minutes=3 * n) for n in range(len(self.turns)))
        lines = (f"[{at:%Y-%m-%d %H:%M}] {who}: {said}" for at, (who, said) in zip(times, self.turns, strict=True))
        return "\n".join(lines) + "\n"


@dataclass(slots=True, kw_only=True)
class Corpus:
    """A stream of conversations; the same seed gives the same ones."""

    seed: int = 1
    _random: random.Random = field(init=False)
    _people: list[str] = field(init=False)
    _systems: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)  # noqa: S311 - test data
        pairs = [f"{given} {family}" for given in _GIVEN.split() for family in _FAMILY.split()]
        self._people = self._random.sample(pairs, PEOPLE)
        self._systems = [self._word().capitalize() for _ in range(SYSTEMS)]

    def talks(self, chunks: int, *, first: int = 0) -> Iterator[Talk]:
        """Conversations until they have `chunks` turns, numbered from `first`; a turn becomes one chunk."""
        number, left = first, chunks
        while left > 0:
            yield self._talk(number, min(TURNS, left))
            number, left = number + 1, left - TURNS

    def _talk(self, number: int, turns: int) -> Talk:
        draw = self._random
        cast = draw.sample(self._people, 4)
        slots = {
            "system": draw.choice(self._systems),
            "part": draw.choice(_PARTS),
            "option": f"{self._word().capitalize()} {draw.randint(2, 9)}",
            "rejected": self._word().capitalize(),
            "quality": draw.choice(_QUALITIES),
            "doubt": draw.choice(_DOUBTS),
            "doubt_two": draw.choice(_DOUBTS),
        }
        lines = self._lines(turns)
        said = tuple((draw.choice(cast), line.format(**slots, **self._passing(cast))) for line in lines)
        question = f"Why did we choose {slots['option']} for the {slots['part']} of {slots['system']}?"
        at = FIRST_DAY + timedelta(days=number // 6, hours=number % 6)
        return Talk(number=number, at=at, turns=said, question=question)

    def _lines(self, turns: int) -> list[str]:
        """The script in its order, asides between; the first turns of it when there is no room for all."""
        asides = [self._random.choice(_ASIDES) for _ in range(max(0, turns - len(_SCRIPT)))]
        lines = list(_SCRIPT[:turns])
        for aside in asides:
            lines.insert(self._random.randint(1, len(lines)), aside)
        return lines

    def _passing(self, cast: list[str]) -> dict[str, str | int]:
        draw = self._random
        return {
            "who": draw.choice(cast).split()[0],
            "other": draw.choice(self._people),
            "day": draw.choice(_DAYS),
            "place": f"{self._word().capitalize()} {draw.choice(('Harbour', 'Street', 'Works', 'Bank'))}",
            "number": draw.randint(2, 28),
        }

    def _word(self) -> str:
        draw = self._random
        size = draw.randint(2, 3)
        return "".join(draw.choice(_ONSETS) + draw.choice(_VOWELS) + draw.choice(_CODAS) for _ in range(size))


def write(talks: list[Talk], folder: Path) -> None:
    """One chat file a conversation."""
    folder.mkdir(parents=True, exist_ok=True)
    for talk in talks:
        (folder / f"talk-{talk.number:06d}.txt").write_text(talk.text, encoding="utf-8")
