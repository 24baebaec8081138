//! Partial matching of the CRAFT 2019 shared task.
//!
//! ```text
//! tokens     a  b  c  d  e
//! key       [a  b]    [d  e]      its first part is what must be found
//! response     [b]                a part of it lies inside: they match
//! ```
//!
//! Mentions with the same tokens are joined first. Then the response mentions in text order: for each, the first key
//! mention whose first part holds a part of it; if that one is taken, the response mention stays without a twin.

use super::free::Free;
use super::work::Work;
use super::{Alignment, Side, exact};
use crate::document::Span;

/// Matches mentions of which a part lies in the first part of a key mention.
pub(super) fn join(key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment) {
    exact::join(key, response, alignment);
    let work = Work::new(key, response, alignment);
    let mut first_fit: Vec<Option<u32>> = vec![None; work.response.mentions.len()];
    work.for_overlapping(|key, response| {
        let fit = &mut first_fit[response as usize];
        if fit.is_none_or(|earlier| key < earlier) && fits(&work, key, response) {
            *fit = Some(key);
        }
    });
    for (key, response) in first_fit.into_iter().zip(0..) {
        if let Some(key) = key {
            work.join(key, response, alignment);
        }
    }
}

fn fits(work: &Work<'_>, key: u32, response: u32) -> bool {
    let number_key = |token| work.numbering.of_key(token);
    let number_response = |token| work.numbering.of_response(token);
    let must = parts(work.key_side, &work.key, key).next().map(|part| ends(part, number_key));
    let mut found =
        parts(work.response_side, &work.response, response).map(|part| ends(part, number_response));
    must.is_some_and(|must| found.any(|part| must.contains(part)))
}

fn parts<'a>(side: &'a Side<'a>, free: &Free, place: u32) -> impl Iterator<Item = Span> + use<'a> {
    let mention = &side.mentions[free.mentions[place as usize].place as usize];
    side.document.parts(mention).iter().copied().filter(|part| !part.is_empty())
}

/// A part of a mention in common numbers, from its first token to its last.
fn ends(part: Span, number: impl Fn(u32) -> u32) -> Span {
    Span::new(number(part.start), number(part.end - 1).saturating_add(1))
}
