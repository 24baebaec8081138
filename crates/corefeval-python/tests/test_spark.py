"""Scores on Spark and Dask are those of one machine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Iterator, List

import pytest

import corefeval
import corefeval.spark
from conftest import made_up
from corefeval import ChoiceError, InputError
from spark_cases import COLUMNS, check_many_documents, clusters, equal, many_documents, rows, session, texts


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    yield from session("local[2]")


def test_tables(spark: Any) -> None:
    key, response = texts(60, 40)
    frames = [spark.createDataFrame(rows(side), COLUMNS).repartition(4) for side in (key, response)]
    scored = corefeval.spark.score(spark, *frames, preset="conll-2012")
    equal(scored, corefeval.score(key, response, preset="conll-2012"))
    assert len(scored.documents) == 60 and list(scored.by("genre")) == ["nw"]
    with pytest.raises(InputError, match="has no column entity"):
        corefeval.spark.score(spark, frames[0].drop("entity"), frames[1])
    with pytest.raises(ChoiceError, match="the values are|is none of"):
        corefeval.spark.score(spark, *frames, singletons="x")
    with pytest.raises(ChoiceError, match="cross_document"):
        corefeval.spark.score(spark, *frames, scope="corpus")
    repeated = spark.createDataFrame([*rows(key), ("nw/007", "0-0", 990), ("nw/007", "0-0", 991)], COLUMNS)
    with pytest.raises(InputError, match="nw/007: mention '0-0' is in clusters"):
        corefeval.spark.score(spark, repeated, frames[1])


def test_files(spark: Any, key: Path, careful: Path) -> None:
    equal(corefeval.spark.score(spark, key, careful), corefeval.score(key, careful))


# few mistakes leave many blocks, many connect almost all entities
@pytest.mark.parametrize("moved", [0.02, 0.3])
def test_entities_of_many_documents(spark: Any, moved: float) -> None:
    metrics = "mentions,muc,b-cubed,ceaf-m,ceaf-e,blanc,lea,pairwise,b-cubed-skip,ceaf-e-skip,lea-skip"
    check_many_documents(spark, 5_000, 1000, moved, metrics=metrics)


def test_entities_of_many_documents_without_singletons(spark: Any) -> None:
    gold, found = many_documents(900, 500, 0.2)
    frames = [spark.createDataFrame(side, ["mention", "entity"]) for side in (gold, found)]
    choices = {"metrics": "muc,b-cubed,blanc,lea", "singletons": "drop"}
    equal(corefeval.spark.cross_document(spark, *frames, **choices), corefeval.score(clusters(gold), clusters(found), **choices))
    for repeated, said in (((gold[0][0], 77), "is in several rows of the key"), ((None, 3), "a row without a mention")):
        bad = spark.createDataFrame([*gold, repeated], ["mention", "entity"])
        with pytest.raises(InputError, match=said):
            corefeval.spark.cross_document(spark, bad, frames[1])
    with pytest.raises(ChoiceError, match="match is not a choice of cross_document"):
        corefeval.spark.cross_document(spark, *frames, match="head")
    with pytest.raises(ChoiceError, match="cannot be counted in pieces"):
        corefeval.spark.cross_document(spark, *frames, metrics="b-cubed-all")


@pytest.mark.skipif("COREFEVAL_SPARK_LARGE" not in os.environ, reason="a million mentions: set COREFEVAL_SPARK_LARGE")
def test_a_million_mentions(spark: Any) -> None:
    check_many_documents(spark, 1_000_000, 200_000, 0.1)


def test_dask() -> None:
    bag = pytest.importorskip("dask.bag")
    texts = [made_up(seed, 30) for seed in range(40)]

    def counted(part: Any) -> List[corefeval.Evaluator]:
        evaluator = corefeval.Evaluator(preset="conll-2012")
        for gold, found in part:
            evaluator.update(gold, found)
        return [evaluator]

    parts = bag.from_sequence(texts, npartitions=4).map_partitions(counted).compute(scheduler="processes")
    whole = corefeval.Evaluator(preset="conll-2012")
    for gold, found in texts:
        whole.update(gold, found)
    assert parts[0].merge(*parts[1:]).compute().metrics == whole.compute().metrics
