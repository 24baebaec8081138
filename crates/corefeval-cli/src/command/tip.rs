//! A line after scores if no choice was given: the preset or the choice that fits the key.

use corefeval::document::Document;
use corefeval::evaluation::practice_for;

/// Properties of a key whose treatment is a choice.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Traits {
    singletons: bool,
    zeros: bool,
    splits: bool,
}

impl Traits {
    /// The properties of a document, as far as it was read.
    pub(crate) fn of(key: &Document) -> Self {
        let mut sizes = vec![0_u8; key.entity_count()];
        for mention in key.mentions() {
            if let Some(size) = sizes.get_mut(mention.entity as usize) {
                *size = size.saturating_add(1);
            }
        }
        Self {
            singletons: sizes.contains(&1),
            zeros: key.mentions().iter().any(|mention| key.is_zero_mention(mention)),
            splits: key.entity_details().iter().any(|detail| !detail.elements.is_empty()),
        }
    }

    /// The properties that either has.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            singletons: self.singletons || other.singletons,
            zeros: self.zeros || other.zeros,
            splits: self.splits || other.splits,
        }
    }
}

/// The tip for a key: the preset of the shared task that uses its format, or else the choice that affects it
/// most.
pub(crate) fn tip(format: &str, key: Traits) -> Option<String> {
    let tip = match practice_for(format) {
        Some(practice) => {
            let (corpus, plan) = (practice.corpus, practice.plan.unwrap_or_default());
            format!("--preset {plan} gives the figures of {corpus}")
        }
        None if key.splits => {
            "the key has split antecedents, which do not count; --preset codicrac22-ar counts them".to_owned()
        }
        None if key.zeros => {
            "the key has zeros, which count; --zeros drop leaves them out, --preset crac25 scores as CRAC 2025"
                .to_owned()
        }
        None if key.singletons => {
            "the key has singletons, which count; --singletons drop leaves them out".to_owned()
        }
        None => return None,
    };
    Some(format!("{tip}; `corefeval presets --explain` has more"))
}

#[cfg(test)]
mod tests {
    use super::{Traits, tip};

    #[test]
    fn the_format_says_most_and_singletons_least() {
        let all = Traits { singletons: true, zeros: true, splits: true };
        assert!(tip("corefud", all).unwrap().contains("--preset crac25 gives"));
        assert!(tip("jsonlines", all).unwrap().contains("split antecedents"));
        assert!(tip("jsonlines", Traits { splits: false, ..all }).unwrap().contains("--zeros drop"));
        let only_singletons = Traits::default().or(Traits { singletons: true, ..Traits::default() });
        assert!(tip("conll", only_singletons).unwrap().contains("--singletons drop"));
        assert_eq!(tip("conll", Traits::default()), None);
    }
}
