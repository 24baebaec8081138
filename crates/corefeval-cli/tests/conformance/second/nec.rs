//! Named entity coreference (Agarwal et al. 2019) by the definition: names head mentions, entities are found by their names.

use std::collections::{BTreeMap, BTreeSet};

use corefeval::document::Document;

use super::{Node, Text};

/// A span of tokens: the first, and the one after the last.
type Tokens = (usize, usize);

/// A name and its type.
type Name = (Tokens, String);

/// For each type and all together: entities, those not found, and the sum of F1.
pub(crate) type Row = (u64, u64, f64);

/// The types of names that are scored.
pub(crate) const TYPES: [&str; 3] = ["PERSON", "ORG", "GPE"];

/// Whether the head of a mention that is a possessive ending gives way to the word before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    StepBack,
    Keep,
}

/// The counts of a pair of documents.
pub(crate) fn count(text: &Text, key: &Document, response: &Document, ending: Ending) -> [Row; 4] {
    let names = names(text);
    let head = |mention: &Tokens| head_name(text, &names, *mention, ending);
    let is_named =
        |one: &BTreeSet<Tokens>| one.iter().filter_map(head).any(|(_, kind)| TYPES.contains(&kind.as_str()));
    let kept: Vec<BTreeSet<Tokens>> = entities(response).into_iter().filter(is_named).collect();
    let mut rows = [(0, 0, 0.0); 4];
    for entity in entities(key) {
        let heads: Vec<&Name> = entity.iter().filter_map(head).collect();
        let Some(kind) = most(&heads) else { continue };
        let variants: BTreeSet<&[String]> =
            heads.iter().map(|(span, _)| &text.words[span.0..span.1]).collect();
        let has_variant = |mention: &Tokens| {
            let words = &text.words[mention.0..mention.1];
            variants.iter().any(|variant| words.windows(variant.len()).any(|window| window == *variant))
        };
        let candidates: Vec<&BTreeSet<Tokens>> =
            kept.iter().filter(|other| other.iter().any(has_variant)).collect();
        let f = |other: &&BTreeSet<Tokens>| {
            2.0 * entity.intersection(other).count() as f64 / (entity.len() + other.len()) as f64
        };
        let best = candidates.iter().map(f).fold(0.0, f64::max);
        for place in [kind, TYPES.len()] {
            rows[place].0 += 1;
            rows[place].1 += u64::from(candidates.is_empty());
            rows[place].2 += best;
        }
    }
    rows
}

fn entities(document: &Document) -> Vec<BTreeSet<Tokens>> {
    let mut entities: BTreeMap<u32, BTreeSet<Tokens>> = BTreeMap::new();
    for mention in document.mentions() {
        let tokens = (mention.span.start as usize, mention.span.end as usize);
        entities.entry(mention.entity).or_default().insert(tokens);
    }
    entities.into_values().collect()
}

/// The type that most names have, if it is scored; of several, the one that comes first in the text.
fn most(heads: &[&Name]) -> Option<usize> {
    let count = |kind: &str| heads.iter().filter(|(_, other)| other == kind).count();
    let most = heads.iter().map(|(_, kind)| count(kind)).max()?;
    let kind = heads.iter().map(|(_, kind)| kind).find(|kind| count(kind) == most)?;
    TYPES.iter().position(|known| known == kind)
}

/// The names without a possessive ending, and their types.
fn names(text: &Text) -> Vec<Name> {
    let (mut open, mut found): (Vec<(usize, String)>, Vec<Name>) = (Vec::new(), Vec::new());
    for (token, cell) in text.names.iter().enumerate() {
        for kind in cell.split('(').skip(1) {
            open.push((token, kind.trim_end_matches(['*', ')']).to_owned()));
        }
        for _ in cell.matches(')') {
            let Some((start, kind)) = open.pop() else { continue };
            let kind = if kind == "PER" { "PERSON".to_owned() } else { kind };
            let is_ending = token > start && ["'s", "’s", "'", "’"].contains(&text.words[token].as_str());
            let end = if is_ending { token } else { token + 1 };
            found.push(((start, end), kind));
        }
    }
    found
}

/// The name that the head of a mention is in, unless several things are joined in it.
fn head_name<'a>(text: &Text, names: &'a [Name], (start, end): Tokens, ending: Ending) -> Option<&'a Name> {
    let inside: Vec<&Name> = names.iter().filter(|(name, _)| start <= name.0 && name.1 <= end).collect();
    let in_name = |token: usize| {
        inside.iter().any(|(name, _)| name.1 - name.0 > 1 && name.0 <= token && token < name.1)
    };
    let joins = |child: &Node| match child {
        Node::Word(token) => text.tags[*token] == "CC" && !in_name(*token),
        Node::Phrase(_) => false,
    };
    if inside.is_empty() || text.children(start, end).iter().any(joins) {
        return None;
    }
    let head = text.head(start, end)?;
    let steps = ending == Ending::StepBack && text.tags[head] == "POS" && head > start;
    let head = if steps { head - 1 } else { head };
    let holding = inside.into_iter().filter(|(name, _)| name.0 <= head && head < name.1);
    holding.max_by_key(|(name, _)| name.1 - name.0)
}
