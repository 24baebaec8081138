"""The metrics from their published formulas, in plain Python and SciPy: what the package is compared with, and measured against.

Written as the evaluators inside training code are: maps from mentions to clusters, a dense matrix for CEAF.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Dict, List, Tuple

import numpy
from scipy.optimize import linear_sum_assignment


def muc(clusters: Any, mention_to_other: Dict[Any, Any]) -> Tuple[float, float]:
    """Vilain et al. 1995: entities less the pieces that the other side cuts them into."""
    right = possible = 0
    for cluster in clusters:
        pieces = {mention_to_other[mention] for mention in cluster if mention in mention_to_other}
        lonely = sum(mention not in mention_to_other for mention in cluster)
        right += len(cluster) - len(pieces) - lonely
        possible += len(cluster) - 1
    return right, possible


def b_cubed(clusters: Any, mention_to_other: Dict[Any, Any]) -> Tuple[float, float]:
    """Bagga and Baldwin 1998: for each mention, the share of its entity that stayed together."""
    right = 0.0
    possible = 0
    for cluster in clusters:
        shared = Counter(mention_to_other[mention] for mention in cluster if mention in mention_to_other)
        right += sum(count * count for count in shared.values()) / len(cluster)
        possible += len(cluster)
    return right, possible


def lea(clusters: Any, mention_to_other: Dict[Any, Any]) -> Tuple[float, float]:
    """Moosavi and Strube 2016: the share of links that were resolved, weighed by size; a singleton has a link to itself."""
    right = 0.0
    possible = 0
    for cluster in clusters:
        size = len(cluster)
        if size == 1:
            other = mention_to_other.get(cluster[0])
            right += float(other is not None and len(other) == 1)
        else:
            shared = Counter(mention_to_other[mention] for mention in cluster if mention in mention_to_other)
            right += size * sum(count * (count - 1) / 2 for count in shared.values()) / (size * (size - 1) / 2)
        possible += size
    return right, possible


def phi4(one: Any, other: Any) -> float:
    """Luo 2005: twice what two entities share, out of what they have."""
    return 2 * len([mention for mention in one if mention in other]) / (len(one) + len(other))


def ceafe(clusters: Any, gold: Any) -> Tuple[float, float, float, float]:
    """Luo 2005: the similarity of the best one-to-one alignment."""
    if not clusters or not gold:
        return 0.0, len(clusters), 0.0, len(gold)
    scores = numpy.zeros((len(gold), len(clusters)))
    for row, one in enumerate(gold):
        for column, other in enumerate(clusters):
            scores[row, column] = phi4(one, other)
    rows, columns = linear_sum_assignment(-scores)
    similarity = float(scores[rows, columns].sum())
    return similarity, len(clusters), similarity, len(gold)


def b_cubed_skip(clusters: Any, mention_to_other: Dict[Any, Any]) -> Tuple[float, float]:
    """B³ as most copies have it: singletons are skipped, and give no credit on the other side."""
    right = 0.0
    possible = 0
    for cluster in clusters:
        if len(cluster) == 1:
            continue
        shared = Counter(mention_to_other[mention] for mention in cluster if mention in mention_to_other)
        right += sum(count * count for other, count in shared.items() if len(other) != 1) / len(cluster)
        possible += len(cluster)
    return right, possible


def lea_skip(clusters: Any, mention_to_other: Dict[Any, Any]) -> Tuple[float, float]:
    """LEA as most copies have it: singletons are skipped."""
    return lea([cluster for cluster in clusters if len(cluster) > 1], mention_to_other)


def ceafe_skip(clusters: Any, gold: Any) -> Tuple[float, float, float, float]:
    """CEAFe as most copies have it: predicted singletons are dropped."""
    return ceafe([cluster for cluster in clusters if len(cluster) > 1], gold)


class Evaluator:
    """MUC, B³ and CEAFe over documents, and their means; ``skip`` treats singletons as most copies do."""

    def __init__(self, skip: bool = False) -> None:
        self.metrics = (b_cubed_skip, ceafe_skip, lea_skip) if skip else (b_cubed, ceafe, lea)
        self.counts: Dict[str, List[float]] = {name: [0.0] * 4 for name in ("muc", "b3", "ceafe", "lea")}

    def update(self, predicted: Any, gold: Any, to_predicted: Dict[Any, Any], to_gold: Dict[Any, Any], with_lea: bool = True) -> None:
        self._add("muc", *muc(predicted, to_gold), *muc(gold, to_predicted))
        b3, ceaf, links = self.metrics
        self._add("b3", *b3(predicted, to_gold), *b3(gold, to_predicted))
        self._add("ceafe", *ceaf(predicted, gold))
        if with_lea:
            self._add("lea", *links(predicted, to_gold), *links(gold, to_predicted))

    def _add(self, name: str, *counts: float) -> None:
        self.counts[name] = [one + other for one, other in zip(self.counts[name], counts)]

    def prf(self, name: str) -> Tuple[float, float, float]:
        p_num, p_den, r_num, r_den = self.counts[name]
        p = p_num / p_den if p_den else 0.0
        r = r_num / r_den if r_den else 0.0
        return p, r, 2 * p * r / (p + r) if p + r else 0.0

    def mean(self) -> Tuple[float, ...]:
        return tuple(sum(each) / 3 for each in zip(*(self.prf(name) for name in ("muc", "b3", "ceafe"))))
