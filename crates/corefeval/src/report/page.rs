//! Where a table is shown: on a terminal with a width, or in a file with lines of any length.

/// The width and style of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Whether text is styled.
    pub style: Style,
    /// The number of columns of the terminal; none if there is no limit. Only layouts for terminals use it.
    pub width: Option<usize>,
}

/// Whether text is styled for a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Plain text.
    Plain,
    /// With ANSI escape sequences for bold and faint text, in layouts for terminals.
    Ansi,
}

impl From<Style> for Page {
    /// A page with lines of any length.
    fn from(style: Style) -> Self {
        Self { style, width: None }
    }
}
