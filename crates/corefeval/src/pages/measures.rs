//! Pages of measures.

use super::Page;
use crate::choice::Value;
use crate::matching::{Matching, Side};
use crate::measures::Measure;
use crate::measures::clustering::{Counts, MentionSet};
use crate::pair::{Pair, notation};

/// The figures that `measures` prints for a response as a clustering.
pub(super) const FIGURES: &[Value] = &[
    Value {
        name: "rand",
        about: "pairs of mentions that are coreferent on both sides or on neither / all pairs",
    },
    Value { name: "adjusted-rand", about: "the Rand index, corrected for chance agreement" },
    Value {
        name: "homogeneity",
        about: "1 − H(key | response) / H(key): 1 if no response entity mixes key entities",
    },
    Value {
        name: "completeness",
        about: "1 − H(response | key) / H(response): 1 if no key entity is spread over response entities",
    },
    Value { name: "v-measure", about: "the harmonic mean of homogeneity and completeness" },
    Value {
        name: "variation-of-information",
        about: "H(key | response) + H(response | key), 0 if both are the same",
    },
    Value {
        name: "purity",
        about: "mentions in the majority key entity of their response entity / all mentions",
    },
    Value {
        name: "edit-distance",
        about: "splits and merges that turn the response into the key (experimental)",
    },
    Value { name: "splits", about: "the number of splits among the edits (experimental)" },
    Value { name: "merges", about: "the number of merges among the edits (experimental)" },
];

pub(super) fn measure(measure: &'static Measure) -> Page {
    Page::new(format!("{} (measure)", measure.name))
        .with("What it measures", measure.summary)
        .with("Proposed by", measure.citation)
        .with("Use", format!("corefeval {}", measure.command))
}

const KEY: &str = "a b c | d e f g";
const RESPONSE: &str = "a b | c d | f g e";

pub(super) fn figure(figure: &'static Value) -> Page {
    let (key, response) = notation::documents(KEY, RESPONSE);
    let (key, response) = (Side::all(&key), Side::all(&response));
    let alignment = Matching::EXACT.align(&key, &response);
    let counts = Counts::new(&Pair::new(key, response, alignment).overlap, MentionSet::Union);
    let value =
        counts.named().into_iter().find(|(name, _)| *name == figure.name).and_then(|(_, value)| value);
    let value = value.map_or_else(String::new, |value| {
        format!(
            "key        {{a b c}} {{d e f g}}\nresponse   {{a b}} {{c d}} {{f g e}}\nvalue      {value:.4}"
        )
    });
    Page::new(format!("{} (measure)", figure.name))
        .with("What it measures", figure.about)
        .with("Example", value)
        .with("Use", "corefeval measures")
}

#[cfg(test)]
mod tests {
    use super::{Counts, FIGURES};

    #[test]
    fn every_figure_of_a_clustering_is_described() {
        let printed: Vec<&str> = Counts::default().named().iter().map(|(name, _)| *name).collect();
        let described: Vec<&str> = FIGURES.iter().map(|figure| figure.name).collect();
        assert_eq!(printed, described);
    }
}
