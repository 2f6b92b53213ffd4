"""Windows: what a turn says together with the turns before and after it (recall-algorithm.md §1)."""

from collections.abc import Mapping, Sequence

from graphmem.domain.documents import SPOKEN
from graphmem.domain.episodes import Episode
from graphmem.domain.vectors import Vector, normalised

NEIGHBOUR_WEIGHT = 0.5


def window_texts(episode: Episode) -> dict[str, str]:
    """Previous + own + next text by chunk id; empty for prose, where headings do this work."""
    if episode.kind not in SPOKEN:
        return {}
    texts = [chunk.text for chunk in episode.chunks]
    return {chunk.id: "\n".join(texts[max(0, place - 1) : place + 2]) for place, chunk in enumerate(episode.chunks)}


def window_vectors(episode: Episode, vectors: Mapping[str, Vector]) -> dict[str, Vector]:
    """norm(v + 0.5·previous + 0.5·next) by chunk id, for spoken episodes."""
    if episode.kind not in SPOKEN:
        return {}
    windows = windows_of([vectors[chunk.id] for chunk in episode.chunks])
    return {chunk.id: window for chunk, window in zip(episode.chunks, windows, strict=True)}


def windows_of(own: Sequence[Vector]) -> list[Vector]:
    """norm(v + 0.5·previous + 0.5·next) of each, in order."""
    windows = []
    for place, vector in enumerate(own):
        total = vector.copy()
        for neighbour in (place - 1, place + 1):
            if 0 <= neighbour < len(own):
                total += NEIGHBOUR_WEIGHT * own[neighbour]
        windows.append(normalised(total))
    return windows
