//! The mention overlap ratio: how many words of the mentions were found, where mentions are paired one to
//! one.

use super::mention::Word;
use super::sides::{Side, Sides};
use crate::metric::Tally;
use crate::metric::mention_overlap::most_shared;

/// Shared words of the best pairing, out of the words of all mentions of each side.
pub(in crate::dropin) fn tally(sides: &Sides) -> Tally {
    let words = |side| mentions(side).map(<[Word]>::len).sum::<usize>() as f64;
    let shared = most_shared(mentions(&sides.key), mentions(&sides.response));
    Tally::shared(shared, words(&sides.key), words(&sides.response))
}

/// The words of all mentions; one that is in two clusters is there twice.
fn mentions(side: &Side) -> impl Iterator<Item = &[Word]> {
    side.clusters.iter().flatten().map(|&place| side.mentions[place].words.as_slice())
}
