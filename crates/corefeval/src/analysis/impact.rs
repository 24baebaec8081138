//! What repairing errors would gain: the repaired response is scored like any other.

use super::transformations::{Repairer, Transformation, Transformations};
use super::view::View;
use crate::evaluation::{DocumentTallies, Plan};

/// What is repaired before a response is scored again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Repair {
    /// The errors of one kind.
    Alone(Transformation),
    /// The errors of one kind and of all kinds before it.
    UpTo(Transformation),
    /// Everything: the response becomes the key.
    Everything,
}

impl Repair {
    /// Every repair: each kind alone, then one after the other.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let kinds = Transformation::ALL.iter().copied();
        let alone = kinds.clone().map(Self::Alone);
        alone.chain(kinds.map(Self::UpTo)).chain([Self::Everything]).collect()
    }
}

/// What a document contributes to every metric after each of [`Repair::all`]; `before` is what it contributes as it is.
pub(super) fn repaired(
    plan: &Plan,
    view: &View<'_>,
    found: &Transformations,
    before: &DocumentTallies,
) -> Vec<DocumentTallies> {
    let key = view.pair.key.document;
    let repairer = Repairer::new(view, found);
    let count = |kinds: &[Transformation]| plan.count(key, &repairer.repaired(kinds)).document;
    let mut counted = Vec::new();
    for &kind in Transformation::ALL {
        counted.push(if repairer.has(kind) { count(&[kind]) } else { before.clone() });
    }
    let mut so_far = before.clone();
    for (place, &kind) in Transformation::ALL.iter().enumerate() {
        if repairer.has(kind) {
            // the first result is the same as for its kind alone
            so_far = if place == 0 { counted[0].clone() } else { count(&Transformation::ALL[..=place]) };
        }
        counted.push(so_far.clone());
    }
    counted.push(plan.count(key, key).document);
    counted
}
