//! Worked examples of each rule, and what must hold for all of them.

use proptest::prelude::*;

use super::{Matching, Side, ZeroMatching, exact};
use crate::document::{Column, Detail, Document, Layer, Mention, Span, Zero};

/// A document in brackets, `"[a page] from [the [diary]]"`; mentions in the order in which they end.
fn bracketed(text: &str) -> Document {
    let spaced = text.replace('[', " [ ").replace(']', " ] ");
    let mut document = Document::default();
    let mut open = Vec::new();
    for word in spaced.split_whitespace() {
        match word {
            "[" => open.push(document.tokens),
            "]" => {
                let span = Span::new(open.pop().unwrap(), document.tokens);
                document.mentions.push(Mention::new(span, 0));
            }
            _ => {
                document.layers.get_or_insert(Layer::Word).push(word);
                document.tokens += 1;
            }
        }
    }
    document.entity_labels.push("0");
    document.sentences.push(Span::new(0, document.tokens));
    document
}

fn with(mut document: Document, layer: Layer, cells: &str) -> Document {
    document.layers.set(layer, cells.split_whitespace().collect::<Column>());
    document
}

fn with_detail(mut document: Document, mention: usize, detail: Detail) -> Document {
    let index = document.details.len();
    document.details.push(detail);
    document.mentions[mention] = document.mentions[mention].with_detail(index);
    document
}

fn named_head(document: Document, mention: usize, head: u32) -> Document {
    with_detail(document, mention, Detail { head: Some(head), ..Detail::default() })
}

fn rule(name: &str) -> Matching {
    name.parse().unwrap()
}

/// The twins, as places of mentions in the key and in the response.
fn twins(name: &str, key: &Document, response: &Document) -> Vec<(usize, usize)> {
    rule(name).align(&Side::all(key), &Side::all(response)).twins().collect()
}

const PAGE_TAGS: &str = "DT NN IN DT NN";
const PAGE_BITS: &str = "(NP(NP* *) (PP* (NP* *)))";

fn page(text: &str) -> Document {
    with(with(bracketed(text), Layer::PartOfSpeech, PAGE_TAGS), Layer::Parse, PAGE_BITS)
}

#[test]
fn mina_matches_mentions_of_one_minimum() {
    let key = page("[a page] from the diary");
    let response = bracketed("[a page from the [diary]]");
    assert_eq!(twins("mina", &key, &response), [(0, 1)]);
    assert_eq!(twins("exact", &key, &response), []);
}

#[test]
fn mina_keeps_nested_mentions_of_one_minimum_apart() {
    let key = page("[[a page] from the diary]");
    assert_eq!(twins("mina", &key, &key), [(0, 0), (1, 1)]);
    let response = bracketed("a [page from the diary]");
    assert_eq!(twins("mina", &key, &response), []);
    let response = bracketed("[[a page] from the] diary");
    assert_eq!(twins("mina", &key, &response), [(0, 0), (1, 1)]);
}

#[test]
fn by_sets_mentions_of_one_minimum_or_one_head_are_one() {
    let key = page("[[a page] from the diary]");
    for name in ["mina-set", "head-set"] {
        assert_eq!(rule(name).repeated(&Side::all(&key), &key), [[0, 1]], "{name}");
        assert_eq!(twins(name, &key, &bracketed("[a page from] the [diary]")), [(0, 0)], "{name}");
    }
    assert_eq!(rule("mina").repeated(&Side::all(&key), &key), [[0; 0]; 0]);
}

#[test]
fn by_sets_zeros_that_the_key_lacks_stay_apart() {
    let mut response = bracketed("[Ø] [Ø] a page from the diary");
    response.zeros = vec![Zero { token: 0, rank: 1 }, Zero { token: 1, rank: 2 }];
    let key = page("[a page] from the diary");
    assert_eq!(rule("mina-set").repeated(&Side::all(&response), &key), [[0; 0]; 0]);
}

#[test]
fn to_the_letter_punctuation_is_a_minimum() {
    let quoted = |text: &str| {
        let document = with(bracketed(text), Layer::PartOfSpeech, "`` NNP ''");
        with(document, Layer::Parse, "(NP* (NP*) *)")
    };
    let (key, response) = (quoted("[`` Peru '']"), bracketed("`` [Peru] ''"));
    assert_eq!(twins("mina", &key, &response), [(0, 0)]);
    assert_eq!(twins("mina-literal", &key, &response), []);
}

#[test]
fn a_mention_that_goes_on_in_the_next_sentence_is_its_own_minimum() {
    let mut key = page("[a page from the diary]");
    key.sentences = vec![Span::new(0, 2), Span::new(2, 5)];
    key.layers.set(Layer::Parse, "(NP* *) (PP* (NP* *))".split(' ').collect());
    assert_eq!(twins("mina", &key, &bracketed("[a page] from the diary")), []);
}

#[test]
fn without_trees_mina_goes_by_dependencies() {
    let key = with(bracketed("met [Mary Ann Evans of Kent] there"), Layer::Head, "0 1 2 2 6 2 1");
    let key = with(key, Layer::Relation, "root obj flat flat case nmod advmod");
    let response = bracketed("met [Mary Ann Evans] of Kent there");
    assert_eq!(twins("mina", &key, &response), [(0, 0)]);
    let response = bracketed("met [Mary Ann] Evans of Kent there");
    assert_eq!(twins("mina", &key, &response), []);
}

#[test]
fn heads_come_from_trees_dependencies_or_the_file() {
    let response = bracketed("[a page] from the diary");
    assert_eq!(twins("head", &page("[a page from the diary]"), &response), [(0, 0)]);
    let key = with(bracketed("[a page from the diary]"), Layer::Head, "2 0 5 5 2");
    assert_eq!(twins("head", &key, &response), [(0, 0)]);
    let key = named_head(bracketed("[a page from the diary]"), 0, 1);
    assert_eq!(twins("head", &key, &named_head(response.clone(), 0, 1)), [(0, 0)]);
    assert_eq!(twins("head", &key, &named_head(response, 0, 0)), []);
}

#[test]
fn of_mentions_with_one_head_those_that_share_most_are_joined() {
    let key = page("[[a page] from the diary]");
    let response = bracketed("[a page from the] diary");
    assert_eq!(twins("head", &key, &response), [(1, 0)]);
}

#[test]
fn the_head_word_of_conll_2011_must_be_found_and_nothing_outside() {
    let key = page("[a page] from the diary");
    assert_eq!(twins("head-conll2011", &key, &bracketed("a [page] from the diary")), [(0, 0)]);
    assert_eq!(twins("head-conll2011", &key, &bracketed("[a] page from the diary")), []);
    assert_eq!(twins("head-conll2011", &key, &bracketed("[a page from] the diary")), []);
}

#[test]
fn semeval_takes_response_mentions_in_file_order_and_marks_them_partial() {
    let key = with(bracketed("[a page from the diary]"), Layer::Head, "2 0 5 5 2");
    let response = bracketed("a [[page] from] the diary");
    let alignment = rule("semeval").align(&Side::all(&key), &Side::all(&response));
    assert_eq!(alignment.twins().collect::<Vec<_>>(), [(0, 0)]);
    assert_eq!(alignment.partial_count(), 1);
}

#[test]
fn an_annotated_minimum_must_be_found_and_nothing_outside() {
    let minimum = Detail { minimum: Some(Span::new(1, 2)), ..Detail::default() };
    let key = with_detail(bracketed("[a page from the diary]"), 0, minimum);
    assert_eq!(twins("min", &key, &bracketed("a [page from] the diary")), [(0, 0)]);
    assert_eq!(twins("min", &key, &bracketed("a page [from the diary]")), []);
    let key = bracketed("[a page from the diary]");
    assert_eq!(twins("min", &key, &bracketed("a [page from] the diary")), []);
}

#[test]
fn corefud_heads_are_the_first_word_unless_named() {
    let key = bracketed("[a page from the diary]");
    assert_eq!(twins("head-corefud", &key, &bracketed("[a page] from the diary")), [(0, 0)]);
    assert_eq!(twins("head-corefud", &key, &bracketed("a [page] from the diary")), []);
    assert_eq!(twins("partial-corefud", &key, &bracketed("[a page] from the diary")), [(0, 0)]);
}

#[test]
fn in_corefud_the_same_words_with_another_head_do_not_match() {
    let key = named_head(bracketed("[a page] from the diary"), 0, 1);
    assert_eq!(twins("head-corefud", &key, &named_head(key.clone(), 0, 0)), []);
    assert_eq!(twins("partial-corefud", &key, &named_head(key.clone(), 0, 0)), [(0, 0)]);
}

#[test]
fn in_craft_the_first_part_of_a_mention_must_be_met() {
    let parts = Detail { parts: vec![Span::new(0, 2), Span::new(3, 5)], ..Detail::default() };
    let key = with_detail(bracketed("[a page from the diary]"), 0, parts);
    assert_eq!(twins("partial-craft", &key, &bracketed("a [page] from the diary")), [(0, 0)]);
    assert_eq!(twins("partial-craft", &key, &bracketed("a page from the [diary]")), []);
}

#[test]
fn in_craft_a_taken_key_mention_is_not_passed_over() {
    let key = bracketed("[a page [from the] diary]");
    let response = bracketed("[a] page from [the] diary");
    assert_eq!(twins("partial-craft", &key, &response), [(1, 0)]);
}

#[test]
fn overlap_asks_for_a_share_of_the_tokens_of_either() {
    let key = bracketed("[a page from] the diary");
    let response = bracketed("a [page from the] diary");
    assert_eq!(twins("overlap-50", &key, &response), [(0, 0)]);
    assert_eq!(twins("overlap-51", &key, &response), []);
}

#[test]
fn competing_mentions_are_joined_so_that_most_is_shared() {
    let key = bracketed("[a page from] [the diary of Ann]");
    let response = bracketed("a [page from the diary of Ann] [said]");
    assert_eq!(twins("overlap-10", &key, &response), [(1, 0)]);
}

fn zeros(enhanced: &str, zeros: &[u32]) -> Document {
    let mut document = with(Document::default(), Layer::Enhanced, enhanced);
    document.tokens = enhanced.split(' ').count() as u32;
    document.sentences.push(Span::new(0, document.tokens));
    document.zeros = zeros.iter().map(|&token| Zero { token, rank: 1 }).collect();
    document.mentions = zeros.iter().map(|&token| Mention::new(Span::new(token, token + 1), 0)).collect();
    document.entity_labels.push("0");
    document
}

#[test]
fn zeros_match_by_place_or_by_what_they_depend_on() {
    let key = zeros("2:nsubj 0:root 1:x", &[0]);
    let response = zeros("0:root 2:x 2:nsubj", &[2]);
    let (key, response) = (Side::all(&key), Side::all(&response));
    let count = |zeros| Matching::EXACT.align_with(zeros, &key, &response).count();
    assert_eq!((count(ZeroMatching::Linear), count(ZeroMatching::Dependent)), (0, 1));
}

#[test]
fn a_dependency_weighs_more_than_a_parent() {
    let key = zeros("2:nsubj _ _", &[0]);
    let response = zeros("2:obj 2:nsubj _ _", &[0, 1]);
    let alignment =
        Matching::EXACT.align_with(ZeroMatching::Dependent, &Side::all(&key), &Side::all(&response));
    assert_eq!(alignment.of_key(0), Some(1));
}

#[test]
fn a_zero_of_one_side_does_not_shift_the_other() {
    let mut key = bracketed("[a page] from the diary");
    key.mentions[0] = key.mentions[0].with_detail(0);
    key.details.push(Detail { head: Some(1), ..Detail::default() });
    let mut response = bracketed("Ø a [page] from the diary");
    response.zeros.push(Zero { token: 0, rank: 1 });
    assert_eq!(twins("head", &key, &response), [(0, 0)]);
    assert_eq!(twins("partial-corefud", &key, &response), [(0, 0)]);
}

#[test]
fn names_read_back_as_the_rules_they_are_of() {
    for rule in Matching::ALL {
        assert_eq!(rule.to_string().parse(), Ok(*rule));
    }
    assert_eq!("overlap".parse(), Ok(rule("overlap-50")));
    assert!("overlap-0".parse::<Matching>().is_err());
    assert!("heads".parse::<Matching>().is_err());
}

/// Random documents of twelve tokens in three sentences, with every layer that rules read.
fn any_document() -> impl Strategy<Value = Document> {
    let span = (0..12u32, 1..5u32).prop_map(|(start, length)| Span::new(start, (start + length).min(12)));
    let mention = (span, proptest::option::of(0..4u32), any::<bool>());
    let bits = prop::collection::vec("(\\((NP|VP|PP|S)){0,2}\\*\\){0,2}", 12);
    let heads = prop::collection::vec(0..5u32, 12);
    let tags = prop::collection::vec("DT|NN|NNP|IN|CC|VBD", 12);
    (prop::collection::vec(mention, 0..10), bits, heads, tags).prop_map(|(mentions, bits, heads, tags)| {
        let mut document = Document { tokens: 12, ..Document::default() };
        document.sentences = vec![Span::new(0, 4), Span::new(4, 8), Span::new(8, 12)];
        for (span, head, has_minimum) in mentions {
            let head = head.map(|head| span.start + head % span.len());
            let minimum = has_minimum.then(|| Span::new(span.start, span.start + 1));
            let mention = Mention::new(span, 0).with_detail(document.details.len());
            document.details.push(Detail { head, minimum, ..Detail::default() });
            document.mentions.push(mention);
        }
        document.entity_labels.push("0");
        document.layers.set(Layer::Parse, bits.iter().collect());
        document.layers.set(Layer::Head, heads.iter().map(u32::to_string).collect());
        document.layers.set(Layer::PartOfSpeech, tags.iter().collect());
        document.layers.set(Layer::Word, (0..12).map(|token| format!("w{token}")).collect());
        document
    })
}

/// Retokenisation puts words that only the response has after the end of the text.
#[test]
fn mentions_after_the_end_of_the_key_match_nothing() {
    let with_syntax = |key: Document| with(key, Layer::Head, "2 0 5 5 2");
    let keys = [page("[a page] from [the diary]"), with_syntax(bracketed("[a page] from [the diary]"))];
    let plain = bracketed("[a page] from [the diary] [and] [so on]");
    let mut zero = bracketed("[a page] from [the diary] [Ø] [and] [so on]");
    zero.zeros = vec![Zero { token: 5, rank: 1 }];
    for key in &keys {
        for rule in Matching::ALL {
            for (response, mentions) in [(&plain, 4), (&zero, 5)] {
                let (key, response) = (Side::all(key), Side::all(response));
                let alignment = rule.align(&key, &response);
                assert_eq!(alignment.twins().collect::<Vec<_>>(), [(0, 0), (1, 1)], "{rule} {mentions}");
                let _ = rule.repeated(&response, key.document);
            }
        }
    }
}

proptest! {
    #[test]
    fn every_rule_matches_a_key_with_itself(document in any_document()) {
        let side = Side::all(&document);
        for rule in Matching::ALL {
            prop_assert_eq!(rule.align(&side, &side).count(), document.mentions.len(), "{}", rule);
        }
    }

    #[test]
    fn a_rule_joins_whatever_exact_matching_joins(key in any_document(), response in any_document()) {
        let (key, response) = (Side::all(&key), Side::all(&response));
        let exact = exact::align(&key, &response);
        // the CorefUD scorer asks for the same head too
        for rule in Matching::ALL.iter().filter(|rule| rule.name() != "head-corefud" && !rule.has_sets()) {
            let alignment = rule.align(&key, &response);
            for (k, r) in exact.twins() {
                prop_assert_eq!(alignment.of_key(k), Some(r), "{}", rule);
            }
        }
    }

    #[test]
    fn the_order_of_mentions_in_the_file_changes_no_count(key in any_document(), mut response in any_document()) {
        // the first of several repeated mentions is matched, and its head may differ from that of the second
        response.mentions.sort_by_key(|mention| mention.span);
        response.mentions.dedup_by_key(|mention| mention.span);
        let mut reversed = response.clone();
        reversed.mentions.reverse();
        // SemEval-2010 matches in file order
        for rule in Matching::ALL.iter().filter(|rule| rule.name() != "semeval") {
            let count = |response: &Document| rule.align(&Side::all(&key), &Side::all(response)).count();
            prop_assert_eq!(count(&response), count(&reversed), "{}", rule);
        }
    }
}

/// Thousands of mentions around one token: `[0, 2n)`, `[1, 2n)`, `[1, 2n − 1)` and so on.
fn onion(layers: u32, from: u32) -> Document {
    let mention = |layer: u32| Mention::new(Span::new(layer / 2 + from, 2 * layers - layer.div_ceil(2)), 0);
    Document {
        tokens: 2 * layers,
        sentences: vec![Span::new(0, 2 * layers)],
        mentions: (0..layers).map(mention).collect(),
        entity_labels: ["a"].iter().collect(),
        ..Document::default()
    }
}

#[test]
fn thousands_of_mentions_that_all_overlap_are_matched_in_no_time() {
    let (key, response) = (onion(12_000, 0), onion(12_000, 1));
    let alignment = rule("overlap-50").align(&Side::all(&key), &Side::all(&response));
    assert!(alignment.count() > 11_990, "{}", alignment.count());
}

#[test]
fn work_on_mentions_that_all_overlap_is_bounded() {
    use super::Alignment;
    use super::work::Work;
    let (key, response) = (onion(1500, 0), onion(1500, 1));
    let (key, response) = (Side::all(&key), Side::all(&response));
    let alignment = Alignment::new(1500, 1500);
    let mut pairs = 0;
    Work::new(&key, &response, &alignment).for_overlapping(|_, _| pairs += 1);
    assert!(pairs <= 3000 * 64, "{pairs}");
    // mentions with the same tokens first, then those that share the most tokens
    assert!(rule("overlap-50").align(&key, &response).count() > 1490);
    assert_eq!(rule("partial-craft").align(&key, &key).count(), 1500);
}
