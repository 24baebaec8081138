//! Scores documents as they arrive, in any order, keeping only those that wait for their counterpart:
//! `cargo run --example stream`.

use std::error::Error;

use corefeval::document::Document;
use corefeval::evaluation::{Aids, Origin, Pairing, Plan, Scoring};

fn main() -> Result<(), Box<dyn Error>> {
    let (plan, aids) = (Plan::default(), Aids::default());
    let scoring = Scoring::new(&plan);
    let mut pairing = Pairing::new(&plan, &aids, 1);
    for number in 0..1000 {
        // the response is one document behind the key, and its documents are all one entity
        let key =
            Document::from_clusters(format!("d{number}").as_str(), 6, [vec![0..1, 2..3], vec![4..5, 5..6]])?;
        pairing.arrive(Origin::Key, 0, key);
        if number > 0 {
            let name = format!("d{}", number - 1);
            let response = Document::from_clusters(name.as_str(), 6, [vec![0..1, 2..3, 4..5]])?;
            pairing.arrive(Origin::Response(0), 1, response);
        }
        // looking at a pair changes nothing else, so that this could be done on other threads
        let looks: Vec<_> = pairing
            .ready()
            .into_iter()
            .map(|pair| pair.look(&plan, |pair, notice| scoring.count(&pair, notice)))
            .collect();
        pairing.settle(looks);
    }
    pairing.all_arrived();
    let looks: Vec<_> = pairing
        .ready()
        .into_iter()
        .map(|pair| pair.look(&plan, |pair, notice| scoring.count(&pair, notice)))
        .collect();
    pairing.settle(looks);
    let (systems, noticed) = pairing.finish();
    for one in &noticed {
        println!("{}", one.problem.message);
    }
    let rules = scoring.finish(systems, &mut |_| ());
    for (metric, score) in plan.metrics().iter().zip(rules[0].systems[0].scores()) {
        println!("{:10} {:6.2}", metric.title, score.f.unwrap_or(0.0) * 100.0);
    }
    Ok(())
}
