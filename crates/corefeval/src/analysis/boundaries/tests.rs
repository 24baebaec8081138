//! A worked example for each difference.

use super::super::tests::matched;
use super::super::{Options, analyse};
use crate::document::{Document, Layer, Span};
use crate::evaluation::{DocumentPair, Plan};

/// The difference of each pair, and what its mentions share.
fn differences(key: &str, response: &str) -> Vec<String> {
    let found = analyse(&Plan::default(), &matched(key, response), &Options::default()).findings;
    let boundaries = found.iter().filter(|one| one.analysis == "boundaries");
    boundaries.map(|one| one.kind.to_owned()).collect()
}

#[test]
fn what_differs_is_known_by_tags() {
    let cases = [
        ("[a the/DT Netherlands/NNPS ] ,/,", "[a the Netherlands , ]", "comma"),
        ("[a ``/`` Investment/NNP Canada/NNP ''/'' ]", "`` [a Investment Canada ] ''", "quotation"),
        ("[a the/DT house/NN ] -/HYPH", "[a the house - ]", "punctuation"),
        ("[a the/DT old/JJ house/NN ]", "the [a old house ]", "determiner"),
        ("[a the/DT king/NN ] 's/POS", "[a the king 's ]", "possessive"),
        (
            "nearly/RB million/CD [a proud/JJ Canadians/NNPS ]",
            "[a nearly million proud Canadians ]",
            "modifier",
        ),
        ("[a the/DT king/NN ] and/CC I/PRP", "[a the king and I ]", "conjunct"),
        ("[a the/DT king/NN ,/, Arthur/NNP ]", "[a the king ] , Arthur", "apposition"),
        ("[a the/DT king/NN ] who/WP left/VBD", "[a the king who left ]", "relative-clause"),
        ("[a the/DT king/NN ] of/IN Spain/NNP", "[a the king of Spain ]", "prepositional-phrase"),
        ("[a the/DT king/NN ] owing/VBG much/JJ", "[a the king owing much ]", "clause"),
        ("the/DT [a old/JJ king/NN ,/, ]", "[a the old king ] ,", "several"),
    ];
    for (key, response, difference) in cases {
        assert_eq!(differences(key, response), [difference], "{key}");
    }
}

#[test]
fn what_differs_is_known_by_words_without_tags() {
    assert_eq!(differences("[a the king ]", "the [a king ]"), ["determiner"]);
    assert_eq!(differences("[a the king of Spain ]", "[a the king ] of Spain"), ["prepositional-phrase"]);
    // nothing is known about the word that differs
    assert_eq!(differences("[a stout Cortez ]", "stout [a Cortez ]"), ["words"]);
}

/// A mention in “the king of Spain fell”, with the head that a file names.
fn king(span: Span, head: Option<u32>) -> Document {
    let mut builder = Document::builder("d");
    builder.words(["the", "king", "of", "Spain", "fell"]).sentence(0..5);
    builder.layer(Layer::PartOfSpeech, ["DT", "NN", "IN", "NNP", "VBD"]);
    builder.layer(Layer::Parse, ["(S(NP(NP*", "*)", "(PP*", "(NP*)))", "(VP*))"]);
    builder.mention(span, "a");
    head.map(|head| builder.head(head));
    builder.build().unwrap()
}

#[test]
fn mentions_are_paired_by_heads_then_minimums_then_tokens() {
    let rule = |key: Document, response: Document| {
        let documents = DocumentPair::unchecked(key, response);
        let found = analyse(&Plan::default(), &documents, &Options::default()).findings;
        found.iter().find(|one| one.analysis == "boundaries").map(|one| one.rule)
    };
    let (whole, bare) = (Span::new(0, 4), Span::new(0, 2));
    assert_eq!(rule(king(whole, None), king(bare, None)), Some("same-head"));
    // the files name other heads, but the tree has the same minimum for both
    assert_eq!(rule(king(whole, Some(3)), king(bare, Some(1))), Some("same-minimum"));
    // neither head nor minimum: two of four tokens are shared, then one
    assert_eq!(rule(king(whole, None), king(Span::new(2, 4), None)), Some("shared-tokens"));
    assert_eq!(rule(king(whole, None), king(Span::new(3, 5), None)), None);
}

#[test]
fn a_mention_is_in_one_pair_only() {
    assert_eq!(differences("[a the/DT old/JJ king/NN ]", "the [a old [b king ] ]").len(), 1);
    assert!(differences("[a the/DT king/NN ] left/VBD", "the king [a left ]").is_empty());
}
