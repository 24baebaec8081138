//! Markables and relations as the cells of their columns.

use rustc_hash::FxHashSet;

use super::super::escape::escape;
use super::{DEIXIS, PSEUDO, SPECIAL};
use crate::document::{Detail, Document, Mention, Span, Stage};

/// A document whose markables are to be written.
pub(super) struct Cells<'a> {
    document: &'a Document,
    ids: Vec<String>,
    /// For each entity those that it is part of.
    wholes: Vec<Vec<u32>>,
    /// For each mention whether it is the first of its entity, which says what that is part of.
    first: Vec<bool>,
}

/// Whether closing brackets say what they close.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closing {
    Plain,
    Named,
}

/// The kinds of bracket in the order in which they stand in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Close,
    Open,
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
        Self { document, ids: markable_ids(document), wholes, first }
    }

    /// The cells of identity or of discourse deixis.
    pub(super) fn markables(&self, stage: Stage) -> Vec<String> {
        let on_stage = |mention: &Mention| self.stage(mention.entity) == stage;
        let numbered = self.document.mentions.iter().enumerate().filter(|(_, mention)| on_stage(mention));
        let mentions: Vec<(usize, &Mention)> = numbered.collect();
        let closing = if self.crosses(&mentions) { Closing::Named } else { Closing::Plain };
        let mut pieces = Vec::with_capacity(mentions.len() * 2);
        for (index, mention) in mentions {
            self.add_pieces(index, mention, closing, &mut pieces);
        }
        pieces.sort_unstable();
        let mut cells = vec![String::new(); self.document.tokens as usize];
        for (token, _, _, piece) in pieces {
            if let Some(cell) = cells.get_mut(token as usize) {
                cell.push_str(&piece);
            }
        }
        cells
    }

    fn stage(&self, entity: u32) -> Stage {
        self.document.entity_detail(entity).map_or(Stage::Identity, |detail| detail.stage)
    }

    /// Whether any markable ends inside another that began before it.
    fn crosses(&self, mentions: &[(usize, &Mention)]) -> bool {
        let parts = mentions.iter().flat_map(|(_, mention)| self.document.parts(mention));
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

    fn add_pieces(
        &self,
        index: usize,
        mention: &Mention,
        closing: Closing,
        pieces: &mut Vec<(u32, Kind, u64, String)>,
    ) {
        for (number, &Span { start, end }) in self.document.parts(mention).iter().enumerate() {
            let text = self.attributes(index, mention, number);
            let place = index as u64;
            // what opens together opens outermost first; what closes together closes innermost first
            let outermost_first = u64::from(u32::MAX - end) << 32;
            if end <= start + 1 {
                pieces.push((start, Kind::Open, outermost_first | place, format!("({text})")));
                continue;
            }
            let newest_first = u64::from(u32::MAX) - place;
            pieces.push((start, Kind::Open, outermost_first | newest_first, format!("({text}")));
            let innermost_first = u64::from(u32::MAX - start) << 32;
            let id = if closing == Closing::Named { self.ids[index].as_str() } else { "" };
            pieces.push((end - 1, Kind::Close, innermost_first | place, format!("{id})")));
        }
    }

    /// What stands in the bracket of a part; all but the ids only in the first.
    fn attributes(&self, index: usize, mention: &Mention, part: usize) -> String {
        let mut text = format!("EntityID={}|MarkableID={}", self.entity_id(mention.entity), self.ids[index]);
        if part > 0 {
            return text;
        }
        let nothing = Detail::default();
        let detail = self.document.detail(mention).unwrap_or(&nothing);
        let mut add = |name: &str, value: &str| text.push_str(&format!("|{name}={value}"));
        if let Some(Span { start, end }) = detail.minimum.filter(|minimum| !minimum.is_empty()) {
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
        let detail = self.document.entity_detail(entity);
        let on_deixis = detail.is_some_and(|detail| detail.stage == Stage::DiscourseDeixis);
        let label = label.strip_prefix(DEIXIS).filter(|_| on_deixis).unwrap_or(label);
        let mut id = escape(label, SPECIAL);
        if detail.is_some_and(|detail| detail.non_referring) && !id.ends_with(PSEUDO) {
            id.push_str(PSEUDO);
        }
        id
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

/// The ids of mentions, as the document has them if all have one of their own, numbered otherwise.
fn markable_ids(document: &Document) -> Vec<String> {
    let own = document
        .mentions
        .iter()
        .map(|mention| document.detail(mention).map_or("", |detail| detail.id.as_str()));
    let mut seen = FxHashSet::default();
    if own.clone().all(|id| !id.is_empty() && seen.insert(id)) {
        own.map(|id| escape(id, SPECIAL)).collect()
    } else {
        (1..=document.mentions.len()).map(|number| format!("markable_{number}")).collect()
    }
}
