//! Checks that a response has the key's mentions, as it should if the system was given gold mentions.

use std::path::Path;

use corefeval::document::{Document, Mention};
use corefeval::evaluation::DocumentPair;
use corefeval::task::mentions_only_in;

use crate::problems::Problems;

/// The files and settings of a comparison.
pub(crate) struct Request<'a> {
    /// The path of the response, for messages.
    pub(crate) path: &'a Path,
    /// Which mentions of the key the response must have.
    pub(crate) needed: Needed,
}

/// Which mentions of a key a response must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needed {
    /// All of them.
    All,
    /// Those that are not singletons.
    Linked,
    /// None: the key only determines where mentions may be.
    None,
}

impl Needed {
    /// The value with this name on the command line.
    pub(crate) fn named(name: &str) -> Self {
        match name {
            "linked" => Self::Linked,
            "within" => Self::None,
            _ => Self::All,
        }
    }
}

/// Reports mentions that only one side has.
pub(crate) fn compare(pair: &DocumentPair, request: &Request<'_>, problems: &mut Problems) {
    let (key, response) = (pair.key(), pair.response());
    for mention in mentions_only_in(response, key) {
        let message = format!("{} is not a mention of the key", described(response, mention));
        let hint = "the response should have only mentions of the key";
        problems.refuse(request.path, "not-in-key", message, hint);
    }
    let sizes = sizes(key);
    let needed = |mention: &&Mention| match request.needed {
        Needed::All => true,
        Needed::Linked => sizes[mention.entity as usize] > 1,
        Needed::None => false,
    };
    for mention in mentions_only_in(key, response).into_iter().filter(needed) {
        let message = format!("{} of the key is not in the response", described(key, mention));
        let hint = "the response should have every mention of the key";
        problems.refuse(request.path, "not-in-response", message, hint);
    }
}

/// The number of mentions of each entity.
fn sizes(document: &Document) -> Vec<usize> {
    let mut sizes = vec![0; document.entity_count()];
    for mention in document.mentions() {
        sizes[mention.entity as usize] += 1;
    }
    sizes
}

fn described(document: &Document, mention: &Mention) -> String {
    let (start, last) = (mention.span.start, mention.span.end.saturating_sub(1));
    let place = if start == last { format!("token {start}") } else { format!("tokens {start} to {last}") };
    let text = document.text(mention.span).map(|text| format!(" `{text}`")).unwrap_or_default();
    format!("document {}: {place}{text}", document.name())
}
