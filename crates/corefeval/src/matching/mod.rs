//! Matches response mentions with key mentions. A matching rule never uses entities.
//!
//! One file for each rule or family of rules, listed in [`RULES`]; `docs/matching.md` has a picture of each.

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
mod mina;
mod mina_coval;
mod minimum_finder;
mod minimums_of;
mod needs;
mod overlap;
mod rule;
mod sets;
mod side;
mod work;
mod zero;

pub mod coval_minimum;
pub mod exact;
pub mod minimum;
pub mod python_characters;

pub use alignment::Alignment;
pub use heads::{HeadBy, HeadsOf, name_heads};
pub use mina_coval::verbal_as_coval;
pub use minimums_of::{MinimumBy, MinimumsOf, NamedMinimums, name_minimums};
pub use needs::{Lack, Needs};
pub use rule::{Join, JoinMentions, Rule, SameMentions, Sameness};
pub use side::Side;
pub use zero::ZeroMatching;

use std::fmt;
use std::str::FromStr;

use crate::choice::none_of;
use crate::document::{Document, Wanted};

/// Every rule, in the order in which the rules are listed to users.
pub const RULES: &[&Rule] = &[
    &exact::EXACT,
    &mina::MINA,
    &mina::MINA_LITERAL,
    &sets::MINA_SET,
    &sets::MINA_SET_LITERAL,
    &mina_coval::MINA_COVAL,
    &head::HEAD,
    &sets::HEAD_SET,
    &contained::HEAD_CONLL2011,
    &corefud_head::HEAD_COREFUD,
    &contained::PARTIAL_COREFUD,
    &craft::PARTIAL_CRAFT,
    &contained::MIN,
    &contained::SEMEVAL,
    &overlap::OVERLAP,
];

/// How mentions are matched: a rule of [`RULES`], with a percentage if it takes one.
///
/// ```
/// use corefeval::document::Document;
/// use corefeval::matching::{Matching, Side};
///
/// let key = Document::from_clusters("letter", 5, [[0..3, 4..5]])?;
/// let response = Document::from_clusters("letter", 5, [[1..3, 4..5]])?;
/// let twins = |matching: Matching| matching.align(&Side::all(&key), &Side::all(&response)).count();
/// assert_eq!(twins(Matching::EXACT), 1);
/// assert_eq!(twins("overlap-50".parse()?), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Matching {
    rule: &'static Rule,
    percent: u8,
}

impl Matching {
    /// The same tokens.
    pub const EXACT: Self = Self::usual(&exact::EXACT);
    /// The same minimum spans.
    pub const MINA: Self = Self::usual(&mina::MINA);
    /// The same head.
    pub const HEAD: Self = Self::usual(&head::HEAD);
    /// Half of the tokens shared.
    pub const OVERLAP: Self = Self::usual(&overlap::OVERLAP);

    /// Every rule, with its usual percentage, in the order in which the rules are listed to users.
    pub const ALL: &'static [Self] = &Self::all();

    /// A rule with its usual percentage.
    const fn usual(rule: &'static Rule) -> Self {
        let percent = match rule.join {
            Join::Plain(_) => 0,
            Join::Percent { usual, .. } => usual,
        };
        Self { rule, percent }
    }

    const fn all() -> [Self; RULES.len()] {
        let mut all = [Self::EXACT; RULES.len()];
        let mut place = 0;
        while place < RULES.len() {
            all[place] = Self::usual(RULES[place]);
            place += 1;
        }
        all
    }

    /// The rule.
    #[must_use]
    pub const fn rule(self) -> &'static Rule {
        self.rule
    }

    /// Its name on the command line and in signatures, without a percentage.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.rule.name
    }

    /// A description in one line.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        self.rule.summary
    }

    /// What must be read of the key.
    #[must_use]
    pub const fn wanted_key(self) -> Wanted {
        self.rule.wanted_key
    }

    /// What must be read of the response.
    #[must_use]
    pub const fn wanted_response(self) -> Wanted {
        self.rule.wanted_response
    }

    /// Groups of mentions of one side that count as the same mention when repeated mentions are looked up:
    /// mentions with the same tokens, unless the rule defines it differently. Each group has places in the
    /// side, in file order. `syntax` is the key.
    #[must_use]
    pub fn repeated(self, side: &Side<'_>, syntax: &Document) -> Vec<Vec<u32>> {
        match self.rule.sameness {
            Sameness::Tokens => exact::same_tokens(side),
            Sameness::WhenLookedUp(same) | Sameness::Always(same) => same(side, syntax),
        }
    }

    /// Whether the rule identifies mentions by a minimum or head, so that several mentions of an entity can
    /// count as one.
    #[must_use]
    pub const fn has_sets(self) -> bool {
        matches!(self.rule.sameness, Sameness::Always(_))
    }

    /// Matches the mentions of a key document with those of a response document, one to one.
    #[must_use]
    pub fn align(self, key: &Side<'_>, response: &Side<'_>) -> Alignment {
        self.align_with(ZeroMatching::Linear, key, response)
    }

    /// Matches as [`Matching::align`] does, but matches zeros first, by their own rule.
    #[must_use]
    pub fn align_with(self, zeros: ZeroMatching, key: &Side<'_>, response: &Side<'_>) -> Alignment {
        let mut alignment = Alignment::new(key.mentions.len(), response.mentions.len());
        if zeros == ZeroMatching::Dependent {
            zero::join_dependent(key, response, &mut alignment);
        }
        match self.rule.join {
            Join::Plain(join) => join(key, response, &mut alignment),
            Join::Percent { join, .. } => join(self.percent, key, response, &mut alignment),
        }
        alignment
    }
}

impl Default for Matching {
    fn default() -> Self {
        Self::EXACT
    }
}

impl PartialEq for Matching {
    fn eq(&self, other: &Self) -> bool {
        self.rule.name == other.rule.name && self.percent == other.percent
    }
}

impl Eq for Matching {}

impl fmt::Debug for Matching {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Matching({self})")
    }
}

impl fmt::Display for Matching {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rule.join {
            Join::Plain(_) => formatter.write_str(self.rule.name),
            Join::Percent { .. } => write!(formatter, "{}-{}", self.rule.name, self.percent),
        }
    }
}

impl FromStr for Matching {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(rule) = RULES.iter().find(|rule| rule.name == text) {
            return Ok(Self::usual(rule));
        }
        let takes_percent = |rule: &Rule| matches!(rule.join, Join::Percent { .. });
        for rule in RULES.iter().copied().filter(|rule| takes_percent(rule)) {
            let number = text.strip_prefix(rule.name).and_then(|rest| rest.strip_prefix('-'));
            if let Some(number) = number {
                let percent = number.parse().ok().filter(|percent| (1..=100).contains(percent));
                let percent = percent.ok_or_else(|| format!("`{text}`: expected a number from 1 to 100"))?;
                return Ok(Self { rule, percent });
            }
        }
        let names: Vec<&str> = RULES.iter().map(|rule| rule.name).collect();
        Err(none_of(text, names))
    }
}

#[cfg(test)]
mod tests;
