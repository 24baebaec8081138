//! Steps 1 to 3: what must be split, removed, introduced and merged, and how these steps are grouped into errors.

use std::ops::AddAssign;

use serde::Serialize;

use super::super::view::View;
use super::Transformation;
use super::slots::{Slot, by_entity, slots};
use super::spans::{Mapped, mapped};
use crate::choice::choice;

choice! {
    /// Why an error is of its kind.
    Rule {
        /// The two spans are the same without articles, possessive endings and punctuation at their ends.
        SameCore = "same-core",
        /// The two spans share a head, and no other missed or spurious mention has it.
        SameHead = "same-head",
        /// Two or more mentions are spurious, and no name or nominal of the response entity is in the key.
        NothingInKey = "nothing-in-key",
        /// Two or more mentions are missed, among them all names and nominals of the key entity.
        NothingInResponse = "nothing-in-response",
        /// The key entity has one mention, which is missed.
        MissedSingleton = "missed-singleton",
        /// The mention is spurious, and is not what the response entity begins with.
        SpuriousMention = "spurious-mention",
        /// The mention is missed, and is not what the key entity begins with.
        MissedMention = "missed-mention",
        /// These mentions belong to another key entity than the one that the response entity begins with.
        SplitOff = "split-off",
        /// These mentions are apart from the first name or nominal of the key entity.
        MergedBack = "merged-back",
    }
}

/// What must be done to the mentions of a response to make it the key. Counts add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Operations {
    /// Mentions that get other boundaries.
    pub moved: u64,
    /// Parts that are split off a response entity.
    pub splits: u64,
    /// Spurious mentions that are removed.
    pub removed: u64,
    /// Missed mentions that are introduced.
    pub introduced: u64,
    /// Pieces that are merged into a key entity.
    pub merges: u64,
    /// Spurious mentions that are left alone in an entity when all errors are repaired: no errors to Kummerfeld and Klein.
    pub left_over: u64,
}

impl AddAssign for Operations {
    fn add_assign(&mut self, other: Self) {
        self.moved += other.moved;
        self.splits += other.splits;
        self.removed += other.removed;
        self.introduced += other.introduced;
        self.merges += other.merges;
        self.left_over += other.left_over;
    }
}

/// One error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::analysis) struct Error {
    pub(in crate::analysis) kind: Transformation,
    pub(in crate::analysis) rule: Rule,
    /// The mentions that it is about, as places among the slots, in the order of the text.
    pub(super) slots: Vec<u32>,
    /// The response entity that is split, or the key entity that is merged.
    pub(super) entity: u32,
}

/// What becomes of the first mention of a key entity, which identifies the entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// The response has it: the piece that it is in is what others are merged with.
    Present(u32),
    /// It is missed, and introduced when the first piece is merged with it.
    Missed(u32),
    /// There is no such mention, or there is no piece to merge with it.
    None,
}

/// The errors of a response in a document.
#[derive(Clone, Debug)]
pub struct Transformations {
    pub(super) slots: Vec<Slot>,
    pub(super) mapped: Vec<Mapped>,
    pub(in crate::analysis) errors: Vec<Error>,
    /// For each key entity.
    pub(super) anchors: Vec<Anchor>,
    /// The mentions of each key entity, and of each response entity.
    pub(super) key: Vec<Vec<u32>>,
    pub(super) response: Vec<Vec<u32>>,
    operations: Operations,
}

impl Transformations {
    /// Finds all errors.
    #[must_use]
    pub fn new(view: &View<'_>) -> Self {
        let mapped = mapped(view);
        let slots = slots(view, &mapped);
        let key = by_entity(&slots, view.pair.key.document.entity_count(), |slot| slot.key_entity);
        let response =
            by_entity(&slots, view.pair.response.document.entity_count(), |slot| slot.response_entity);
        let operations = Operations { moved: mapped.len() as u64, ..Operations::default() };
        let mut found =
            Self { slots, mapped, errors: Vec::new(), anchors: Vec::new(), key, response, operations };
        found.find_span_errors();
        for entity in 0..found.response.len() {
            found.find_splits(entity as u32);
        }
        for entity in 0..found.key.len() {
            let anchor = found.find_merges(entity as u32);
            found.anchors.push(anchor);
        }
        found
    }

    /// What must be done to the mentions.
    #[must_use]
    pub fn operations(&self) -> Operations {
        self.operations
    }

    fn find_span_errors(&mut self) {
        for (place, slot) in self.slots.iter().enumerate() {
            let mapping = self.mapped.binary_search_by_key(&slot.key, |one| Some(one.missed));
            if let (Ok(mapping), Some(entity)) = (mapping, slot.key_entity) {
                let rule = self.mapped[mapping].rule;
                let slots = vec![place as u32];
                self.errors.push(Error { kind: Transformation::Span, rule, slots, entity });
            }
        }
    }

    /// Finds the errors that splitting a response entity repairs.
    fn find_splits(&mut self, entity: u32) {
        let members = &self.response[entity as usize];
        let (spurious, parts) = parted(&self.slots, members, |slot| slot.key_entity);
        if spurious.is_empty() && parts.len() <= 1 {
            return;
        }
        self.operations.splits += (spurious.len() + parts.len()) as u64;
        self.operations.removed += spurious.len() as u64;
        let first = self.first(members);
        let error = |kind, rule, slots| Error { kind, rule, slots, entity };
        let mut errors = Vec::new();
        let nothing = self.no_nominal(parts.iter().flatten());
        if nothing && spurious.len() >= 2 {
            errors.push(error(Transformation::ExtraEntity, Rule::NothingInKey, spurious));
        } else {
            let others = spurious.iter().filter(|place| Some(**place) != first);
            let others =
                others.map(|place| error(Transformation::ExtraMention, Rule::SpuriousMention, vec![*place]));
            errors.extend(others);
            self.operations.left_over += u64::from(first.is_some_and(|first| spurious.contains(&first)));
        }
        let others = parts.into_iter().filter(|part| first.is_none_or(|first| !holds(part, first)));
        errors.extend(others.map(|part| error(Transformation::Conflated, Rule::SplitOff, part)));
        self.errors.append(&mut errors);
    }

    /// Finds the errors that merging the pieces of a key entity repairs, and returns what its first mention
    /// becomes.
    fn find_merges(&mut self, entity: u32) -> Anchor {
        let members = &self.key[entity as usize];
        let (missed, pieces) = parted(&self.slots, members, |slot| slot.response_entity);
        self.operations.introduced += missed.len() as u64;
        let Some(first) = self.first(members) else { return Anchor::None };
        let is_missed = holds(&missed, first);
        let error = |kind, rule, slots| Error { kind, rule, slots, entity };
        if members.len() == 1 && is_missed {
            self.errors.push(error(Transformation::MissingEntity, Rule::MissedSingleton, missed));
            return Anchor::None;
        }
        if missed.len() + pieces.len() > 1 {
            self.operations.merges += (missed.len() + pieces.len()) as u64;
        }
        let mut errors = Vec::new();
        let nothing = self.no_nominal(pieces.iter().flatten());
        if nothing && missed.len() >= 2 {
            errors.push(error(Transformation::MissingEntity, Rule::NothingInResponse, members.clone()));
        } else {
            let others = missed.into_iter().filter(|place| *place != first);
            errors.extend(
                others.map(|place| error(Transformation::MissingMention, Rule::MissedMention, vec![place])),
            );
        }
        let has_pieces = !pieces.is_empty();
        let others = pieces.into_iter().filter(|piece| !holds(piece, first));
        errors.extend(others.map(|piece| error(Transformation::Divided, Rule::MergedBack, piece)));
        self.errors.append(&mut errors);
        match (is_missed, has_pieces) {
            (false, _) => Anchor::Present(first),
            (true, true) => Anchor::Missed(first),
            (true, false) => Anchor::None,
        }
    }

    /// The first mention that is not a pronoun; if all are pronouns, the first.
    pub(super) fn first(&self, members: &[u32]) -> Option<u32> {
        let nominal = members.iter().find(|place| !self.slots[**place as usize].is_pronoun);
        nominal.or(members.first()).copied()
    }

    fn no_nominal<'p>(&self, mut places: impl Iterator<Item = &'p u32>) -> bool {
        places.all(|place| self.slots[*place as usize].is_pronoun)
    }
}

/// Whether a sorted list of places has this place.
fn holds(places: &[u32], place: u32) -> bool {
    places.binary_search(&place).is_ok()
}

/// The members of an entity that the other side lacks; and the others, grouped by their entities there, in
/// the order in which these begin.
fn parted(slots: &[Slot], members: &[u32], other: fn(&Slot) -> Option<u32>) -> (Vec<u32>, Vec<Vec<u32>>) {
    let mut alone = Vec::new();
    let mut parts: Vec<Vec<u32>> = Vec::new();
    let mut known = rustc_hash::FxHashMap::default();
    for &member in members {
        match other(&slots[member as usize]) {
            None => alone.push(member),
            Some(entity) => {
                let part = *known.entry(entity).or_insert_with(|| {
                    parts.push(Vec::new());
                    parts.len() - 1
                });
                parts[part].push(member);
            }
        }
    }
    (alone, parts)
}
