//! What systems are given besides the text, and a check whether a response is consistent with it.

use std::collections::BTreeSet;

use crate::choice::choice;
use crate::document::{Document, Mention, Position};
use crate::problem::Problem;

choice! {
    /// What systems are given besides the text (CoNLL-2011, Sections 5.1 to 5.3).
    Condition {
        /// Nothing: mentions are found by the system.
        Predicted = "predicted",
        /// Spans that include all mentions, such as the noun phrases of the gold trees.
        GoldBoundaries = "gold-boundaries",
        /// The mentions of the key, without their entities.
        GoldMentions = "gold-mentions",
    }
}

choice! {
    /// Whether a response with gold mentions may lack those that it links to no other.
    Unlinked {
        /// No: all given mentions must be there.
        Required = "required",
        /// Yes: formats and corpora without singletons have no place for them.
        Optional = "optional",
    }
}

/// The place of a mention: first and last token of each of its parts, and the zeros in it, which belong to
/// its words.
type Place = Vec<(Position, Position)>;

/// Checks whether a response obeys a condition: returns what it has although it was not given, and what it
/// lacks although it was given. Both documents must be the same text; entities of the given document do not
/// matter.
#[must_use]
pub fn obeys(
    condition: Condition,
    unlinked: Unlinked,
    given: &Document,
    response: &Document,
) -> Vec<Problem> {
    match (condition, unlinked) {
        (Condition::Predicted, _) => Vec::new(),
        (Condition::GoldBoundaries, _) | (Condition::GoldMentions, Unlinked::Optional) => {
            not_given(condition, given, response)
        }
        (Condition::GoldMentions, Unlinked::Required) => {
            let mut problems = not_given(condition, given, response);
            problems.extend(left_out(given, response));
            problems
        }
    }
}

fn not_given(condition: Condition, given: &Document, response: &Document) -> Vec<Problem> {
    let hint = match condition {
        Condition::GoldBoundaries => "only the given spans may be mentions under this condition",
        _ => "only the given mentions may be in the response under this condition",
    };
    let problem = |mention: &Mention| {
        let message = format!("{} was not given", described(response, given, mention));
        Problem::error("not-given", 0, message).hint(hint)
    };
    mentions_only_in(response, given).into_iter().map(problem).collect()
}

fn left_out(given: &Document, response: &Document) -> Vec<Problem> {
    let problem = |mention: &Mention| {
        let message = format!("{} was given and is not in the response", described(given, given, mention));
        let hint = "every given mention must be there under this condition, alone in its entity if necessary";
        Problem::error("given-mention-missing", 0, message).hint(hint)
    };
    mentions_only_in(given, response).into_iter().map(problem).collect()
}

/// The mentions of `one` that have no mention of `other` at the same place.
#[must_use]
pub fn mentions_only_in<'a>(one: &'a Document, other: &Document) -> Vec<&'a Mention> {
    let places: BTreeSet<Place> = other.mentions().iter().map(|mention| place(other, mention)).collect();
    one.mentions().iter().filter(|mention| !places.contains(&place(one, mention))).collect()
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

/// A mention with its place and, if either document has its words, its text.
fn described(document: &Document, with_words: &Document, mention: &Mention) -> String {
    let (start, last) = (mention.span.start, mention.span.end.saturating_sub(1));
    let place = if start == last { format!("token {start}") } else { format!("tokens {start} to {last}") };
    let same_tokens = document.tokens() == with_words.tokens();
    let text = document.text(mention.span).or_else(|| with_words.text(mention.span).filter(|_| same_tokens));
    let text = text.map(|text| format!(" `{text}`")).unwrap_or_default();
    format!("document {}: {place}{text}", document.name())
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::{Condition, Unlinked, obeys};
    use crate::document::Document;

    fn document(mentions: &[(Range<u32>, &str)]) -> Document {
        let mut builder = Document::builder("letter");
        builder.words(["Ann", "saw", "her", "old", "dog"]);
        for (span, entity) in mentions {
            builder.mention(span.clone(), *entity);
        }
        builder.build().unwrap()
    }

    fn codes(condition: Condition, unlinked: Unlinked, response: &[(Range<u32>, &str)]) -> Vec<&'static str> {
        let given = document(&[(0..1, "1"), (2..3, "2"), (2..5, "3")]);
        let problems = obeys(condition, unlinked, &given, &document(response));
        problems.into_iter().map(|problem| problem.code).collect()
    }

    #[test]
    fn predicted_mentions_may_be_anywhere() {
        assert!(codes(Condition::Predicted, Unlinked::Required, &[(1..2, "a")]).is_empty());
    }

    #[test]
    fn within_gold_boundaries_some_may_be_left_out_and_none_added() {
        let boundaries = |response| codes(Condition::GoldBoundaries, Unlinked::Required, response);
        assert!(boundaries(&[(0..1, "a"), (2..3, "a")]).is_empty());
        assert_eq!(boundaries(&[(0..1, "a"), (2..4, "a")]), ["not-given"]);
    }

    #[test]
    fn gold_mentions_are_all_of_them() {
        let all: &[(Range<u32>, &str)] = &[(0..1, "a"), (2..3, "a"), (2..5, "b")];
        assert!(codes(Condition::GoldMentions, Unlinked::Required, all).is_empty());
        assert_eq!(codes(Condition::GoldMentions, Unlinked::Required, &all[..2]), ["given-mention-missing"]);
        assert!(codes(Condition::GoldMentions, Unlinked::Optional, &all[..2]).is_empty());
        let other = [(0..1, "a"), (2..3, "a"), (3..5, "b")];
        assert_eq!(
            codes(Condition::GoldMentions, Unlinked::Required, &other),
            ["not-given", "given-mention-missing"]
        );
    }

    #[test]
    fn a_problem_names_document_place_and_text() {
        let given = document(&[(0..1, "1")]);
        let problems = obeys(
            Condition::GoldMentions,
            Unlinked::Required,
            &given,
            &document(&[(0..1, "a"), (2..5, "a")]),
        );
        assert_eq!(problems[0].message, "document letter: tokens 2 to 4 `her old dog` was not given");
    }
}
