//! Which response mention is which key mention. A rule never looks at entities.
//!
//! One file for each rule; `docs/matching.md` has a picture of each.

mod alignment;
mod best;
mod contained;
mod corefud_head;
mod craft;
mod dependencies;
mod dependency_minimum;
mod free;
mod head;
mod head_rules;
mod heads;
mod layers;
mod mina;
mod mina_coval;
mod overlap;
mod side;
mod work;
mod zero;

pub mod coval_minimum;
pub mod exact;
pub mod minimum;
pub mod python_characters;

pub use alignment::Alignment;
pub use heads::HeadsOf;
pub use layers::Lack;
pub use mina_coval::verbal_as_coval;
pub use side::Side;
pub use zero::ZeroMatching;

use std::fmt;
use std::str::FromStr;

use crate::document::Document;

/// How mentions are matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Matching {
    /// The same tokens.
    #[default]
    Exact,
    /// The same minimum span by MINA.
    Mina,
    /// The same minimum span as CoVal computes it, accidents included.
    MinaCoval,
    /// The same head.
    Head,
    /// The head word of the key mention found, and nothing from outside it.
    HeadConll2011,
    /// The same head as in the CorefUD scorer.
    HeadCorefud,
    /// The key mention's head found and nothing from outside it, as in the CorefUD scorer.
    PartialCorefud,
    /// A part found inside the first part of the key mention.
    PartialCraft,
    /// The annotated minimum found, and nothing from outside the mention.
    Min,
    /// As in SemEval-2010: head found, nothing from outside, half a credit in mention detection.
    SemEval,
    /// Enough tokens in common.
    Overlap {
        /// How many per cent of the tokens of either must be in both.
        percent: u8,
    },
}

/// What share of tokens is enough when no other is asked for.
const HALF: u8 = 50;

impl Matching {
    /// Every rule, in the order in which they are offered.
    pub const ALL: &'static [Self] = &[
        Self::Exact,
        Self::Mina,
        Self::MinaCoval,
        Self::Head,
        Self::HeadConll2011,
        Self::HeadCorefud,
        Self::PartialCorefud,
        Self::PartialCraft,
        Self::Min,
        Self::SemEval,
        Self::Overlap { percent: HALF },
    ];

    /// What it is called on the command line and in signatures, but for a percentage.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Mina => "mina",
            Self::MinaCoval => "mina-coval",
            Self::Head => "head",
            Self::HeadConll2011 => "head-conll2011",
            Self::HeadCorefud => "head-corefud",
            Self::PartialCorefud => "partial-corefud",
            Self::PartialCraft => "partial-craft",
            Self::Min => "min",
            Self::SemEval => "semeval",
            Self::Overlap { .. } => "overlap",
        }
    }

    /// One line for people.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Exact => "the same tokens",
            Self::Mina => "the same minimum span, found in the key's trees (Moosavi et al. 2019)",
            Self::MinaCoval => "the same minimum span as CoVal computes it, accidents included",
            Self::Head => "the same head, by the file, the key's dependencies or its trees",
            Self::HeadConll2011 => {
                "the key's head word found, nothing outside the mention (Pradhan et al. 2011)"
            }
            Self::HeadCorefud => "the same head as in the CorefUD scorer (CRAC since 2023)",
            Self::PartialCorefud => "the key's head found, nothing outside the mention (CorefUD scorer)",
            Self::PartialCraft => "a part inside the first part of the key mention (CRAFT 2019)",
            Self::Min => "the annotated minimum found, nothing outside the mention (MUC, ARRAU)",
            Self::SemEval => "head found, nothing outside; half credit in mention detection (SemEval-2010)",
            Self::Overlap { .. } => "at least so many per cent of tokens in common: `overlap-50`",
        }
    }

    /// Mentions of one side that are the same mention, as places in it, each group in file order: those with the same
    /// tokens, or under CoVal's rule the same minimum span. `syntax` is the key.
    #[must_use]
    pub fn repeated(self, side: &Side<'_>, syntax: &Document) -> Vec<Vec<u32>> {
        match self {
            Self::MinaCoval => mina_coval::repeated(side, syntax),
            _ => exact::same_tokens(side),
        }
    }

    /// Matches the mentions of a key document with those of a response document, one to one.
    #[must_use]
    pub fn align(self, key: &Side<'_>, response: &Side<'_>) -> Alignment {
        self.align_with(ZeroMatching::Linear, key, response)
    }

    /// The same, with a rule of their own for zeros, which come first.
    #[must_use]
    pub fn align_with(self, zeros: ZeroMatching, key: &Side<'_>, response: &Side<'_>) -> Alignment {
        let mut alignment = Alignment::new(key.mentions.len(), response.mentions.len());
        if zeros == ZeroMatching::Dependent {
            zero::join_dependent(key, response, &mut alignment);
        }
        let join = match self {
            Self::Exact => exact::join,
            Self::Mina => mina::join,
            Self::MinaCoval => mina_coval::join,
            Self::Head => head::join,
            Self::HeadConll2011 => contained::join_by_head_word,
            Self::HeadCorefud => corefud_head::join,
            Self::PartialCorefud => contained::join_by_named_head,
            Self::PartialCraft => craft::join,
            Self::Min => contained::join_by_minimum,
            Self::SemEval => contained::join_as_semeval,
            Self::Overlap { percent } => {
                overlap::join(percent, key, response, &mut alignment);
                return alignment;
            }
        };
        join(key, response, &mut alignment);
        alignment
    }
}

impl fmt::Display for Matching {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overlap { percent } => write!(formatter, "overlap-{percent}"),
            other => formatter.write_str(other.name()),
        }
    }
}

impl FromStr for Matching {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(percent) = text.strip_prefix("overlap-") {
            let percent = percent.parse().ok().filter(|percent| (1..=100).contains(percent));
            let percent = percent.ok_or_else(|| format!("`{text}`: expected a number from 1 to 100"))?;
            return Ok(Self::Overlap { percent });
        }
        let found = Self::ALL.iter().find(|rule| rule.name() == text).copied();
        found.ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|rule| rule.name()).collect();
            format!("`{text}` is none of {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests;
