//! Names typed by people, looked up in the library's tables; what is not there is answered with what is.

use anyhow::{Result, anyhow};
use corefeval::format::{self, FORMATS, Format};
use corefeval::report::{self, OUTPUTS, Output};

/// The format with that name.
pub(crate) fn format(name: &str) -> Result<&'static Format> {
    format::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
        anyhow!("`{name}` is not a format; choose from {}", names.join(", "))
    })
}

/// The layout with that name, but for JSON, which is not one of a table.
pub(crate) fn output(name: &str) -> Result<&'static Output> {
    report::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = OUTPUTS.iter().map(|output| output.name).collect();
        anyhow!("`{name}` is not a layout here; choose from {}", names.join(", "))
    })
}
