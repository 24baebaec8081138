//! Names typed by people, looked up in the library's tables; what is not there is answered with what is.

use anyhow::{Result, anyhow};
use clap::builder::{PossibleValue, PossibleValuesParser};
use corefeval::format::{self, FORMATS, Format};
use corefeval::report::{self, OUTPUTS, Output, Style, Table};

/// The format with that name.
pub(crate) fn format(name: &str) -> Result<&'static Format> {
    format::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
        anyhow!("`{name}` is not a format; choose from {}", names.join(", "))
    })
}

/// A table in the layout with that name, styled for a terminal.
pub(crate) fn rendered(name: &str, table: &Table) -> Result<String> {
    Ok(output(name)?.render(table, Style::Ansi))
}

/// Tables in the layout with that name, one after the other.
pub(crate) fn rendered_all(name: &str, tables: &[Table]) -> Result<String> {
    let texts: Result<Vec<String>> = tables.iter().map(|table| rendered(name, table)).collect();
    Ok(texts?.join("\n"))
}

/// The layout with that name, but for JSON, which is not one of a table.
pub(crate) fn output(name: &str) -> Result<&'static Output> {
    report::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = OUTPUTS.iter().map(|output| output.name).collect();
        anyhow!("`{name}` is not a layout here; choose from {}", names.join(", "))
    })
}

/// What `--output` takes: every layout of a table, and JSON.
pub(crate) fn layouts() -> PossibleValuesParser {
    let json = PossibleValue::new("json").help("everything, for programs");
    let tables = OUTPUTS.iter().map(|output| PossibleValue::new(output.name).help(output.title));
    PossibleValuesParser::new(tables.chain([json]))
}
