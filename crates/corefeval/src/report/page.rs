//! What a table is laid out on: a terminal of some width, or a file that takes lines of any length.

/// Where text is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Whether text is styled.
    pub style: Style,
    /// How many columns a terminal has; no limit where there is none. Only layouts that are looked at in a terminal care.
    pub width: Option<usize>,
}

/// Whether text is styled for a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Text and nothing else.
    Plain,
    /// With ANSI escape sequences for bold and faint text, in layouts that are looked at in a terminal.
    Ansi,
}

impl From<Style> for Page {
    /// Lines of any length.
    fn from(style: Style) -> Self {
        Self { style, width: None }
    }
}
