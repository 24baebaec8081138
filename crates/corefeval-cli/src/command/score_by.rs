//! `corefeval score --by type` and the like: scores split by properties of mentions.

use anyhow::{Result, bail};
use corefeval::evaluation::Plan;
use corefeval::report::Results;
use corefeval::strata::{self, DocumentStrata, Strata, Stratified, Undivided};

use super::comparison::{Comparison, Met};
use super::tip::Traits;
use crate::output::{self, Label};

/// What is kept of each pair when it is scored.
pub(crate) struct Seen {
    pub(crate) traits: Option<Traits>,
    pub(crate) strata: Option<DocumentStrata>,
}

/// The plan with the metrics that can be split; other metrics are refused if they were requested by name.
pub(crate) fn division(strata: &Strata, plan: &Plan, asked: bool, quiet: bool) -> Result<Plan> {
    let by = strata.name;
    if let Some(why) = strata::undivided(plan) {
        bail!("--by {by}: {why}");
    }
    let (kept, left_out) = strata::divided(plan);
    if left_out.is_empty() {
        return Ok(plan.clone());
    }
    let names: Vec<&str> = left_out.iter().map(|metric| metric.name).collect();
    let names = names.join(", ");
    if asked || kept.is_empty() {
        bail!("--by {by}: single mentions do not add up to {names}; leave it out with --metric");
    }
    // a message, not a note beside the scores: their signature must give the same table again
    if !quiet {
        output::remark(
            Label::Note,
            &format!("left out, because single mentions do not add up to it: {names}"),
        );
    }
    Ok(plan.with_metrics(&kept))
}

/// Adds strata to every system.
pub(crate) fn divided(
    strata: &Strata,
    comparison: &Comparison<'_>,
    results: &mut Results,
    met: &mut Met<Seen>,
) -> Result<()> {
    let mut warnings: Vec<String> = Vec::new();
    for (system, pairs) in results.systems.iter_mut().zip(&mut met.systems) {
        let documents = pairs.iter_mut().filter_map(|seen| seen.strata.take()).collect();
        let stratified = Stratified::new(strata, &system.evaluation, documents).map_err(|undivided| {
            let hint = match undivided {
                Undivided::Lacks(_) => {
                    format!(" [missing-layer]; `corefeval explain {}` says what it needs", strata.name)
                }
                _ => String::new(),
            };
            anyhow::anyhow!("--by {}: {undivided}{hint}", strata.name)
        })?;
        if stratified.unknown > 0 {
            let documents = crate::problems::in_words(stratified.unknown, "document");
            warnings.push(format!("--by {} needs {}: {documents} without them", strata.name, strata.needs));
        }
        warnings
            .extend(stratified.makeshifts.iter().map(|makeshift| format!("{}: {makeshift}", system.name)));
        system.strata = Some(stratified);
    }
    warnings.dedup();
    warnings.iter().try_for_each(|warning| comparison.input.warn(comparison.key, "missing-layer", warning))
}
