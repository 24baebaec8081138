"""What tests share: the files of the repository, and made-up documents."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Dict, List, Tuple

import pytest

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"

Span = Tuple[int, int]
Clusters = List[Tuple[Span, ...]]


@pytest.fixture
def key() -> Path:
    return EXAMPLES / "key.conll"


@pytest.fixture
def careful() -> Path:
    return EXAMPLES / "careful.conll"


@pytest.fixture
def bold() -> Path:
    return EXAMPLES / "bold.conll"


def made_up(seed: int, mentions: int = 60, singletons: bool = False, repeats: bool = False) -> Tuple[Clusters, Clusters]:
    """Key and response of a made-up document: the response moves, misses, adds and, if it may, repeats mentions."""
    chance = random.Random(seed)
    spans = [(start * 3, start * 3 + chance.randrange(3)) for start in range(mentions)]

    def grouped(pairs: List[Tuple[Span, int]]) -> Clusters:
        found: Dict[int, List[Span]] = {}
        for span, entity in pairs:
            found.setdefault(entity, []).append(span)
        least = 1 if singletons else 2
        return [tuple(cluster) for cluster in found.values() if len(cluster) >= least]

    entities = max(1, mentions // 4)
    gold = [(span, chance.randrange(entities)) for span in spans]
    predicted = []
    for span, entity in gold:
        fate = chance.random()
        if fate < 0.1:
            continue
        moved = chance.randrange(entities) if fate < 0.3 else entity
        predicted.append(((span[0], span[1] + 1) if fate > 0.95 else span, moved))
    if repeats:
        for pairs in (gold, predicted):
            extra = [(span, chance.randrange(entities)) for span, _ in chance.sample(pairs, len(pairs) // 8)]
            # a cluster has a mention once
            pairs += [pair for pair in dict.fromkeys(extra) if pair not in pairs]
    return grouped(gold), grouped(predicted)


def mapped(clusters: Clusters) -> Dict[Span, Tuple[Span, ...]]:
    """The map from mentions to clusters that training code makes."""
    return {mention: cluster for cluster in clusters for mention in cluster}
