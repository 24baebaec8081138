"""Everything else that the command line does, as functions.

Each function runs the command with the same name on files or objects and returns what ``--as json`` prints, as Python objects.
Options have the names of the command line with ``_`` for ``-``; ``layout`` gives text instead: ``text``, ``markdown``,
``latex``, ``csv`` or ``tsv``.
"""

from __future__ import annotations

import json
import os
import re
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from . import _corefeval
from ._api import warn
from ._errors import ChoiceError, InputError, Problem, check_names, problems_of
from ._given import LONGEST_NAME, Files, Given, Json, can_name_a_file
from ._page import Page

# options that are repeated for each value; the values of others are separated by commas
_REPEATED = ("min", "entity_map")


def _arguments(options: Dict[str, Any]) -> List[str]:
    """Keyword arguments as options of the command line."""
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
    return _run(made, options, Files())[0]


def _run(arguments: List[str], options: Dict[str, Any], files: Files) -> Tuple[bytes, int]:
    if "metrics" in options:
        options["metric"] = options.pop("metrics")
    head, rest = arguments[:1], arguments[1:]
    status, out, _, error, found = _corefeval.call(["corefeval", *head, *_arguments(options), *rest])
    problems = [_shown_problem(each, files) for each in problems_of(found)]
    if error is None:
        warn(problems)
        return out, status
    raise _exception(files.shown(error), problems)


def _shown_problem(problem: Problem, files: Files) -> Problem:
    return problem._replace(path=files.shown(problem.path), hint=_in_python(problem.hint))


# beginnings of messages that are about choices, not about input
_ABOUT_CHOICES = re.compile(
    r"--[a-z]|`[^`]*` (is|can)\b|only `|this command|choose |no document is called|no entity|the weights|thresholds|two annotations|\d+ threads"
)
_OF_THE_SYSTEM = re.compile(r"(?P<path>.*): (?P<what>[^:]*) \(os error (?P<number>\d+)\)", flags=re.S)


def _exception(message: str, problems: List[Problem]) -> Exception:
    """The exception for an error of the command line."""
    wrong = [problem for problem in problems if problem.severity == "error"]
    if wrong:
        hint = f"\n  hint: {wrong[0].hint}" if wrong[0].hint else ""
        return InputError(f"{wrong[0]}{hint}\n  {_in_python(message)}", problems)
    if message.startswith("error:"):
        return ChoiceError(_usage(message))
    system = _OF_THE_SYSTEM.fullmatch(message)
    if system is not None:
        number = int(system["number"])
        # Windows has its own error numbers, given by the last argument, which other systems ignore
        return OSError(number, system["what"], system["path"], number)
    if _ABOUT_CHOICES.match(message):
        return ChoiceError(_in_python(message), problems)
    return InputError(_in_python(message), problems)


def _usage(message: str) -> str:
    """A message on what is wrong with options, and which options exist."""
    said, _, usage = message[len("error:") :].partition("\n\nUsage:")
    said = said.partition("\n\nFor more information")[0].strip()
    unexpected = re.match(r"unexpected argument '--([a-z-]+)", said)
    words = re.match(r"\s*corefeval((?: [a-z][a-z-]*)*)", usage)
    command = words[1].split() if words is not None else []
    if unexpected is not None:
        return f"{' '.join(command)} has no option {_keyword(unexpected[1])}; the options are {', '.join(_options(command))}"
    missing = re.match(r"the following required arguments were not provided:\s*(.*)", said, flags=re.S)
    if missing is not None:
        said = f"{' '.join(command)}: these are missing: {' '.join(missing[1].split())}"
    return _in_python(re.sub(r"\s*\[possible values: (.*?)\]", r"; possible values: \1", said))


def _options(command: List[str]) -> List[str]:
    """The options of a command that functions take."""
    _, out, _, _, _ = _corefeval.call(["corefeval", *command, "--help"])
    known = set(re.findall(r"^\s+(?:-\w, )?--([a-z][a-z-]*)", out.decode(), flags=re.M)) - {"help", "color"}
    if command[:1] != ["task"]:
        # output is returned, so options about files are left out
        known.discard("out")
    return sorted(map(_keyword, known))


def _keyword(option: str) -> str:
    return "layout" if option == "as" else option.replace("-", "_")


def _in_python(message: str) -> str:
    """A message of the command line with its options as keyword arguments."""

    def option(found: "re.Match[str]") -> str:
        name, value = _keyword(found["name"]), found["value"]
        if value is None:
            return f"{name}="
        return f"{name}={value}" if value.isupper() else f'{name}="{value}"'

    message = re.sub(r"'--(?P<name>[a-z][a-z-]*)(?: <[^>]*>(?:\.\.\.)?)?'", lambda found: _keyword(found["name"]), message)
    message = re.sub(r"(?<=`)--(?P<name>[a-z][a-z-]*)(?:[ =](?P<value>[^`]+))?(?=`)", option, message)
    message = re.sub(r"^--(?P<name>[a-z][a-z-]*) (?P<value>[^:\s]+)(?=: )", option, message)
    message = re.sub(r"^--([a-z][a-z-]*)(?=: )", lambda found: _keyword(found[1]), message)
    message = re.sub(r"(?<![\w/-])--(?P<name>[a-z][a-z-]*)", lambda found: _keyword(found["name"]) + "=", message)
    message = re.sub(r"<([A-Za-z-]+)>(?:\.\.\.)?", lambda found: found[1].lower(), message)
    return re.sub(r"`corefeval ([a-z-]+)`", r'`corefeval.command("\1")`', message)


def _output(name: str, given: Sequence[Given], layout: str, options: Dict[str, Any]) -> Json:
    with Files() as files:
        paths, options = files.arguments(name, given, options)
        if files.has_stand_ins and layout != "json":
            names = ", ".join(repr(each.name) for each in given if not can_name_a_file(each.name))
            raise ChoiceError(f'names: {names}: layout="{layout}" needs names without =, or of 1 to {LONGEST_NAME} bytes without /; layout="json" does not')
        if "out" in options:
            raise ChoiceError(f"out={options['out']!r}: what {name} prints is returned here; write it to a file yourself")
        # names and paths may begin with -
        out, _ = _run([name, "--", *paths], {**options, "as": layout}, files)
        return files.shown_json(json.loads(out)) if layout == "json" else files.shown(out.decode())


def _compared(key: Any, responses: Iterable[Any], names: Optional[Sequence[str]] = None) -> List[Given]:
    given = list(responses)
    several = [f"response {number}" for number in range(1, len(given) + 1)] if len(given) > 1 else ["response"]
    used = several if names is None else check_names(names, len(given))
    for name in used:
        if name.encode(errors="replace").decode() != name:
            raise ChoiceError(f"names: {name!r} is not Unicode text")
    return [Given("key", "key", key), *(Given(name, "response", each, names is not None) for name, each in zip(used, given))]


def _alike(given: Iterable[Any], what: str, role: str = "unknown") -> List[Given]:
    sides = list(given)
    names = [f"{what} {number}" for number in range(1, len(sides) + 1)] if len(sides) > 1 else [what]
    return [Given(name, role, each) for name, each in zip(names, sides)]


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
    with Files() as files:
        paths = [_contents_path(files, f"input {number}", given) for number, given in enumerate(sources, 1)]
        if against is not None:
            options["against"] = _contents_path(files, "key", against)
        out, _ = _run(["validate", "--", *paths], {**options, "format": format, "as": "json"}, files)
    found: List[Dict[str, Any]] = json.loads(out)["problems"]
    fields = Problem._fields
    return [_shown_problem(Problem(**{name: each[name] for name in fields}), files) for each in found]


def _contents_path(files: Files, name: str, given: Any) -> str:
    """The path of a file, or of a new file with the given bytes, which need not be valid."""
    if isinstance(given, str) and "\n" in given:
        given = given.encode()
    if isinstance(given, (bytes, bytearray, memoryview)):
        return files.file(Given(name, "unknown", given), name, bytes(given))
    return files.arguments("validate", [Given(name, "unknown", given)], {})[0][0]


def explain(name: str) -> str:
    """What a metric, rule, preset, choice or problem code means."""
    return command("explain", name).decode()


def report(key: Any, *responses: Any, names: Optional[Sequence[str]] = None, **options: Any) -> Page:
    """A page with scores, errors and texts to look at: a string of HTML that a notebook shows, and that has ``save(path)``."""
    with Files() as files:
        paths, options = files.arguments("report", _compared(key, responses, names), options)
        out, _ = _run(["report", "--", *paths], {**options, "out": "-"}, files)
        return Page(files.shown_page(out.decode()))


def task(action: str, *arguments: Union[str, "os.PathLike[str]"], layout: Optional[str] = None, **options: Any) -> Json:
    """Runs a shared task: the actions and their arguments are those of ``corefeval task``.

    Actions with results take ``layout``; ``layout="json"`` gives Python objects, and without a layout what is printed is given.
    """
    made = ["task", action, *_arguments({**options, "as": layout})]
    out = _run([*made, *(os.fspath(each) for each in arguments)], {}, Files())[0].decode()
    return json.loads(out) if layout == "json" else out
