//! `corefeval presets`: the protocols of shared tasks and older scorers.

use std::process::ExitCode;

use anyhow::Result;
use corefeval::evaluation::PRESETS;
use corefeval::report::{Alignment, Table};

use crate::{choices, output};

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
    output::write(&choices::rendered("text", &table)?, None)?;
    Ok(ExitCode::SUCCESS)
}
