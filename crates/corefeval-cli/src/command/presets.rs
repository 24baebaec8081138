//! `corefeval presets`: the protocols of shared tasks and older scorers.

use std::process::ExitCode;

use anyhow::Result;
use corefeval::evaluation::PRESETS;
use corefeval::report::{self, Alignment, Table};

use crate::output;

/// List the protocols of shared tasks and older scorers.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {}

/// Lists the presets.
pub(crate) fn run(_: &Arguments) -> Result<ExitCode> {
    let left = Alignment::Left;
    let mut table = Table::new(&[("Preset", left), ("Used in", left), ("What it sets", left)]);
    for preset in PRESETS {
        table.push([preset.name, preset.title, preset.signature]);
    }
    if let Some(text) = report::by_name("text") {
        output::write(&(text.render)(&table), None)?;
    }
    Ok(ExitCode::SUCCESS)
}
