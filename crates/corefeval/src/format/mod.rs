//! Bytes to documents and back: one file for each format, listed in [`FORMATS`].

mod brackets;
mod chunks;
mod conllu;
mod doubt;
mod draft;
mod encoding;
mod escape;
mod fit;
pub mod fix;
mod gate;
#[cfg(test)]
mod hostile_tests;
mod ids;
mod json;
mod lane;
mod lines;
mod links;
pub(crate) mod losses;
mod markable_ids;
mod marks;
mod open;
mod order;
mod places;
mod repeats;
mod running_text;
#[cfg(test)]
mod shown;
pub(crate) mod tags;
mod xml;

pub mod ace;
pub mod arrau;
pub mod brat;
pub mod conll;
pub mod corefeval_json;
pub mod corefud;
pub mod crac_text;
pub mod ecb_plus;
pub mod gap;
pub mod jsonlines;
pub mod litbank_tsv;
pub mod markup;
pub mod mmax2;
pub mod muc;
pub mod scorch;
pub mod ua;
pub mod webanno;

pub use crate::problem::{Problem, Severity};
pub use gate::{Block, Format, Likeness, PieceReader, Reading, Role};

/// Every format, in the order in which they are offered.
pub const FORMATS: &[&Format] = &[
    // one line each
    &conll::CONLL,
    &corefud::COREFUD,
    &ua::UA,
    &arrau::ARRAU,
    &corefeval_json::COREFEVAL_JSON,
    &scorch::SCORCH,
    &jsonlines::JSONLINES,
    &jsonlines::JSONLINES_KEY,
    &jsonlines::JSONLINES_RESPONSE,
    &crac_text::CRAC_TEXT,
    &brat::BRAT,
    &litbank_tsv::LITBANK_TSV,
    &ecb_plus::ECB_PLUS,
    &gap::GAP,
    &gap::GAP_TEXT,
    &webanno::WEBANNO,
    &muc::MUC,
    &ace::ACE,
    &mmax2::MMAX2,
    // last, since tags of other formats look like its marks
    &markup::MARKUP,
];

/// The format with that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name).copied()
}

/// The format of a file, recognised by its start, and if that is ambiguous, by its extension: the most
/// certain one, and among equals the first in the table.
#[must_use]
pub fn detect(start: &[u8], file_name: &str) -> Option<&'static Format> {
    /// The highest certainty: no later format can be more certain.
    const SURE: u8 = 4;
    let sureness = |format: &Format| match (format.looks_like(start), format.has_ending(file_name)) {
        (Likeness::Sure, _) => SURE,
        (Likeness::Maybe, true) => 3,
        (Likeness::ByName, true) => 2,
        (Likeness::Maybe, false) => 1,
        (Likeness::ByName, false) | (Likeness::No, _) => 0,
    };
    let mut best: Option<(u8, &'static Format)> = None;
    for format in FORMATS {
        let sureness = sureness(format);
        if sureness > best.map_or(0, |(best, _)| best) {
            best = Some((sureness, format));
        }
        if sureness == SURE {
            break;
        }
    }
    best.map(|(_, format)| format)
}
