//! Which response mention is which key mention. A rule never looks at entities.

mod alignment;
mod side;

pub mod exact;
pub mod minimum;

pub use alignment::Alignment;
pub use side::Side;

/// How mentions are matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Matching {
    /// The same tokens.
    #[default]
    Exact,
}

impl Matching {
    /// Matches the mentions of a key document with those of a response document, one to one.
    #[must_use]
    pub fn align(self, key: &Side<'_>, response: &Side<'_>) -> Alignment {
        match self {
            Self::Exact => exact::align(key, response),
        }
    }
}

impl std::fmt::Display for Matching {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Exact => "exact",
        })
    }
}

impl std::str::FromStr for Matching {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "exact" { Ok(Self::Exact) } else { Err(format!("`{text}` is not a matching rule")) }
    }
}
