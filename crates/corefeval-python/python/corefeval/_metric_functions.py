"""The metric functions that training code calls, with their treatment of singletons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Dict, List, Optional, Sequence, Tuple

from ._choices import plan_of
from ._corefeval import Tallier, f_of
from ._errors import ChoiceError, shown

Clusters = Any
Metric = Callable[..., Tuple[float, ...]]

# how the copies treat singletons, with the metrics that do the same
_SINGLETONS = {
    "count": {"muc": "muc", "b-cubed": "b-cubed", "ceaf-e": "ceaf-e", "lea": "lea"},
    "skip": {"muc": "muc", "b-cubed": "b-cubed-skip", "ceaf-e": "ceaf-e-skip", "lea": "lea-skip"},
}


def _metrics(names: Sequence[str], singletons: str) -> List[str]:
    if singletons not in _SINGLETONS:
        raise ChoiceError(f"singletons={singletons!r}: the values are {', '.join(_SINGLETONS)}")
    return [_SINGLETONS[singletons][name] for name in names]


def tallier_of(names: Sequence[str], singletons: str, repeats: Optional[str] = None) -> Tallier:
    """A tallier that counts repeated mentions as the copies do, unless something else is chosen."""
    return Tallier(plan_of({"metrics": _metrics(names, singletons), "repeats": repeats or "listed"}), repeats != "error")



def hashable(value: Any) -> Any:
    """A mention or cluster in hashable form: lists, arrays and tensors become tuples."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return tuple(map(hashable, value))
    return frozenset(map(hashable, value)) if isinstance(value, set) else value


def _as_clusters(mention_to: "Mapping[Any, Any]") -> List[Any]:
    """The distinct clusters in a map from mentions to clusters."""
    if not isinstance(mention_to, Mapping):
        raise TypeError(f"a dict from mentions to the clusters of the other side is expected, not {shown(mention_to)}")
    # each cluster is made hashable once, not for each of its mentions
    known = {id(cluster): hashable(cluster) for cluster in mention_to.values()}
    grouped: Dict[Any, List[Any]] = {}
    for mention, cluster in mention_to.items():
        grouped.setdefault(known[id(cluster)], []).append(mention)
    return [_with_size(mentions, cluster) for cluster, mentions in grouped.items()]


def _with_size(mentions: List[Any], cluster: Any) -> List[Any]:
    """The mentions of a cluster; those that the map assigns elsewhere are replaced by unknown mentions."""
    lost = len(cluster) - len(mentions) if isinstance(cluster, (tuple, frozenset)) else 0
    return mentions + [object() for _ in range(lost)]


def _one_way(metric: str, clusters: Clusters, mention_to_other: "Mapping[Any, Any]", singletons: str) -> Tuple[float, float]:
    tallier = tallier_of((metric,), singletons)
    tallier.update(_as_clusters(mention_to_other), clusters)
    numerator, denominator, _, _ = tallier.counts(0)
    return numerator, denominator


def muc(clusters: Clusters, mention_to_other: "Mapping[Any, Any]", singletons: str = "count") -> Tuple[float, float]:
    """Numerator and denominator of MUC for clusters, given the map from mentions to the clusters of the other side.

    >>> from corefeval.evaluators import muc
    >>> muc([("a", "b", "c")], {"a": ("a", "b"), "b": ("a", "b")})
    (1.0, 2.0)
    """
    return _one_way("muc", clusters, mention_to_other, singletons)


def b_cubed(clusters: Clusters, mention_to_other: "Mapping[Any, Any]", singletons: str = "count") -> Tuple[float, float]:
    """Numerator and denominator of B³ for clusters, given the map from mentions to the clusters of the other side."""
    return _one_way("b-cubed", clusters, mention_to_other, singletons)


def lea(clusters: Clusters, mention_to_other: "Mapping[Any, Any]", singletons: str = "count") -> Tuple[float, float]:
    """Numerator and denominator of LEA for clusters, given the map from mentions to the clusters of the other side."""
    return _one_way("lea", clusters, mention_to_other, singletons)


def ceafe(clusters: Clusters, gold_clusters: Clusters, singletons: str = "count") -> Tuple[float, float, float, float]:
    """Similarity, number of predicted clusters, similarity, number of gold clusters."""
    tallier = tallier_of(("ceaf-e",), singletons)
    tallier.update(gold_clusters, clusters)
    return tallier.counts(0)


def phi4(one: Iterable[Any], other: Iterable[Any]) -> float:
    """The similarity of two clusters in CEAFe: twice the shared mentions, divided by the sum of the sizes."""
    return ceafe([list(one)], [list(other)])[0]


FUNCTIONS: Dict[str, Metric] = {"muc": muc, "b-cubed": b_cubed, "ceaf-e": ceafe, "lea": lea}


def name_of(metric: Any) -> str:
    """The name of a metric, or of a function that is not one of these."""
    if isinstance(metric, str):
        return metric
    known = [name for name, function in FUNCTIONS.items() if function is metric]
    return known[0] if known else str(getattr(metric, "__name__", metric))


def f1(p_num: float, p_den: float, r_num: float, r_den: float, beta: float = 1) -> float:
    """F of a precision and a recall given as fractions; 0 if the denominator is 0."""
    return f_of((p_num, p_den), (r_num, r_den), beta)
