//! Tests with texts that are tokenised or spelled differently.

use proptest::prelude::*;

use super::{Fared, retokenise};
use crate::document::{Detail, Document, Layer, Mention, Name, Relation, RelationKind, Span, Zero};

/// A document from words with blanks between, and mentions as first token, end and entity.
fn document(words: &str, mentions: &[(u32, u32, u32)]) -> Document {
    let mut document = Document { name: Name::plain("d"), ..Document::default() };
    document.layers.set(Layer::Word, words.split(' ').collect());
    document.tokens = words.split(' ').count() as u32;
    document.sentences.push(Span::new(0, document.tokens));
    for &(start, end, entity) in mentions {
        document.mentions.push(Mention::new(Span::new(start, end), entity));
    }
    let entities = mentions.iter().map(|mention| mention.2 + 1).max().unwrap_or(0);
    document.entity_labels = (0..entities).map(|entity| format!("e{entity}")).collect();
    document
}

fn spans(document: &Document) -> Vec<(u32, u32, u32)> {
    document.mentions.iter().map(|mention| (mention.span.start, mention.span.end, mention.entity)).collect()
}

fn fared(exact: u32, edited: u32, lost: u32) -> Fared {
    Fared { exact, edited, lost }
}

#[test]
fn the_same_tokens_change_nothing() {
    let response = document("Mary saw her dog .", &[(0, 1, 0), (2, 3, 0), (2, 4, 1)]);
    let moved = retokenise(&document("Mary saw her dog .", &[]), &response).unwrap();
    assert_eq!(moved.document, response);
    assert!(moved.report.is_exact());
}

#[test]
fn tokens_cut_otherwise_are_matched_by_their_letters() {
    let key = document("Mary 's dog did n't bark .", &[]);
    let response = document("Mary's dog didn't bark.", &[(0, 1, 0), (0, 2, 1), (3, 4, 1)]);
    let moved = retokenise(&key, &response).unwrap();
    assert_eq!(spans(&moved.document), [(0, 2, 0), (0, 3, 1), (5, 6, 1)]);
    assert_eq!(moved.report.mentions, fared(2, 1, 0));
    assert_eq!(moved.document.tokens, key.tokens);
}

#[test]
fn a_mention_that_ends_inside_a_token_of_the_key_grows_and_counts_as_edited() {
    let moved =
        retokenise(&document("Mary's dog", &[]), &document("Mary 's dog", &[(0, 1, 0), (0, 3, 1)])).unwrap();
    assert_eq!(spans(&moved.document), [(0, 1, 0), (0, 2, 1)]);
    assert_eq!(moved.report.mentions, fared(1, 1, 0));
    assert_eq!(moved.report.tokens, fared(3, 0, 0));
}

#[test]
fn brackets_and_quotation_marks_may_be_escaped() {
    let key = document("`` Yes '' -LRB- she said -RRB-", &[]);
    let moved = retokenise(&key, &document("“ Yes ” ( she said )", &[(1, 2, 0)])).unwrap();
    assert!(moved.report.is_exact());
}

#[test]
fn words_that_were_changed_keep_their_place_between_their_neighbours() {
    let key = document("the old man saw the sea", &[]);
    let response = document("the old hut saw the sea", &[(0, 3, 0), (2, 3, 1)]);
    let moved = retokenise(&key, &response).unwrap();
    assert_eq!(spans(&moved.document), [(0, 3, 0), (2, 3, 1)]);
    assert_eq!((moved.report.tokens, moved.report.mentions), (fared(5, 1, 0), fared(0, 2, 0)));
}

#[test]
fn case_and_normalisation_do_not_matter() {
    let key = document("He saw Kellynch Hall , the CAFÉ of Æsop ’s “ ﬁrst ”", &[]);
    let response = document(
        "he saw kellynch hall , the cafe\u{301} of æsop 's `` first \"",
        &[(2, 4, 0), (5, 9, 1), (11, 12, 2)],
    );
    let moved = retokenise(&key, &response).unwrap();
    assert!(moved.report.is_exact(), "{:?}", moved.report);
    assert_eq!(spans(&moved.document), spans(&response));
}

#[test]
fn marks_on_a_word_are_no_part_of_the_mention() {
    let key = document("`` Emma , her friend -- said ( she ) .", &[(1, 2, 0)]);
    let response = document("“Emma, her friend— said (she).", &[(0, 1, 0), (1, 3, 1), (4, 5, 0)]);
    let moved = retokenise(&key, &response).unwrap();
    assert_eq!(spans(&moved.document), [(1, 2, 0), (3, 5, 1), (8, 9, 0)]);
    assert_eq!(moved.report.mentions, fared(0, 3, 0));
}

#[test]
fn borders_inside_a_token_are_those_of_the_key() {
    let response = document("Mary's dog, Rex,", &[(0, 1, 0), (1, 2, 1), (2, 3, 1)]);
    let with_ending = document("Mary 's dog , Rex ,", &[(0, 2, 0), (2, 3, 1), (4, 6, 1)]);
    let moved = retokenise(&with_ending, &response).unwrap();
    assert_eq!(spans(&moved.document), [(0, 2, 0), (2, 3, 1), (4, 6, 1)]);
    let without = document("Mary 's dog , Rex ,", &[(0, 1, 0), (2, 3, 1), (4, 5, 1)]);
    let moved = retokenise(&without, &response).unwrap();
    assert_eq!(spans(&moved.document), [(0, 1, 0), (2, 3, 1), (4, 5, 1)]);
    // two mentions of one token that correspond to two mentions of the key
    let both = document("Mary 's dog", &[(0, 1, 0), (0, 2, 1)]);
    let moved = retokenise(&both, &document("Mary's dog", &[(0, 1, 1), (0, 1, 0)])).unwrap();
    assert_eq!(spans(&moved.document), [(0, 2, 1), (0, 1, 0)]);
}

#[test]
fn mentions_without_a_place_are_kept_after_the_end_and_listed() {
    let key = document("Mary slept well", &[]);
    let mut response = document("Mary qqqq vvvv slept zz well", &[(0, 1, 0), (1, 3, 1), (3, 5, 2)]);
    let bridge = |from, to| Relation { kind: RelationKind::Bridging, from, to, label: String::new() };
    response.relations = vec![bridge(2, 0), bridge(1, 0)];
    let moved = retokenise(&key, &response).unwrap();
    assert_eq!(spans(&moved.document), [(0, 1, 0), (3, 5, 1), (1, 2, 2)]);
    assert_eq!((moved.document.check(), moved.document.tokens), (Ok(()), 5));
    assert_eq!(moved.document.text(Span::new(3, 5)).unwrap(), "qqqq vvvv");
    assert_eq!(moved.report.mentions, fared(1, 1, 1));
    assert_eq!(
        (moved.report.lost[0].text.as_str(), moved.report.lost[0].entity.as_str()),
        ("qqqq vvvv", "e1")
    );
    assert_eq!(moved.document.relations, response.relations);
}

#[test]
fn words_the_response_left_out_are_counted() {
    let moved = retokenise(&document("a b c d e", &[]), &document("a b e", &[(0, 3, 0)])).unwrap();
    assert_eq!((moved.report.missing_tokens, spans(&moved.document)), (2, vec![(0, 5, 0)]));
}

#[test]
fn zeros_of_the_response_go_with_the_word_before_them() {
    let mut key = document("Dijo _ que no", &[]);
    key.zeros = vec![Zero { token: 1, rank: 1 }];
    let mut response = document("Di jo _ que _ no", &[(2, 3, 0), (3, 5, 0), (4, 5, 1)]);
    response.zeros = vec![Zero { token: 2, rank: 1 }, Zero { token: 4, rank: 1 }];
    let moved = retokenise(&key, &response).unwrap();
    assert_eq!(spans(&moved.document), [(1, 2, 0), (2, 4, 0), (3, 4, 1)]);
    assert_eq!(moved.document.zeros, [Zero { token: 1, rank: 1 }, Zero { token: 3, rank: 1 }]);
    assert_eq!(moved.document.text(Span::new(0, 5)).unwrap(), "Dijo _ que _ no");
    assert_eq!(moved.document.sentences, [Span::new(0, 5)]);
}

#[test]
fn gaps_heads_and_minima_are_carried_over() {
    let mut response = document("a bc d", &[(0, 3, 0)]);
    response.details.push(Detail {
        parts: vec![Span::new(0, 1), Span::new(2, 3)],
        head: Some(2),
        minimum: Some(Span::new(1, 2)),
        ..Detail::default()
    });
    response.mentions[0] = response.mentions[0].with_detail(0);
    let moved = retokenise(&document("a b c d", &[]), &response).unwrap().document;
    let detail = moved.detail(&moved.mentions[0]).unwrap();
    assert_eq!(detail.parts, [Span::new(0, 1), Span::new(3, 4)]);
    assert_eq!((detail.head, detail.minimum), (Some(3), Some(Span::new(1, 3))));
}

#[test]
fn documents_without_words_are_refused() {
    let bare = Document { tokens: 3, ..Document::default() };
    assert!(retokenise(&bare, &document("a", &[])).is_err());
    assert!(retokenise(&Document::default(), &document("a b", &[(0, 1, 0)])).is_ok());
}

/// The letters of a text, cut into tokens at the places marked by flags.
fn cut(text: &str, flags: &[bool]) -> String {
    let mut words = String::new();
    for (index, letter) in text.chars().enumerate() {
        if index > 0 && flags.get(index).copied().unwrap_or(false) {
            words.push(' ');
        }
        words.push(letter);
    }
    words
}

/// The tokens of a mention given by letters; `None` if its borders are not borders of tokens.
fn on_tokens(words: &str, (start, end): (usize, usize)) -> Option<(u32, u32)> {
    let mut starts = vec![0];
    for word in words.split(' ') {
        starts.push(starts[starts.len() - 1] + word.chars().count());
    }
    let place = |letter: usize| starts.iter().position(|&start| start == letter).map(|place| place as u32);
    Some((place(start)?, place(end)?)).filter(|(start, end)| start < end)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn mentions_on_borders_that_both_have_are_carried_over_exactly(
        text in "[abcé]{1,40}",
        key_flags in proptest::collection::vec(any::<bool>(), 40),
        response_flags in proptest::collection::vec(any::<bool>(), 40),
        start in 0_usize..40,
        end in 0_usize..41,
    ) {
        let (key, response) = (cut(&text, &key_flags), cut(&text, &response_flags));
        let mention = (start, end.min(text.chars().count()));
        if let (Some(on_key), Some(on_response)) = (on_tokens(&key, mention), on_tokens(&response, mention)) {
            let moved = retokenise(&document(&key, &[]), &document(&response, &[(on_response.0, on_response.1, 0)])).unwrap();
            prop_assert_eq!(spans(&moved.document), [(on_key.0, on_key.1, 0)]);
            prop_assert!(moved.report.is_exact());
        }
    }

    #[test]
    fn whatever_is_left_out_no_mention_leaves_the_text(
        key in "[abc]{1,5}( [abc]{1,5}){0,12}",
        response in "[abc]{1,5}( [abc]{1,5}){0,12}",
        start in 0_u32..13,
        length in 1_u32..5,
    ) {
        let tokens = response.split(' ').count() as u32;
        let span = (start.min(tokens - 1), (start + length).min(tokens).max(start.min(tokens - 1) + 1));
        let moved = retokenise(&document(&key, &[]), &document(&response, &[(span.0, span.1, 0)])).unwrap();
        for mention in &moved.document.mentions {
            prop_assert!(mention.span.start < mention.span.end && mention.span.end <= moved.document.tokens);
        }
        prop_assert_eq!(moved.document.check(), Ok(()));
        prop_assert_eq!(moved.document.mentions.len(), 1);
        let report = moved.report;
        prop_assert_eq!(report.tokens.exact + report.tokens.edited + report.tokens.lost, tokens);
        prop_assert_eq!(report.mentions.lost as usize, report.lost.len());
    }
}
