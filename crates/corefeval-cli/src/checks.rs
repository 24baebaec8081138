//! What may be odd about a key and a response taken together: other tokens, words, sentences, repeated mentions.

use std::path::{Path, PathBuf};

use corefeval::document::{Column, Document, Layer, Name};
use corefeval::evaluation::{DocumentTallies, Gathering, InOrder, Job, Plan, Repeat};

use crate::problems::Problems;

/// Checks that a response has the key's documents, tokens and sentences.
pub(crate) fn compare(key: &[Document], response: &[Document], path: &Path, problems: &mut Problems) {
    let mut gathering = Gathering::new(1);
    for document in key {
        gathering.key(document.clone());
    }
    for document in response {
        gathering.response(0, document.clone());
    }
    for job in gathering.ready() {
        check_tokens(&job, path, problems);
        check_sentences(&job, path, problems);
    }
    let left = gathering.finish();
    note_order(&left.in_order, &[path.to_owned()], problems);
    for job in &left.renamed {
        check_tokens(job, path, problems);
        check_sentences(job, path, problems);
    }
    for (_, name) in left.extra {
        problems.warn(path, "extra-document", format!("document {name} is not in the key"));
    }
    let missing = left.missing.into_iter().filter(|_| left.in_order.is_empty());
    for (_, _, document) in missing {
        problems.warn(path, "missing-document", format!("document {} is not in the response", document.name));
    }
}

/// Says that documents were paired in order, since one side has no names; that cannot be when there are more on one side.
pub(crate) fn note_order(in_order: &[InOrder], responses: &[PathBuf], problems: &mut Problems) {
    for &InOrder { system, key, response } in in_order {
        let path = &responses[system];
        if key == response {
            let message =
                format!("{response} documents are paired with the key's in order, since they have no names");
            problems.warn(path, "paired-in-order", message);
        } else {
            let message = format!("documents without names: {key} in the key, {response} in the response");
            let hint = "they are paired in order, so that there must be as many on both sides";
            problems.refuse(path, "document-count", message, hint);
        }
    }
}

fn check_sentences(job: &Job, path: &Path, problems: &mut Problems) {
    let (key, response) = (&job.key.sentences, &job.response.sentences);
    let differs = key.iter().zip(response).position(|(one, other)| one != other);
    if let Some(sentence) = differs.filter(|_| key.len() > 1 && response.len() > 1) {
        let (name, one, other) = (&job.key.name, key[sentence].end, response[sentence].end);
        let message = format!(
            "document {name}: sentence {sentence} ends after token {one} in the key, {other} in the response"
        );
        problems.warn(path, "sentences-differ", message);
    }
}

/// Checks that a pair has the same tokens, and the same words where they were read.
pub(crate) fn check_tokens(job: &Job, path: &Path, problems: &mut Problems) {
    if has_names(&job.key) != has_names(&job.response) {
        let message =
            format!("document {}: mentions have names instead of a text on one side only", job.key.name);
        let hint = "both must be such files; `corefeval scorch-conll` makes them from CoNLL columns";
        problems.refuse(path, "names-alone", message, hint);
        return;
    }
    let overt =
        |document: &Document| document.tokens as usize - document.zeros.len().min(document.tokens as usize);
    let (key, response) = (overt(&job.key), overt(&job.response));
    if key != response {
        let name = &job.key.name;
        let message = format!("document {name}: the key has {key} tokens, the response {response}");
        let hint =
            "key and response must be the same text with the same tokens; --align lines up texts that differ";
        problems.refuse(path, "token-count", message, hint);
        return;
    }
    let (Some(key), Some(response)) = (job.key.layers.get(Layer::Word), job.response.layers.get(Layer::Word))
    else {
        return;
    };
    let differs = key.iter().zip(response.iter()).position(|(one, other)| one != other);
    if let Some(token) = differs {
        let word = |column: &Column| column.get(token).unwrap_or("").to_owned();
        let (name, one, other) = (&job.key.name, word(key), word(response));
        let message =
            format!("document {name}: token {token} is `{one}` in the key, `{other}` in the response");
        problems.warn(path, "words-differ", message);
    }
}

/// Whether mentions are known by name alone.
pub(crate) fn has_names(document: &Document) -> bool {
    document.layers.get(Layer::MentionName).is_some()
}

/// Says which spans are mentioned more than once.
pub(crate) fn note_repeats(
    plan: &Plan,
    document: &DocumentTallies,
    (key, response): (&Path, &Path),
    problems: &mut Problems,
) {
    for (path, repeats) in [(key, &document.key_repeats), (response, &document.response_repeats)] {
        for repeat in repeats {
            let message = describe(&document.name, repeat);
            if plan.refuses(document) {
                problems.refuse(
                    path,
                    "repeated-mention",
                    message,
                    "--repeats reference, first or last score all the same",
                );
            } else {
                problems.warn(path, "repeated-mention", message);
            }
        }
    }
}

fn describe(name: &Name, repeat: &Repeat) -> String {
    let count = repeat.mentions.len();
    let Some(first) = repeat.mentions.first() else { return String::new() };
    let (start, end) = (first.span.start, first.span.end - 1);
    let place = if start == end { format!("token {start}") } else { format!("tokens {start} to {end}") };
    format!("document {name}: {place} mentioned {count} times")
}
