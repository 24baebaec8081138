//! Pages of metrics and averages.

use super::{Page, presets_with};
use crate::evaluation::{Plan, by_name};
use crate::matching::{Matching, Side};
use crate::metric::variant::VARIANTS;
use crate::metric::{Average, Group, Metric, Ratio, Score, Tally, Undefined, averages};
use crate::pair::{Pair, notation};

/// The example of Pradhan et al. 2014, one letter for each mention.
const KEY: &str = "a b c | d e f g";
const RESPONSE: &str = "a b | c d | f g h i";

pub(super) fn metric(metric: &'static Metric) -> Page {
    let variant = VARIANTS.iter().find(|variant| variant.metric.name == metric.name);
    let page = Page::new(format!("{} ({}): {}", metric.title, metric.name, metric.summary));
    let page = match variant {
        Some(variant) => page
            .with("Rule", format!("{}; then as {}", variant.rule, variant.of))
            .with("Formula", metric.formula)
            .with(
                "Status",
                if variant.confirmed { "" } else { "experimental: known only from descriptions" },
            ),
        None => page.with("Formula", metric.formula),
    };
    let setting = variant.map_or(metric.setting, |variant| variant.setting);
    let own = |alias: &&&str| by_name(alias).is_some_and(|found| found.name == metric.name);
    let aliases: Vec<&str> = metric.aliases.iter().filter(own).copied().collect();
    page.with("Example", example(metric))
        .with("Proposed by", metric.citation)
        .with("Printed by", setting)
        .with("Presets that use it", presets_with(|plan| has(plan, metric.name)))
        .with("When to use it", when(metric))
        .with("Also written", aliases.join(", "))
}

fn has(plan: &Plan, name: &str) -> bool {
    plan.metrics().iter().any(|metric| metric.name == name)
}

fn when(metric: &Metric) -> &'static str {
    match metric.group {
        Group::Standard => "printed by default; report it with its signature",
        Group::Special => "for corpora that annotate what it counts; request it by name",
        Group::Layered => "if the key has names, tags or syntax; request it by name",
        Group::Variant => "to compare with figures that were published with it; not for new results",
    }
}

/// The tallies of the example.
fn counted(metric: &Metric) -> Vec<Tally> {
    let (key, response) = notation::documents(KEY, RESPONSE);
    let (key, response) = (Side::all(&key), Side::all(&response));
    let alignment = Matching::EXACT.align(&key, &response);
    let pair = Pair::new(key, response, alignment);
    metric.parts.iter().map(|part| part.tally(&pair)).collect()
}

fn example(metric: &Metric) -> String {
    let tallies = counted(metric);
    let score = (metric.score)(&tallies, 1.0);
    if score.f.is_none() {
        return String::new();
    }
    let mut text = files();
    if let [tally] = &tallies[..] {
        text += &format!("recall     {} = {}\n", ratio(tally.recall), percent(score.recall));
        text += &format!("precision  {} = {}\n", ratio(tally.precision), percent(score.precision));
    } else {
        text += &format!("recall     {}\nprecision  {}\n", percent(score.recall), percent(score.precision));
    }
    text + &format!("F1         {}", percent(score.f))
}

/// The entities of the example.
fn files() -> String {
    let braces = |text: &str| {
        let entities: Vec<String> = text.split('|').map(|entity| format!("{{{}}}", entity.trim())).collect();
        entities.join(" ")
    };
    format!("key        {}\nresponse   {}\n", braces(KEY), braces(RESPONSE))
}

fn ratio(ratio: Ratio) -> String {
    let number = |value: f64| if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.4}") };
    format!("{} / {}", number(ratio.numerator), number(ratio.denominator))
}

fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "undefined".to_owned(), |value| format!("{:.2}", value * 100.0))
}

pub(super) fn average(average: &'static Average) -> Page {
    let metrics: Vec<&'static Metric> = average.of.iter().filter_map(|name| by_name(name)).collect();
    let scores: Vec<Score> = metrics.iter().map(|metric| (metric.score)(&counted(metric), 1.0)).collect();
    let found = averages(&metrics, &scores, Undefined::Zero);
    let value = found.iter().find(|(one, _)| one.name == average.name).and_then(|(_, value)| *value);
    let terms: Vec<String> = scores.iter().map(|score| percent(score.f)).collect();
    let example = format!("{}({}) / {} = {}", files(), terms.join(" + "), terms.len(), percent(value));
    Page::new(format!("{} ({})", average.title, average.name))
        .with("Formula", format!("the mean of the unrounded F1 of {}", average.of.join(", ")))
        .with("Example", example)
        .with("Proposed by", average.citation)
        .with("Published with", average.setting)
        .with("Also written", average.aliases.join(", "))
}
