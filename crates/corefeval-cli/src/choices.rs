//! Looks up names from the command line in the library's tables; the error for an unknown name lists the
//! known names.

use std::borrow::Borrow;
use std::str::FromStr;

use anyhow::{Result, anyhow};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use corefeval::choice::Value;
use corefeval::format::{self, FORMATS, Format};

/// The format with that name.
pub(crate) fn format(name: &str) -> Result<&'static Format> {
    format::by_name(name).ok_or_else(|| anyhow!("`{name}` is not a format"))
}

/// The value parser of options that name a format.
pub(crate) fn formats() -> PossibleValuesParser {
    PossibleValuesParser::new(FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.title)))
}

/// The value parser of options that take one of these values; help shows each value with its sentence.
pub(crate) fn one_of<T>(values: impl IntoIterator<Item = impl Borrow<Value>>) -> ValueParser
where
    T: FromStr<Err = String> + Clone + Send + Sync + 'static,
{
    let shown = values.into_iter().map(|value| {
        let Value { name, about } = *value.borrow();
        PossibleValue::new(name).help(about.trim())
    });
    ValueParser::new(PossibleValuesParser::new(shown).try_map(|name| name.parse::<T>()))
}
