//! Entities with too many mentions for one machine: their table of shared mentions is counted in pieces,
//! whose sums are those of the whole table.
//!
//! Most metrics are sums over the entities of each side, which can be counted anywhere if each entity comes
//! with all mentions that it shares. CEAF aligns entities, which can be done in blocks that share nothing
//! with each other. BLANC's links between entities follow from counts over all of them.

use serde::{Deserialize, Serialize};

use super::{DocumentTallies, Evaluation, Labels, Plan};
use crate::document::Name;
use crate::metric::blanc::{Apart, Links, mentions};
use crate::metric::contribution::Share;
use crate::metric::variant::{self, twinless::Step};
use crate::metric::{Explain, Metric, Part, Ratio, Tally};
use crate::pair::Overlap;

/// The contributions of pieces of a table so far; those of several machines can be added.
///
/// ```
/// use corefeval::evaluation::{Plan, pieces::Pieces};
/// use corefeval::pair::Overlap;
///
/// let mut pieces = Pieces::new(&"metrics:muc+ceaf-e".parse::<Plan>()?)?;
/// // a key entity of three mentions, two of which are in a response entity of two
/// let table = Overlap::from_cells(vec![3], vec![2], vec![(0, 0, 2)]).ok_or("no table")?;
/// pieces.add_key_entities(&table);
/// pieces.add_response_entities(&table);
/// pieces.add_blocks(&table);
/// let evaluation = pieces.evaluation("all")?;
/// assert_eq!(evaluation.score(0).recall, Some(0.5));
/// assert_eq!(evaluation.score(1).recall, Some(0.8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Stored", into = "Stored")]
pub struct Pieces {
    plan: Plan,
    tallies: Vec<Vec<Tally>>,
    apart: Apart,
}

/// Pieces as they are stored.
#[derive(Serialize, Deserialize)]
struct Stored {
    signature: String,
    tallies: Vec<Vec<Tally>>,
    apart: Apart,
}

impl From<Pieces> for Stored {
    fn from(Pieces { plan, tallies, apart }: Pieces) -> Self {
        Self { signature: plan.to_string(), tallies, apart }
    }
}

impl TryFrom<Stored> for Pieces {
    type Error = String;

    fn try_from(Stored { signature, tallies, apart }: Stored) -> Result<Self, String> {
        let plan: Plan = signature.parse().map_err(|error| format!("{error}"))?;
        let empty = Self::new(&plan)?;
        if empty.tallies.iter().map(Vec::len).ne(tallies.iter().map(Vec::len)) {
            return Err("there are no tallies for the signature's metrics".to_owned());
        }
        Ok(Self { tallies, apart, ..empty })
    }
}

/// How a part of a metric adds up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Adds {
    /// Over the entities of each side.
    Entities,
    /// Over blocks of entities; the denominator, over entities.
    Blocks,
    /// Not separately: it follows from other sums.
    Apart,
}

impl Pieces {
    /// Sums without any pieces yet. The error names a metric that cannot be counted in pieces.
    pub fn new(plan: &Plan) -> Result<Self, String> {
        let lacking = plan.metrics().iter().find(|metric| adds(metric).is_none());
        if let Some(metric) = lacking {
            return Err(format!(
                "`{}` cannot be counted in pieces: it is no sum over entities or blocks of them",
                metric.name
            ));
        }
        let tallies = plan.metrics().iter().map(|metric| vec![Tally::default(); metric.parts.len()]);
        Ok(Self { tallies: tallies.collect(), plan: plan.clone(), apart: Apart::default() })
    }

    /// Whether a metric aligns entities, so that blocks must be counted too.
    #[must_use]
    pub fn needs_blocks(&self) -> bool {
        self.plan
            .metrics()
            .iter()
            .filter_map(|metric| adds(metric))
            .flatten()
            .any(|adds| adds == Adds::Blocks)
    }

    /// Adds the key entities of a table, its rows. Each must come with all mentions that it shares; columns
    /// have the sizes of the response entities, and several columns may be the same entity.
    pub fn add_key_entities(&mut self, table: &Overlap) {
        let (links, shared) = Links::of_rows(table);
        self.apart.key += links;
        self.apart.shared += shared;
        self.add(table, |sum, counted, adds| add(&mut sum.recall, counted.recall, adds));
    }

    /// Adds the response entities of a table, its columns, likewise.
    pub fn add_response_entities(&mut self, table: &Overlap) {
        self.apart.response += Links::of_rows(table.turned()).0;
        self.add(table, |sum, counted, adds| add(&mut sum.precision, counted.precision, adds));
    }

    /// Adds blocks: entities of key and response that share mentions with no others.
    pub fn add_blocks(&mut self, table: &Overlap) {
        self.add(table, |sum, counted, adds| {
            if adds == Adds::Blocks {
                sum.recall.numerator += counted.recall.numerator;
                sum.precision.numerator += counted.precision.numerator;
            }
        });
    }

    /// Adds what another machine counted under the same plan.
    pub fn merge(&mut self, other: &Self) -> Result<(), String> {
        if other.plan != self.plan {
            return Err(format!(
                "pieces add up only under the same plan: `{}` and `{}`",
                self.plan, other.plan
            ));
        }
        for (sum, other) in self.tallies.iter_mut().flatten().zip(other.tallies.iter().flatten()) {
            *sum += *other;
        }
        self.apart.key += other.apart.key;
        self.apart.response += other.apart.response;
        self.apart.shared += other.apart.shared;
        Ok(())
    }

    /// The evaluation of all pieces as one document.
    pub fn evaluation(&self, name: &str) -> Result<Evaluation, String> {
        let mut tallies = self.tallies.clone();
        for (metric, tallies) in self.plan.metrics().iter().zip(&mut tallies) {
            for (adds, tally) in adds(metric).into_iter().flatten().zip(tallies) {
                if adds == Adds::Apart {
                    *tally = self.apart.tally();
                }
            }
        }
        let count = |mentions: u64| usize::try_from(mentions).unwrap_or(usize::MAX);
        let labels = Labels {
            key_mentions: count(self.apart.key.mentions),
            response_mentions: count(self.apart.response.mentions),
            ..Labels::default()
        };
        let document = DocumentTallies { name: Name::plain(name), labels, tallies };
        Evaluation::from_tallies(self.plan.clone(), vec![document])
    }

    fn add(&mut self, table: &Overlap, add: impl Fn(&mut Tally, Tally, Adds)) {
        for (metric, sums) in self.plan.metrics().iter().zip(&mut self.tallies) {
            let parts = adds(metric).into_iter().flatten().zip(metric.parts);
            for ((adds, part), sum) in parts.zip(sums) {
                match part {
                    _ if adds == Adds::Apart => {}
                    Part::Entities(count) => add(sum, count(table), adds),
                    Part::Mentions(_) => add(sum, mentions(table), adds),
                }
            }
        }
    }
}

fn add(sum: &mut Ratio, counted: Ratio, adds: Adds) {
    sum.denominator += counted.denominator;
    if adds == Adds::Entities {
        sum.numerator += counted.numerator;
    }
}

/// How each part of a metric adds up; `None` if a part does not.
fn adds(metric: &Metric) -> Option<Vec<Adds>> {
    let Explain::Entities(shares) = metric.explain else { return None };
    let changed = variant::of(metric).and_then(|variant| variant.sets);
    // entities can be dropped anywhere, but not added
    let drops = |steps: &[Step]| steps.iter().all(|step| *step == Step::DropSingletons);
    if changed.is_some_and(|rule| !drops(rule.recall) || !drops(rule.precision)) {
        return None;
    }
    let adds = |(share, part): (&Share, &Part)| match (share, part) {
        (Share::Alone(_), Part::Entities(_)) | (Share::Found, _) => Some(Adds::Entities),
        (Share::Aligned { .. }, Part::Entities(_)) => Some(Adds::Blocks),
        (Share::Apart, Part::Entities(_)) => Some(Adds::Apart),
        _ => None,
    };
    shares.iter().zip(metric.parts).map(adds).collect()
}
