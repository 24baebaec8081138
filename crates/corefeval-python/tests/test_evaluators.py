"""Evaluators for training loops give the figures of the published formulas, and can be sent and added up."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from typing import Any, Tuple

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
    with pytest.raises(InputError, match=r"mention 'a' is in clusters 0 and 1 of the response; choose how repeated mentions count with repeats="):
        CorefEvaluator(repeats="error").update([("a", "b"), ("a", "c")], [("a", "b")], {}, {})
    last = CorefEvaluator(repeats="last")
    last.update([("a", "b"), ("a", "c")], [("a", "b")], {}, {})
    assert last.get_muc() == (0.0, 0.0, 0.0)


def test_functions_of_the_family_count_repeated_mentions_as_the_copies_do() -> None:
    clusters, other = [("a", "b"), ("a", "c")], {"a": ("a", "b"), "b": ("a", "b")}
    for ours, theirs in ((evaluators.muc, reference.muc), (evaluators.b_cubed, reference.b_cubed), (evaluators.lea, reference.lea)):
        assert ours(clusters, other) == pytest.approx(theirs(clusters, other))


class FourMetrics(CorefEvaluator):
    """As forks write it: without the evaluators of the base class."""

    def __init__(self) -> None:
        self.evaluators = [evaluators.Evaluator(m) for m in (evaluators.muc, evaluators.b_cubed, evaluators.ceafe, evaluators.lea)]


class WithLea(CorefEvaluator):
    def __init__(self) -> None:
        super().__init__()
        self.evaluators.append(evaluators.Evaluator(evaluators.lea))


class TwoMetrics(CorefEvaluator):
    NAMES = ("muc", "ceaf-e")


def exact_match(clusters: Any, mention_to_other: Any) -> Tuple[float, float]:
    found = sum(mention_to_other.get(cluster[0]) == tuple(cluster) for cluster in clusters)
    return found, len(clusters)


class Unhashable:
    """A metric that is an object, and not hashable."""

    __name__ = "exact"
    __hash__ = None  # type: ignore[assignment]

    def __call__(self, clusters: Any, mention_to_clusters: Any) -> Tuple[float, float]:
        return exact_match(clusters, mention_to_clusters)


def exact_match_of_sides(clusters: Any, gold_clusters: Any) -> Tuple[float, float, float, float]:
    found = len(set(map(tuple, clusters)) & set(map(tuple, gold_clusters)))
    return found, len(clusters), found, len(gold_clusters)


def test_evaluators_are_a_list_that_forks_extend() -> None:
    plain, four, more = CorefEvaluator(), FourMetrics(), WithLea()
    single = evaluators.Evaluator(evaluators.lea)
    for seed in range(4):
        gold, predicted = made_up(seed)
        for evaluator in (plain, four, more, single):
            # generators can be read only once, however many evaluators there are
            evaluator.update((tuple(each) for each in predicted), iter(gold), mapped(predicted), mapped(gold))
    expected = [each.get_prf() for each in plain.evaluators] + [single.get_prf()]
    assert [each.get_prf() for each in four.evaluators] == [each.get_prf() for each in more.evaluators] == expected
    mean = tuple(sum(each) / 4 for each in zip(*expected))
    assert four.get_prf() == pytest.approx(mean) and more.get_prf() == pytest.approx(mean)
    assert four.get_ceafe() == plain.get_ceafe() and more.result().conll == pytest.approx(plain.get_f1())
    assert all(isinstance(each, evaluators.Evaluator) and each.beta == 1 for each in plain.evaluators)
    assert [each.metric for each in plain.evaluators] == [evaluators.muc, evaluators.b_cubed, evaluators.ceafe]
    with pytest.raises(ChoiceError, match="a result needs the evaluators"):
        four.result()
    # one call of the compiled part counts for all three
    assert all(each._tallier is plain._tallier for each in plain.evaluators) and plain.evaluators == plain._together


def test_one_of_several_evaluators_is_updated_by_itself() -> None:
    evaluator, single = CorefEvaluator(), evaluators.Evaluator(evaluators.muc)
    before = evaluator.evaluators[0]
    for number, (gold, predicted) in enumerate(map(made_up, range(4))):
        single.update(predicted, gold)
        if number == 1:
            evaluator.evaluators[0].update(predicted, gold)
        else:
            evaluator.update(predicted, gold)
    assert evaluator.evaluators[0] is before and before.get_counts() == pytest.approx(single.get_counts())
    assert before.get_prf() == pytest.approx(single.get_prf())
    assert len(evaluator.result().documents) == 3
    before.clear()
    assert before.get_counts() == (0, 0, 0, 0) and evaluator.get_b3()[2] > 0
    evaluator.evaluators[1].clear()
    assert evaluator.get_b3() == (0, 0, 0) and evaluator.get_ceafe()[2] > 0


def test_metrics_of_subclasses_are_found_by_name() -> None:
    two, plain = TwoMetrics(), CorefEvaluator()
    for evaluator in (two, plain):
        evaluator.update(RESPONSE, KEY)
    assert two.get_muc() == plain.get_muc() and two.get_ceafe() == plain.get_ceafe()
    with pytest.raises(ChoiceError, match="this evaluator has no b-cubed; its metrics are muc, ceaf-e"):
        two.get_b3()


def test_any_function_is_a_metric() -> None:
    for ours, theirs in (
        (evaluators.muc, reference.muc),
        (evaluators.b_cubed, reference.b_cubed),
        (evaluators.lea, reference.lea),
        (evaluators.ceafe, reference.ceafe),
    ):
        fast, slow, bare = evaluators.Evaluator(ours), evaluators.Evaluator(theirs), evaluators.Evaluator(theirs)
        for gold, predicted in map(made_up, range(4)):
            fast.update(predicted, gold)
            slow.update(predicted, gold, mapped(predicted), mapped(gold))
            bare.update(predicted, gold)
        assert slow.get_counts() == pytest.approx(fast.get_counts()) and bare.get_counts() == slow.get_counts()
        assert slow.get_prf() == pytest.approx(fast.get_prf())
        assert (fast.p_num, fast.p_den, fast.r_num, fast.r_den) == fast.get_counts()
    for metric in (exact_match, exact_match_of_sides, Unhashable()):
        evaluator = evaluators.Evaluator(metric)
        evaluator.update([("a", "b"), ("c", "d")], [("a", "b"), ("c", "d", "e"), ("x", "y")])
        assert evaluator.get_counts() == (1, 2, 1, 3) and evaluator.name == metric.__name__
    with pytest.raises(ChoiceError, match="'nope' is not a metric of an evaluator; these are muc"):
        evaluators.Evaluator("nope")


def test_counts_can_be_set_as_training_code_does() -> None:
    evaluator = CorefEvaluator()
    evaluator.update(RESPONSE, KEY)
    muc = evaluator.evaluators[0]
    muc.p_num += 3
    muc.p_den += 3
    assert muc.get_counts() == (5, 8, 2, 5) and muc.get_precision() == 5 / 8
    evaluator.clear()
    assert muc.get_counts() == (0, 0, 0, 0)


@pytest.mark.parametrize("kind", [CorefEvaluator, FourMetrics, WithLea, TwoMetrics])
def test_every_evaluator_can_be_sent_copied_and_merged(kind: Any) -> None:
    whole, parts = kind(), [kind(), kind()]
    for number, (gold, predicted) in enumerate(map(made_up, range(6))):
        whole.update(predicted, gold)
        parts[number // 3].update(predicted, gold)
    one, other = pickle.loads(pickle.dumps(parts[0])), copy.deepcopy(parts[1])
    assert one.merge(other) is one
    assert one.get_prf() == whole.get_prf()
    assert [each.get_counts() for each in one.evaluators] == [each.get_counts() for each in whole.evaluators]
    # copies are independent, and go on together
    gold, predicted = made_up(7)
    counted = parts[1].get_prf()
    for evaluator in (one, whole, other):
        evaluator.update(predicted, gold)
    assert one.get_prf() == whole.get_prf() and parts[1].get_prf() == counted
    with pytest.raises(ChoiceError, match="itself"):
        one.merge(one)
    one.clear()
    assert one.get_prf() == (0, 0, 0)


def test_evaluators_that_were_updated_alone_are_merged() -> None:
    for alone in (0, 1):
        pair, whole = [CorefEvaluator(), CorefEvaluator()], CorefEvaluator()
        gold, predicted = made_up(1)
        for each in (*pair, whole, whole):
            each.update(predicted, gold)
        pair[alone].evaluators[0].update(RESPONSE, KEY)
        whole.evaluators[0].update(RESPONSE, KEY)
        merged = pair[0].merge(pair[1])
        assert [each.get_counts() for each in merged.evaluators] == [pytest.approx(each.get_counts()) for each in whole.evaluators]
    with pytest.raises(ChoiceError, match="same plan"):
        CorefEvaluator().merge(TwoMetrics())
    with pytest.raises(ChoiceError, match="same plan"):
        evaluators.Evaluator("muc").merge(evaluators.Evaluator("lea"))


def test_clusters_come_with_their_maps() -> None:
    plain, paired = CorefEvaluator(), CorefEvaluator()
    gold, predicted = made_up(2)
    plain.update(predicted, gold)
    paired.update((predicted, mapped(predicted)), (gold, mapped(gold)))
    assert paired.get_prf() == plain.get_prf()


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
    one = evaluators.Evaluator(evaluators.lea)
    one.update(KEY, KEY)
    one.clear()
    assert one.get_counts() == (0, 0, 0, 0)
