//! Comparisons of systems against second implementations that enumerate everything with the evaluation's own scores.

#![allow(clippy::cast_sign_loss, clippy::cast_possible_wrap, reason = "small positive numbers")]

use crate::drawn::{evaluations, figures, made, of_documents};
use corefeval::evaluation::contrast::{Contrast, Joint, Pairs, Work, contrast};
use corefeval::evaluation::resample::{IntervalMethod, Resampling, ResamplingError, Strata, Test, Unit};
use corefeval::evaluation::{DocumentTallies, Evaluation, Plan};

const PLANS: &[&str] = &[
    "corefeval:0",
    "average:macro",
    "average:macro|undefined:skip|beta:2",
    "blanc:luo-2014|beta:0.5",
    "metrics:mentions+blanc+mor+zero-anaphora+split-muc+b-cubed|undefined:skip|splits:count",
];

fn compared(evaluations: &[Evaluation], options: &Resampling) -> Contrast {
    let systems: Vec<&[Evaluation]> = evaluations.iter().map(std::slice::from_ref).collect();
    contrast(&systems, options, Pairs::All).expect("a comparison")
}

fn differences(one: &Evaluation, other: &Evaluation) -> Vec<Option<f64>> {
    let pairs = figures(one).into_iter().zip(figures(other));
    pairs.map(|(one, other)| Some(other? - one?)).collect()
}

/// p by every way of swapping.
fn p_of_all_swaps(one: &Evaluation, other: &Evaluation) -> Vec<Option<f64>> {
    let (plan, units) = (one.plan(), one.documents().len());
    let observed = differences(one, other);
    let mut at_least = vec![0u32; observed.len()];
    for pattern in 0u32..1 << units {
        let side = |swapped: u32| {
            let choose = |place: usize| {
                let from = if pattern >> place & 1 == swapped { one } else { other };
                from.documents()[place].clone()
            };
            of_documents(plan, &(0..units).map(choose).collect::<Vec<DocumentTallies>>())
        };
        for ((count, now), then) in at_least.iter_mut().zip(differences(&side(0), &side(1))).zip(&observed) {
            let smaller = now.zip(*then).is_some_and(|(now, then)| now.abs() < then.abs() - 1e-10);
            *count += u32::from(!smaller);
        }
    }
    let all = f64::from(1u32 << units);
    at_least.iter().zip(observed).map(|(count, then)| then.map(|_| f64::from(*count) / all)).collect()
}

#[test]
fn p_is_that_of_every_way_of_swapping() {
    for plan in PLANS {
        let plan: Plan = plan.parse().unwrap();
        let systems = evaluations(7, 6, &plan, &[0.7, 0.9]);
        let contrast = compared(&systems, &Resampling::default());
        assert!(contrast.differences[0].is_exact);
        let naive = p_of_all_swaps(&systems[0], &systems[1]);
        assert_eq!(naive.len(), contrast.figures.len());
        for ((tested, naive), figure) in
            contrast.differences[0].figures.iter().zip(naive).zip(&contrast.figures)
        {
            let close = tested.p.zip(naive).map_or(tested.p == naive, |(p, naive)| (p - naive).abs() < 1e-12);
            assert!(close, "{} {}: {:?} {naive:?} under {plan}", figure.name, figure.part, tested.p);
        }
    }
}

/// Every one of the nⁿ draws, sorted, figure by figure; draws in which it is undefined are left out.
fn all_draws(systems: &[Evaluation], of: impl Fn(&[Vec<Option<f64>>]) -> Vec<Option<f64>>) -> Vec<Vec<f64>> {
    let units = systems[0].documents().len();
    let mut drawn: Vec<Vec<f64>> = Vec::new();
    for number in 0..units.pow(units as u32) {
        let draw: Vec<usize> = (0..units).map(|place| number / units.pow(place as u32) % units).collect();
        let on_draw = |system: &Evaluation| {
            let documents: Vec<_> = draw.iter().map(|place| system.documents()[*place].clone()).collect();
            figures(&of_documents(system.plan(), &documents))
        };
        for (figure, value) in of(&systems.iter().map(on_draw).collect::<Vec<_>>()).into_iter().enumerate() {
            drawn.resize(drawn.len().max(figure + 1), Vec::new());
            drawn[figure].extend(value);
        }
    }
    for values in &mut drawn {
        values.sort_by(f64::total_cmp);
    }
    drawn
}

fn percentile(sorted: &[f64], share: f64) -> f64 {
    let place = (share * sorted.len() as f64 - 1e-9).ceil() as usize;
    sorted[place.clamp(1, sorted.len()) - 1]
}

#[test]
fn intervals_are_those_of_every_draw() {
    for plan in PLANS {
        let plan: Plan = plan.parse().unwrap();
        let systems = evaluations(11, 4, &plan, &[0.6, 0.9]);
        let contrast = compared(&systems, &Resampling { confidence: 90.0, ..Resampling::default() });
        assert!(contrast.is_exact);
        let own = all_draws(&systems, |figures| figures[1].clone());
        let apart = all_draws(&systems, |figures| {
            figures[0].iter().zip(&figures[1]).map(|(one, other)| Some((*other)? - (*one)?)).collect()
        });
        for (place, figure) in contrast.figures.iter().enumerate() {
            let pairs = [
                (contrast.systems[1].figures[place], &own[place]),
                (contrast.differences[0].figures[place].difference, &apart[place]),
            ];
            for (estimate, all) in pairs {
                let Some((low, high)) = estimate.interval else {
                    assert_eq!(estimate.value, None);
                    continue;
                };
                let naive = (percentile(all, 0.05), percentile(all, 0.95));
                let close = (low - naive.0).abs() < 1e-10 && (high - naive.1).abs() < 1e-10;
                assert!(close, "{} {}: {low} {high} {naive:?}", figure.name, figure.part);
            }
        }
    }
}

#[test]
fn bootstrap_p_is_twice_the_smaller_share_of_all_draws() {
    for plan in PLANS {
        let plan: Plan = plan.parse().unwrap();
        let systems = evaluations(13, 5, &plan, &[0.7, 0.8]);
        let contrast = compared(&systems, &Resampling { test: Test::Bootstrap, ..Resampling::default() });
        assert!(contrast.is_exact);
        let apart = all_draws(&systems, |figures| {
            figures[0].iter().zip(&figures[1]).map(|(one, other)| Some((*other)? - (*one)?)).collect()
        });
        for (tested, drawn) in contrast.differences[0].figures.iter().zip(&apart) {
            let Some(p) = tested.p else {
                assert_eq!(tested.difference.value, None);
                continue;
            };
            let share = |is: &dyn Fn(f64) -> bool| {
                drawn.iter().filter(|value| is(**value)).count() as f64 / drawn.len() as f64
            };
            let naive = (2.0 * share(&|value| value <= 1e-10).min(share(&|value| value >= -1e-10))).min(1.0);
            assert!((p - naive).abs() < 1e-12, "{p} {naive} under {plan}");
        }
    }
}

/// Holm's step-down procedure as the paper has it: hypotheses are rejected from the smallest p on while p · (m − i + 1) ≤ α; the corrected
/// p is the least α at which a hypothesis is rejected.
fn rejected_at(p: &[f64], alpha: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|one, other| p[*one].total_cmp(&p[*other]));
    let mut rejected = vec![false; p.len()];
    for (step, place) in order.iter().enumerate() {
        if p[*place] * (p.len() - step) as f64 > alpha + 1e-12 {
            break;
        }
        rejected[*place] = true;
    }
    rejected
}

#[test]
fn corrected_p_rejects_what_the_procedure_of_holm_rejects() {
    let plan: Plan = "metrics:muc+b-cubed+ceaf-e".parse().unwrap();
    let systems = evaluations(17, 9, &plan, &[0.5, 0.6, 0.7, 0.9]);
    let contrast = compared(&systems, &Resampling::default());
    assert_eq!(contrast.differences.len(), 6);
    for figure in 0..contrast.figures.len() {
        let tested: Vec<_> = contrast.differences.iter().map(|one| one.figures[figure]).collect();
        let p: Vec<f64> = contrast
            .differences
            .iter()
            .map(|one| p_of_all_swaps(&systems[one.one], &systems[one.other])[figure].unwrap())
            .collect();
        let levels = tested.iter().map(|one| one.adjusted_p.unwrap()).chain([0.01, 0.05, 0.1, 0.5]);
        for alpha in levels.filter(|alpha| *alpha < 1.0) {
            let ours: Vec<bool> = tested.iter().map(|one| one.adjusted_p.unwrap() <= alpha + 1e-12).collect();
            assert_eq!(ours, rejected_at(&p, alpha), "at {alpha}: {p:?}");
        }
    }
}

#[test]
fn many_draws_come_near_a_naive_program_with_other_random_numbers() {
    let plan: Plan = "metrics:muc+b-cubed+ceaf-e+blanc".parse().unwrap();
    let systems = evaluations(5, 30, &plan, &[0.75, 0.8]);
    let contrast = compared(&systems, &Resampling { resamples: 2000, ..Resampling::default() });
    assert!(!contrast.is_exact && !contrast.differences[0].is_exact);
    let main = contrast.main_figure();
    let mut dice = crate::drawn::Dice(99);
    let (mut at_least, mut drawn) = (0, Vec::new());
    let observed = differences(&systems[0], &systems[1])[main].unwrap();
    for _ in 0..1000 {
        let swaps: Vec<usize> = (0..30).map(|_| dice.below(2)).collect();
        let draw: Vec<usize> = (0..30).map(|_| dice.below(30)).collect();
        let of = |places: Vec<(usize, usize)>| {
            let documents = places.iter().map(|(system, place)| systems[*system].documents()[*place].clone());
            figures(&of_documents(&plan, &documents.collect::<Vec<_>>()))[main].unwrap()
        };
        let swapped = |side: usize| of((0..30).map(|place| (swaps[place] ^ side, place)).collect());
        at_least += u32::from((swapped(1) - swapped(0)).abs() >= observed.abs() - 1e-10);
        drawn.push(of(draw.iter().map(|place| (1, *place)).collect()));
    }
    drawn.sort_by(f64::total_cmp);
    let (p, naive) = (contrast.differences[0].figures[main].p.unwrap(), f64::from(at_least) / 1000.0);
    assert!((p - naive).abs() < 0.05, "{p} {naive}");
    let (low, high) = contrast.systems[1].figures[main].interval.unwrap();
    let (naive_low, naive_high) = (percentile(&drawn, 0.025), percentile(&drawn, 0.975));
    assert!((low - naive_low).abs() < 0.01 && (high - naive_high).abs() < 0.01, "{low} {naive_low} {high}");
}

#[test]
fn jobs_may_be_done_in_any_order_by_any_number_of_threads() {
    let plan = Plan::default();
    let systems = evaluations(3, 25, &plan, &[0.5, 0.7, 0.9]);
    let options = Resampling { resamples: 1100, interval: IntervalMethod::Bca, ..Resampling::default() };
    let runs: Vec<&[Evaluation]> = systems.iter().map(std::slice::from_ref).collect();
    let work = Work::new(&runs, &options, Pairs::All).unwrap();
    let mut done: Vec<_> = (0..work.jobs()).rev().map(|job| work.job(job)).collect();
    done.reverse();
    assert_eq!(work.finish(done), compared(&systems, &options));
    // a system more changes nothing about the others
    let two = compared(&systems[..2], &options);
    let three = compared(&systems, &options);
    assert_eq!(two.systems[1].figures, three.systems[1].figures);
    let p = |contrast: &Contrast| {
        contrast.differences[0].figures.iter().map(|tested| tested.p).collect::<Vec<_>>()
    };
    assert_eq!(p(&two), p(&three));
    let other = compared(&systems[..2], &Resampling { seed: 2, ..options });
    assert_ne!(p(&two), p(&other));
}

#[test]
fn a_system_and_itself_do_not_differ() {
    let one = evaluations(3, 25, &Plan::default(), &[0.7]);
    let contrast = compared(&[one[0].clone(), one[0].clone()], &Resampling::default());
    for tested in &contrast.differences[0].figures {
        assert_eq!((tested.difference.value, tested.p, tested.detectable), (Some(0.0), Some(1.0), None));
        assert_eq!(tested.difference.interval, Some((0.0, 0.0)));
    }
    let standing = contrast.systems[1].standings[contrast.main_figure()].unwrap();
    assert_eq!((standing.rank, standing.interval), (1, (1, 1)));
}

#[test]
fn one_document_shows_nothing() {
    let systems = evaluations(3, 1, &Plan::default(), &[0.3, 1.0]);
    for test in [Test::Randomisation, Test::Bootstrap] {
        let contrast = compared(&systems, &Resampling { test, ..Resampling::default() });
        let tested = contrast.differences[0].figures[contrast.main_figure()];
        assert_eq!((tested.p, tested.difference.interval, tested.detectable), (Some(1.0), None, None));
        assert!(tested.difference.value.is_some());
    }
}

#[test]
fn undefined_figures_have_no_interval_and_no_p() {
    let plan: Plan = "metrics:muc".parse().unwrap();
    let empty = made(&plan, &[(0, 0, 0); 5]);
    let some = made(&plan, &[(1, 2, 3), (0, 0, 0), (2, 2, 2), (0, 0, 0), (0, 0, 0)]);
    let contrast = compared(&[empty, some], &Resampling::default());
    let tested = contrast.differences[0].figures[2];
    assert_eq!((tested.p, tested.difference.value, tested.difference.interval), (None, None, None));
    assert_eq!(contrast.systems[0].standings[2], None);
    // in (3/5)⁵ of all draws there is nothing to divide by
    assert!((contrast.systems[1].figures[2].defined - (1.0 - 0.6f64.powi(5))).abs() < 1e-12);
    let finite = |estimate: corefeval::evaluation::contrast::Estimate| {
        estimate.interval.is_none_or(|(low, high)| low.is_finite() && high.is_finite())
    };
    assert!(contrast.systems.iter().flat_map(|system| &system.figures).all(|estimate| finite(*estimate)));
}

#[test]
fn systems_on_other_documents_or_under_other_plans_are_refused() {
    let plan = Plan::default();
    let systems = evaluations(3, 6, &plan, &[0.5, 0.7]);
    let lacking = systems[1].clone().only(|document| !document.name.id.ends_with("text3"));
    let runs = [std::slice::from_ref(&systems[0]), std::slice::from_ref(&lacking)];
    let error = contrast(&runs, &Resampling::default(), Pairs::All).unwrap_err();
    assert_eq!(error, ResamplingError::OtherDocuments { system: 1, document: "nw/1/text3".to_owned() });
    let runs = [std::slice::from_ref(&lacking), std::slice::from_ref(&systems[1])];
    let error = contrast(&runs, &Resampling::default(), Pairs::All).unwrap_err();
    assert_eq!(error, ResamplingError::OtherDocuments { system: 0, document: "nw/1/text3".to_owned() });
    let other = evaluations(3, 6, &"beta:2".parse().unwrap(), &[0.5]);
    let runs = [std::slice::from_ref(&systems[0]), std::slice::from_ref(&other[0])];
    assert_eq!(contrast(&runs, &Resampling::default(), Pairs::All), Err(ResamplingError::OtherPlan));
    let none = systems[0].clone().only(|_| false);
    assert_eq!(contrast(&[&[none]], &Resampling::default(), Pairs::All), Err(ResamplingError::NoDocuments));
}

#[test]
fn units_and_strata() {
    let systems = evaluations(3, 12, &Plan::default(), &[0.5, 0.7]);
    let with = |unit, strata| {
        let runs: Vec<&[Evaluation]> = systems.iter().map(std::slice::from_ref).collect();
        contrast(&runs, &Resampling { unit, strata, ..Resampling::default() }, Pairs::All)
    };
    assert_eq!(with(Unit::Genre, Strata::None).unwrap().units, 3);
    assert_eq!(with(Unit::File, Strata::None).unwrap().units, 12);
    assert_eq!(with(Unit::Genre, Strata::Genre), Err(ResamplingError::LoneUnits));
    // genres do not vary in number, so that scores vary less or as much
    let stratified = with(Unit::Document, Strata::Genre).unwrap();
    assert!(!stratified.is_exact);
    let p = |contrast: &Contrast| contrast.differences[0].figures[contrast.main_figure()].p;
    assert_eq!(p(&stratified), p(&with(Unit::Document, Strata::None).unwrap()), "swapping knows no strata");
}

#[test]
fn several_runs_vary_more_than_one() {
    let plan: Plan = "metrics:muc+b-cubed+ceaf-e".parse().unwrap();
    let runs: Vec<Vec<Evaluation>> =
        [[0.6, 0.75, 0.9], [0.85, 0.9, 0.95]].map(|agree| evaluations(21, 20, &plan, &agree)).into();
    let options = Resampling { test: Test::Bootstrap, resamples: 1000, ..Resampling::default() };
    let systems: Vec<&[Evaluation]> = runs.iter().map(|runs| &runs[..]).collect();
    let several = contrast(&systems, &options, Pairs::All).unwrap();
    let main = several.main_figure();
    let of_runs: Vec<f64> = runs[0].iter().map(|run| figures(run)[main].unwrap()).collect();
    let mean = of_runs.iter().sum::<f64>() / 3.0;
    assert!((several.systems[0].figures[main].value.unwrap() - mean).abs() < 1e-12);
    // the runs of the first are far apart, and so is what it could have been
    let alone = contrast(&[&runs[0][1..2]], &options, Pairs::None).unwrap();
    let error = |contrast: &Contrast| contrast.systems[0].figures[main].error.unwrap();
    assert!(error(&several) > 1.5 * error(&alone), "{} {}", error(&several), error(&alone));
    let swapped = Resampling { test: Test::Randomisation, ..options };
    assert_eq!(contrast(&systems, &swapped, Pairs::All), Err(ResamplingError::RunsSwapped));
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let refused = |name: &str, value: &str| Resampling::default().set(name, value).unwrap_err();
    assert!(refused("resamples", "99").contains("100"));
    assert!(refused("resamples", "1e9").contains("whole number"));
    assert!(refused("confidence", "NaN").contains("50"));
    assert!(refused("unit", "sentence").contains("none of"));
    let mut read = Resampling::default();
    let written = Resampling { seed: 9, unit: Unit::Topic, confidence: 99.5, ..read };
    for (name, value) in written.fields() {
        assert!(corefeval::evaluation::choice(name).is_none(), "{name} is a choice of plans as well");
        read.set(name, &value).unwrap();
    }
    assert_eq!(read, written);
    let many = Resampling { resamples: 10_000_000, ..Resampling::default() };
    let systems = evaluations(3, 30, &Plan::default(), &[0.5]);
    let error = contrast(&[&systems], &many, Pairs::None).unwrap_err();
    assert!(matches!(error, ResamplingError::TooMuch { most } if most > 1_000_000), "{error}");
}

/// The score of a system in every draw of its documents, all equally likely: nⁿ of them.
fn scores_of_all_draws(system: &Evaluation) -> Vec<f64> {
    let units = system.documents().len();
    let score = |number: usize| {
        let place = |at: usize| number / units.pow(at as u32) % units;
        let documents: Vec<_> = (0..units).map(|at| system.documents()[place(at)].clone()).collect();
        let evaluation = of_documents(system.plan(), &documents);
        let averages = evaluation.averages(&evaluation.scores());
        averages.into_iter().find(|(average, _)| average.name == "conll").and_then(|one| one.1).unwrap_or(0.0)
    };
    (0..units.pow(units as u32)).map(score).collect()
}

/// The mean scores of all systems in every draw of every dataset.
fn means_of_all_draws(datasets: &[Vec<Evaluation>]) -> Vec<Vec<f64>> {
    let mut all: Vec<Vec<f64>> = vec![vec![0.0; datasets[0].len()]];
    for dataset in datasets {
        let drawn: Vec<Vec<f64>> = dataset.iter().map(scores_of_all_draws).collect();
        let with = |sums: &Vec<f64>, draw: usize| -> Vec<f64> {
            sums.iter().zip(&drawn).map(|(sum, own)| sum + own[draw] / datasets.len() as f64).collect()
        };
        all = all
            .iter()
            .flat_map(|sums| (0..drawn[0].len()).map(move |draw| (sums, draw)))
            .map(|(sums, draw)| with(sums, draw))
            .collect();
    }
    all
}

/// How often a system has each rank or a better one.
fn shares(means: &[Vec<f64>], system: usize) -> Vec<f64> {
    let systems = means[0].len();
    let rank = |values: &Vec<f64>| values.iter().filter(|other| **other > values[system] + 1e-10).count();
    let within = |limit: usize| means.iter().filter(|values| rank(values) <= limit).count();
    (0..systems).map(|limit| within(limit) as f64 / means.len() as f64).collect()
}

#[test]
fn rank_intervals_and_p_are_those_of_every_draw() {
    let options = Resampling { resamples: 4000, ..Resampling::default() };
    let (mut ends, mut ps) = (0, 0);
    // datasets with so many documents each
    for (seed, sizes) in [(3, &[5][..]), (4, &[4, 3]), (5, &[2, 3, 3]), (6, &[4, 4]), (8, &[3, 1, 4])] {
        let plan: Plan = "corefeval:0".parse().unwrap();
        let make = |(place, size): (usize, &usize)| {
            evaluations(seed * 100 + place as u64, *size, &plan, &[0.86, 0.8, 0.5])
        };
        let datasets: Vec<Vec<Evaluation>> = sizes.iter().enumerate().map(make).collect();
        let means = means_of_all_draws(&datasets);
        let given: Vec<Vec<Option<&Evaluation>>> =
            datasets.iter().map(|dataset| dataset.iter().map(Some).collect()).collect();
        let joint = Joint::new(&given, "conll", (&options, plan.undefined())).unwrap();
        // what is drawn may miss what is enumerated by chance: five standard errors
        let error = |share: f64| 5.0 * (share * (1.0 - share) / options.resamples as f64).sqrt() + 1e-9;
        for (system, (best, worst)) in joint.rank_intervals().into_iter().enumerate() {
            let shares = shares(&means, system);
            for (rank, tail) in [(best, 0.025), (worst, 0.975)] {
                if shares.iter().any(|share| (share - tail).abs() <= error(tail)) {
                    continue;
                }
                let expected = 1 + shares.iter().position(|share| *share >= tail).expect("the last is 1");
                assert_eq!(rank, expected, "system {system} of {sizes:?}: {shares:?}");
                ends += 1;
            }
        }
        for (better, worse) in [(0, 1), (1, 2), (0, 2)] {
            let as_good = means.iter().filter(|values| values[worse] >= values[better]).count();
            let share = as_good as f64 / means.len() as f64;
            let p = joint.p(better, worse).expect("resamples");
            let is_near = (p - (2.0 * share).min(1.0)).abs() <= 2.0 * error(share);
            assert!(is_near, "{better} {worse} of {sizes:?}: {p} {share}");
            ps += 1;
        }
    }
    assert!(ends >= 20 && ps == 15, "{ends} ends of intervals were compared");
}
