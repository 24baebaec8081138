"""What can go wrong, as exceptions with structured problems."""

from __future__ import annotations

import sys
from typing import Any, Iterable, List, NamedTuple, Tuple, Union


class Problem(NamedTuple):
    """Something wrong or odd in the input, with its place and what to do about it."""

    severity: str
    """``error``, ``warning`` or ``note``."""
    code: str
    """A fixed short name, explained in docs/problems.md."""
    path: str
    """The file, or ``key`` or the name of a response for objects."""
    line: int
    """The line, counted from 1; 0 if it is about the whole file."""
    column: int
    """The byte in the line, counted from 1; 0 if it is about the whole line."""
    length: int
    """How many bytes of the line it is about."""
    text: str
    """The line itself, cut if it is long."""
    message: str
    """What is wrong."""
    hint: str
    """What to do about it; may be empty."""

    def __str__(self) -> str:
        place = self.path
        if self.line:
            place += f":{self.line}" + (f":{self.column}" if self.column else "")
        return f"{place}: {self.message} [{self.code}]" if place else f"{self.message} [{self.code}]"


Fields = Tuple[str, str, str, int, int, int, str, str, str]


def problems_of(fields: Iterable[Union[Fields, Problem]]) -> List[Problem]:
    """Problems from the tuples of the extension module."""
    return [Problem(*each) for each in fields]


class CorefevalError(Exception):
    """The base of all exceptions of this package."""

    def __init__(self, message: str, problems: Iterable[Union[Fields, Problem]] = ()) -> None:
        super().__init__(message)
        self.problems: List[Problem] = problems_of(problems)
        """The problems found."""

    def __reduce__(self) -> Tuple[type, Tuple[str, List[Problem]]]:
        return type(self), (str(self), self.problems)


class InputError(CorefevalError, ValueError):
    """A file or object that cannot be used; ``problems`` says why, with file, line and column."""


class ChoiceError(CorefevalError, ValueError):
    """A choice, a name or an option that does not exist; the message lists those that do."""


class CorefevalWarning(UserWarning):
    """Odd input: the message says what was done."""


def outside() -> int:
    """The number of stack frames from the function that calls this one up to the caller of the package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").split(".")[0] == "corefeval":
        level, frame = level + 1, frame.f_back
    return level


def check_names(names: Any, count: int) -> List[str]:
    """Names for this number of responses."""
    made = list(names) if isinstance(names, Iterable) and not isinstance(names, (str, bytes)) else []
    if not all(isinstance(each, str) for each in made) or len(made) != count or len(set(made)) != count:
        wanted = "a list with 1 name is expected" if count == 1 else f"a list with {count} different names is expected"
        raise ChoiceError(f"names={names!r}: {wanted}, one for each response")
    return made


def shown(given: Any) -> str:
    """An object as shown in messages: its type, and the beginning of its ``repr``."""
    text = repr(given)
    return f"{type(given).__name__} {text[:60]}{'…' if len(text) > 60 else ''}"
