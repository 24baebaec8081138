//! The entities of the text that is shown: number, label, first mention, and aligned entities.

use super::brackets::Look;
use super::fold::{Margin, push, words};
use super::{Line, Scene};
use crate::report::{Style, shown};

/// The largest number of entities that are listed.
const LISTED: usize = 12;

/// The largest entities that are shown, with their labels.
pub(super) fn legend(scene: &Scene<'_>, width: usize, style: Style) -> String {
    let mut out = String::new();
    let entities = entities(&scene.key);
    for (entity, first) in entities.iter().take(LISTED) {
        let name = &scene.key.names[*entity as usize];
        let text = shown(&described(scene, *entity, *first)).into_owned();
        let colour = name.parse().unwrap_or(0);
        let margin = Margin { text: vec![(Look::Bracket(colour), format!("{name:>4}  "))], width: 6 };
        push(&mut out, margin, &words(Look::Plain, &text), width, style);
    }
    if entities.len() > LISTED {
        let more = format!(
            "      {} more entities of the key; --entity LABEL shows one, --as json lists all\n",
            entities.len() - LISTED
        );
        out += &more;
    }
    out
}

/// The entities of the key with several mentions, of which at least one is shown, by number, each with its
/// first mention.
fn entities(line: &Line<'_>) -> Vec<(u32, usize)> {
    let mut first: Vec<Option<usize>> = vec![None; line.names.len()];
    let mut order: Vec<usize> = (0..line.marks.len()).filter(|place| line.marks[*place].is_shown).collect();
    order.sort_by_key(|place| (line.marks[*place].span, *place));
    for place in order {
        first[line.marks[place].entity as usize].get_or_insert(place);
    }
    let found = first.into_iter().zip(0_u32..).filter_map(|(first, entity)| Some((entity, first?)));
    let mut found: Vec<(u32, usize)> = found.filter(|(entity, _)| line.sizes[*entity as usize] > 1).collect();
    found.sort_by_key(|(entity, _)| line.names[*entity as usize].parse::<u32>().unwrap_or(u32::MAX));
    found
}

fn described(scene: &Scene<'_>, entity: u32, first: usize) -> String {
    let label = |line: &Line<'_>, entity: u32| {
        line.document.entity_labels.get(entity as usize).unwrap_or("").to_owned()
    };
    let size = scene.key.sizes[entity as usize];
    let mut text =
        format!("{}, {size} mentions, label {}", scene.key.quoted(first), label(&scene.key, entity));
    for answer in &scene.answers {
        let partner = answer.aligned.iter().find(|(own, _)| *own == entity).map(|(_, other)| *other);
        text += &match partner {
            Some(other) => {
                let is_shared = |place: usize| scene.key.marks[place].entity == entity;
                let marks = answer.line.marks.iter().filter(|mark| mark.entity == other);
                let shared = marks.filter(|mark| mark.twin.is_some_and(is_shared)).count();
                let size = answer.line.sizes[other as usize];
                format!("; {}: {}, {shared} of {size} shared", answer.system, label(&answer.line, other))
            }
            None => format!("; {}: none", answer.system),
        };
    }
    text
}
