"""Evaluators for training loops.

``CorefEvaluator`` and what goes with it answer to the names that training code has called since 2016, so that an import is
all that changes. ``corefeval.Evaluator``, another class than the ``Evaluator`` here, takes any preset and choice.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from ._choices import plan_of
from ._corefeval import Tallier, f_of
from ._errors import ChoiceError, CorefevalWarning, outside, shown
from ._evaluator import talliers
from ._results import Result

Clusters = Any
Prf = Tuple[float, float, float]
Counts = Tuple[float, float, float, float]


# how the copies treat singletons, with the metrics that do the same
_SINGLETONS = {
    "count": {"muc": "muc", "b-cubed": "b-cubed", "ceaf-e": "ceaf-e", "lea": "lea"},
    "skip": {"muc": "muc", "b-cubed": "b-cubed-skip", "ceaf-e": "ceaf-e-skip", "lea": "lea-skip"},
}


def _metrics(names: Sequence[str], singletons: str) -> List[str]:
    if singletons not in _SINGLETONS:
        raise ChoiceError(f"singletons={singletons!r}: the values are {', '.join(_SINGLETONS)}")
    return [_SINGLETONS[singletons][name] for name in names]


def _tallier(names: Sequence[str], singletons: str, repeats: Optional[str] = None) -> Tallier:
    """A tallier that counts repeated mentions as the copies do, unless something else is chosen."""
    return Tallier(plan_of({"metrics": _metrics(names, singletons), "repeats": repeats or "listed"}), repeats != "error")


class _Counts:
    """Counts documents, and says once if mentions are repeated."""

    _tallier: Tallier
    # what is said of repeated mentions; none once it was said, and if it was chosen what becomes of them
    _remark: Optional[str] = None

    def _start(self, tallier: Tallier, repeats: Optional[str]) -> None:
        self._tallier = tallier
        if repeats is None:
            self._remark = (
                "it counts in each of them and is looked up in the last one, as in the evaluators that training code copies "
                '(repeats="listed"); repeats="error" refuses it, and repeats="reference" counts as the CoNLL scorer does'
            )

    def _count(self, gold: Clusters, predicted: Clusters) -> None:
        repeated = self._tallier.update(gold, predicted)
        if repeated is not None and self._remark is not None:
            (document, mention), remark = repeated, self._remark
            self._remark = None
            warnings.warn(f"document {document}: {mention}: {remark}", CorefevalWarning, stacklevel=outside())


class _Gives:
    """Precision, recall and F as the family has them: fractions, 0 where there is nothing to divide by."""

    def get_prf(self) -> Prf:
        """Precision, recall and F1, in this order, from 0 to 1."""
        raise NotImplementedError

    def get_precision(self) -> float:
        """Precision, from 0 to 1."""
        return self.get_prf()[0]

    def get_recall(self) -> float:
        """Recall, from 0 to 1."""
        return self.get_prf()[1]

    def get_f1(self) -> float:
        """F1, from 0 to 1."""
        return self.get_prf()[2]


class _View(_Gives):
    """One metric of a ``CorefEvaluator``."""

    def __init__(self, tallier: Tallier, place: int, name: str, beta: float = 1.0) -> None:
        self._tallier, self._place, self._beta = tallier, place, beta
        self.name = name

    def get_prf(self) -> Prf:
        return self._tallier.prf(self._place, self._beta)

    def get_counts(self) -> Tuple[float, float, float, float]:
        """Numerator and denominator of precision, then of recall."""
        return self._tallier.counts(self._place)

    def __repr__(self) -> str:
        return f"<{self.name}: precision {self.get_precision():.4f}, recall {self.get_recall():.4f}, F1 {self.get_f1():.4f}>"


class CorefEvaluator(_Counts, _Gives):
    """The CoNLL average over documents, with the interface of the ``CorefEvaluator`` that coreference code copies since 2016.

    >>> from corefeval import CorefEvaluator
    >>> gold = [((0, 0), (5, 6), (9, 9)), ((3, 3), (7, 7))]
    >>> predicted = [((0, 0), (5, 6)), ((3, 3), (7, 7))]
    >>> mention_to_gold = {mention: cluster for cluster in gold for mention in cluster}
    >>> mention_to_predicted = {mention: cluster for cluster in predicted for mention in cluster}
    >>> evaluator = CorefEvaluator()
    >>> evaluator.update(predicted, gold, mention_to_predicted, mention_to_gold)
    >>> ["%.4f" % value for value in evaluator.get_prf()]
    ['0.9667', '0.7444', '0.8333']
    >>> for name, each in zip(["MUC", "B3", "CEAFe"], evaluator.evaluators):
    ...     print(name, "%.1f" % (each.get_f1() * 100))
    MUC 80.0
    B3 80.0
    CEAFe 90.0

    Singletons count by default, as in the reference scorer: a perfect prediction scores 1. ``singletons="skip"`` is what most
    copies do: B³ and LEA skip entities of one mention on the side that is counted and give no credit where the other side has
    one, and CEAFe drops predicted ones only. Without singletons both are the same.

    A mention in two clusters counts in both and is looked up in the last one, as in the copies, which do not notice it; here a
    warning says so once. ``repeats`` chooses something else: ``"error"`` refuses such clusters.
    """

    NAMES: Tuple[str, ...] = ("muc", "b-cubed", "ceaf-e")

    def __init__(self, singletons: str = "count", repeats: Optional[str] = None) -> None:
        self._start(_tallier(self.NAMES, singletons, repeats), repeats)

    @property
    def evaluators(self) -> List[_View]:
        """One evaluator for each metric: MUC, B³, CEAFe."""
        return [_View(self._tallier, place, name) for place, name in enumerate(self.NAMES)]

    def update(
        self,
        predicted: Clusters,
        gold: Clusters,
        mention_to_predicted: Optional["Mapping[Any, Any]"] = None,
        mention_to_gold: Optional["Mapping[Any, Any]"] = None,
    ) -> None:
        """Counts one document. The maps from mentions to clusters are what the clusters say already, and are not needed."""
        self._count(gold, predicted)

    def get_prf(self) -> Prf:
        """Mean precision, recall and F1 of the metrics, in this order; F1 is the mean of F1s."""
        return self._tallier.mean_prf(1.0)

    def get_muc(self) -> Prf:
        """Precision, recall and F1 of MUC."""
        return self._tallier.prf(0, 1.0)

    def get_b3(self) -> Prf:
        """Precision, recall and F1 of B³."""
        return self._tallier.prf(1, 1.0)

    def get_ceafe(self) -> Prf:
        """Precision, recall and F1 of CEAFe."""
        return self._tallier.prf(2, 1.0)

    def get_prf_str(self) -> str:
        """Precision, recall and F1 in percent, for logs."""
        precision, recall, f1 = self.get_prf()
        return f"Precision: {precision * 100:.2f}, Recall: {recall * 100:.2f}, F1: {f1 * 100:.2f}"

    def result(self) -> Result:
        """The result as an object, with documents, tables and the signature."""
        return Result(self._tallier.scores("response"))

    def merge(self, *others: "CorefEvaluator") -> "CorefEvaluator":
        """Adds the documents of other evaluators, in the order given; returns the evaluator itself."""
        self._tallier.merge(talliers(others))
        return self

    def clear(self) -> None:
        """Forgets all documents."""
        self._tallier.clear()


# --- one metric by itself


Metric = Callable[..., Tuple[float, ...]]


def _hashable(value: Any) -> Any:
    """A mention or cluster as something that can be looked up: lists, arrays and tensors become tuples."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return tuple(map(_hashable, value))
    return frozenset(map(_hashable, value)) if isinstance(value, set) else value


def _as_clusters(mention_to: "Mapping[Any, Any]") -> List[Any]:
    """The clusters that a map from mentions leads to, each once; equal ones are one."""
    if not isinstance(mention_to, Mapping):
        raise TypeError(f"a dict from mentions to the clusters of the other side is expected, not {shown(mention_to)}")
    # each cluster is made hashable once, not for each of its mentions
    known = {id(cluster): _hashable(cluster) for cluster in mention_to.values()}
    grouped: Dict[Any, List[Any]] = {}
    for mention, cluster in mention_to.items():
        grouped.setdefault(known[id(cluster)], []).append(mention)
    return [_with_size(mentions, cluster) for cluster, mentions in grouped.items()]


def _with_size(mentions: List[Any], cluster: Any) -> List[Any]:
    """Mentions that a map leads to a cluster from, with others that are found nowhere in place of those that it leads elsewhere."""
    lost = len(cluster) - len(mentions) if isinstance(cluster, (tuple, frozenset)) else 0
    return mentions + [object() for _ in range(lost)]


def _one_way(metric: str, clusters: Clusters, mention_to_other: "Mapping[Any, Any]", singletons: str) -> Tuple[float, float]:
    tallier = _tallier((metric,), singletons)
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
    tallier = _tallier(("ceaf-e",), singletons)
    tallier.update(gold_clusters, clusters)
    return tallier.counts(0)


def phi4(one: Iterable[Any], other: Iterable[Any]) -> float:
    """How similar two clusters are in CEAFe: twice what they share, out of what they have."""
    return ceafe([list(one)], [list(other)])[0]


_FUNCTIONS: Dict[Any, str] = {muc: "muc", b_cubed: "b-cubed", ceafe: "ceaf-e", lea: "lea"}


def f1(p_num: float, p_den: float, r_num: float, r_den: float, beta: float = 1) -> float:
    """F of a precision and a recall given as fractions; 0 where there is nothing to divide by."""
    return f_of((p_num, p_den), (r_num, r_den), beta)


class Evaluator(_Counts, _Gives):
    """One metric over documents: ``Evaluator(b_cubed)`` or ``Evaluator("b-cubed")``.

    >>> from corefeval.evaluators import Evaluator, lea
    >>> evaluator = Evaluator(lea)
    >>> evaluator.update([("a", "b", "c")], [("a", "b")], {}, {})
    >>> "%.4f %.4f" % (evaluator.get_precision(), evaluator.get_recall())
    '0.3333 1.0000'
    """

    def __init__(
        self, metric: Union[str, Metric], beta: float = 1, singletons: str = "count", repeats: Optional[str] = None
    ) -> None:
        name = metric if isinstance(metric, str) else _FUNCTIONS.get(metric)
        if name not in _SINGLETONS["count"]:
            raise ChoiceError(f"{metric!r} is not a metric of an evaluator; these are {', '.join(_SINGLETONS['count'])}")
        self.beta = beta
        self.metric = name
        self._start(_tallier((name,), singletons, repeats), repeats)

    def update(
        self,
        predicted: Clusters,
        gold: Clusters,
        mention_to_predicted: Optional["Mapping[Any, Any]"] = None,
        mention_to_gold: Optional["Mapping[Any, Any]"] = None,
    ) -> None:
        """Counts one document."""
        self._count(gold, predicted)

    def get_prf(self) -> Prf:
        return self._tallier.prf(0, self.beta)

    def get_counts(self) -> Tuple[float, float, float, float]:
        """Numerator and denominator of precision, then of recall."""
        return self._tallier.counts(0)

    def merge(self, *others: "Evaluator") -> "Evaluator":
        """Adds the documents of other evaluators, in the order given; returns the evaluator itself."""
        self._tallier.merge(talliers(others))
        return self


def evaluate_documents(documents: Iterable[Any], metric: Union[str, Metric], beta: float = 1) -> Prf:
    """Precision, recall and F of one metric over documents that have ``clusters`` and ``gold``."""
    evaluator = Evaluator(metric, beta)
    for document in documents:
        if not (hasattr(document, "clusters") and hasattr(document, "gold")):
            raise TypeError(f"a document has `clusters` and `gold`, which {shown(document)} has not")
        evaluator.update(document.clusters, document.gold)
    return evaluator.get_prf()


class MentionEvaluator(_Gives):
    """Precision and recall of mentions, whatever clusters they are in."""

    def __init__(self) -> None:
        self._tallier = Tallier(plan_of({"metrics": "mentions"}), True)

    def update(self, predicted_mentions: Iterable[Any], gold_mentions: Iterable[Any]) -> None:
        """Counts the mentions of one document; each counts once."""
        gold = dict.fromkeys(map(_hashable, gold_mentions))
        predicted = dict.fromkeys(map(_hashable, predicted_mentions))
        self._tallier.update([[mention] for mention in gold], [[mention] for mention in predicted])

    def get_prf(self) -> Prf:
        return self._tallier.prf(0, 1.0)

    def get_counts(self) -> Counts:
        """Numerator and denominator of precision, then of recall."""
        return self._tallier.counts(0)

    def merge(self, *others: "MentionEvaluator") -> "MentionEvaluator":
        """Adds the documents of other evaluators, in the order given; returns the evaluator itself."""
        self._tallier.merge(talliers(others))
        return self

    def clear(self) -> None:
        """Forgets all documents."""
        self._tallier.clear()


class ClusterChecker:
    """LEA by document and over all, with the interface of wl-coref: figures are (F1, precision, recall), gold comes first.

    Singletons count by default; ``singletons="skip"`` is what the original does. Undefined figures are 0, where the original adds
    1e-7 to denominators.
    """

    def __init__(self, singletons: str = "count") -> None:
        self._tallier = _tallier(("lea",), singletons)

    def add_predictions(self, gold_clusters: Clusters, pred_clusters: Clusters) -> Prf:
        """Counts one document; returns its (F1, precision, recall)."""
        self._tallier.update(gold_clusters, pred_clusters)
        precision, recall, f = self._tallier.last_prf(0, 1.0)
        return f, precision, recall

    @property
    def total_lea(self) -> Prf:
        """(F1, precision, recall) over all documents."""
        precision, recall, f = self._tallier.prf(0, 1.0)
        return f, precision, recall
