//! Scores files under a protocol: `cargo run -p corefeval-files --example score_files examples/key.conll examples/bold.conll`.

use std::error::Error;
use std::path::Path;

use corefeval::document::Wanted;
use corefeval::evaluation::{Aids, Plan, Scoring};
use corefeval::problem::Problems;
use corefeval_files::{Files, Options, Run, each_pair, tell};

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    if paths.len() < 2 {
        return Err("give a key and at least one response".into());
    }
    let sides: Result<Vec<Files>, _> =
        paths.iter().map(|path| Files::open(Path::new(path), &Options::new())).collect();
    let mut sides = sides?;

    let plan: Plan = "metrics:muc+b-cubed+ceaf-e|singletons:drop".parse()?;
    let (aids, scoring, mut problems) = (Aids::default(), Scoring::new(&plan), Problems::default());
    let run = Run { plan: &plan, aids: &aids, also: Wanted::MENTIONS, progress: &|_| (), annotators: None };
    let count = |pair, notice: &mut dyn FnMut(_)| scoring.count(&pair, notice);
    let systems = each_pair(&mut sides, &run, &mut problems, count)?;

    let mut noticed = Vec::new();
    let rules = systems.map(|systems| scoring.finish(systems, &mut |one| noticed.push(one)));
    tell(&sides, noticed, &mut problems);
    for (path, problem) in problems.kept() {
        eprintln!("{path}: {problem}");
    }
    let Some(rules) = rules.filter(|_| problems.errors() == 0) else {
        return Err("nothing was scored".into());
    };
    for (path, evaluation) in paths[1..].iter().zip(&rules[0].systems) {
        for (average, value) in evaluation.averages(&evaluation.scores()) {
            println!("{path}: {} {:.2}", average.title, value.unwrap_or(0.0) * 100.0);
        }
    }
    println!("{plan}");
    Ok(())
}
