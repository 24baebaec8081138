"""What the tests of Spark share: sessions, tables of made-up mentions, and what equal results are."""

from __future__ import annotations

import os
import random
import shutil
import sys
from typing import Any, Dict, Iterator, List, Tuple

import pytest

import corefeval
import corefeval.spark
from conftest import made_up
from corefeval import Result

COLUMNS = ["document", "mention", "entity"]

Pairs = List[Tuple[str, int]]


def session(master: str) -> Iterator[Any]:
    """A session of Spark that ends with the tests of a file; one process has one at a time."""
    sql = pytest.importorskip("pyspark.sql", reason="PySpark is not installed: it needs Python 3.11 or newer and Java 17 or newer")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java 17 or newer")
    # workers run the interpreter that runs the tests, which has the package
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    builder = sql.SparkSession.builder.master(master).appName("corefeval")
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "4",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "200",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    made = builder.getOrCreate()
    yield made
    made.stop()


def texts(count: int, mentions: int) -> Tuple[Dict[str, List[Any]], Dict[str, List[Any]]]:
    """Key and response of made-up documents, by their names."""
    made = {f"nw/{seed:03}": made_up(seed, mentions) for seed in range(count)}
    return {name: gold for name, (gold, _) in made.items()}, {name: found for name, (_, found) in made.items()}


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


def many_documents(mentions: int, entities: int, moved: float) -> Tuple[Pairs, Pairs]:
    """Mentions of many documents with their entities, and a response that moves, misses and adds some."""
    chance = random.Random(mentions)
    names = [f"document {chance.randrange(300)}, mention {number}" for number in range(mentions)]
    gold = [(mention, chance.randrange(entities)) for mention in names]
    found = [(mention, chance.randrange(entities) if chance.random() < moved else entity) for mention, entity in gold if chance.random() < 0.9]
    return gold, [*found, *((f"more {number}", entities + number // 3) for number in range(mentions // 20))]


def clusters(pairs: Pairs) -> List[List[str]]:
    made: Dict[int, List[str]] = {}
    for mention, entity in pairs:
        made.setdefault(entity, []).append(mention)
    return list(made.values())


def check_many_documents(spark: Any, mentions: int, entities: int, moved: float, **choices: Any) -> Result:
    """Scores entities of many documents on Spark and here, and compares."""
    gold, found = many_documents(mentions, entities, moved)
    frames = [spark.createDataFrame(side, ["mention", "entity"]) for side in (gold, found)]
    result = corefeval.spark.cross_document(spark, *frames, **choices)
    equal(result, corefeval.score(clusters(gold), clusters(found), **choices))
    about = result.documents[0].about
    assert (about.key_mentions, about.response_mentions) == (len(gold), len(found))
    return result
