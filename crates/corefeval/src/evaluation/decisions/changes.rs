//! What is gained and lost from one system to another: mentions, and links between them.
//!
//! Links are never listed one by one: the number of earlier mentions that share a mention's entities is
//! counted in one pass over the text, so that the work depends only on the number of mentions.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::ops::AddAssign;

use rustc_hash::FxHashMap;

use super::{Decision, Decisions, Outcome, Spurious};
use crate::choice::choice;
use crate::document::{Name, Span};
use crate::selection::MentionKind;

choice! {
    /// What becomes of a decision from one system to another.
    Change {
        /// Both are right.
        BothRight = "both-right",
        /// Only the second is right.
        Gained = "gained",
        /// Only the first is right.
        Lost = "lost",
        /// Neither is right.
        BothWrong = "both-wrong",
    }
}

/// How many decisions have each kind of change. Counts add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChangeCounts {
    /// Both are right.
    pub both_right: u64,
    /// Only the second is right.
    pub gained: u64,
    /// Only the first is right.
    pub lost: u64,
    /// Neither is right.
    pub both_wrong: u64,
}

impl ChangeCounts {
    /// All of them.
    #[must_use]
    pub fn all(&self) -> u64 {
        self.both_right + self.gained + self.lost + self.both_wrong
    }

    /// Counts one decision.
    fn add(&mut self, change: Change) {
        match change {
            Change::BothRight => self.both_right += 1,
            Change::Gained => self.gained += 1,
            Change::Lost => self.lost += 1,
            Change::BothWrong => self.both_wrong += 1,
        }
    }
}

impl AddAssign for ChangeCounts {
    fn add_assign(&mut self, other: Self) {
        self.both_right += other.both_right;
        self.gained += other.gained;
        self.lost += other.lost;
        self.both_wrong += other.both_wrong;
    }
}

/// What changes from one system to another. For spurious mentions and wrong links, `both_right` is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Mentions of the key.
    pub mentions: ChangeCounts,
    /// Links of the key: pairs of mentions of one entity.
    pub links: ChangeCounts,
    /// Spurious mentions: gained if the second system no longer has them, lost if it introduces them.
    pub spurious: ChangeCounts,
    /// Wrong links: pairs of mentions that are in one entity in a response and not in the key.
    pub wrong_links: ChangeCounts,
}

impl AddAssign for Changes {
    fn add_assign(&mut self, other: Self) {
        self.mentions += other.mentions;
        self.links += other.links;
        self.spurious += other.spurious;
        self.wrong_links += other.wrong_links;
    }
}

impl Change {
    fn of(one: bool, other: bool) -> Self {
        match (one, other) {
            (true, true) => Self::BothRight,
            (false, true) => Self::Gained,
            (true, false) => Self::Lost,
            (false, false) => Self::BothWrong,
        }
    }
}

/// A mention of the key or of either response.
struct Item<'a> {
    span: Span,
    kind: Option<MentionKind>,
    key: Option<u32>,
    answers: [Option<u32>; 2],
    decisions: [Option<&'a Decision>; 2],
}

/// What changes from one system to another in a document, by the kind of mention; links count for the later mention.
#[must_use]
pub fn changes_by_kind(one: &Decisions, other: &Decisions) -> Vec<(Option<MentionKind>, Changes)> {
    let mut counts: Vec<(Option<MentionKind>, Changes)> = Vec::new();
    let mut seen = Seen::default();
    for item in items(one, other) {
        let links = seen.links(&item);
        let place = counts.iter().position(|(kind, _)| *kind == item.kind).unwrap_or_else(|| {
            counts.push((item.kind, Changes::default()));
            counts.len() - 1
        });
        let changes = &mut counts[place].1;
        if item.key.is_some() {
            changes.mentions.add(change_of(item.decisions));
        } else {
            changes.spurious.add(Change::of(item.answers[0].is_none(), item.answers[1].is_none()));
        }
        changes.links += links.0;
        changes.wrong_links += links.1;
    }
    counts
}

/// The change between two decisions; a mention that is not selected under one of the systems is missed there.
fn change_of(decisions: [Option<&Decision>; 2]) -> Change {
    let right = decisions.map(|decision| decision.is_some_and(|one| one.outcome == Outcome::Right));
    Change::of(right[0], right[1])
}

/// The mentions so far, by their entities.
#[derive(Default)]
struct Seen {
    key: Counter<u32>,
    response: [Counter<u32>; 2],
    right: [Counter<(u32, u32)>; 2],
    together: Counter<(u32, u32)>,
    right_together: Counter<(u32, u32, u32)>,
}

impl Seen {
    /// The links of a mention to those before it: those of the key, and the wrong ones.
    fn links(&mut self, item: &Item<'_>) -> (ChangeCounts, ChangeCounts) {
        let Item { key, answers: [one, other], .. } = *item;
        let of_key = self.key.count(key);
        let found = [self.response[0].count(one), self.response[1].count(other)];
        let right = [self.right[0].count(key.zip(one)), self.right[1].count(key.zip(other))];
        let together = self.together.count(one.zip(other));
        let both =
            self.right_together.count(key.zip(one).zip(other).map(|((key, one), other)| (key, one, other)));
        let links = ChangeCounts {
            both_right: both,
            gained: right[1] - both,
            lost: right[0] - both,
            both_wrong: of_key + both - right[0] - right[1],
        };
        let wrong = [found[0] - right[0], found[1] - right[1]];
        let both_wrong = together - both;
        let wrong_links = ChangeCounts {
            both_right: 0,
            gained: wrong[0] - both_wrong,
            lost: wrong[1] - both_wrong,
            both_wrong,
        };
        (links, wrong_links)
    }
}

/// Counts how often something was seen before.
struct Counter<K>(FxHashMap<K, u64>);

impl<K> Default for Counter<K> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<K: Hash + Eq> Counter<K> {
    /// How often a value was counted before; counts it once more. `None` is never counted.
    fn count(&mut self, of: Option<K>) -> u64 {
        let Some(of) = of else { return 0 };
        let count = self.0.entry(of).or_insert(0);
        *count += 1;
        *count - 1
    }
}

/// The mentions of the key and of both responses, in the order of the text.
fn items<'a>(one: &'a Decisions, other: &'a Decisions) -> Vec<Item<'a>> {
    let key_place = |decision: &&Decision| (decision.span.start, decision.span.end, decision.entity);
    let of_key = joined(one.mentions.iter(), other.mentions.iter(), key_place).into_iter().map(|decisions| {
        let decision = decisions[0].or(decisions[1]);
        Item {
            span: decision.map_or(Span::new(0, 0), |decision| decision.span),
            kind: decision.and_then(|decision| decision.kind),
            key: decision.map(|decision| decision.entity),
            answers: decisions.map(|decision| decision.and_then(|decision| decision.answer)),
            decisions,
        }
    });
    let place = |spurious: &&Spurious| (spurious.span.start, spurious.span.end, 0);
    let of_responses =
        joined(one.spurious.iter(), other.spurious.iter(), place).into_iter().map(|spurious| {
            let first = spurious[0].or(spurious[1]);
            Item {
                span: first.map_or(Span::new(0, 0), |first| first.span),
                kind: first.and_then(|first| first.kind),
                key: None,
                answers: spurious.map(|spurious| spurious.map(|spurious| spurious.answer)),
                decisions: [None, None],
            }
        });
    let mut items: Vec<Item<'a>> = of_key.chain(of_responses).collect();
    items.sort_by_key(|item| (item.span.start, item.span.end));
    items
}

/// Merges two sorted lists and pairs equal items.
fn joined<T, P: Ord>(
    one: impl Iterator<Item = T>,
    other: impl Iterator<Item = T>,
    place: impl Fn(&T) -> P,
) -> Vec<[Option<T>; 2]> {
    let (mut one, mut other) = (one.peekable(), other.peekable());
    let mut joined = Vec::new();
    loop {
        let order = match (one.peek(), other.peek()) {
            (None, None) => return joined,
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (Some(one), Some(other)) => place(one).cmp(&place(other)),
        };
        let first = if order.is_le() { one.next() } else { None };
        let second = if order.is_ge() { other.next() } else { None };
        joined.push([first, second]);
    }
}

/// A mention of the key, with the outcomes of two systems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The document.
    pub document: Name,
    /// Its tokens, from the first to the last.
    pub span: Span,
    /// Its words, if they were requested.
    pub text: Option<String>,
    /// Its kind, if the key has parts of speech.
    pub kind: Option<MentionKind>,
    /// How its outcome changes.
    pub change: Change,
    /// Its outcomes in the two systems.
    pub outcomes: [Outcome; 2],
}

/// The mentions of the key one by one, in the order of the text.
#[must_use]
pub fn changed_mentions(one: &Decisions, other: &Decisions) -> Vec<Changed> {
    let of_key = items(one, other).into_iter().filter(|item| item.key.is_some());
    let changed = |item: Item<'_>| Changed {
        document: one.document.clone(),
        span: item.span,
        text: item.decisions.iter().flatten().find_map(|decision| decision.text.clone()),
        kind: item.kind,
        change: change_of(item.decisions),
        outcomes: item
            .decisions
            .map(|decision| decision.map_or(Outcome::Missed, |decision| decision.outcome)),
    };
    of_key.map(changed).collect()
}

/// What several systems get right together. Counts add up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shared {
    /// How many key mentions there are.
    pub mentions: u64,
    /// How many each system gets right.
    pub right: Vec<u64>,
    /// How many at least one system gets right: the most that a combination of the systems could reach.
    pub right_in_any: u64,
    /// How many all systems get wrong in the same way.
    pub wrong_alike: u64,
}

impl AddAssign for Shared {
    fn add_assign(&mut self, other: Self) {
        self.mentions += other.mentions;
        self.right.resize(self.right.len().max(other.right.len()), 0);
        self.right.iter_mut().zip(&other.right).for_each(|(sum, more)| *sum += more);
        self.right_in_any += other.right_in_any;
        self.wrong_alike += other.wrong_alike;
    }
}

/// What several systems get right together in a document.
#[must_use]
pub fn shared(systems: &[&Decisions]) -> Shared {
    let mut outcomes: BTreeMap<(u32, u32, u32, u32), Vec<Outcome>> = BTreeMap::new();
    for (system, decisions) in systems.iter().enumerate() {
        let mut repeated: FxHashMap<(u32, u32, u32), u32> = FxHashMap::default();
        for Decision { span, entity, outcome, .. } in &decisions.mentions {
            let number = repeated.entry((span.start, span.end, *entity)).or_insert(0);
            let place = (span.start, span.end, *entity, *number);
            *number += 1;
            outcomes.entry(place).or_insert_with(|| vec![Outcome::Missed; systems.len()])[system] = *outcome;
        }
    }
    let mut shared = Shared { right: vec![0; systems.len()], ..Shared::default() };
    for outcomes in outcomes.values() {
        shared.mentions += 1;
        let is_right = |outcome: &Outcome| *outcome == Outcome::Right;
        shared.right.iter_mut().zip(outcomes).for_each(|(sum, outcome)| *sum += u64::from(is_right(outcome)));
        shared.right_in_any += u64::from(outcomes.iter().any(is_right));
        let alike = outcomes.windows(2).all(|two| two[0] == two[1]);
        shared.wrong_alike += u64::from(alike && !outcomes.iter().any(is_right));
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::super::Decisions;
    use super::{Changes, changed_mentions, changes_by_kind, shared};
    use crate::document::Document;
    use crate::evaluation::{DocumentPair, Plan};
    use crate::metric::Ratio;
    use crate::metric::pairwise::PAIRWISE;

    /// A document whose tokens are mentions of the entities that are named, `.` of none.
    fn document(entities: &str) -> Document {
        let tokens: Vec<char> = entities.chars().collect();
        let mut names: Vec<char> = tokens.iter().copied().filter(|name| *name != '.').collect();
        names.sort_unstable();
        names.dedup();
        let spans = |name: &char| {
            let at = |(place, own): (usize, &char)| (own == name).then_some(place as u32..place as u32 + 1);
            tokens.iter().enumerate().filter_map(at).collect::<Vec<_>>()
        };
        Document::from_clusters("d", tokens.len(), names.iter().map(spans)).unwrap()
    }

    fn decided(key: &str, response: &str) -> Decisions {
        Decisions::new(&Plan::default(), &DocumentPair::unchecked(document(key), document(response)), true)
    }

    fn changes(one: &Decisions, other: &Decisions) -> Changes {
        changes_by_kind(one, other).into_iter().fold(Changes::default(), |mut sum, (_, changes)| {
            sum += changes;
            sum
        })
    }

    const TEXTS: [(&str, &str, &str); 3] = [
        ("aabba.c.b", "aab.ab.xx", "aaaaaaaa."),
        ("aaaabbbbcc", "aabbbbaacc", "aaaabbbb.."),
        ("ab..ba", "......", "ababab"),
    ];

    #[test]
    fn links_add_up_to_what_pairwise_counts() {
        for (key, one, other) in TEXTS {
            let counted = changes(&decided(key, one), &decided(key, other));
            for (response, other_side) in [(one, false), (other, true)] {
                let pair = DocumentPair::unchecked(document(key), document(response));
                let tally = PAIRWISE.parts[0].tally(&pair.matched(&Plan::default()));
                let own = |counts: &super::ChangeCounts| if other_side { counts.gained } else { counts.lost };
                let found = counted.links.both_right + own(&counted.links);
                assert_eq!(Ratio::of(found, counted.links.all()), tally.recall, "{key} {response}");
                // wrong links are gained by the system that no longer has them
                let had = if other_side { counted.wrong_links.lost } else { counted.wrong_links.gained };
                let all = found + had + counted.wrong_links.both_wrong;
                assert_eq!(Ratio::of(found, all), tally.precision, "{key} {response}");
            }
        }
    }

    #[test]
    fn mentions_are_those_of_the_key_and_sides_can_be_exchanged() {
        for (key, one, other) in TEXTS {
            let (one, other) = (decided(key, one), decided(key, other));
            let (there, back) = (changes(&one, &other), changes(&other, &one));
            assert_eq!(there.mentions.all(), one.mentions.len() as u64);
            for (there, back) in [
                (there.mentions, back.mentions),
                (there.links, back.links),
                (there.spurious, back.spurious),
                (there.wrong_links, back.wrong_links),
            ] {
                assert_eq!((there.gained, there.lost), (back.lost, back.gained));
                assert_eq!((there.both_right, there.both_wrong), (back.both_right, back.both_wrong));
            }
            let same = changes(&one, &one);
            assert_eq!((same.mentions.gained, same.links.lost, same.spurious.gained), (0, 0, 0));
            let together = shared(&[&one, &other]);
            assert_eq!(together.right_in_any, there.mentions.all() - there.mentions.both_wrong);
            assert_eq!(together.right[0], there.mentions.both_right + there.mentions.lost);
            assert_eq!(changed_mentions(&one, &other).len() as u64, there.mentions.all());
        }
    }
}
