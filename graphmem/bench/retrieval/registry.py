"""The retrieval sets by name, and which of them numbers may be tuned on."""

from functools import partial
from pathlib import Path

from graphmem.bench.retrieval.passages import musique, titled
from graphmem.bench.retrieval.sets import Loader, RetrievalSet, first
from graphmem.bench.retrieval.talks import beam, locomo, longmemeval, qmsum
from graphmem.domain.errors import NotFound

SETS: dict[str, Loader] = {
    "musique": musique("musique", "musique-200.jsonl.xz"),
    "2wiki": titled("2wiki", "2wiki-200.jsonl.xz"),
    "hotpot": titled("hotpot", "hotpot-200.jsonl.xz"),
    "locomo": locomo,
    "beam": beam,
    "qmsum": qmsum,
    "musique-tune": musique("musique-tune", "musique-train-100.json.xz", is_tuned=True),
    "hotpot-tune": titled("hotpot-tune", "hotpot-train-100.json.xz", is_tuned=True),
    "locomo-tune": partial(locomo, is_tuned=True),
    "beam-tune": partial(beam, is_tuned=True),
}
REPORTED = tuple(name for name in SETS if not name.endswith("-tune"))


def load(name: str, folder: Path, *, limit: int = 0) -> RetrievalSet:
    """The set of this name, or the LongMemEval file at this path, with `limit` questions a corpus at most; 0 = all.

    Raises NotFound for another name, UnreadableSource when its file cannot be read.
    """
    if Path(name).suffix == ".json":
        return first(longmemeval(Path(name)), limit)
    if name not in SETS:
        raise NotFound(f"There is no set {name!r}.", hint=f"Use one of {', '.join(SETS)}, or a LongMemEval .json file.")
    return first(SETS[name](folder), limit)
