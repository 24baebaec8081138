//! `corefeval gap`: pronouns and two names.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use corefeval::gap::{self, Example};
use corefeval::report::{Alignment, Rounding, Table, percent};
use serde_json::{Map, Value, json};

use crate::{choices, output};

/// Score GAP: which of two names does a pronoun refer to?
///
/// The key is a GAP file with 11 columns, the response has an id, TRUE or FALSE for A, and the same for B. Bias is the F1
/// of feminine pronouns divided by that of masculine ones. Examples that the response lacks count as missed.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The key, as GAP ships it.
    key: PathBuf,
    /// The response: id, A-coref, B-coref.
    response: PathBuf,
    /// How the result is laid out.
    #[arg(short, long, value_name = "LAYOUT", default_value = "text", value_parser = choices::layouts())]
    output: String,
}

/// Scores GAP.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let counts = gap::count(&read(&arguments.key)?, &read(&arguments.response)?);
    let bias = counts.bias();
    if arguments.output == "json" {
        let scores: Map<String, Value> = counts
            .named()
            .map(|(name, score)| {
                let value = json!({"recall": score.recall, "precision": score.precision, "f1": score.f});
                (name.to_owned(), value)
            })
            .into_iter()
            .collect();
        let value = json!({"schema": 1, "scores": scores, "bias": bias, "missing": counts.missing});
        output::write(&output::json(&value)?, None)?;
        return Ok(ExitCode::SUCCESS);
    }
    let right = Alignment::Right;
    let mut table =
        Table::new(&[("", Alignment::Left), ("Recall", right), ("Precision", right), ("F1", right)]);
    for (name, score) in counts.named() {
        let shown = |value: Option<f64>| percent(value, Rounding::Nearest);
        table.push([name.to_owned(), shown(score.recall), shown(score.precision), shown(score.f)]);
    }
    table.notes.push(match bias {
        Some(bias) => format!("bias (feminine / masculine F1): {bias:.2}"),
        None => "bias is not defined: no masculine pronoun is right".to_owned(),
    });
    if counts.missing > 0 {
        table
            .notes
            .push(format!("{} examples are not in the response; they count as missed", counts.missing));
    }
    output::write(&choices::rendered(&arguments.output, &table)?, None)?;
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> Result<Vec<Example>> {
    let text = corefeval_files::text(path)?;
    gap::read(&text).with_context(|| path.display().to_string())
}
