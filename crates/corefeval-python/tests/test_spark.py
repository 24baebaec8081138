"""Scores on Spark and Dask are those of one machine."""

from __future__ import annotations

import os
import random
import shutil
import sys
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

import pytest

import corefeval
import corefeval.spark
from conftest import made_up
from corefeval import ChoiceError, InputError, Result

MASTER = os.environ.get("COREFEVAL_SPARK_MASTER", "local[2]")


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    # workers run the interpreter that runs the tests, which has the package
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    builder = sql.SparkSession.builder.master(MASTER).appName("corefeval")
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "4",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "200",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


def rows(texts: Dict[str, List[Any]]) -> List[Tuple[str, str, int]]:
    return [
        (name, f"{start}-{end}", number)
        for name, clusters in texts.items()
        for number, cluster in enumerate(clusters)
        for start, end in cluster
    ]


def equal(one: Result, other: Result) -> None:
    assert one.signature == other.signature
    for name, figures in other.metrics.items():
        assert one[name][2:5] == pytest.approx(figures[2:5], abs=1e-12), name


def test_tables(spark: Any) -> None:
    texts = {f"nw/{seed:03}": made_up(seed, 40) for seed in range(60)}
    key = {name: gold for name, (gold, _) in texts.items()}
    response = {name: found for name, (_, found) in texts.items()}
    columns = ["document", "mention", "entity"]
    frames = [spark.createDataFrame(rows(side), columns).repartition(4) for side in (key, response)]
    scored = corefeval.spark.score(spark, *frames, preset="conll-2012")
    equal(scored, corefeval.score(key, response, preset="conll-2012"))
    assert len(scored.documents) == 60 and list(scored.by("genre")) == ["nw"]
    with pytest.raises(InputError, match="has no column entity"):
        corefeval.spark.score(spark, frames[0].drop("entity"), frames[1])
    with pytest.raises(ChoiceError, match="the values are|is none of"):
        corefeval.spark.score(spark, *frames, singletons="x")
    with pytest.raises(ChoiceError, match="cross_document"):
        corefeval.spark.score(spark, *frames, scope="corpus")
    repeated = spark.createDataFrame([*rows(key), ("nw/007", "0-0", 990), ("nw/007", "0-0", 991)], columns)
    with pytest.raises(InputError, match="nw/007: mention '0-0' is in clusters"):
        corefeval.spark.score(spark, repeated, frames[1])


def test_files(spark: Any, key: Path, careful: Path) -> None:
    equal(corefeval.spark.score(spark, key, careful), corefeval.score(key, careful))


def test_entities_of_many_documents(spark: Any) -> None:
    chance = random.Random(3)
    mentions = [f"document {chance.randrange(300)}, mention {number}" for number in range(20_000)]
    gold = [(mention, chance.randrange(4000)) for mention in mentions]
    found = [(mention, entity if chance.random() < 0.8 else chance.randrange(4000)) for mention, entity in gold if chance.random() < 0.9]
    frames = [spark.createDataFrame(side, ["mention", "entity"]) for side in (gold, found)]

    def clusters(pairs: List[Tuple[str, int]]) -> List[List[str]]:
        made: Dict[int, List[str]] = {}
        for mention, entity in pairs:
            made.setdefault(entity, []).append(mention)
        return list(made.values())

    equal(corefeval.spark.cross_document(spark, *frames), corefeval.score(clusters(gold), clusters(found)))


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
