//! Pages of formats and problem codes.

use super::Page;
use crate::document::{Document, DocumentError};
use crate::format::Format;
use crate::problem::Code;

pub(super) fn format(format: &'static Format) -> Page {
    let written = if format.is_writable() { "read and written" } else { "read, not written" };
    let endings: Vec<String> = format.extensions.iter().map(|ending| format!(".{ending}")).collect();
    let text =
        format.companion.map(|ending| format!("the text is in a second file with the extension {ending}"));
    Page::new(format!("{} (format): {}", format.name, format.title))
        .with("Supported", written)
        .with("File extensions", endings.join(" "))
        .with("Text", text.unwrap_or_default())
        .with("Example", sample(format).unwrap_or_default())
        .with("Use", format!("--format {}", format.name))
}

/// A small document in this format, if the format can be written.
fn sample(format: &Format) -> Result<String, DocumentError> {
    let mut builder = Document::builder("letter");
    builder.words(["Mary", "saw", "her", "dog", "."]).sentence(0..5);
    builder.mention(0..1, "1").mention(2..3, "1").mention(2..4, "2");
    let mut bytes = Vec::new();
    let problems = format.write(&[builder.build()?], &mut bytes);
    Ok(problems.map(|_| String::from_utf8_lossy(&bytes).trim_end().to_owned()).unwrap_or_default())
}

pub(super) fn problem(code: &'static Code) -> Page {
    Page::new(format!("{} (problem code)", code.name))
        .with("What it means", code.means)
        .with("What to do", code.remedy)
        .with("Where it occurs", code.found)
}
