"""Everything else that the command line does, as functions.

Each function runs the command with the same name on files or objects and returns what ``--as json`` prints, as Python objects.
Options have the names of the command line with ``_`` for ``-``; ``layout`` gives text instead: ``text``, ``markdown``,
``latex``, ``csv`` or ``tsv``.
"""

from __future__ import annotations

import json
import os
import re
from contextlib import ExitStack
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from . import _corefeval
from ._api import warn
from ._errors import ChoiceError, InputError, Problem, check_names, problems_of
from ._inputs import Documents, Paths, Raw, Reader, documents_of
from ._page import Page

Json = Any

# options that are given once for each of their values; others have commas between
_REPEATED = ("min", "entity_map")


class _Files:
    """Paths for commands: files as they are, objects in files that last as long as the command."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._folder: Optional[str] = None
        self._shown: Dict[str, str] = {}

    def __enter__(self) -> "_Files":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def paths(self, sides: Sequence[Tuple[str, str, Any]], format: Optional[str]) -> List[str]:
        """A path for each side, which is a name, a role and what was given."""
        read = [(name, role, Reader(role, format).side(given)) for name, role, given in sides]
        if any(isinstance(side, Raw) for _, _, side in read):
            solid = [(name, _solid(role, side, format)) for name, role, side in read]
            documents = documents_of(solid, True)
            return [self._written(name, found) for name, found in documents]
        return [self._path(name, role, side, format) for name, role, side in read]

    def _path(self, name: str, role: str, side: Any, format: Optional[str]) -> str:
        if isinstance(side, Paths) and len(side.paths) == 1:
            return str(os.fspath(side.paths[0]))
        found = _solid(role, side, format)
        return self._written(name, found.documents)

    def _written(self, name: str, documents: Sequence[_corefeval.Document]) -> str:
        import tempfile

        if self._folder is None:
            self._folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="corefeval-"))
        path = os.path.join(self._folder, re.sub(r"[^\w. -]", "_", name) + ".jsonl")
        contents, _ = _corefeval.write(documents, "corefeval-json", False)
        with open(path, "wb") as file:
            file.write(contents)
        self._shown[path] = name
        return path

    def shown(self, text: str) -> str:
        """Text with names in place of the paths of objects."""
        for path, name in self._shown.items():
            text = text.replace(path, name)
        return text


def _solid(role: str, side: Any, format: Optional[str]) -> Any:
    if isinstance(side, Paths):
        return Documents(*_corefeval.read_files(side.paths, format, role, False))
    return side


def _arguments(options: Dict[str, Any]) -> List[str]:
    """Options as the command line has them."""
    made: List[str] = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            made.append(option)
        elif isinstance(value, (list, tuple)) and name in _REPEATED:
            made += [f"{option}={each}" for each in value]
        elif isinstance(value, (list, tuple)):
            made.append(f"{option}={','.join(str(each) for each in value)}")
        else:
            made.append(f"{option}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
    return made


def command(*arguments: Any, **options: Any) -> bytes:
    """Runs a command of the command line and returns what it prints; what is wrong raises an exception.

    >>> import corefeval
    >>> corefeval.command("explain", "b-cubed").decode().split(":")[0]
    'B³ (b-cubed)'
    """
    made = [os.fspath(each) if isinstance(each, os.PathLike) else str(each) for each in arguments]
    return _run(made, options, _Files())[0]


def _run(arguments: List[str], options: Dict[str, Any], files: _Files) -> Tuple[bytes, int]:
    if "metrics" in options:
        options["metric"] = options.pop("metrics")
    head, rest = arguments[:1], arguments[1:]
    status, out, _, error, found = _corefeval.call(["corefeval", *head, *_arguments(options), *rest])
    problems = [each._replace(path=files.shown(each.path)) for each in problems_of(found)]
    if error is None:
        warn(problems)
        return out, status
    message = files.shown(error)
    wrong = [problem for problem in problems if problem.severity == "error"]
    if wrong:
        message = f"{wrong[0]}" + (f"\n  hint: {wrong[0].hint}" if wrong[0].hint else "") + f"\n  {message}"
        raise InputError(message, problems)
    if message.startswith("error:"):
        raise ChoiceError(_usage(head, message))
    raise InputError(message, problems)


def _usage(head: List[str], message: str) -> str:
    """What is wrong with options, and which there are."""
    message = re.sub(r"\n+Usage:.*", "", message[len("error:") :], flags=re.S).strip()
    if "unexpected argument" not in message:
        return message
    _, out, _, _, _ = _corefeval.call(["corefeval", *head, "--help"])
    known = sorted(set(re.findall(r"^\s+(?:-\w, )?--([a-z][a-z-]*)", out.decode(), flags=re.M)) - {"help", "color", "out", "as"})
    return f"{message.splitlines()[0]}; the options are {', '.join(name.replace('-', '_') for name in known)}"


def _output(name: str, sides: Sequence[Tuple[str, str, Any]], layout: str, options: Dict[str, Any]) -> Json:
    with _Files() as files:
        paths = files.paths(sides, options.get("format"))
        out, _ = _run([name, *paths], {**options, "as": layout}, files)
        text = files.shown(out.decode())
    return json.loads(text) if layout == "json" else text


def _compared(key: Any, responses: Iterable[Any], names: Optional[Sequence[str]] = None) -> List[Tuple[str, str, Any]]:
    given = list(responses)
    if names is not None:
        names = check_names(names, len(given))
    several = [f"response {number}" for number in range(1, len(given) + 1)] if len(given) > 1 else ["response"]
    return [("key", "key", key), *((name, "response", each) for name, each in zip(names or several, given))]


def _alike(given: Iterable[Any], what: str, role: str = "unknown") -> List[Tuple[str, str, Any]]:
    sides = list(given)
    names = [f"{what} {number}" for number in range(1, len(sides) + 1)] if len(sides) > 1 else [what]
    return [(name, role, each) for name, each in zip(names, sides)]


def why(key: Any, response: Any, *, layout: str = "json", **options: Any) -> Json:
    """Takes a score apart, entity by entity: ``metric="b-cubed"``.

    >>> import corefeval
    >>> told = corefeval.why([["a", "b", "c"]], [["a", "b"]], metric="muc")
    >>> isinstance(told, dict)
    True
    """
    return _output("why", _compared(key, [response]), layout, options)


def variants(key: Any, response: Any, *, layout: str = "json", **options: Any) -> Json:
    """The figures under every published variant of the metrics.

    >>> import corefeval
    >>> isinstance(corefeval.variants([["a", "b", "c"]], [["a", "b"]]), dict)
    True
    """
    return _output("variants", _compared(key, [response]), layout, options)


def explain_figure(key: Any, response: Any, figure: str, *, layout: str = "json", **options: Any) -> Json:
    """Which variants and choices give a published figure, such as ``"bcub=68.31"``.

    >>> import corefeval
    >>> told = corefeval.explain_figure([["a", "b", "c"]], [["a", "b"]], "muc=66.67", layout="text")
    >>> "muc" in told.lower()
    True
    """
    return _output("variants", _compared(key, [response]), layout, {**options, "explain_figure": figure})


def nec(key: Any, *responses: Any, names: Optional[Sequence[str]] = None, layout: str = "json", **options: Any) -> Json:
    """Named-entity coreference: how well each named entity of the key was found."""
    return _output("nec", _compared(key, responses, names), layout, options)


def agree(*annotations: Any, layout: str = "json", **options: Any) -> Json:
    """Agreement between annotators.

    >>> import corefeval
    >>> isinstance(corefeval.agree([["a", "b"], ["c"]], [["a", "b", "c"]]), dict)
    True
    """
    return _output("agree", _alike(annotations, "annotator"), layout, options)


def stats(*sources: Any, layout: str = "json", **options: Any) -> Json:
    """What corpora are made of: documents, tokens, mentions, entities.

    >>> import corefeval
    >>> document = corefeval.Document("a", [[(0, 0), (2, 2)]], words=["Mary", "lost", "hers"])
    >>> "mentions" in corefeval.stats(document, layout="text").lower()
    True
    """
    return _output("stats", _alike(sources, "corpus"), layout, options)


def spans(*sources: Any, layout: str = "json", **options: Any) -> Json:
    """Minimum spans and heads of mentions."""
    return _output("spans", _alike(sources, "corpus"), layout, options)


def compare(key: Any, *responses: Any, names: Optional[Sequence[str]] = None, layout: str = "json", **options: Any) -> Json:
    """Whether differences between systems are real: intervals, p, ranks.

    >>> import corefeval
    >>> told = corefeval.compare([["a", "b", "c"]], [["a", "b"]], [["a", "b", "c"]], names=["shy", "bold"], resamples=100)
    >>> [system["name"] for system in told["systems"]]
    ['shy', 'bold']
    """
    return _output("compare", _compared(key, responses, names), layout, options)


def measures(key: Any, *responses: Any, names: Optional[Sequence[str]] = None, layout: str = "json", **options: Any) -> Json:
    """Measures that are not tallies of entities: clustering measures, weights, antecedents."""
    return _output("measures", _compared(key, responses, names), layout, options)


def analyse(key: Any, *responses: Any, names: Optional[Sequence[str]] = None, layout: str = "json", **options: Any) -> Json:
    """What kinds of errors a response makes.

    >>> import corefeval
    >>> isinstance(corefeval.analyse([["a", "b", "c"]], [["a", "b"]]), dict)
    True
    """
    return _output("analyse", _compared(key, responses, names), layout, options)


def show(key: Any, *responses: Any, names: Optional[Sequence[str]] = None, layout: str = "text", **options: Any) -> Json:
    """Texts with the mentions of key and responses in brackets, and what is wrong below each sentence; ``layout="json"`` for programs.

    >>> import corefeval
    >>> gold = corefeval.Document("a", [[(0, 0), (2, 2)]], words=["Mary", "lost", "hers"])
    >>> "[Mary]1 lost [hers]1" in corefeval.show(gold)
    True
    """
    return _output("show", _compared(key, responses, names), layout, options)


def probe(key: Any, response: Any = None, *, layout: str = "json", **options: Any) -> Json:
    """What each metric does when the key, or a response, is damaged more and more.

    >>> import corefeval
    >>> told = corefeval.probe([["a", "b", "c"], ["d", "e"]], damage="merged", rates=[0, 100], metrics="muc")
    >>> [point["metrics"]["muc"]["recall"] for point in told["curves"][0]["points"]]
    [1.0, 1.0]
    """
    return _output("probe", _compared(key, [] if response is None else [response]), layout, options)


def disagreements(*annotations: Any, layout: str = "json", **options: Any) -> Json:
    """What annotators disagree about, by kinds.

    >>> import corefeval
    >>> isinstance(corefeval.disagreements([["a", "b"], ["c", "d"]], [["a", "b", "c", "d"]]), dict)
    True
    """
    return _output("disagreements", _alike(annotations, "annotator"), layout, options)


def layers(key: Any, response: Any, *, layout: str = "json", **options: Any) -> Json:
    """Tags, trees, names, senses and roles of two annotations of a text."""
    return _output("layers", _compared(key, [response]), layout, options)


def arcs(key: Any, response: Any, *, layout: str = "json", **options: Any) -> Json:
    """ARCS: whether each anaphoric mention has the right antecedent, immediate or inferred (experimental)."""
    return _output("arcs", _compared(key, [response]), layout, options)


def validate(*sources: Any, against: Any = None, format: Optional[str] = None, **options: Any) -> List[Problem]:
    """Every problem of files, line by line; with ``against``, also what keeps them from being scored against that key.

    >>> import corefeval
    >>> text = b"#begin document (a);\\nMary\\t(1\\nslept\\t-\\n#end document\\n"
    >>> [(problem.code, problem.line) for problem in corefeval.validate(text)]
    [('unclosed-mention', 2)]
    """
    with _Files() as files:
        paths = [_contents_path(files, number, given) for number, given in enumerate(sources)]
        if against is not None:
            options["against"] = _contents_path(files, len(paths), against)
        out, _ = _run(["validate", *paths], {**options, "format": format, "as": "json"}, files)
    found: List[Dict[str, Any]] = json.loads(out)["problems"]
    fields = Problem._fields
    return [Problem(**{name: each[name] for name in fields})._replace(path=files.shown(each["path"])) for each in found]


def _contents_path(files: _Files, number: int, given: Any) -> str:
    """The path of a file, or of one with the bytes that were given, be they valid or not."""
    if isinstance(given, str) and "\n" in given:
        given = given.encode()
    if not isinstance(given, (bytes, bytearray, memoryview)):
        return files.paths([(f"input {number + 1}", "unknown", given)], None)[0]
    path = files._written(f"input {number + 1}", [])
    plain = path[: -len(".jsonl")]
    files._shown[plain] = files._shown.pop(path)
    with open(plain, "wb") as file:
        file.write(given)
    return plain


def explain(name: str) -> str:
    """What a metric, rule, preset, choice or problem code means."""
    return command("explain", name).decode()


def report(key: Any, *responses: Any, names: Optional[Sequence[str]] = None, **options: Any) -> Page:
    """A page with scores, errors and texts to look at: a string of HTML that a notebook shows, and that has ``save(path)``."""
    with _Files() as files:
        paths = files.paths(_compared(key, responses, names), options.get("format"))
        out, _ = _run(["report", *paths], {**options, "out": "-"}, files)
        return Page(files.shown(out.decode()))


def task(action: str, *arguments: Union[str, "os.PathLike[str]"], layout: Optional[str] = None, **options: Any) -> Json:
    """Runs a shared task: the actions and their arguments are those of ``corefeval task``.

    Actions with results take ``layout``; ``layout="json"`` gives Python objects, and without a layout what is printed is given.
    """
    made = ["task", action, *_arguments({**options, "as": layout})]
    out = _run([*made, *(os.fspath(each) for each in arguments)], {}, _Files())[0].decode()
    return json.loads(out) if layout == "json" else out
