//! Strata by whether a mention is inside another, or has others inside it.

use super::{Label, Strata, View, value};
use crate::choice::Value;
use crate::document::Span;

/// Nested mentions, of the same or different entities.
pub(super) const NESTING: Strata = Strata {
    name: "nesting",
    title: "Nesting",
    about: "Whether the mention is inside another mention of its own side, has others inside it, both or neither.",
    values: &VALUES,
    labels: nested,
    ..Strata::PLAIN
};

const VALUES: [Value; 4] = [
    value("flat", "neither inside another mention nor with one inside"),
    value("outer", "other mentions are inside it"),
    value("inner", "it is inside another mention"),
    value("both", "it is inside one and has others inside"),
];

fn nested(view: &View<'_>) -> Vec<Label> {
    let spans: Vec<Span> = view.side().mentions.iter().map(|mention| mention.span).collect();
    let (inner, outer) = (inside(&spans), around(&spans));
    let label = |place: usize| VALUES[usize::from(outer[place]) + 2 * usize::from(inner[place])].name;
    (0..spans.len()).map(|place| label(place).into()).collect()
}

/// The order of spans by start; of spans that begin together, the longest is first.
fn outermost_first(spans: &[Span]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..spans.len()).collect();
    order.sort_by_key(|&place| (spans[place].start, std::cmp::Reverse(spans[place].end)));
    order
}

/// Whether each span is inside another one; equal spans are not inside each other.
fn inside(spans: &[Span]) -> Vec<bool> {
    let order = outermost_first(spans);
    let mut inside = vec![false; spans.len()];
    let mut farthest = None;
    for same in order.chunk_by(|one, other| spans[*one] == spans[*other]) {
        let end = spans[same[0]].end;
        let is_inside = farthest.is_some_and(|farthest| farthest >= end);
        for &place in same {
            inside[place] = is_inside;
        }
        farthest = farthest.max(Some(end));
    }
    inside
}

/// Whether each span has another inside.
fn around(spans: &[Span]) -> Vec<bool> {
    let order = outermost_first(spans);
    let mut around = vec![false; spans.len()];
    let mut nearest = u32::MAX;
    let groups: Vec<&[usize]> = order.chunk_by(|one, other| spans[*one] == spans[*other]).collect();
    for same in groups.into_iter().rev() {
        let end = spans[same[0]].end;
        for &place in same {
            around[place] = nearest <= end;
        }
        nearest = nearest.min(end);
    }
    around
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Span, around, inside};

    proptest! {
        #[test]
        fn nesting_is_what_all_pairs_say(ends in prop::collection::vec((0u32..12, 1u32..6), 0..14)) {
            let spans: Vec<Span> = ends.iter().map(|&(start, length)| Span::new(start, start + length)).collect();
            let any = |of: &dyn Fn(Span) -> bool| spans.iter().any(|other| of(*other));
            for (place, span) in spans.iter().enumerate() {
                let is_inside = any(&|other| other != *span && other.contains(*span));
                let is_around = any(&|other| other != *span && span.contains(other));
                prop_assert_eq!((inside(&spans)[place], around(&spans)[place]), (is_inside, is_around));
            }
        }
    }
}
