//! How metrics react as a response is damaged more and more: mentions are dropped, invented or moved,
//! entities are split or merged.
//!
//! One file for each damage, listed in [`DAMAGES`]. Damage at a higher rate includes the damage at lower
//! rates, so a response never gets better along a curve. If a metric rises there, it rises although the
//! response gets worse.
//!
//! ```
//! use corefeval::document::Document;
//! use corefeval::evaluation::Plan;
//! use corefeval::probe::{Options, probe};
//!
//! let key = Document::from_clusters("letter", 9, [vec![0..1, 2..3], vec![4..5, 6..7, 8..9]])?;
//! let plan: Plan = "metrics:muc+b-cubed".parse()?;
//! let curves = probe([key], &plan, &Options::default())?;
//! let split = curves.curves.iter().find(|curve| curve.damage.name == "split").unwrap();
//! let (percent, all_alone) = split.points.last().unwrap();
//! // each of 5 mentions is a singleton: MUC finds no link, but B³ still gives a recall of 2/5
//! assert_eq!((*percent, all_alone.score(0).recall), (100, Some(0.0)));
//! assert_eq!(all_alone.score(1).recall, Some(2.0 / 5.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod draft;
mod dropped;
mod invented;
mod invented_linked;
mod merged;
mod moved;
mod rises;
mod split;
#[cfg(test)]
mod tests;

pub use rises::{Rise, rises};

use crate::document::Document;
use crate::evaluation::resample::Random;
use crate::evaluation::{Aids, DocumentPair, DocumentTallies, Evaluation, Plan, Refusal, Scoring, each_pair};
use draft::Draft;

/// A way to damage a response.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Damage {
    /// Its name.
    pub name: &'static str,
    /// A description in one sentence.
    pub summary: &'static str,
    /// The result at 100 %.
    pub whole: &'static str,
    apply: fn(&mut Draft<'_>, Rate, &mut Random),
}

/// Every damage.
pub const DAMAGES: &[&Damage] = &[
    &dropped::DROPPED,
    &invented::INVENTED,
    &invented_linked::INVENTED_LINKED,
    &split::SPLIT,
    &merged::MERGED,
    &moved::MOVED,
];

/// A rate of damage, in percent of what can be damaged.
#[derive(Clone, Copy, Debug)]
struct Rate(u32);

impl Rate {
    /// This percentage of `count`, rounded to the nearest number.
    fn of(self, count: usize) -> usize {
        (count * self.0 as usize + 50) / 100
    }
}

/// The kinds and rates of damage, and the seed of the random numbers.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The damages.
    pub damages: Vec<&'static Damage>,
    /// The rates in percent, in rising order.
    pub rates: Vec<u32>,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Default for Options {
    /// Every damage at 0, 10 … 100 %.
    fn default() -> Self {
        Self { damages: DAMAGES.to_vec(), rates: (0..=10).map(|step| step * 10).collect(), seed: 1 }
    }
}

impl Options {
    /// The fields that signatures have besides those of a plan.
    pub const FIELDS: &'static [&'static str] = &["seed"];

    /// These options as fields of a signature.
    #[must_use]
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        vec![("seed", self.seed.to_string())]
    }
}

/// The tallies of a document after each damage at each rate.
#[derive(Clone, Debug)]
pub struct Probed {
    tallies: Vec<Vec<DocumentTallies>>,
}

impl Probed {
    /// Damages the response of a pair and counts it under a plan. Pairs are independent of each other.
    #[must_use]
    pub fn new(plan: &Plan, pair: &DocumentPair, options: &Options) -> Self {
        let tallies = options.damages.iter().map(|damage| {
            let count = |rate: &u32| {
                plan.count(pair.key(), &damaged(damage, pair.response(), *rate, options.seed)).document
            };
            options.rates.iter().map(count).collect()
        });
        Self { tallies: tallies.collect() }
    }
}

/// The scores after a damage at each rate.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Curve {
    /// The damage.
    pub damage: &'static Damage,
    /// Rates in percent, each with the evaluation at this rate.
    pub points: Vec<(u32, Evaluation)>,
}

/// The curves of every metric under every damage.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Curves {
    /// The evaluation without damage.
    pub start: Evaluation,
    /// One curve for each damage.
    pub curves: Vec<Curve>,
    /// The options that were used.
    pub options: Options,
}

impl Curves {
    /// Adds up the tallies of documents.
    #[must_use]
    pub fn new(start: Evaluation, documents: &[Probed], options: Options) -> Self {
        let plan = start.plan().clone();
        let point = |damage: usize, rate: usize| {
            let tallies = documents.iter().map(|one| one.tallies[damage][rate].clone()).collect();
            Evaluation::from_tallies(plan.clone(), tallies).unwrap_or_else(|_| start.clone())
        };
        let curve = |(place, damage): (usize, &&'static Damage)| {
            let rates = options.rates.iter().enumerate();
            Curve { damage, points: rates.map(|(rate, percent)| (*percent, point(place, rate))).collect() }
        };
        let curves = options.damages.iter().enumerate().map(curve).collect();
        Self { start, curves, options }
    }
}

/// Damages the documents of a key more and more, and scores the damaged documents against the key.
pub fn probe(
    key: impl IntoIterator<Item = Document>,
    plan: &Plan,
    options: &Options,
) -> Result<Curves, Refusal> {
    let key: Vec<Document> = key.into_iter().collect();
    let scoring = Scoring::new(plan);
    let response = key.clone();
    let (systems, _) = each_pair(key, [response], plan, &Aids::default(), |pair, notice| {
        (scoring.count(&pair, notice), Probed::new(plan, &pair, options))
    })?;
    let (scores, probed): (Vec<_>, Vec<_>) = systems.into_iter().flatten().unzip();
    let mut noticed = Vec::new();
    let rules = scoring.finish(vec![scores], &mut |one| noticed.push(one));
    let start = rules.into_iter().flat_map(|rule| rule.systems).next();
    match start {
        Some(start) => Ok(Curves::new(start, &probed, options.clone())),
        None => Err(Refusal { noticed }),
    }
}

/// A document after damage at a rate.
fn damaged(damage: &Damage, document: &Document, rate: u32, seed: u64) -> Document {
    // the same random numbers at every rate, so that the damage at a higher rate includes that at lower ones
    let mut random = Random::new(seed, hash(damage.name), hash(&document.name.to_string()));
    let mut draft = Draft::new(document);
    (damage.apply)(&mut draft, Rate(rate.min(100)), &mut random);
    draft.finish()
}

/// The FNV-1a hash, which is the same on all platforms.
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
