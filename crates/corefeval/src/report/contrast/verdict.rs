//! The conclusions of a comparison, in words.

use super::{Compared, p_value, points, signed, signed_interval, upwards};
use crate::evaluation::contrast::{Difference, Tested};
use crate::evaluation::resample::{FigurePart, Test};

/// With fewer units than this, intervals are too narrow.
const FEW_UNITS: usize = 10;

/// The conclusions about the systems, and notes on how they were found, a sentence each.
#[must_use]
pub fn verdicts(compared: &Compared<'_>) -> Vec<String> {
    let mut lines = match &compared.contrast.differences[..] {
        [difference] => vec![of_pair(compared, difference)],
        differences => of_best(compared, differences),
    };
    lines.extend(other_direction(compared));
    lines.extend(caveats(compared));
    lines
}

/// "B is better than A on CoNLL: +1.3 [0.4, 2.1], p = 0.004; 20 documents can show 1.1".
fn of_pair(compared: &Compared<'_>, difference: &Difference) -> String {
    let tested = &difference.figures[compared.figure];
    let (one, other, title) =
        (compared.name(difference.one), compared.name(difference.other), compared.title());
    let Some(value) = tested.difference.value else {
        return format!("{title} is undefined for {one} or {other}: nothing can be said of the difference");
    };
    let (better, worse) = if value < 0.0 { (one, other) } else { (other, one) };
    let found = found(compared, &upwards(tested));
    if compared.contrast.is_shown(tested) {
        format!("{better} is better than {worse} on {title}: {found}")
    } else if tested.difference.error.is_some_and(|error| error == 0.0) && value == 0.0 {
        format!("{one} and {other} are the same on {title}")
    } else {
        format!("no difference between {one} and {other} is shown on {title}: {found}")
    }
}

/// The difference with its interval, p, and the smallest difference that this number of units can detect.
fn found(compared: &Compared<'_>, tested: &Tested) -> String {
    let digits = compared.digits;
    let mut found = tested.difference.value.map_or_else(String::new, |value| signed(value, digits));
    if tested.difference.interval.is_some() {
        found += &format!(" {}", signed_interval(&tested.difference, digits));
    }
    let p = p_value(tested.p);
    found += &if p.starts_with('<') { format!(", p {p}") } else { format!(", p = {p}") };
    let units = compared.contrast.options.unit.counted(compared.contrast.units);
    let can = |detectable: f64| format!("; {units} can show {}", points(detectable, digits));
    found + &tested.detectable.map_or_else(String::new, can)
}

/// Conclusions on which systems the best system is better than, and which not.
fn of_best(compared: &Compared<'_>, differences: &[Difference]) -> Vec<String> {
    let systems = &compared.contrast.systems;
    let rank = |system: usize| systems[system].standings[compared.figure].map(|standing| standing.rank);
    let Some(best) = (0..systems.len()).find(|system| rank(*system) == Some(1)) else { return Vec::new() };
    let with_best = |difference: &&Difference| difference.one == best || difference.other == best;
    let other =
        |difference: &Difference| if difference.one == best { difference.other } else { difference.one };
    let named = |shown: bool| {
        let of = differences.iter().filter(with_best);
        let of =
            of.filter(|difference| compared.contrast.is_shown(&difference.figures[compared.figure]) == shown);
        of.map(|difference| compared.name(other(difference))).collect::<Vec<_>>()
    };
    let (name, title) = (compared.name(best), compared.title());
    let (below, level) = (named(true), named(false));
    let mut lines = Vec::new();
    if !below.is_empty() {
        lines.push(format!("{name} is better than {} on {title}", listed(&below, "and")));
    }
    if !level.is_empty() {
        lines.push(format!("{name} is not shown to be better than {} on {title}", listed(&level, "or")));
    }
    lines
}

fn listed(names: &[&str], joint: &str) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} {joint} {last}", first.join(", ")),
    }
}

/// A note on metrics for which the difference has the opposite direction.
fn other_direction(compared: &Compared<'_>) -> Option<String> {
    let [difference] = &compared.contrast.differences[..] else { return None };
    let main = difference.figures[compared.figure].difference.value?;
    let against = |place: &usize| {
        let tested = &difference.figures[*place];
        let is_f = compared.contrast.figures[*place].part == FigurePart::F;
        let turned = tested.difference.value.is_some_and(|value| value * main < 0.0);
        is_f && turned && compared.contrast.is_shown(tested)
    };
    let titles: Vec<&str> = (0..difference.figures.len())
        .filter(against)
        .map(|place| compared.contrast.figures[place].title)
        .collect();
    (!titles.is_empty())
        .then(|| format!("the difference is shown the other way round on {}", listed(&titles, "and")))
}

fn caveats(compared: &Compared<'_>) -> Vec<String> {
    let contrast = compared.contrast;
    let (units, unit) = (contrast.units, contrast.options.unit);
    let swapped = contrast.options.test == Test::Randomisation;
    let least = if swapped { 0.5f64.powf(units.saturating_sub(1) as f64) } else { 0.0 };
    let alpha = 1.0 - contrast.options.confidence / 100.0;
    let mut lines = Vec::new();
    if units == 1 {
        lines.push(format!("with 1 {unit} there are no intervals, and no difference can be shown"));
    } else if least > alpha && !contrast.differences.is_empty() {
        lines.push(format!("with {} p cannot be below {}", unit.counted(units), p_value(Some(least))));
    } else if units < FEW_UNITS {
        lines.push(format!("intervals from {} are too narrow", unit.counted(units)));
    }
    let undefined = contrast.systems.iter().flat_map(|system| &system.figures);
    if undefined.clone().any(|estimate| estimate.value.is_some() && estimate.defined < 1.0 - 1e-9) {
        lines
            .push("some figures are undefined in some resamples, which their intervals leave out".to_owned());
    }
    lines
}
