//! Matching by overlap: two mentions match if they share enough of the tokens that either has.
//!
//! ```text
//! tokens     the  tall  wall  of  Ur
//! key       [the  tall  wall]
//! response       [tall  wall  of]        2 of 4 tokens: they match if half is enough
//! ```
//!
//! Mentions with the same tokens are joined first; then the candidates that share enough tokens, with the
//! largest possible sum of shares. If hundreds of mentions of one side overlap each other, a mention of the
//! other side is compared only with the 64 that began last, to keep the work proportional to the number of
//! mentions.

use super::best::Candidate;
use super::needs::NOTHING;
use super::work::Work;
use super::{Alignment, Join, Rule, Sameness, Side, exact};
use crate::document::Wanted;

/// The rule.
pub(super) const OVERLAP: Rule = Rule {
    name: "overlap",
    summary: "they share at least N per cent of their tokens, as in `overlap-50`",
    citation: "–",
    needs: &NOTHING,
    wanted_key: Wanted::MENTIONS,
    wanted_response: Wanted::MENTIONS,
    join: Join::Percent { usual: 50, join },
    sameness: Sameness::Tokens,
};

/// Matches mentions that share at least so many per cent of their tokens.
fn join(percent: u8, key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment) {
    exact::join(key, response, alignment);
    let work = Work::new(key, response, alignment);
    let mut candidates = Vec::new();
    work.for_overlapping(|key, response| {
        let mentions = (&work.key.mentions[key as usize], &work.response.mentions[response as usize]);
        let shared = work.shared(mentions.0, mentions.1);
        let either = mentions.0.length + mentions.1.length - shared;
        if shared > 0 && u64::from(shared) * 100 >= u64::from(either) * u64::from(percent) {
            let weight = f64::from(shared) / f64::from(either);
            candidates.push(Candidate { key, response, weight });
        }
    });
    work.join_best(candidates, alignment);
}
