//! A key and a response document, ready to be counted.

use rustc_hash::FxHashMap;

use super::mention::{Entity, Identity};
use super::side::Side;
use crate::dropin::evaluator::{Comparison, Mention};
use crate::metric::Tally;

/// The counts that CoVal's measures need.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) comparison: Comparison,
    /// How many distinct mentions are shared.
    pub(super) mentions: Tally,
    key_has_empty: bool,
    response_has_empty: bool,
}

impl Document {
    pub(super) fn new(key: &Side, response: &Side) -> Self {
        let mut numbers = Numbers::default();
        let key_entities = numbers.entities(&key.entities);
        let key_mentions = numbers.numbers.len();
        let response_entities = numbers.entities(&response.entities);
        let in_response = distinct(&response_entities);
        let shared = in_response.iter().filter(|&&number| (number as usize) < key_mentions).count();
        Self {
            comparison: Comparison::new(&key_entities, &response_entities),
            mentions: Tally::shared(shared as f64, key_mentions as f64, in_response.len() as f64),
            key_has_empty: key.has_empty_entity(),
            response_has_empty: response.has_empty_entity(),
        }
    }

    pub(super) fn b_cubed(&self) -> Result<Tally, String> {
        self.refuse_if(self.key_has_empty || self.response_has_empty)?;
        Ok(self.comparison.b_cubed())
    }

    pub(super) fn ceaf_e(&self) -> Result<Tally, String> {
        self.refuse_if(self.key_has_empty && self.response_has_empty)?;
        Ok(self.comparison.ceaf_e())
    }

    pub(super) fn lea(&self) -> Result<Tally, String> {
        self.refuse_if(self.key_has_empty || self.response_has_empty)?;
        Ok(self.comparison.lea())
    }

    fn refuse_if(&self, undefined: bool) -> Result<(), String> {
        let side = if self.key_has_empty { "key" } else { "response" };
        let problem = format!(
            "the {side} closes a mention that was never opened, which leaves an entity without mentions"
        );
        if undefined { Err(problem) } else { Ok(()) }
    }
}

/// Numbers mentions so that equal ones get equal numbers.
#[derive(Default)]
struct Numbers {
    numbers: FxHashMap<Identity, u32>,
}

impl Numbers {
    fn entities(&mut self, entities: &[Entity]) -> Vec<Vec<Mention>> {
        let numbered =
            |entity: &Entity| entity.iter().map(|mention| self.number(mention.identity())).collect();
        entities.iter().map(numbered).collect()
    }

    fn number(&mut self, identity: Identity) -> Mention {
        let next = self.numbers.len() as u32;
        Mention::exact(*self.numbers.entry(identity).or_insert(next))
    }
}

fn distinct(entities: &[Vec<Mention>]) -> Vec<u32> {
    let mut numbers: Vec<u32> = entities.iter().flatten().map(|mention| mention.identity).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
