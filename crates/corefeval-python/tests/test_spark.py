"""Scores on Spark and Dask are those of one machine."""

from __future__ import annotations

import os
import random
import shutil
import signal
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


Pairs = List[Tuple[str, int]]


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


# few mistakes leave many blocks, many connect almost all entities
@pytest.mark.parametrize("moved", [0.02, 0.3])
def test_entities_of_many_documents(spark: Any, moved: float) -> None:
    gold, found = many_documents(5_000, 1000, moved)
    frames = [spark.createDataFrame(side, ["mention", "entity"]) for side in (gold, found)]
    metrics = "mentions,muc,b-cubed,ceaf-m,ceaf-e,blanc,lea,pairwise,b-cubed-skip,ceaf-e-skip,lea-skip"
    result = corefeval.spark.cross_document(spark, *frames, metrics=metrics)
    equal(result, corefeval.score(clusters(gold), clusters(found), metrics=metrics))
    about = result.documents[0].about
    assert (about.key_mentions, about.response_mentions) == (len(gold), len(found))


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
    import time

    gold, found = many_documents(1_000_000, 200_000, 0.1)
    frames = [spark.createDataFrame(side, ["mention", "entity"]).persist() for side in (gold, found)]
    sizes = [frame.count() for frame in frames]
    start = time.perf_counter()
    result = corefeval.spark.cross_document(spark, *frames)
    print(f"{sum(sizes)} rows: {time.perf_counter() - start:.1f} s")
    equal(result, corefeval.score(clusters(gold), clusters(found)))


@pytest.mark.skipif("local-cluster" not in MASTER, reason="needs executors of their own: COREFEVAL_SPARK_MASTER=local-cluster[2,1,1024]")
def test_a_lost_executor_changes_nothing(spark: Any, tmp_path: Path) -> None:
    texts = {f"nw/{seed:03}": made_up(seed, 40) for seed in range(60)}
    key = {name: gold for name, (gold, _) in texts.items()}
    response = {name: found for name, (_, found) in texts.items()}
    columns = ["document", "mention", "entity"]
    killed = str(tmp_path / "killed")

    def executor_of(process: int) -> int:
        """The virtual machine of Java that a worker runs for."""
        while Path(f"/proc/{process}/comm").read_text().strip() != "java":
            process = int(Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
        return process

    def kill_once(batches: Any) -> Any:
        # the first task to come here ends its executor
        for batch in batches:
            try:
                os.close(os.open(killed, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                pass
            else:
                os.kill(executor_of(os.getpid()), signal.SIGKILL)
            yield batch

    frame = spark.createDataFrame(rows(key), columns).repartition(4).mapInArrow(kill_once, "document string, mention string, entity long")
    scored = corefeval.spark.score(spark, frame, spark.createDataFrame(rows(response), columns))
    assert os.path.exists(killed)
    equal(scored, corefeval.score(key, response))


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
