//! The panel of named-entity coreference, if the key has names.

use serde_json::{Value, json};

use super::missing;
use crate::document::Wanted;
use crate::evaluation::DocumentPair;
use crate::nec::{self, Counts, Material, Options};

/// The counts of a pair, and the annotation that the key has.
pub(super) type OfPair = (Vec<Counts>, Material);

pub(super) fn wanted() -> Wanted {
    nec::wanted_key()
}

pub(super) fn count(pair: &DocumentPair) -> OfPair {
    let material = Material::of(pair.key());
    let options = Options::default();
    let counted = if material.lacks(options.heads).is_none() {
        nec::count(pair.key(), pair.response(), &options)
    } else {
        Vec::new()
    };
    (counted, material)
}

/// The panel: NEC F1 and its counts, for each type of names and for all types.
pub(super) fn panel(systems: &[Vec<OfPair>]) -> Value {
    let options = Options::default();
    let material = systems.iter().flatten().fold(Material::default(), |all, (_, one)| all.or(*one));
    if let Some(lack) = material.lacks(options.heads) {
        return missing(&format!("The key has {lack}."));
    }
    let types = options.types.iter().map(String::as_str).chain(["all"]);
    let of = |place: usize, pairs: &Vec<OfPair>| {
        let counts: Counts = pairs.iter().filter_map(|(counts, _)| counts.get(place).copied()).sum();
        let kinds: Vec<Option<f64>> = counts.kinds.iter().map(|kind| kind.f1.value()).collect();
        json!({
            "entities": counts.f1.denominator, "not_found": counts.not_found, "f1": counts.nec_f1(),
            "recall": counts.means.recall.value(), "precision": counts.means.precision.value(),
            "conll": counts.filtered_conll(), "kinds": kinds,
        })
    };
    let row = |(place, name): (usize, &str)| json!({"name": name, "systems": systems.iter().map(|pairs| of(place, pairs)).collect::<Vec<_>>()});
    json!({
        "types": types.enumerate().map(row).collect::<Vec<_>>(),
        "kinds": ["name", "pronoun", "nominal"], "note": material.makeshift(options.heads),
    })
}
