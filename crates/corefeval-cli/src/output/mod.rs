//! Text goes to standard output, through a device or pipe, or to a file, which is written whole or not at all.

mod files;
mod target;

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::Result;
use corefeval::report::{escaped_json, shown};

pub(crate) use files::{write_file, write_files};
pub(crate) use target::{Identity, descriptor, identity};

/// Writes text where it is wanted; colours are left out unless it is a terminal.
pub(crate) fn write(text: &str, file: Option<&Path>) -> Result<()> {
    match file {
        Some(path) => write_file(path, anstream::adapter::strip_str(text).to_string().as_bytes()),
        None => Ok(print(&mut anstream::stdout().lock(), text.as_bytes())?),
    }
}

/// JSON for other programs, which is safe to look at too.
pub(crate) fn json(value: &serde_json::Value) -> Result<String> {
    Ok(escaped_json(serde_json::to_string_pretty(value)?) + "\n")
}

/// Writes the data of files to standard output, as they are unless that is a terminal.
pub(crate) fn write_data(bytes: &[u8]) -> Result<()> {
    if io::stdout().is_terminal() {
        write_bytes(visible(&String::from_utf8_lossy(bytes)).as_bytes())
    } else {
        write_bytes(bytes)
    }
}

/// Text that is safe to look at, with its lines and tabs.
pub(crate) fn visible(text: &str) -> String {
    text.split_inclusive(['\t', '\n'])
        .map(|piece| {
            let inner = piece.trim_end_matches(['\t', '\n']);
            shown(inner).into_owned() + &piece[inner.len()..]
        })
        .collect()
}

/// Writes bytes as they are to standard output.
pub(crate) fn write_bytes(bytes: &[u8]) -> Result<()> {
    Ok(print(&mut io::stdout().lock(), bytes)?)
}

fn print(out: &mut impl Write, bytes: &[u8]) -> Result<(), Unprinted> {
    out.write_all(bytes).and_then(|()| out.flush()).map_err(Unprinted)
}

/// Says something about the run on standard error, in the program's name. Names and words in it are made safe to look at.
pub(crate) fn remark(text: &str) {
    say(&format!("corefeval: {}", shown(text)));
}

/// Says something on standard error, on lines of its own.
pub(crate) fn say(text: &str) {
    complain(&format!("{text}\n"));
}

/// Writes text to standard error. What cannot be written there is not worth losing the result for.
pub(crate) fn complain(text: &str) {
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// Standard output could not be written to.
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
