"""Evaluation of coreference resolution: every metric, every matching rule, every format.

>>> import corefeval
>>> gold = [[(0, 0), (5, 6), (9, 9)], [(3, 3), (7, 7)]]
>>> predicted = [[(0, 0), (5, 6)], [(3, 3), (7, 7)]]
>>> result = corefeval.score(gold, predicted)
>>> "%.2f" % (100 * result.conll)
'83.33'
"""

from ._api import convert, match_all, read, score, write
from ._choices import choices, formats, metrics, presets
from ._commands import (
    agree,
    analyse,
    arcs,
    command,
    compare,
    disagreements,
    explain,
    explain_figure,
    layers,
    measures,
    nec,
    probe,
    report,
    show,
    spans,
    stats,
    task,
    validate,
    variants,
    why,
)
from ._corefeval import Document, Entity, Mention, __version__
from ._errors import ChoiceError, CorefevalError, CorefevalWarning, InputError, Problem
from ._evaluator import Evaluator
from ._page import Page
from ._results import MetricScore, Ranking, Result, Rules, from_json
from .evaluators import ClusterChecker, CorefEvaluator, MentionEvaluator

__all__ = [
    "ChoiceError",
    "ClusterChecker",
    "CorefEvaluator",
    "CorefevalError",
    "CorefevalWarning",
    "Document",
    "Entity",
    "Evaluator",
    "InputError",
    "Mention",
    "MentionEvaluator",
    "MetricScore",
    "Page",
    "Problem",
    "Ranking",
    "Result",
    "Rules",
    "__version__",
    "agree",
    "analyse",
    "arcs",
    "choices",
    "command",
    "compare",
    "convert",
    "disagreements",
    "explain",
    "explain_figure",
    "formats",
    "from_json",
    "layers",
    "match_all",
    "measures",
    "metrics",
    "nec",
    "presets",
    "probe",
    "read",
    "report",
    "score",
    "show",
    "spans",
    "stats",
    "task",
    "validate",
    "variants",
    "why",
    "write",
]
