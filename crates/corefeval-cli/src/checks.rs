//! What may be odd about a key and a response taken together: other tokens, words, sentences, repeated mentions.

use std::path::{Path, PathBuf};

use corefeval::document::{Column, Document, Layer, Name};
use corefeval::evaluation::{DocumentTallies, Gathering, InOrder, Job, Leftovers, Plan, Repeat};

use crate::problems::Problems;

/// Checks that a response has the key's documents, tokens and sentences.
pub(crate) fn compare(key: &[Document], response: &[Document], path: &Path, problems: &mut Problems) {
    let (jobs, left) = meet(key, response);
    for job in &jobs {
        check_tokens(job, path, problems);
        check_sentences(job, path, problems);
        check_inside(job, path, problems);
    }
    note_order(&left.in_order, &[path.to_owned()], problems);
    for (_, name) in left.extra {
        problems.warn(path, "extra-document", format!("document {name} is not in the key"));
    }
    let missing = left.missing.into_iter().filter(|_| left.in_order.is_empty());
    for (_, _, document) in missing {
        problems.warn(
            path,
            "missing-document",
            format!("document {} is not in the response", document.name()),
        );
    }
}

/// The pairs of a key and a response, and what is left of both.
pub(crate) fn meet(key: &[Document], response: &[Document]) -> (Vec<Job>, Leftovers) {
    let mut gathering = Gathering::new(1);
    for document in key {
        gathering.key(document.clone());
    }
    for document in response {
        gathering.response(0, document.clone());
    }
    let mut jobs = gathering.ready();
    let mut left = gathering.finish();
    jobs.append(&mut left.renamed);
    (jobs, left)
}

fn check_inside(job: &Job, path: &Path, problems: &mut Problems) {
    let tokens = job.response.tokens();
    let outside = job.response.mentions().iter().filter(|mention| mention.span.end > tokens).count();
    if outside > 0 {
        let message =
            format!("document {}: {outside} mentions go beyond its {tokens} tokens", job.key.name());
        problems.refuse(path, "span-outside", message, "correct the numbers of their tokens");
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
    let (key, response) = (sentence_ends(&job.key), sentence_ends(&job.response));
    let differs = key.iter().zip(&response).position(|(one, other)| one != other);
    if let Some(sentence) = differs.filter(|_| key.len() > 1 && response.len() > 1) {
        let (name, one, other) = (job.key.name(), key[sentence], response[sentence]);
        let message = format!(
            "document {name}: sentence {sentence} ends after token {one} in the key, {other} in the response"
        );
        problems.warn(path, "sentences-differ", message);
    }
}

/// After how many overt tokens each sentence ends.
fn sentence_ends(document: &Document) -> Vec<u32> {
    let overt = |end: u32| end - document.zeros().partition_point(|zero| zero.token < end) as u32;
    document.sentences().iter().map(|sentence| overt(sentence.end)).collect()
}

/// Checks that a pair has the same tokens, and the same words where they were read.
pub(crate) fn check_tokens(job: &Job, path: &Path, problems: &mut Problems) {
    if has_names(&job.key) != has_names(&job.response) {
        let message =
            format!("document {}: mentions have names instead of a text on one side only", job.key.name());
        let hint = "both must be such files; `corefeval scorch-conll` makes them from CoNLL columns";
        problems.refuse(path, "names-alone", message, hint);
        return;
    }
    let overt = |document: &Document| {
        document.tokens() as usize - document.zeros().len().min(document.tokens() as usize)
    };
    let (key, response) = (overt(&job.key), overt(&job.response));
    if key != response {
        let name = job.key.name();
        let message = format!("document {name}: the key has {key} tokens, the response {response}");
        let hint =
            "key and response must be the same text with the same tokens; --align lines up texts that differ";
        problems.refuse(path, "token-count", message, hint);
        return;
    }
    let words = overt_words(&job.key).zip(overt_words(&job.response)).enumerate();
    if let Some((token, (one, other))) = words.into_iter().find(|(_, (one, other))| one != other) {
        let name = job.key.name();
        let message =
            format!("document {name}: token {token} is `{one}` in the key, `{other}` in the response");
        problems.warn(path, "words-differ", message);
    }
}

/// The words of a document without its zeros, if words were read.
fn overt_words(document: &Document) -> impl Iterator<Item = &str> {
    let words = document.layers().get(Layer::Word).into_iter().flat_map(Column::iter);
    let mut zeros = document.zeros().iter().map(|zero| zero.token).peekable();
    (0..).zip(words).filter(move |(token, _)| zeros.next_if_eq(token).is_none()).map(|(_, word)| word)
}

/// Whether mentions are known by name alone.
pub(crate) fn has_names(document: &Document) -> bool {
    document.layers().get(Layer::MentionName).is_some()
}

/// Says which files have no types of entities, though only some types are to count.
pub(crate) fn note_untyped(plan: &Plan, jobs: &[Job], paths: &[PathBuf], problems: &mut Problems) {
    if plan.protocol.selection.entity_types.is_empty() {
        return;
    }
    let untyped =
        |document: &Document| document.entity_details().is_empty() && !document.mentions().is_empty();
    for job in jobs {
        for (document, path) in [(&*job.key, &paths[0]), (&job.response, &paths[job.system + 1])] {
            if untyped(document) {
                let message =
                    format!("document {}: entities have no types, so that all of them count", job.key.name());
                problems.warn(path, "no-types", message);
            }
        }
    }
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
