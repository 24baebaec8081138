//! ARCS asks, for each mention that refers back, whether it was linked to the right antecedent.
//!
//! Each mention of a key entity except the first is right (tp), has a wrong antecedent (wl) or is missed
//! (fn); a mention that refers back only in the response is spurious (fp). Recall = tp / (tp + wl + fn),
//! precision = tp / (tp + wl + fp), accuracy = tp / (tp + wl). An antecedent is right if it is the same
//! mention just before (*immediate*), or if the nearest earlier name or noun is of the same key entity
//! (*inferred*). Entities without a name or noun, and pronouns before the first name or noun, are left out.
//!
//! The *anchor* of an entity is its first name or noun. An entity is detected if its anchor is in some entity
//! of the other side. For detected entities, recall and precision of mentions are |K∩R| / |K| and |K∩R| /
//! |R|, summed, where R is the entity that contains the anchor. The result is the harmonic mean of the F1 of
//! detection and the F1 of mentions.
//! Tuggener 2014.

use super::Measure;
use crate::choice::choice;
use crate::document::{Document, Mention};
use crate::matching::{Alignment, HeadsOf, Matching, Side};
use crate::metric::{Ratio, Score, Tally};
use crate::pair::Pair;
use crate::selection::{MentionKind, kind_of};

/// What this measure is called, and where it comes from.
pub const ARCS: Measure = Measure {
    name: "arcs",
    command: "arcs",
    summary: "whether each anaphoric mention was linked to the right antecedent",
    citation: "Tuggener 2014",
};

choice! {
    /// What a mention must be linked to.
    Antecedent {
        /// The mention just before it in its entity.
        Immediate = "immediate",
        /// A name or noun of its entity: the nearest one that the response puts before it.
        Inferred = "inferred",
    }
}

/// Mentions that refer back. Counts add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Mentions with the right antecedent.
    pub right: u64,
    /// Mentions with a wrong antecedent.
    pub astray: u64,
    /// Mentions without an antecedent in the response.
    pub missed: u64,
    /// Mentions with an antecedent in the response that do not refer back in the key.
    pub spurious: u64,
}

impl Counts {
    /// The tally of recall and precision.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let linked = self.right + self.astray;
        Tally {
            recall: Ratio::of(self.right, linked + self.missed),
            precision: Ratio::of(self.right, linked + self.spurious),
        }
    }

    /// The share of linked mentions that have the right antecedent.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        Ratio::of(self.right, self.right + self.astray).value()
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.right += other.right;
        self.astray += other.astray;
        self.missed += other.missed;
        self.spurious += other.spurious;
    }
}

/// A side with, for each mention, the one before it in its entity and the nearest name or noun before it.
struct Chains {
    kinds: Vec<MentionKind>,
    before: Vec<Option<usize>>,
    noun_before: Vec<Option<usize>>,
    has_noun: Vec<bool>,
}

impl Chains {
    fn new(document: &Document, syntax: &Document) -> Self {
        let mut heads = HeadsOf::new(syntax);
        let mentions = &document.mentions;
        let kinds: Vec<MentionKind> =
            mentions.iter().map(|mention| kind_of(document, mention, &mut heads)).collect();
        let mut order: Vec<usize> = (0..mentions.len()).collect();
        order.sort_by_key(|&place| (mentions[place].span, place));
        let (mut last, mut last_noun) =
            (vec![None; document.entity_count()], vec![None; document.entity_count()]);
        let (mut before, mut noun_before) = (vec![None; mentions.len()], vec![None; mentions.len()]);
        for place in order {
            let entity = mentions[place].entity as usize;
            before[place] = last[entity];
            noun_before[place] = last_noun[entity];
            last[entity] = Some(place);
            if kinds[place] != MentionKind::Pronoun {
                last_noun[entity] = Some(place);
            }
        }
        let has_noun = last_noun.iter().map(Option::is_some).collect();
        Self { kinds, before, noun_before, has_noun }
    }

    /// The first name or noun of each entity that has one, in the order of the text.
    fn anchors(&self, document: &Document) -> Vec<usize> {
        let is_anchor =
            |&place: &usize| self.kinds[place] != MentionKind::Pronoun && self.noun_before[place].is_none();
        (0..document.mentions.len()).filter(is_anchor).collect()
    }

    /// Whether a mention of the key refers back to something that counts.
    fn refers_back(&self, place: usize, mention: &Mention) -> bool {
        let led = self.kinds[place] != MentionKind::Pronoun || self.noun_before[place].is_some();
        self.before[place].is_some() && self.has_noun[mention.entity as usize] && led
    }
}

/// A key and a response with their mentions matched.
struct Case<'a> {
    key: &'a Document,
    key_chains: Chains,
    response_chains: Chains,
    alignment: Alignment,
    antecedent: Antecedent,
}

impl Case<'_> {
    /// The outcome for a key mention that refers back, as a count.
    fn outcome(&self, place: usize) -> Counts {
        let led = self.alignment.of_key(place).and_then(|twin| match self.antecedent {
            Antecedent::Immediate => self.response_chains.before[twin],
            Antecedent::Inferred => self.response_chains.noun_before[twin],
        });
        let nothing_to_infer =
            self.antecedent == Antecedent::Inferred && self.key_chains.noun_before[place].is_none();
        match led.map(|led| self.alignment.of_response(led)) {
            None if nothing_to_infer => Counts::default(),
            // the key has no earlier name or noun to which it could be linked
            Some(_) if nothing_to_infer => Counts { spurious: 1, ..Counts::default() },
            None => Counts { missed: 1, ..Counts::default() },
            Some(Some(twin)) if self.is_right(place, twin) => Counts { right: 1, ..Counts::default() },
            Some(_) => Counts { astray: 1, ..Counts::default() },
        }
    }

    fn is_right(&self, place: usize, led_to: usize) -> bool {
        match self.antecedent {
            Antecedent::Immediate => self.key_chains.before[place] == Some(led_to),
            Antecedent::Inferred => self.key.mentions[led_to].entity == self.key.mentions[place].entity,
        }
    }

    /// Whether a response mention refers back although its twin does not, or has no twin.
    fn is_spurious(&self, place: usize) -> bool {
        let twin = self.alignment.of_response(place);
        let refers_back = twin.is_some_and(|twin| self.key_chains.before[twin].is_some());
        self.response_chains.before[place].is_some() && !refers_back
    }
}

/// Counts one pair of documents; kinds of mentions come from the key's syntax. Each count belongs to a kind.
#[must_use]
pub fn count(key: &Document, response: &Document, antecedent: Antecedent) -> Vec<(MentionKind, Counts)> {
    let (key_chains, response_chains) = (Chains::new(key, key), Chains::new(response, key));
    let alignment = Matching::EXACT.align(&Side::all(key), &Side::all(response));
    let case = Case { key, key_chains, response_chains, alignment, antecedent };
    let mut counts: Vec<(MentionKind, Counts)> =
        MentionKind::ALL.iter().map(|kind| (*kind, Counts::default())).collect();
    let mut add = |kind: MentionKind, more: Counts| {
        counts.iter_mut().filter(|(known, _)| *known == kind).for_each(|(_, sum)| *sum += more);
    };
    for (place, mention) in key.mentions.iter().enumerate() {
        if case.key_chains.refers_back(place, mention) {
            add(case.key_chains.kinds[place], case.outcome(place));
        }
    }
    for place in (0..response.mentions.len()).filter(|&place| case.is_spurious(place)) {
        add(case.response_chains.kinds[place], Counts { spurious: 1, ..Counts::default() });
    }
    counts
}

/// Entities and their anchors. Tallies add up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Anchors {
    /// Key entities whose anchor the response has, and response entities whose anchor the key has.
    pub detection: Tally,
    /// Shared mentions of detected key entities, out of the mentions of these and of the response entities.
    pub mentions: Tally,
}

impl Anchors {
    /// The harmonic mean of the F1 of detection and of mentions.
    #[must_use]
    pub fn harmonic(&self) -> Option<f64> {
        Score::new(self.detection.score(1.0).f, self.mentions.score(1.0).f, 1.0).f
    }
}

impl std::ops::AddAssign for Anchors {
    fn add_assign(&mut self, other: Self) {
        self.detection += other.detection;
        self.mentions += other.mentions;
    }
}

/// Counts the anchors of one pair of documents.
#[must_use]
pub fn count_anchors(key: &Document, response: &Document) -> Anchors {
    let (key_side, response_side) = (Side::all(key), Side::all(response));
    let alignment = Matching::EXACT.align(&key_side, &response_side);
    let of_key = Chains::new(key, key).anchors(key);
    let of_response = Chains::new(response, key).anchors(response);
    let held: Vec<(u32, u32)> = of_key
        .iter()
        .filter_map(|&place| Some((place, alignment.of_key(place)?)))
        .map(|(place, twin)| (key.mentions[place].entity, response.mentions[twin].entity))
        .collect();
    let spurious = of_response.iter().filter(|&&place| alignment.of_response(place).is_none()).count();
    let known = of_response.len() - spurious;
    let pair = Pair::new(key_side, response_side, alignment);
    Anchors {
        detection: Tally {
            recall: Ratio::of(held.len() as u64, of_key.len() as u64),
            precision: Ratio::of(known as u64, of_response.len() as u64),
        },
        mentions: held.iter().map(|&entities| shared(&pair, entities)).sum(),
    }
}

/// The mentions that a key and a response entity share, out of the mentions of each.
fn shared(pair: &Pair<'_>, (key, response): (u32, u32)) -> Tally {
    let overlap = &pair.overlap;
    let ends = [overlap.row_starts()[key as usize], overlap.row_starts()[key as usize + 1]];
    let cells = &overlap.cells()[ends[0] as usize..ends[1] as usize];
    let cell = cells.binary_search_by_key(&response, |cell| cell.column);
    let count = cell.map_or(0, |place| cells[place].count);
    let (row, column) = (overlap.row_sizes()[key as usize], overlap.column_sizes()[response as usize]);
    Tally::shared(f64::from(count), f64::from(row), f64::from(column))
}

#[cfg(test)]
mod tests {
    use super::{Anchors, Antecedent, Counts, count, count_anchors};
    use crate::document::{Column, Document, Layer, Mention, Span};
    use crate::metric::Ratio;

    fn document(tags: &str, entities: &[&[u32]]) -> Document {
        let tags: Column = tags.split(' ').collect();
        let mut document = Document { tokens: tags.len() as u32, ..Document::default() };
        document.sentences.push(Span::new(0, document.tokens));
        document.layers.set(Layer::PartOfSpeech, tags);
        for (entity, tokens) in entities.iter().enumerate() {
            document.entity_labels.push(&entity.to_string());
            let mention = |&token: &u32| Mention::new(Span::new(token, token + 1), entity as u32);
            document.mentions.extend(tokens.iter().map(mention));
        }
        document
    }

    fn all(key: &[&[u32]], response: &[&[u32]], antecedent: Antecedent) -> Counts {
        let tags = "NNP PRP NN PRP NNP PRP";
        let mut sum = Counts::default();
        for (_, counts) in count(&document(tags, key), &document(tags, response), antecedent) {
            sum += counts;
        }
        sum
    }

    #[test]
    fn a_perfect_response_is_right_everywhere() {
        for &antecedent in Antecedent::ALL {
            let found = all(&[&[0, 1, 2, 3], &[4, 5]], &[&[0, 1, 2, 3], &[4, 5]], antecedent);
            assert_eq!(found, Counts { right: 4, ..Counts::default() });
        }
    }

    #[test]
    fn a_skipped_mention_matters_to_the_immediate_antecedent_only() {
        let (key, response): (&[&[u32]], &[&[u32]]) = (&[&[0, 1, 2, 3]], &[&[0, 2, 3]]);
        let immediate = Counts { right: 1, astray: 1, missed: 1, spurious: 0 };
        assert_eq!(all(key, response, Antecedent::Immediate), immediate);
        let inferred = Counts { right: 2, astray: 0, missed: 1, spurious: 0 };
        assert_eq!(all(key, response, Antecedent::Inferred), inferred);
    }

    #[test]
    fn wrong_and_spurious_links_are_told_apart() {
        let found = all(&[&[0, 1], &[4, 5]], &[&[0, 5], &[2, 3]], Antecedent::Inferred);
        assert_eq!(found, Counts { right: 0, astray: 1, missed: 1, spurious: 1 });
    }

    #[test]
    fn a_noun_with_only_pronouns_before_it_has_nothing_to_infer() {
        // in the key, 2 follows only the pronoun 1: linking it to the name 0 is spurious, not linking it is
        // not counted
        let (key, alone): (&[&[u32]], &[&[u32]]) = (&[&[1, 2], &[0]], &[&[1, 2]]);
        assert_eq!(all(key, alone, Antecedent::Inferred), Counts::default());
        let found = all(key, &[&[0, 2]], Antecedent::Inferred);
        assert_eq!(found, Counts { spurious: 1, ..Counts::default() });
    }

    fn anchors(key: &[&[u32]], response: &[&[u32]]) -> Anchors {
        let tags = "NNP PRP NN PRP NNP PRP";
        count_anchors(&document(tags, key), &document(tags, response))
    }

    #[test]
    fn an_entity_is_detected_by_its_first_name_or_noun() {
        // the anchor 0 is in {0 3}, with 2 of 4 mentions; the anchor 4 is in none; {2 5} begins with a known mention
        let found = anchors(&[&[0, 1, 2, 3], &[4, 5]], &[&[0, 3], &[2, 5]]);
        assert_eq!(found.detection.recall, Ratio::of(1, 2));
        assert_eq!(found.detection.precision, Ratio::of(2, 2));
        assert_eq!((found.mentions.recall, found.mentions.precision), (Ratio::of(2, 4), Ratio::of(2, 2)));
        // both F1 are 2/3
        assert!((found.harmonic().unwrap() - 2.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn entities_of_pronouns_have_no_anchor() {
        let found = anchors(&[&[1, 3]], &[&[1, 3]]);
        assert_eq!(found, Anchors::default());
    }

    #[test]
    fn the_counts_that_tuggener_publishes_give_his_figures() {
        let counts = Counts { right: 3981, astray: 900, missed: 1980, spurious: 1713 };
        let score = counts.tally().score(1.0);
        let figures = [score.recall, score.precision, counts.accuracy()]
            .map(|value| format!("{:.2}", value.unwrap() * 100.0));
        assert_eq!(figures, ["58.02", "60.37", "81.56"]);
    }
}
