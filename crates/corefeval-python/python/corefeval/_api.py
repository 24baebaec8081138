"""Score, read, write: the functions that most programs need."""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Iterator
from typing import Any, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union, overload

from . import _corefeval
from ._choices import plan_of
from ._corefeval import Document
from ._errors import ChoiceError, CorefevalWarning, Fields, Problem, check_names, outside, problems_of
from ._inputs import Documents, Paths, Reader, Side, documents_of, holds_both
from ._results import Ranking, Result, Rules, Scored, result_of


class _Reading(NamedTuple):
    key_format: Optional[str]
    response_format: Optional[str]
    strict: bool
    threads: Optional[int]
    fingerprints: bool


@overload
def score(
    key: Any,
    response: Any = ...,
    /,
    *,
    names: Optional[Sequence[str]] = ...,
    format: Optional[str] = ...,
    key_format: Optional[str] = ...,
    response_format: Optional[str] = ...,
    strict: bool = ...,
    threads: Optional[int] = ...,
    fingerprints: bool = ...,
    **choices: Any,
) -> Result: ...
@overload
def score(
    key: Any,
    response: Any,
    second: Any,
    /,
    *more: Any,
    names: Optional[Sequence[str]] = ...,
    format: Optional[str] = ...,
    key_format: Optional[str] = ...,
    response_format: Optional[str] = ...,
    strict: bool = ...,
    threads: Optional[int] = ...,
    fingerprints: bool = ...,
    **choices: Any,
) -> Ranking: ...
def score(
    key: Any,
    /,
    *responses: Any,
    names: Optional[Sequence[str]] = None,
    format: Optional[str] = None,
    key_format: Optional[str] = None,
    response_format: Optional[str] = None,
    strict: bool = False,
    threads: Optional[int] = None,
    fingerprints: bool = False,
    **choices: Any,
) -> Union[Result, Ranking]:
    """Scores responses (predicted) against a key (gold).

    Each side is a path or a list of paths, the contents of a file, documents, clusters of mentions, records of JSON lines,
    objects of spaCy, stanza, fastcoref, maverick, AllenNLP or udapi, or a table with a row for each mention (docs/python.md).
    One response gives a :class:`Result`, several a :class:`Ranking`. Records and files of JSON lines that hold
    ``predicted_clusters`` beside ``clusters`` can be given alone.

    Choices have the names and values of the command line, with ``_`` for ``-``: ``metrics=["muc", "lea"]``,
    ``match="head"``, ``singletons="drop"``, ``preset="conll-2012"``, ``signature="…"``; see :func:`choices`.

    >>> import corefeval
    >>> gold = [[(0, 0), (5, 6), (9, 9)], [(3, 3), (7, 7)]]
    >>> predicted = [[(0, 0), (5, 6)], [(3, 3), (7, 7)]]
    >>> corefeval.score(gold, predicted, metrics="muc,b-cubed,ceaf-e").conll.__round__(4)
    0.8333
    """
    plan = plan_of(choices)
    if plan.compares_rules:
        raise ChoiceError("score has one matching rule: use match_all for several")
    if threads is not None and (not isinstance(threads, int) or threads < 1):
        raise ChoiceError(f"threads={threads!r}: a number from 1 is expected, or None for as many as there are processors")
    how = _Reading(key_format or format, response_format or format, strict, threads, fingerprints)
    key = _kept(key)
    sides = _named_sides(key, responses or _both(key), names, how)
    rules = _scored(sides, plan, how, "repeats" in choices)
    return result_of(rules[0][1], _remembered(sides, {**choices, "format": format}))


def match_all(
    key: Any,
    *responses: Any,
    names: Optional[Sequence[str]] = None,
    format: Optional[str] = None,
    strict: bool = False,
    match: Any = "all",
    **choices: Any,
) -> Rules:
    """Scores under several matching rules: every one that is possible with the key, unless ``match`` names some.

    >>> import corefeval
    >>> list(corefeval.match_all([[(0, 1), (4, 4)]], [[(1, 1), (4, 4)]], match="exact,overlap"))
    ['exact', 'overlap-50']
    """
    plan = plan_of({**choices, "match": match})
    how = _Reading(format, format, strict, None, False)
    key = _kept(key)
    return Rules(_scored(_named_sides(key, responses or _both(key), names, how), plan, how, "repeats" in choices))


def _kept(key: Any) -> Any:
    """The key as a list if it can be read only once."""
    return list(key) if isinstance(key, Iterator) and not isinstance(key, io.IOBase) else key


def _both(key: Any) -> Tuple[Any]:
    """The key as its own response, if it holds both annotations."""
    if not holds_both(key):
        raise TypeError("there is no response: only records and files of JSON lines with `predicted_clusters` hold both annotations")
    return (key,)


def _named_sides(key: Any, responses: Sequence[Any], names: Optional[Sequence[str]], how: _Reading) -> List[Tuple[str, Side]]:
    sides = _sides(key, responses, how.key_format, how.response_format, how.strict)
    return list(zip(["key", *_names(sides[1:], names)], sides))


def _remembered(sides: List[Tuple[str, Side]], choices: Any) -> Optional[Scored]:
    """The input of a report: a key that has a text, and the responses in any form."""
    key = sides[0][1]
    if isinstance(key, Paths) or (isinstance(key, Documents) and all(each.words is not None for each in key.documents)):
        return Scored(key, dict(sides[1:]), choices)
    return None


def _scored(
    sides: List[Tuple[str, Side]], plan: _corefeval.Plan, how: _Reading, may_repeat: bool
) -> List[Tuple[str, _corefeval.Scores]]:
    odd: List[Fields] = []
    if all(isinstance(side, Paths) for _, side in sides):
        files = [(name, side.paths) for name, side in sides if isinstance(side, Paths)]
        rules = _corefeval.score_files(files, plan, how)
    else:
        solid, odd = _documents(sides, how.key_format, how.response_format, how.strict)
        rules = _corefeval.score_documents(documents_of(solid, may_repeat), plan, how.strict)
    if not rules:
        raise ChoiceError("no matching rule can be used with this key")
    warn([*odd, *rules[0][1].problems])
    return rules


def _sides(key: Any, responses: Sequence[Any], key_format: Optional[str], response_format: Optional[str], strict: bool) -> List[Side]:
    sides = [Reader("key", key_format, strict).side(key)]
    return [*sides, *(Reader("response", response_format, strict).side(each) for each in responses)]


def _names(sides: Sequence[Side], given: Optional[Sequence[str]]) -> List[str]:
    if given is not None:
        return check_names(given, len(sides))
    if all(isinstance(side, Paths) for side in sides):
        return _corefeval.system_names([side.paths[0] for side in sides if isinstance(side, Paths)])
    if len(sides) == 1:
        return ["response"]
    return [f"response {number}" for number in range(1, len(sides) + 1)]


def _documents(
    sides: List[Tuple[str, Side]], key_format: Optional[str], response_format: Optional[str], strict: bool
) -> Tuple[List[Tuple[str, Side]], List[Fields]]:
    """The same sides with their files read, and the problems of all sides."""
    made: List[Tuple[str, Side]] = []
    odd: List[Fields] = []
    for place, (name, side) in enumerate(sides):
        if isinstance(side, Paths):
            format, role = (key_format, "key") if place == 0 else (response_format, "response")
            side = Documents(*_corefeval.read_files(side.paths, format, role, strict))
        if isinstance(side, Documents):
            odd += side.problems
        made.append((name, side))
    return made, odd


def warn(fields: Iterable[Union[Fields, Problem]]) -> None:
    """Issues a Python warning for each warning; notes are only in the result."""
    for problem in problems_of(fields):
        if problem.severity == "warning":
            warnings.warn(str(problem), CorefevalWarning, stacklevel=outside())


def read(source: Any, *, format: Optional[str] = None, role: str = "unknown", strict: bool = False) -> List[Document]:
    """The documents of a path, paths, the contents of a file, or objects of other packages.

    ``role`` says which annotation is read where a file has two: ``key`` or ``response``.

    >>> import corefeval
    >>> text = "#begin document (a);\\nMary\\t(1)\\nlost\\t-\\nher\\t(1)\\n\\n#end document\\n"
    >>> document, = corefeval.read(text)
    >>> [(mention.text, mention.entity) for mention in document.mentions]
    [('Mary', '1'), ('her', '1')]
    """
    if role not in ("key", "response", "unknown"):
        raise ChoiceError(f"role={role!r}: the values are key, response, unknown")
    if isinstance(source, (list, tuple)) and not source:
        return []
    side = Reader(role, format, strict).side(source)
    if isinstance(side, Paths):
        side = Documents(*_corefeval.read_files(side.paths, format, role, strict))
    made, odd = _documents([("documents", side)], format, format, strict)
    warn(odd)
    return documents_of(made, True)[0][1]


def write(documents: Any, path: Any = None, *, format: Optional[str] = None, strict: bool = False) -> Optional[bytes]:
    """Documents in a format: to a file, completely or not at all, or as bytes if there is no path.

    The format is that of the path's ending unless it is given. What it cannot hold is a warning, with ``strict`` an error.

    >>> import corefeval
    >>> document = corefeval.Document("a", [[(0, 0), (2, 2)]], words=["Mary", "lost", "hers"])
    >>> print(corefeval.write(document, format="jsonlines").decode().strip()[:17])
    {"doc_key":"a","s
    """
    if format is None:
        if path is None:
            raise ChoiceError("write: say the format with format=, or give a path")
        format = _format_of(path)
    contents, losses = _corefeval.write(read(documents), format, strict)
    warn(losses)
    if path is None:
        return contents
    _put(path, contents)
    return None


def _format_of(path: Any) -> str:
    name = os.fsdecode(path)
    known = [(ending, each) for each, _, endings, writable in _corefeval.formats() if writable for ending in endings]
    fitting = [(ending, each) for ending, each in known if name.endswith("." + ending)]
    if not fitting:
        raise ChoiceError(f"{name}: no format is known by this ending; say it with format=")
    return max(fitting, key=lambda found: len(found[0]))[1]


def _put(path: Any, contents: bytes) -> None:
    """Writes a file completely or not at all; follows links, and writes to devices and pipes directly."""
    if _is_descriptor(path) or (os.path.exists(path) and not os.path.isfile(path)):
        with open(path, "ab", buffering=0) as file:
            file.write(contents)
    else:
        _replace(os.path.realpath(path), contents)


def _is_descriptor(path: Any) -> bool:
    """Whether a path is an open file of this process, which must not be resolved to its name."""
    folder, name = os.path.split(os.path.abspath(os.fsdecode(path)))
    return folder in ("/dev/fd", "/proc/self/fd") or (folder == "/dev" and name in ("stdin", "stdout", "stderr"))


def _replace(path: Any, contents: bytes) -> None:
    """Writes a file completely or not at all."""
    import errno
    import tempfile

    folder = os.path.dirname(path)
    if not os.path.isdir(folder):
        # the error names the requested path, not the temporary file beside it
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    handle, beside = tempfile.mkstemp(dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(contents)
        if os.path.exists(path):
            os.chmod(beside, os.stat(path).st_mode)
        else:
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(beside, 0o666 & ~mask)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def convert(source: Any, to: str, path: Any = None, *, format: Optional[str] = None, strict: bool = False) -> Optional[bytes]:
    """Reads in one format and writes in another: to a file, or as bytes if there is no path."""
    return write(read(source, format=format, strict=strict), path, format=to, strict=strict)

