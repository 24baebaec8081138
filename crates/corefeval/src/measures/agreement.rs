//! Krippendorff's α for coreference: do annotators agree more than chance would have them?
//!
//! Units are mentions. The value of a unit is the set of mentions that an annotator puts into its entity; a
//! mention that an annotator lacks is alone in its set. α = 1 − observed / expected disagreement. The
//! observed disagreement is the mean distance of two annotators' values of a unit, the expected disagreement
//! is the mean distance of any two values. Passonneau 2004, 2006.

use super::Measure;
use crate::choice::choice;
use crate::metric::variant::twinless::{self, Step};
use crate::pair::Overlap;

/// What this measure is called, and where it comes from.
pub const AGREEMENT: Measure = Measure {
    name: "agreement",
    command: "agree",
    summary: "whether annotators agree more than by chance",
    citation: "Passonneau 2004; Passonneau 2006",
};

choice! {
    /// How far two sets of mentions are from each other.
    Distance {
        /// 0 if equal, 1 otherwise.
        Nominal = "nominal",
        /// 0 if equal, ⅓ if one holds the other, ⅔ if they overlap, 1 otherwise (Passonneau 2004).
        Passonneau = "passonneau",
        /// 1 − Jaccard · (1 if equal, ⅔ if one holds the other, ⅓ if they overlap) (Passonneau 2006).
        Masi = "masi",
    }
}

impl Distance {
    /// The similarity of two sets that share mentions: 1 minus their distance.
    fn likeness(self, one: u32, other: u32, shared: u32) -> f64 {
        let equal = one == shared && other == shared;
        let held = one == shared || other == shared;
        let step = if equal {
            1.0
        } else if held {
            2.0 / 3.0
        } else {
            1.0 / 3.0
        };
        let union = f64::from(one) + f64::from(other) - f64::from(shared);
        match self {
            Self::Nominal => f64::from(u8::from(equal)),
            Self::Passonneau => step,
            Self::Masi => step * f64::from(shared) / union,
        }
    }
}

/// The counts from which α is computed; counts of several documents are added.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    /// How many values there are: units times annotators.
    values: u64,
    /// How many pairs of values of one unit there are.
    unit_pairs: u64,
    /// The sum of the similarities of pairs of values of the same unit.
    observed: f64,
    /// The sum of the similarities of any two values, over ordered pairs.
    expected: f64,
}

impl Agreement {
    /// Adds an annotator of a document; `units` is the number of units of all annotators together.
    pub fn add_annotator(&mut self, entity_sizes: &[u32], units: u64) {
        self.values += units;
        let pairs = |&size: &u32| u64::from(size) * u64::from(size).saturating_sub(1);
        self.expected += entity_sizes.iter().map(pairs).sum::<u64>() as f64;
    }

    /// Adds the comparison of two annotators of that document.
    pub fn add_pair(&mut self, overlap: &Overlap, units: u64, distance: Distance) {
        let table = twinless::changed(overlap, &[Step::AddMissed, Step::AddSpurious]);
        // a unit that neither annotator has is alone in both
        let neither = units.saturating_sub(table.twins()) as f64;
        self.unit_pairs += units;
        self.observed += neither;
        self.expected += 2.0 * neither;
        for (size, cells) in table.rows() {
            for cell in cells {
                let other = table.column_sizes()[cell.column as usize];
                let likeness = distance.likeness(size, other, cell.count);
                self.observed += f64::from(cell.count) * likeness;
                self.expected += 2.0 * f64::from(size) * f64::from(other) * likeness;
            }
        }
    }

    /// α: 1 for perfect agreement, 0 for agreement by chance; undefined if no disagreement is possible.
    #[must_use]
    pub fn alpha(&self) -> Option<f64> {
        let pairs = self.values as f64 * (self.values as f64 - 1.0);
        let observed = 1.0 - self.observed / self.unit_pairs as f64;
        let expected = 1.0 - self.expected / pairs;
        let defined = self.unit_pairs > 0 && pairs > 0.0 && expected != 0.0;
        defined.then(|| 1.0 - observed / expected)
    }
}

#[cfg(test)]
mod tests {
    use super::{Agreement, Distance};
    use crate::pair::notation::overlap;

    fn alpha(one: &str, other: &str, units: u64, distance: Distance) -> f64 {
        let table = overlap(one, other);
        let mut agreement = Agreement::default();
        agreement.add_annotator(table.row_sizes(), units);
        agreement.add_annotator(table.column_sizes(), units);
        agreement.add_pair(&table, units, distance);
        agreement.alpha().expect("a value")
    }

    #[test]
    fn where_all_values_are_the_same_alpha_is_undefined() {
        assert_eq!(Agreement::default().alpha(), None);
        let table = overlap("a b", "a b");
        let mut agreement = Agreement::default();
        for _ in 0..2 {
            agreement.add_annotator(table.row_sizes(), 2);
        }
        agreement.add_pair(&table, 2, Distance::Nominal);
        assert_eq!(agreement.alpha(), None);
    }

    #[test]
    fn the_example_of_pradhan_et_al_2014_as_two_annotators() {
        let (one, other) = ("a b c | d e f g", "a b | c d | f g h i");
        let figures = [(Distance::Passonneau, 0.354), (Distance::Masi, 0.042), (Distance::Nominal, -0.125)];
        for (distance, figure) in figures {
            let found = alpha(one, other, 9, distance);
            assert!((found - figure).abs() <= 0.0005, "{distance}: {found}");
        }
    }

    #[test]
    fn small_examples_are_what_a_hand_computes() {
        // values {ab} {ab} {c} and three times {abc}, distances 1/3, or 5/9 and 7/9, or 1
        let figures =
            [(Distance::Passonneau, 0.0), (Distance::Masi, -16.0 / 69.0), (Distance::Nominal, -4.0 / 11.0)];
        for (distance, figure) in figures {
            let found = alpha("a b | c", "a b c", 3, distance);
            assert!((found - figure).abs() < 1e-12, "{distance}: {found}");
        }
    }

    #[test]
    fn a_mention_that_one_of_three_lacks_is_alone_there() {
        // {ab} twice from two annotators, {a} and {b} from the third: observed 2/9, expected 11/45
        let sides = ["a b", "a b", "a"];
        let mut agreement = Agreement::default();
        for (place, other) in sides.iter().enumerate() {
            agreement.add_annotator(overlap(other, other).row_sizes(), 2);
            for one in &sides[..place] {
                agreement.add_pair(&overlap(one, other), 2, Distance::Passonneau);
            }
        }
        let found = agreement.alpha().expect("a value");
        assert!((found - 1.0 / 11.0).abs() < 1e-12, "{found}");
    }

    #[test]
    fn equal_annotations_agree_perfectly() {
        for &distance in Distance::ALL {
            assert!((alpha("a b | c", "a b | c", 3, distance) - 1.0).abs() < 1e-12);
        }
    }
}
