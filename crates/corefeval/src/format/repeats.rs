//! Spans that are mentioned twice, which most scorers do not handle well.

use super::Problem;
use crate::document::{Document, Mention, Span, Wanted};

/// A warning for every mention that has the same tokens as another; `lines` says where each mention was
/// completed. There are warnings only if everything in a file is wanted: scoring finds repeats in the pair,
/// by the rule that matches mentions.
pub(super) fn problems(document: &Document, lines: &[u64], wanted: Wanted) -> Vec<Problem> {
    if wanted != Wanted::ALL {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..document.mentions.len()).collect();
    order.sort_by_key(|&index| place(document, index));
    let repeated = order.windows(2).filter(|pair| place(document, pair[0]) == place(document, pair[1]));
    repeated.map(|pair| problem(document, pair[0], pair[1], lines)).collect()
}

/// What repeated mentions have in common; mentions in different layers of anaphora do not repeat each other.
fn place(document: &Document, index: usize) -> (u8, Span, &[Span]) {
    let mention = &document.mentions[index];
    let stage = document.entity_detail(mention.entity).map_or(0, |detail| detail.stage as u8);
    (stage, mention.span, document.parts(mention))
}

fn problem(document: &Document, first: usize, second: usize, lines: &[u64]) -> Problem {
    let label = |mention: &Mention| document.entity_labels.get(mention.entity as usize).unwrap_or("");
    let (first, again) = (&document.mentions[first], &document.mentions[second]);
    let (one, other) = (label(first), label(again));
    let message = if first.entity == again.entity {
        format!("repeated mention: the same span is twice in entity {one}")
    } else {
        format!("repeated mention: the same span is in entity {one} and in entity {other}")
    };
    let line = lines.get(second).copied().unwrap_or(0);
    Problem::warning("repeated-mention", line, message)
        .hint("keep one; `--repeats` says how scoring treats repeated mentions")
}
