use super::{Agreement, Shared, Summary, of_document};
use crate::document::{Document, Layer, Span};
use crate::matching::minimum::Reading;
use crate::matching::{HeadBy, MinimumBy};

/// `[[a page] from [the diary]] … it`, where annotators gave the first mention `page` as its minimum.
fn document() -> Document {
    let mut document = Document::builder("letter")
        .words(["a", "page", "from", "the", "diary", "and", "it"])
        .sentence(0..7)
        .mention(0..5, "page")
        .minimum(1..2)
        .mention(0..2, "page")
        .mention(3..5, "diary")
        .mention(6..7, "it")
        .build()
        .unwrap();
    let tags = ["DT", "NN", "IN", "DT", "NN", "CC", "PRP"];
    let bits = ["(S(NP(NP*", "*)", "(PP*", "(NP*", "*)))", "*", "(NP*))"];
    document.layers.set(Layer::PartOfSpeech, tags.iter().collect());
    document.layers.set(Layer::Parse, bits.iter().collect());
    document
}

#[test]
fn every_mention_has_its_spans_and_what_gave_them() {
    let spans = of_document(&document(), Reading::WithoutPunctuation);
    let first = &spans[0];
    assert_eq!((&first.minimum[..], first.minimum_by), (&[Span::new(0, 2)][..], MinimumBy::Trees));
    assert_eq!((first.head, first.head_by), (Some(1), HeadBy::Trees));
    assert_eq!(first.annotated, Some(Span::new(1, 2)));
    assert_eq!((spans[3].head, spans[3].head_by), (Some(6), HeadBy::OneWord));
}

#[test]
fn a_summary_counts_lengths_agreement_and_what_is_shared() {
    let mut summary = Summary::default();
    summary.add(&of_document(&document(), Reading::WithoutPunctuation));
    assert_eq!(
        (summary.maximum.spans, summary.maximum.tokens, summary.maximum.counts),
        (4, 10, [1, 2, 0, 1])
    );
    assert_eq!((summary.minimum.tokens, summary.minimum.counts), (7, [1, 3, 0, 0]));
    let contains = Agreement { annotated: 1, contain: 1, ..Agreement::default() };
    assert_eq!(summary.minimum_agreement, contains);
    assert_eq!(summary.head_agreement, Agreement { lie_in: 1, same: 1, ..contains });
    assert_eq!(summary.overlapping, 3);
    assert_eq!(summary.shared_minimum, Shared { mentions: 2, across_entities: 0 });
    assert_eq!(summary.shared_head, Shared { mentions: 2, across_entities: 0 });
}

#[test]
fn mentions_of_two_entities_with_one_minimum_are_counted_apart() {
    let mut document = document();
    document.mentions[1].entity = 1;
    let spans = of_document(&document, Reading::WithoutPunctuation);
    let mut summary = Summary::default();
    summary.add_where(&spans, |place| spans[place].mention.entity == 0);
    assert_eq!(summary.shared_minimum, Shared { mentions: 1, across_entities: 1 });
}

#[test]
fn without_syntax_a_minimum_is_the_whole_mention() {
    let document = Document::builder("x").tokens(4).mention(0..3, "a").build().unwrap();
    let spans = of_document(&document, Reading::Literal);
    assert_eq!((spans[0].minimum_by, spans[0].head_by), (MinimumBy::NoSyntax, HeadBy::Nothing));
    assert_eq!((&spans[0].minimum[..], spans[0].head), (&[Span::new(0, 3)][..], None));
}
