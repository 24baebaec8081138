//! A sentence for each kind.

use super::DisagreementKind::{
    self as Kind, Appositive, Copula, Entity, Extent, Nested, Possessive, PreModifier, Unmarked, Verb,
};
use super::{Disagreement, disagreements};
use crate::document::{Document, DocumentBuilder, Layer};
use crate::evaluation::{DocumentPair, Plan};

/// Words with their tags and brackets.
fn sentence(rows: &[(&str, &str, &str)]) -> DocumentBuilder {
    let mut builder = Document::builder("d");
    builder.words(rows.iter().map(|row| row.0));
    builder.layer(Layer::PartOfSpeech, rows.iter().map(|row| row.1));
    builder.layer(Layer::Parse, rows.iter().map(|row| row.2));
    builder.sentence(0..rows.len() as u32);
    builder
}

/// Mentions as start, end and entity.
type Mentions<'a> = &'a [(u32, u32, u32)];

fn with(text: &DocumentBuilder, mentions: Mentions<'_>) -> Document {
    let mut builder = text.clone();
    for (start, end, entity) in mentions {
        builder.mention(*start..*end, entity);
    }
    builder.build().unwrap()
}

fn found(text: &DocumentBuilder, one: Mentions<'_>, other: Mentions<'_>) -> Vec<Disagreement> {
    let pair = DocumentPair::unchecked(with(text, one), with(text, other));
    disagreements(&Plan::default(), &pair)
}

fn kinds(text: &DocumentBuilder, one: Mentions<'_>, other: Mentions<'_>) -> Vec<Kind> {
    found(text, one, other).iter().map(|one| one.kind).collect()
}

fn story() -> DocumentBuilder {
    sentence(&[
        ("Ann", "NNP", "(S(NP(NP*)"),
        (",", ",", "*"),
        ("a", "DT", "(NP*"),
        ("baker", "NN", "*)"),
        (",", ",", "*)"),
        ("is", "VBZ", "(VP*"),
        ("the", "DT", "(NP(NP*"),
        ("Rome", "NNP", "*"),
        ("club", "NN", "*"),
        ("'s", "POS", "*)"),
        ("head", "NN", "*)"),
        (".", ".", "*))"),
    ])
}

#[test]
fn what_only_one_marked_has_the_kind_that_the_tree_tells() {
    let text = story();
    assert_eq!(kinds(&text, &[(2, 4, 1)], &[]), [Appositive]);
    assert_eq!(kinds(&text, &[], &[(6, 11, 1)]), [Copula]);
    assert_eq!(kinds(&text, &[(7, 8, 1)], &[]), [PreModifier]);
    assert_eq!(kinds(&text, &[(6, 10, 1)], &[]), [Possessive]);
    assert_eq!(kinds(&text, &[(6, 9, 1)], &[]), [Possessive], "without its mark");
    assert_eq!(kinds(&text, &[(5, 6, 1)], &[]), [Verb]);
    assert_eq!(kinds(&text, &[(0, 5, 1)], &[]), [Unmarked]);
}

#[test]
fn mentions_with_one_head_differ_in_extent() {
    let text = story();
    let found = found(&text, &[(6, 11, 1)], &[(10, 11, 9)]);
    assert_eq!(found.len(), 1);
    let (one, other) = (found[0].one.as_ref().unwrap(), found[0].other.as_ref().unwrap());
    assert_eq!(
        (found[0].kind, one.text.as_deref(), other.text.as_deref()),
        (Extent, Some("the Rome club 's head"), Some("head"))
    );
    assert_eq!(
        (found[0].sentence, found[0].context.as_deref()),
        (Some(0), text.clone().build().unwrap().text((0..12).into()).as_deref())
    );
}

#[test]
fn as_few_mentions_as_possible_are_in_another_entity() {
    let mut text = Document::builder("d");
    text.tokens(9);
    let one: Mentions<'_> = &[(0, 1, 1), (2, 3, 1), (4, 5, 1), (6, 7, 2), (8, 9, 2)];
    let other: Mentions<'_> = &[(0, 1, 7), (2, 3, 7), (4, 5, 8), (6, 7, 8), (8, 9, 8)];
    let found = found(&text, one, other);
    let seen: Vec<(Kind, u32)> =
        found.iter().map(|one| (one.kind, one.one.as_ref().unwrap().span.start)).collect();
    assert_eq!(seen, [(Entity, 4)]);
    let sizes = (found[0].one.as_ref().unwrap().size, found[0].other.as_ref().unwrap().size);
    assert_eq!(sizes, (3, 3));
    assert_eq!(kinds(&text, one, one), []);
}

#[test]
fn without_syntax_extents_share_an_end_and_the_rest_is_nested_or_not() {
    let mut text = Document::builder("d");
    text.tokens(9);
    assert_eq!(kinds(&text, &[(0, 4, 1)], &[(2, 4, 1)]), [Extent]);
    assert_eq!(kinds(&text, &[(0, 4, 1)], &[(0, 2, 1)]), [Extent]);
    assert_eq!(kinds(&text, &[(0, 4, 1), (1, 2, 2)], &[(0, 4, 1)]), [Nested]);
    assert_eq!(kinds(&text, &[(0, 4, 1)], &[(1, 2, 1), (0, 4, 3)]), [Nested]);
    assert_eq!(kinds(&text, &[(0, 1, 1)], &[(4, 5, 1)]), [Unmarked, Unmarked]);
}

#[test]
fn dependencies_tell_where_there_are_no_trees() {
    let mut text = Document::builder("d");
    text.words(["Ann", "is", "our", "club", "head", ",", "Bo"]).sentence(0..7);
    text.layer(Layer::Head, ["5", "5", "5", "5", "0", "7", "5"]);
    text.layer(Layer::Relation, ["nsubj", "cop", "nmod:poss", "compound", "root", "punct", "appos"]);
    assert_eq!(kinds(&text, &[(2, 3, 1)], &[]), [Possessive]);
    assert_eq!(kinds(&text, &[(3, 4, 1)], &[]), [PreModifier]);
    assert_eq!(kinds(&text, &[(6, 7, 1)], &[]), [Appositive]);
    assert_eq!(kinds(&text, &[(2, 5, 1)], &[]), [Copula]);
    assert_eq!(kinds(&text, &[(0, 1, 1)], &[]), [Unmarked]);
}
