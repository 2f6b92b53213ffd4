"""The benchmarks by name; each prints what it was measured on."""

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli import bench_all
from graphmem.cli.options import AsJson

if TYPE_CHECKING:
    from collections.abc import Iterable


app = typer.Typer(help="Measure this memory: how good its answers are, how fast it is.", no_args_is_help=True)
bench_all.register(app)


@app.command()
def why(
    *,
    folder: Annotated[
        Path, typer.Option("--set", metavar="DIR", help="A folder with questions, sources and a scorer.")
    ],
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where answers go; default: a new one.")] = None,
    limit: Annotated[int, typer.Option(metavar="N", min=0, help="Only the first N questions; 0 = all.")] = 0,
    captured: Annotated[
        bool, typer.Option("--captured", help="Hand in the labels of half the documents as captures; ask only these.")
    ] = False,
    together: Annotated[bool, typer.Option("--together", help="All collections in one tenant: harder.")] = False,
    as_json: AsJson = False,
) -> None:
    """How well why questions are answered: any labelled set, its own scorer; on an empty engine of its own."""
    from graphmem.bench import show  # noqa: PLC0415 - heavy imports wait until a command runs
    from graphmem.bench.why import Variant  # noqa: PLC0415
    from graphmem.bench.why_set import read_why_set  # noqa: PLC0415
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli.bench_runs import run_why  # noqa: PLC0415

    why_set = read_why_set(folder, limit=limit)
    place = out or Path(tempfile.mkdtemp(prefix="graphmem-bench-"))
    variant = Variant(captured=captured, together=together)
    report = run_why(why_set, place, variant=variant, quiet=as_json, watch=watch)
    if as_json:
        json.write(report)
    else:
        _tell(show.why_told(report))


@app.command()
def extraction(
    *,
    folder: Annotated[Path, typer.Option("--set", metavar="DIR", help="A folder with labelled excerpts and a scorer.")],
    form: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Only excerpts of this form.")] = None,
    leave_out: Annotated[
        bool, typer.Option("--leave-out", help="Judge each form alone too, as one left out of tuning is.")
    ] = False,
    density: Annotated[
        list[Path] | None, typer.Option(metavar="PATH", help="Unlabelled texts: how much is read out of them.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where items go; default: a new one.")] = None,
    as_json: AsJson = False,
) -> None:
    """How well statements and names are read out of texts: any labelled set, its own scorer; no engine needed."""
    from graphmem.bench.extraction import bench_extraction  # noqa: PLC0415
    from graphmem.bench.extraction_set import read_extraction_set  # noqa: PLC0415
    from graphmem.bench.show_extraction import extraction_told  # noqa: PLC0415
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.remember.extract import RuleExtractor  # noqa: PLC0415

    report = bench_extraction(
        read_extraction_set(folder, forms=form or ()),
        RuleExtractor(),
        out or Path(tempfile.mkdtemp(prefix="graphmem-bench-")),
        by_form=leave_out,
        folders=tuple(density or ()),
        watch=watch,
    )
    if as_json:
        json.write(report)
    else:
        _tell(extraction_told(report))


@app.command()
def speed(
    *,
    quick: Annotated[bool, typer.Option("--quick", help="10,000 chunks instead of 100,000.")] = False,
    chunks: Annotated[
        int, typer.Option(metavar="N", min=0, help="So many chunks instead, from 100; above 100,000 most are copies.")
    ] = 0,
    keep: Annotated[bool, typer.Option("--keep", help="Keep what was filled: the next run only asks.")] = False,
    as_json: AsJson = False,
) -> None:
    """How fast and how large: ingest, recall beside the plain way, why, many clients, processes; on its own engine."""
    from graphmem.bench import show  # noqa: PLC0415
    from graphmem.bench.speed_plan import LONG, QUICK, plan_of  # noqa: PLC0415
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli.bench_runs import run_speed  # noqa: PLC0415

    report = run_speed(plan_of(chunks or (QUICK if quick else LONG)), keep=keep, quiet=as_json, watch=watch)
    if as_json:
        json.write(report)
    else:
        _tell(show.speed_told(report))


@app.command()
def recall(
    *,
    data: Annotated[
        Path, typer.Option("--data", metavar="DIR", envvar="GRAPHMEM_BENCH_DATA", help="The folder with the sets.")
    ],
    only: Annotated[list[str] | None, typer.Option("--only", metavar="SET", help="Only this set; may repeat.")] = None,
    ablations: Annotated[bool, typer.Option("--ablations", help="Also with each signal switched off.")] = False,
    limit: Annotated[int, typer.Option(metavar="N", min=0, help="N questions a corpus at most; 0 = all.")] = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Also keep report.json and report.md here.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """How well the right passages, turns and messages are found, beside plain full text, vectors and both."""
    from graphmem.bench.retrieval.registry import REPORTED, load  # noqa: PLC0415
    from graphmem.bench.retrieval.told import told  # noqa: PLC0415
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli.bench_runs import run_recall  # noqa: PLC0415

    found = [
        run_recall(load(name, data, limit=limit), ablations=ablations, quiet=as_json, watch=watch)
        for name in only or REPORTED
    ]
    reports, machines = [report for report, _ in found], [machine for _, machine in found]
    report = {"sets": reports, "machine": machines[-1]}
    if out:
        out.mkdir(parents=True, exist_ok=True)
        (out / "report.json").write_text(json.text(report), encoding="utf-8")
        (out / "report.md").write_text("\n\n".join(told(reports, machines[-1])) + "\n", encoding="utf-8")
    if as_json:
        json.write(report)
    else:
        _tell(told(reports, machines[-1]))


@app.command()
def updates(
    *,
    path: Annotated[Path, typer.Option("--set", metavar="FILE", help="Changes and pairs, as TOML.")],
    as_json: AsJson = False,
) -> None:
    """Whether a changed value is told first and the old one no more, and whether nothing else is taken for a change."""
    from graphmem.bench import show_updates  # noqa: PLC0415
    from graphmem.bench.update_set import read_update_set  # noqa: PLC0415
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli.bench_runs import run_updates  # noqa: PLC0415

    report = run_updates(read_update_set(path), quiet=as_json, watch=watch)
    if as_json:
        json.write(report)
    else:
        _tell(show_updates.updates_told(report))


@app.command()
def resolve(
    *,
    most: Annotated[int, typer.Option("--entities", metavar="N", min=100, help="The largest graph.")] = 100_000,
    as_json: AsJson = False,
) -> None:
    """What it costs to say who is who while the graph grows tenfold; on an empty engine of its own."""
    from graphmem.bench import show  # noqa: PLC0415
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli.bench_runs import run_resolve  # noqa: PLC0415

    report = run_resolve(most, quiet=as_json, watch=watch)
    if as_json:
        json.write(report)
    else:
        _tell(show.resolve_told(report))


def _tell(parts: "Iterable[str]") -> None:
    watch("")
    typer.echo("\n\n".join(parts))


def watch(text: str) -> None:
    """What happens now, on one line that the next one overwrites; nothing without a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{text}")
        sys.stderr.flush()
