//! Markables and relations as the cells of their columns.

use rustc_hash::FxHashSet;

use super::super::escape::escape;
use super::super::markable_ids::markable_ids;
use super::super::marks::{First, Gaps, Kind, Mark, marks};
use super::{DEIXIS, PSEUDO, SPECIAL};
use crate::document::{Detail, Document, EntityDetail, Mention, Span, Stage};

/// A document whose markables are to be written.
pub(super) struct Cells<'a> {
    document: &'a Document,
    ids: Vec<String>,
    /// For each entity, the entities that it is part of.
    wholes: Vec<Vec<u32>>,
    /// For each mention, whether it is the first of its entity; only the first names the entities that its
    /// entity is part of.
    first: Vec<bool>,
}

/// Whether closing brackets name what they close.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closing {
    Plain,
    Named,
}

impl<'a> Cells<'a> {
    pub(super) fn of(document: &'a Document) -> Self {
        let mut wholes = vec![Vec::new(); document.entity_count()];
        for (whole, detail) in document.entity_details.iter().enumerate() {
            for &element in &detail.elements {
                if let Some(wholes) = wholes.get_mut(element as usize) {
                    wholes.push(whole as u32);
                }
            }
        }
        let mut seen = FxHashSet::default();
        let first = document.mentions.iter().map(|mention| seen.insert(mention.entity)).collect();
        Self { document, ids: markable_ids(document, SPECIAL), wholes, first }
    }

    /// The cells of identity or of discourse deixis.
    pub(super) fn markables(&self, stage: Stage) -> Vec<String> {
        let closing = if self.crosses(stage) { Closing::Named } else { Closing::Plain };
        let mut cells = vec![String::new(); self.document.tokens as usize];
        for mark in marks(self.document, Gaps::Kept, First::Ended) {
            let mention = &self.document.mentions[mark.mention];
            if let Some(cell) =
                cells.get_mut(mark.token as usize).filter(|_| self.stage(mention.entity) == stage)
            {
                cell.push_str(&self.bracket(&mark, mention, closing));
            }
        }
        cells
    }

    fn bracket(&self, mark: &Mark, mention: &Mention, closing: Closing) -> String {
        match (mark.kind, closing) {
            (Kind::Close, Closing::Plain) => ")".to_owned(),
            (Kind::Close, Closing::Named) => format!("{})", self.ids[mark.mention]),
            (Kind::Open, _) => format!("({}", self.attributes(mark.mention, mention, mark.part)),
            (Kind::Single, _) => format!("({})", self.attributes(mark.mention, mention, mark.part)),
        }
    }

    fn stage(&self, entity: u32) -> Stage {
        self.document.entity_detail(entity).map_or(Stage::Identity, |detail| detail.stage)
    }

    /// Whether any markable ends inside another that began before it.
    fn crosses(&self, stage: Stage) -> bool {
        let on_stage = |mention: &&Mention| self.stage(mention.entity) == stage;
        let mentions = self.document.mentions.iter().filter(on_stage);
        let parts = mentions.flat_map(|mention| self.document.parts(mention));
        let mut parts: Vec<(u32, u32)> = parts.map(|part| (part.start, u32::MAX - part.end)).collect();
        parts.sort_unstable();
        let mut open: Vec<u32> = Vec::new();
        for (start, reversed_end) in parts {
            let end = u32::MAX - reversed_end;
            while open.last().is_some_and(|&other| other <= start) {
                open.pop();
            }
            if open.last().is_some_and(|&other| other < end) {
                return true;
            }
            open.push(end);
        }
        false
    }

    /// The attributes in the bracket of a part; all except the ids are only in the first part.
    fn attributes(&self, index: usize, mention: &Mention, part: usize) -> String {
        let mut text = format!("EntityID={}|MarkableID={}", self.entity_id(mention.entity), self.ids[index]);
        if part > 0 {
            return text;
        }
        let nothing = Detail::default();
        let detail = self.document.detail(mention).unwrap_or(&nothing);
        let mut add = |name: &str, value: &str| text.push_str(&format!("|{name}={value}"));
        if let Some(Span { start, end }) =
            detail.minimum.filter(|minimum| has_numbers(self.document, *minimum))
        {
            let [first, last] = [start, end - 1].map(|token| self.document.position(token).overt);
            let value = if first == last { first.to_string() } else { format!("{first},{last}") };
            add("Min", &value);
        }
        let wholes =
            self.wholes.get(mention.entity as usize).filter(|wholes| self.first[index] && !wholes.is_empty());
        if let Some(wholes) = wholes {
            let ids: Vec<String> = wholes.iter().map(|&whole| self.entity_id(whole)).collect();
            add("ElementOf", &ids.join(","));
        }
        for (name, value) in &detail.attributes {
            add(&escape(name, SPECIAL), &escape(value, SPECIAL));
        }
        text
    }

    fn entity_id(&self, entity: u32) -> String {
        let label = self.document.entity_labels.get(entity as usize).unwrap_or("");
        entity_id(label, self.document.entity_detail(entity))
    }

    /// The cells of the bridging column.
    pub(super) fn bridging(&self) -> Vec<String> {
        let mut cells = vec![String::new(); self.document.tokens as usize];
        for relation in &self.document.relations {
            let [from, to] = [relation.from, relation.to].map(|index| index as usize);
            let (Some(anaphor), Some(anchor)) =
                (self.document.mentions.get(from), self.document.mentions.get(to))
            else {
                continue;
            };
            if let Some(cell) = cells.get_mut(anaphor.span.start as usize) {
                cell.push_str(&format!(
                    "(MarkableID={}|Rel={}|MentionAnchor={}|EntityAnchor={})",
                    self.ids[from],
                    escape(&relation.label, SPECIAL),
                    self.ids[to],
                    self.entity_id(anchor.entity)
                ));
            }
        }
        cells
    }
}

/// Whether a minimum can be written: overt tokens are numbered, zeros are not.
pub(super) fn has_numbers(document: &Document, minimum: Span) -> bool {
    !minimum.is_empty() && ![minimum.start, minimum.end - 1].iter().any(|&token| document.is_zero(token))
}

/// The id of an entity as it is written.
pub(super) fn entity_id(label: &str, detail: Option<&EntityDetail>) -> String {
    let on_deixis = detail.is_some_and(|detail| detail.stage == Stage::DiscourseDeixis);
    let label = label.strip_prefix(DEIXIS).filter(|_| on_deixis).unwrap_or(label);
    let mut id = escape(label, SPECIAL);
    if detail.is_some_and(|detail| detail.non_referring) && !id.ends_with(PSEUDO) {
        id.push_str(PSEUDO);
    }
    id
}
