"""What the command line does, as functions: the same output, for files and for objects."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import corefeval
from conftest import EXAMPLES
from corefeval import ChoiceError, InputError


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
