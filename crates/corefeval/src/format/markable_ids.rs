//! The ids of mentions in formats that need one for each.

use rustc_hash::FxHashSet;

use super::escape::escape;
use super::{Problem, losses};
use crate::document::Document;

/// The ids of mentions: those that the document gives, each to the first mention that has it, and numbered ones for the others.
pub(super) fn markable_ids(document: &Document, special: &str) -> Vec<String> {
    let own: Vec<Option<&str>> = own(document).collect();
    let given: FxHashSet<&str> = own.iter().copied().flatten().collect();
    let free = |id: &String| !given.contains(id.as_str());
    let mut numbered = (1_u64..).map(|number| format!("markable_{number}")).filter(free);
    let id = |own: Option<&str>| own.map(|id| escape(id, special)).or_else(|| numbered.next());
    own.into_iter().filter_map(id).collect()
}

/// A warning where mentions share an id, which only the first of them keeps.
pub(super) fn shared_ids(document: &Document) -> Option<Problem> {
    let given = document.details.iter().filter(|detail| !detail.id.is_empty()).count();
    let what = [
        "mention has the id of another; it gets a new one",
        "mentions have the ids of others; they get new ones",
    ];
    losses::lost(document, given.saturating_sub(own(document).flatten().count()), "lost-details", what)
}

/// The id of each mention, unless an earlier one has it too.
fn own(document: &Document) -> impl Iterator<Item = Option<&str>> {
    let mut seen = FxHashSet::default();
    document.mentions.iter().map(move |mention| {
        let id = document.detail(mention).map_or("", |detail| detail.id.as_str());
        (!id.is_empty() && seen.insert(id)).then_some(id)
    })
}

#[cfg(test)]
mod tests {
    use super::{markable_ids, shared_ids};
    use crate::document::{Detail, Document, Mention, Span};

    #[test]
    fn given_ids_are_kept_and_the_others_numbered() {
        let mut document = Document { tokens: 1, ..Document::default() };
        for id in ["m a", "", "markable_1", "m a", ""] {
            let mention = Mention::new(Span::new(0, 1), 0).with_detail(document.details.len());
            document.mentions.push(mention);
            document.details.push(Detail { id: id.to_owned(), ..Detail::default() });
        }
        let ids = markable_ids(&document, " ");
        assert_eq!(ids, ["m%20a", "markable_2", "markable_1", "markable_3", "markable_4"]);
        let problem = shared_ids(&document).unwrap();
        assert!(problem.message.ends_with("1 mention has the id of another; it gets a new one"), "{problem}");
    }
}
