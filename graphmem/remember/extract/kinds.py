"""Whether a name is an organisation's or a place's: only where its own words or those before it say so."""

from graphmem.domain.entities import EntityKind
from graphmem.remember.extract.lines import Line
from graphmem.remember.extract.names import Run
from graphmem.remember.extract.table import words_of

_NEAR = 3


def kind_of(run: Run, line: Line) -> EntityKind:
    """Organisation for `Acme Corp`, `works at Northwind`; place for `Canal Street`, `lives in Turin`; else a thing."""
    before = line.words[max(0, run.first - _NEAR) : run.first]
    if run.words[-1] in words_of("organization_ends"):
        return EntityKind.ORGANIZATION
    if run.words[-1] in words_of("place_ends") or " ".join(run.words) in words_of("places"):
        return EntityKind.PLACE
    link, verbs = before[-1:], before[:-1]
    if link and link[0] in ("in", "to", "near", "from") and not words_of("dwelling").isdisjoint(verbs):
        return EntityKind.PLACE
    if link and link[0] in ("at", "for", "by") and not words_of("employing").isdisjoint(verbs):
        return EntityKind.ORGANIZATION
    return EntityKind.THING
