//! How documents begin in formats based on CoNLL-U: with or without a comment that names them.

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
    /// A document after `# newdoc`; without a name it gets that of its file.
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

    /// A document of rows before any `# newdoc`, with a warning for the first.
    pub(in super::super) fn outside(file_stem: &str, was_said: &mut bool) -> Self {
        let message = "rows outside any document: no `# newdoc` line before them";
        let problem = (!std::mem::replace(was_said, true)).then(|| {
            Problem::warning("missing-begin", 0, message)
                .hint("they are read as a separate document; put `# newdoc id = name` before them")
        });
        Self { name: Name::plain(file_stem), unnamed: true, problem }
    }
}
