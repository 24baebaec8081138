//! A custom metric among the others: `cargo run --example own_metric`.

use std::error::Error;

use corefeval::document::Document;
use corefeval::evaluation::{Plan, evaluate};
use corefeval::metric::muc::MUC;
use corefeval::metric::{Metric, Part, Ratio, Tally};
use corefeval::pair::Overlap;

/// How many entities were found exactly as they are.
const WHOLE_ENTITIES: Metric = Metric {
    name: "whole-entities",
    title: "Whole entities",
    summary: "how many entities have all their mentions and no other",
    citation: "none",
    parts: &[Part::Entities(tally)],
    // the rest is usual: one tally, divided into a recall and a precision
    ..Metric::PLAIN
};

fn tally(overlap: &Overlap) -> Tally {
    Tally::both_ways(overlap, found_whole)
}

/// The share of row entities all of whose mentions are those of one column entity.
fn found_whole(overlap: &Overlap) -> Ratio {
    let whole = |(size, cells): (u32, &[corefeval::pair::Cell])| {
        let found = matches!(cells, [cell] if cell.count == size && overlap.column_sizes()[cell.column as usize] == size);
        Ratio::of(u64::from(found), 1)
    };
    overlap.rows().filter(|(size, _)| *size > 0).map(whole).sum()
}

fn main() -> Result<(), Box<dyn Error>> {
    let key = Document::from_clusters("letter", 9, [vec![0..1, 2..3], vec![4..5, 6..7], vec![8..9, 7..8]])?;
    let response = Document::from_clusters("letter", 9, [vec![0..1, 2..3], vec![4..5, 6..7, 8..9]])?;
    let plan = Plan::default().with_metrics(&[&WHOLE_ENTITIES, &MUC]);
    let outcome = evaluate([key], [[response]], &plan)?;
    for (metric, score) in plan.metrics().iter().zip(outcome.systems()[0].scores()) {
        println!("{:16} {:?} {:?}", metric.title, score.recall, score.precision);
    }
    Ok(())
}
