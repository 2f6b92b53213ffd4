"""The extraction benchmark: labelled texts through the reading path of the product, judged by the set's own scorer."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphmem.bench.extracted_items import Item, items_of
from graphmem.bench.extraction_set import ExtractionSet
from graphmem.domain.documents import Document, Skipped
from graphmem.domain.episodes import Episode
from graphmem.domain.errors import GraphmemError
from graphmem.domain.text import sentences
from graphmem.ports import Extractor
from graphmem.remember.split import SplitLimits, split
from ingest.connector import Source
from ingest.registry import choose
from ingest.source import open_file, walk

BENCH_TENANT = "bench"
_KINDS_COUNTED = ("decisions", "preferences", "commitments", "facts")

Watch = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Density:
    """How much is read out of a folder of texts that nobody labelled.

    sentences  of all that somebody says; tool output and code are none
    found      statements of each kind
    """

    folder: Path
    files: int
    episodes: int
    sentences: int
    found: Mapping[str, int]
    seconds: float

    def per_thousand(self, kind: str) -> float:
        """Statements of a kind in 1,000 sentences."""
        return 1000 * self.found[kind] / max(1, self.sentences)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionReport:
    """What came of a run.

    score      the scorer's own figures
    alone      by form: the same of its excerpts only, when it was asked for
    densities  one for each folder that was given
    items      the file with what was extracted
    """

    set: Path
    excerpts: int
    extractor: str
    score: Mapping[str, Any]
    alone: Mapping[str, Mapping[str, Any]]
    densities: tuple[Density, ...]
    skipped: tuple[str, ...]
    items: Path


def bench_extraction(
    judged: ExtractionSet,
    extractor: Extractor,
    out: Path,
    *,
    by_form: bool = False,
    folders: tuple[Path, ...] = (),
    watch: Watch = lambda _: None,
) -> ExtractionReport:
    """Read every excerpt as `graphmem ingest` would, without storing it; items and figures are written to `out`.

    by_form  judge each form alone too, as a form that was left out of tuning is judged
    folders  unlabelled texts whose density is measured
    Raises BadInput when the set's scorer fails.
    """
    out.mkdir(parents=True, exist_ok=True)
    skipped: list[str] = []
    items = out / "extracted.jsonl"
    with items.open("w", encoding="utf-8") as lines:
        for excerpt in judged.excerpts:
            watch(f"reading {excerpt.id}")
            found = _items(excerpt.path, extractor, skipped)
            lines.write(json.dumps({"id": excerpt.id, "items": found}, ensure_ascii=False) + "\n")
    alone = {form: judged.score(items, form=form) for form in judged.forms} if by_form else {}
    score = judged.score(items)
    (out / "score.json").write_text(json.dumps(score, indent=1) + "\n", encoding="utf-8")
    return ExtractionReport(
        set=judged.folder,
        excerpts=len(judged.excerpts),
        extractor=extractor.name,
        score=score,
        alone=alone,
        densities=tuple(_density(folder, extractor, watch) for folder in folders),
        skipped=tuple(skipped),
        items=items,
    )


def _items(path: Path, extractor: Extractor, skipped: list[str]) -> list[Item]:
    episodes = list(_episodes(path, skipped))
    return [item for episode in episodes for item in items_of(episode, extractor.extract(episode))]


def _episodes(path: Path, skipped: list[str]) -> Iterator[Episode]:
    """A file's episodes, as ingest makes them; what is not used is noted in `skipped`."""
    for pulled in _pulled(path):
        if isinstance(pulled, Document):
            yield split(pulled, tenant=BENCH_TENANT, audience=BENCH_TENANT, limits=SplitLimits())
        elif pulled.is_fault:
            skipped.append(f"{pulled.uri}:{pulled.line}: {pulled.reason}")


def _pulled(path: Path) -> Iterator[Document | Skipped]:
    source = open_file(path)
    if not isinstance(source, Source):
        yield source
        return
    try:
        yield from choose(source).pull(source)
    except GraphmemError as error:
        yield Skipped(uri=source.uri, line=0, reason=str(error))


def _density(folder: Path, extractor: Extractor, watch: Watch) -> Density:
    files = [path for path in walk([folder]) if isinstance(path, Path)]
    episodes, said, seconds = 0, 0, 0.0
    found = dict.fromkeys(_KINDS_COUNTED, 0)
    for path in files:
        watch(f"reading {path.name}")
        for episode in _episodes(path, []):
            episodes += 1
            said += _sentences(episode)
            started = time.perf_counter()
            extraction = extractor.extract(episode)
            seconds += time.perf_counter() - started
            for kind in found:
                found[kind] += len(getattr(extraction, kind))
    return Density(folder=folder, files=len(files), episodes=episodes, sentences=said, found=found, seconds=seconds)


def _sentences(episode: Episode) -> int:
    return sum(1 for chunk in episode.chunks if not chunk.is_noise for _ in sentences(chunk.text))
