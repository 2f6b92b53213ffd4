"""Names as people write them: which short form may mean which full name, and what is only a slip of the pen."""

import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from graphmem.domain.text import fold, name_key

_TITLES = frozenset(
    "mr mrs ms miss dr prof professor sir madam herr frau hr fr mme mlle monsieur madame señor señora sr sra senor "
    "senora don doña dona dott ing mx rev dhr mevr".split()
)
_PARTICLES = frozenset(
    "van von der den de da do dos das del della di du la le ter ten zu zur af av al el bin ibn ben mac mc st".split()
)
_LEAST_LOGIN = 3
_LOGIN_WORDS = 2
_LEAST_SLIP = 5
_LONG = 12
_LONGEST = 200
"""What is longer is a text and no name: it has no slips worth the time."""


class Form(StrEnum):
    """How a short form stands for a full name; a first name or a bare surname says less than the others."""

    FIRST = "first name"
    SURNAME = "surname"
    TITLED = "title and surname"
    INITIALS = "initials and surname"
    LOGIN = "login"
    ORDER = "other order of words"

    @property
    def is_distinctive(self) -> bool:
        """It holds as well outside the conversation, while nobody else there could be meant."""
        return self not in (Form.FIRST, Form.SURNAME)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonName:
    """A person's name in its folded words. login: all letters and digits in one word, from a handle or an address."""

    words: tuple[str, ...]
    is_titled: bool
    login: str

    @property
    def is_full(self) -> bool:
        """A given name and a surname, both written out."""
        return (
            len(self.words) > 1
            and self.words[0] not in _PARTICLES
            and all(len(word) > 1 for word in (self.words[0], self.words[-1]))
        )

    @property
    def surname(self) -> tuple[str, ...]:
        """The last word with the particles before it."""
        at = len(self.words) - 1
        while at > 1 and self.words[at - 1] in _PARTICLES:
            at -= 1
        return self.words[at:]


def person_name(name: str) -> PersonName:
    """`name` taken apart: `@jan`, `Mr van der Berg`, `J. van der Berg`, `jan.berg@example.org`."""
    local = name.strip().removeprefix("@").partition("@")[0]
    words = [word.strip(".-'’") for word in name_key(local.replace(".", " ").replace("_", " ")).split()]
    words = [word for word in words if word]
    is_titled = len(words) > 1 and words[0] in _TITLES
    login = "".join(c for c in fold(local) if c.isalnum())
    return PersonName(words=tuple(words[1:] if is_titled else words), is_titled=is_titled, login=login)


def form_of(short: PersonName, full: PersonName) -> Form | None:
    """How `short` may stand for the full name `full`; None when it cannot."""
    if not full.is_full or not short.words or short.words == full.words:
        return None
    is_one_word = len(short.words) == 1
    is_surname = short.words in (full.surname, full.surname[-1:])
    is_login = len(short.words) <= _LOGIN_WORDS and len(short.login) >= _LEAST_LOGIN
    fits = (
        (Form.ORDER, not is_one_word and sorted(short.words) == sorted(full.words)),
        (Form.FIRST, is_one_word and short.words[0] == full.words[0]),
        (Form.TITLED, is_surname and short.is_titled),
        (Form.SURNAME, is_surname),
        (Form.INITIALS, not is_one_word and _is_initialled(short, full)),
        (Form.LOGIN, is_login and short.login in _logins(full)),
    )
    return next((form for form, does_fit in fits if does_fit), None)


def _is_initialled(short: PersonName, full: PersonName) -> bool:
    """`J. van der Berg`, `J Berg`, `Jan B.`: one end is an initial, the other is written out."""
    first, rest = short.words[0], short.words[1:]
    by_initial = first == full.words[0][0] and rest in (full.surname, full.surname[-1:])
    by_last = first == full.words[0] and rest in ((full.words[-1][0],), (full.surname[0][0],))
    return by_initial or by_last


def _logins(full: PersonName) -> frozenset[str]:
    given, last, surname = full.words[0], full.words[-1], full.surname
    first, whole = given[0], "".join(surname)
    marks = "".join(word[0] for word in surname[:-1])
    ends = {last, whole, marks + last}
    made = {start + end for start in (given, first) for end in ends} | {end + first for end in ends}
    made |= {last + given, given + last[0], given + marks + last[0]}
    return frozenset(made | ({first + marks + last[0]} if marks else set()))


def is_slip(one: str, other: str) -> bool:
    """Two keys differ by a slip of the pen: one letter (two in a long name) in one word, never its digits or its end.

    Versions, numbers, single letters and the last letter tell things apart (ENT-02): such a pair is no slip.
    """
    left, right = one.split(), other.split()
    if max(len(one), len(other)) > _LONGEST or len(left) != len(right) or _marks(left) != _marks(right):
        return False
    odd = [(a, b) for a, b in zip(left, right, strict=True) if a != b]
    if len(odd) != 1 or min(map(len, odd[0])) < (_LEAST_SLIP if len(left) == 1 else 3):
        return False
    a, b = odd[0]
    most = 2 if min(len(a), len(b)) >= _LONG else 1
    return a[0] == b[0] and (a[-1] == b[-1] or _is_swapped_end(a, b)) and _distance(a, b, most) <= most


def is_respelt(one: str, other: str) -> bool:
    """Two keys that are the same letters and digits in the same order: `rabbit mq`, `rabbitmq`, `rabbit-mq`."""
    left, right = ("".join(c for c in key if c.isalnum()) for key in (one, other))
    return one != other and left == right and _numbers(one) == _numbers(other) and len(left) >= _LEAST_SLIP


def _is_swapped_end(a: str, b: str) -> bool:
    return len(a) == len(b) and a[:-2] == b[:-2] and a[-2:] == b[-1] + b[-2]


def _marks(words: list[str]) -> list[str]:
    """The words that tell numbered and lettered things apart."""
    return [word for word in words if len(word) == 1 or any(c.isdigit() for c in word)]


def _numbers(key: str) -> list[str]:
    return [word for word in "".join(c if c.isdigit() else " " for c in key).split() if word]


def _distance(a: str, b: str, most: int) -> int:
    """Letters put in, left out, changed or swapped with their neighbour (optimal string alignment)."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    before, row = [0] * (len(b) + 1), list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        older, before, row = before, row, [i]
        for j, y in enumerate(b, start=1):
            cost = min(row[j - 1] + 1, before[j] + 1, before[j - 1] + (x != y))
            is_swap = i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y
            row.append(min(cost, older[j - 2] + 1) if is_swap else cost)
    return row[-1]


def display_form(name: str) -> str:
    """`name` as it is shown: composed, of usual width, single spaces; its accents and capitals stay."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def better_name(known: str, found: str) -> bool:
    """Whether `found`, another spelling of the same key, is the better one to show: more accents, usual capitals."""
    return _rank(found) > _rank(known)


def _rank(name: str) -> tuple[int, bool]:
    accents = sum(unicodedata.combining(c) > 0 for c in unicodedata.normalize("NFD", display_form(name)))
    return accents, not (name.isupper() or name.islower())
