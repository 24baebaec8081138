"""Choices as keyword arguments: names and values are those of the command line."""

from __future__ import annotations

import os
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from . import _corefeval
from ._errors import ChoiceError


class Value(NamedTuple):
    """A value of a choice."""

    name: str
    about: str


class Choice(NamedTuple):
    """A choice of a run that can change a score."""

    name: str
    about: str
    shape: str
    """``one`` of the values, ``some`` of them, ``texts``, a ``number``, or ``files``."""
    values: Tuple[Value, ...]
    default: Tuple[str, ...]


class Preset(NamedTuple):
    """The protocol of a shared task or an older scorer."""

    name: str
    title: str
    signature: str


class Format(NamedTuple):
    """A file format."""

    name: str
    title: str
    extensions: Tuple[str, ...]
    writable: bool


class Metric(NamedTuple):
    """A metric that can be asked for."""

    name: str
    title: str
    summary: str


def choices() -> Dict[str, Choice]:
    """Every choice that ``score`` and ``Evaluator`` take as a keyword argument, with ``_`` for ``-``.

    >>> import corefeval
    >>> [value.name for value in corefeval.choices()["singletons"].values]
    ['keep', 'drop', 'drop-after-detection']
    """
    table = _corefeval.choices()
    return {
        name.replace("-", "_"): Choice(name, about, shape, tuple(Value(*each) for each in values), tuple(default))
        for name, about, shape, values, default in table
    }


def presets() -> Dict[str, Preset]:
    """Every preset, by its name.

    >>> import corefeval
    >>> corefeval.presets()["conll-2012"].title
    'CoNLL-2012 shared task, as rescored in 2014'
    """
    return {name: Preset(name, title, signature) for name, title, signature in _corefeval.presets()}


def formats() -> Dict[str, Format]:
    """Every format, by its name."""
    return {
        name: Format(name, title, tuple(extensions), writable)
        for name, title, extensions, writable in _corefeval.formats()
    }


def metrics() -> Dict[str, Metric]:
    """Every metric, by its name."""
    return {name: Metric(name, title, summary) for name, title, summary in _corefeval.metrics()}


# options of the command line that set a choice to a value
_FLAGS = {"align": ("tokens", "aligned"), "macro": ("average", "macro"), "match_all": ("match", "all")}
_FILES = ("trees", "topics", "entity_map")


def plan_of(given: Dict[str, Any]) -> _corefeval.Plan:
    """The plan that keyword arguments describe."""
    given = {name: value for name, value in given.items() if value is not None}
    preset, signature = given.pop("preset", None), given.pop("signature", None)
    if preset is not None and signature is not None:
        raise ChoiceError("give a preset or a signature, not both")
    for one, other in (("metric", "metrics"), *((flag, choice) for flag, (choice, _) in _FLAGS.items())):
        if one in given and other in given:
            raise ChoiceError(f"{one}={given[one]!r} and {other}={given[other]!r} are the same choice: give one of them")
    if "metric" in given:
        given["metrics"] = given.pop("metric")
    made: List[Tuple[str, str]] = []
    files: List[Tuple[str, List[Any]]] = []
    for name, value in given.items():
        if name in _FLAGS:
            if not isinstance(value, bool):
                raise ChoiceError(f"{name}={value!r}: True or False is expected")
            if value:
                made.append(_FLAGS[name])
        elif name in _FILES:
            files.append((name.replace("_", "-"), _paths(name, value)))
        else:
            made.append((name.replace("_", "-"), _text(name, value)))
    start: Optional[str] = preset if preset is not None else signature
    if start is not None and not isinstance(start, str):
        raise ChoiceError(f"a preset or signature is a text, not {start!r}")
    return _corefeval.Plan(start, made, files)


def _paths(name: str, value: Any) -> List[Any]:
    paths = list(value) if isinstance(value, (list, tuple)) else [value]
    if not paths or not all(isinstance(each, (str, os.PathLike)) for each in paths):
        raise ChoiceError(f"{name}={value!r}: a path or a list of paths is expected")
    return paths


def _text(name: str, value: Any) -> str:
    if isinstance(value, str) and value:
        return value
    if isinstance(value, (list, tuple, str)):
        if not value:
            raise ChoiceError(f"{name}={value!r}: at least one value is expected")
        return ",".join(str(each) for each in value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return repr(value)
    if name not in choices():
        # the error of the plan lists the known names
        return str(value)
    raise ChoiceError(f"{name}={value!r}: a text, a number or a list of texts is expected")
