//! Damage: mentions are dropped.

use super::draft::Draft;
use super::{Damage, Rate};
use crate::evaluation::resample::Random;

/// Mentions are dropped at random.
pub(super) const DROPPED: Damage =
    Damage { name: "dropped", summary: "mentions are dropped", whole: "no mention is left", apply };

fn apply(draft: &mut Draft<'_>, rate: Rate, random: &mut Random) {
    let order = draft.shuffled(random);
    let mut is_dropped = vec![false; order.len()];
    for place in &order[..rate.of(order.len())] {
        is_dropped[*place] = true;
    }
    let mut dropped = is_dropped.into_iter();
    draft.mentions.retain(|_| !dropped.next().unwrap_or(false));
}
