//! A comparison as JSON, unrounded and complete; `docs/json.md` describes the fields.

use serde_json::{Map, Value, json as value};

use super::{Compared, verdicts};
use crate::evaluation::contrast::{Estimate, Standing, Tested};

/// The version of the layout: raised when a field changes its meaning or is removed.
const SCHEMA: u32 = 1;

/// The complete comparison as JSON.
#[must_use]
pub fn json(compared: &Compared<'_>) -> Value {
    let contrast = compared.contrast;
    let systems = contrast.systems.iter().enumerate().map(|(place, system)| {
        let figures = by_figure(compared, |figure| {
            with_standing(estimate(&system.figures[figure]), system.standings[figure])
        });
        value!({"name": compared.name(place), "runs": system.runs, "figures": figures})
    });
    let differences = contrast.differences.iter().map(|difference| {
        value!({
            "system": compared.name(difference.other),
            "compared_with": compared.name(difference.one),
            "exact": difference.is_exact,
            "figures": by_figure(compared, |figure| tested(&difference.figures[figure])),
        })
    });
    value!({
        "schema": SCHEMA,
        "corefeval": env!("CARGO_PKG_VERSION"),
        "signature": compared.signature,
        "units": contrast.units,
        "documents": contrast.documents,
        "exact_intervals": contrast.is_exact,
        "ranked_by": contrast.figures[compared.figure].name,
        "verdicts": verdicts(compared),
        "systems": systems.collect::<Vec<_>>(),
        "differences": differences.collect::<Vec<_>>(),
    })
}

/// An object with an object for each metric, which has one for each of its figures.
pub(super) fn by_figure(compared: &Compared<'_>, of: impl Fn(usize) -> Value) -> Value {
    let mut object: Map<String, Value> = Map::new();
    for (place, figure) in compared.contrast.figures.iter().enumerate() {
        let metric = object.entry(figure.name).or_insert_with(|| value!({}));
        metric[figure.part.name()] = of(place);
    }
    Value::Object(object)
}

pub(super) fn estimate(estimate: &Estimate) -> Value {
    let (low, high) = estimate.interval.unzip();
    value!({
        "value": estimate.value, "low": low, "high": high, "error": estimate.error,
        "defined": estimate.defined,
    })
}

fn with_standing(mut object: Value, standing: Option<Standing>) -> Value {
    object["rank"] = value!(standing.map(|standing| standing.rank));
    object["rank_low"] = value!(standing.map(|standing| standing.interval.0));
    object["rank_high"] = value!(standing.map(|standing| standing.interval.1));
    object
}

fn tested(tested: &Tested) -> Value {
    let mut object = estimate(&tested.difference);
    object["p"] = value!(tested.p);
    object["p_holm"] = value!(tested.adjusted_p);
    object["can_show"] = value!(tested.detectable);
    object
}
