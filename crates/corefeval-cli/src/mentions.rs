//! Whether a response has the key's mentions, as it should where these were given to the system.

use std::collections::BTreeSet;
use std::path::Path;

use corefeval::document::{Document, Mention, Position};
use corefeval::evaluation::DocumentPair;

use crate::problems::Problems;

/// What is compared.
pub(crate) struct Request<'a> {
    /// The response, as messages call it.
    pub(crate) path: &'a Path,
    /// Whether the response may leave out mentions that are alone in their entity.
    pub(crate) linked: bool,
}

/// Where a mention is: first and last token of each of its parts, and the zeros in it, which are words of it too.
type Place = Vec<(Position, Position)>;

/// Says which mentions one side has and the other has not.
pub(crate) fn compare(pair: &DocumentPair, request: &Request<'_>, problems: &mut Problems) {
    let (key, response) = (pair.key(), pair.response());
    let (in_key, in_response) = (places(key), places(response));
    for mention in response.mentions().iter().filter(|mention| !in_key.contains(&place(response, mention))) {
        let message = format!("{} is not a mention of the key", described(response, mention));
        let hint = "only the key's mentions should be in the response";
        problems.refuse(request.path, "not-in-key", message, hint);
    }
    let sizes = sizes(key);
    let needed = |mention: &&Mention| !request.linked || sizes[mention.entity as usize] > 1;
    for mention in key.mentions().iter().filter(needed) {
        if !in_response.contains(&place(key, mention)) {
            let message = format!("{} of the key is not in the response", described(key, mention));
            let hint = "every mention of the key should be there";
            problems.refuse(request.path, "not-in-response", message, hint);
        }
    }
}

fn places(document: &Document) -> BTreeSet<Place> {
    document.mentions().iter().map(|mention| place(document, mention)).collect()
}

fn place(document: &Document, mention: &Mention) -> Place {
    let position = |token: u32| document.position(token);
    let mut place = Vec::new();
    for part in document.parts(mention) {
        place.push((position(part.start), position(part.end.saturating_sub(1))));
        let first = document.zeros().partition_point(|zero| zero.token < part.start);
        let zeros = document.zeros()[first..].iter().take_while(|zero| zero.token < part.end);
        place.extend(zeros.map(|zero| (position(zero.token), position(zero.token))));
    }
    place
}

/// How many mentions each entity has.
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
