"""Entities whose mentions are in many documents, scored on Spark as one unit.

The table of shared mentions comes from a distributed join on mentions. Metrics that are sums over entities are counted wherever
the entities are. CEAF aligns entities, which is done by blocks that share nothing with each other. Only sums reach the driver.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Dict, List, Tuple

from ._choices import plan_of
from ._corefeval import Pieces, Plan, blocks
from ._errors import ChoiceError, InputError, shown
from ._results import Result

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

# choices that change what is made of sums; what else can be chosen changes which mentions count, or which are the same
_CHOICES = ("metric", "metrics", "preset", "signature", "beta", "undefined", "blanc", "singletons")
_STORED = "stored string"
# a step of joining blocks leaves one partition for so many
_STEP = 8


def cross_document(spark: "SparkSession", key: "DataFrame", response: "DataFrame", *, name: str = "response", **choices: Any) -> Result:
    """Scores entities whose mentions are in many documents, all of them as one unit.

    Both tables have the columns ``mention`` and ``entity``; mentions are the same on both sides if they are equal. Metrics are those
    of entities: ``mentions``, ``muc``, ``b-cubed``, ``ceaf-m``, ``ceaf-e``, ``blanc``, ``lea``, ``pairwise``.
    """
    plan = _plan(choices)
    sides = {"key": _side("key", key), "response": _side("response", response)}
    cells = _cells(sides, "|singletons:drop" in plan.signature).persist()
    try:
        _refuse_bad(sides, cells)
        signature = plan.signature
        counted = _entities(cells, "key", signature).unionAll(_entities(cells, "response", signature))
        if Pieces(plan).needs_blocks:
            counted = counted.unionAll(_blocks(spark, cells, signature))
        total = Pieces(plan)
        for row in counted.collect():
            total.merge(Pieces.load(row["stored"]))
    finally:
        cells.unpersist()
    return Result(total.scores("all documents", name))


def _plan(choices: Dict[str, Any]) -> Plan:
    for each in choices:
        if each not in _CHOICES:
            raise ChoiceError(f"{each} is not a choice of cross_document; these are {', '.join(_CHOICES)}")
    plan = plan_of(dict(choices))
    usual = plan_of({"metrics": ",".join(plan.metrics)})
    allowed = {"metrics", *_CHOICES}
    other = [field for field in plan.signature.split("|") if field not in usual.signature.split("|")]
    wrong = [field for field in other if field.split(":")[0] not in allowed]
    if wrong or "singletons:drop-after-detection" in other:
        raise ChoiceError(f"cross_document has no {', '.join(wrong) or 'singletons:drop-after-detection'}: every mention counts as it is")
    return plan


def check_columns(side: str, frame: "DataFrame", columns: Tuple[str, ...]) -> None:
    """Refuses what is no table, and a table that lacks columns."""
    if not hasattr(frame, "mapInArrow"):
        raise TypeError(f"the {side} must be a DataFrame of Spark, not {shown(frame)}")
    missing = [column for column in columns if column not in frame.columns]
    if missing:
        raise InputError(f"the table of the {side} has no column {', '.join(missing)}; it has {', '.join(frame.columns)}")


def _side(side: str, frame: "DataFrame") -> "DataFrame":
    """A row for each mention; ``bad`` where it has no name or entity, or is in several entities."""
    check_columns(side, frame, ("mention", "entity"))
    from pyspark.sql import functions as f

    plain = frame.select(f.col("mention").cast("string").alias("mention"), f.col("entity").cast("string").alias("entity"))
    found = plain.groupBy("mention").agg(f.min("entity").alias(side), f.count("*").alias("times"))
    bad = f.col("mention").isNull() | f.col(side).isNull() | (f.col("times") > 1)
    return found.select("mention", side, bad.alias(f"{side}_bad"))


def _cells(sides: Dict[str, "DataFrame"], drop_singletons: bool) -> "DataFrame":
    """A row for each pair of entities that share mentions, with how many; and for what an entity does not share."""
    from pyspark.sql import functions as f

    if drop_singletons:
        sides = {side: _several(side, frame) for side, frame in sides.items()}
    joined = sides["key"].join(sides["response"], "mention", "full")
    bad = f.coalesce(f.max("key_bad"), f.lit(False)) | f.coalesce(f.max("response_bad"), f.lit(False))
    return joined.groupBy("key", "response").agg(f.count("*").alias("shared"), bad.alias("bad"))


def _several(side: str, frame: "DataFrame") -> "DataFrame":
    """The mentions of entities that have more than one."""
    from pyspark.sql import functions as f

    sizes = frame.groupBy(side).agg(f.count("*").alias("size"))
    return frame.join(sizes.filter("size > 1").select(side), side)


def _refuse_bad(sides: Dict[str, "DataFrame"], cells: "DataFrame") -> None:
    from pyspark.sql import functions as f

    found = cells.agg(f.max("bad").alias("bad"), f.count("*").alias("cells")).first()
    if found is None or not found["cells"]:
        raise InputError("neither key nor response has mentions")
    if not found["bad"]:
        return
    for side, frame in sides.items():
        row = frame.filter(f.col(f"{side}_bad")).orderBy("mention").first()
        if row is not None and row["mention"] is None:
            raise InputError(f"the table of the {side} has a row without a mention")
        if row is not None and row[side] is None:
            raise InputError(f"mention {row['mention']!r} of the {side} has no entity")
        if row is not None:
            raise InputError(f"mention {row['mention']!r} is in several rows of the {side}: a mention is in one entity")


def _sizes(cells: "DataFrame", side: str) -> "DataFrame":
    from pyspark.sql import functions as f

    return cells.filter(f.col(side).isNotNull()).groupBy(side).agg(f.sum("shared").alias(f"{side}_size"))


def _entities(cells: "DataFrame", side: str, signature: str) -> "DataFrame":
    """What the entities of one side contribute."""
    from pyspark.sql import functions as f

    other = "response" if side == "key" else "key"
    own = cells.filter(f.col(side).isNotNull()).join(_sizes(cells, other), other, "left")
    partner = f.when(f.col(other).isNotNull(), f.struct("shared", f.col(f"{other}_size").alias("size")))
    # an entity has the same partners in whatever order they come
    rows = own.groupBy(side).agg(f.sum("shared").alias("size"), f.sort_array(f.collect_list(partner)).alias("partners"))
    return rows.select("size", "partners").mapInArrow(_CountEntities(signature, side == "key"), _STORED)


def _blocks(spark: "SparkSession", cells: "DataFrame", signature: str) -> "DataFrame":
    """What blocks of entities contribute that share mentions with no others."""
    from pyspark.sql import functions as f

    shared = cells.filter(f.col("key").isNotNull() & f.col("response").isNotNull())
    numbers = [_number(_sizes(cells, side), side) for side in ("key", "response")]
    for side, (sizes, number) in zip(("key", "response"), numbers):
        shared = shared.join(sizes, side).withColumn(f"{side}_number", number)
    edges = shared.select(f.col("key_number").alias("hub"), f.col("response_number").alias("node"))
    partitions = int(spark.conf.get("spark.sql.shuffle.partitions") or 200)
    while partitions > 1:
        edges = edges.repartition(partitions, "hub").mapInArrow(_Join(), "hub long, node long")
        partitions //= _STEP
    found = edges.repartition(1).mapInArrow(_Join(), "hub long, node long")
    columns = ("key_number", "response_number", "shared", "key_size", "response_size")
    placed = shared.select(*columns).join(found.withColumnRenamed("node", "response_number"), "response_number")
    return placed.repartition("hub").select(*columns).mapInArrow(_CountBlocks(signature), _STORED)


def _number(sizes: "DataFrame", side: str) -> "Tuple[DataFrame, Column]":
    """Sizes of entities, and a number for each that depends on nothing but its name: a hash under which no two are the same."""
    from pyspark.sql import functions as f

    for seed in range(20):
        number = f.xxhash64(f.lit(seed), f.col(side))
        twice = sizes.groupBy(number.alias("number")).count().filter("count > 1")
        if twice.first() is None:
            return sizes, number
    raise InputError(f"the entities of the {side} cannot be numbered")  # 20 collisions of 64 bits: there is no such table


def _numbers(array: Any) -> bytes:
    """Numbers of Arrow as bytes, 64 bits each."""
    import pyarrow

    whole = array.cast(pyarrow.int64())
    buffer = whole.buffers()[1]
    return b"" if buffer is None else bytes(memoryview(buffer)[whole.offset * 8 : (whole.offset + len(whole)) * 8])


def _stored(pieces: Pieces) -> Any:
    import pyarrow

    return pyarrow.RecordBatch.from_arrays([pyarrow.array([pieces.store()], pyarrow.string())], names=["stored"])


class _Work:
    """Work on the batches of a partition; it travels as a signature."""

    def __init__(self, signature: str) -> None:
        self.signature = signature

    def pieces(self) -> Pieces:
        return Pieces(plan_of({"signature": self.signature}))


class _CountEntities(_Work):
    def __init__(self, signature: str, of_key: bool) -> None:
        super().__init__(signature)
        self.of_key = of_key

    def __call__(self, batches: "Iterator[Any]") -> "Iterator[Any]":
        import pyarrow.compute

        pieces = self.pieces()
        for batch in batches:
            partners = batch.column("partners")
            inner = partners.flatten()
            pieces.add_entities(
                self.of_key,
                _numbers(batch.column("size")),
                _numbers(pyarrow.compute.call_function("list_value_length", [partners])),
                _numbers(inner.field("shared")),
                _numbers(inner.field("size")),
            )
        yield _stored(pieces)


class _CountBlocks(_Work):
    def __call__(self, batches: "Iterator[Any]") -> "Iterator[Any]":
        pieces = self.pieces()
        for batch in batches:
            pieces.keep_cells(*(_numbers(column) for column in batch.columns))
        pieces.count_blocks()
        yield _stored(pieces)


class _Join:
    """Joins what is connected inside a partition: each node once, with the least node that it is connected with as its hub."""

    def __call__(self, batches: "Iterator[Any]") -> "Iterator[Any]":
        import pyarrow

        hubs: List[bytes] = []
        nodes: List[bytes] = []
        for batch in batches:
            hubs.append(_numbers(batch.column("hub")))
            nodes.append(_numbers(batch.column("node")))
        found = blocks(b"".join(hubs), b"".join(nodes))
        length = len(found[0]) // 8
        arrays = [pyarrow.Array.from_buffers(pyarrow.int64(), length, [None, pyarrow.py_buffer(each)]) for each in found]
        yield pyarrow.RecordBatch.from_arrays(arrays, names=["hub", "node"])
