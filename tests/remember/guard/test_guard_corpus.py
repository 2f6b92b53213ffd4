"""The guard over planted fakes, their look-alikes and their disguises (SEC-01, SEC-02)."""

import re
from collections.abc import Iterator
from time import process_time

import pytest
from guard_corpus import (
    PERSONAL,
    SECRETS,
    Planted,
    disguises,
    instructions,
    near_instructions,
    near_personal,
    near_secrets,
    worded_disguises,
)

from graphmem.remember.guard.disguise import bare
from graphmem.remember.guard.instructions import find_instruction
from graphmem.remember.guard.mask import mask

RECALL = 0.98
PIECE = 6
LEAST = 20
_MASK = re.compile(r"\[(?:secret|personal):[a-z-]+\]")


def survives(text: str, value: str) -> bool:
    """Whether six characters of the value in a row are still there, in whatever disguise."""
    shown, plain = bare(_MASK.sub("", text)).text, bare(value).text
    return any(plain[n : n + PIECE] in shown for n in range(max(1, len(plain) - PIECE + 1)))


def missed(cases: list[tuple[str, Planted]]) -> list[str]:
    return [text for text, planted in cases if survives(mask(text).text, planted.value)]


def disguised(planted: list[Planted], *, is_form: bool) -> Iterator[tuple[str, Planted]]:
    for one in planted:
        if "-----" not in one.text:
            yield from ((text, one) for _, text in disguises(one, is_form=is_form))


@pytest.mark.parametrize("name", [*SECRETS, *PERSONAL])
def test_what_is_planted_does_not_survive_plain_or_disguised(name: str) -> None:
    planted = {**SECRETS, **PERSONAL}[name]()
    assert len(planted) >= LEAST
    assert missed([(one.text, one) for one in planted]) == []
    hidden = list(disguised(planted, is_form=name == "vendor tokens"))
    assert len(missed(hidden)) <= (1 - RECALL) * len(hidden)


@pytest.mark.parametrize("text", [*near_secrets(), *near_personal()])
def test_what_only_looks_near_stays_to_the_letter(text: str) -> None:
    assert mask(text).text == text


def test_a_mask_masks_once() -> None:
    for planted in (case for make in SECRETS.values() for case in make()):
        once = mask(planted.text).text
        assert mask(once).text == once


def test_instructions_are_known_plain_and_disguised() -> None:
    texts = instructions()
    assert len(texts) >= LEAST
    assert [text for text in texts if not find_instruction(text, is_outside=True)] == []
    hidden = [form for text in texts for name, form in worded_disguises(text) if name != "tags" or text.isascii()]
    unseen = [form for form in hidden if not find_instruction(form, is_outside=True)]
    assert len(unseen) <= (1 - RECALL) * len(hidden)


@pytest.mark.parametrize("text", near_instructions())
def test_talk_about_instructions_is_none(text: str) -> None:
    assert find_instruction(text, is_outside=True) == ""


@pytest.mark.parametrize(
    "unit",
    ["password: ", "eyJ", "a", "sk-", "-----BEGIN PRIVATE KEY-----", "://a:", "<b>", "\n a", "ignore previous ",
     "curl ", "system:\n", "</context>\n", "![a](", "<private>", "&lt;", "4111 ", "DE89 3704 ", "1 ", "a b c ",
     "key ("],
)  # fmt: skip
def test_no_text_makes_the_guard_slow(unit: str) -> None:
    """A ratio of processor times of this process: whatever else the machine does, linear work stays linear."""

    def work(length: int) -> float:
        text = unit * (length // len(unit))
        started = process_time()
        mask(text)
        find_instruction(text, is_outside=True)
        return process_time() - started

    work(2_000)
    ratio = min(work(200_000) / max(work(50_000), 1e-3) for _ in range(3))
    assert ratio < 10  # four times the text; quadratic work would be sixteen times
