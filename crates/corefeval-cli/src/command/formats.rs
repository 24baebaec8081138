//! `corefeval formats`: lists what can be read and written.

use std::process::ExitCode;

use anyhow::Result;
use corefeval::format::{FORMATS, Format};
use corefeval::report::{Alignment, Table};
use serde_json::{Value, json};

use super::arguments::OutputArguments;

/// List the formats that can be read and written.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    output: OutputArguments,
}

/// Lists the formats.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let left = Alignment::Left;
    let mut table = Table::new(&[("Format", left), ("Title", left), ("Written", left), ("Endings", left)]);
    for format in FORMATS {
        let written = if format.is_writable() { "yes" } else { "no" };
        table.push([format.name, format.title, written, &format.extensions.join(" ")]);
    }
    arguments.output.write_tables(
        &[table],
        || json!({"schema": 1, "formats": FORMATS.iter().map(|format| as_json(format)).collect::<Vec<_>>()}),
    )?;
    Ok(ExitCode::SUCCESS)
}

fn as_json(format: &Format) -> Value {
    json!({
        "format": format.name, "title": format.title, "written": format.is_writable(),
        "endings": format.extensions,
    })
}
