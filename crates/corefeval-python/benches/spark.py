"""What scoring on Spark costs: CPU time for each mention, of all processes together.

    target/python/bin/python crates/corefeval-python/benches/spark.py [MENTIONS]

The time of a first small run, which starts Java and the workers, is not counted.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, Callable

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable

from pyspark.sql import SparkSession, functions as f  # noqa: E402

import corefeval.spark  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")


def family(process: int) -> float:
    """CPU seconds of a process and everything that it started."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        # the parent, and user and system time, own and of children that have ended
        found[int(path.parent.name)] = (int(fields[1]), sum(map(int, fields[11:15])) / TICKS)
    own, total = {process}, 0.0
    for _ in range(8):
        own |= {each for each, (parent, _) in found.items() if parent in own}
    for each in own:
        total += found[each][1]
    return total


def table(spark: Any, mentions: int, moved: float) -> Any:
    """A table of mentions in entities of five on average, of which some are moved to another entity."""
    entity = f.when(f.rand(7) < moved, (f.rand(8) * mentions / 5).cast("long")).otherwise(f.xxhash64("id") % int(mentions / 5))
    return spark.range(mentions).select(
        f.concat(f.lit("doc "), (f.col("id") / 500).cast("long")).alias("document"),
        f.concat(f.lit("mention "), "id").alias("mention"),
        entity.alias("entity"),
    )


def measured(name: str, mentions: int, work: Callable[[], Any]) -> None:
    before = family(os.getpid())
    work()
    used = family(os.getpid()) - before
    print(f"{name}: {mentions} mentions on each side, {used:.1f} CPU s, {used / mentions / 2 * 1e6:.1f} µs for each row", flush=True)


def main() -> None:
    mentions = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    builder = SparkSession.builder.master(os.environ.get("COREFEVAL_SPARK_MASTER", "local[2]"))
    for name, value in {"spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1", "spark.sql.shuffle.partitions": "8"}.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    small = table(spark, 1000, 0.1)
    corefeval.spark.cross_document(spark, small, small)
    corefeval.spark.score(spark, small, small)
    key, response = (table(spark, mentions, moved).persist() for moved in (0.0, 0.1))
    key.count(), response.count()
    without = "mentions,muc,b-cubed,blanc,lea,pairwise"
    measured("cross_document without CEAF", mentions, lambda: corefeval.spark.cross_document(spark, key, response, metrics=without))
    measured("cross_document", mentions, lambda: corefeval.spark.cross_document(spark, key, response))
    measured("score by document", mentions, lambda: corefeval.spark.score(spark, key, response))
    spark.stop()


if __name__ == "__main__":
    main()
