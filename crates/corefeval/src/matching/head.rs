//! The same head: two mentions match when the same token heads them.
//!
//! ```text
//! tokens     the  tall  wall  of  Ur  fell
//! key       [           wall        ]
//! response  [           wall]                  the head of both is `wall`: they match
//! ```
//!
//! The head is the one that the file names (CorefUD), or else the first token with a governor outside the
//! mention in the key's dependencies, or else the one that the rules of Collins find in the key's trees.
//! Mentions with the same tokens are joined first; then, of the mentions with the same head, those that share
//! the most tokens.

use super::heads::{First, Heads};
use super::needs::{HEADS, SYNTAX_LAYERS};
use super::work::Work;
use super::{Alignment, Join, Rule, Sameness, Side, exact};
use crate::document::Wanted;

/// The rule.
pub(super) const HEAD: Rule = Rule {
    name: "head",
    summary: "they have the same head, as annotated or found by the key's dependencies or trees",
    citation: "–",
    needs: &HEADS,
    wanted_key: SYNTAX_LAYERS,
    wanted_response: Wanted::MENTIONS.and_details(),
    join: Join::Plain(join),
    sameness: Sameness::Tokens,
};

/// Matches mentions that have the same head.
fn join(key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment) {
    exact::join(key, response, alignment);
    let work = Work::new(key, response, alignment);
    let mut heads = Heads::new(&work, First::Dependencies);
    let (mut key_heads, mut response_heads) = (Vec::new(), Vec::new());
    for chunk in work.chunks() {
        heads.enter(chunk.sentence);
        for place in chunk.key {
            let head = heads.of_key(&work.key.mentions[place]);
            key_heads.extend(head.map(|head| (head, place as u32)));
        }
        for place in chunk.response {
            let head = heads.of_response(&work.response.mentions[place]);
            response_heads.extend(head.map(|head| (head, place as u32)));
        }
    }
    work.join_best(work.pair_marks(&mut key_heads, &mut response_heads), alignment);
}
