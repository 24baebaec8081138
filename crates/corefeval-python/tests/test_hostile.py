"""Objects that are no clusters give a clear exception, never a crash."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

import corefeval
import corefeval.evaluators
import corefeval.spark
from conftest import made_up
from corefeval import ChoiceError, CorefEvaluator, Evaluator, InputError


class Angry:
    """An object that fails when it is looked at."""

    def __hash__(self) -> int:
        raise RuntimeError("no hash")

    def __repr__(self) -> str:
        raise RuntimeError("no repr")


def failing() -> Any:
    yield [(0, 1)]
    raise KeyError("the generator broke")


@pytest.mark.parametrize(
    "clusters, kind, message",
    [
        (None, TypeError, "the clusters of the key must be a list or tuple, not NoneType"),
        ("ab", TypeError, "must be a list or tuple, not str 'ab'"),
        (b"ab", TypeError, "must be a list or tuple, not bytes"),
        (["ab"], TypeError, "cluster 0 of the key must be a list or tuple, not str 'ab'"),
        ([[(0, 1)], 5], TypeError, "cluster 1 of the key must be a list or tuple, not int 5"),
        ([[None]], TypeError, "cluster 0 of the key: None is not a mention"),
        ([[[0, 1, 2]]], TypeError, "is not a mention: a mention is a pair of numbers"),
        ([[{}]], TypeError, "is not a mention"),
        ([[Angry()]], RuntimeError, "no hash"),
        (failing(), KeyError, "the generator broke"),
        (7, TypeError, "must be a list or tuple, not int 7"),
        ([["a", "b"], ["b"]], InputError, "in clusters 0 and 1"),
        ({1: ["a", "b"], "1": ["c"]}, InputError, "two clusters of the key are called 1"),
    ],
)
def test_what_is_no_cluster_is_named(clusters: Any, kind: type, message: str) -> None:
    evaluator = Evaluator()
    with pytest.raises(kind) as raised:
        evaluator.update(clusters, [])
    assert message in str(raised.value)
    assert len(evaluator) == 0


@pytest.mark.parametrize("evaluator", [Evaluator(), CorefEvaluator(), corefeval.evaluators.Evaluator("muc")])
def test_what_cannot_be_merged_is_named(evaluator: Any) -> None:
    evaluator.update([["a", "b"]], [["a", "b"]])
    same = pickle.loads(pickle.dumps(evaluator))
    for other, kind, message in [
        (3, TypeError, "an evaluator can be merged with evaluators, not with int 3"),
        (None, TypeError, "not with NoneType None"),
        (evaluator.get_prf() if hasattr(evaluator, "get_prf") else evaluator.compute(), TypeError, "can be merged with evaluators"),
        (Evaluator(metrics="lea"), ChoiceError, "only under the same plan"),
        (evaluator, ChoiceError, "with itself"),
    ]:
        # what comes before the wrong one is not added either
        with pytest.raises(kind) as raised:
            evaluator.merge(same, other)
        assert message in str(raised.value)
    assert len(evaluator._tallier) == 1


@pytest.mark.parametrize(
    "call, kind, message",
    [
        (lambda: Evaluator(topics=3), ChoiceError, "topics=3: a path or a list of paths is expected"),
        (lambda: corefeval.score([["a"]], [["a"]], trees=[b"x"]), ChoiceError, "a path or a list of paths is expected"),
        (lambda: corefeval.score([["a"]], [["a"]], names=3), ChoiceError, "a list with 1 name is expected"),
        (lambda: corefeval.score([["a"]], [["a"]], [["a"]], names="ab"), ChoiceError, "a list with 2 different names is expected"),
        (lambda: corefeval.analyse([["a"]], [["a"]], names=[None]), ChoiceError, "a list with 1 name is expected"),
        (lambda: corefeval.score([["a", "b"]]), TypeError, "there is no response"),
        (lambda: corefeval.score(_nested(5000)), TypeError, "there is no response"),
        (lambda: corefeval.read({"clusters": _nested(5000)}), InputError, "record 0 of the input cannot be read"),
        (lambda: corefeval.read({"clusters_token_offsets": []}), InputError, "record 0 of the input has no 'tokens'"),
        (lambda: corefeval.evaluators.muc([["a"]], 3), TypeError, "a dict from mentions to the clusters"),
        (lambda: corefeval.evaluators.evaluate_documents([3], "muc"), TypeError, "a document has `clusters` and `gold`"),
        (lambda: corefeval.score([["a"]], [["a"]])[os], KeyError, "no metric is called"),
        (lambda: corefeval.spark.score(None, "a", "b"), TypeError, "must be a SparkSession, not NoneType"),
        (lambda: corefeval.spark.cross_document(None, 3, 3), TypeError, "the key must be a DataFrame of Spark, not int 3"),
    ],
)
def test_what_cannot_be_used_is_named(call: Any, kind: type, message: str) -> None:
    with pytest.raises(kind) as raised:
        call()
    assert message in str(raised.value)


def _nested(depth: int) -> Any:
    made: Any = []
    for _ in range(depth):
        made = [made]
    return made


def test_what_is_no_table_is_named() -> None:
    numpy, pandas, polars, pyarrow = (pytest.importorskip(name) for name in ("numpy", "pandas", "polars", "pyarrow"))
    double = pandas.DataFrame([[1, 2, "a"]], columns=["entity", "entity", "mention"])
    with pytest.raises(InputError, match="two columns of one name: entity, entity, mention"):
        corefeval.read(double)
    with pytest.raises(TypeError, match="one value is no clusters: int 3"):
        corefeval.read(numpy.array(3))
    for series in (pandas.Series([1, 2]), polars.Series([1, 2]), pyarrow.chunked_array([[1, 2]])):
        with pytest.raises((TypeError, InputError), match="item 0 of the input is int 1|is no table of mentions"):
            corefeval.read(series)


def test_generators_are_read_once() -> None:
    evaluator = Evaluator()
    evaluator.update(((m for m in c) for c in [["a", "b"]]), iter([["a", "b"]]))
    assert evaluator.compute().conll == 1.0
    assert corefeval.score((c for c in [["a", "b"]]), [["a", "b"]]).conll == 1.0


def test_arrays_are_clusters_and_mentions() -> None:
    import numpy

    array = numpy.array([[0, 1], [2, 3]])
    for clusters in ([array], (array,), array[None]):
        assert corefeval.score(clusters, [[(0, 1), (2, 3)]]).conll == 1.0
    evaluator = CorefEvaluator()
    evaluator.update([array], [((0, 1), (2, 3))], {}, {})
    assert evaluator.get_f1() == 1.0


def test_numbers_that_are_equal_are_the_same_mention() -> None:
    import numpy

    gold = [[(0, 1), (5, 5)], [(7, 8), (9, 9)]]
    for number in (float, numpy.float32, numpy.uint8, numpy.int16):
        evaluator = Evaluator()
        evaluator.update(gold, [[(number(start), number(last)) for start, last in cluster] for cluster in gold])
        assert evaluator.compute().conll == 1.0, number
    evaluator = Evaluator()
    evaluator.update(gold, [[(0.5, 1), (float("nan"), 5)], [(float("inf"), 8), (True, 9)]])
    assert evaluator.compute().mentions.f1 == 0.0


def test_huge_numbers_and_odd_spans() -> None:
    evaluator = Evaluator()
    evaluator.update([[(2**70, 2**71), (1, 2)]], [[(2**70, 2**71), (1, 2)]])
    evaluator.update([[(2**40, 2**41), (1, 2)]], [[(2**40, 2**41), (1, 2)]])
    evaluator.update([[(9, 3), (1, 2)]], [[(9, 3), (1, 2)]])
    evaluator.update([[(0, 2**23), (1, 2)]], [[(0, 2**23), (1, 2)]])
    assert evaluator.compute().conll == 1.0


def test_a_million_clusters() -> None:
    clusters = [((start, start), (start + 1, start + 1)) for start in range(0, 2_000_000, 2)]
    evaluator = Evaluator(metrics="muc,b-cubed,ceaf-e")
    evaluator.update(clusters, clusters)
    assert evaluator.compute().conll == 1.0
    del clusters
    gc.collect()


def test_documents_that_do_not_fit() -> None:
    with pytest.raises(InputError, match="different numbers of documents: key 2, response 1"):
        corefeval.score([[["a", "b"]], [["c", "d", "e"]]], [[["a", "b"], ["c", "d", "e"]]])
    with pytest.raises(ValueError, match="there are 3 tokens"):
        corefeval.Document("d", [[(0, 9)]], words=["a", "b", "c"])
    with pytest.raises(ValueError, match="a sentence has 4294967299 tokens"):
        corefeval.Document("d", [[(0, 0)]], words=["a", "b", "c"], sentences=[2**32 + 3])
    with pytest.raises(TypeError, match="document 'a' of the key must be clusters, not NoneType"):
        corefeval.score({"a": None}, {"a": [["x"]]})
    with pytest.raises(corefeval.ChoiceError, match="at least one value"):
        corefeval.score([["a"]], [["a"]], metrics=[])
    with pytest.raises(corefeval.ChoiceError, match="a number from 1"):
        corefeval.score([["a"]], [["a"]], threads=-1)
    with pytest.raises(FileNotFoundError) as missing:
        corefeval.score("nowhere.conll", "nowhere.conll")
    assert missing.value.filename == "nowhere.conll"
    with pytest.raises(TypeError, match="the key is None"):
        corefeval.score(None, [["a"]])
    with pytest.raises(TypeError, match="the response cannot be read from int 5"):
        corefeval.score([["a", "b"]], 5)
    with pytest.raises(InputError, match="the file is empty|not in any known format"):
        corefeval.score(b"", b"")
    with pytest.raises(InputError) as raised:
        corefeval.read(b"#begin document (a);\nMary\t(1\nslept\t-\n#end document\n")
    problem = raised.value.problems[0]
    assert (problem.severity, problem.code, problem.line) == ("error", "unclosed-mention", 2)


def test_bad_bytes_never_crash() -> None:
    for contents in (b"\0" * 100, b"\xff\xfe\x00", os.urandom(1000), b"{" * 10000, b"#begin document (\n"):
        for call in (corefeval.read, corefeval.validate):
            try:
                call(contents)  # type: ignore[operator]
            except (InputError, corefeval.CorefevalWarning):
                pass


def test_other_threads_run_while_documents_are_counted() -> None:
    clusters = [[(start, start), (start + 1, start + 1)] for start in range(0, 200_000, 2)]
    ticks = 0
    stop = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not stop.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    document = corefeval.Document("d", clusters)
    thread.start()
    before = ticks
    corefeval.score([document], [document])
    during = ticks - before
    stop.set()
    thread.join()
    assert during > 1


def test_several_threads_count_into_one_evaluator() -> None:
    texts = [made_up(seed, 30) for seed in range(40)]
    evaluator, alone = CorefEvaluator(), CorefEvaluator()
    failed = []

    def count(part: int) -> None:
        try:
            for gold, found in texts[part::4]:
                evaluator.update(found, gold)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=count, args=(part,)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for gold, found in texts:
        alone.update(found, gold)
    assert not failed
    assert evaluator.get_prf() == pytest.approx(alone.get_prf(), abs=1e-12)
    # each document has a number of its own
    assert [document.name for document in evaluator.result().documents] == [str(number + 1) for number in range(40)]


def test_an_evaluator_can_be_used_by_the_objects_that_it_reads() -> None:
    evaluator = Evaluator()

    def clusters() -> Any:
        evaluator.update([["a", "b"]], [["a", "b"]])
        yield ["c", "d"]

    evaluator.update(clusters(), [["c", "d"]])
    assert len(evaluator) == 2 and evaluator.compute().conll == 1.0


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_ends_long_work() -> None:
    program = (
        "import corefeval, signal\n"
        # processes in the background are started with Ctrl-C ignored
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "clusters = [[(n, n), (n + 1, n + 1)] for n in range(0, 1_600_000, 2)]\n"
        "documents = [corefeval.Document(str(n), clusters) for n in range(3)]\n"
        "print('begin', flush=True)\n"
        "try:\n"
        "    while True:\n"
        "        corefeval.score(documents, documents)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted', flush=True)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "begin\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    try:
        out, _ = process.communicate(timeout=120)
    finally:
        process.kill()
    assert out == "interrupted\n"
    assert process.returncode == 0
