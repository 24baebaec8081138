//! scorch 0.2, the Python scorer of Grobol: the same input, the same output, and its converter from CoNLL.
//!
//! Before scoring, response mentions that the key lacks are added to the key as singletons, as scorch's command does;
//! its figures differ from those of all other scorers as soon as there is a spurious mention.

mod arithmetic;
mod converter;
mod entities;
mod figures;
mod folders;
mod links;

pub use converter::{Converted, convert};
pub use folders::{Pair, score_folders};

use arithmetic::mean;
use entities::Documents;
use figures::{Figures, METRICS};

use super::evaluator::Printout;

/// Scores a response against a key, both in scorch's JSON.
#[must_use]
pub fn score(key: &[u8], response: &[u8]) -> Printout {
    let mut printout = Printout::default();
    printout.failure = run(key, response, &mut printout).err();
    printout
}

fn run(key: &[u8], response: &[u8], printout: &mut Printout) -> Result<(), String> {
    let documents = Documents::read(key, response)?;
    let mut in_average = Vec::new();
    for metric in &METRICS {
        let figures = (metric.score)(&documents)?;
        print(metric.name, &figures, printout);
        in_average.extend(metric.in_average.then_some(figures.f1.value()));
    }
    print_average(&in_average, printout);
    Ok(())
}

fn print(name: &'static str, figures: &Figures, printout: &mut Printout) {
    printout.line(&format!("{name}:\t{figures}"));
    printout.scores.push(figures.scored(name));
}

fn print_average(f1: &[f64], printout: &mut Printout) {
    printout.line(&format!("CoNLL-2012 average score: {}", arithmetic::written(mean(f1))));
}

#[cfg(test)]
mod tests;
