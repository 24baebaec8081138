//! What a matching rule is: one record, described and carried out in one place.

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
    /// What it cannot do without in the key.
    pub needs: &'static Needs,
    /// What must be read of the key.
    pub wanted_key: Wanted,
    /// What must be read of the response.
    pub wanted_response: Wanted,
    /// How mentions that have no twin yet are matched.
    pub join: Join,
    /// Which mentions of one side are the same mention.
    pub sameness: Sameness,
}

/// Matches the mentions of a key and a response that have no twin yet.
pub type JoinMentions = fn(key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment);

/// How a rule matches mentions.
#[derive(Clone, Copy, Debug)]
pub enum Join {
    /// Always in one way.
    Plain(JoinMentions),
    /// With a percentage, which its name carries: `overlap-50`.
    Percent {
        /// The percentage if none is named.
        usual: u8,
        /// How mentions are matched at a percentage.
        join: fn(percent: u8, key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment),
    },
}

/// Groups mentions of one side, as places in it, each group in file order. The document is the key, whose syntax decides.
pub type SameMentions = fn(side: &Side<'_>, syntax: &Document) -> Vec<Vec<u32>>;

/// Which mentions of one side are the same mention.
#[derive(Clone, Copy, Debug)]
pub enum Sameness {
    /// Those with the same tokens.
    Tokens,
    /// Those with the same tokens; but where repeated mentions are looked up, as in CoVal, those in one group.
    WhenLookedUp(SameMentions),
    /// Those in one group. Of an entity they count once; those of several entities are repeated mentions.
    Always(SameMentions),
}
