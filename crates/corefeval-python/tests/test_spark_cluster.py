"""Scores on a cluster whose executors are processes of their own are those of one machine, also when one of them is lost."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any, Iterator

import pytest

import corefeval
import corefeval.spark
from corefeval import InputError
from spark_cases import COLUMNS, check_many_documents, equal, rows, session, texts

pytestmark = pytest.mark.skipif(
    "COREFEVAL_SPARK_CLUSTER" not in os.environ, reason="starts processes of Java for minutes: set COREFEVAL_SPARK_CLUSTER"
)


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    """Two executors with a processor and a gigabyte each."""
    yield from session("local-cluster[2,1,1024]")


def test_documents_of_a_corpus_like_ontonotes(spark: Any) -> None:
    key, response = texts(348, 75)
    frames = [spark.createDataFrame(rows(side), COLUMNS).repartition(4) for side in (key, response)]
    scored = corefeval.spark.score(spark, *frames, preset="conll-2012")
    equal(scored, corefeval.score(key, response, preset="conll-2012"))
    assert [document.name for document in scored.documents] == sorted(key)
    wrong = frames[0].union(spark.createDataFrame([("nw/007", "0-0", 990), ("nw/007", "0-0", 991)], COLUMNS))
    with pytest.raises(InputError, match="nw/007: mention '0-0' is in clusters"):
        corefeval.spark.score(spark, wrong, frames[1])


def test_entities_of_many_documents(spark: Any) -> None:
    check_many_documents(spark, 5_000, 1000, 0.1)


@pytest.mark.skipif("COREFEVAL_SPARK_LARGE" not in os.environ, reason="a million mentions: set COREFEVAL_SPARK_LARGE")
def test_a_million_mentions(spark: Any) -> None:
    check_many_documents(spark, 1_000_000, 200_000, 0.1)


@pytest.mark.skipif(not os.path.exists("/proc/self/comm"), reason="looks for the executor in /proc, which only Linux has")
def test_a_lost_executor_changes_nothing(spark: Any, tmp_path: Path) -> None:
    key, response = texts(60, 40)
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

    schema = "document string, mention string, entity long"
    frame = spark.createDataFrame(rows(key), COLUMNS).repartition(4).mapInArrow(kill_once, schema)
    scored = corefeval.spark.score(spark, frame, spark.createDataFrame(rows(response), COLUMNS))
    assert os.path.exists(killed)
    equal(scored, corefeval.score(key, response))
