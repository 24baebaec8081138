//! How documents begin in kinds of CoNLL-U: with a comment that names them, or without.

use super::super::Problem;
use crate::document::Name;

/// The name of a document that begins.
pub(in super::super) struct Opening {
    pub(in super::super) name: Name,
    /// Whether the file does not name it.
    pub(in super::super) unnamed: bool,
    /// What is odd about how it begins.
    pub(in super::super) problem: Option<Problem>,
}

impl Opening {
    /// A document after `# newdoc`, which may be called as its file is.
    pub(in super::super) fn named(name: Option<&[u8]>, file_stem: &str) -> Self {
        match name.map(String::from_utf8_lossy).filter(|name| !name.is_empty()) {
            Some(name) => Self { name: Name::parse(&name), unnamed: false, problem: None },
            None => {
                let problem = Problem::warning("unnamed-document", 0, "the document has no name")
                    .hint("it gets the name of the file; write `# newdoc id = name`");
                Self { name: Name::plain(file_stem), unnamed: true, problem: Some(problem) }
            }
        }
    }

    /// Rows before any `# newdoc`: they are read as a document, with one warning.
    pub(in super::super) fn outside(file_stem: &str, was_said: &mut bool) -> Self {
        let message = "rows outside any document: no `# newdoc` line before them";
        let problem = (!std::mem::replace(was_said, true)).then(|| {
            Problem::warning("missing-begin", 0, message)
                .hint("they are read as a separate document; put `# newdoc id = name` before them")
        });
        Self { name: Name::plain(file_stem), unnamed: true, problem }
    }
}
