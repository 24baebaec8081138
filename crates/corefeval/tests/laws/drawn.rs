//! Corpora drawn at random, the same on every machine.

#![allow(clippy::cast_sign_loss, reason = "small positive numbers")]

use corefeval::document::{Document, Name};
use corefeval::evaluation::{DocumentTallies, Evaluation, Labels, Plan, evaluate};
use corefeval::metric::{Ratio, Tally};

/// A generator that has nothing to do with the library's: xorshift64*.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / (1u64 << 53) as f64
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.roll() * limit as f64) as usize
    }

    /// How many of so many happen.
    pub(crate) fn happen(&mut self, of: usize, chance: f64) -> usize {
        (0..of).filter(|_| self.roll() < chance).count()
    }
}

/// One-token mentions put into entities at random; `keep` is how often a system agrees with the key.
fn clusters(dice: &mut Dice, tokens: u32, entities: usize) -> Vec<usize> {
    (0..tokens).map(|_| dice.below(entities + 2)).collect()
}

fn document(name: &str, of: &[usize], entities: usize) -> Document {
    let tokens = of.len() as u32;
    let mentions =
        |entity: usize| (0..tokens).filter(move |at| of[*at as usize] == entity).map(|at| at..at + 1);
    let clusters =
        (0..entities).map(|entity| mentions(entity).collect::<Vec<_>>()).filter(|one| !one.is_empty());
    Document::from_clusters(name, of.len(), clusters).expect("a document")
}

/// Evaluations of systems on so many documents, each system agreeing with the key to its degree.
pub(crate) fn evaluations(seed: u64, documents: usize, plan: &Plan, agree: &[f64]) -> Vec<Evaluation> {
    let mut dice = Dice(seed);
    let mut key = Vec::new();
    let mut responses: Vec<Vec<Document>> = vec![Vec::new(); agree.len()];
    for number in 0..documents {
        let name = format!("{}/{}/text", ["nw", "bc", "wb"][number % 3], number / 2);
        let name = format!("{name}{number}");
        let (tokens, entities) = (6 + dice.below(12) as u32, 2 + dice.below(3));
        let of = clusters(&mut dice, tokens, entities);
        key.push(document(&name, &of, entities));
        for (response, agree) in responses.iter_mut().zip(agree) {
            let moved: Vec<usize> = of
                .iter()
                .map(|own| if dice.roll() < *agree { *own } else { dice.below(entities + 2) })
                .collect();
            response.push(document(&name, &moved, entities));
        }
    }
    evaluate(key, responses, plan).expect("an evaluation").systems().to_vec()
}

/// An evaluation of made-up tallies of one metric with one part: found, of the key, of the response.
pub(crate) fn made(plan: &Plan, documents: &[(usize, usize, usize)]) -> Evaluation {
    let documents: Vec<DocumentTallies> = documents
        .iter()
        .enumerate()
        .map(|(number, &(found, key, response))| DocumentTallies {
            name: Name::plain(&format!("d{number}")),
            labels: Labels::default(),
            tallies: vec![vec![Tally {
                recall: Ratio::of(found as u64, key as u64),
                precision: Ratio::of(found as u64, response as u64),
            }]],
        })
        .collect();
    of_documents(plan, &documents)
}

/// An evaluation of these documents.
pub(crate) fn of_documents(plan: &Plan, documents: &[DocumentTallies]) -> Evaluation {
    Evaluation::from_tallies(plan.clone(), documents.to_vec()).expect("an evaluation")
}

/// Recall, precision and F of every metric, then the averages, computed by the evaluation itself.
pub(crate) fn figures(evaluation: &Evaluation) -> Vec<Option<f64>> {
    let scores = evaluation.scores();
    let averages = evaluation.averages(&scores);
    let of_metrics = scores.iter().flat_map(|score| [score.recall, score.precision, score.f]);
    of_metrics.chain(averages.into_iter().map(|(_, value)| value)).collect()
}
