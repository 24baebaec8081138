"""Evaluators for training loops.

``CorefEvaluator`` and what goes with it answer to the names that training code has called since 2016, so that an import is
all that changes. ``corefeval.Evaluator``, another class than the ``Evaluator`` here, takes any preset and choice.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from ._choices import plan_of
from ._corefeval import Tallier
from ._errors import ChoiceError, CorefevalWarning, outside, shown
from ._evaluator import plain_clusters, talliers
from ._metric_functions import FUNCTIONS, Clusters, Metric, b_cubed, ceafe, f1, hashable, lea, muc, name_of, phi4, tallier_of
from ._results import Result

__all__ = [
    "ClusterChecker",
    "CorefEvaluator",
    "Evaluator",
    "MentionEvaluator",
    "b_cubed",
    "ceafe",
    "evaluate_documents",
    "f1",
    "lea",
    "muc",
    "phi4",
]

Prf = Tuple[float, float, float]
Counts = Tuple[float, float, float, float]


class _Counts:
    """Counts documents, and says once if mentions are repeated."""

    # none if a subclass counts by evaluators of its own
    _tallier: Optional[Tallier] = None
    # what is said of repeated mentions; none once it was said, and if it was chosen what becomes of them
    _remark: Optional[str] = None

    def _start(self, tallier: Tallier, repeats: Optional[str]) -> None:
        self._tallier = tallier
        if repeats is None:
            self._remark = (
                "it counts in each of them and is looked up in the last one, as in the evaluators that training code copies "
                '(repeats="listed"); repeats="error" refuses it, and repeats="reference" counts as the CoNLL scorer does'
            )

    def _say(self, repeated: Tuple[int, str]) -> None:
        if self._remark is not None:
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


# --- one metric by itself


_ZERO: Counts = (0.0, 0.0, 0.0, 0.0)


def _sum(one: Counts, other: Counts) -> Counts:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def _part(place: int, about: str) -> Any:
    """A count as an attribute, which training code reads, sums over processes and sets."""

    def get(evaluator: "Evaluator") -> float:
        return evaluator.get_counts()[place]

    def put(evaluator: "Evaluator", value: float) -> None:
        added = list(evaluator._added)
        added[place] += value - evaluator.get_counts()[place]
        evaluator._added = (added[0], added[1], added[2], added[3])

    return property(get, put, doc=about)


def _check_kind(kind: type, one: Any, other: Any) -> None:
    """Refuses what cannot be merged with an evaluator."""
    if not isinstance(other, kind):
        # something else that counts is an evaluator with another plan
        talliers([other])
        raise ChoiceError(f"evaluators add up only under the same plan: {shown(one)} and {shown(other)}")
    if other is one:
        raise ChoiceError("an evaluator cannot be merged with itself")


class Evaluator(_Counts, _Gives):
    """One metric over documents: ``Evaluator(b_cubed)``, ``Evaluator("b-cubed")``, or with a function of your own.

    >>> from corefeval.evaluators import Evaluator, lea
    >>> evaluator = Evaluator(lea)
    >>> evaluator.update([("a", "b", "c")], [("a", "b")], {}, {})
    >>> "%.4f %.4f" % (evaluator.get_precision(), evaluator.get_recall())
    '0.3333 1.0000'

    A function takes clusters and the map from mentions to the clusters of the other side, or the clusters of the other side if
    its name begins with ``ceaf`` or its second parameter is called ``gold_clusters`` or the like. It returns numerator and
    denominator for the clusters, or both for precision and then for recall.
    """

    # where the metric is in the tallier
    _place = 0
    # the evaluators that share the tallier, if there are several: what owns them updates it
    _together: Optional[List["Evaluator"]] = None
    # what was counted without the tallier
    _added: Counts = _ZERO

    def __init__(
        self, metric: Union[str, Metric], beta: float = 1, singletons: str = "count", repeats: Optional[str] = None
    ) -> None:
        self.beta = beta
        self.metric = metric
        self._how = (singletons, repeats)
        known = FUNCTIONS.get(name_of(metric))
        if known is not None and (isinstance(metric, str) or metric is known):
            self._start(tallier_of((self.name,), singletons, repeats), repeats)
        elif not callable(metric):
            raise ChoiceError(f"{metric!r} is not a metric of an evaluator; these are {', '.join(FUNCTIONS)}, or a function")

    @classmethod
    def _sharing(cls, tallier: Tallier, names: Sequence[str], how: Tuple[str, Optional[str]]) -> List["Evaluator"]:
        """An evaluator for each of the metrics that a tallier counts."""
        together: List[Evaluator] = []
        for place, name in enumerate(names):
            made = cls.__new__(cls)
            made.beta, made.metric, made._how = 1, FUNCTIONS[name], how
            made._tallier, made._place, made._together = tallier, place, together
            together.append(made)
        return together

    @property
    def name(self) -> str:
        """The name of the metric."""
        return name_of(self.metric)

    p_num: float = _part(0, "Numerator of precision.")
    p_den: float = _part(1, "Denominator of precision.")
    r_num: float = _part(2, "Numerator of recall.")
    r_den: float = _part(3, "Denominator of recall.")

    def _own_tallier(self) -> Optional[Tallier]:
        """The tallier of this evaluator alone; what was counted with others is kept."""
        if self._together is not None:
            self._added = self.get_counts()
            self._together.remove(self)
            self._place, self._together = 0, None
            singletons, repeats = self._how
            self._start(tallier_of((self.name,), singletons, repeats), repeats)
        return self._tallier

    def update(
        self,
        predicted: Clusters,
        gold: Clusters,
        mention_to_predicted: "Optional[Mapping[Any, Any]]" = None,
        mention_to_gold: "Optional[Mapping[Any, Any]]" = None,
    ) -> None:
        """Counts one document. Only functions of your own use the maps, which are made for them if they are not given."""
        if mention_to_predicted is None:
            predicted, gold = plain_clusters(predicted), plain_clusters(gold)
        tallier = self._own_tallier()
        if tallier is not None:
            repeated = tallier.update(gold, predicted)
            if repeated is not None:
                self._say(repeated)
        else:
            counts = _counts_of(self.metric, _kept(predicted), _kept(gold), mention_to_predicted, mention_to_gold)
            self._added = _sum(self._added, counts)

    def get_prf(self) -> Prf:
        if self._tallier is not None and self._added == _ZERO:
            return self._tallier.prf(self._place, self.beta)
        p_num, p_den, r_num, r_den = self.get_counts()
        precision, recall = p_num / p_den if p_den else 0.0, r_num / r_den if r_den else 0.0
        return precision, recall, f1(p_num, p_den, r_num, r_den, self.beta)

    def get_counts(self) -> Counts:
        """Numerator and denominator of precision, then of recall."""
        if self._tallier is None:
            return self._added
        counts = self._tallier.counts(self._place)
        return counts if self._added == _ZERO else _sum(counts, self._added)

    def merge(self, *others: "Evaluator") -> "Evaluator":
        """Adds the documents of other evaluators, in the order given; returns the evaluator itself."""
        for other in others:
            self._check_merge(other)
        for other in others:
            own = self._own_tallier()
            if own is None or other._tallier is None or other._together is not None:
                self._added = _sum(self._added, other.get_counts())
            else:
                own.merge([other._tallier])
                self._added = _sum(self._added, other._added)
        return self

    def _check_merge(self, other: Any) -> None:
        _check_kind(Evaluator, self, other)
        if self._plan() != other._plan():
            raise ChoiceError(f"evaluators add up only under the same plan: {self._plan()} and {other._plan()}")

    def _plan(self) -> Tuple[Any, str, str]:
        singletons, repeats = self._how
        return (self.name if self._tallier is not None else self.metric), singletons, repeats or "listed"

    def clear(self) -> None:
        """Forgets all documents."""
        tallier = self._own_tallier()
        if tallier is not None:
            tallier.clear()
        self._added = _ZERO

    def __repr__(self) -> str:
        return f"<{self.name}: precision {self.get_precision():.4f}, recall {self.get_recall():.4f}, F1 {self.get_f1():.4f}>"


def _kept(clusters: Clusters) -> Clusters:
    """Clusters that can be gone through several times."""
    if isinstance(clusters, Mapping):
        return clusters
    return [tuple(each) if isinstance(each, Iterator) else each for each in clusters]


def _map_of(clusters: Clusters) -> Dict[Any, Any]:
    """The map from mentions to clusters that training code makes."""
    solid = [tuple(hashable(mention) for mention in cluster) for cluster in clusters]
    return {mention: cluster for cluster in solid for mention in cluster}


def _counts_of(
    metric: Any,
    predicted: Clusters,
    gold: Clusters,
    mention_to_predicted: "Optional[Mapping[Any, Any]]",
    mention_to_gold: "Optional[Mapping[Any, Any]]",
) -> Counts:
    """What a document adds under a function of somebody's own."""
    of_gold, of_predicted = gold, predicted
    if not _takes_clusters(metric):
        of_gold = _map_of(gold) if mention_to_gold is None else mention_to_gold
        of_predicted = _map_of(predicted) if mention_to_predicted is None else mention_to_predicted
    first = tuple(metric(predicted, of_gold))
    counts = first if len(first) == 4 else (*first, *metric(gold, of_predicted))
    if len(counts) != 4:
        raise TypeError(f"a metric gives 2 or 4 numbers, not {shown(first)}")
    return float(counts[0]), float(counts[1]), float(counts[2]), float(counts[3])


def _takes_clusters(metric: Any) -> bool:
    """Whether a function takes the clusters of both sides, as ``ceafe`` does, not a map."""
    import inspect

    name = getattr(metric, "__name__", "")
    try:
        parameters = list(inspect.signature(metric).parameters)
    except (TypeError, ValueError):
        parameters = []
    second = parameters[1] if len(parameters) > 1 else ""
    return name.startswith("ceaf") or ("cluster" in second and "_to_" not in second)


def evaluate_documents(documents: Iterable[Any], metric: Union[str, Metric], beta: float = 1) -> Prf:
    """Precision, recall and F of one metric over documents that have ``clusters`` and ``gold``."""
    evaluator = Evaluator(metric, beta)
    for document in documents:
        if not (hasattr(document, "clusters") and hasattr(document, "gold")):
            raise TypeError(f"a document has `clusters` and `gold`, which {shown(document)} has not")
        evaluator.update(document.clusters, document.gold)
    return evaluator.get_prf()


# --- several metrics


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
    """The metrics; subclasses can have others of muc, b-cubed, ceaf-e, lea."""

    # the evaluators that the tallier counts for
    _together: List[Evaluator]

    evaluators: List[Any]
    """One :class:`Evaluator` for each metric: MUC, B³, CEAFe. Others can be added or put in their place."""

    def __init__(self, singletons: str = "count", repeats: Optional[str] = None) -> None:
        tallier = tallier_of(self.NAMES, singletons, repeats)
        self._start(tallier, repeats)
        self._together = Evaluator._sharing(tallier, self.NAMES, (singletons, repeats))
        self.evaluators = list(self._together)

    def _shares(self, evaluator: Any) -> bool:
        """Whether the tallier here counts for an evaluator."""
        return self._tallier is not None and getattr(evaluator, "_tallier", None) is self._tallier

    def update(
        self,
        predicted: Clusters,
        gold: Clusters,
        mention_to_predicted: Optional["Mapping[Any, Any]"] = None,
        mention_to_gold: Optional["Mapping[Any, Any]"] = None,
    ) -> None:
        """Counts one document. Only metrics of your own use the maps from mentions to clusters: clusters say the same."""
        if mention_to_predicted is None:
            predicted, gold = plain_clusters(predicted), plain_clusters(gold)
        tallier = self._tallier
        if tallier is None or self.evaluators != self._together:
            self._update_each(predicted, gold, mention_to_predicted, mention_to_gold)
            return
        repeated = tallier.update(gold, predicted)
        if repeated is not None:
            self._say(repeated)

    def _update_each(
        self,
        predicted: Clusters,
        gold: Clusters,
        mention_to_predicted: Optional["Mapping[Any, Any]"],
        mention_to_gold: Optional["Mapping[Any, Any]"],
    ) -> None:
        """Counts for evaluators that were added or put in the place of others."""
        predicted, gold = _kept(predicted), _kept(gold)
        if self._tallier is not None and any(map(self._shares, self.evaluators)):
            repeated = self._tallier.update(gold, predicted)
            if repeated is not None:
                self._say(repeated)
        for each in self.evaluators:
            if not self._shares(each):
                each.update(predicted, gold, mention_to_predicted, mention_to_gold)

    def get_prf(self) -> Prf:
        """Mean precision, recall and F1 of the metrics, in this order; F1 is the mean of F1s."""
        precision = recall = f = 0.0
        for each in self.evaluators:
            one, two, three = each.get_prf()
            precision, recall, f = precision + one, recall + two, f + three
        count = len(self.evaluators) or 1
        return precision / count, recall / count, f / count

    def _prf_of(self, name: str) -> Prf:
        found = [each for each in self.evaluators if getattr(each, "name", None) == name]
        if not found:
            names = ", ".join(str(getattr(each, "name", each)) for each in self.evaluators)
            raise ChoiceError(f"this evaluator has no {name}; its metrics are {names}")
        prf: Prf = found[0].get_prf()
        return prf

    def get_muc(self) -> Prf:
        """Precision, recall and F1 of MUC."""
        return self._prf_of("muc")

    def get_b3(self) -> Prf:
        """Precision, recall and F1 of B³."""
        return self._prf_of("b-cubed")

    def get_ceafe(self) -> Prf:
        """Precision, recall and F1 of CEAFe."""
        return self._prf_of("ceaf-e")

    def get_prf_str(self) -> str:
        """Precision, recall and F1 in percent, for logs."""
        precision, recall, f1 = self.get_prf()
        return f"Precision: {precision * 100:.2f}, Recall: {recall * 100:.2f}, F1: {f1 * 100:.2f}"

    def result(self) -> Result:
        """The result as an object, with documents, tables and the signature; evaluators that were added are no part of it."""
        if self._tallier is None or not any(self._shares(each) for each in self.evaluators):
            raise ChoiceError("a result needs the evaluators that a CorefEvaluator makes itself: use corefeval.Evaluator")
        return Result(self._tallier.scores("response"))

    def merge(self, *others: "CorefEvaluator") -> "CorefEvaluator":
        """Adds the documents of other evaluators, in the order given; returns the evaluator itself."""
        for other in others:
            self._check_merge(other)
        for other in others:
            self._merge_one(other)
        return self

    def _check_merge(self, other: Any) -> None:
        _check_kind(CorefEvaluator, self, other)
        if len(self.evaluators) != len(other.evaluators):
            raise ChoiceError("evaluators add up only under the same plan: their numbers of metrics differ")
        for mine, theirs in zip(self.evaluators, other.evaluators):
            if not isinstance(mine, Evaluator):
                raise TypeError(f"an evaluator can be merged with evaluators, not with {shown(mine)}")
            mine._check_merge(theirs)

    def _merge_one(self, other: "CorefEvaluator") -> None:
        pairs = list(zip(self.evaluators, other.evaluators))
        shared = [(mine, theirs) for mine, theirs in pairs if self._shares(mine) and other._shares(theirs)]
        for mine, theirs in pairs:
            # those that only one side counts together no longer are, before the others are added
            if (mine, theirs) not in shared:
                mine.merge(theirs)
        if shared and self._tallier is not None and other._tallier is not None:
            self._tallier.merge([other._tallier])
        for mine, theirs in shared:
            mine._added = _sum(mine._added, theirs._added)

    def clear(self) -> None:
        """Forgets all documents."""
        for each in self.evaluators:
            if self._shares(each):
                each._added = _ZERO
            else:
                each.clear()
        if self._tallier is not None:
            self._tallier.clear()


class MentionEvaluator(_Gives):
    """Precision and recall of mentions, whatever clusters they are in."""

    def __init__(self) -> None:
        self._tallier = Tallier(plan_of({"metrics": "mentions"}), True)

    def update(self, predicted_mentions: Iterable[Any], gold_mentions: Iterable[Any]) -> None:
        """Counts the mentions of one document; each counts once."""
        gold = dict.fromkeys(map(hashable, gold_mentions))
        predicted = dict.fromkeys(map(hashable, predicted_mentions))
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
        self._tallier = tallier_of(("lea",), singletons)

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
