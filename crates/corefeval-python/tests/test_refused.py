"""What is neither one thing nor another is refused, where it was once scored as something else."""

from __future__ import annotations

import decimal
from typing import Any, Dict, List

import corefeval
import pytest
from corefeval import ChoiceError, Document, InputError

WORDS = list("abcdefg")
CLUSTERS = [[(0, 0), (1, 1)], [(3, 4), (6, 6)]]
RECORD: Dict[str, Any] = {"doc_key": "d", "sentences": [WORDS], "clusters": CLUSTERS}


@pytest.mark.parametrize("mention", ["x", (-1, -1), (5, 4)])
def test_mentions_beside_a_text_are_spans(mention: Any) -> None:
    for key in (RECORD, Document("d", CLUSTERS, WORDS)):
        with pytest.raises(InputError, match="is not a span of document d"):
            corefeval.score(key, [[(0, 0), mention]])
    with pytest.raises(InputError, match="pair of its first and last token"):
        Document("d", [[(0, 0), mention]])


def test_writing_names_what_was_asked_for(tmp_path: Any) -> None:
    path = tmp_path / "none" / "x.conll"
    with pytest.raises(FileNotFoundError) as raised:
        corefeval.write(RECORD, path)
    assert raised.value.filename == str(path)
    assert corefeval.write([], format="conll") == b""
    with pytest.raises(InputError, match="^input:2:3"):
        corefeval.read("#begin document (a);\nx\t1)\n#end document\n", format="conll")


def test_words_and_tokens_of_a_document_agree() -> None:
    with pytest.raises(InputError, match="7 words, but tokens=9"):
        Document("d", CLUSTERS, WORDS, 9)


@pytest.mark.parametrize("odd", [{"d1": CLUSTERS}, {"doc_key": "a", "clusterz": CLUSTERS}])
def test_dicts_that_are_no_records(odd: Dict[str, Any]) -> None:
    with pytest.raises(InputError, match="item 0 of the key is .*, which is no record"):
        corefeval.score([odd], [odd])
    with pytest.raises(InputError, match="item 1 of the key is .*, which is no record"):
        corefeval.score([RECORD, odd], [RECORD, odd])
    with pytest.raises(TypeError, match="a cluster is a list of mentions"):
        corefeval.CorefEvaluator().update([odd], CLUSTERS)


def test_lists_of_tables() -> None:
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"entity": [1, 1], "start": [0, 1], "end": [0, 1]})
    with pytest.raises(InputError, match="item 0 of the key is DataFrame"):
        corefeval.score([table], [table])
    with pytest.raises(InputError, match="is no token"):
        corefeval.score(table.assign(start=[decimal.Decimal("0.5")] * 2), table)
    with pytest.raises(InputError, match="is no name of an entity"):
        corefeval.score(table.assign(entity=[[1], [1]]), table)
    # a response that predicts nothing
    named = table.assign(document=["d", "d"])
    with pytest.warns(corefeval.CorefevalWarning):
        assert corefeval.score(named, named.iloc[:0]).muc.recall == 0


def test_sides_are_nested_alike() -> None:
    # ((a, b), (c, d)) may be two mentions or two clusters; the other side tells
    result = corefeval.score([[("a", "b"), ("c", "d")]], [[("a", "b", "c"), ("d",)]])
    assert (result.muc.recall, result.muc.precision) == (0.5, 0.5)
    assert corefeval.score([[[1, 2], [3, 4]]], [[[1, 2, 3, 4]]]).muc.recall == 1
    documents: List[Any] = [[[(0, 1), (2, 3)]], [[(0, 1), (2, 3)]]]
    with pytest.warns(corefeval.CorefevalWarning, match="no-mentions"):
        assert corefeval.score(documents, [[], []]).muc.recall == 0


def test_documents_that_nobody_named_go_in_their_order() -> None:
    key = [{**RECORD, "doc_key": name} for name in "xy"]
    predicted = [{"tokens": WORDS, "clusters_token_offsets": CLUSTERS}, {"tokens": WORDS, "clusters_token_offsets": []}]
    result = corefeval.score(key, predicted)
    assert [(each.name, each.muc.recall) for each in result.documents] == [("x", 1), ("y", 0)]
    with pytest.raises(InputError, match="the response has 1 documents without names, but there are 2"):
        corefeval.score(key, predicted[:1])


def test_records_that_can_be_read_once_and_packed_files(tmp_path: Any) -> None:
    both = {**RECORD, "predicted_clusters": CLUSTERS[:1]}
    assert corefeval.score(each for each in [both]).muc.recall == 0.5
    import gzip
    import json

    path = tmp_path / "both.jsonlines"
    path.write_bytes(gzip.compress(json.dumps(both).encode()))
    assert corefeval.score(path).muc.recall == 0.5


def test_results_are_not_grouped_by_what_they_do_not_have() -> None:
    result = corefeval.score(CLUSTERS, CLUSTERS[:1])
    for table in (result.to_text, result.to_csv, result.to_latex, result.to_dict):
        with pytest.raises(ChoiceError, match="by system, document, genre"):
            table(by="size")
    assert "muc" in result and "b_cubed" in result and "x" not in result
    assert list(result) == list(result.metrics)


def test_documents_of_one_name_stay_apart() -> None:
    one, other = corefeval.score(CLUSTERS, CLUSTERS), corefeval.score(CLUSTERS, CLUSTERS[:1])
    assert [each.muc.recall for each in (one + other).by("document").values()] == [1, 0.5]
    evaluators = [corefeval.Evaluator() for _ in range(2)]
    for evaluator in evaluators:
        evaluator.update(CLUSTERS, CLUSTERS)
    assert [each.name for each in evaluators[0].merge(evaluators[1]).compute().documents] == ["1", "2"]


@pytest.mark.parametrize("choices", [{"metrics": ""}, {"metrics": "muc", "metric": "lea"}, {"macro": True, "average": "micro"}])
def test_choices_that_contradict_each_other(choices: Dict[str, Any]) -> None:
    with pytest.raises(ChoiceError):
        corefeval.score(CLUSTERS, CLUSTERS, **choices)


def test_a_ranking_is_no_result() -> None:
    ranking = corefeval.score(CLUSTERS, CLUSTERS, CLUSTERS[:1], names=["a", "b"])
    assert [each.name for each in ranking[0:1]] == ["a"]
    with pytest.raises(InputError, match="a ranking of 2 systems"):
        corefeval.Result.from_json(ranking.to_json())
    with pytest.raises(InputError, match="not stored scores"):
        corefeval.from_json("{}")
    document = Document("d", CLUSTERS, WORDS)
    assert document.mentions[0] == document.mentions[0] != document.mentions[1]


def test_sides_of_different_depth() -> None:
    with pytest.raises(InputError, match="lists of different depth"):
        corefeval.score(CLUSTERS, [CLUSTERS, CLUSTERS])
    with pytest.raises(InputError, match="lists of different depth"):
        corefeval.score([CLUSTERS, CLUSTERS], CLUSTERS)


def test_clusters_by_name_are_no_documents_by_name() -> None:
    named = {"c1": CLUSTERS[0], "c2": CLUSTERS[1]}
    with pytest.raises(InputError, match="a dict is of documents by name"):
        corefeval.score(named, named)
    assert corefeval.score({"d": CLUSTERS}, {"d": CLUSTERS}).conll == 1.0
    assert corefeval.score({"d": named}, {"d": named}).conll == 1.0


def test_options_that_only_the_command_line_has() -> None:
    with pytest.raises(ChoiceError, match="what analyse prints is returned here"):
        corefeval.analyse(RECORD, RECORD, out="x.json")
    with pytest.raises(ChoiceError, match="`?ci`?"):
        corefeval.score(CLUSTERS, CLUSTERS, ci=True)


def test_names_may_begin_with_a_dash() -> None:
    compared = corefeval.compare(RECORD, RECORD, {**RECORD, "clusters": CLUSTERS[:1]}, names=["-x", "--y"])
    assert "-x" in str(compared) and "--y" in str(compared)
