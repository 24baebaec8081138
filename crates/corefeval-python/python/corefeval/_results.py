"""Results of scoring, as objects."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple, Union, overload

from ._corefeval import Scores
from ._errors import ChoiceError, InputError, Problem, problems_of

if TYPE_CHECKING:
    import pandas

    from ._page import Page


class Counts(NamedTuple):
    """Numerators and denominators, summed over documents."""

    recall_numerator: float
    recall_denominator: float
    precision_numerator: float
    precision_denominator: float


class MetricScore(NamedTuple):
    """A metric's figures, from 0 to 1; ``None`` if the denominator is 0."""

    name: str
    title: str
    recall: Optional[float]
    precision: Optional[float]
    f: Optional[float]
    """F with the beta of the protocol; F1 by default."""
    parts: Tuple[Counts, ...]
    """What was counted: BLANC has two parts, other metrics have one."""

    @property
    def f1(self) -> Optional[float]:
        """The same as ``f``."""
        return self.f


class About(NamedTuple):
    """The name and the size of a document of a result."""

    name: str
    id: str
    part: Optional[int]
    genre: Optional[str]
    topic: str
    tokens: int
    key_mentions: int
    response_mentions: int


def _width() -> Optional[int]:
    import shutil

    return shutil.get_terminal_size().columns


class Scored(NamedTuple):
    """The input of a result, for reports: the key, the responses by name, and the choices."""

    key: Any
    responses: Dict[str, Any]
    choices: Dict[str, Any]


class _Shown:
    """The base of results of one system and of several systems."""

    _scores: Scores
    _scored: Optional[Scored] = None

    @property
    def signature(self) -> str:
        """Every choice that can change a score, in one line: publish it with the figures."""
        return self._scores.signature

    @property
    def problems(self) -> List[Problem]:
        """The problems of the input."""
        return problems_of(self._scores.problems)

    def to_dict(self, by: str = "system") -> Dict[str, Any]:
        """What ``corefeval score --as json`` prints (docs/json.md); nothing is rounded."""
        made: Dict[str, Any] = json.loads(self._scores.json(by))
        return made

    def to_json(self) -> str:
        """Everything, documents included, to be read by ``from_json``."""
        return self._scores.store()

    def to_text(self, *, by: str = "system", wide: bool = False, sort: Optional[str] = None, width: Optional[int] = None) -> str:
        """The table that the command line prints."""
        return self._scores.table("text", by, wide, sort, width)

    def to_latex(self, *, by: str = "system", wide: bool = False, sort: Optional[str] = None) -> str:
        """A table for a paper: a row for each system."""
        return self._scores.table("latex", by, wide, sort)

    def to_markdown(self, *, by: str = "system", wide: bool = False, sort: Optional[str] = None) -> str:
        """A table for a page in Markdown."""
        return self._scores.table("markdown", by, wide, sort)

    def to_csv(self, *, by: str = "system") -> str:
        """A row for each figure, in the columns of docs/tables.md."""
        return self._scores.table("csv", by)

    def to_pandas(self, by: str = "system") -> "pandas.DataFrame":
        """A data frame with a row for each figure of each system and group, from 0 to 1. Needs pandas."""
        import pandas

        return pandas.DataFrame(self._rows(by))

    def _rows(self, by: str) -> List[Dict[str, Any]]:
        rows: List[Dict[str, Any]] = []
        for place, name in enumerate(self._scores.names):
            groups = [("all", self._scores.pick(place))] if by == "system" else self._scores.by(place, by)
            for group, scores in groups:
                first: Dict[str, Any] = {"system": name}
                if by != "system":
                    first[by] = group
                first["documents"] = len(scores.documents(0))
                for metric, _, (recall, precision, f), _ in scores.metrics(0):
                    rows.append({**first, "metric": metric, "recall": recall, "precision": precision, "f": f})
                for average, _, value in scores.averages(0):
                    rows.append({**first, "metric": average, "recall": None, "precision": None, "f": value})
        return rows

    def report(self, **options: Any) -> "Page":
        """The page that ``corefeval report`` makes of what was scored: a notebook shows it, and it has ``save(path)``.

        A result knows its files or documents as long as it is not stored, sent or added to another.
        """
        if self._scored is None:
            raise ChoiceError(
                "a report needs the texts: score paths, or documents that have words, or use corefeval.report(key, response)"
            )
        from ._commands import report

        scored = self._scored
        responses = {name: scored.responses[name] for name in self._scores.names}
        return report(scored.key, *responses.values(), names=list(responses), **{**scored.choices, **options})

    def __repr__(self) -> str:
        return self._scores.table("text", width=_width()).rstrip("\n")

    def _repr_html_(self) -> str:
        return self._scores.table("html")

    def __len__(self) -> int:
        raise NotImplementedError


class Result(_Shown):
    """What one response got.

    >>> import corefeval
    >>> result = corefeval.score([[(0, 0), (2, 2), (4, 4)]], [[(0, 0), (2, 2)]])
    >>> result.muc.recall, result.muc.precision
    (0.5, 1.0)
    >>> result["b-cubed"].recall == result.b_cubed.recall
    True
    >>> sorted(result.metrics)[:2]
    ['b-cubed', 'blanc']
    """

    def __init__(self, scores: Scores, scored: Optional[Scored] = None) -> None:
        self._scores = scores
        self._scored = scored
        self._metrics: Optional[Dict[str, MetricScore]] = None

    @property
    def name(self) -> str:
        """The name of the system."""
        return self._scores.names[0]

    @property
    def metrics(self) -> Mapping[str, MetricScore]:
        """The figures of each metric, by its name."""
        if self._metrics is None:
            self._metrics = {
                name: MetricScore(name, title, *figures, tuple(Counts(*each) for each in parts))
                for name, title, figures, parts in self._scores.metrics(0)
            }
        return self._metrics

    @property
    def averages(self) -> Mapping[str, Optional[float]]:
        """The averages that can be computed, such as ``conll``, from 0 to 1."""
        return {name: value for name, _, value in self._scores.averages(0)}

    @property
    def conll(self) -> Optional[float]:
        """The mean F1 of MUC, B³ and CEAFe, if these were counted."""
        averages = self.averages
        if "conll" not in averages:
            raise ChoiceError("the CoNLL average needs the metrics muc, b-cubed and ceaf-e; these are " + ", ".join(self.metrics))
        return averages["conll"]

    def __getitem__(self, name: str) -> MetricScore:
        found = self.metrics.get(name.replace("_", "-")) if isinstance(name, str) else None
        if found is None:
            raise KeyError(f"no metric is called {name!r} here; these are {', '.join(self.metrics)}")
        return found

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.replace("_", "-") in self.metrics

    def __iter__(self) -> Iterator[str]:
        """The names of the metrics."""
        return iter(self.metrics)

    def __getattr__(self, name: str) -> MetricScore:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"a result has no {name!r}; its metrics are {', '.join(self.metrics)}") from None

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *(name.replace("-", "_") for name in self.metrics)]

    @property
    def documents(self) -> List["DocumentResult"]:
        """The result of each document, in the order of the key."""
        return [DocumentResult(self._scores, number, About(*about)) for number, about in enumerate(self._scores.documents(0))]

    def by(self, what: str) -> Dict[str, "Result"]:
        """Results of groups of documents: by ``genre``, ``topic`` or ``document``."""
        return {name: Result(scores) for name, scores in self._scores.by(0, what)}

    def __add__(self, other: "Result") -> "Result":
        if not isinstance(other, Result):
            return NotImplemented
        return Result(self._scores.add(other._scores))

    def __radd__(self, other: object) -> "Result":
        # `sum` begins with 0
        return self if other == 0 else NotImplemented

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and self._scores.store() == other._scores.store()

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def from_json(cls, text: str) -> "Result":
        """The result that ``to_json`` wrote."""
        scores = Scores.load(text)
        if len(scores) != 1:
            raise InputError(f"this is a ranking of {len(scores)} systems: read it with corefeval.from_json or Ranking.from_json")
        return Result(scores)

    def __reduce__(self) -> Tuple[Any, Tuple[str]]:
        return type(self).from_json, (self.to_json(),)

    def __len__(self) -> int:
        return len(self._scores.documents(0))

    def __bool__(self) -> bool:
        return True


class DocumentResult(Result):
    """What a response got in one document."""

    def __init__(self, whole: Scores, number: int, about: About) -> None:
        self._whole = whole
        self._number = number
        self._metrics = None
        self.about = about

    @property
    def name(self) -> str:
        """The name of the document."""
        return self.about.name

    @property
    def _scores(self) -> Scores:  # type: ignore[override]
        return self._whole.document(0, self._number)

    def __reduce__(self) -> Tuple[Any, Tuple[Any, ...]]:
        return _document_result, (self._scores.store(), self.about)


def _document_result(text: str, about: About) -> DocumentResult:
    return DocumentResult(Scores.load(text), 0, about)


class Ranking(_Shown):
    """What several responses got, the best first.

    >>> import corefeval
    >>> key = [[(0, 0), (2, 2), (4, 4)]]
    >>> ranking = corefeval.score(key, [[(0, 0), (2, 2)]], key, names=["shy", "perfect"])
    >>> [result.name for result in ranking]
    ['perfect', 'shy']
    >>> ranking["shy"].muc.recall
    0.5
    """

    def __init__(self, scores: Scores, scored: Optional[Scored] = None) -> None:
        self._scores = scores
        self._scored = scored

    @property
    def names(self) -> List[str]:
        """The names of the systems, the best first."""
        return [self._scores.names[place] for place in self._scores.order]

    @property
    def best(self) -> Result:
        """The result of the best system."""
        return self[0]

    def __len__(self) -> int:
        return len(self._scores)

    def __iter__(self) -> Iterator[Result]:
        return (Result(self._scores.pick(place), self._scored) for place in self._scores.order)

    @overload
    def __getitem__(self, which: Union[int, str]) -> Result: ...
    @overload
    def __getitem__(self, which: slice) -> List[Result]: ...
    def __getitem__(self, which: Union[int, str, slice]) -> Union[Result, List[Result]]:
        if isinstance(which, slice):
            return list(self)[which]
        if isinstance(which, str):
            if which not in self._scores.names:
                raise KeyError(f"no system is called {which!r}; these are {', '.join(self.names)}")
            return Result(self._scores.pick(self._scores.names.index(which)), self._scored)
        return Result(self._scores.pick(self._scores.order[which]), self._scored)

    def __add__(self, other: "Ranking") -> "Ranking":
        if not isinstance(other, Ranking):
            return NotImplemented
        return Ranking(self._scores.add(other._scores))

    def __radd__(self, other: object) -> "Ranking":
        return self if other == 0 else NotImplemented

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ranking) and self._scores.store() == other._scores.store()

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def from_json(cls, text: str) -> "Ranking":
        """The ranking that ``to_json`` wrote."""
        return cls(Scores.load(text))

    def __reduce__(self) -> Tuple[Any, Tuple[str]]:
        return type(self).from_json, (self.to_json(),)


class Rules(Mapping[str, Union[Result, Ranking]]):
    """Results under several matching rules, by the name of the rule."""

    def __init__(self, rules: List[Tuple[str, Scores]]) -> None:
        self._rules = rules

    def __getitem__(self, rule: str) -> Union[Result, Ranking]:
        for name, scores in self._rules:
            if name == rule:
                return result_of(scores)
        raise KeyError(f"no rule is called {rule!r} here; these are {', '.join(self)}")

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __repr__(self) -> str:
        return Scores.table_of_rules(self._rules, "text", _width()).rstrip("\n")

    def _repr_html_(self) -> str:
        return Scores.table_of_rules(self._rules, "html")

    def to_latex(self) -> str:
        """A table for a paper."""
        return Scores.table_of_rules(self._rules, "latex")

    def to_dict(self) -> Dict[str, Dict[str, Any]]:
        """What each result's ``to_dict`` gives, by rule."""
        return {rule: result.to_dict() for rule, result in self.items()}

    def __reduce__(self) -> Tuple[Any, Tuple[Any, ...]]:
        return _rules, ([(name, scores.store()) for name, scores in self._rules],)


def _rules(stored: List[Tuple[str, str]]) -> Rules:
    return Rules([(name, Scores.load(text)) for name, text in stored])


def result_of(scores: Scores, scored: Optional[Scored] = None) -> Union[Result, Ranking]:
    """One system is a result, several are a ranking."""
    return Result(scores, scored) if len(scores) == 1 else Ranking(scores, scored)


def from_json(text: str) -> Union[Result, Ranking]:
    """The result or ranking that ``to_json`` wrote."""
    return result_of(Scores.load(text))
