//! Damage: mentions are invented and added to existing entities.

use super::draft::Draft;
use super::invented::Inventor;
use super::{Damage, Rate};
use crate::evaluation::resample::Random;

/// Spurious mentions are put into entities.
pub(super) const INVENTED_LINKED: Damage = Damage {
    name: "invented-linked",
    summary: "spurious mentions are added to entities",
    whole: "as many spurious mentions as there are mentions",
    apply,
};

fn apply(draft: &mut Draft<'_>, rate: Rate, random: &mut Random) {
    let own = draft.mentions.clone();
    let mut inventor = Inventor::new(draft);
    for _ in 0..rate.of(own.len()) {
        let Some(span) = inventor.span(draft.document, random) else { return };
        // larger entities get more
        draft.invent(span, own[random.below(own.len())].group);
    }
}
