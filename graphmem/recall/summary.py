"""A why answer in two or three sentences, by template: every word of substance is quoted from the record.

What the graph holds is told as what happened; sentences that were only picked by their words are told as what was said.
"""

from collections.abc import Mapping, Sequence

from graphmem.domain.answers import DecisionFace, Ground, Party
from graphmem.recall.filling import SENTENCE


def summarise(decision: DecisionFace | None, fields: Mapping[str, Sequence[Ground]], people: Sequence[Party]) -> str:
    """What was decided, when and by whom, why, what was ruled out and what became of it; "" without a decision."""
    if decision is None:
        return ""
    sentences = [_opening(decision)]
    reasons = fields["reasons"] or fields["triggers"]
    if stated := _texts(_stated(reasons), 2):
        sentences.append(f"Because: {stated}.")
    elif said := _texts(reasons, 2):
        sentences.append(f"Said about it: {said}.")
    if rejected := _texts([g for g in fields["alternatives"] if g.statement.standing == "rejected"], 2):
        sentences.append(f"Ruled out: {rejected}.")
    if objectors := sorted({party.name for party in people if party.role == "objected"}):
        sentences.append(f"Objections came from {', '.join(objectors)}.")
    if older := _texts(_stated(fields["supersedes_chain"]), 1):
        sentences.append(f"It replaced: {older}.")
    if newer := _texts(_stated(fields["superseded_by"]), 1):
        sentences.append(f"It was later replaced by: {newer}.")
    return " ".join(sentences)


def _stated(grounds: Sequence[Ground]) -> list[Ground]:
    return [ground for ground in grounds if ground.statement.kind != SENTENCE]


def _opening(decision: DecisionFace) -> str:
    if decision.statement.kind == SENTENCE:
        return _nearest(decision)
    date = f"On {decision.decided_at.date().isoformat()} " if decision.decided_at else ""
    names = ", ".join(party.name for party in decision.by)
    who = f"{names} decided" if names else "it was decided"
    verb = "it was proposed" if decision.statement.standing == "proposed" else who
    opening = f"{date}{verb}: “{_plain(decision.statement.text)}”."
    return opening[0].upper() + opening[1:]


def _nearest(decision: DecisionFace) -> str:
    said = decision.statement.quote
    by = f", {said.speaker}" if said and said.speaker else ""
    on = f", {decision.decided_at.date().isoformat()}" if decision.decided_at else ""
    return f"No decision is on record; the nearest words{by}{on}: “{_plain(decision.statement.text)}”."


def _texts(grounds: Sequence[Ground], top: int) -> str:
    return "; ".join(f"“{_plain(ground.statement.text)}”" for ground in grounds[:top])


def _plain(text: str) -> str:
    return text.strip().rstrip(".")
