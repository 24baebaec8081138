//! The record of a matching rule, which describes the rule and contains its functions.

use super::needs::Needs;
use super::{Alignment, Side};
use crate::document::{Document, Wanted};

/// A way of matching mentions. Every rule is listed in [`RULES`](super::RULES).
#[derive(Debug)]
#[non_exhaustive]
pub struct Rule {
    /// Its name on the command line and in signatures, without a percentage.
    pub name: &'static str,
    /// When two mentions match, in one line.
    pub summary: &'static str,
    /// Who proposed or used it.
    pub citation: &'static str,
    /// What it needs in the key.
    pub needs: &'static Needs,
    /// What must be read of the key.
    pub wanted_key: Wanted,
    /// What must be read of the response.
    pub wanted_response: Wanted,
    /// How it matches mentions that have no twin yet.
    pub join: Join,
    /// Which mentions of one side count as the same mention.
    pub sameness: Sameness,
}

/// Matches the mentions of a key and a response that have no twin yet.
pub type JoinMentions = fn(key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment);

/// How a rule matches mentions.
#[derive(Clone, Copy, Debug)]
pub enum Join {
    /// Without a parameter.
    Plain(JoinMentions),
    /// With a percentage, which its name carries: `overlap-50`.
    Percent {
        /// The default percentage.
        usual: u8,
        /// Matches mentions at a given percentage.
        join: fn(percent: u8, key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment),
    },
}

/// Groups the mentions of one side, as places in it, each group in file order. `syntax` is the key, whose
/// syntax is used for both sides.
pub type SameMentions = fn(side: &Side<'_>, syntax: &Document) -> Vec<Vec<u32>>;

/// Which mentions of one side are the same mention.
#[derive(Clone, Copy, Debug)]
pub enum Sameness {
    /// Those with the same tokens.
    Tokens,
    /// Those with the same tokens, except if repeated mentions are looked up, as in CoVal: then those in one
    /// group.
    WhenLookedUp(SameMentions),
    /// Those in one group. Within an entity they count once; in several entities they are repeated mentions.
    Always(SameMentions),
}
