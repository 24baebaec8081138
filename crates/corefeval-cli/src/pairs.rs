//! A key and its responses read whole and paired by name, for commands that look at all documents more than once.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};
use corefeval::document::{Document, Wanted};
use corefeval::evaluation::Gathering;
use corefeval::format::Format;
use corefeval_files::{Files, Options};

use crate::checks;
use crate::pipeline;
use crate::problems::{Problems, in_words};

/// A key document and the response to it; an empty one where the response has none.
pub(crate) struct DocumentPair {
    pub(crate) key: Arc<Document>,
    pub(crate) response: Document,
}

/// Which files are read, and what of them.
pub(crate) struct Request<'a> {
    pub(crate) key: &'a Path,
    pub(crate) responses: &'a [PathBuf],
    pub(crate) format: Option<&'static Format>,
    pub(crate) wanted: Wanted,
}

/// The pairs of each response, in the order of the key; what is odd is shown, what is wrong ends the run.
pub(crate) fn read(request: &Request<'_>, problems: &mut Problems) -> Result<Vec<Vec<DocumentPair>>> {
    let options = Options::new().format(request.format);
    let key = pipeline::read_all(&mut Files::open(request.key, &options)?, request.wanted, problems)?;
    let mut responses = Vec::new();
    for path in request.responses {
        let mut files = Files::open(path, &options)?;
        let documents = pipeline::read_all(&mut files, request.wanted, problems)?;
        checks::compare(&key, &documents, path, problems);
        responses.push(documents);
    }
    problems.show();
    if problems.errors() > 0 {
        bail!("nothing was counted: {}", in_words(problems.errors(), "error"));
    }
    if key.is_empty() {
        bail!("{}: no documents were found in the key", request.key.display());
    }
    Ok(responses.into_iter().map(|response| paired(&key, response)).collect())
}

/// Brings documents together by name.
pub(crate) fn paired(key: &[Document], response: Vec<Document>) -> Vec<DocumentPair> {
    let mut gathering = Gathering::new(1);
    for document in key {
        gathering.key(document.clone());
    }
    for document in response {
        gathering.response(0, document);
    }
    let mut pairs: Vec<(usize, DocumentPair)> = Vec::new();
    let ready = gathering.ready();
    let left = gathering.finish();
    for job in ready.into_iter().chain(left.renamed) {
        pairs.push((job.place, DocumentPair { key: job.key, response: job.response }));
    }
    for (_, place, key) in left.missing {
        let response = key.blank();
        pairs.push((place, DocumentPair { key, response }));
    }
    pairs.sort_by_key(|(place, _)| *place);
    pairs.into_iter().map(|(_, pair)| pair).collect()
}
