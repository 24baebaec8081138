//! A worked example for each difference.

use super::super::tests::matched;
use super::super::{Options, analyse};
use crate::evaluation::Plan;

/// What differs, and by what the mentions were paired.
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
}

#[test]
fn a_mention_is_in_one_pair_only() {
    assert_eq!(differences("[a the/DT old/JJ king/NN ]", "the [a old [b king ] ]").len(), 1);
    assert!(differences("[a the/DT king/NN ] left/VBD", "the king [a left ]").is_empty());
}
