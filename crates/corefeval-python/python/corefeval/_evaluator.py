"""Scores documents one by one, and adds up their tallies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Iterable, List, Optional

from ._choices import plan_of
from ._corefeval import Tallier
from ._errors import shown
from ._results import Result

Clusters = Any


class Evaluator:
    """Scores documents one by one, and adds them up.

    >>> import corefeval
    >>> evaluator = corefeval.Evaluator(preset="conll-2012")
    >>> evaluator.update([[(0, 0), (2, 2), (4, 4)]], [[(0, 0), (2, 2)]])
    >>> evaluator.update([["a", "b"]], [["a", "b"]])
    >>> evaluator.compute().muc.recall.__round__(4)
    0.6667

    Evaluators of several processes are merged; they can be pickled and sent (``all_gather_object``):

    >>> import pickle
    >>> other = pickle.loads(pickle.dumps(evaluator))
    >>> len(evaluator.merge(other))
    4
    """

    def __init__(self, **choices: Any) -> None:
        self._tallier = Tallier(plan_of(choices), "repeats" in choices)

    def update(self, key: Clusters, response: Clusters, name: Optional[str] = None) -> None:
        """Counts one document: clusters of the key (gold) and of the response (predicted)."""
        self._tallier.update(plain_clusters(key), plain_clusters(response), name)

    def compute(self, name: str = "response") -> Result:
        """The result of all documents so far."""
        return Result(self._tallier.scores(name))

    def merge(self, *others: "Evaluator") -> "Evaluator":
        """Adds the documents of other evaluators with the same choices, in the order given; returns the evaluator itself."""
        self._tallier.merge(talliers(others))
        return self

    def reset(self) -> None:
        """Forgets all documents."""
        self._tallier.clear()

    @property
    def signature(self) -> str:
        """Every choice that can move a score, in one line."""
        return self._tallier.signature

    def __len__(self) -> int:
        return len(self._tallier)

    def __bool__(self) -> bool:
        return True


def plain_clusters(given: Any) -> Any:
    """The clusters of an argument, which may also have the map from mentions to clusters."""
    if isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], Mapping):
        return given[0]
    return given


def talliers(evaluators: Iterable[Any]) -> List[Tallier]:
    """The talliers of evaluators; refuses anything else."""
    made: List[Tallier] = []
    for each in evaluators:
        tallier = getattr(each, "_tallier", None)
        if not isinstance(tallier, Tallier):
            raise TypeError(f"an evaluator can be merged with evaluators, not with {shown(each)}")
        made.append(tallier)
    return made
