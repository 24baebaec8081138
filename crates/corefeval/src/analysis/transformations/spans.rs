//! Step 0: missed and spurious mentions that are the same mention with other boundaries.

use super::super::view::View;
use super::Rule;
use crate::document::Span;

/// A missed and a spurious mention that are meant to be the same, as places among those seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mapped {
    pub(super) missed: u32,
    pub(super) spurious: u32,
    pub(super) rule: Rule,
}

/// Maps mentions whose words are the same once their ends are stripped, then those that share a head with no
/// other.
pub(super) fn mapped(view: &View<'_>) -> Vec<Mapped> {
    let twinless = |place: &u32| {
        let seen = &view.seen[*place as usize];
        seen.is_missed() || seen.is_spurious()
    };
    let twinless: Vec<u32> = (0..view.seen.len() as u32).filter(twinless).collect();
    let core = |place: u32| stripped(view, view.seen[place as usize].span);
    let mut mapped = Vec::new();
    each_group(view, &twinless, core, |missed, spurious| {
        let pairs = missed.iter().zip(spurious);
        mapped.extend(pairs.map(|(&missed, &spurious)| Mapped { missed, spurious, rule: Rule::SameCore }));
    });
    let mut done = vec![false; view.seen.len()];
    for one in &mapped {
        done[one.missed as usize] = true;
        done[one.spurious as usize] = true;
    }
    let rest: Vec<u32> = twinless.into_iter().filter(|place| !done[*place as usize]).collect();
    let head = |place: u32| {
        let seen = &view.seen[place as usize];
        Span::new(seen.sentence as u32, seen.head)
    };
    each_group(view, &rest, head, |missed, spurious| {
        if let (&[missed], &[spurious]) = (missed, spurious) {
            mapped.push(Mapped { missed, spurious, rule: Rule::SameHead });
        }
    });
    mapped.sort_by_key(|one| one.missed);
    mapped
}

/// Calls `with` for every group of mentions that have something in common: the places of the missed and of
/// the spurious ones, in order.
fn each_group(
    view: &View<'_>,
    places: &[u32],
    by: impl Fn(u32) -> Span,
    mut with: impl FnMut(&[u32], &[u32]),
) {
    let mut grouped: Vec<(Span, u32)> = places.iter().map(|place| (by(*place), *place)).collect();
    grouped.sort_unstable();
    let (mut missed, mut spurious) = (Vec::new(), Vec::new());
    for group in grouped.chunk_by(|one, other| one.0 == other.0) {
        missed.clear();
        spurious.clear();
        for &(_, place) in group {
            let is_missed = view.seen[place as usize].is_missed();
            if is_missed { &mut missed } else { &mut spurious }.push(place);
        }
        with(&missed, &spurious);
    }
}

/// A span without `the` at its beginning, `'s` at its end, and single characters other than letters at both;
/// at least one token is left.
fn stripped(view: &View<'_>, mut span: Span) -> Span {
    while span.len() > 1 {
        let (first, last) = (view.word(span.start), view.word(span.end - 1));
        if first == "the" || is_mark(first) {
            span.start += 1;
        } else if last == "'s" || is_mark(last) {
            span.end -= 1;
        } else {
            break;
        }
    }
    span
}

/// Whether a word is a single character other than an ASCII letter.
fn is_mark(word: &str) -> bool {
    let mut characters = word.chars();
    matches!((characters.next(), characters.next()), (Some(only), None) if !only.is_ascii_alphabetic())
}
