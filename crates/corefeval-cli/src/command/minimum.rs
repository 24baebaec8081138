//! `--min`: scores that must be reached.

use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use corefeval::evaluation::{Evaluation, Plan, by_name, unknown_metric};
use corefeval::metric::Average;
use corefeval::report::Results;

use crate::output::{self, Label};

/// A score that must be reached.
#[derive(Debug)]
pub(crate) struct Minimum {
    /// The metric or average.
    name: &'static str,
    percent: f64,
}

impl Minimum {
    /// Reads `conll=70`; the metric must be one that the plan scores.
    pub(crate) fn read(text: &str, plan: &Plan) -> Result<Self> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| anyhow!("--min {text}: expected METRIC=PERCENT"))?;
        let percent = percent(value).map_err(|error| error.context(format!("--min {text}")))?;
        let (name, of) = match (Average::by_name(name), by_name(name)) {
            (Some(average), _) => (average.name, average.of),
            (None, Some(metric)) => (metric.name, &[metric.name][..]),
            (None, None) => bail!("--min {text}: {}", unknown_metric(name)),
        };
        let is_scored = |name: &&str| plan.metrics().iter().any(|metric| metric.name == *name);
        if !of.iter().all(is_scored) {
            bail!("--min {text}: {name} is not scored; add it with --metric {name}");
        }
        Ok(Self { name, percent })
    }
}

/// Reads a percentage; refuses a number that looks like a fraction.
fn percent(text: &str) -> Result<f64> {
    let value: f64 =
        text.trim().trim_end_matches('%').parse().map_err(|_| anyhow!("`{text}` is not a number"))?;
    if !(0.0..=100.0).contains(&value) {
        bail!("`{text}` is not a percentage from 0 to 100");
    }
    if value > 0.0 && value <= 1.0 && !text.ends_with('%') {
        let meant = value * 100.0;
        bail!("thresholds are percentages: did you mean {meant}? ({text}% means {text} per cent)");
    }
    Ok(value)
}

/// Prints which systems are below a minimum; if there is one, the exit status is 1.
pub(crate) fn check(results: &Results, minimums: &[Minimum]) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for system in &results.systems {
        for Minimum { name, percent } in minimums {
            let reached = value(&system.evaluation, name).map(|value| value * 100.0);
            if reached.is_none_or(|reached| reached < *percent) {
                let reached = reached.map_or_else(|| "undefined".to_owned(), |value| below(value, *percent));
                output::remark(
                    Label::Error,
                    &format!("{}: {name} is {reached}, below {percent}", system.name),
                );
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

/// A figure with two decimals, or with as many as are needed to show that it is below a minimum.
fn below(value: f64, minimum: f64) -> String {
    let shown = |decimals: usize| format!("{value:.decimals$}");
    let is_below = |text: &String| text.parse().is_ok_and(|shown: f64| shown < minimum);
    (2..MOST_DECIMALS).map(shown).find(is_below).unwrap_or_else(|| value.to_string())
}

/// The largest number of useful decimals of a percentage.
const MOST_DECIMALS: usize = 16;

fn value(evaluation: &Evaluation, name: &str) -> Option<f64> {
    let scores = evaluation.scores();
    let metric = evaluation.metrics().iter().position(|metric| metric.name == name);
    let average = || evaluation.averages(&scores).into_iter().find(|(average, _)| average.name == name);
    metric.map_or_else(|| average().and_then(|(_, value)| value), |place| scores[place].f)
}

#[cfg(test)]
mod tests {
    use corefeval::evaluation::Plan;

    use super::{Minimum, below};

    fn read(text: &str) -> Result<(&'static str, f64), String> {
        let minimum = Minimum::read(text, &Plan::default()).map_err(|error| format!("{error:#}"))?;
        Ok((minimum.name, minimum.percent))
    }

    #[test]
    fn metrics_are_known_by_their_usual_names() {
        assert_eq!(read("conll=70"), Ok(("conll", 70.0)));
        assert_eq!(read("B3=65.5"), Ok(("b-cubed", 65.5)));
        assert_eq!(read("ceaf_e=0.5%"), Ok(("ceaf-e", 0.5)));
        assert_eq!(read("muc=0"), Ok(("muc", 0.0)));
    }

    #[test]
    fn what_is_below_looks_below() {
        assert_eq!(below(54.341, 99.0), "54.34");
        assert_eq!(below(4000.0 / 47.0, 85.11), "85.106");
        assert_eq!(below(85.11_f64.next_down(), 85.11), "85.10999999999999");
    }

    #[test]
    fn what_is_no_threshold_is_refused_with_what_was_meant() {
        let refused = [
            ("conll=0.7", "did you mean 70?"),
            ("conll=1", "did you mean 100?"),
            ("conll=nan", "not a percentage"),
            ("conll=inf", "not a percentage"),
            ("conll=-3", "not a percentage"),
            ("conll", "expected METRIC=PERCENT"),
            ("foo=70", "`foo` is not a metric"),
            ("conl=70", "did you mean `conll`?"),
            ("conll-v4=70", "conll-v4 is not scored; add it with --metric conll-v4"),
        ];
        for (text, why) in refused {
            let said = read(text).expect_err(text);
            assert!(said.contains(why), "{text}: {said}");
        }
    }
}
