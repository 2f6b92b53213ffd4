"""One run of each benchmark on the engine it needs: what `bench NAME` prints and `bench all` gathers."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from graphmem.cli import session

if TYPE_CHECKING:
    from graphmem.bench.machine import Machine
    from graphmem.bench.resolve import ResolveReport
    from graphmem.bench.retrieval.run import RetrievalReport
    from graphmem.bench.retrieval.sets import RetrievalSet
    from graphmem.bench.speed_plan import SpeedPlan, SpeedReport
    from graphmem.bench.update_set import UpdateSet
    from graphmem.bench.updates import UpdateReport
    from graphmem.bench.why import Variant, WhyReport
    from graphmem.bench.why_set import WhySet

Watch = Callable[[str], None]


def run_recall(
    wanted: "RetrievalSet", *, ablations: bool, quiet: bool, watch: Watch
) -> tuple["RetrievalReport", "Machine"]:
    """One retrieval set, on an engine of its own that keeps what was written."""
    from graphmem.bench.engines import kept_engine  # noqa: PLC0415 - heavy imports wait until a command runs
    from graphmem.bench.machine import this_machine  # noqa: PLC0415
    from graphmem.bench.retrieval.run import bench_retrieval  # noqa: PLC0415
    from graphmem.settings import read_settings  # noqa: PLC0415

    with kept_engine(read_settings(), wanted.name) as settings:
        report = session.visit(
            lambda memory, _: bench_retrieval(memory, wanted, with_ablations=ablations, watch=watch),
            settings,
            quiet=quiet,
        )
        machine = session.visit(lambda memory, _: this_machine(memory), settings, quiet=quiet)
    return report, machine


def run_why(why_set: "WhySet", out: Path, *, variant: "Variant", quiet: bool, watch: Watch) -> "WhyReport":
    """A why set on an empty engine."""
    from graphmem.bench.engines import own_engine  # noqa: PLC0415
    from graphmem.bench.why import bench_why  # noqa: PLC0415
    from graphmem.settings import read_settings  # noqa: PLC0415

    with own_engine(read_settings()) as settings:
        return session.visit(
            lambda memory, _: bench_why(memory, why_set, out, watch=watch, variant=variant), settings, quiet=quiet
        )


def run_updates(update_set: "UpdateSet", *, quiet: bool, watch: Watch) -> "UpdateReport":
    """A set of value changes on an empty engine."""
    from graphmem.bench.engines import own_engine  # noqa: PLC0415
    from graphmem.bench.updates import bench_updates  # noqa: PLC0415
    from graphmem.settings import read_settings  # noqa: PLC0415

    with own_engine(read_settings()) as settings:
        return session.visit(lambda memory, _: bench_updates(memory, update_set, watch=watch), settings, quiet=quiet)


def run_resolve(most: int, *, quiet: bool, watch: Watch) -> "ResolveReport":
    """Who is who up to so many entities, on an empty engine."""
    from graphmem.bench.engines import own_engine  # noqa: PLC0415
    from graphmem.bench.resolve import SIZES, bench_resolve  # noqa: PLC0415
    from graphmem.settings import read_settings  # noqa: PLC0415

    sizes = sorted({*(size for size in SIZES if size < most), most})
    with own_engine(read_settings()) as settings:
        return session.visit(lambda memory, _: bench_resolve(memory, sizes=sizes, watch=watch), settings, quiet=quiet)


def run_speed(plan: "SpeedPlan", *, keep: bool, quiet: bool, watch: Watch) -> "SpeedReport":
    """Speed at one size: on an empty engine, or on one of this size that is kept."""
    from graphmem.bench.engines import kept_engine, own_engine  # noqa: PLC0415
    from graphmem.bench.speed import bench_speed  # noqa: PLC0415
    from graphmem.settings import read_settings  # noqa: PLC0415

    chosen = read_settings().model_copy(update={"embedder_cache_mb": 0})  # a second run would embed nothing
    engine = kept_engine(chosen, f"speed-{plan.chunks}") if keep else own_engine(chosen)
    with engine as settings:
        stays = keep or not settings.neo4j_uri  # an engine of its own goes as a whole: sooner than node by node
        return session.visit(
            lambda memory, _: bench_speed(memory, settings, plan, watch=watch, is_kept=stays), settings, quiet=quiet
        )
