"""Scoring on Spark: documents are counted where they are, and what they contributed is added up.

Needs PySpark (``pip install corefeval[spark]``). The result is that of one machine: documents are put into the order of their
names before they are added up, so that it does not depend on how they were partitioned.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple

from . import _corefeval
from ._api import score as score_here
from ._choices import plan_of
from ._corefeval import Scores, Tallier
from ._errors import ChoiceError, InputError, shown
from ._results import Result
from ._spark_entities import check_columns, cross_document

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["cross_document", "score"]

# what is counted in a batch of documents: the names of documents and their scores, or the document that is wrong and why
_COUNTED = "stored string, document string, error string"
_FILES = ("trees", "topics", "entity_map")


def score(spark: "SparkSession", key: Any, response: Any, *, name: str = "response", **choices: Any) -> Result:
    """Scores a response against a key, document by document.

    Each side is a path that Spark can read (a file, a folder or a pattern, on any file system that Hadoop knows) to files of whole
    documents in any format; or a DataFrame with a row for each mention, in the columns ``document``, ``mention`` and ``entity``.
    Choices are those of :func:`corefeval.score`.
    """
    _check(choices)
    if not hasattr(spark, "read"):
        raise TypeError(f"the first argument must be a SparkSession, not {shown(spark)}")
    if _is_frame(key) != _is_frame(response):
        raise ChoiceError("give two paths or two tables")
    rows = _tables(key, response) if _is_frame(key) else _texts(spark, key, response)
    work = _CountClusters(choices) if _is_frame(key) else _CountTexts(choices)
    return _summed(rows.mapInArrow(work, _COUNTED), name)


def _check(choices: Dict[str, Any]) -> None:
    for each in _FILES:
        if choices.get(each) is not None:
            raise ChoiceError(f"{each} is not supported on Spark")
    plan = plan_of(dict(choices))
    if plan.compares_rules:
        raise ChoiceError("Spark has one matching rule: choose one with match=")
    if "|scope:" in plan.signature:
        raise ChoiceError("scope is not supported on Spark: cross_document scores entities of several documents")


def _is_frame(given: Any) -> bool:
    return hasattr(given, "mapInArrow")


def _summed(counted: "DataFrame", name: str) -> Result:
    """The sum of what batches counted, in the order of the documents' names; a document that is wrong is named."""
    rows = counted.collect()
    wrong = sorted((row["document"], row["error"]) for row in rows if row["error"] is not None)
    if wrong:
        more = f" (and {len(wrong) - 1} more documents)" if len(wrong) > 1 else ""
        raise InputError(f"{wrong[0][0]}: {wrong[0][1]}{more}")
    if not rows:
        raise InputError("the key has no documents")
    whole = json.loads(rows[0]["stored"])
    evaluation = whole["systems"][0]["evaluation"]
    documents = [document for row in rows for document in json.loads(row["stored"])["systems"][0]["evaluation"]["documents"]]
    evaluation["documents"] = sorted(documents, key=lambda document: (document["name"]["id"], document["name"]["part"] or 0))
    return Result(Scores.load(json.dumps(whole)).renamed([name]))


class _Count:
    """Counts the documents of batches, each of which is a row with both sides."""

    def __init__(self, choices: Dict[str, Any]) -> None:
        self.choices = choices

    def __call__(self, batches: "Iterator[Any]") -> "Iterator[Any]":
        import pyarrow

        for batch in batches:
            columns = batch.to_pydict()
            good: Optional[Result] = None
            rows: List[Tuple[Optional[str], Optional[str], Optional[str]]] = []
            for document, key, response in zip(columns["document"], columns["key"], columns["response"]):
                try:
                    if key is None:
                        raise InputError("the key has no such document")
                    one = self.count(document, key, response)
                    good = one if good is None else good + one
                except Exception as error:
                    rows.append((None, document, str(error)))
            if good is not None:
                rows.append((good.to_json(), None, None))
            arrays = [pyarrow.array([row[place] for row in rows], pyarrow.string()) for place in range(3)]
            yield pyarrow.RecordBatch.from_arrays(arrays, names=["stored", "document", "error"])

    def count(self, document: str, key: Any, response: Any) -> Result:
        """Counts one document; a response that has none is empty."""
        raise NotImplementedError


class _CountClusters(_Count):
    def count(self, document: str, key: Any, response: Any) -> Result:
        tallier = Tallier(plan_of(dict(self.choices)), "repeats" in self.choices)
        tallier.update(key, response or [], document)
        return Result(tallier.scores("response"))


class _CountTexts(_Count):
    def count(self, document: str, key: Any, response: Any) -> Result:
        with warnings.catch_warnings():
            # what is odd stays with the result
            warnings.simplefilter("ignore")
            return score_here(key, [] if response is None else response, **self.choices)


def _tables(key: "DataFrame", response: "DataFrame") -> "DataFrame":
    """A row for each document: its clusters on both sides, in an order that does not depend on partitions."""
    from pyspark.sql import functions as f

    def clusters(side: str, frame: "DataFrame") -> "DataFrame":
        check_columns(side, frame, ("document", "mention", "entity"))
        plain = frame.select(*(f.col(column).cast("string").alias(column) for column in ("document", "mention", "entity")))
        members = plain.groupBy("document", "entity").agg(f.sort_array(f.collect_list("mention")).alias("mentions"))
        found = members.groupBy("document").agg(f.sort_array(f.collect_list(f.struct("entity", "mentions"))).alias("found"))
        return found.select("document", f.col("found.mentions").alias(side))

    return clusters("key", key).join(clusters("response", response), "document", "full")


def _texts(spark: "SparkSession", key: Any, response: Any) -> "DataFrame":
    """A row for each document: its contents on both sides. Files are cut into documents where they are read."""

    def cut(side: str, path: Any) -> "DataFrame":
        files = spark.read.format("binaryFile").load(str(path)).select("path", "content")
        return files.mapInArrow(_Cut(side), f"document string, {side} binary")

    return cut("key", key).join(cut("response", response), "document", "full")


class _Cut:
    """Cuts the contents of files into documents, in the format that loses nothing."""

    def __init__(self, side: str) -> None:
        self.side = side

    def __call__(self, batches: "Iterator[Any]") -> "Iterator[Any]":
        import pyarrow

        for batch in batches:
            columns = batch.to_pydict()
            names: List[str] = []
            texts: List[bytes] = []
            for path, content in zip(columns["path"], columns["content"]):
                documents, _ = _corefeval.read_bytes(content, path, None, self.side, False)
                names += [document.name for document in documents]
                texts += [_corefeval.write([document], "corefeval-json", False)[0] for document in documents]
            arrays = [pyarrow.array(names, pyarrow.string()), pyarrow.array(texts, pyarrow.binary())]
            yield pyarrow.RecordBatch.from_arrays(arrays, names=["document", self.side])
