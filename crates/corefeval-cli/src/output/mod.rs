//! Output to standard output, a device or pipe, or a file, which is written completely or not at all.

mod captured;
mod files;
mod target;

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anstyle::AnsiColor;
use anyhow::Result;
use corefeval::report::{Page, Style, escaped_json, shown};

pub(crate) use captured::{Captured, capture, is_captured, keep_problems};
pub(crate) use files::{write_file, write_files};
pub(crate) use target::{Identity, descriptor, identity};

/// Writes text to its destination; colours are removed unless that is a terminal.
pub(crate) fn write(text: &str, file: Option<&Path>) -> Result<()> {
    match file {
        Some(path) => write_file(path, anstream::adapter::strip_str(text).to_string().as_bytes()),
        None => match captured::out() {
            Some(mut kept) => {
                Ok(print(&mut kept, anstream::adapter::strip_str(text).to_string().as_bytes())?)
            }
            None => Ok(print(&mut anstream::stdout().lock(), text.as_bytes())?),
        },
    }
}

/// The width of tables: that of the terminal; unlimited in files; elsewhere unlimited unless COLUMNS is set.
pub(crate) fn page(file: Option<&Path>) -> Page {
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok().filter(|columns| *columns > 0);
    let terminal = || Some(usize::from(terminal_size::terminal_size_of(io::stdout())?.0.0));
    let width = if file.is_some() || is_captured() { None } else { columns().or_else(terminal) };
    Page { style: Style::Ansi, width }
}

/// JSON, with control characters escaped.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<String> {
    Ok(escaped_json(serde_json::to_string_pretty(value)?) + "\n")
}

/// Writes file contents to standard output, unchanged unless that is a terminal.
pub(crate) fn write_data(bytes: &[u8]) -> Result<()> {
    if !is_captured() && io::stdout().is_terminal() {
        write_bytes(visible(&String::from_utf8_lossy(bytes)).as_bytes())
    } else {
        write_bytes(bytes)
    }
}

/// Text with control characters escaped, except line breaks and tabs.
pub(crate) fn visible(text: &str) -> String {
    text.split_inclusive(['\t', '\n'])
        .map(|piece| {
            let inner = piece.trim_end_matches(['\t', '\n']);
            shown(inner).into_owned() + &piece[inner.len()..]
        })
        .collect()
}

/// Writes bytes to standard output, unchanged.
pub(crate) fn write_bytes(bytes: &[u8]) -> Result<()> {
    match captured::out() {
        Some(mut kept) => Ok(print(&mut kept, bytes)?),
        None => Ok(print(&mut io::stdout().lock(), bytes)?),
    }
}

/// Standard output, for what is written piece by piece.
pub(crate) fn standard() -> Box<dyn Write + Send> {
    match captured::out() {
        Some(kept) => Box::new(kept),
        None => Box::new(io::BufWriter::new(io::stdout())),
    }
}

fn print(out: &mut impl Write, bytes: &[u8]) -> Result<(), Unprinted> {
    out.write_all(bytes).and_then(|()| out.flush()).map_err(Unprinted)
}

/// The label before a remark, as in messages of the argument parser and about files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    /// The command failed, or a threshold was missed.
    Error,
    /// Something is odd.
    Warning,
    /// Something worth knowing.
    Note,
    /// Something that may help.
    Tip,
}

impl Label {
    fn word(self) -> (&'static str, AnsiColor) {
        match self {
            Self::Error => ("error", AnsiColor::Red),
            Self::Warning => ("warning", AnsiColor::Yellow),
            Self::Note => ("note", AnsiColor::Cyan),
            Self::Tip => ("tip", AnsiColor::Green),
        }
    }
}

/// Prints a remark on standard error. Control characters are escaped.
pub(crate) fn remark(label: Label, text: &str) {
    let (word, colour) = label.word();
    let style = colour.on_default().bold();
    say(&format!("{style}{word}{style:#}: {}", shown(text)));
}

/// Prints lines on standard error.
pub(crate) fn say(text: &str) {
    complain(&format!("{text}\n"));
}

/// Writes text to standard error. A failure to do so is ignored: the result matters more.
pub(crate) fn complain(text: &str) {
    let _ = match captured::remarks() {
        Some(mut kept) => kept.write_all(anstream::adapter::strip_str(text).to_string().as_bytes()),
        None => anstream::stderr().lock().write_all(text.as_bytes()),
    };
}

/// An error while writing to standard output.
#[derive(Debug)]
pub(crate) struct Unprinted(pub(crate) io::Error);

impl fmt::Display for Unprinted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("cannot write to standard output")
    }
}

impl std::error::Error for Unprinted {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn data_keep_their_lines_and_tabs_when_they_are_looked_at() {
        let text = "a\t\tb\n\n\u{1b}[1mc\r\n";
        assert_eq!(super::visible(text), "a\t\tb\n\n\\u{1b}[1mc\\r\n");
    }
}
