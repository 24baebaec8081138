//! Documents as CONLL-UA: fifteen columns, of which the last two are empty.

use rustc_hash::FxHashMap;

use super::super::Problem;
use super::super::conllu::limits::{fits, fits_name};
use super::super::conllu::write::{filled, line, sentences};
use super::super::fit::Limits;
use super::super::losses::{self, Has};
use super::super::markable_ids::shared_ids;
use super::cells::{Cells, entity_id, has_numbers};
use super::columns::NAMES;
use super::{DEIXIS, PSEUDO};
use crate::document::{Document, EntityDetail, Layer, Stage};

/// Ids and values of markables are escaped; blanks around other values are not read, except in comments.
pub(super) const LIMITS: Limits = Limits {
    name: fits_name,
    label: Some(|label, detail| {
        let pseudo = detail.is_some_and(|detail| detail.non_referring);
        let refers_again = pseudo || !label.ends_with(PSEUDO);
        (!label.is_empty() && label != DEIXIS && refers_again).then(|| read_again(label, detail))
    }),
    value: |layer, value| {
        let is_read_whole = layer == Layer::SentenceComments || value.trim_ascii() == value;
        fits(layer, value, b"columns") && is_read_whole
    },
};

/// The label that an entity has when it is read again.
fn read_again(label: &str, detail: Option<&EntityDetail>) -> String {
    let id = entity_id(label, detail);
    let on_deixis = detail.is_some_and(|detail| detail.stage == Stage::DiscourseDeixis);
    if on_deixis { format!("{DEIXIS}{id}") } else { id }
}

/// Writes documents as CONLL-UA.
pub(super) fn write(documents: &[Document], out: &mut Vec<u8>) -> Vec<Problem> {
    let own = [Layer::Row, Layer::SentenceComments].into_iter();
    let kept: Vec<Layer> = own.chain(NAMES.iter().filter_map(|(_, layer)| *layer)).collect();
    let mut problems = Vec::new();
    for document in documents {
        problems.extend(losses::layers(document, &kept));
        problems.extend(losses::details(document, &[Has::Minima, Has::Attributes]));
        problems.extend(shared_ids(document));
        problems.extend(lost_minima(document));
        problems.extend(lost_elements(document));
        write_document(document, out);
    }
    problems
}

/// Minima that begin or end at a zero, which have no numbers.
fn lost_minima(document: &Document) -> Option<Problem> {
    let minima = document.details.iter().filter_map(|detail| detail.minimum);
    let count = minima.filter(|&minimum| !minimum.is_empty() && !has_numbers(document, minimum)).count();
    let what = [
        "minimum begins or ends at a zero, and is left out",
        "minima begin or end at zeros, and are left out",
    ];
    losses::lost(document, count, "lost-details", what)
}

/// Entities made of others, where the other column has an entity with the same id: it is read as that.
fn lost_elements(document: &Document) -> Option<Problem> {
    let written = |entity: u32| {
        let (label, detail) = (document.entity_labels.get(entity as usize), document.entity_detail(entity));
        let on_deixis = detail.is_some_and(|detail| detail.stage == Stage::DiscourseDeixis);
        (on_deixis, entity_id(label.unwrap_or(""), detail))
    };
    let known: FxHashMap<(bool, String), u32> =
        (0..document.entity_count() as u32).map(|entity| (written(entity), entity)).collect();
    let misread = |&(whole, detail): &(usize, &EntityDetail)| {
        let (on_deixis, id) = written(whole as u32);
        let other = known.get(&(!on_deixis, id));
        let is_read_as_other = |element: u32| written(element).0 != on_deixis && other != Some(&element);
        other.is_some() && detail.elements.iter().any(|&element| is_read_as_other(element))
    };
    let what = [
        "entity is made of entities of the other column, where its id is another entity's",
        "entities are made of entities of the other column, where their ids are other entities'",
    ];
    let count = document.entity_details.iter().enumerate().filter(misread).count();
    losses::lost(document, count, "lost-elements", what)
}

fn write_document(document: &Document, out: &mut Vec<u8>) {
    let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
    line(out, format_args!("# global.columns = {}", names.join(" ")));
    line(out, format_args!("# newdoc id = {}", document.name));
    let cells = Cells::of(document);
    let columns =
        [cells.markables(Stage::Identity), cells.bridging(), cells.markables(Stage::DiscourseDeixis)];
    let layers: Vec<Layer> = NAMES.iter().filter_map(|(_, layer)| *layer).collect();
    let rest = |token: u32| {
        let cell = |column: usize| filled(columns[column].get(token as usize).map_or("", String::as_str));
        let [identity, bridging, deixis] = [cell(0), cell(1), cell(2)];
        format!("{identity}\t{bridging}\t{deixis}\t_\t_")
    };
    sentences(document, &layers, rest, out);
}
