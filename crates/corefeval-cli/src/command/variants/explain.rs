//! Finds the rules, policies and roundings that give a published figure.

use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use corefeval::evaluation::{
    DocumentPair, Evaluation, Plan, Protocol, Singletons, by_name, evaluation_of, unknown_metric,
};
use corefeval::matching::Matching;
use corefeval::metric::variant::{VARIANTS, every_metric};
use corefeval::metric::{Average, Metric, Score};
use corefeval::report::{Alignment, Table};
use serde_json::{Value, json};

use super::Arguments;

/// A published figure to explain.
pub(super) struct Figure {
    metric: Option<String>,
    text: String,
    value: f64,
    decimals: i32,
}

impl Figure {
    pub(super) fn parse(text: &str) -> Result<Self> {
        let expected = || anyhow!("--explain-figure {text}: expected METRIC=FIGURE, such as bcub=68.31");
        let (metric, figure) = text.split_once('=').ok_or_else(expected)?;
        let value: f64 = figure.trim().trim_end_matches('%').parse().map_err(|_| expected())?;
        if !(0.0..=100.0).contains(&value) {
            bail!("--explain-figure {text}: `{figure}` is not a figure from 0 to 100");
        }
        let digits = figure.trim().trim_end_matches('%').split_once('.').map_or(0, |(_, after)| after.len());
        let decimals = i32::try_from(digits).map_err(|_| expected())?;
        let metric = match metric.trim() {
            "" => None,
            name => Some(known_name(name)?),
        };
        Ok(Self { metric, text: figure.to_owned(), value, decimals })
    }

    /// Whether a metric is the requested one, or a variant of it.
    fn concerns(&self, metric: &Metric) -> bool {
        let of = VARIANTS.iter().find(|variant| variant.metric.name == metric.name).map(|variant| variant.of);
        self.metric.as_deref().is_none_or(|name| name == metric.name || of == Some(name))
    }

    /// How a score must be written to give the figure: as a percentage or a fraction, rounded or truncated.
    fn ways(&self, score: f64) -> Vec<&'static str> {
        let scale = 10f64.powi(self.decimals);
        let same = |printed: f64| (printed - self.value * scale).abs() < 1e-6;
        let mut ways = Vec::new();
        for (factor, rounded, cut) in [
            (100.0, "percentage, rounded", "percentage, truncated"),
            (1.0, "fraction, rounded", "fraction, truncated"),
        ] {
            let exact = score * factor * scale;
            if same(exact.round()) {
                ways.push(rounded);
            }
            // the reference also truncates a float just below a whole number
            if same(exact.trunc()) && !same(exact.round()) {
                ways.push(cut);
            }
        }
        ways
    }
}

/// Our name of a metric given in any of its usual spellings.
fn known_name(name: &str) -> Result<String> {
    let metric = || by_name(name).filter(|metric| every_metric().iter().any(|one| one.name == metric.name));
    let known = Average::by_name(name).map(|average| average.name).or_else(|| Some(metric()?.name));
    known.map(str::to_owned).ok_or_else(|| anyhow!("--explain-figure: {}", unknown_metric(name)))
}

/// A number that gives the figure, and every setting that produces it.
struct Found {
    name: &'static str,
    part: &'static str,
    score: f64,
    how: &'static str,
    settings: Vec<Setting>,
}

/// The matching rule, the policy for singletons, and how documents are averaged.
type Setting = [String; 3];

impl Found {
    fn is(&self, (name, part, score): Candidate, how: &str) -> bool {
        self.name == name && self.part == part && self.how == how && self.score.total_cmp(&score).is_eq()
    }

    /// A short description of the settings: each choice with its values if all combinations were found, else one by one.
    fn under(&self, tried: &Tried) -> String {
        let choices = [0, 1, 2].map(|choice| distinct(&self.settings, choice));
        if choices.iter().map(Vec::len).product::<usize>() == self.settings.len() {
            let shown = |(values, tried): (Vec<&str>, usize)| match values.len() {
                all if all > 1 && all == tried => "any".to_owned(),
                _ => values.join(" or "),
            };
            let [matching, singletons, documents] = choices;
            let [every_matching, every_singletons, every_documents] = tried.values;
            return written(&[
                shown((matching, every_matching)),
                shown((singletons, every_singletons)),
                shown((documents, every_documents)),
            ]);
        }
        let settings: Vec<String> = self.settings.iter().map(written).collect();
        settings.join("; ")
    }
}

/// The extent of the search.
struct Tried {
    /// How many numbers were tried.
    numbers: usize,
    /// How many of these numbers give the figure, in any way of rounding.
    giving: usize,
    /// How many values of each choice were tried.
    values: [usize; 3],
}

/// The values of a choice, in the order in which they were tried.
fn distinct(settings: &[Setting], choice: usize) -> Vec<&str> {
    settings.iter().fold(Vec::new(), |mut seen, setting| {
        if !seen.contains(&setting[choice].as_str()) {
            seen.push(&setting[choice]);
        }
        seen
    })
}

fn written([matching, singletons, documents]: &Setting) -> String {
    format!("match {matching}, singletons {singletons}, {documents}")
}

fn setting_json([matching, singletons, documents]: &Setting) -> Value {
    json!({"match": matching, "singletons": singletons, "documents": documents})
}

/// A metric, the part of its score (recall, precision or F), and the number.
type Candidate = (&'static str, &'static str, f64);

/// How documents are averaged.
const AVERAGING: [&str; 2] = ["all documents", "mean of documents"];

/// Searches for the settings that give a figure.
pub(super) fn explain(
    arguments: &Arguments,
    figure: &Figure,
    plan: &Plan,
    pairs: &[DocumentPair],
) -> Result<ExitCode> {
    let averaging = if pairs.len() < 2 { &AVERAGING[..1] } else { &AVERAGING[..] };
    let protocols = protocols(plan, pairs);
    let singletons = Singletons::ALL.len();
    let values = [protocols.len() / singletons, singletons, averaging.len()];
    let (mut found, mut tried) = (Vec::new(), Tried { numbers: 0, giving: 0, values });
    for protocol in protocols {
        let (matching, singletons) = (protocol.matching.to_string(), protocol.singletons.to_string());
        let evaluation = evaluation_of(&plan.with_protocol(protocol), pairs);
        for documents in averaging {
            for candidate in candidates(&evaluation, figure, documents) {
                let ways = figure.ways(candidate.2);
                tried.numbers += 1;
                tried.giving += usize::from(!ways.is_empty());
                for how in ways {
                    let setting = [matching.clone(), singletons.clone(), (*documents).to_owned()];
                    note(&mut found, candidate, how, setting);
                }
            }
        }
    }
    let (table, json) = (explained_table(figure, &found, &tried), || explained_json(figure, &found, &tried));
    arguments.output.write_tables(&[table], json)?;
    Ok(ExitCode::SUCCESS)
}

/// Adds a setting to the number it gives.
fn note(found: &mut Vec<Found>, candidate: Candidate, how: &'static str, setting: Setting) {
    if let Some(known) = found.iter_mut().find(|known| known.is(candidate, how)) {
        known.settings.push(setting);
    } else {
        let (name, part, score) = candidate;
        found.push(Found { name, part, score, how, settings: vec![setting] });
    }
}

/// Every protocol to search: matching rules that need something the key does not have are left out.
fn protocols(plan: &Plan, pairs: &[DocumentPair]) -> Vec<Protocol> {
    let mut protocols = Vec::new();
    let possible = |matching: &&Matching| pairs.iter().all(|pair| matching.lacks(pair.key()).is_none());
    for &matching in Matching::ALL.iter().filter(possible) {
        for &singletons in Singletons::ALL {
            protocols.push(Protocol { matching, singletons, ..plan.protocol().clone() });
        }
    }
    protocols
}

/// The numbers of one evaluation that might be the figure.
fn candidates(evaluation: &Evaluation, figure: &Figure, averaging: &str) -> Vec<Candidate> {
    let scores: Vec<Score> = if averaging == AVERAGING[0] {
        (0..evaluation.metrics().len()).map(|place| evaluation.micro_score(place)).collect()
    } else {
        (0..evaluation.metrics().len()).map(|place| evaluation.macro_score(place)).collect()
    };
    let mut candidates = Vec::new();
    let concerned = evaluation.metrics().iter().zip(&scores).filter(|(metric, _)| figure.concerns(metric));
    for (metric, score) in concerned {
        let figures = ["recall", "precision", "F1"].into_iter().zip(score.or_zero());
        candidates.extend(figures.map(|(part, value)| (metric.name, part, value)));
    }
    for (average, value) in evaluation.averages(&scores) {
        if figure.metric.as_deref().is_none_or(|name| name == average.name || name == "conll") {
            candidates.push((average.name, "average", value.unwrap_or(0.0)));
        }
    }
    candidates
}

fn explained_json(figure: &Figure, found: &[Found], tried: &Tried) -> Value {
    let row = |found: &Found| {
        json!({
            "metric": found.name, "part": found.part, "score": found.score, "how": found.how,
            "settings": found.settings.iter().map(setting_json).collect::<Vec<_>>(),
        })
    };
    let rows: Vec<Value> = found.iter().map(row).collect();
    json!({"schema": 1, "figure": figure.text, "tried": tried.numbers, "found": rows})
}

fn explained_table(figure: &Figure, found: &[Found], tried: &Tried) -> Table {
    let left = Alignment::Left;
    let columns =
        [("Name", left), ("", left), ("Score", Alignment::Right), ("Printed as", left), ("Under", left)];
    let mut table = Table::new(&columns);
    for found in found {
        let score = format!("{:.6}", found.score);
        let under = found.under(tried);
        table.push([found.name, found.part, &score, found.how, &under]);
    }
    table.notes.push(match tried.giving {
        0 => format!("none of {} numbers gives {}", tried.numbers, figure.text),
        1 => format!("1 of {} numbers gives {}", tried.numbers, figure.text),
        count => format!("{count} of {} numbers give {}", tried.numbers, figure.text),
    });
    table
}

#[cfg(test)]
mod tests {
    use super::Figure;

    #[test]
    fn a_figure_is_found_rounded_and_truncated() {
        let figure = Figure::parse("bcub=66.67").unwrap();
        assert_eq!(figure.ways(2.0 / 3.0), ["percentage, rounded"]);
        let figure = Figure::parse("bcub=66.66").unwrap();
        assert_eq!(figure.ways(2.0 / 3.0), ["percentage, truncated"]);
        let figure = Figure::parse("b3=.67").unwrap();
        assert_eq!(figure.ways(2.0 / 3.0), ["fraction, rounded"]);
    }

    #[test]
    fn what_is_no_figure_is_refused() {
        assert!(Figure::parse("bcub").is_err());
        assert!(Figure::parse("bcub=high").is_err());
        assert!(Figure::parse("colour=3").is_err());
        for figure in ["nan", "inf", "1e999", "-5", "8300"] {
            assert!(Figure::parse(&format!("bcub={figure}")).is_err(), "{figure}");
        }
    }
}
