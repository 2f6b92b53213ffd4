"""Windows: at a pause, at a size, at message borders, and the same again when a session has grown."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.documents import Document, EpisodeKind, Part
from graphmem.domain.time import TimeSource
from ingest.tally import Tally
from ingest.windows import REMEMBERED_KEYS, Keys, Windows, windows

START = datetime(2025, 5, 3, 10, tzinfo=UTC)
FRAME = Document(harness="chat", external_id="s", kind=EpisodeKind.CONVERSATION, uri="u", title="t", parts=())


def part(key: str, text: str = "x", minute: int | None = None, speaker: str = "Ada") -> Part:
    at = None if minute is None else START + timedelta(minutes=minute)
    return Part(key=key, text=text, speaker=speaker, at=at)


def cut(*units: list[Part]) -> list[list[str]]:
    return [[one.key for one in document.parts] for document in windows(FRAME, units, Tally("u"))]


def test_a_pause_of_more_than_thirty_minutes_ends_a_window() -> None:
    assert cut([part("a", minute=0)], [part("b", minute=30)], [part("c", minute=61)]) == [["a", "b"], ["c"]]


def test_a_step_back_in_time_of_more_than_thirty_minutes_ends_a_window_too() -> None:
    assert cut([part("a", minute=60)], [part("b", minute=0)]) == [["a"], ["b"]]


def test_a_window_ends_before_it_would_grow_over_its_size() -> None:
    half = "x" * 7_000
    assert cut([part("a", half)], [part("b", half)], [part("c", "x")]) == [["a", "b"], ["c"]]


def test_a_message_is_never_cut() -> None:
    long = "x" * 9_000
    assert cut([part("a")], [part("b", long), part("c", long)], [part("d")]) == [["a"], ["b", "c"], ["d"]]


def test_without_times_only_the_size_counts() -> None:
    assert cut(*([part(f"k{n}")] for n in range(100))) == [[f"k{n}" for n in range(100)]]


def test_a_window_is_dated_by_its_first_time_else_by_its_frame() -> None:
    (timed,) = windows(FRAME, [[part("a"), part("b", minute=5)]], Tally("u"))
    (bare,) = windows(FRAME, [[part("a")]], Tally("u"))
    assert (timed.happened_at, timed.happened_at_source) == (START + timedelta(minutes=5), TimeSource.ROW)
    assert (bare.happened_at, bare.happened_at_source) == (None, TimeSource.UNKNOWN)


def test_its_participants_are_those_who_speak_in_it() -> None:
    first, second = windows(FRAME, [[part("a", minute=0)], [part("b", minute=90, speaker="Bo")]], Tally("u"))
    assert (first.participants, second.participants) == (("Ada",), ("Bo",))


def test_a_key_that_says_something_new_gets_a_number_and_one_that_repeats_itself_is_dropped_and_counted() -> None:
    tally = Tally("u")
    (document,) = windows(
        FRAME, [[part("a", "one")], [part("a", "two")], [part("a", "one")], [part("a", "two")]], tally
    )
    assert [(one.key, one.text) for one in document.parts] == [("a", "one"), ("a~2", "two")]
    assert [one.reason for one in tally.report()] == ["2 × part repeated under the same key"]


@given(
    units=st.lists(
        st.tuples(st.integers(1, 9_000), st.one_of(st.none(), st.integers(0, 200))), min_size=1, max_size=30
    ),
    data=st.data(),
)
def test_a_session_that_grows_changes_its_last_window_only(
    units: list[tuple[int, int | None]], data: st.DataObject
) -> None:
    parts = [[part(f"k{n}", "x" * size, minute)] for n, (size, minute) in enumerate(units)]
    before = list(windows(FRAME, parts[: data.draw(st.integers(0, len(parts)))], Tally("u")))
    after = list(windows(FRAME, parts, Tally("u")))
    assert after[: len(before) - 1] == before[:-1] if before else True
    if before:
        last = before[-1].parts
        assert after[len(before) - 1].parts[: len(last)] == last


@given(units=st.lists(st.lists(st.integers(0, 5_000), max_size=3), max_size=30))
def test_every_part_is_in_exactly_one_window(units: list[list[int]]) -> None:
    parts = [[part(f"{n}.{m}", "x" * size) for m, size in enumerate(unit)] for n, unit in enumerate(units)]
    assert [key for window in cut(*parts) for key in window] == [one.key for unit in parts for one in unit]


def test_an_empty_session_has_no_window() -> None:
    window = Windows(FRAME, Tally("u"))
    assert [*window.add([]), *window.close()] == []


def test_keys_of_very_many_blocks_stay_distinct_in_flat_memory() -> None:
    keys = Keys()
    for _ in range(REMEMBERED_KEYS):
        keys.key("same")
    assert keys.key("same") != keys.key("same")
    assert len(keys._counts) == 1
