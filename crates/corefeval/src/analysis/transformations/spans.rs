//! Step 0: missed and spurious mentions that are the same mention with other boundaries.

use std::collections::BTreeMap;

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

/// Missed and spurious mentions that have something in common.
#[derive(Default)]
struct Alike {
    missed: Vec<u32>,
    spurious: Vec<u32>,
}

/// Maps mentions whose words are the same once their ends are stripped, then those that alone share a head.
pub(super) fn mapped(view: &View<'_>) -> Vec<Mapped> {
    let twinless = |place: &u32| {
        let seen = &view.seen[*place as usize];
        seen.is_missed() || seen.is_spurious()
    };
    let twinless: Vec<u32> = (0..view.seen.len() as u32).filter(twinless).collect();
    let core = |place: u32| stripped(view, view.seen[place as usize].span);
    let mut mapped = Vec::new();
    for alike in grouped(view, &twinless, core).values() {
        let pairs = alike.missed.iter().zip(&alike.spurious);
        mapped.extend(pairs.map(|(&missed, &spurious)| Mapped { missed, spurious, rule: Rule::SameCore }));
    }
    let done: Vec<u32> = mapped.iter().flat_map(|one| [one.missed, one.spurious]).collect();
    let done: std::collections::BTreeSet<u32> = done.into_iter().collect();
    let rest: Vec<u32> = twinless.into_iter().filter(|place| !done.contains(place)).collect();
    let head = |place: u32| {
        let seen = &view.seen[place as usize];
        Span::new(seen.sentence as u32, seen.head)
    };
    for alike in grouped(view, &rest, head).values() {
        if let (&[missed], &[spurious]) = (&alike.missed[..], &alike.spurious[..]) {
            mapped.push(Mapped { missed, spurious, rule: Rule::SameHead });
        }
    }
    mapped.sort_by_key(|one| one.missed);
    mapped
}

fn grouped(view: &View<'_>, places: &[u32], by: impl Fn(u32) -> Span) -> BTreeMap<Span, Alike> {
    let mut groups: BTreeMap<Span, Alike> = BTreeMap::new();
    for &place in places {
        let group = groups.entry(by(place)).or_default();
        let is_missed = view.seen[place as usize].is_missed();
        if is_missed { &mut group.missed } else { &mut group.spurious }.push(place);
    }
    groups
}

/// A span without `the` at its beginning, `'s` at its end, and single characters other than letters at both; one token is left.
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

/// Whether a word is a single character and no ASCII letter.
fn is_mark(word: &str) -> bool {
    let mut characters = word.chars();
    matches!((characters.next(), characters.next()), (Some(only), None) if !only.is_ascii_alphabetic())
}
