//! Minimum spans, heads and patterns of names on a whole corpus, compared with what second programs, written from the papers,
//! count.

use std::fs;

use crate::recorded::shared;
use corefeval::document::{Document, Span, Wanted};
use corefeval::format::{Block, conll::CONLL};
use corefeval::matching::minimum::Reading;
use corefeval::nec::{Options, Pattern, Patterns};
use corefeval::spans::{Shared, Summary, of_document};

fn documents() -> Vec<Document> {
    let bytes = fs::read(shared("data").join("ontogum-full/key.conll")).expect("the corpora are all there");
    CONLL.read(&Block::whole(&bytes), Wanted::ALL).documents
}

/// What a second program counts under a reading: tokens of minimum spans, minimum spans by length, the sum of the places of
/// their tokens, counted from 1 in their documents, and mentions that share a minimum span.
const MINIMUMS: &[(Reading, u64, [u64; 4], u64, u64)] = &[
    (Reading::WithoutPunctuation, 12_062, [5115, 1885, 680, 233], 5_763_610, 34),
    (Reading::Literal, 11_898, [5176, 1866, 658, 213], 5_704_233, 32),
];

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn lengths_and_shared_spans_are_those_of_a_second_program() {
    let documents = documents();
    for (reading, tokens, counts, places, sharing) in MINIMUMS {
        let (mut summary, mut sum, mut heads) = (Summary::default(), 0, 0);
        for spans in documents.iter().map(|document| of_document(document, *reading)) {
            summary.add(&spans);
            let place = |span: &Span| (span.start..span.end).map(|token| u64::from(token + 1)).sum::<u64>();
            sum += spans.iter().flat_map(|one| &one.minimum).map(place).sum::<u64>();
            heads += spans.iter().filter_map(|one| one.head).map(|head| u64::from(head + 1)).sum::<u64>();
        }
        assert_eq!((summary.maximum.tokens, summary.maximum.counts), (16_965, [4962, 1555, 551, 845]));
        assert_eq!((summary.minimum.tokens, summary.minimum.counts, sum), (*tokens, *counts, *places));
        assert_eq!((heads, summary.overlapping), (3_828_380, 1734));
        assert_eq!(summary.shared_minimum, Shared { mentions: *sharing, across_entities: *sharing });
        assert_eq!(summary.shared_head, Shared { mentions: 63, across_entities: 63 });
    }
}

/// Entities, repeated, named again, only named; names, pronouns, nominals; forms, unlinked names: of people, organisations,
/// places, other names and no name.
const PATTERNS: [[u64; 9]; 5] = [
    [83, 83, 51, 15, 214, 423, 92, 143, 132],
    [60, 60, 47, 26, 183, 30, 40, 100, 93],
    [121, 121, 86, 40, 336, 38, 209, 165, 177],
    [57, 57, 40, 21, 148, 36, 66, 86, 92],
    [1552, 1549, 0, 0, 0, 3101, 2997, 0, 0],
];

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn patterns_of_names_are_those_of_a_second_program() {
    let documents = documents();
    let mut patterns = Patterns::new(3);
    for document in &documents {
        patterns.add(document, None, &Options::default()).expect("no other text");
    }
    let numbers = |one: &Pattern| {
        let [name, pronoun, nominal] = one.kinds;
        [
            one.entities,
            one.repeated,
            one.named_again,
            one.only_named,
            name,
            pronoun,
            nominal,
            one.forms,
            one.unlinked,
        ]
    };
    let all: Vec<[u64; 9]> =
        patterns.types.iter().chain([&patterns.other, &patterns.nameless]).map(numbers).collect();
    assert_eq!(all, PATTERNS);
    assert_eq!(patterns.third_person, [47, 26]);
}
