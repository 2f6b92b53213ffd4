"""A run: everything that is read arrives once, everything that is not is told, one bad file stops nothing."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from ingest_given import BrokenMemory, FakeMemory

from graphmem.domain.documents import Document, Skipped
from graphmem.domain.errors import DatabaseUnavailable, UnknownFormat
from ingest import registry
from ingest.connector import Source
from ingest.report import FileStatus
from ingest.run import ingest, ingest_text

Write = Callable[..., Path]


def message(uuid: str, text: str, *, session: str = "s1", **changes: object) -> dict[str, object]:
    row: dict[str, object] = {
        "type": "user",
        "uuid": uuid,
        "sessionId": session,
        "cwd": "/srv/app",
        "timestamp": "2025-05-03T10:00:00Z",
        "message": {"role": "user", "content": text},
    }
    return row | changes


class Watcher:
    def __init__(self) -> None:
        self.files = 0
        self.done: list[str] = []
        self.messages: list[str] = []

    def start(self, files: int) -> None:
        self.files = files

    def advance(self, uri: str) -> None:
        self.done.append(uri)

    def message(self, text: str) -> None:
        self.messages.append(text)


async def test_every_file_is_reported_with_its_connector_and_its_counts(
    write: Write, tmp_path: Path, store: FakeMemory
) -> None:
    write("a.md", "# Bus\n\nWe take it.\n")
    write("b.jsonl", [message("u1", "We take the bus."), message("u2", "It runs.")])
    report = await ingest(store, [tmp_path])
    assert [(file.connector, file.status, file.counts.chunks) for file in report.files] == [
        ("markdown", FileStatus.OK, 1),
        ("claude-code", FileStatus.OK, 2),
    ]
    assert (report.totals.documents, report.totals.new, report.totals.chunks, report.exit_code) == (2, 2, 3, 0)


async def test_the_second_run_finds_everything_unchanged(write: Write, tmp_path: Path, store: FakeMemory) -> None:
    write("2025-05-03.md", "We take it.\n")
    write("b.jsonl", [message("u1", "We take the bus.")])
    await ingest(store, [tmp_path])
    totals = (await ingest(store, [tmp_path])).totals
    assert (totals.unchanged, totals.new, totals.changed, totals.embedded) == (2, 0, 0, 0)


async def test_ing_01_the_tail_of_a_half_written_line_is_picked_up_when_it_is_complete(
    write: Write, store: FakeMemory
) -> None:
    rows = [json.dumps(message(f"u{n}", f"Message {n}.")) for n in range(3)]
    first = await ingest(store, [write("s.jsonl", "\n".join(rows)[:-20])])
    assert (first.exit_code, [one.line for file in first.files for one in file.skipped]) == (0, [3])
    await ingest(store, [write("s.jsonl", "\n".join(rows) + "\n")])
    whole = FakeMemory()
    await ingest(whole, [write("s.jsonl", "\n".join(rows) + "\n")])
    assert store.windows == whole.windows


async def test_ing_04_a_session_that_lies_in_two_files_is_complete_in_any_order(write: Write) -> None:
    one = write("A.jsonl", [message("a1", "We drop Redis.", session="A"), message("b2", "It is slow.", session="B")])
    two = write("B.jsonl", [message("b1", "We take Kafka.", session="B")])
    for order in ([one, two], [two, one]):
        store = FakeMemory()
        await ingest(store, order)
        assert sorted(store.texts("B")) == ["It is slow.", "We take Kafka."]
        assert store.texts("A") == ["We drop Redis."]


async def test_ing_04_the_windows_of_a_session_in_two_files_are_those_of_one_file(write: Write) -> None:
    rows = [message(f"b{n}", f"Message {n}. " + "word " * 700, session="B") for n in range(12)]
    whole = FakeMemory()
    await ingest(whole, [write("whole/B.jsonl", rows)])
    one = write("A.jsonl", [message("a1", "We drop Redis.", session="A"), *rows[3:]])
    write("B.jsonl", rows[:5])
    for order in (["A.jsonl", "B.jsonl"], ["B.jsonl", "A.jsonl"], ["A.jsonl"]):
        store = FakeMemory()
        await ingest(store, [one.parent / name for name in order])
        kept = {key: [part.text for part in window.parts] for key, window in store.windows.items()}
        assert {key: texts for key, texts in kept.items() if key[1] == "B"} == {
            key: [part.text for part in window.parts] for key, window in whole.windows.items()
        }
        assert store.texts("A") == ["We drop Redis."]


async def test_ing_07_rows_that_a_parent_and_its_subagent_file_share_are_read_once_and_counted(write: Write) -> None:
    def side(numbers: range) -> list[dict[str, object]]:
        return [
            message(f"u{n}", f"Row {n}.", isSidechain=True, parentUuid=f"u{n - 1}" if n > 10 else None) for n in numbers
        ]

    parent = write("s1.jsonl", [*(message(f"m{n}", f"Main {n}.") for n in range(10)), *side(range(10, 20))])
    agent = write("agent-1.jsonl", side(range(10, 30)))
    for order in ([parent, agent], [agent, parent]):
        store = FakeMemory()
        report = await ingest(store, order)
        assert len(store.texts()) == len(set(store.texts())) == 30
        assert "Row 29." in store.texts()
        shared = [one.reason for file in report.files for one in file.skipped if "another file" in one.reason]
        assert shared == ["10 parts of s1/u10 that another file has given"]


async def test_ing_10_importing_again_later_changes_no_date(write: Write, store: FakeMemory) -> None:
    months = [f"2025-0{month}-11T09:00:00Z" for month in range(3, 9)]
    paths = [write(f"{m}.jsonl", [message(f"u{m}", "Hi there.", session=m, timestamp=m)]) for m in months]
    for _ in range(2):
        await ingest(store, paths)
    dates = sorted(d.happened_at.isoformat() for d in store.windows.values() if d.happened_at)
    assert dates == [month.replace("Z", "+00:00") for month in months]


@pytest.mark.parametrize("given", ["gone.jsonl", "folder", "empty.jsonl"])
async def test_ing_11_a_transcript_that_is_gone_a_folder_or_empty_raises_nothing(
    write: Write, tmp_path: Path, store: FakeMemory, given: str
) -> None:
    write("empty.jsonl", "")
    (tmp_path / "folder").mkdir()
    report = await ingest(store, [tmp_path / given])
    assert [len(file.skipped) for file in report.files] == [1]
    assert store.windows == {}


async def test_ing_13_two_projects_in_one_folder_stay_apart(write: Write, tmp_path: Path, store: FakeMemory) -> None:
    write("p/1.jsonl", [message("u1", "Client one.", session="A", cwd="/srv/新聞")])
    write("p/2.jsonl", [message("u2", "Client two.", session="B", cwd="/srv/暫存")])
    await ingest(store, [tmp_path])
    assert {document.project for document in store.windows.values()} == {"/srv/新聞", "/srv/暫存"}


async def test_cost_02_injected_memories_make_nothing_new_in_five_runs(write: Write, store: FakeMemory) -> None:
    own = [message("x", "<graphmem-extraction>We decided on Kafka.", session="own")]
    path, watched = (
        write("own.jsonl", own),
        write("s.jsonl", [message("u", "<graphmem-context>Kafka.</graphmem-context>\nHi.")]),
    )
    news = [(await ingest(store, [watched.parent])).totals.new for _ in range(5)]
    assert (news, store.texts(), path.exists()) == ([1, 0, 0, 0, 0], ["Hi."], True)


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", FileStatus.FAILED),
        (bytes(range(256)) * 4, FileStatus.FAILED),
        (b"\x89PNG\r\n\x1a\n\x00", FileStatus.FAILED),
        (b"WEBVTT\n", FileStatus.FAILED),
        (b"!!! ??? ...", FileStatus.FAILED),
        (b'{"type": "user", "mess', FileStatus.FAILED),
        (b"Fine.", FileStatus.OK),
    ],
)
async def test_a_file_that_was_named_must_give_something(
    write: Write, store: FakeMemory, content: bytes, status: FileStatus
) -> None:
    report = await ingest(store, [write("in.md", content)])
    assert [file.status for file in report.files] == [status]
    assert report.exit_code == (65 if status is FileStatus.FAILED else 0)
    assert status is FileStatus.OK or all(file.skipped for file in report.files)


async def test_what_is_no_text_in_a_folder_is_told_and_is_no_fault(
    write: Write, tmp_path: Path, store: FakeMemory
) -> None:
    write("a.png", b"\x89PNG\r\n\x1a\n\x00")
    write("b.vtt", b"")
    write("c.md", "Fine.")
    report = await ingest(store, [tmp_path])
    assert [file.status for file in report.files] == [FileStatus.EMPTY, FileStatus.EMPTY, FileStatus.OK]
    assert report.exit_code == 0


async def test_a_file_that_is_mostly_not_understood_is_partial_and_makes_the_exit_code_65(
    write: Write, store: FakeMemory
) -> None:
    report = await ingest(store, [write("s.jsonl", [message("u", "Fine."), {"odd": 1}, {"odd": 2}])])
    assert ([file.status for file in report.files], report.exit_code) == ([FileStatus.PARTIAL], 65)
    assert store.texts() == ["Fine."]


class _Failing:
    name = "failing"

    def recognises(self, source: Source) -> float:
        return 1.0 if b"boom" in source.head else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        raise KeyError(source.uri)
        yield


async def test_a_connector_that_fails_is_one_bad_file(
    write: Write, tmp_path: Path, store: FakeMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "CONNECTORS", (_Failing(), *registry.CONNECTORS))
    for name, text in (("a.md", "First."), ("b.md", "boom"), ("c.md", "Last.")):
        write(name, text)
    report = await ingest(store, [tmp_path])
    assert [file.status for file in report.files] == [FileStatus.OK, FileStatus.FAILED, FileStatus.OK]
    assert "reading failed: KeyError" in report.files[1].skipped[0].reason
    assert store.texts() == ["First.", "Last."]


async def test_an_error_of_the_memory_ends_the_run_and_running_again_completes_it(
    write: Write, tmp_path: Path, store: FakeMemory
) -> None:
    for name in "abc":
        write(f"{name}.md", f"Note {name}.")
    with pytest.raises(DatabaseUnavailable):
        await ingest(BrokenMemory(DatabaseUnavailable("gone"), after=1), [tmp_path])
    await ingest(store, [tmp_path])
    assert store.texts() == ["Note a.", "Note b.", "Note c."]


async def test_files_are_read_only_as_the_memory_asks_for_them(write: Write, tmp_path: Path) -> None:
    for name in "abc":
        write(f"{name}.md", f"Note {name}.")
    watcher = Watcher()
    with pytest.raises(DatabaseUnavailable):
        await ingest(BrokenMemory(DatabaseUnavailable("gone"), after=1), [tmp_path], progress=watcher)
    assert (watcher.files, watcher.done) == (3, [])


async def test_progress_names_every_file_and_tells_what_failed(write: Write, tmp_path: Path, store: FakeMemory) -> None:
    write("a.md", "Fine.")
    write("b.md", bytes(range(256)))
    watcher = Watcher()
    await ingest(store, [tmp_path], progress=watcher)
    assert (watcher.files, len(watcher.done)) == (2, 2)
    assert [text.endswith("binary, no text") for text in watcher.messages] == [True]


async def test_a_file_named_twice_or_met_again_in_its_folder_is_read_once(
    write: Write, tmp_path: Path, store: FakeMemory
) -> None:
    path = write("a.md", "Fine.")
    report = await ingest(store, [path, tmp_path, path])
    assert (len(report.files), store.pulled) == (1, 1)


async def test_a_named_connector_reads_what_it_would_not_have_recognised(write: Write, store: FakeMemory) -> None:
    report = await ingest(store, [write("a.txt", "Ada: Hm.\n")], source="plain-chat", project="bus")
    assert [file.connector for file in report.files] == ["plain-chat"]
    assert [(d.project, d.parts[0].speaker) for d in store.windows.values()] == [("bus", "Ada")]


async def test_a_connector_that_does_not_exist_is_refused_with_the_names_of_those_that_do(
    write: Write, store: FakeMemory
) -> None:
    with pytest.raises(UnknownFormat) as refused:
        await ingest(store, [write("a.md", "Fine.")], source="telepathy")
    assert "claude-code" in refused.value.hint
    assert store.pulled == 0


async def test_a_relative_and_an_absolute_path_are_the_same_document(
    write: Write, store: FakeMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("2025-05-03.md", "Fine.")
    await ingest(store, [path])
    monkeypatch.chdir(path.parent)
    assert (await ingest(store, [Path("2025-05-03.md")])).totals.unchanged == 1


class TestText:
    async def test_a_text_is_sniffed_like_a_file(self, store: FakeMemory) -> None:
        at = datetime(2025, 5, 3, tzinfo=UTC)
        report = await ingest_text(
            store, "Ada: The bus?\nBo: Yes, it runs.\n", title="Travel", project="p", happened_at=at
        )
        (document,) = store.windows.values()
        assert [file.connector for file in report.files] == ["plain-chat"]
        assert (document.title, document.project, document.happened_at, document.happened_at_source) == (
            "Travel",
            "p",
            at,
            "meta",
        )

    async def test_the_same_text_again_is_the_same_document(self, store: FakeMemory) -> None:
        outcomes = [(await ingest_text(store, "We take the bus.", title="Note")).totals for _ in range(2)]
        assert [(totals.new, totals.unchanged) for totals in outcomes] == [(1, 0), (0, 1)]

    async def test_the_same_text_in_another_project_is_another_document(self, store: FakeMemory) -> None:
        for project in ("one", "two"):
            await ingest_text(store, "We take the bus.", title="Note", project=project)
        assert len(store.windows) == 2

    async def test_a_text_without_a_date_has_none(self, store: FakeMemory) -> None:
        await ingest_text(store, "We take the bus.", title="Note")
        assert [(d.happened_at, d.happened_at_source) for d in store.windows.values()] == [(None, "unknown")]

    async def test_an_empty_text_is_bad_input(self, store: FakeMemory) -> None:
        report = await ingest_text(store, " \n", title="Note")
        assert (report.exit_code, [file.status for file in report.files]) == (65, [FileStatus.FAILED])
        assert report.files[0].skipped
