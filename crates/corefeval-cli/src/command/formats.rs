//! `corefeval formats`: what can be read and written.

use std::process::ExitCode;

use anyhow::Result;
use corefeval::format::FORMATS;
use corefeval::report::{Alignment, Table};

use crate::{choices, output};

/// List the formats that can be read and written.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {}

/// Lists the formats.
pub(crate) fn run(_: &Arguments) -> Result<ExitCode> {
    let left = Alignment::Left;
    let mut table = Table::new(&[("Format", left), ("Title", left), ("Written", left), ("Endings", left)]);
    for format in FORMATS {
        let written = if format.is_writable() { "yes" } else { "no" };
        table.push([format.name, format.title, written, &format.extensions.join(" ")]);
    }
    output::write(&choices::rendered("text", &table)?, None)?;
    Ok(ExitCode::SUCCESS)
}
