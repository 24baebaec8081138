//! Turns errors into findings, with the mentions they concern and what these share with the rest of their
//! entity.

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Value, json};

use super::super::finding::{Finding, Role};
use super::super::view::{About, Seen, View};
use super::errors::{Error, Transformations};
use super::slots::Slot;
use super::{TRANSFORMATIONS, Transformation};
use crate::selection::MentionKind;

/// Every error as a finding, in the order of the text.
pub(in crate::analysis) fn findings(view: &View<'_>, found: &Transformations) -> Vec<Finding> {
    if !view.has_findings() {
        return Vec::new();
    }
    let mut describer = Describer { view, found, entity: None };
    let mut findings: Vec<Finding> = found.errors.iter().map(|error| describer.finding(error)).collect();
    findings.sort_by_key(|finding| (finding.span.start, finding.span.end));
    findings
}

struct Describer<'v, 'a> {
    view: &'v View<'a>,
    found: &'v Transformations,
    /// The last entity described: whether it is of the response, its number and its mentions; errors come
    /// entity by entity.
    entity: Option<(bool, u32, Entity)>,
}

/// What the mentions of an entity have in common.
#[derive(Default)]
struct Entity {
    kinds: Counts,
    texts: FxHashMap<String, u32>,
    heads: FxHashMap<String, u32>,
    /// Mentions that are inside another one of the entity, and that one.
    nested: Vec<(u32, u32)>,
}

/// How many names, nominals and pronouns.
type Counts = [usize; 3];

impl Describer<'_, '_> {
    fn finding(&mut self, error: &Error) -> Finding {
        let wrong: Vec<Seen> = error.slots.iter().map(|place| self.seen(*place, error.kind)).collect();
        let other = self.other(error);
        let mut mentions: Vec<(Role, &Seen)> = wrong.iter().map(|seen| (Role::Wrong, seen)).collect();
        mentions.extend(other.iter().map(|seen| (Role::Other, seen)));
        let about =
            About { analysis: TRANSFORMATIONS.name, kind: error.kind.name(), rule: error.rule.name() };
        let mut finding = self.view.finding(about, &mentions);
        if self.view.has_details() {
            finding.properties = self.properties(error);
        }
        finding
    }

    /// A mention as both sides have it; if its boundaries are wrong, as the response has it.
    fn seen(&self, place: u32, kind: Transformation) -> Seen {
        let Slot { key, response, .. } = self.found.slots[place as usize];
        let seen = |place: u32| self.view.seen[place as usize];
        match (key, response) {
            (Some(_), Some(response)) if kind == Transformation::Span => seen(response),
            (Some(key), Some(response)) => Seen { response: seen(response).response, ..seen(key) },
            (key, response) => seen(key.or(response).unwrap_or(0)),
        }
    }

    /// The mention that represents the rest of the entity.
    fn other(&self, error: &Error) -> Option<Seen> {
        let first = match error.kind {
            Transformation::Span => {
                let key = self.found.slots[error.slots[0] as usize].key?;
                return Some(self.view.seen[key as usize]);
            }
            Transformation::ExtraEntity | Transformation::MissingEntity => return None,
            _ => self.found.first(self.members(error))?,
        };
        Some(self.seen(first, error.kind))
    }

    /// The mentions of the entity that is split or merged.
    fn members(&self, error: &Error) -> &[u32] {
        let of = if is_split(error.kind) { &self.found.response } else { &self.found.key };
        &of[error.entity as usize]
    }

    fn properties(&mut self, error: &Error) -> Vec<(&'static str, Value)> {
        if error.kind == Transformation::Span {
            return Vec::new();
        }
        let known = (is_split(error.kind), error.entity);
        if self.entity.as_ref().is_none_or(|(split, entity, _)| (*split, *entity) != known) {
            self.entity = Some((known.0, known.1, self.describe(self.members(error))));
        }
        let part = self.describe(&error.slots);
        let rest_size = self.members(error).len() - error.slots.len();
        let whole = self.entity.as_ref().map(|(.., entity)| entity);
        let mut properties = vec![("mentions", json!(error.slots.len())), ("kinds", kinds(part.kinds))];
        let Some(whole) = whole.filter(|_| rest_size > 0) else { return properties };
        let rest = std::array::from_fn(|place| whole.kinds[place] - part.kinds[place]);
        let own: FxHashSet<u32> = error.slots.iter().copied().collect();
        let across = |inner: &u32, outer: &u32| own.contains(inner) && !own.contains(outer);
        properties.extend([
            ("rest", json!(rest_size)),
            ("rest_kinds", kinds(rest)),
            ("same_text", json!(is_shared(&part.texts, &whole.texts))),
            ("same_head", json!(is_shared(&part.heads, &whole.heads))),
            ("inside", json!(whole.nested.iter().any(|(inner, outer)| across(inner, outer)))),
            ("outside", json!(whole.nested.iter().any(|(inner, outer)| across(outer, inner)))),
        ]);
        properties
    }

    fn describe(&self, members: &[u32]) -> Entity {
        let mut entity = Entity::default();
        let mut open: Vec<(u32, Seen)> = Vec::new();
        for &member in members {
            let seen = self.seen(member, Transformation::Conflated);
            entity.kinds[place_of(seen.kind)] += 1;
            let text = self.view.text(seen.span).unwrap_or_default().to_lowercase();
            *entity.texts.entry(text).or_default() += 1;
            *entity.heads.entry(self.view.word(seen.head).to_lowercase()).or_default() += 1;
            open.retain(|(_, outer)| outer.span.end > seen.span.start);
            let mut around = open.iter().rev();
            let around = around
                .find(|(_, outer)| outer.span.start < seen.span.start && seen.span.end < outer.span.end);
            entity.nested.extend(around.map(|(outer, _)| (member, *outer)));
            open.push((member, seen));
        }
        entity
    }
}

/// Whether an error is repaired by splitting a response entity, not by merging the pieces of a key entity.
fn is_split(kind: Transformation) -> bool {
    matches!(kind, Transformation::Conflated | Transformation::ExtraMention | Transformation::ExtraEntity)
}

/// Whether the rest of a whole has something that the part has.
fn is_shared(part: &FxHashMap<String, u32>, whole: &FxHashMap<String, u32>) -> bool {
    let mut words = part.iter().filter(|(word, _)| !word.is_empty());
    words.any(|(word, count)| whole.get(word).is_some_and(|all| all > count))
}

fn place_of(kind: MentionKind) -> usize {
    match kind {
        MentionKind::Name => 0,
        MentionKind::Pronoun => 2,
        _ => 1,
    }
}

fn kinds([names, nominals, pronouns]: Counts) -> Value {
    json!({"name": names, "nominal": nominals, "pronoun": pronouns})
}
