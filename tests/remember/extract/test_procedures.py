"""Procedures: fixes that followed an error, steps, lessons; and what is none of them."""

import pytest
from extract_given import Read, chat, episode_of, note, read

from graphmem.domain.documents import EpisodeKind, Part, SpeakerRole
from graphmem.remember.extract.procedures import signature_of


def run(*turns: tuple[str, str]) -> Read:
    """An agent run: user, assistant and tool turns."""
    roles = {"user": SpeakerRole.USER, "assistant": SpeakerRole.ASSISTANT, "tool": SpeakerRole.ASSISTANT}
    parts = [
        Part(
            key=str(n),
            text=text,
            speaker="" if who == "tool" else who,
            role=SpeakerRole.NONE if who == "tool" else roles[who],
            is_noise=who == "tool",
        )
        for n, (who, text) in enumerate(turns)
    ]
    return read(episode_of(*parts, kind=EpisodeKind.CONVERSATION))


def told(found: Read) -> list[str]:
    return [each.text for each in found.found.procedures]


FAILED = ("tool", "npm ERR! code EPEERINVALID\nError: Cannot find module 'left-pad' at /home/kim/app/index.js:12")


@pytest.mark.parametrize(
    "fix",
    [
        "The fix was to pin left-pad to version 1.2 in the lock file.",
        "Turns out the cache folder was owned by root.",
        "Fixed it by deleting the node_modules folder.",
        "The root cause was a stale lock file.",
    ],
)
def test_a_fix_told_after_an_error_is_a_procedure_with_the_errors_signature(fix: str) -> None:
    found = run(("user", "Please build it."), FAILED, ("assistant", fix))
    assert told(found) == [fix]
    assert found.found.procedures[0].signature == signature_of("Error: Cannot find module 'left-pad' at index.js:77")
    assert found.quote(found.found.procedures[0].span) == fix


def test_qua_01_without_any_error_before_it_the_same_sentence_is_none() -> None:
    assert told(run(("user", "Please build it."), ("assistant", "Turns out the cache folder was big."))) == []


def test_what_changed_between_a_failing_and_a_passing_command_is_the_fix() -> None:
    found = run(
        ("tool", "[tool] Bash: pytest -q tests"),
        ("tool", "E   ModuleNotFoundError: No module named 'yaml'\n1 failed"),
        ("assistant", "Let me look at the requirements."),
        ("assistant", "I added pyyaml to the test requirements."),
        ("tool", "[tool] Bash: pytest -q tests"),
        ("tool", "12 passed in 0.8s"),
    )
    assert told(found) == ["I added pyyaml to the test requirements."]


def test_a_command_that_fails_again_has_no_fix_yet() -> None:
    found = run(
        ("tool", "[tool] Bash: pytest -q tests"),
        ("tool", "Error: no module named yaml"),
        ("assistant", "I added pyyaml to the test requirements."),
        ("tool", "[tool] Bash: pytest -q tests"),
        ("tool", "Error: no module named toml"),
    )
    assert told(found) == []


@pytest.mark.parametrize(
    "lesson",
    [
        "Lesson learned: rotate the signing key before the certificate runs out.",
        "Note to self: the staging proxy drops headers over 8 kB.",
        "Next time start the replica before the import.",
        "Always stop the ferry scheduler before you restore the database.",
        "To release, run make dist then push the tag.",
    ],
)
def test_a_lesson_or_way_to_do_something_is_a_procedure(lesson: str) -> None:
    assert told(chat(("Kim", lesson), ("Noor", "Hm."))) == [lesson]


@pytest.mark.parametrize(
    "text",
    [
        "Next time we meet in the harbour office.",
        "Should we always stop the scheduler before the restore?",
        "He said the fix was in the other branch.",
        "In the top drawer there is a key.",
        "The problem is hard.",
    ],
)
def test_talk_that_teaches_nothing_is_none(text: str) -> None:
    assert told(chat(("Kim", text), ("Noor", "Hm."))) == []


def test_steps_under_such_a_heading_are_one_procedure() -> None:
    found = note("Handbook", ("Handbook › How to release", "1. Run make dist.\n2. Push the tag.\n3. Tell the pilots."))
    (one,) = found.found.procedures
    assert (one.text.startswith("Run make dist."), one.text.endswith("Tell the pilots.")) == (True, True)


def test_the_same_lesson_twice_has_one_signature() -> None:
    one = chat(("Kim", "Note to self: the staging proxy drops big headers."), ("Noor", "Hm.")).found.procedures[0]
    two = chat(("Ada", "Note to self: big headers, the staging proxy drops."), ("Bo", "Hm.")).found.procedures[0]
    assert one.signature == two.signature


def test_numbers_hashes_and_folders_are_no_part_of_a_signature() -> None:
    assert signature_of("Error at /a/b/run.py:12 in 3f2a9c1d: 'x'") == signature_of(
        "error at /c/run.py:99 in 77bb01aa2: x"
    )
