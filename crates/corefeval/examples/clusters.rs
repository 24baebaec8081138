//! Scores lists of clusters, as a program that predicts them has them: `cargo run --example clusters`.

use std::error::Error;

use corefeval::document::Document;
use corefeval::evaluation::{Plan, evaluate};

fn main() -> Result<(), Box<dyn Error>> {
    // first and last token of each mention, as neural systems write them
    let gold = [vec![(0, 1), (4, 4), (7, 7)], vec![(2, 2), (9, 9)]];
    let predicted = [vec![(0, 1), (4, 4)], vec![(2, 2), (7, 7), (9, 9)]];
    let key = Document::from_inclusive_clusters("letter", 12, gold)?;
    let response = Document::from_inclusive_clusters("letter", 12, predicted)?;

    let plan: Plan = "conll-2012".parse()?;
    let outcome = evaluate([key], [[response]], &plan)?;
    let evaluation = &outcome.systems()[0];
    let scores = evaluation.scores();
    for (metric, score) in evaluation.metrics().iter().zip(&scores) {
        let [recall, precision, f] = score.or_zero().map(|part| part * 100.0);
        println!("{:10} {recall:6.2} {precision:6.2} {f:6.2}", metric.title);
    }
    for (average, value) in evaluation.averages(&scores) {
        println!("{:10} {:20.2}", average.title, value.unwrap_or(0.0) * 100.0);
    }
    println!("{plan}");
    Ok(())
}
