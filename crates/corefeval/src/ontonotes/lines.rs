//! Files with one annotation in each line: `.speaker` and `.sense`.

use super::inline::Wrong;
use super::parsed::{Place, Sense};

/// The speaker of each sentence, if it has one.
pub(super) fn speakers(text: &str) -> Result<Vec<Option<&str>>, Wrong> {
    text.trim_end().lines().zip(1..).map(|(line, number)| speaker(line, number)).collect()
}

fn speaker(line: &str, number: u64) -> Result<Option<&str>, Wrong> {
    let cells: Vec<&str> = line.split_whitespace().collect();
    match cells[..] {
        [] | ["-"] => Ok(None),
        [_, _, name, ..] => Ok(Some(name).filter(|name| *name != "-")),
        _ => Err((number, "expected start, end, speaker, gender and competence, or `-`".to_owned())),
    }
}

/// All senses of a file.
pub(super) fn senses(text: &str) -> Result<Vec<Sense<'_>>, Wrong> {
    let filled = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    filled.map(|(line, number)| sense(line, number).map_err(|message| (number, message))).collect()
}

fn sense(text: &str, line: u64) -> Result<Sense<'_>, String> {
    let cells: Vec<&str> = text.split_whitespace().collect();
    let [_, tree, word, lemma, .., sense] = cells[..] else {
        return Err("expected text, tree, word, lemma and sense".to_owned());
    };
    let place = Place::Word(number_of(word)?);
    Ok(Sense { line, tree: number_of(tree)?, place, lemma: lemma_of(lemma), number: sense })
}

/// A number that counts trees, words or leaves.
pub(super) fn number_of(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number"))
}

/// `fire` for `fire-n`.
pub(super) fn lemma_of(text: &str) -> &str {
    text.rsplit_once('-').filter(|(lemma, _)| !lemma.is_empty()).map_or(text, |(lemma, _)| lemma)
}
