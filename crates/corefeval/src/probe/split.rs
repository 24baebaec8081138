//! Damage: entities are split.

use rustc_hash::FxHashMap;

use super::draft::{Draft, shuffled};
use super::{Damage, Rate};
use crate::evaluation::resample::Random;

/// Links from a mention to the previous mention of its entity are cut.
pub(super) const SPLIT: Damage = Damage {
    name: "split",
    summary: "entities are split: links from mentions to those before them are cut",
    whole: "every mention is alone",
    apply,
};

fn apply(draft: &mut Draft<'_>, rate: Rate, random: &mut Random) {
    let order = draft.in_text_order();
    let mut seen: FxHashMap<u32, u32> = FxHashMap::default();
    // mentions with an earlier mention in their entity
    let mut later = Vec::new();
    for &place in &order {
        let group = draft.mentions[place].group;
        if seen.insert(group, group).is_some() {
            later.push(place);
        }
    }
    let mut is_cut = vec![false; draft.mentions.len()];
    for link in shuffled(later.len(), random).into_iter().take(rate.of(later.len())) {
        is_cut[later[link]] = true;
    }
    // the group of each entity's mentions since its last cut
    let mut now = seen;
    for place in order {
        let own = draft.mentions[place].group;
        if is_cut[place] {
            let group = draft.new_group();
            now.insert(own, group);
        }
        draft.mentions[place].group = now[&own];
    }
}
