"""`graphmem bench all`: every benchmark after the other, kept part by part, and one page of them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.bench_runs import run_recall, run_resolve, run_speed, run_updates, run_why

if TYPE_CHECKING:
    from graphmem.bench.machine import Machine
    from graphmem.bench.whole import Glance, Part, Told

UPDATES = "tests/data"
ENTITIES = 100_000
WHY = {
    "": "Each question is asked inside its own collection.",
    "captured": "The labels of half the documents are handed in as captures, and only what these answer is asked.",
    "together": "All collections are in one tenant: harder.",
}

Watch = Callable[[str], None]


def register(bench: typer.Typer) -> None:
    """Add the command of this module."""
    bench.command("all")(run_every)


def run_every(
    *,
    data: Annotated[
        Path, typer.Option("--data", metavar="DIR", envvar="GRAPHMEM_BENCH_DATA", help="The retrieval sets.")
    ],
    why_set: Annotated[Path, typer.Option("--why-set", metavar="DIR", help="Labelled why questions with a scorer.")],
    extraction_set: Annotated[
        Path, typer.Option("--extraction-set", metavar="DIR", help="Labelled excerpts with a scorer.")
    ],
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Keeps a JSON file a part, and the page.")],
    updates: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="Sets of value changes; default: the checkout's own.")
    ] = None,
    chunks: Annotated[list[int] | None, typer.Option(metavar="N", help="Sizes for speed; default: 10,000.")] = None,
    only: Annotated[
        list[str] | None, typer.Option(metavar="PART", help="Only parts that begin so; may repeat.")
    ] = None,
    limit: Annotated[int, typer.Option(metavar="N", min=0, help="N questions a corpus at most; 0 = all.")] = 0,
    again: Annotated[bool, typer.Option("--again", help="Also parts that are finished.")] = False,
    page: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the page goes; default: in FOLDER.")] = None,
) -> None:
    """Every benchmark, resumable: a finished part is not run again while its data and the version are the same."""
    from graphmem.bench.page import PAGE, write_page  # noqa: PLC0415 - heavy imports wait until a command runs
    from graphmem.bench.whole import run_parts  # noqa: PLC0415
    from graphmem.cli.as_json import plain  # noqa: PLC0415
    from graphmem.cli.bench import watch  # noqa: PLC0415

    asked = _Asked(data, why_set, extraction_set, out, tuple(updates or _own_updates()), tuple(chunks or ()), limit)
    parts = list(asked.parts(watch))
    chosen = [part for part in parts if not only or part.name.startswith(tuple(only))]
    place = page or out / PAGE
    for name in run_parts(chosen, out, again=again, plain=plain, watch=watch):
        watch("")
        typer.echo(f"measured: {name}")
        write_page(parts, out, place)
    write_page(parts, out, place)
    typer.echo(f"page: {place}")


def _own_updates() -> Iterator[Path]:
    import graphmem  # noqa: PLC0415

    yield from sorted((Path(graphmem.__file__).parent.parent / UPDATES).glob("updates*.toml"))


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is measured, as parts."""

    data: Path
    why_set: Path
    extraction_set: Path
    out: Path
    updates: tuple[Path, ...]
    chunks: tuple[int, ...]
    limit: int

    def parts(self, watch: Watch) -> Iterator["Part"]:
        """All of them, in the order of the page."""
        from graphmem.bench.retrieval.registry import REPORTED  # noqa: PLC0415
        from graphmem.bench.speed_plan import QUICK  # noqa: PLC0415

        for name in (*REPORTED, *map(str, sorted(self.data.glob("longmemeval*.json")))):
            yield self._limited("recall", Path(name).stem, (self.data,), partial(self._recall, name, watch))
        for variant in WHY:
            made = self._part if variant == "captured" else self._limited
            yield made("why", variant, (self.why_set,), partial(self._why, variant, watch))
        yield self._part("extraction", "", (self.extraction_set,), partial(self._extraction, watch))
        for path in self.updates:
            yield self._part("updates", path.stem, (path,), partial(self._updates, path, watch))
        yield self._part("resolve", "", (), partial(self._resolve, watch))
        for size in self.chunks or (QUICK,):
            yield self._part("speed", f"{size}", (), partial(self._speed, size, watch))

    def _part(self, bench: str, what: str, inputs: tuple[Path, ...], run: Callable[[], "Told"]) -> "Part":
        from graphmem.bench.whole import Part  # noqa: PLC0415

        name = "-".join(filter(None, (bench, what)))
        title = " ".join(filter(None, (bench, what)))
        return Part(name=name, title=title, inputs=inputs, run=run)

    def _limited(self, bench: str, what: str, inputs: tuple[Path, ...], run: Callable[[], "Told"]) -> "Part":
        """A part of which `--limit` leaves questions out; its title says so."""
        whole = self._part(bench, what, inputs, run)
        if not self.limit:
            return whole
        return replace(whole, title=f"{whole.title}, {self.limit} a corpus", options=f"limit {self.limit}")

    def _recall(self, name: str, watch: Watch) -> "Told":
        from graphmem.bench import glance  # noqa: PLC0415
        from graphmem.bench.retrieval.registry import load  # noqa: PLC0415
        from graphmem.bench.retrieval.told import READ, set_told  # noqa: PLC0415

        wanted = load(name, self.data, limit=self.limit)
        report, machine = run_recall(wanted, ablations=True, quiet=True, watch=watch)
        return _told((*set_told(report), READ), glance.of_retrieval(report), report, machine)

    def _why(self, variant: str, watch: Watch) -> "Told":
        from graphmem.bench import glance, show  # noqa: PLC0415
        from graphmem.bench.why import Variant  # noqa: PLC0415
        from graphmem.bench.why_set import read_why_set  # noqa: PLC0415

        chosen = Variant(captured=variant == "captured", together=variant == "together")
        place = self.out / "-".join(filter(None, ("why", variant)))
        why_set = read_why_set(self.why_set, limit=0 if chosen.captured else self.limit)
        report = run_why(why_set, place, variant=chosen, quiet=True, watch=watch)
        told = " ".join(filter(None, ("why", variant)))
        return _told((WHY[variant], *show.why_figures(report)), glance.of_why(report, told), report, report.machine)

    def _extraction(self, watch: Watch) -> "Told":
        from graphmem.bench import glance  # noqa: PLC0415
        from graphmem.bench.extraction import bench_extraction  # noqa: PLC0415
        from graphmem.bench.extraction_set import read_extraction_set  # noqa: PLC0415
        from graphmem.bench.machine import bare_machine  # noqa: PLC0415
        from graphmem.bench.show_extraction import extraction_figures  # noqa: PLC0415
        from graphmem.remember.extract import RuleExtractor  # noqa: PLC0415

        judged, place = read_extraction_set(self.extraction_set), self.out / "extraction"
        report = bench_extraction(judged, RuleExtractor(), place, by_form=True, watch=watch)
        return _told(extraction_figures(report), glance.of_extraction(report), report, bare_machine())

    def _updates(self, path: Path, watch: Watch) -> "Told":
        from graphmem.bench import glance, show_updates  # noqa: PLC0415
        from graphmem.bench.update_set import read_update_set  # noqa: PLC0415

        report = run_updates(read_update_set(path), quiet=True, watch=watch)
        return _told(show_updates.updates_figures(report), glance.of_updates(report), report, report.machine)

    def _resolve(self, watch: Watch) -> "Told":
        from graphmem.bench import glance, show  # noqa: PLC0415

        report = run_resolve(ENTITIES, quiet=True, watch=watch)
        return _told(show.resolve_figures(report), glance.of_resolve(report), report, report.machine)

    def _speed(self, chunks: int, watch: Watch) -> "Told":
        from graphmem.bench import glance, show  # noqa: PLC0415
        from graphmem.bench.speed_plan import LONG, plan_of  # noqa: PLC0415

        report = run_speed(plan_of(chunks), keep=chunks >= LONG, quiet=True, watch=watch)
        return _told(show.speed_figures(report), glance.of_speed(report), report, report.machine)


def _told(text: Iterable[str], rows: "Iterable[Glance]", report: object, machine: "Machine") -> "Told":
    from graphmem.bench.whole import Told  # noqa: PLC0415

    return Told(glance=tuple(rows), text="\n\n".join(text), report=report, machine=machine)
