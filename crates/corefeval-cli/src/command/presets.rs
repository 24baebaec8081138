//! `corefeval presets`: lists the protocols of shared tasks and older scorers.

use std::process::ExitCode;

use anyhow::Result;
use corefeval::evaluation::{PRACTICES, PRESETS, Practice, Preset};
use corefeval::report::{Alignment, Table};
use serde_json::{Value, json};

use super::arguments::OutputArguments;

/// List the protocols of shared tasks, older scorers and corpora.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Explain for each corpus which choices papers make, which preset or signature sets them, and what the figures are
    /// comparable with.
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    output: OutputArguments,
}

/// Lists the presets.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    if arguments.explain {
        let for_programs = arguments.output.is_for_programs();
        let tables: Vec<Table> = PRACTICES.iter().map(|practice| explained(practice, for_programs)).collect();
        let json =
            || json!({"schema": 1, "protocols": PRACTICES.iter().map(practice_as_json).collect::<Vec<_>>()});
        arguments.output.write_tables(&tables, json)?;
        return Ok(ExitCode::SUCCESS);
    }
    let left = Alignment::Left;
    let mut table = Table::new(&[("Preset", left), ("Used in", left), ("What it sets", left)]);
    for preset in PRESETS {
        table.push([preset.name, preset.title, preset.signature]);
    }
    arguments.output.write_tables(
        &[table],
        || json!({"schema": 1, "presets": PRESETS.iter().map(as_json).collect::<Vec<_>>()}),
    )?;
    Ok(ExitCode::SUCCESS)
}

fn as_json(preset: &Preset) -> Value {
    json!({"preset": preset.name, "title": preset.title, "signature": preset.signature})
}

/// The lines about a corpus, each with its label.
fn facts(practice: &Practice) -> [(&'static str, &str); 7] {
    [
        ("mentions", practice.mentions),
        ("matching", practice.matching),
        ("main figure", practice.figure),
        ("comparable with", practice.comparable),
        ("not comparable with", practice.differs),
        ("described in", practice.citation),
        ("checked against", practice.checked),
    ]
}

/// A table of the lines about a corpus below its name. For programs, the name is the title and there are no
/// heads.
fn explained(practice: &Practice, for_programs: bool) -> Table {
    let left = Alignment::Left;
    let mut table = if for_programs {
        Table::new(&[("", left), ("text", left)]).titled(practice.corpus)
    } else {
        Table::new(&[(practice.corpus, left), ("", left)])
    };
    table.push(["command", practice.typed().as_str()]);
    for (name, text) in facts(practice) {
        table.push([name, text]);
    }
    table
}

fn practice_as_json(practice: &Practice) -> Value {
    let facts = facts(practice).into_iter().map(|(name, text)| (name.replace(' ', "_"), json!(text)));
    let named = [("corpus", json!(practice.corpus)), ("command", json!(practice.typed()))];
    named.into_iter().map(|(name, value)| (name.to_owned(), value)).chain(facts).collect()
}
