//! Recorded runs of the CorefUD and Universal Anaphora scorers, and how ours are compared with them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use corefeval::dropin::{Figure, Metric};
use corefeval::metric::{Score, Tally};

/// A recorded run of an older scorer.
pub(crate) struct Case {
    /// The folder with the files.
    pub(crate) folder: PathBuf,
    /// What was typed after the name of the scorer.
    pub(crate) arguments: Vec<String>,
    stdout: String,
    code: i32,
}

impl Case {
    /// Reads a case.
    pub(crate) fn new(folder: PathBuf) -> Self {
        let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap();
        let arguments = read("cmd").split_whitespace().skip(2).map(str::to_owned).collect();
        Self { arguments, stdout: read("expected_stdout"), code: read("rc").trim().parse().unwrap(), folder }
    }

    /// What it is called.
    pub(crate) fn name(&self) -> String {
        self.folder.file_name().unwrap().to_string_lossy().into_owned()
    }

    /// How what we print differs from what was printed, if it does.
    pub(crate) fn difference(&self, command: &[&str]) -> Option<String> {
        let mut ours = Command::new(env!("CARGO_BIN_EXE_corefeval"));
        let ours = ours.args(command).args(&self.arguments).current_dir(&self.folder).output().unwrap();
        let stdout = String::from_utf8_lossy(&ours.stdout).into_owned();
        let code = ours.status.code().unwrap_or(-1);
        if code != self.code {
            let stderr = String::from_utf8_lossy(&ours.stderr).into_owned();
            return Some(format!("exit status {code}, recorded {}: {stderr}", self.code));
        }
        first_difference(&stdout, &self.stdout)
    }

    /// The metrics of which we print other figures.
    pub(crate) fn different_metrics(&self, command: &[&str]) -> Vec<String> {
        let mut ours = Command::new(env!("CARGO_BIN_EXE_corefeval"));
        let ours = ours.args(command).args(&self.arguments).current_dir(&self.folder).output().unwrap();
        let stdout = String::from_utf8_lossy(&ours.stdout).into_owned();
        let names = stdout.lines().zip(stdout.lines().skip(1)).zip(self.stdout.lines().skip(1));
        names.filter(|((_, ours), recorded)| ours != recorded).map(|((name, _), _)| name.to_owned()).collect()
    }

    /// How our figures differ from the recorded ones, which are not rounded.
    pub(crate) fn figure_difference(&self, figures: &[Figure]) -> Option<String> {
        let json = fs::read_to_string(self.folder.join("expected.json")).ok()?;
        let recorded: serde_json::Value = serde_json::from_str(&json).unwrap();
        let recorded = recorded.as_array().unwrap();
        let ours: Vec<Numbers> = figures.iter().flat_map(numbers).collect();
        if recorded.len() != ours.len() {
            return Some(format!("{} figures, recorded {}", ours.len(), recorded.len()));
        }
        ours.iter().zip(recorded).find_map(|(ours, recorded)| ours.difference(recorded))
    }
}

/// What is recorded of a metric.
struct Numbers {
    name: &'static str,
    score: Score,
    /// Not of bridging and non-referring markables, nor of split antecedents alone.
    tallies: Vec<Tally>,
}

/// The numbers of a figure: three of bridging, one of the others.
fn numbers(figure: &Figure) -> Vec<Numbers> {
    let name = figure.metric.name();
    let counted = |score, tallies| Numbers { name, score, tallies };
    match figure.metric {
        Metric::Bridging => {
            figure.tallies.iter().map(|tally| counted(tally.score(1.0), Vec::new())).collect()
        }
        Metric::NonReferring => vec![counted(figure.score(), Vec::new())],
        _ => vec![counted(figure.score(), figure.tallies.clone())],
    }
}

fn first_difference(ours: &str, recorded: &str) -> Option<String> {
    let lines = ours.lines().zip(recorded.lines()).find(|(ours, recorded)| ours != recorded);
    match lines {
        Some((ours, recorded)) => Some(format!("{ours:?}, recorded {recorded:?}")),
        None if ours != recorded => Some(format!("{ours:?} in all, recorded {recorded:?}")),
        None => None,
    }
}

impl Numbers {
    /// How they differ from the recorded ones by more than rounding, if they do.
    fn difference(&self, recorded: &serde_json::Value) -> Option<String> {
        let [recall, precision, f1] = self.score.or_zero();
        let mut numbers = vec![
            ("recall", recall, recorded["recall"].as_f64()),
            ("precision", precision, recorded["precision"].as_f64()),
            ("f1", f1, recorded["f1"].as_f64()),
        ];
        // with split antecedents two sets of counts are recorded, and either may be the one that was divided
        for (index, tally) in self.tallies.iter().enumerate().filter(|_| recorded["split_counts"].is_null()) {
            let count = |name: &str| recorded["counts"][index][name].as_f64();
            numbers.push(("p_num", tally.precision.numerator, count("p_num")));
            numbers.push(("p_den", tally.precision.denominator, count("p_den")));
            numbers.push(("r_num", tally.recall.numerator, count("r_num")));
            numbers.push(("r_den", tally.recall.denominator, count("r_den")));
        }
        let wrong = |(_, ours, recorded): &(&str, f64, Option<f64>)| {
            (ours - recorded.unwrap_or(f64::NAN)).abs() >= 1e-9
        };
        let (name, ours, recorded) = numbers.into_iter().find(wrong)?;
        Some(format!("{} {name} {ours}, recorded {recorded:?}", self.name))
    }
}
