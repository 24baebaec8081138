"""Evaluators for training loops give the figures of the published formulas, and can be sent and added up."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest

import corefeval
import reference
from conftest import made_up, mapped
from corefeval import ChoiceError, ClusterChecker, CorefEvaluator, CorefevalWarning, Evaluator, InputError, MentionEvaluator
from corefeval import evaluators

KEY = [("a", "b", "c"), ("d", "e", "f", "g")]
RESPONSE = [("a", "b"), ("c", "d"), ("f", "g", "h", "i")]


@pytest.mark.filterwarnings("ignore::corefeval.CorefevalWarning")
@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.parametrize("singletons, how", [(False, "count"), (True, "count"), (False, "skip"), (True, "skip")])
def test_equal_to_the_published_formulas(singletons: bool, how: str, repeats: bool) -> None:
    ours, theirs = CorefEvaluator(singletons=how), reference.Evaluator(skip=how == "skip")
    lea = evaluators.Evaluator(evaluators.lea, singletons=how)
    for seed in range(40):
        gold, predicted = made_up(seed, 10 + seed * 2, singletons, repeats)
        ours.update(predicted, gold, mapped(predicted), mapped(gold))
        lea.update(predicted, gold, mapped(predicted), mapped(gold))
        theirs.update(predicted, gold, mapped(predicted), mapped(gold))
    assert ours.get_prf() == pytest.approx(theirs.mean(), abs=1e-12)
    for view, name in zip(ours.evaluators, ("muc", "b3", "ceafe")):
        assert view.get_prf() == pytest.approx(theirs.prf(name), abs=1e-12)
        assert view.get_counts() == pytest.approx(theirs.counts[name], abs=1e-9)
    assert lea.get_prf() == pytest.approx(theirs.prf("lea"), abs=1e-12)
    assert (ours.get_muc(), ours.get_b3(), ours.get_ceafe()) == tuple(view.get_prf() for view in ours.evaluators)


def test_the_example_of_pradhan_et_al_2014() -> None:
    evaluator = CorefEvaluator()
    evaluator.update(RESPONSE, KEY, {}, {})
    muc, b_cubed, ceaf_e = (view.get_prf() for view in evaluator.evaluators)
    assert muc == pytest.approx((0.4, 0.4, 0.4))
    assert b_cubed == pytest.approx((0.5, float(Fraction(5, 12)), float(Fraction(5, 11))))
    assert ceaf_e == pytest.approx((float(Fraction(13, 30)), 0.65, 0.52))
    mean = (0.4 + 5 / 11 + 0.52) / 3
    assert evaluator.get_f1() == pytest.approx(mean)
    assert evaluator.result().conll == pytest.approx(mean)
    assert "F1: 45.82" in evaluator.get_prf_str()


def test_a_perfect_prediction_scores_one_with_singletons() -> None:
    clusters = [("a", "b"), ("c",), ("d",)]
    right, old = CorefEvaluator(), CorefEvaluator(singletons="skip")
    for evaluator in (right, old):
        evaluator.update(clusters, clusters, {}, {})
    assert right.get_prf() == (1.0, 1.0, 1.0)
    # what most copies print: CEAFe keeps gold singletons only, so that its recall is 1/3 and its F1 1/2
    assert old.evaluators[2].get_prf() == pytest.approx((1.0, 1 / 3, 0.5))
    assert old.get_f1() == pytest.approx((1 + 1 + 0.5) / 3)


def test_singletons_are_skipped_as_the_copies_do() -> None:
    gold, predicted = [("a", "b", "c"), ("d", "e"), ("s",)], [("a",), ("d", "e"), ("s",), ("x",)]
    evaluator = CorefEvaluator(singletons="skip")
    evaluator.update(predicted, gold, {}, {})
    muc, b_cubed, ceaf_e = (view.get_counts() for view in evaluator.evaluators)
    assert muc == (1, 1, 1, 3)
    assert b_cubed == (2, 2, 2, 5)
    assert ceaf_e == (1, 1, 1, 3)
    assert evaluators.Evaluator("lea", singletons="skip").get_prf() == (0.0, 0.0, 0.0)


def test_the_functions_of_the_family() -> None:
    to_key, to_response = mapped(KEY), mapped(RESPONSE)  # type: ignore[arg-type]
    for ours, theirs in ((evaluators.muc, reference.muc), (evaluators.b_cubed, reference.b_cubed), (evaluators.lea, reference.lea)):
        assert ours(RESPONSE, to_key) == pytest.approx(theirs(RESPONSE, to_key))
        assert ours(KEY, to_response) == pytest.approx(theirs(KEY, to_response))
    assert evaluators.ceafe(RESPONSE, KEY) == pytest.approx(reference.ceafe(RESPONSE, KEY))
    assert evaluators.phi4(("a", "b"), ("b", "c")) == 0.5
    assert evaluators.f1(1, 2, 1, 4) == pytest.approx(1 / 3)
    assert evaluators.f1(0, 0, 0, 0) == 0.0
    assert evaluators.f1(1, 2, 1, 4, beta=2) == pytest.approx(5 * 0.5 * 0.25 / (4 * 0.5 + 0.25))

    class Text:
        clusters, gold = RESPONSE, KEY

    assert evaluators.evaluate_documents([Text], evaluators.muc) == pytest.approx((0.4, 0.4, 0.4))


def test_beta_weighs_recall() -> None:
    evaluator = evaluators.Evaluator(evaluators.b_cubed, beta=2)
    evaluator.update(RESPONSE, KEY, {}, {})
    p, r = 0.5, 5 / 12
    assert evaluator.get_f1() == pytest.approx(5 * p * r / (4 * p + r))


def test_nothing_is_zero() -> None:
    evaluator = CorefEvaluator()
    assert evaluator.get_prf() == (0.0, 0.0, 0.0)
    evaluator.update([], [], {}, {})
    assert evaluator.get_prf() == (0.0, 0.0, 0.0)
    evaluator.update([], [("a", "b")], {}, {})
    assert evaluator.get_prf() == (0.0, 0.0, 0.0)


def test_mentions_and_wl_coref() -> None:
    mentions = MentionEvaluator()
    mentions.update([(0, 1), (0, 1), (5, 6)], [(0, 1), (2, 3), (5, 6), (7, 8)])
    assert mentions.get_prf() == (1.0, 0.5, pytest.approx(2 / 3))
    checker = ClusterChecker()
    f, p, r = checker.add_predictions(KEY, RESPONSE)
    assert (f, p, r) == pytest.approx((2 * (1 / 3) * (5 / 21) / (1 / 3 + 5 / 21), 1 / 3, 5 / 21))
    checker.add_predictions(KEY, KEY)
    assert checker.total_lea[1:] == pytest.approx(((8 / 3 + 7) / 15, (5 / 3 + 7) / 14))


def test_evaluators_of_several_processes_add_up() -> None:
    texts = [made_up(seed) for seed in range(10)]
    whole = CorefEvaluator()
    parts = [CorefEvaluator() for _ in range(3)]
    for number, (gold, predicted) in enumerate(texts):
        whole.update(predicted, gold, {}, {})
        parts[number // 4].update(predicted, gold, {}, {})
    sent = [pickle.loads(pickle.dumps(part)) for part in parts]
    merged = sent[0].merge(*sent[1:])
    # in the same order, to the last bit
    assert merged.get_prf() == whole.get_prf()
    assert [view.get_counts() for view in merged.evaluators] == [view.get_counts() for view in whole.evaluators]
    merged.clear()
    assert merged.get_f1() == 0.0


class Percent(CorefEvaluator):
    """An evaluator of somebody's own, with an attribute."""

    def __init__(self, split: str) -> None:
        super().__init__()
        self.split = split

    def get_f1(self) -> float:
        return 100 * super().get_f1()


class Named(Evaluator):
    def __init__(self, split: str) -> None:
        super().__init__(preset="conll-2012")
        self.split = split


def test_subclasses_keep_what_they_have_when_they_are_sent() -> None:
    percent, named = Percent("dev"), Named("dev")
    percent.update(KEY, KEY, {}, {})
    named.update(KEY, KEY)
    sent, other = pickle.loads(pickle.dumps((percent, named)))
    assert (sent.split, sent.get_f1(), other.split, other.compute().conll) == ("dev", 100.0, "dev", 1.0)


def test_the_evaluator_takes_presets_and_choices() -> None:
    evaluator = Evaluator(preset="conll-2012")
    texts = [made_up(seed) for seed in range(5)]
    for number, (gold, predicted) in enumerate(texts):
        evaluator.update(gold, predicted, name=f"nw/{number}")
    result = evaluator.compute()
    together = corefeval.score(
        {f"nw/{number}": gold for number, (gold, _) in enumerate(texts)},
        {f"nw/{number}": predicted for number, (_, predicted) in enumerate(texts)},
        preset="conll-2012",
    )
    assert result.to_dict()["systems"] == together.to_dict()["systems"]
    assert result.signature == together.signature == evaluator.signature
    assert list(result.by("genre")) == ["nw"]
    assert pickle.loads(pickle.dumps(evaluator)).compute() == result
    with pytest.raises(ChoiceError, match="same plan"):
        evaluator.merge(Evaluator(preset="conll-2011"))
    with pytest.raises(ChoiceError, match="itself"):
        evaluator.merge(evaluator)
    evaluator.reset()
    assert len(evaluator) == 0
    with pytest.raises(ChoiceError, match="one matching rule"):
        Evaluator(match="all")
    with pytest.raises(ChoiceError, match="document by document"):
        Evaluator(scope="corpus")


def test_any_hashable_mention_and_numpy_numbers() -> None:
    import numpy

    plain, other = CorefEvaluator(), CorefEvaluator()
    gold, predicted = made_up(3)
    plain.update(predicted, gold, {}, {})
    as_numpy = [tuple((numpy.int64(start), numpy.int32(end)) for start, end in cluster) for cluster in predicted]
    other.update(as_numpy, numpy_free(gold), {}, {})
    assert other.get_prf() == plain.get_prf()
    named = CorefEvaluator()
    named.update([[f"{span}" for span in cluster] for cluster in predicted], [[f"{span}" for span in cluster] for cluster in gold], {}, {})
    assert named.get_prf() == plain.get_prf()
    negative = CorefEvaluator()
    negative.update([[(-start, -end) for start, end in cluster] for cluster in predicted], [[(-start, -end) for start, end in cluster] for cluster in gold])
    assert negative.get_prf() == plain.get_prf()


def numpy_free(clusters: object) -> object:
    return (list(list(mention) for mention in cluster) for cluster in clusters)  # type: ignore[attr-defined]


def test_repeated_mentions_count_as_in_the_copies_and_are_said_once() -> None:
    evaluator = CorefEvaluator()
    with pytest.warns(CorefevalWarning) as said:
        for _ in range(3):
            evaluator.update([("a", "b"), ("a", "c")], [("a", "b")], {}, {})
    assert len(said) == 1 and said[0].filename == __file__
    assert "document 1: mention 'a' is in clusters 0 and 1 of the response: it counts in each" in str(said[0].message)
    # by hand, for each document: a b is found and c is not, which makes 1 + 0 links of 1 + 1; a is looked up in the last cluster, so
    # that a b of the key fall apart; CEAFe aligns a b with a b
    muc, b_cubed, ceaf_e = (view.get_counts() for view in evaluator.evaluators)
    assert muc == (3, 6, 0, 3)
    assert b_cubed == (3 * (2 + 0.5), 12, 3 * 1, 6)
    assert ceaf_e == (3, 6, 3, 3)
    with pytest.warns(CorefevalWarning, match="document 1: mention 'a' is twice in cluster 0 of the key"):
        CorefEvaluator().update([("a", "b")], [("a", "a")], {}, {})
    with pytest.raises(InputError, match=r"mention 'a' is in clusters 0 and 1 of the response; choose with repeats="):
        CorefEvaluator(repeats="error").update([("a", "b"), ("a", "c")], [("a", "b")], {}, {})
    last = CorefEvaluator(repeats="last")
    last.update([("a", "b"), ("a", "c")], [("a", "b")], {}, {})
    assert last.get_muc() == (0.0, 0.0, 0.0)


def test_functions_of_the_family_count_repeated_mentions_as_the_copies_do() -> None:
    clusters, other = [("a", "b"), ("a", "c")], {"a": ("a", "b"), "b": ("a", "b")}
    for ours, theirs in ((evaluators.muc, reference.muc), (evaluators.b_cubed, reference.b_cubed), (evaluators.lea, reference.lea)):
        assert ours(clusters, other) == pytest.approx(theirs(clusters, other))


def test_maps_count_as_in_the_copies() -> None:
    # b is in two clusters, and the map has it in the second: the first still has two mentions
    other = {"a": ("a", "b"), "b": ("b", "d"), "d": ("b", "d")}
    assert evaluators.b_cubed([("a", "c")], other, singletons="skip") == reference.b_cubed_skip([("a", "c")], other) == (0.5, 2)
    assert evaluators.lea([("a",)], other) == reference.lea([("a",)], other) == (0, 1)
    # equal lists are one cluster, as equal tuples are
    assert evaluators.muc([("a", "b", "c")], {"a": ["a", "b"], "b": ["a", "b"]}) == (1, 2)


def test_mentions_of_any_kind_add_up() -> None:
    import numpy

    plain = MentionEvaluator()
    plain.update([(0, 1), (5, 6)], [(0, 1)])
    for predicted, gold in (([[0, 1], [5, 6]], [[0, 1]]), (numpy.array([[0, 1], [5, 6]]), [(0, 1)])):
        other = MentionEvaluator()
        other.update(predicted, gold)
        assert other.get_counts() == plain.get_counts() == (1, 2, 1, 1)
    assert plain.merge(pickle.loads(pickle.dumps(other))) is plain
    assert plain.get_counts() == (2, 4, 2, 2)
    plain.clear()
    assert plain.get_prf() == (0, 0, 0)
