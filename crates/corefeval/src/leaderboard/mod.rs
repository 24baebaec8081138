//! Published results of shared tasks, as data: where would a score stand?

mod conll;

/// A shared task and what its systems got.
#[derive(Debug)]
pub struct Task {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is called in tables.
    pub title: &'static str,
    /// Where the figures are printed.
    pub source: &'static str,
    /// The systems, in the order in which they are printed.
    pub standings: &'static [Standing],
}

/// What a system got, in tenths of a percent as printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The system.
    pub system: &'static str,
    /// F1 of each of [`COLUMNS`].
    pub tenths: [u16; 6],
    /// The average as it is printed.
    pub average: u16,
}

/// The metrics that the figures are of, by their names on the command line.
pub const COLUMNS: [&str; 6] = ["mentions", "muc", "b-cubed", "ceaf-m", "ceaf-e", "blanc"];

const SOURCE: &str = "Pradhan et al. 2014, Table 1: closed track, predicted annotation, scorer v8";

/// Every task, in the order in which they are offered.
pub const TASKS: &[Task] = &[
    Task { name: "conll-2011", title: "CoNLL-2011, English", source: SOURCE, standings: conll::CONLL_2011 },
    Task {
        name: "conll-2012-en",
        title: "CoNLL-2012, English",
        source: SOURCE,
        standings: conll::CONLL_2012_EN,
    },
    Task {
        name: "conll-2012-zh",
        title: "CoNLL-2012, Chinese",
        source: SOURCE,
        standings: conll::CONLL_2012_ZH,
    },
    Task {
        name: "conll-2012-ar",
        title: "CoNLL-2012, Arabic",
        source: SOURCE,
        standings: conll::CONLL_2012_AR,
    },
];

/// The task with that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Task> {
    TASKS.iter().find(|task| task.name == name)
}

impl Standing {
    /// Three times the mean of MUC, B³ and CEAFe, in tenths: a sum, so that nothing is rounded.
    #[must_use]
    pub fn sum(&self) -> u16 {
        self.tenths[1] + self.tenths[2] + self.tenths[4]
    }

    /// Whether the printed average can be the mean of the printed columns: each of the four is off by at most half a
    /// tenth, so the two differ by at most one.
    #[must_use]
    pub fn adds_up(&self) -> bool {
        self.sum().abs_diff(3 * self.average) <= 3
    }

    /// The value of a column, or of the printed average for `conll`, in percent.
    #[must_use]
    pub fn value(&self, column: &str) -> Option<f64> {
        let place = COLUMNS.iter().position(|known| *known == column);
        let tenths = place.map(|place| self.tenths[place]);
        tenths.or_else(|| (column == "conll").then_some(self.average)).map(|tenths| f64::from(tenths) / 10.0)
    }
}

impl Task {
    /// The systems ordered by a column, best first; those that are equal stay as they are printed.
    #[must_use]
    pub fn ranked(&self, column: &str) -> Vec<&'static Standing> {
        let mut ranked: Vec<&Standing> = self.standings.iter().collect();
        let value = |standing: &Standing| standing.value(column).unwrap_or(0.0);
        ranked.sort_by(|one, other| value(other).total_cmp(&value(one)));
        ranked
    }

    /// The place that a score in percent would take, counted from 1: one more than there are better systems.
    #[must_use]
    pub fn place(&self, column: &str, percent: f64) -> usize {
        let better = |standing: &&Standing| standing.value(column).is_some_and(|value| value > percent);
        1 + self.standings.iter().filter(better).count()
    }
}

#[cfg(test)]
mod tests {
    use super::{TASKS, by_name};

    #[test]
    fn every_system_of_the_table_is_there() {
        let counts: Vec<usize> = TASKS.iter().map(|task| task.standings.len()).collect();
        assert_eq!(counts, [18, 15, 13, 7]);
    }

    #[test]
    fn averages_are_the_mean_of_their_columns_but_for_two_that_are_misprinted() {
        let mut wrong = Vec::new();
        for task in TASKS {
            for standing in task.standings.iter().filter(|standing| !standing.adds_up()) {
                let mean = f64::from(standing.sum()) / 30.0;
                wrong.push((task.name, standing.system, standing.average, format!("{mean:.1}")));
            }
        }
        let known = [
            ("conll-2011", "kobdani", 387, "40.8".to_owned()),
            ("conll-2012-en", "stamborg", 542, "54.5".to_owned()),
        ];
        assert_eq!(wrong, known);
    }

    #[test]
    fn a_score_stands_after_all_that_are_better() {
        let task = by_name("conll-2012-en").unwrap();
        assert_eq!(task.place("conll", 90.0), 1);
        assert_eq!(task.place("conll", 57.7), 2, "as good as the second is second");
        assert_eq!(task.place("muc", 0.0), 16);
        let order: Vec<&str> = task.ranked("conll")[7..11].iter().map(|standing| standing.system).collect();
        assert_eq!(order, ["shou", "yuan", "xu", "uryupina"]);
    }
}
