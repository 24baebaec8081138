//! Intervals cover as often as they say, and p is as small as it says as often as it says: on drawn corpora whose truth is
//! known.

#![allow(clippy::cast_sign_loss, clippy::cast_possible_wrap, reason = "small positive numbers")]

use crate::drawn::{Dice, made};
use corefeval::evaluation::contrast::{Contrast, Pairs, contrast};
use corefeval::evaluation::resample::{IntervalMethod, Resampling, Test};
use corefeval::evaluation::{Evaluation, Plan};

/// A document with 5 to 40 key mentions; systems find each with a chance of its own in each document, 0.6 on average, and
/// add 0.3 spurious ones for each: F is 1.2 / 1.9 in the long run.
fn document(dice: &mut Dice, (key, chance): (usize, f64)) -> (usize, usize, usize) {
    let found = dice.happen(key, chance);
    (found, key, found + dice.happen(key, 0.3))
}

/// How many mentions a document has, and how likely they are to be found.
fn difficulty(dice: &mut Dice) -> (usize, f64) {
    (5 + dice.below(36), 0.3 + 0.6 * dice.roll())
}

const TRUTH: f64 = 1.2 / 1.9;

/// How many corpora are drawn: 2000, or as many as the environment asks for.
///
/// The standard error of a share of 95 % is then 0.49 points. Of intervals that cover 95 %, a share outside 93–97 % comes up by chance
/// in one of 20,000 seeds; of intervals that cover 94.4 %, as 3,000 corpora show for these, in one of 400.
fn corpora() -> u32 {
    std::env::var("COREFEVAL_CORPORA").ok().and_then(|number| number.parse().ok()).unwrap_or(2000)
}

/// Whether a share of the corpora is what it should be, in percent: within two points.
fn is_about(part: u32, percent: f64) -> bool {
    (100.0 * f64::from(part) / f64::from(corpora()) - percent).abs() <= 2.0
}

/// Two systems that are alike, on the same documents.
fn corpus(dice: &mut Dice, documents: usize, plan: &Plan) -> [Evaluation; 2] {
    let difficulties: Vec<(usize, f64)> = (0..documents).map(|_| difficulty(dice)).collect();
    [(), ()].map(|()| {
        made(plan, &difficulties.iter().map(|difficulty| document(dice, *difficulty)).collect::<Vec<_>>())
    })
}

fn compared(systems: &[Evaluation; 2], options: &Resampling) -> Contrast {
    contrast(&[&systems[..1], &systems[1..]], options, Pairs::All).expect("a comparison")
}

#[test]
fn intervals_of_95_percent_cover_95_percent() {
    let plan: Plan = "metrics:muc".parse().unwrap();
    for interval in [IntervalMethod::Percentile, IntervalMethod::Bca] {
        let mut dice = Dice(2026);
        let options = Resampling { resamples: 400, interval, test: Test::Bootstrap, ..Resampling::default() };
        let (mut own, mut apart) = (0, 0);
        for _ in 0..corpora() {
            let contrast = compared(&corpus(&mut dice, 100, &plan), &options);
            let covers = |interval: Option<(f64, f64)>, truth: f64| {
                u32::from(interval.is_some_and(|(low, high)| low <= truth && truth <= high))
            };
            own += covers(contrast.systems[0].figures[2].interval, TRUTH);
            apart += covers(contrast.differences[0].figures[2].difference.interval, 0.0);
        }
        println!("{interval}: scores {own}, differences {apart} of {}", corpora());
        for covered in [own, apart] {
            assert!(is_about(covered, 95.0), "{interval}: {covered} of {}", corpora());
        }
    }
}

#[test]
fn p_is_uniform_where_nothing_differs() {
    let plan: Plan = "metrics:muc".parse().unwrap();
    let mut dice = Dice(7);
    let options = Resampling { resamples: 199, ..Resampling::default() };
    let mut tenths = [0u32; 10];
    let mut below_5 = 0;
    for _ in 0..corpora() {
        let p = compared(&corpus(&mut dice, 30, &plan), &options).differences[0].figures[2].p.unwrap();
        tenths[((p * 10.0 - 1e-9) as usize).min(9)] += 1;
        below_5 += u32::from(p <= 0.05);
    }
    let expected = f64::from(corpora()) / 10.0;
    let chi_squared: f64 = tenths.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    // the 99.9th percentile with 9 degrees of freedom
    assert!(chi_squared < 27.88, "{tenths:?}");
    assert!(is_about(below_5, 5.0), "{below_5}");
}

#[test]
fn a_detectable_difference_is_shown_four_times_out_of_five() {
    let plan: Plan = "metrics:muc".parse().unwrap();
    let mut dice = Dice(5);
    let options = Resampling { resamples: 199, ..Resampling::default() };
    let (mut shown, mut detectable) = (0, 0.0);
    // the better system finds so much more that F is 4.1 points higher, about what 60 documents can show
    for _ in 0..300 {
        let difficulties: Vec<(usize, f64)> = (0..60).map(|_| difficulty(&mut dice)).collect();
        let mut system = |more: f64| {
            let documents =
                difficulties.iter().map(|&(key, chance)| document(&mut dice, (key, chance + more)));
            made(&plan, &documents.collect::<Vec<_>>())
        };
        let systems = [system(0.0), system(0.047)];
        let contrast = compared(&systems, &options);
        let tested = contrast.differences[0].figures[2];
        shown += u32::from(tested.p.unwrap() <= 0.05);
        detectable += tested.detectable.unwrap() / 300.0;
    }
    let truth = 2.0 * 0.647 / 1.947 - TRUTH;
    // the power at the true difference, from what was said to be detectable with a power of 0.8
    let expected = if truth > detectable { 0.8..0.95 } else { 0.6..0.8 };
    let power = f64::from(shown) / 300.0;
    assert!(expected.contains(&power) || (power - 0.8).abs() < 0.05, "{power} {truth} {detectable}");
}
