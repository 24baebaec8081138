//! Whether a key and a response annotate the same text, as far as the CorefUD scorer checks.

use rustc_hash::FxHashSet;

use super::Problem;
use super::conllu::Sentence;
use super::documents::Documents;

/// Compares sentence by sentence up to the shorter file, word by word up to the shorter sentence.
pub(in crate::dropin) fn check(key: &Documents<'_>, response: &Documents<'_>) -> Result<(), Problem> {
    for (number, (k, r)) in key.file.sentences.iter().zip(&response.file.sentences).enumerate() {
        check_sentence(k, r, number)?;
    }
    let names: FxHashSet<&str> = response.documents.iter().map(|(name, _)| *name).collect();
    match key.documents.iter().find(|(name, _)| !names.contains(name)) {
        Some((name, _)) => Err(Problem::new(0, format!("there is no document {name}"))),
        None => Ok(()),
    }
}

fn check_sentence(key: &Sentence<'_>, response: &Sentence<'_>, number: usize) -> Result<(), Problem> {
    if key.document != response.document {
        let message = format!("“# newdoc” differs from the key’s in sentence {}", number + 1);
        return Err(Problem::new(response.line, message));
    }
    if key.id != response.id {
        let (key, found) = (key.id.unwrap_or("none"), response.id.unwrap_or("none"));
        return Err(Problem::new(response.line, format!("the sentence id is {found}, in the key {key}")));
    }
    let different = key.words().zip(response.words()).find(|(k, r)| k.form != r.form);
    match different {
        Some((k, r)) => Err(Problem::new(r.line, format!("the word is {}, in the key {}", r.form, k.form))),
        None => Ok(()),
    }
}
