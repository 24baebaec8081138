//! The same minimum span: two mentions match if MINA reduces both to the same words.
//!
//! ```text
//! tokens     a  page  from  the  diary
//! key       [a  page]
//! response  [a  page  from  the  diary]     the minimum of both is `a page`: they match
//! ```
//!
//! Minimum spans of key and response alike are found in the key's trees (Moosavi et al. 2019), or in its dependencies
//! if it has no trees. Mentions with the same tokens are joined first, so nested mentions with the same
//! minimum stay separate and a key always matches itself; then, of those with the same minimum, the ones that
//! share the most tokens.

use super::minimum::Reading;
use super::minimum_finder::MinimumFinder;
use super::needs::{SYNTAX, SYNTAX_LAYERS};
use super::work::Work;
use super::{Alignment, Join, Rule, Sameness, Side, exact};
use crate::document::Wanted;

/// The rule.
pub(super) const MINA: Rule = Rule {
    name: "mina",
    summary: "they have the same minimum span, found in the key's trees",
    citation: "Moosavi et al. 2019",
    needs: &SYNTAX,
    wanted_key: SYNTAX_LAYERS,
    wanted_response: Wanted::MENTIONS,
    join: Join::Plain(|key, response, alignment| join(Reading::WithoutPunctuation, key, response, alignment)),
    sameness: Sameness::Tokens,
};

/// The rule with only the published exclusions: punctuation can be a minimum.
pub(super) const MINA_LITERAL: Rule = Rule {
    name: "mina-literal",
    summary: "the same as `mina`, except that a run of punctuation can be a minimum, as in the literal text of the paper",
    join: Join::Plain(|key, response, alignment| join(Reading::Literal, key, response, alignment)),
    ..MINA
};

/// Matches mentions that have the same minimum span.
fn join(reading: Reading, key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment) {
    exact::join(key, response, alignment);
    let work = Work::new(key, response, alignment);
    let mut finder = MinimumFinder::new(&work, reading);
    let (mut key_minimums, mut response_minimums) = (Vec::new(), Vec::new());
    for chunk in work.chunks() {
        finder.enter(chunk.sentence);
        for place in chunk.key {
            let minimum = finder.find(&work.key, &work.key.mentions[place]);
            key_minimums.push((minimum, place as u32));
        }
        for place in chunk.response {
            let minimum = finder.find(&work.response, &work.response.mentions[place]);
            response_minimums.push((minimum, place as u32));
        }
    }
    let (mut key_marks, mut response_marks) = (finder.marks(key_minimums), finder.marks(response_minimums));
    work.join_best(work.pair_marks(&mut key_marks, &mut response_marks), alignment);
}
