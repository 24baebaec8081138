//! BLANC averages how well coreference links and non-coreference links were found.
//!
//! A coreference link is a pair of mentions of one entity, a non-coreference link a pair of mentions of two
//! entities. Each kind has recall |shared links| / |key links| and precision |shared links| / |response
//! links|. The recall, precision and F1 of BLANC are the means over the two kinds.
//! Shared non-links follow from counts alone: `C(n,2) − Σ C(n_K,2) − Σ C(n_R,2) + Σ C(|K∩R|,2)` over the twins.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::contribution::{Explain, Share};
use super::lea::links;
use super::{Changes, Group, Metric, Part, Ratio, Rules, Score, Tally, Undefined, pairwise, repeated, split};
use crate::choice::choice;
use crate::pair::Overlap;

/// BLANC with the edge rule of the CoNLL scorer: a kind of link that the *key* lacks is left out.
pub const BLANC: Metric = Metric {
    name: "blanc",
    title: "BLANC",
    aliases: &[],
    summary: "how well coreference and non-coreference links were found, with equal weight for both kinds",
    formula: "links are pairs of mentions, of one entity (coreference) or of two (non-coreference); for each kind recall = shared links / key links, precision = shared links / response links; BLANC is the mean of both kinds, in recall, precision and F1",
    citation: "Recasens and Hovy 2011; Luo et al. 2014",
    setting: "CoNLL scorer v8; CorefUD scorer, as --blanc corefud",
    parts: &[Part::Entities(pairwise::tally), Part::Entities(kept_apart)],
    part_names: &["coreference links", "non-coreference links"],
    score: as_in_the_conll_scorer,
    group: Group::Standard,
    explain: Explain::Entities(&[Share::Alone(pairwise::tally), Share::Apart]),
    changes: Changes {
        under: Some(under),
        repeated: Some(|matched| repeated::blanc::tally(matched).with_mentions(matched)),
        looked_up: Some(|looked_up| [&looked_up.entities.blanc()[..], &[looked_up.mentions]].concat()),
    },
    ..Metric::PLAIN
};

/// BLANC with the edge rule of the CorefUD scorer: a kind of link is left out when *both* sides lack it.
pub const BLANC_COREFUD: Metric = Metric { score: as_in_the_corefud_scorer, ..BLANC };

/// BLANC with the edge rules of Luo et al. 2014: as [`BLANC_COREFUD`], and if neither side has a link of any
/// kind, 1 if both sides have the same mentions, otherwise 0.
pub const BLANC_2014: Metric = Metric {
    parts: &[Part::Entities(pairwise::tally), Part::Entities(kept_apart), Part::Entities(mentions)],
    part_names: &["coreference links", "non-coreference links", "mentions"],
    score: as_in_luo_et_al,
    explain: Explain::Entities(&[Share::Alone(pairwise::tally), Share::Apart, Share::Found]),
    ..BLANC
};

choice! {
    /// Which kinds of link BLANC leaves out.
    BlancRule {
        /// A kind that the key does not have, as in the CoNLL scorer.
        Reference = "reference",
        /// A kind that neither side has, as in the CorefUD and Universal Anaphora scorers.
        CorefUd = "corefud",
        /// The same; and if neither side has any link, BLANC is 1 if they have the same mentions, as in Luo et al. 2014.
        Luo2014 = "luo-2014",
    }
}

fn under(rules: Rules) -> &'static Metric {
    match (rules.blanc, rules.count_splits) {
        (BlancRule::Reference, false) => &BLANC,
        (BlancRule::CorefUd, false) => &BLANC_COREFUD,
        (BlancRule::Luo2014, false) => &BLANC_2014,
        (BlancRule::Reference, true) => &split::BLANC_WITH_SPLITS,
        (BlancRule::CorefUd, true) => &split::BLANC_COREFUD_WITH_SPLITS,
        (BlancRule::Luo2014, true) => &split::BLANC_2014_WITH_SPLITS,
    }
}

/// The number of mentions of the key, of the response and of both.
pub(crate) fn mentions(overlap: &Overlap) -> Tally {
    let (key, response) = (overlap.key_mentions(), overlap.response_mentions());
    Tally::shared(overlap.twins() as f64, key as f64, response as f64)
}

/// The number of non-coreference links of the key, of the response and of both.
pub(super) fn kept_apart(overlap: &Overlap) -> Tally {
    Apart::of(overlap).tally()
}

/// The sums over the entities of each side from which non-coreference links are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Apart {
    /// Over key entities.
    pub(crate) key: Links,
    /// Over response entities.
    pub(crate) response: Links,
    /// The links that a key and a response entity share.
    pub(crate) shared: u64,
}

/// The counts of the entities of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Links {
    /// How many mentions.
    pub(crate) mentions: u64,
    /// How many of them have twins.
    pub(crate) twins: u64,
    /// How many links between mentions of one entity.
    together: u64,
    /// How many of these are between mentions that have twins.
    twins_together: u64,
}

impl Links {
    /// The counts of the rows of a table, and the number of links that its cells share.
    pub(crate) fn of_rows(overlap: &Overlap) -> (Self, u64) {
        let (mut sums, mut shared) = (Self::default(), 0);
        for (size, cells) in overlap.rows() {
            let twins: u32 = cells.iter().map(|cell| cell.count).sum();
            shared += cells.iter().map(|cell| links(cell.count)).sum::<u64>();
            sums += Self {
                mentions: size.into(),
                twins: twins.into(),
                together: links(size),
                twins_together: links(twins),
            };
        }
        (sums, shared)
    }

    /// The links between mentions of different entities.
    fn apart(self) -> u64 {
        all(self.mentions) - self.together
    }
}

impl AddAssign for Links {
    fn add_assign(&mut self, other: Self) {
        self.mentions += other.mentions;
        self.twins += other.twins;
        self.together += other.together;
        self.twins_together += other.twins_together;
    }
}

impl Apart {
    fn of(overlap: &Overlap) -> Self {
        let (key, shared) = Links::of_rows(overlap);
        Self { key, response: Links::of_rows(overlap.turned()).0, shared }
    }

    /// The non-coreference links of key, response and both.
    pub(crate) fn tally(&self) -> Tally {
        let Self { key, response, shared } = self;
        let shared = i128::from(all(key.twins)) + i128::from(*shared)
            - i128::from(key.twins_together)
            - i128::from(response.twins_together);
        let shared = u64::try_from(shared).unwrap_or(0);
        Tally { recall: Ratio::of(shared, key.apart()), precision: Ratio::of(shared, response.apart()) }
    }
}

/// How many pairs so many mentions make.
fn all(mentions: u64) -> u64 {
    mentions * mentions.saturating_sub(1) / 2
}

fn as_in_the_conll_scorer(tallies: &[Tally], beta: f64) -> Score {
    mean(tallies, beta, |tally| tally.recall.denominator > 0.0)
}

fn as_in_the_corefud_scorer(tallies: &[Tally], beta: f64) -> Score {
    mean(tallies, beta, has_any)
}

fn as_in_luo_et_al(tallies: &[Tally], beta: f64) -> Score {
    let (links, mentions) = tallies.split_at(tallies.len().min(2));
    match mentions.first().filter(|mentions| !links.iter().any(has_any) && has_any(mentions)) {
        Some(Tally { recall, precision }) => {
            let whole = |ratio: &Ratio| ratio.numerator >= ratio.denominator;
            let same = f64::from(u8::from(whole(recall) && whole(precision)));
            Score::defined(same, same, same)
        }
        None => mean(links, beta, has_any),
    }
}

fn has_any(tally: &Tally) -> bool {
    tally.recall.denominator > 0.0 || tally.precision.denominator > 0.0
}

fn mean(tallies: &[Tally], beta: f64, counts: impl Fn(&Tally) -> bool) -> Score {
    let scores: Vec<Score> =
        tallies.iter().filter(|tally| counts(tally)).map(|tally| tally.score(beta)).collect();
    Score::mean(&scores, Undefined::Zero)
}

#[cfg(test)]
mod tests {
    use super::{BLANC, BLANC_2014, BLANC_COREFUD};
    use crate::metric::assert::{assert_f1, assert_score};

    #[test]
    fn the_example_of_pradhan_et_al_2014() {
        // the paper prints 0.36, truncated
        assert_f1(&BLANC, "a b c | d e f g", "a b | c d | f g h i", f64::midpoint(4.0 / 17.0, 1.0 / 2.0));
    }

    #[test]
    fn the_rules_differ_when_the_key_lacks_a_kind_of_link() {
        assert_score(&BLANC, "a b c d e f", "a b | c d e | f", (4.0 / 15.0, 1.0));
        for metric in [&BLANC_COREFUD, &BLANC_2014] {
            assert_score(metric, "a b c d e f", "a b | c d e | f", (2.0 / 15.0, 0.5));
        }
    }

    #[test]
    fn one_mention_alone_is_right_or_wrong_to_luo_et_al() {
        assert_score(&BLANC_2014, "a", "a", (1.0, 1.0));
        assert_score(&BLANC_2014, "a", "b", (0.0, 0.0));
        assert_score(&BLANC_2014, "a b c", "a b c", (1.0, 1.0));
        assert_score(&BLANC_COREFUD, "a", "a", (0.0, 0.0));
    }

    #[test]
    fn no_links_at_all_score_nothing() {
        assert_score(&BLANC, "a", "a", (0.0, 0.0));
    }
}
