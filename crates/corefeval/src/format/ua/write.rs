//! Documents as CONLL-UA: fifteen columns, of which the last two say nothing.

use super::super::Problem;
use super::super::conllu::limits::{fits, fits_name};
use super::super::conllu::write::{filled, line, sentences};
use super::super::fit::Limits;
use super::super::losses::{self, Has};
use super::cells::{Cells, entity_id};
use super::columns::NAMES;
use super::{DEIXIS, PSEUDO};
use crate::document::{Document, EntityDetail, Layer, Stage};

/// Ids and values of markables are escaped; blanks around other values are not read.
pub(super) const LIMITS: Limits = Limits {
    name: fits_name,
    label: Some(|label, detail| {
        let pseudo = detail.is_some_and(|detail| detail.non_referring);
        let refers_again = pseudo || !label.ends_with(PSEUDO);
        (!label.is_empty() && label != DEIXIS && refers_again).then(|| read_again(label, detail))
    }),
    value: |layer, value| fits(layer, value, b"columns") && value.trim_ascii() == value,
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
        write_document(document, out);
    }
    problems
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
