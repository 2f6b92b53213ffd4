"""git history: real repositories, and what people save of `git log`."""

import os
import subprocess
from pathlib import Path

import pytest
from ingest_given import FakeMemory, Pulled, read

from graphmem.domain.documents import Document, EpisodeKind, RecordRelation
from graphmem.domain.errors import UnreadableSource
from ingest import git_repository
from ingest.connector import Source
from ingest.connectors.git_history import GitHistory
from ingest.report import FileStatus
from ingest.run import ingest

REASONED = """feat(cache): switch the session cache to Redis

Memcached evicted live sessions under load, because its slabs never shrink.

BREAKING CHANGE: old cookies are invalid.

Co-authored-by: Bo Rask <bo@example.org>"""


def git(home: Path, *words: str) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    stamps = {"GIT_AUTHOR_DATE": "2025-05-01T10:00:00+02:00", "GIT_COMMITTER_DATE": "2025-05-01T10:00:00+02:00"}
    people = ["-c", "user.name=Ada Lind", "-c", "user.email=ada@example.org", "-c", "commit.gpgSign=false"]
    ran = subprocess.run(
        ["git", *people, "-C", str(home), *words], env=clean | stamps, check=True, capture_output=True, text=True
    )
    return ran.stdout


def commit(home: Path, message: str, **files: str) -> str:
    for name, text in (files or {"notes": message}).items():
        place = home / name.replace("__", "/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    git(home, "add", ".")
    git(home, "commit", "-q", "-m", message)
    return git(home, "rev-parse", "HEAD").strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    home = tmp_path / "work"
    home.mkdir()
    git(home, "init", "-q", "-b", "main")
    return home


def pulled(home: Path) -> Pulled:
    return Pulled(GitHistory().pull(Source(path=home, head=b"")))


def by_title(found: Pulled) -> dict[str, Document]:
    return {document.title: document for document in found.documents}


class TestARepository:
    def test_a_commit_with_a_reason_is_a_decision_and_a_bare_one_is_a_note(self, repository: Path) -> None:
        commit(repository, "Start")
        commit(repository, REASONED, src__cache="redis")
        start, change = pulled(repository).documents
        assert (start.kind, change.kind) == (EpisodeKind.NOTE, EpisodeKind.DECISION_RECORD)
        assert change.participants == ("Ada Lind", "Bo Rask")
        assert change.happened_at is not None
        assert change.happened_at.isoformat() == "2025-05-01T08:00:00+00:00"
        headings = {part.text[:12]: part.heading for part in change.parts if not part.is_noise}
        assert headings == {
            "feat(cache):": ("breaking", "Decision"),
            "Memcached ev": ("breaking", "Rationale"),
            "BREAKING CHA": ("breaking", "Consequences"),
        }

    def test_it_touches_its_files_under_the_names_that_sessions_in_that_folder_give_them(
        self, repository: Path
    ) -> None:
        commit(repository, "Start", src__cache="one")
        change = pulled(repository).documents[0]
        touched = [touch.uri for part in change.parts for touch in part.artifacts]
        assert touched == [f"{repository}/src/cache"]
        assert (change.project, change.cwd) == (str(repository), str(repository))

    def test_a_name_that_git_quotes_is_the_name_on_disk(self, repository: Path) -> None:
        commit(repository, "Start", **{'größe "x"': "1"})
        touched = [touch.uri for part in pulled(repository).parts for touch in part.artifacts]
        assert touched == [f'{repository}/größe "x"']

    def test_a_revert_supersedes_what_it_names_even_when_that_gave_no_reason(self, repository: Path) -> None:
        commit(repository, "Start")
        bad = commit(repository, "Take the fast path", code="fast")
        git(repository, "revert", "--no-edit", "HEAD")
        found = by_title(pulled(repository))
        assert found["Take the fast path"].kind is EpisodeKind.DECISION_RECORD
        revert = found['Revert "Take the fast path"']
        assert [(link.target, link.relation) for link in revert.record_links] == [
            (f"commit {bad}", RecordRelation.SUPERSEDES)
        ]
        assert f"commit {bad}" in found["Take the fast path"].record_keys

    def test_a_fix_amends_the_commit_that_it_names(self, repository: Path) -> None:
        bad = commit(repository, "Retry on 503")
        commit(repository, f"fix: stop after three tries\n\nFixes: {bad[:12]}")
        fix = by_title(pulled(repository))["fix: stop after three tries"]
        assert [(link.target, link.relation) for link in fix.record_links] == [
            (f"commit {bad[:7]}", RecordRelation.AMENDS)
        ]
        assert next(part.heading[0] for part in fix.parts if part.heading) == "fix"

    def test_a_merge_that_says_nothing_is_counted_and_a_bots_commit_states_nothing(self, repository: Path) -> None:
        commit(repository, "Start")
        git(repository, "checkout", "-q", "-b", "side")
        commit(repository, "Side work", side="1")
        git(repository, "checkout", "-q", "main")
        git(repository, "merge", "-q", "--no-ff", "--no-edit", "side")
        (repository / "deps").write_text("2")
        git(repository, "add", ".")
        git(repository, "commit", "-q", "--author=depbot[bot] <b@example.org>", "-m", "Bump deps\n\nBecause it is new.")
        found = pulled(repository)
        assert "merge that says nothing of its own" in found.reasons
        bumped = by_title(found)["Bump deps"]
        assert bumped.kind is EpisodeKind.NOTE
        assert all(part.is_noise for part in bumped.parts)

    def test_a_bare_repository_a_linked_folder_and_dot_git_itself_are_read(
        self, repository: Path, tmp_path: Path
    ) -> None:
        commit(repository, "Start")
        git(tmp_path, "clone", "-q", "--bare", str(repository), str(tmp_path / "bare.git"))
        git(repository, "worktree", "add", "-q", str(tmp_path / "linked"))
        for place in (tmp_path / "bare.git", tmp_path / "linked", repository / ".git"):
            assert [document.title for document in pulled(place).documents] == ["Start"]

    def test_an_empty_repository_gives_nothing_and_raises_nothing(self, repository: Path) -> None:
        assert pulled(repository).documents == []

    def test_nothing_that_the_repository_configures_is_run(self, repository: Path, tmp_path: Path) -> None:
        commit(repository, "Start")
        trap = tmp_path / "trap"
        trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\n")
        trap.chmod(0o755)
        for name in ("core.fsmonitor", "core.pager", "core.sshCommand", "diff.external", "gpg.program"):
            git(repository, "config", name, str(trap))
        git(repository, "config", "log.showSignature", "true")
        assert [document.title for document in pulled(repository).documents] == ["Start"]
        assert not (tmp_path / "sprung").exists()

    def test_without_git_the_error_says_what_to_do(self, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        commit(repository, "Start")
        monkeypatch.setattr(git_repository.shutil, "which", lambda _: None)
        with pytest.raises(UnreadableSource) as refused:
            pulled(repository)
        assert "no git command" in str(refused.value)
        assert "git log" in refused.value.hint

    def test_a_damaged_repository_is_an_error_of_ours(self, repository: Path) -> None:
        sha = commit(repository, "Start")
        kept = repository / ".git" / "objects" / sha[:2] / sha[2:]
        kept.chmod(0o644)
        kept.write_bytes(b"broken")
        with pytest.raises(UnreadableSource):
            pulled(repository)

    def test_git_that_takes_too_long_is_stopped(self, repository: Path) -> None:
        commit(repository, "Start")
        limits = git_repository.GitLimits(seconds=0)
        with pytest.raises(UnreadableSource) as refused, git_repository.history(repository, limits):
            pass
        assert "longer than" in str(refused.value)


class TestSavedLogs:
    @pytest.mark.parametrize(
        "options",
        [(), ("--stat",), ("--name-only",), ("--name-status",), ("--numstat",), ("-p",), ("--format=fuller", "--stat")],
        ids=lambda options: " ".join(options) or "plain",
    )
    def test_every_form_gives_the_same_words_and_files(self, repository: Path, options: tuple[str, ...]) -> None:
        commit(repository, "Start", first="1")
        commit(repository, REASONED, src__cache="redis")
        found = read(GitHistory(), git(repository, "log", *options))
        assert [document.title for document in found.documents] == [REASONED.split("\n", maxsplit=1)[0], "Start"]
        words = [part.text for document in reversed(pulled(repository).documents) for part in document.parts]
        assert sorted(part.text for part in found.parts) == sorted(words)
        assert words.count("Author: Ada Lind <ada@example.org>") == 1
        if options and options != ("--format=fuller",):
            files = [touch.uri for part in found.parts for touch in part.artifacts]
            assert files == ["src/cache", "first"]

    def test_one_line_a_commit(self, repository: Path) -> None:
        commit(repository, "Start")
        commit(repository, "fix: retry on 503", code="x")
        log = git(repository, "log", "--oneline", "--decorate")
        assert GitHistory().recognises(Source(path=Path("x"), head=log.encode(), content=log.encode())) > 0.9
        assert [document.title for document in read(GitHistory(), log).documents] == ["fix: retry on 503", "Start"]


class TestARun:
    async def test_a_folder_that_is_named_gives_its_history_beside_its_files(
        self, repository: Path, store: FakeMemory
    ) -> None:
        commit(repository, "Start", readme="We take the bus.")
        report = await ingest(store, [repository])
        assert [(file.connector, file.status) for file in report.files if file.connector] == [
            ("git", FileStatus.OK),
            ("markdown", FileStatus.OK),
        ]

    async def test_the_kind_git_reads_the_histories_alone_also_of_folders_below(
        self, repository: Path, store: FakeMemory
    ) -> None:
        commit(repository, "Start")
        report = await ingest(store, [repository.parent], source="git")
        assert [(file.connector, file.counts.documents) for file in report.files] == [("git", 1)]

    async def test_no_repository_is_told(self, tmp_path: Path, store: FakeMemory) -> None:
        report = await ingest(store, [tmp_path], source="git")
        assert [(file.status, file.skipped[0].reason) for file in report.files] == [
            (FileStatus.FAILED, "no git repository")
        ]

    async def test_ded_02_a_second_run_changes_nothing(self, repository: Path, store: FakeMemory) -> None:
        commit(repository, REASONED)
        await ingest(store, [repository], source="git")
        totals = (await ingest(store, [repository], source="git")).totals
        assert (totals.unchanged, totals.changed, totals.new) == (1, 0, 0)
