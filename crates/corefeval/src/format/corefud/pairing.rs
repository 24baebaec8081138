//! Heads of mentions that cross others of their entity: brackets are paired differently when the file is read, so that a head
//! may then be outside its mention.

use rustc_hash::FxHashSet;

use super::super::losses::{crossing, interleaving};
use super::super::marks::{First, Gaps, Kind, marks};
use super::open::{Handle, OpenMentions, Opened, joined};
use super::parts::Part;
use crate::document::{Document, Span};

/// The mentions whose heads would be read as other tokens, or as none.
pub(super) fn with_misplaced_heads(document: &Document) -> FxHashSet<usize> {
    if crossing(document).is_none() && interleaving(document).is_none() {
        return FxHashSet::default();
    }
    let is_misplaced = |&(index, ref parts): &(usize, Vec<Span>)| {
        let mention = &document.mentions[index];
        let head = document.detail(mention).and_then(|detail| detail.head);
        let place = document.mention_tokens(mention).position(|token| Some(token) == head);
        let tokens = || parts.iter().flat_map(|part| part.start..part.end);
        place.is_some_and(|place| tokens().nth(place) != head)
    };
    read_again(document).into_iter().filter(is_misplaced).map(|(index, _)| index).collect()
}

/// The mentions as their brackets are paired by a reader, each with that whose values it has.
fn read_again(document: &Document) -> Vec<(usize, Vec<Span>)> {
    let marks = marks(document, Gaps::Kept, First::Written);
    let part_of = |mention: usize, number: usize| {
        let of = document.parts(&document.mentions[mention]).len() as u32;
        Part { number: number as u32 + 1, of }
    };
    let names: Vec<String> = (0..document.mentions.len()).map(|index| index.to_string()).collect();
    let id = |mention: usize, Part { number, of }: Part| {
        format!("{}[{number}/{of}]", document.mentions[mention].entity)
    };
    let ids: Vec<String> =
        marks.iter().map(|mark| id(mark.mention, part_of(mark.mention, mark.part))).collect();
    let mut open = OpenMentions::default();
    let mut found = Vec::new();
    for (mark, id) in marks.iter().zip(&ids) {
        let entity = document.mentions[mark.mention].entity;
        let handle = Handle { entity, id: id.as_bytes(), part: part_of(mark.mention, mark.part) };
        let opened = Opened { token: mark.token, text: names[mark.mention].as_bytes() };
        let closed = match mark.kind {
            Kind::Open => {
                open.open(handle, opened);
                None
            }
            Kind::Single => Some(opened),
            Kind::Close => open.close(handle),
        };
        let Some(opened) = closed else { continue };
        let span = Span::new(opened.token, mark.token + 1);
        let whole = if handle.part == Part::WHOLE {
            Some((opened, vec![span]))
        } else {
            let added = open.add_part(handle, opened, span).ok().flatten();
            added.map(|whole| (whole.opened, parts_of(whole.parts)))
        };
        found.extend(whole.and_then(|(opened, parts)| Some((number(opened.text)?, parts))));
    }
    found
}

fn parts_of(parts: Vec<Span>) -> Vec<Span> {
    match joined(parts) {
        (span, parts) if parts.is_empty() => vec![span],
        (_, parts) => parts,
    }
}

fn number(name: &[u8]) -> Option<usize> {
    std::str::from_utf8(name).ok()?.parse().ok()
}
