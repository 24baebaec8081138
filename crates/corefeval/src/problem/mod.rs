//! Problems found in files: what is wrong or odd, its place, and what to do about it.

mod brief;
mod codes;
mod collected;
mod counted;

pub use codes::{CODES, Code};
pub use collected::{Count, Listener, Problems, Strictness};
pub use counted::{counted, in_words};

use std::fmt;

use brief::brief;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// Nothing is wrong, but readers of the result should know what was done. Never counts as an error, even
    /// in strict runs.
    Note,
    /// Odd, but it is clear what is meant.
    Warning,
    /// The file cannot be used as it is.
    Error,
}

/// Something wrong or odd in a file.
///
/// ```
/// use corefeval::document::Wanted;
/// use corefeval::format::{Block, by_name};
/// use corefeval::problem::Severity;
///
/// let text = "#begin document (letter);\nMary\t(1\nslept\t-\n#end document\n";
/// let conll = by_name("conll").ok_or("no such format")?;
/// let reading = conll.read(&Block::whole(text.as_bytes()), Wanted::MENTIONS);
/// let problem = &reading.problems[0];
/// assert_eq!((problem.severity, problem.code, problem.line), (Severity::Error, "unclosed-mention", 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// A fixed short name, such as `unopened-mention`, with an entry in the documentation.
    pub code: &'static str,
    /// The line, counted from 1; 0 if the problem is about the whole file.
    pub line: u64,
    /// The byte in the line, counted from 1; 0 if the problem is about the whole line.
    pub column: u32,
    /// How many bytes of the line it is about.
    pub length: u32,
    /// The text of the line, shortened if it is long.
    pub text: String,
    /// What is wrong; long words and names of the input are shortened.
    pub message: String,
    /// What to do about it.
    pub hint: String,
    /// Whether it is reported once per file, however often it occurs there.
    pub once: bool,
}

impl Severity {
    /// Its name in outputs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl Problem {
    /// An error at a line.
    #[must_use]
    pub fn error(code: &'static str, line: u64, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, line, message.into())
    }

    /// A warning at a line.
    #[must_use]
    pub fn warning(code: &'static str, line: u64, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, line, message.into())
    }

    /// A note at a line, about something that is not wrong.
    #[must_use]
    pub fn note(code: &'static str, line: u64, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, line, message.into())
    }

    fn new(severity: Severity, code: &'static str, line: u64, message: String) -> Self {
        let message = brief(message);
        let (text, hint) = (String::new(), String::new());
        Self { severity, code, line, column: 0, length: 0, text, message, hint, once: false }
    }

    /// Adds the line's text and the place of the bytes that the problem is about.
    #[must_use]
    pub fn at(mut self, text: &[u8], column: usize, length: usize) -> Self {
        let shown = &text[..text.len().min(LONGEST_LINE)];
        String::from_utf8_lossy(shown).trim_end_matches(['\r', '\n']).clone_into(&mut self.text);
        self.column = u32::try_from(column).unwrap_or(u32::MAX).saturating_add(1);
        self.length = u32::try_from(length).unwrap_or(u32::MAX);
        self
    }

    /// Adds advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = brief(hint.into());
        self
    }

    /// Marks the problem as reported once per file: large files are read in pieces, and each piece finds it
    /// again.
    #[must_use]
    pub fn once(self) -> Self {
        Self { once: true, ..self }
    }
}

/// The largest number of characters of a line that is shown: lines of a binary file can be very long.
const LONGEST_LINE: usize = 400;

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {} [{}]", self.line, self.column, self.message, self.code)
    }
}

impl std::error::Error for Problem {}
