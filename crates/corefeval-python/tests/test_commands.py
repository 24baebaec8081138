"""What the command line does, as functions: the same output, for files and for objects."""

from __future__ import annotations

import base64
import json
import re
import tempfile
import zlib
from pathlib import Path
from typing import Any, Callable, List, Tuple

import pytest

import corefeval
from conftest import EXAMPLES
from corefeval import ChoiceError, InputError

PAIRS = [[(0, 0), (1, 1)], [(3, 4), (6, 6)]]


def printed(*arguments: Any, **options: Any) -> Any:
    return json.loads(corefeval.command(*arguments, as_="json", **options))


def test_functions_give_what_the_command_line_prints(key: Path, careful: Path, bold: Path) -> None:
    assert corefeval.why(key, bold, metric="b-cubed") == printed("why", key, bold, metric="b-cubed")
    assert corefeval.variants(key, bold) == printed("variants", key, bold)
    assert corefeval.explain_figure(key, bold, "bcub=83.28") == printed("variants", key, bold, explain_figure="bcub=83.28")
    assert corefeval.analyse(key, bold) == printed("analyse", key, bold)
    assert corefeval.show(key, bold, layout="json") == printed("show", key, bold)
    assert corefeval.probe(key, rates=[0, 50]) == printed("probe", key, rates=[0, 50])
    assert corefeval.agree(key, bold, careful) == printed("agree", key, bold, careful)
    assert corefeval.stats(key) == printed("stats", key)
    with pytest.warns(corefeval.CorefevalWarning, match="missing-layer"):
        assert len(corefeval.spans(key)["documents"]) == 2
    assert corefeval.measures(key, bold) == printed("measures", key, bold)
    compared = corefeval.compare(key, careful, bold, resamples=200)
    assert compared == printed("compare", key, careful, bold, resamples=200)
    assert corefeval.compare(key, careful, bold, resamples=200, layout="text").startswith("System")


def test_objects_give_what_files_give(key: Path, bold: Path) -> None:
    documents, response = corefeval.read(key), corefeval.read(bold)
    assert corefeval.why(documents, response, metric="muc") == corefeval.why(key, bold, metric="muc")
    told = corefeval.compare(documents, response, documents, names=["bold", "itself"], resamples=100)
    assert [system["name"] for system in told["systems"]] == ["bold", "itself"]
    told = corefeval.stats(documents, layout="csv")
    assert "corefeval-" not in told


def test_errors_are_structured(key: Path, tmp_path: Path) -> None:
    with pytest.raises(ChoiceError, match="the options are .*metric"):
        corefeval.why(key, key, colour="red")
    with pytest.raises(ChoiceError, match="possible values"):
        corefeval.why(key, key, singletons="x")
    broken = tmp_path / "broken.conll"
    broken.write_text("#begin document (a);\nMary\t(1\nslept\t-\n\n#end document\n")
    with pytest.raises(InputError) as raised:
        corefeval.stats(broken)
    problem = raised.value.problems[0]
    assert (problem.code, problem.line, problem.path) == ("unclosed-mention", 2, str(broken))
    problems = corefeval.validate(broken)
    assert [(each.code, each.path) for each in problems] == [("unclosed-mention", str(broken))]
    assert corefeval.validate(key) == [] or all(each.severity != "error" for each in corefeval.validate(key))
    assert corefeval.validate(key, against=key) is not None
    with pytest.raises(ChoiceError, match="unrecognized subcommand"):
        corefeval.command("sing")


def test_choices_and_missing_files_raise_what_the_documentation_says(key: Path) -> None:
    wrong: List[Tuple[Callable[[], Any], str]] = [
        (lambda: corefeval.why(key, key, metric="nope"), r'metric="nope": `nope` is not a metric; choose from .*muc'),
        (lambda: corefeval.analyse(key, key, match="nope"), r'match="nope": `nope` is none of exact'),
        (lambda: corefeval.compare(PAIRS, PAIRS, PAIRS, resamples="x"), r'resamples="x": `x` is not a whole number'),
        (lambda: corefeval.explain_figure(PAIRS, PAIRS, "zzz=68"), r"explain_figure: `zzz` is not a metric; choose from"),
        (lambda: corefeval.explain("zzz"), "`zzz` is not a known name"),
        (lambda: corefeval.why(key, key, document="zzz"), "no document is called `zzz`"),
        (lambda: corefeval.why(key, key, match="all"), "choose one with match=$"),
        (lambda: corefeval.why(key, key, layout="yaml"), "^invalid value 'yaml' for layout; possible values: text, json$"),
        (lambda: corefeval.stats(), "^stats: these are missing: files$"),
        (lambda: corefeval.task("run", EXAMPLES / "task", layout="json"), "^task run has no option layout; the options are cache, .*seed"),
    ]
    for call, message in wrong:
        with pytest.raises(ChoiceError, match=message):
            call()
    for missing in (lambda: corefeval.why("nope.conll", "nope.conll"), lambda: corefeval.validate("nope.conll")):
        with pytest.raises(FileNotFoundError) as raised:
            missing()
        assert raised.value.filename == "nope.conll"


def test_hints_speak_of_keyword_arguments(key: Path) -> None:
    with pytest.raises(InputError, match="give trees with `trees=FILE`") as raised:
        corefeval.analyse(key, key, match="head")
    assert raised.value.problems[0].hint == "give trees with `trees=FILE`"


def test_explanations_and_presets() -> None:
    assert "Bagga" in corefeval.explain("b3")
    assert "crac24" in corefeval.presets() and corefeval.formats()["conll"].writable
    assert corefeval.metrics()["lea"].title == "LEA"


def test_a_report_is_a_page(key: Path, bold: Path) -> None:
    page = corefeval.report(key, bold)
    assert page.lstrip().lower().startswith("<!doctype html") and '<script type="text/plain" id="' in page


def test_shared_tasks() -> None:
    submission = EXAMPLES / "task" / "submissions" / "north" / "one"
    assert isinstance(corefeval.task("check", submission, task=EXAMPLES / "task", quiet=True), str)


def names_of(told: Any) -> List[str]:
    return [system["name"] for system in told["systems"]]


def data_of(page: str) -> str:
    """The data of a report, which are compressed in the page."""
    packed = re.findall(r'<script type="text/plain" id="[^"]*">([^<]*)', page)
    return "".join(zlib.decompress(base64.b64decode(each)).decode() for each in packed)


def test_a_response_called_key_is_not_the_key() -> None:
    responses = ([[(0, 0), (3, 4)]], [[(0, 0), (6, 6)]])
    told = corefeval.compare(PAIRS, *responses, names=["key", "b"], resamples=100, metric="muc")
    other = corefeval.compare(PAIRS, *responses, names=["a", "b"], resamples=100, metric="muc")
    assert names_of(told) == ["key", "b"]
    assert told["systems"][0]["figures"] == other["systems"][0]["figures"]


@pytest.mark.parametrize(
    "names", [["one", "two"], ["shy", "bold"], ['a"b', "模型 one & <b>"], ["x" * 300, "y=z"], ["a/b", "c/d=e"], ["", "a.gz"]]
)
def test_systems_keep_their_names(names: List[str], key: Path, bold: Path) -> None:
    shy = EXAMPLES / "shy.conll"
    documents = [corefeval.read(each) for each in (key, bold, shy)]
    for sides in ((key, bold, shy), documents, (key, bold, documents[2]), (key, bold, bold)):
        assert names_of(corefeval.compare(*sides, names=names, resamples=100)) == names
        assert names_of(corefeval.analyse(*sides, names=names)) == names
        assert names_of(corefeval.show(*sides, names=names, layout="json")) == names
        data = data_of(corefeval.report(*sides, names=names))
        assert all(json.dumps(name, ensure_ascii=False) in data for name in names)
        data = data_of(corefeval.score(*sides, names=names).report())
        assert all(json.dumps(name, ensure_ascii=False) in data for name in names)


def test_names_of_many_systems_are_not_mixed_up() -> None:
    names = [f"run/{number}" for number in range(12)]
    assert names_of(corefeval.analyse(PAIRS, *[PAIRS] * 12, names=names)) == names


def test_a_name_changes_nothing_else(key: Path, bold: Path) -> None:
    told, named = corefeval.analyse(key, bold), corefeval.analyse(key, bold, names=["other"])
    told["systems"][0]["name"] = "other"
    assert named == told


def test_names_in_texts_that_cannot_be_passed_are_refused(key: Path, bold: Path) -> None:
    assert "模型" in corefeval.analyse(key, bold, bold, names=["模型", "two"], layout="text")
    assert "x" * 300 in corefeval.compare(key, bold, bold, names=["x" * 300, "two"], layout="csv", resamples=100)
    assert "a/b" in corefeval.analyse(key, bold, bold, names=["a/b", "two"], layout="text")
    with pytest.raises(ChoiceError, match=r"names: 'a/b=c': layout=\"text\" needs names without =, or of 1 to 240 bytes without /"):
        corefeval.analyse(key, bold, bold, names=["a/b=c", "two"], layout="text")
    with pytest.raises(ChoiceError, match="is not Unicode text"):
        corefeval.analyse(key, bold, bold, names=["\ud800", "two"])


def test_a_format_is_that_of_the_files_that_were_given(key: Path, bold: Path) -> None:
    documents = corefeval.read(key)
    expected = corefeval.analyse(key, bold)["systems"][0]["counts"]
    assert corefeval.analyse(documents, bold, format="conll")["systems"][0]["counts"] == expected
    assert corefeval.analyse(key, bold, names=["b"], key_format="conll")["systems"][0]["counts"] == expected


def test_a_report_of_objects_is_the_same_each_time(key: Path, bold: Path) -> None:
    documents, response = corefeval.read(key), corefeval.read(bold)
    page = corefeval.report(documents, response)
    assert page == corefeval.report(documents, response)
    data = data_of(page)
    assert tempfile.gettempdir() not in data and '"path":"key"' in data and '"path":"response"' in data
