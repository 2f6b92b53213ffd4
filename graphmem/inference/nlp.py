"""spaCy on top of the rules: people, organizations and places that no cue names."""

from collections.abc import Iterable, Iterator
from typing import Any

from graphmem.domain.engines import engine_name
from graphmem.domain.entities import EntityKind
from graphmem.domain.episodes import Episode
from graphmem.domain.errors import ExtractorUnavailable
from graphmem.domain.extraction import ExtractedEntity, Extraction, Span
from graphmem.domain.text import name_key
from graphmem.ports import Extractor
from graphmem.remember.outside.quotes import readable

KINDS = {
    "PERSON": EntityKind.PERSON,
    "PER": EntityKind.PERSON,
    "ORG": EntityKind.ORGANIZATION,
    "GPE": EntityKind.PLACE,
    "LOC": EntityKind.PLACE,
}
"""The labels of spaCy's models that are taken, English and others."""
_LEFT_OUT = ("lemmatizer", "attribute_ruler", "tagger", "parser", "morphologizer")
_LONGEST_NAME = 100


class Nlp:
    """An Extractor over a trained pipeline; made by `load_nlp`."""

    def __init__(self, pipeline: Any, *, model: str, rules: Extractor) -> None:
        self._pipeline = pipeline
        self._rules = rules
        self.name = engine_name("nlp", model)

    def extract(self, episode: Episode) -> Extraction:
        """Named things the rules do not know; a name the rules know keeps their kind.

        Statements stay the rules' own: what is read twice by the same cues would look surer than it is.
        """
        known = {name_key(name) for one in self._rules.extract(episode).entities for name in (one.name, *one.aliases)}
        chunks = list(readable(episode))
        found: dict[tuple[EntityKind, str], list[Span]] = {}
        names: dict[tuple[EntityKind, str], str] = {}
        for (number, _), document in zip(chunks, self._pipeline.pipe(c.text for _, c in chunks), strict=True):
            for kind, name, start, end in _named(document.ents):
                key = (kind, name_key(name))
                if key[1] and key[1] not in known:
                    names.setdefault(key, name)
                    found.setdefault(key, []).append(Span(chunk=number, start=start, end=end))
        entities = (ExtractedEntity(name=names[key], kind=key[0], spans=tuple(spans)) for key, spans in found.items())
        return Extraction(extractor=self.name, entities=tuple(entities))


def load_nlp(model: str, rules: Extractor) -> Nlp:
    """The engine with the trained pipeline `model`, a package or a folder.

    Raises ExtractorUnavailable when spaCy or the model is not installed, or the model names nothing.
    """
    try:
        import spacy  # noqa: PLC0415
    except ImportError as error:
        raise ExtractorUnavailable(
            "nlp needs the extra `nlp`.", hint="Install it with `pip install 'graphmem[nlp]'`."
        ) from error
    try:
        pipeline = spacy.load(model, exclude=_LEFT_OUT)
    except (OSError, ValueError) as error:
        raise ExtractorUnavailable(
            f"spaCy has no model {model!r}.",
            hint="Install one (`python -m spacy download en_core_web_sm`) and name it in GRAPHMEM_NLP_MODEL.",
        ) from error
    if not {"ner", "entity_ruler", "span_ruler"}.intersection(pipeline.pipe_names):
        raise ExtractorUnavailable(f"The model {model!r} names nothing.", hint="Choose one with `ner`.")
    return Nlp(pipeline, model=f"{pipeline.meta['lang']}_{pipeline.meta['name']}", rules=rules)


def _named(entities: Iterable[Any]) -> Iterator[tuple[EntityKind, str, int, int]]:
    """Kind, name and place of what is taken; a name over a line break is two lines, not a name."""
    for one in entities:
        kind, name = KINDS.get(one.label_), one.text
        if kind and "\n" not in name and len(name) <= _LONGEST_NAME and any(sign.isupper() for sign in name):
            yield kind, name, one.start_char, one.end_char
