"""Scores of files and objects are those of the command line."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Dict, List

import pytest

import corefeval
from conftest import EXAMPLES, ROOT
from corefeval import ChoiceError, InputError, Ranking, Result, Rules


def command(*arguments: object) -> bytes:
    """What the command line prints, run in a process of its own."""
    run = [sys.executable, "-m", "corefeval", *map(str, arguments)]
    return subprocess.run(run, check=True, capture_output=True, cwd=ROOT).stdout


def test_files_give_the_figures_of_the_command_line(key: Path, careful: Path, bold: Path) -> None:
    told = json.loads(command("score", key, careful, bold, "--as", "json", "--by", "document"))
    ranking = corefeval.score(key, careful, bold, fingerprints=True)
    assert isinstance(ranking, Ranking)
    assert ranking.to_dict(by="document") == told
    assert ranking.names == ["careful", "bold"]
    assert ranking.to_text() == command("score", key, careful, bold).decode()
    # README's table
    assert "careful     93.33  92.68  90.60  93.33  91.67  87.25  89.66     90.00  91.65" in repr(ranking)
    assert ranking.best.conll == pytest.approx(0.9165, abs=5e-5)
    assert ranking.to_latex() == command("score", key, careful, bold, "--as", "latex").decode()
    assert ranking.to_csv() == command("score", key, careful, bold, "--as", "csv").decode()


@pytest.mark.parametrize("choices", [{"preset": "coval"}, {"match": "overlap", "metrics": ["muc", "lea"]}, {"macro": True}, {"beta": 2}])
def test_choices_are_those_of_the_command_line(key: Path, bold: Path, choices: Dict[str, Any]) -> None:
    options: List[str] = []
    for name, value in choices.items():
        name = "metric" if name == "metrics" else name
        options += [f"--{name}"] if value is True else [f"--{name}", ",".join(value) if isinstance(value, list) else str(value)]
    told = json.loads(command("score", key, bold, "--as", "json", *options))
    result = corefeval.score(key, bold, fingerprints=True, **choices)
    assert result.to_dict() == told
    again = corefeval.score(key, bold, signature=result.signature)
    assert again.to_dict()["systems"] == told["systems"]


def test_every_choice_has_an_argument() -> None:
    key = [["a", "b"], ["c"]]
    for name, choice in corefeval.choices().items():
        if choice.shape == "one":
            for value in choice.values:
                try:
                    result = corefeval.score(key, key, **{name: value.name})
                except InputError as error:
                    # what these clusters lack
                    assert error.problems
                else:
                    assert f"{choice.name}:{value.name}" in result.signature or value.name in choice.default


def test_wrong_choices_list_the_right_ones(key: Path, tmp_path: Path) -> None:
    for wrong, right in [
        ({"match": "hed"}, "head"),
        ({"singletons": "yes"}, "keep, drop, drop-after-detection"),
        ({"colour": "red"}, "the choices are metrics, match, singletons"),
        ({"preset": "conll"}, "the presets are conll-2012"),
        ({"metrics": "bleu"}, "b-cubed"),
        ({"beta": 0}, "above 0"),
        ({"macro": "yes"}, "True or False"),
        ({"match": "all"}, "match_all"),
        ({"preset": "coval", "signature": "metrics:muc"}, "not both"),
    ]:
        with pytest.raises(ChoiceError) as raised:
            corefeval.score(key, key, **wrong)  # type: ignore[arg-type]
        assert right in str(raised.value), wrong
    with pytest.raises(ChoiceError, match="the formats are conll"):
        corefeval.score(key, key, format="con")
    topics = tmp_path / "topics.tsv"
    topics.write_text("story/lighthouse\tsea\n")
    with pytest.raises(ChoiceError, match="use them with scope="):
        corefeval.score(key, key, topics=topics)
    with pytest.raises(FileNotFoundError, match="nowhere"):
        corefeval.score(Path("nowhere"), key)


def test_matching_rules_side_by_side(key: Path, careful: Path) -> None:
    rules = corefeval.match_all(key, careful)
    assert isinstance(rules, Rules)
    exact = rules["exact"]
    assert isinstance(exact, Result)
    assert exact.conll == corefeval.score(key, careful).conll
    assert "partial-craft" in repr(rules) and "<table>" in rules._repr_html_()
    assert list(pickle.loads(pickle.dumps(rules))) == list(rules)
    overlap = corefeval.match_all([[(0, 3), (5, 5)]], [[(0, 2), (5, 5)]], match="exact,overlap", metrics="muc")
    assert overlap["exact"]["muc"].f == 0.0 and overlap["overlap-50"]["muc"].f == 1.0  # type: ignore[index]


def test_results_are_objects(key: Path, careful: Path) -> None:
    result = corefeval.score(key, careful)
    assert isinstance(result, Result)
    assert result.muc.recall == 19 / 22 and result["muc"].parts[0].recall_numerator == 19
    assert result.b_cubed is result["b-cubed"] is result["b_cubed"]
    assert result.muc.f1 == result.muc.f
    assert "ceaf_e" in dir(result) and result.averages["conll"] == result.conll
    with pytest.raises(AttributeError, match="its metrics are mentions, muc"):
        _ = result.bleu
    with pytest.raises(ChoiceError, match="CoNLL average needs"):
        _ = corefeval.score(key, careful, metrics="muc").conll
    one, two = result.documents
    assert one.name == "(story/lighthouse); part 000" and one.about.genre == "story" and one.about.tokens == 74
    assert one.muc.parts[0].recall_numerator + two.muc.parts[0].recall_numerator == 19
    assert pickle.loads(pickle.dumps(one)).muc == one.muc
    genres = result.by("genre")
    assert sorted(genres) == ["news", "story"]
    assert genres["news"] + genres["story"] != result  # in another order
    assert (genres["story"] + genres["news"]).metrics == result.metrics
    assert sum(result.by("document").values()) == result  # type: ignore[comparison-overlap]
    assert pickle.loads(pickle.dumps(result)) == result == corefeval.from_json(result.to_json())
    with pytest.raises(ChoiceError, match="same plan"):
        _ = result + corefeval.score(key, careful, preset="coval")
    assert "<td>MUC</td>" in result._repr_html_() and "MUC" in result.to_markdown()
    frame = result.to_pandas("genre")
    assert set(frame["genre"]) == {"news", "story"} and frame["f"].max() <= 1
    with pytest.raises(ChoiceError, match="genre, topic, document"):
        result.by("author")


def test_what_is_odd_is_a_warning_and_stays_with_the_result(key: Path, careful: Path) -> None:
    shortened = careful.read_text().split("#begin document")[1]
    with pytest.warns(corefeval.CorefevalWarning, match="missing-document"):
        result = corefeval.score(key, "#begin document" + shortened)
    assert any(problem.code == "missing-document" for problem in result.problems)
    with pytest.raises(InputError, match="missing-document"):
        corefeval.score(key, "#begin document" + shortened, strict=True)


def test_documents_can_be_walked_and_written(key: Path, tmp_path: Path) -> None:
    first, _ = corefeval.read(key)
    assert (first.id, first.part, first.genre, first.tokens) == ("story/lighthouse", 0, "story", 74)
    mention = first.mentions[0]
    assert (mention.text, mention.start, mention.end, mention.sentence) == ("The old lighthouse keeper", 0, 4, 0)
    assert first.entities[0].mentions[0].text == mention.text and len(first.entities[0]) == 5
    assert first.words is not None and first.layer("word") == first.words
    assert first.text(0, 4) == mention.text
    with pytest.raises(ChoiceError, match="it has word"):
        first.layer("parse")
    assert pickle.loads(pickle.dumps(first)) == first
    corefeval.write(corefeval.read(key), tmp_path / "key.jsonl", format="jsonlines")
    assert corefeval.score(key, tmp_path / "key.jsonl").conll == 1.0
    with pytest.warns(corefeval.CorefevalWarning, match="no-heads"):
        converted = corefeval.convert(key, "corefud")
    assert converted is not None and corefeval.score(key, converted).conll == 1.0
    with pytest.raises(InputError, match="no-heads"):
        corefeval.convert(key, "corefud", strict=True)
    with pytest.raises(ChoiceError, match="formats to write are"):
        corefeval.write(first, format="muc")


def test_what_is_no_file_is_written_to_and_links_stay(key: Path, tmp_path: Path) -> None:
    documents = corefeval.read(key)
    link, pipe = tmp_path / "link.jsonlines", tmp_path / "pipe"
    link.symlink_to("file.jsonlines")
    corefeval.write(documents, link)
    assert link.is_symlink() and (tmp_path / "file.jsonlines").read_bytes() == corefeval.write(documents, format="jsonlines")
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    corefeval.write(documents, pipe, format="jsonlines")
    assert pipe.is_fifo() and os.read(reader, 1 << 20) == link.read_bytes()
    os.close(reader)
    with pytest.raises(IsADirectoryError):
        corefeval.write(documents, tmp_path, format="jsonlines")
    # an open file goes on where it is, and a file of memory is a file
    with open(tmp_path / "log", "wb") as log:
        log.write(b"before\n")
        log.flush()
        corefeval.write(documents, f"/dev/fd/{log.fileno()}", format="jsonlines")
    assert (tmp_path / "log").read_bytes() == b"before\n" + link.read_bytes()
    if os.path.isdir("/dev/shm"):
        with tempfile.NamedTemporaryFile(dir="/dev/shm") as held:
            for _ in range(2):
                corefeval.write(documents, held.name, format="jsonlines")
            assert Path(held.name).read_bytes() == link.read_bytes()


def test_the_command_line_is_the_same_program(key: Path, careful: Path) -> None:
    assert b"Exit status" in command("--help")
    done = subprocess.run([sys.executable, "-m", "corefeval", "score", "nowhere", "nowhere"], capture_output=True)
    assert done.returncode == 2 and b"nowhere" in done.stderr
    done = subprocess.run([sys.executable, "-m", "corefeval", "score", str(key), str(careful), "--min", "conll=99"], capture_output=True)
    assert done.returncode == 1
    assert (EXAMPLES / "key.conll").exists()
