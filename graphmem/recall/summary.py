"""A why answer in two or three sentences, by template: every word of substance is quoted from the record."""

from collections.abc import Mapping, Sequence

from graphmem.domain.answers import DecisionFace, Ground, Party


def summarise(decision: DecisionFace | None, fields: Mapping[str, Sequence[Ground]], people: Sequence[Party]) -> str:
    """What was decided, when and by whom, why, what was ruled out and what became of it; "" without a decision."""
    if decision is None:
        return ""
    sentences = [_opening(decision)]
    if reasons := _texts(fields["reasons"] or fields["triggers"], 2):
        sentences.append(f"Because: {reasons}.")
    if rejected := _texts([g for g in fields["alternatives"] if g.statement.standing == "rejected"], 2):
        sentences.append(f"Ruled out: {rejected}.")
    if objectors := sorted({party.name for party in people if party.role == "objected"}):
        sentences.append(f"Objections came from {', '.join(objectors)}.")
    if older := _texts(fields["supersedes_chain"], 1):
        sentences.append(f"It replaced: {older}.")
    if newer := _texts(fields["superseded_by"], 1):
        sentences.append(f"It was later replaced by: {newer}.")
    return " ".join(sentences)


def _opening(decision: DecisionFace) -> str:
    date = f"On {decision.decided_at.date().isoformat()} " if decision.decided_at else ""
    names = ", ".join(party.name for party in decision.by)
    who = f"{names} decided" if names else "it was decided"
    verb = "it was proposed" if decision.statement.standing == "proposed" else who
    opening = f"{date}{verb}: “{_plain(decision.statement.text)}”."
    return opening[0].upper() + opening[1:]


def _texts(grounds: Sequence[Ground], top: int) -> str:
    return "; ".join(f"“{_plain(ground.statement.text)}”" for ground in grounds[:top])


def _plain(text: str) -> str:
    return text.strip().rstrip(".")
