//! The meaning of the attributes of markables, resolved when all markables of a document are known.

use rustc_hash::FxHashMap;

use super::super::draft::Draft;
use super::super::{Problem, places};
use super::attributes::{all, text, value};
use super::markables::Markable;
use super::{DEIXIS, PSEUDO};
use crate::document::{Detail, Document, EntityDetail, Relation, RelationKind, Span, Stage};

/// A bracket of the bridging column: its attributes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bridge<'a> {
    pub(super) text: &'a [u8],
}

/// A document whose attributes are being resolved.
pub(super) struct Meaning<'d, 'a> {
    draft: &'d mut Draft,
    bytes: &'a [u8],
    /// The mentions by their ids; those of the identity column first.
    mentions: FxHashMap<&'a [u8], u32>,
    pub(super) problems: Vec<Problem>,
}

impl<'d, 'a> Meaning<'d, 'a> {
    pub(super) fn new(draft: &'d mut Draft, bytes: &'a [u8]) -> Self {
        Self { draft, bytes, mentions: FxHashMap::default(), problems: Vec::new() }
    }

    fn report(&mut self, problem: Problem, piece: &'a [u8]) {
        self.problems.push(places::located(self.bytes, problem, piece));
    }

    /// Turns the markables of both columns into mentions, in the order in which they ended.
    pub(super) fn markables(&mut self, identity: &[Markable<'a>], deixis: &[Markable<'a>]) {
        let of = |stage| move |markable| (stage, markable);
        let both =
            identity.iter().map(of(Stage::Identity)).chain(deixis.iter().map(of(Stage::DiscourseDeixis)));
        let mut order: Vec<(Stage, &Markable<'a>)> = both.collect();
        order.sort_by_key(|(_, markable)| markable.ended);
        for &(stage, markable) in &order {
            self.mention(stage, markable);
        }
        for &(stage, markable) in &order {
            self.elements(stage, markable);
        }
    }

    fn mention(&mut self, stage: Stage, markable: &Markable<'a>) {
        let id = value(markable.text, "EntityID");
        if id.is_empty() {
            let problem = Problem::error("empty-id", 0, "a markable without an entity")
                .hint("write `EntityID=…` in its bracket");
            return self.report(problem, markable.text);
        }
        let entity = self.draft.entity(&label(stage, id));
        self.describe(entity, stage, id.ends_with(PSEUDO.as_bytes()));
        let detail = self.detail(markable);
        let index = self.draft.document.mentions.len() as u32;
        let id = value(markable.text, "MarkableID");
        match stage {
            Stage::Identity => {
                self.mentions.insert(id, index);
            }
            Stage::DiscourseDeixis => {
                self.mentions.entry(id).or_insert(index);
            }
        }
        let place = places::offset(self.bytes, markable.text) as u64;
        self.draft.mention(&markable.parts, entity, detail, place);
    }

    fn describe(&mut self, entity: u32, stage: Stage, non_referring: bool) {
        let details = &mut self.draft.document.entity_details;
        details.resize(details.len().max(entity as usize + 1), EntityDetail::default());
        details[entity as usize].stage = stage;
        details[entity as usize].non_referring = non_referring;
    }

    fn detail(&mut self, markable: &Markable<'a>) -> Detail {
        let mut detail = Detail { id: text(value(markable.text, "MarkableID")), ..Detail::default() };
        for (name, value) in all(markable.text) {
            match name {
                b"EntityID" | b"MarkableID" | b"ElementOf" => {}
                b"Min" => {
                    detail.minimum = minimum(&self.draft.document, value, markable);
                    if detail.minimum.is_none() && !value.is_empty() {
                        self.refuse_minimum(value);
                    }
                }
                _ => detail.attributes.push((text(name), text(value))),
            }
        }
        detail
    }

    fn refuse_minimum(&mut self, value: &'a [u8]) {
        let message = format!("the minimum `{}` is not inside its markable", String::from_utf8_lossy(value));
        let problem = Problem::warning("bad-minimum", 0, message).hint(
            "it is ignored; Min is the number of a token of the document, or the numbers of the first and the last",
        );
        self.report(problem, value);
    }

    /// `ElementOf=4,5`: the entity is one of those that entities 4 and 5 are made of, which are looked for in its own column first.
    fn elements(&mut self, stage: Stage, markable: &Markable<'a>) {
        let entity = value(markable.text, "EntityID");
        let plurals = value(markable.text, "ElementOf").split(|&byte| byte == b',');
        for plural in plurals.filter(|plural| !plural.is_empty()) {
            let element = self.draft.find(&label(stage, entity));
            let columns = [stage, other(stage)];
            let found = columns.iter().filter_map(|&stage| self.draft.find(&label(stage, plural)));
            match (element, found.into_iter().find(|&whole| Some(whole) != element)) {
                (Some(element), Some(whole)) => self.add_element(element, whole),
                (Some(_), None) => {
                    let name = String::from_utf8_lossy(plural);
                    let message = format!("ElementOf names entity {name}, which has no markable");
                    let problem = Problem::warning("unknown-entity", 0, message).hint("it is left out");
                    self.report(problem, plural);
                }
                (None, _) => {}
            }
        }
    }

    fn add_element(&mut self, element: u32, whole: u32) {
        let detail = self.draft.document.entity_details.get_mut(whole as usize);
        if let Some(detail) = detail.filter(|detail| !detail.elements.contains(&element)) {
            detail.elements.push(element);
        }
    }

    /// Turns the brackets of the bridging column into relations.
    pub(super) fn bridges(&mut self, bridges: &[Bridge<'a>]) {
        for bridge in bridges {
            let [from, to] = ["MarkableID", "MentionAnchor"].map(|name| value(bridge.text, name));
            match (self.mentions.get(from), self.mentions.get(to)) {
                (Some(&from), Some(&to)) => {
                    let label = text(value(bridge.text, "Rel"));
                    let relation = Relation { kind: RelationKind::Bridging, from, to, label };
                    self.draft.document.relations.push(relation);
                }
                (known, _) => {
                    let unknown =
                        String::from_utf8_lossy(if known.is_some() { to } else { from }).into_owned();
                    let message = format!("bridging names markable `{unknown}`, which does not exist");
                    let problem = Problem::warning("unknown-anchor", 0, message).hint("it is left out");
                    self.report(problem, bridge.text);
                }
            }
        }
    }
}

fn other(stage: Stage) -> Stage {
    match stage {
        Stage::Identity => Stage::DiscourseDeixis,
        Stage::DiscourseDeixis => Stage::Identity,
    }
}

/// The label of an entity: the two columns number their entities separately.
fn label(stage: Stage, id: &[u8]) -> String {
    let id = text(id);
    if stage == Stage::DiscourseDeixis { format!("{DEIXIS}{id}") } else { id }
}

/// The span of `3` or `3,5`, which count the tokens of the document without zeros, if it is within the
/// markable.
fn minimum(document: &Document, value: &[u8], markable: &Markable<'_>) -> Option<Span> {
    let text = std::str::from_utf8(value).ok()?;
    let mut numbers = text.split(',').map(|number| number.parse::<u32>().ok());
    let first = numbers.next()??;
    let last = numbers.next_back().unwrap_or(Some(first))?;
    let span = Span::inclusive(overt_token(document, first)?, overt_token(document, last)?);
    let holds = |token: u32| markable.parts.iter().any(|part| part.holds(token));
    (!span.is_empty() && holds(span.start) && holds(span.end - 1)).then_some(span)
}

/// The token that is the `number`th overt one, counted from 1.
fn overt_token(document: &Document, number: u32) -> Option<u32> {
    let before = number.checked_sub(1)?;
    let overt_before = |index: usize| document.zeros[index].token - index as u32;
    let (mut low, mut high) = (0, document.zeros.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        if overt_before(middle) <= before { low = middle + 1 } else { high = middle }
    }
    before.checked_add(low as u32)
}
