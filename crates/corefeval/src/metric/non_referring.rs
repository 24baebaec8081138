//! Non-referring expressions, such as expletives, are found if the response marks the same tokens as such.
//!
//! Recall = found / those of the key, precision = found / those of the response. All mentions of the
//! documents count and are matched exactly, independently of the protocol.

use super::{Metric, Part, Tally};
use crate::document::{Document, Mention, Wanted};
use crate::matching::{Matching, Side};
use crate::pair::Pair;

/// How well non-referring expressions were found.
pub const NON_REFERRING: Metric = Metric {
    name: "non-referring",
    title: "Non-referring",
    aliases: &[],
    summary: "how many non-referring expressions were found",
    formula: "recall = non-referring expressions found / those of the key; precision = found / those of the response",
    citation: "Poesio et al. 2018",
    setting: "Universal Anaphora scorer 1 and fork of 2",
    parts: &[Part::Mentions(tally)],
    wanted_key: Wanted::MENTIONS.and_details(),
    wanted_response: Wanted::MENTIONS.and_details(),
    ..Metric::PLAIN
};

fn tally(pair: &Pair<'_>) -> Tally {
    let (key, response) = (non_referring(pair.key.document), non_referring(pair.response.document));
    let found = Matching::EXACT.align(&key, &response).count();
    Tally::shared(found as f64, key.mentions.len() as f64, response.mentions.len() as f64)
}

/// The non-referring mentions of a document.
fn non_referring(document: &Document) -> Side<'_> {
    let is_none =
        |mention: &Mention| document.entity_detail(mention.entity).is_some_and(|detail| detail.non_referring);
    let mut side = Side::all(document);
    side.retain(|_, mention| is_none(mention));
    side
}

#[cfg(test)]
mod tests {
    use super::NON_REFERRING;
    use crate::document::{Document, EntityDetail};
    use crate::matching::{Matching, Side};
    use crate::metric::Tally;
    use crate::pair::{Pair, notation};

    fn document(entities: &str, non_referring: &[bool]) -> Document {
        let (document, _) = notation::documents(entities, "");
        let detail = |&non_referring: &bool| EntityDetail { non_referring, ..EntityDetail::default() };
        Document { entity_details: non_referring.iter().map(detail).collect(), ..document }
    }

    #[test]
    fn a_mention_that_refers_on_one_side_is_not_found() {
        let key = document("a | b | c", &[true, true, false]);
        let response = document("a | b | c", &[true, false, true]);
        let (key, response) = (Side::all(&key), Side::all(&response));
        let alignment = Matching::EXACT.align(&key, &response);
        let tally = NON_REFERRING.parts[0].tally(&Pair::new(key, response, alignment));
        assert_eq!(tally, Tally::shared(1.0, 2.0, 2.0));
    }
}
