//! Damage: mentions are moved to other entities.

use super::draft::Draft;
use super::{Damage, Rate};
use crate::evaluation::resample::Random;

/// Mentions are moved from their entity to another one.
pub(super) const MOVED: Damage = Damage {
    name: "re-attached",
    summary: "mentions are attached to other entities",
    whole: "every mention is in an entity that was not its own",
    apply,
};

fn apply(draft: &mut Draft<'_>, rate: Rate, random: &mut Random) {
    let groups = draft.groups();
    if groups.len() < 2 {
        return;
    }
    let order = draft.shuffled(random);
    for place in order.iter().take(rate.of(order.len())) {
        let own = groups.binary_search(&draft.mentions[*place].group).unwrap_or(0);
        let other = random.below(groups.len() - 1);
        draft.mentions[*place].group = groups[if other < own { other } else { other + 1 }];
    }
}
