"""What mypy and pyright must understand: the package as programs use it."""

from __future__ import annotations

from pathlib import Path
from typing import Dict, List, Optional, Tuple

import corefeval
from corefeval import CorefEvaluator, Document, Evaluator, Mention, Problem, Ranking, Result


def score(key: Path, one: Path, two: Path) -> Tuple[Optional[float], str]:
    result: Result = corefeval.score(key, one, metrics=["muc", "lea"], singletons="drop")
    ranking: Ranking = corefeval.score(key, one, two, names=["one", "two"])
    best: Result = ranking.best
    recall: Optional[float] = result.muc.recall
    groups: Dict[str, Result] = result.by("genre")
    problems: List[Problem] = result.problems
    assert groups is not None and problems is not None
    return recall, best.name


def train(batches: List[Tuple[List[Tuple[Tuple[int, int], ...]], List[Tuple[Tuple[int, int], ...]]]]) -> float:
    evaluator = CorefEvaluator()
    clean = Evaluator(preset="conll-2012")
    for predicted, gold in batches:
        evaluator.update(predicted, gold, {}, {})
        clean.update(gold, predicted)
    precision, recall, f1 = evaluator.get_prf()
    conll: Optional[float] = clean.compute().conll
    assert conll is not None
    return f1 + precision + recall


def walk(path: Path) -> List[str]:
    documents: List[Document] = corefeval.read(path)
    mentions: List[Mention] = [mention for document in documents for mention in document.mentions]
    return [mention.text or "" for mention in mentions]
