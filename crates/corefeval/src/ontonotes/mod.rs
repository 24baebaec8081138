//! The files of an OntoNotes release, one for each layer of a text: converts them to documents and back.
//!
//! | file | a line is | places are counted in |
//! |---|---|---|
//! | `.parse` | part of a bracketed tree | – |
//! | `.coref` | a sentence with `<COREF ID="1" TYPE="IDENT">…</COREF>`, inside `<DOC>` and `<TEXT PARTNO="000">` | leaves of the tree, traces too |
//! | `.name` | a sentence with `<ENAMEX TYPE="GPE">…</ENAMEX>`, inside `<DOC>` | words |
//! | `.speaker` | start, end, speaker, gender, competence of a sentence, or `-` | – |
//! | `.sense` | text, tree, word, lemma and kind (`fire-n`), annotators (may be missing), sense | words |
//! | `.prop` | text, tree, leaf, annotator, lemma and kind, frameset, `-----`, and arguments such as `2:1-ARG0` | leaves and levels above them |
//! | `.onf` | part of a sentence, with all of its annotation: all layers in one file | leaves |
//!
//! A text is read as the CoNLL shared tasks prepared it: without traces, function tags, words that speakers
//! took back (`EDITED`, unless these are kept), appositives, and mentions that are part of a word. Problems
//! count what was left out.

mod build;
mod chains;
mod columns;
mod inline;
mod lines;
mod onf;
mod parsed;
mod props;
mod sentence;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_onf;
mod write;
mod write_onf;

pub use build::{Built, Edited, ReleaseError, ReleaseText, build, build_onf};
pub use write::{Released, release_file};
pub use write_onf::onf_file;
