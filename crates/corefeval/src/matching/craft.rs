//! Partial matching of the CRAFT 2019 shared task.
//!
//! ```text
//! tokens     a  b  c  d  e
//! key       [a  b]    [d  e]      its first part is what must be found
//! response     [b]                a part of it lies inside: they match
//! ```
//!
//! Mentions with the same tokens are joined first. Then each response mention, in text order, is joined with
//! the first key mention whose first part contains a part of it; if that key mention already has a twin, the
//! response mention stays twinless.

use super::free::Free;
use super::needs::NOTHING;
use super::work::Work;
use super::{Alignment, Join, Rule, Sameness, Side, exact};
use crate::document::{Span, Wanted};

/// The rule.
pub(super) const PARTIAL_CRAFT: Rule = Rule {
    name: "partial-craft",
    summary: "a part of the response mention lies in the first part of the key mention",
    citation: "CRAFT 2019",
    needs: &NOTHING,
    wanted_key: Wanted::MENTIONS,
    wanted_response: Wanted::MENTIONS,
    join: Join::Plain(join),
    sameness: Sameness::Tokens,
};

/// Matches response mentions that have a part inside the first part of a key mention.
fn join(key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment) {
    exact::join(key, response, alignment);
    let work = Work::new(key, response, alignment);
    let firsts = FirstParts::new(&work);
    for response in 0..work.response.mentions.len() as u32 {
        let number = |token| work.numbering.of_response(token);
        let found = parts(work.response_side, &work.response, response).map(|part| ends(part, number));
        if let Some(key) = found.filter_map(|part| firsts.around(part)).min() {
            work.join(key, response, alignment);
        }
    }
}

/// The first parts of the free key mentions, in text order.
struct FirstParts {
    parts: Vec<Span>,
    /// For each first part, the furthest end among it and those before it.
    furthest: Vec<u32>,
}

impl FirstParts {
    fn new(work: &Work<'_>) -> Self {
        let number = |token| work.numbering.of_key(token);
        let first = |place: u32| {
            let part = parts(work.key_side, &work.key, place).next();
            part.map_or(Span::default(), |part| ends(part, number))
        };
        let parts: Vec<Span> = (0..work.key.mentions.len() as u32).map(first).collect();
        let furthest = parts.iter().scan(0, |furthest, part| {
            *furthest = part.end.max(*furthest);
            Some(*furthest)
        });
        Self { furthest: furthest.collect(), parts }
    }

    /// The place of the first of these parts that contains a span.
    fn around(&self, span: Span) -> Option<u32> {
        // sorted by start: if the first part that reaches far enough begins too late, so do all others
        let place = self.furthest.partition_point(|&end| end < span.end);
        self.parts.get(place).filter(|part| part.contains(span)).map(|_| place as u32)
    }
}

fn parts<'a>(side: &'a Side<'a>, free: &Free, place: u32) -> impl Iterator<Item = Span> + use<'a> {
    let mention = &side.mentions[free.mentions[place as usize].place as usize];
    side.document.parts(mention).iter().copied().filter(|part| !part.is_empty())
}

/// A part of a mention in common numbers, from its first token to its last.
fn ends(part: Span, number: impl Fn(u32) -> u32) -> Span {
    Span::new(number(part.start), number(part.end - 1).saturating_add(1))
}
