//! Anaphor scores check whether every mention that refers back was found and joined to an earlier mention of
//! its entity.
//!
//! An anaphor is a mention that is not the first of its entity. It is resolved if its twin is also an
//! anaphor, and the twin's entity has the twin of an earlier mention of the anaphor's entity. Recall =
//! resolved key anaphors / key anaphors; precision is the same with key and response exchanged. Scores of
//! zeros count anaphors that are zeros; their twins need not be zeros.

use rustc_hash::FxHashSet;

use super::{Metric, Part, Ratio, Tally};
use crate::document::{Document, Mention, Position, Wanted};
use crate::matching::Side;
use crate::pair::Pair;

/// How well anaphors were resolved.
pub const ANAPHORA: Metric = Metric {
    name: "anaphora",
    title: "Anaphora",
    aliases: &[],
    summary: "how many anaphoric mentions were linked to an earlier mention of their entity",
    formula: "an anaphor is a mention that is not the first of its entity; recall = resolved key anaphors / key anaphors; precision = the same with key and response exchanged",
    citation: "after Tuggener 2014",
    setting: "no known publication: the CRAC score for zero anaphora, applied to all anaphors",
    parts: &[Part::Mentions(|pair| tally(pair, |_, _| true))],
    wanted_key: Wanted::MENTIONS.and_details(),
    wanted_response: Wanted::MENTIONS.and_details(),
    ..Metric::PLAIN
};

/// How well zeros that refer back were resolved.
pub const ZERO_ANAPHORA: Metric = Metric {
    name: "zero-anaphora",
    title: "Zero anaphora",
    aliases: &[],
    summary: "how many anaphoric zeros were linked to an earlier mention of their entity",
    formula: "an anaphor is a mention that is not the first of its entity; only those that are zeros count; recall = resolved key anaphors / key anaphors; precision = the same with key and response exchanged",
    citation: "Žabokrtský et al. 2022",
    setting: "CorefUD scorer",
    parts: &[Part::Mentions(|pair| tally(pair, Document::is_zero_mention))],
    wanted_key: Wanted::MENTIONS.and_details(),
    wanted_response: Wanted::MENTIONS.and_details(),
    ..Metric::PLAIN
};

/// Selects the anaphors that are counted.
type Asked = fn(&Document, &Mention) -> bool;

fn tally(pair: &Pair<'_>, asked: Asked) -> Tally {
    let (key, response) = (Chains::new(&pair.key), Chains::new(&pair.response));
    let recall = key.resolved(&response, asked, |mention| pair.alignment.of_key(mention));
    let precision = response.resolved(&key, asked, |mention| pair.alignment.of_response(mention));
    Tally { recall, precision }
}

/// The mentions of a side, entity by entity and in the order of the text.
struct Chains<'a> {
    side: &'a Side<'a>,
    order: Vec<usize>,
    /// Whether each mention refers back.
    anaphors: Vec<bool>,
}

impl<'a> Chains<'a> {
    fn new(side: &'a Side<'a>) -> Self {
        let mut order: Vec<usize> = (0..side.mentions.len()).collect();
        order.sort_by_cached_key(|&place| {
            let mention = &side.mentions[place];
            (mention.entity, extent(side.document, mention))
        });
        let mut anaphors = vec![false; side.mentions.len()];
        for pair in order.windows(2) {
            anaphors[pair[1]] = side.mentions[pair[0]].entity == side.mentions[pair[1]].entity;
        }
        Self { side, order, anaphors }
    }

    /// How many of the selected anaphors were resolved.
    fn resolved(&self, other: &Self, asked: Asked, twin: impl Fn(usize) -> Option<usize>) -> Ratio {
        let (mut resolved, mut all) = (0, 0);
        let same_entity = |a: &usize, b: &usize| self.entity(*a) == self.entity(*b);
        for chain in self.order.chunk_by(same_entity) {
            let mut before: FxHashSet<u32> = FxHashSet::default();
            for &place in chain {
                let twin = twin(place);
                if self.anaphors[place] && asked(self.side.document, &self.side.mentions[place]) {
                    all += 1;
                    let joined = |twin: usize| other.anaphors[twin] && before.contains(&other.entity(twin));
                    resolved += usize::from(twin.is_some_and(joined));
                }
                before.extend(twin.map(|twin| other.entity(twin)));
            }
        }
        Ratio::of(resolved as u64, all)
    }

    fn entity(&self, place: usize) -> u32 {
        self.side.mentions[place].entity
    }
}

/// The first and the last position of a mention.
fn extent(document: &Document, mention: &Mention) -> (Position, Position) {
    (document.position(mention.span.start), document.position(mention.span.end.saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use super::{ANAPHORA, ZERO_ANAPHORA};
    use crate::document::{Column, Document, Mention, Span, Zero};
    use crate::matching::{Matching, Side};
    use crate::metric::Ratio;
    use crate::metric::assert::assert_score;
    use crate::pair::Pair;

    #[test]
    fn an_anaphor_needs_one_right_antecedent() {
        // of b, c and e, the response joins b to a and c to nothing of its entity
        assert_score(&ANAPHORA, "a b c | d e", "a b | c d | e", (1.0 / 3.0, 1.0 / 2.0));
    }

    #[test]
    fn first_mentions_are_not_asked_about() {
        assert_score(&ANAPHORA, "a | b c", "a | b c", (1.0, 1.0));
        assert_score(&ANAPHORA, "a | b", "a | b", (0.0, 0.0));
    }

    #[test]
    fn only_zeros_are_asked_about_where_zeros_are_scored() {
        // tokens 0 and 2 are overt, 1 and 3 zeros; the key joins all, the response the first three
        let document = |entities: [u32; 4]| Document {
            tokens: 4,
            zeros: vec![Zero { token: 1, rank: 1 }, Zero { token: 3, rank: 1 }],
            mentions: (0..4)
                .zip(entities)
                .map(|(token, entity)| Mention::new(Span::new(token, token + 1), entity))
                .collect(),
            entity_labels: ["1", "2"].into_iter().collect::<Column>(),
            ..Document::default()
        };
        let (key, response) = (document([0, 0, 0, 0]), document([0, 0, 0, 1]));
        let (key, response) = (Side::all(&key), Side::all(&response));
        let alignment = Matching::EXACT.align(&key, &response);
        let tally = ZERO_ANAPHORA.parts[0].tally(&Pair::new(key, response, alignment));
        assert_eq!(tally.recall, Ratio::of(1, 2));
        assert_eq!(tally.precision, Ratio::of(1, 1));
    }
}
