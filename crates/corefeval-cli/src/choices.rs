//! Names typed by people, looked up in the library's tables; what is not there is answered with what is.

use anyhow::{Result, anyhow};
use corefeval::format::{self, FORMATS, Format};

/// The format with that name.
pub(crate) fn format(name: &str) -> Result<&'static Format> {
    format::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
        anyhow!("`{name}` is not a format; choose from {}", names.join(", "))
    })
}
