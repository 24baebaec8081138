//! Averages over metrics: the CoNLL score.

use super::{Metric, Score};
use crate::choice::same_name;

/// The mean of the F of several metrics.
#[derive(Debug)]
#[non_exhaustive]
pub struct Average {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its title in tables.
    pub title: &'static str,
    /// Other spellings of its name; capital letters, hyphens and underscores never matter.
    pub aliases: &'static [&'static str],
    /// What it is, in a few words.
    pub about: &'static str,
    /// Who proposed it.
    pub citation: &'static str,
    /// Which scorers and papers print it in this way.
    pub setting: &'static str,
    /// The metrics whose F are averaged.
    pub of: &'static [&'static str],
}

/// The official score of the shared tasks of 2011 and 2012: the mean of the unrounded F1 of MUC, B³ and CEAFe.
pub const CONLL: Average = Average {
    name: "conll",
    title: "CoNLL",
    aliases: &["conll-f1", "conll-score", "conll-average", "avg", "average"],
    about: "the mean of the F1 of MUC, B³ and CEAFe",
    citation: "Denis and Baldridge 2009; Pradhan et al. 2011",
    setting: "CoNLL scorer v6–v8: CoNLL-2011 and 2012 as rescored in 2014; most papers since",
    of: &["muc", "b-cubed", "ceaf-e"],
};

/// The CoNLL score with B³ and CEAFe as computed by versions 4 and 5 of the CoNLL scorer: as first published.
pub const CONLL_V4: Average = Average {
    name: "conll-v4",
    title: "CoNLL v4",
    aliases: &[],
    about: "the mean of the F1 of MUC, B³ and CEAFe as versions 4 and 5 of the CoNLL scorer computed them",
    citation: "Pradhan et al. 2011",
    setting: "CoNLL scorer v4–v5: CoNLL-2011 and 2012 as first published",
    of: &["muc", "b-cubed-v4", "ceaf-e-v4"],
};

impl Average {
    /// The average with that name or alias.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        let is_called = |average: &&&Self| {
            [average.name].iter().chain(average.aliases).any(|known| same_name(known, name))
        };
        AVERAGES.iter().find(is_called).copied()
    }
}

/// Every average, in the order in which they are printed.
pub const AVERAGES: &[&Average] = &[&CONLL, &CONLL_V4];

crate::choice::choice! {
    /// What a mean does with figures that are undefined, there being nothing to divide by.
    Undefined {
        /// They count as 0, as in published figures.
        Zero = "zero",
        /// They are left out.
        Skip = "skip",
    }
}

impl Undefined {
    /// The mean of figures; undefined if none of them is defined.
    pub fn mean(self, figures: impl Iterator<Item = Option<f64>>) -> Option<f64> {
        let (mut sum, mut count, mut defined) = (0.0, 0usize, 0usize);
        for figure in figures {
            sum += figure.unwrap_or(0.0);
            count += 1;
            defined += usize::from(figure.is_some());
        }
        let out_of = match self {
            Self::Zero => count,
            Self::Skip => defined,
        };
        (defined > 0).then(|| sum / out_of as f64)
    }
}

/// The averages that can be computed from these metrics.
pub fn possible_averages(metrics: &[&Metric]) -> impl Iterator<Item = &'static Average> {
    let has = |name: &&str| metrics.iter().any(|metric| metric.name == *name);
    AVERAGES.iter().copied().filter(move |average| average.of.iter().all(has))
}

/// The averages that can be computed from these metrics, from the score of each of them.
#[must_use]
pub fn averages(
    metrics: &[&'static Metric],
    scores: &[Score],
    undefined: Undefined,
) -> Vec<(&'static Average, Option<f64>)> {
    let of = |average: &'static Average| {
        let place = |name: &&str| metrics.iter().position(|metric| metric.name == *name);
        let places: Option<Vec<usize>> = average.of.iter().map(place).collect();
        let figures = places?.into_iter().map(|place| scores.get(place).and_then(|score| score.f));
        Some((average, undefined.mean(figures)))
    };
    AVERAGES.iter().filter_map(|average| of(average)).collect()
}

#[cfg(test)]
mod tests {
    use super::{CONLL, Undefined, averages};
    use crate::metric::assert::score;
    use crate::metric::by_name;

    #[test]
    fn the_conll_score_of_singletons_counts_muc_as_zero_unless_it_is_left_out() {
        let metrics: Vec<_> = CONLL.of.iter().filter_map(|name| by_name(name)).collect();
        let scores: Vec<_> = metrics.iter().map(|metric| score(metric, "a | b", "a | b")).collect();
        let conll = |undefined| averages(&metrics, &scores, undefined)[0].1;
        assert_eq!((conll(Undefined::Zero), conll(Undefined::Skip)), (Some(2.0 / 3.0), Some(1.0)));
    }
}
