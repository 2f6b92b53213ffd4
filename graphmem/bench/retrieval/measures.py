"""Recall at k and how sure it is: fractional, all-or-nothing, and a paired bootstrap between two ways."""

from collections.abc import Collection, Sequence

import numpy as np

ROUNDS = 10_000
SEED = 7


def recall_at(found: Sequence[str], gold: Collection[str], k: int) -> float:
    """The share of `gold` among the first `k` of `found`."""
    return len(set(found[:k]) & set(gold)) / len(gold)


def all_at(found: Sequence[str], gold: Collection[str], k: int) -> float:
    """1 when every one of `gold` is among the first `k`, else 0."""
    return float(set(gold) <= set(found[:k]))


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The middle 95 % of the mean when the questions are drawn again (10,000 rounds, seeded)."""
    draws = np.random.default_rng(SEED).integers(0, len(values), (ROUNDS, len(values)), dtype=np.int32)
    low, high = np.percentile(np.asarray(values)[draws].mean(axis=1), (2.5, 97.5))
    return float(low), float(high)


def gain(ours: Sequence[float], theirs: Sequence[float]) -> tuple[float, float, float]:
    """The mean difference on the same questions and its interval: a gain is one whose interval excludes zero."""
    differences = [a - b for a, b in zip(ours, theirs, strict=True)]
    return (sum(differences) / len(differences), *interval(differences))
