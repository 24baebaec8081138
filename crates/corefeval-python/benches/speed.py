"""How fast the evaluator is beside one in plain Python and SciPy, in one run; CPU time.

    target/python/bin/python crates/corefeval-python/benches/speed.py [KEY RESPONSE]

With two files, `score` is also measured beside the command line (COREFEVAL, or target/release/corefeval). `pip install scorch` measures
scorch too. Needs an optimised build of the module (docs/performance.md).
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Callable, List, Tuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

try:
    from scorch import scores
except ImportError:
    scores = None

import corefeval  # noqa: E402
import reference  # noqa: E402
from conftest import made_up, mapped  # noqa: E402
from corefeval import CorefEvaluator  # noqa: E402


COMMAND = os.environ.get("COREFEVAL", "target/release/corefeval")


def cpu(work: Callable[[], Any], repeats: int = 1) -> float:
    """The least CPU seconds of a few runs."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def shown(name: str, texts: List[Tuple[Any, Any]], repeats: int) -> None:
    prepared = [(gold, predicted, mapped(predicted), mapped(gold)) for gold, predicted in texts]

    def ours() -> None:
        evaluator = CorefEvaluator()
        for gold, predicted, to_predicted, to_gold in prepared:
            evaluator.update(predicted, gold, to_predicted, to_gold)

    def theirs() -> None:
        evaluator = reference.Evaluator()
        for gold, predicted, to_predicted, to_gold in prepared:
            evaluator.update(predicted, gold, to_predicted, to_gold, with_lea=False)

    def conversion() -> None:
        for gold, predicted, _, _ in prepared:
            corefeval._corefeval.documents_of_clusters("d", [("key", gold), ("response", predicted)], None, False)

    def scorch() -> None:
        # it takes sets and counts one document at a time
        for gold, predicted, _, _ in prepared:
            sets = [[set(cluster) for cluster in side] for side in (gold, predicted)]
            scores.muc(*sets), scores.b_cubed(*sets), scores.ceaf_e(*sets)

    fast, slow, convert = cpu(ours, repeats), cpu(theirs), cpu(conversion, repeats)
    other = f", scorch {cpu(scorch) / fast:.0f}×" if scores is not None else ""
    mentions = sum(len(cluster) for gold, predicted in texts for cluster in [*gold, *predicted])
    print(
        f"{name}: {len(texts)} documents, {mentions} mentions: corefeval {fast * 1e3:.2f} ms, plain Python {slow * 1e3:.1f} ms, "
        f"{slow / fast:.0f}×{other}; of our time, conversion of objects {convert / fast:.0%}"
    )


def against_the_command_line(key: str, response: str) -> None:
    def children() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    library, program = [], []
    for _ in range(7):
        library.append(cpu(lambda: corefeval.score(key, response)))
        before = children()
        subprocess.run([COMMAND, "score", key, response], check=True, capture_output=True)
        program.append(children() - before)
    print(f"score(path, path): {min(library) * 1e3:.1f} ms, the command line {min(program) * 1e3:.1f} ms, {min(library) / min(program):.2f}×")


if __name__ == "__main__":
    shown("OntoNotes-like", [made_up(seed, 20 + seed % 120) for seed in range(348)], 5)
    shown("long", [made_up(7, 10_000)], 3)
    if len(sys.argv) == 3:
        against_the_command_line(*sys.argv[1:])
