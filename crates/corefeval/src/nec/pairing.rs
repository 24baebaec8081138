//! Which response entity stands for each named key entity, and what is counted then.

use std::collections::{BTreeMap, HashMap};

use super::counts::{Counts, KindCounts};
use super::sides::{Kind, Named};
use super::{ByKind, Options, Pairing};
use crate::assignment::{Solver, Table};
use crate::document::Span;
use crate::matching::{Matching, Side};
use crate::metric::{Metric, Ratio, Tally, b_cubed::B_CUBED, ceaf::CEAF_E, muc::MUC};
use crate::pair::Pair;

/// Counts the names of some types.
pub(super) fn count(key: &Named<'_>, response: &Named<'_>, types: &[&str], options: &Options) -> Counts {
    let table = Given { key, response, types, options };
    let (key_side, response_side) = (Side::all(key.document), Side::all(response.document));
    let alignment = Matching::Exact.align(&key_side, &response_side);
    let pair = Pair::new(key_side, response_side, alignment);
    let scene = Scene::new(&table, &pair);
    let mut counts = Counts::default();
    scene.count_pairs(&mut counts);
    scene.count_pieces(&mut counts);
    scene.count_nameless(&mut counts);
    counts.filtered = scene.filtered();
    counts
}

/// A key and a response, and what is asked about them.
struct Given<'a> {
    key: &'a Named<'a>,
    response: &'a Named<'a>,
    types: &'a [&'a str],
    options: &'a Options,
}

/// Key entities with a name, and the response entities that may stand for them.
struct Scene<'a> {
    given: &'a Given<'a>,
    pair: &'a Pair<'a>,
    /// The key entities with a name of the types.
    named: Vec<u32>,
    /// Whether each response entity has such a name.
    kept: Vec<bool>,
    /// The candidates of each named entity, in order.
    candidates: Vec<Vec<u32>>,
    /// Twins by key entity, response entity and kind.
    shared: BTreeMap<(u32, u32), [u32; 3]>,
}

impl<'a> Scene<'a> {
    fn new(given: &'a Given<'a>, pair: &'a Pair<'a>) -> Self {
        let of_type = |kind: Option<&str>| kind.is_some_and(|kind| given.types.contains(&kind));
        let entities = given.key.entities.iter().zip(0..);
        let named: Vec<u32> =
            entities.filter(|(entity, _)| of_type(entity.kind())).map(|(_, number)| number).collect();
        let kept: Vec<bool> =
            given.response.entities.iter().map(|entity| entity.has_name_of(given.types)).collect();
        let candidates = candidates(given, &named, &kept);
        Self { given, pair, named, kept, candidates, shared: shared(given, pair) }
    }

    fn shared(&self, key: u32, response: u32) -> [u32; 3] {
        self.shared.get(&(key, response)).copied().unwrap_or_default()
    }

    /// The F1 of a key and a response entity, over all mentions or one kind.
    fn f1(&self, key: u32, response: u32, kind: Option<Kind>) -> f64 {
        let of = |kinds: [u32; 3]| match kind {
            Some(kind) => kinds[kind as usize],
            None => kinds.iter().sum(),
        };
        let sizes = of(self.given.key.entities[key as usize].kinds)
            + of(self.given.response.entities[response as usize].kinds);
        Ratio::of(2 * u64::from(of(self.shared(key, response))), u64::from(sizes)).value()
    }

    /// The candidate with the largest F1; of equals the one with more shared mentions, then the earlier in the text.
    fn best(&self, place: usize, kind: Option<Kind>) -> Option<u32> {
        let key = self.named[place];
        let first = |response: u32| self.given.response.entities[response as usize].first;
        let total = |response: u32| self.shared(key, response).iter().sum::<u32>();
        let better = |one: &u32, other: &u32| {
            let by_f1 = self.f1(key, *one, kind).total_cmp(&self.f1(key, *other, kind));
            by_f1.then(total(*one).cmp(&total(*other))).then(first(*other).cmp(&first(*one)))
        };
        self.candidates[place].iter().copied().max_by(better)
    }

    /// The response entity that stands for each named entity.
    fn chosen(&self) -> Vec<Option<u32>> {
        match self.given.options.pairing {
            Pairing::Best => (0..self.named.len()).map(|place| self.best(place, None)).collect(),
            Pairing::OneToOne => {
                let mut table = Table::new();
                for (key, candidates) in self.named.iter().zip(&self.candidates) {
                    table.add_row(
                        candidates.iter().map(|&response| (response, self.f1(*key, response, None))),
                    );
                }
                Solver::new().solve(&table).partners().collect()
            }
        }
    }

    fn count_pairs(&self, counts: &mut Counts) {
        let uses = uses(&self.candidates, self.kept.len());
        for (place, chosen) in self.chosen().into_iter().enumerate() {
            let key = self.named[place];
            let f1 = chosen.map_or(0.0, |response| self.f1(key, response, None));
            counts.f1 = counts.f1 + Ratio::new(f1, 1.0);
            counts.micro += self.micro(key, chosen);
            let candidates = &self.candidates[place];
            counts.not_found += u64::from(candidates.is_empty());
            counts.empty_handed += u64::from(!candidates.is_empty() && f1 == 0.0);
            counts.ambiguous += u64::from(candidates.iter().any(|&response| uses[response as usize] > 1));
            for kind in Kind::ALL {
                let of_kind = self.of_kind(place, chosen, kind);
                let sum = &mut counts.kinds[kind as usize];
                *sum = KindCounts { f1: sum.f1 + of_kind };
            }
        }
    }

    fn micro(&self, key: u32, chosen: Option<u32>) -> Tally {
        let size = f64::from(self.given.key.entities[key as usize].size());
        let shared = chosen.map_or(0, |response| self.shared(key, response).iter().sum());
        let other = chosen.map_or(0, |response| self.given.response.entities[response as usize].size());
        Tally::shared(f64::from(shared), size, f64::from(other))
    }

    /// F1 for one kind of mention; nothing out of nothing for an entity that has none of them.
    fn of_kind(&self, place: usize, chosen: Option<u32>, kind: Kind) -> Ratio {
        let key = self.named[place];
        if self.given.key.entities[key as usize].kinds[kind as usize] == 0 {
            return Ratio::default();
        }
        let response = match self.given.options.by_kind {
            ByKind::SamePair => chosen,
            ByKind::Reselect => self.best(place, Some(kind)),
        };
        Ratio::new(response.map_or(0.0, |response| self.f1(key, response, Some(kind))), 1.0)
    }

    /// How the names of key entities are spread over response entities, and how many share one.
    fn count_pieces(&self, counts: &mut Counts) {
        let mut owners = vec![0u64; self.kept.len()];
        let mut pieces = vec![0u64; self.given.key.entities.len()];
        for (&(key, response), kinds) in &self.shared {
            let named = self.named.binary_search(&key).is_ok();
            if named && self.kept[response as usize] && kinds[Kind::Name as usize] > 0 {
                owners[response as usize] += 1;
                pieces[key as usize] += 1;
            }
        }
        counts.pieces = pieces.iter().sum();
        counts.placed = pieces.iter().filter(|&&count| count > 0).count() as u64;
        counts.split = pieces.iter().filter(|&&count| count > 1).count() as u64;
        counts.kept = self.kept.iter().filter(|&&kept| kept).count() as u64;
        counts.merged = owners.iter().filter(|&&count| count > 1).count() as u64;
    }

    fn count_nameless(&self, counts: &mut Counts) {
        let with_pronoun = self.given.response.entities.iter().filter(|entity| entity.third_person);
        let nameless = with_pronoun.clone().filter(|entity| entity.names.is_empty()).count();
        counts.nameless = Ratio::of(nameless as u64, with_pronoun.count() as u64);
    }

    /// MUC, B³ and CEAFe of the entities with a name.
    fn filtered(&self) -> [Tally; 3] {
        let (mut key, mut response) = (self.pair.key.clone(), self.pair.response.clone());
        key.retain(|_, mention| self.named.binary_search(&mention.entity).is_ok());
        response.retain(|_, mention| self.kept[mention.entity as usize]);
        let alignment = Matching::Exact.align(&key, &response);
        let pair = Pair::new(key, response, alignment);
        let tally = |metric: &Metric| metric.parts.iter().map(|part| part.tally(&pair)).sum();
        [tally(&MUC), tally(&B_CUBED), tally(&CEAF_E)]
    }
}

/// Twins by key entity, response entity and kind of mention.
fn shared(given: &Given<'_>, pair: &Pair<'_>) -> BTreeMap<(u32, u32), [u32; 3]> {
    let mut shared: BTreeMap<(u32, u32), [u32; 3]> = BTreeMap::new();
    for (key, response) in pair.alignment.twins() {
        let entities = (pair.key.mentions[key].entity, pair.response.mentions[response].entity);
        shared.entry(entities).or_default()[given.key.kinds[key] as usize] += 1;
    }
    shared
}

/// How many named entities each response entity is a candidate of.
fn uses(candidates: &[Vec<u32>], responses: usize) -> Vec<u32> {
    let mut uses = vec![0; responses];
    for &response in candidates.iter().flatten() {
        uses[response as usize] += 1;
    }
    uses
}

/// The response entities that have a mention in which a name of each key entity occurs.
fn candidates(given: &Given<'_>, named: &[u32], kept: &[bool]) -> Vec<Vec<u32>> {
    let mut by_first_word: HashMap<&str, Vec<(usize, &[String])>> = HashMap::new();
    for (place, key) in named.iter().enumerate() {
        for variant in given.key.entities[*key as usize].variants(given.options) {
            if let Some(first) = variant.first() {
                by_first_word.entry(first).or_default().push((place, variant));
            }
        }
    }
    let mut found = vec![Vec::new(); named.len()];
    let mentions = given.response.document.mentions.iter().filter(|mention| kept[mention.entity as usize]);
    for mention in mentions {
        let words = given.response.words(Span::new(mention.span.start, mention.span.end));
        for at in 0..words.len() {
            for (place, variant) in by_first_word.get(words[at].as_str()).into_iter().flatten() {
                if words[at..].starts_with(variant) {
                    found[*place].push(mention.entity);
                }
            }
        }
    }
    for list in &mut found {
        list.sort_unstable();
        list.dedup();
    }
    found
}
