//! Pairs each named key entity with a response entity, and counts these pairs.

use std::collections::{BTreeMap, HashMap};

use super::NamedPair;
use super::counts::{Counts, KindCounts};
use super::names::canonical;
use super::sides::{Entity, Kind, Named};
use super::{ByKind, Filter, KeySingletons, Options, Pairing, Splitting};
use crate::assignment::{Solver, Table};
use crate::document::Span;
use crate::metric::{Ratio, Tally, b_cubed, ceaf, muc};
use crate::pair::{Overlap, Pair};

/// Counts the names of some types.
pub(super) fn count(given: &Given<'_>, types: &[&str]) -> Counts {
    let scene = Scene::new(given, types);
    let mut counts = Counts::default();
    scene.count_pairs(&mut counts);
    scene.count_pieces(&mut counts);
    scene.count_nameless(&mut counts);
    counts.filtered = scene.filtered();
    counts
}

/// The pair of each named entity of some types, in the key's order.
pub(super) fn paired(given: &Given<'_>, types: &[&str]) -> Vec<NamedPair> {
    Scene::new(given, types).pairs()
}

/// A key and a response, and the options under which they are counted.
pub(super) struct Given<'a> {
    pub(super) key: Named<'a>,
    pub(super) response: Named<'a>,
    pub(super) pair: &'a Pair<'a>,
    pub(super) options: &'a Options,
}

/// Key entities with a name, and their candidates among the response entities.
struct Scene<'a> {
    given: &'a Given<'a>,
    types: &'a [&'a str],
    /// The key entities with a name of the types.
    named: Vec<u32>,
    /// Whether each response entity has a name that makes it count.
    kept: Vec<bool>,
    /// The candidates of each named entity, in order.
    candidates: Vec<Vec<u32>>,
    /// Twins by key entity, response entity and kind.
    shared: BTreeMap<(u32, u32), [u32; 3]>,
}

impl<'a> Scene<'a> {
    fn new(given: &'a Given<'a>, types: &'a [&'a str]) -> Self {
        let options = given.options;
        let of_type = |entity: &Entity| entity.kind().is_some_and(|kind| types.contains(&kind));
        let counts = |entity: &Entity| options.key_singletons == KeySingletons::Keep || entity.size() > 1;
        let entities = given.key.entities.iter().zip(0..);
        let named: Vec<u32> = entities
            .filter(|(entity, _)| of_type(entity) && counts(entity))
            .map(|(_, number)| number)
            .collect();
        let requested: Vec<&str> = options.types.iter().map(|kind| canonical(kind)).collect();
        let filter = match options.filter {
            Filter::Requested => &requested[..],
            Filter::SameType => types,
        };
        let kept: Vec<bool> =
            given.response.entities.iter().map(|entity| entity.has_name_of(filter)).collect();
        let candidates = candidates(given, &named, &kept);
        Self { given, types, named, kept, candidates, shared: shared(given) }
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
        Ratio::of(2 * u64::from(of(self.shared(key, response))), u64::from(sizes)).or_zero()
    }

    /// The candidate with the largest F1; among equals, the one with more shared mentions, then the earlier
    /// one in the text.
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

    /// The response entity that is paired with each named entity.
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

    /// The response entity that is paired with each named entity, and what the two share.
    fn pairs(&self) -> Vec<NamedPair> {
        let size = |entities: &[Entity], entity: u32| entities[entity as usize].size();
        let pair = |(place, response): (usize, Option<u32>)| {
            let key = self.named[place];
            NamedPair {
                key,
                response,
                candidates: self.candidates[place].len(),
                key_size: size(&self.given.key.entities, key),
                response_size: response.map_or(0, |entity| size(&self.given.response.entities, entity)),
                shared: response.map_or(0, |entity| self.shared(key, entity).iter().sum()),
            }
        };
        self.chosen().into_iter().enumerate().map(pair).collect()
    }

    fn count_pairs(&self, counts: &mut Counts) {
        let uses = uses(&self.candidates, self.kept.len());
        for (place, pair) in self.pairs().into_iter().enumerate() {
            counts.f1 = counts.f1 + Ratio::new(pair.f1(), 1.0);
            counts.means += pair.means();
            let shared = f64::from(pair.shared);
            counts.micro += Tally::shared(shared, f64::from(pair.key_size), f64::from(pair.response_size));
            let candidates = &self.candidates[place];
            counts.not_found += u64::from(candidates.is_empty());
            counts.empty_handed += u64::from(!candidates.is_empty() && pair.shared == 0);
            counts.ambiguous += u64::from(candidates.iter().any(|&response| uses[response as usize] > 1));
            for kind in Kind::ALL {
                let of_kind = self.of_kind(place, pair.response, kind);
                let sum = &mut counts.kinds[kind as usize];
                *sum = KindCounts { f1: sum.f1 + of_kind };
            }
        }
    }

    /// F1 for one kind of mention; 0 out of 0 for an entity that has no such mention.
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

    /// Counts over how many response entities the names of key entities are spread, and how many key entities
    /// share one.
    fn count_pieces(&self, counts: &mut Counts) {
        let mut owners: Vec<Vec<u32>> = vec![Vec::new(); self.kept.len()];
        let mut pieces = vec![0u64; self.given.key.entities.len()];
        for (&(key, response), kinds) in &self.shared {
            let named = self.named.binary_search(&key).is_ok();
            if named && self.kept[response as usize] && kinds[Kind::Name as usize] > 0 {
                owners[response as usize].push(key);
                pieces[key as usize] += 1;
            }
        }
        if self.given.options.splitting == Splitting::Loose {
            pieces = self.candidates.iter().map(|candidates| candidates.len() as u64).collect();
        }
        counts.pieces = pieces.iter().sum();
        counts.placed = pieces.iter().filter(|&&count| count > 0).count() as u64;
        counts.split = pieces.iter().filter(|&&count| count > 1).count() as u64;
        counts.kept = self.kept.iter().filter(|&&kept| kept).count() as u64;
        counts.merged = owners.iter().filter(|owners| owners.len() > 1).count() as u64;
        for owners in owners.iter().filter(|owners| owners.len() > 1) {
            let all = links(owners.len() as u64);
            let [last_name, kind] = [Entity::last_name, Entity::kind].map(|what| self.alike(owners, what));
            counts.merged_pairs.iter_mut().zip([all, last_name, kind]).for_each(|(sum, more)| *sum += more);
        }
    }

    /// How many pairs of key entities have the same property `what`.
    fn alike(&self, entities: &[u32], what: fn(&Entity) -> Option<&str>) -> u64 {
        let mut groups: BTreeMap<&str, u64> = BTreeMap::new();
        for entity in entities.iter().filter_map(|&entity| what(&self.given.key.entities[entity as usize])) {
            *groups.entry(entity).or_default() += 1;
        }
        groups.values().map(|&count| links(count)).sum()
    }

    fn count_nameless(&self, counts: &mut Counts) {
        let with_pronoun = self.given.response.entities.iter().filter(|entity| entity.third_person);
        let nameless = with_pronoun.clone().filter(|entity| entity.names.is_empty()).count();
        counts.nameless = Ratio::of(nameless as u64, with_pronoun.count() as u64);
    }

    /// MUC, B³ and CEAFe of the entities with a name of the types.
    fn filtered(&self) -> [Tally; 3] {
        let pair = self.given.pair;
        let is_named = |entity: u32| self.named.binary_search(&entity).is_ok();
        let has_name = |entity: u32| self.given.response.entities[entity as usize].has_name_of(self.types);
        let twins = pair
            .alignment
            .twins()
            .map(|(key, response)| (pair.key.mentions[key].entity, pair.response.mentions[response].entity));
        let overlap = Overlap::new(
            only(pair.key.entity_sizes(), is_named),
            only(pair.response.entity_sizes(), has_name),
            twins.filter(|(key, response)| is_named(*key) && has_name(*response)),
        );
        [muc::tally(&overlap), b_cubed::tally(&overlap), ceaf::entity_tally(&overlap)]
    }
}

/// The sizes of some entities, 0 for the others.
fn only(sizes: Vec<u32>, counts: impl Fn(u32) -> bool) -> Vec<u32> {
    sizes.into_iter().zip(0..).map(|(size, entity)| if counts(entity) { size } else { 0 }).collect()
}

/// The number of pairs of this many entities.
fn links(count: u64) -> u64 {
    count * count.saturating_sub(1) / 2
}

/// Twins by key entity, response entity and kind of mention.
fn shared(given: &Given<'_>) -> BTreeMap<(u32, u32), [u32; 3]> {
    let mut shared: BTreeMap<(u32, u32), [u32; 3]> = BTreeMap::new();
    let pair = given.pair;
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
    let mentions = given.response.side.mentions.iter().filter(|mention| kept[mention.entity as usize]);
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
