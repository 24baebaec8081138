//! Tests of `.onf` files: the text of `tests.rs` in that layout, and properties of random documents.

use proptest::prelude::*;

use super::tests::text;
use super::{Edited, build, build_onf, onf_file};
use crate::document::{Document, Layer, Name};

/// The text of `tests.rs`, without the mention that is part of a word, which this format cannot represent.
const ONF: &str = "\
------------------------------------------------------------------------------------------------------------------------

Plain sentence:
---------------
    She, Ann wanted to see Rome which
    sleeps.

Treebanked sentence:
--------------------
    She , Ann wanted *PRO*-1 to see Rome which *T*-2 sleeps .

Speaker information:
--------------------
    name: ann
    start time: 0.5
    stop time: 2.25

Tree:
-----
    (TOP (S (EDITED (NP-SBJ (PRP She))
                    (, ,))
            (NP-SBJ-1 (NNP Ann))
            (VP (VBD wanted)
                (S (NP-SBJ (-NONE- *PRO*-1))
                   (VP (TO to)
                       (VP (VB see)
                           (NP (NP (NNP Rome))
                               (SBAR (WHNP-2 (WDT which))
                                     (S (NP-SBJ-2 (-NONE- *T*-2))
                                        (VP (VBZ sleeps))))))))))
         (. .))

Leaves:
-------
    0   She
    1   ,
    2   Ann
           coref: IDENT        000-1 2-2    Ann
           name:  PERSON             2-2    Ann
    3   wanted
           sense: want-v.1
           prop:  want.01
            v          * -> 3:0,  wanted
            ARG0       * -> 2:1,  Ann
            ARG1       * -> 4:2,  *PRO*-1 to see Rome
                                  which *T*-2 sleeps
    4   *PRO*-1
           coref: IDENT        000-1 4-4    *PRO*-1
    5   to
    6   see
           prop:  see.02
            ARG0       * -> 4:0,  *PRO*-1 -> 2:1, Ann
                       * -> 2:1,  Ann
            v          * -> 6:0,  see
            ARG1       * -> 7:2,  Rome which *T*-2 sleeps
    7   Rome
           coref: APPOS HEAD   7     7-10   Rome which *T*-2 sleeps
           coref: IDENT        2     7-10   Rome which *T*-2
                                            sleeps
         * name:  GPE                7-7    Rome
    8   which
    9   *T*-2
    10  sleeps
           prop:  sleep.01
            ARG0       * -> 9:0,  *T*-2 -> 8:1, which
                       * -> 8:1,  which
            v          * -> 10:0, sleeps
            LINK-SLC   * -> 7:1,  Rome
                       * -> 8:1,  which
    11  .


------------------------------------------------------------------------------------------------------------------------

Plain sentence:
---------------
    Uh

Tree:
-----
    (TOP (EDITED (UH Uh)))

Leaves:
-------
    0   Uh


========================================================================================================================
Coreference chains for section 0:
---------------------------------

    Chain 000-1 (IDENT)
               0.2-2      Ann
               0.4-4      *PRO*-1

    Chain 7 (APPOS)
        HEAD   0.7-10     Rome which *T*-2 sleeps

    Chain 2 (IDENT)
               0.7-10     Rome which *T*-2
                          sleeps

------------------------------------------------------------------------------------------------------------------------

Plain sentence:
---------------
    She went off

Speaker information:
--------------------
    name: bo,ann
    start time: 2.25
    stop time: 3

Translation:
------------
    Elle partit

Tree:
-----
    (TOP (S (NP-SBJ (PRP She)) (VP (VBD went) (PRT (RP off)))))

Leaves:
-------
    0   She
           coref: IDENT        001-3 0-0    She
    1   went
           sense: go-v.4
           prop:  go.15
            ARG0       * -> 0:1,  She
            v          * -> 1:0,  went
                         -> 2:1,  off
    2   off


========================================================================================================================
Coreference chains for section 1:
---------------------------------

    Chain 001-3 (IDENT)
               2.0-0      She
";

#[test]
fn one_file_gives_what_the_files_of_all_layers_give() {
    for edited in [Edited::Drop, Edited::Keep] {
        let of_layers = build(&text(), edited).unwrap();
        let of_one = build_onf("bc/own/00/own_0001", ONF, edited).unwrap();
        assert_eq!(of_one.documents, of_layers.documents);
        let messages: Vec<&str> = of_one.problems.iter().map(|(_, problem)| &problem.message[..]).collect();
        assert_eq!(
            messages,
            [
                "left out, mentions of appositives (TYPE=\"APPOS\"): 1",
                "left out, mentions that are only traces or `EDITED` words: 1",
            ]
        );
    }
}

#[test]
fn what_is_written_in_one_file_is_read_again() {
    let documents = build(&text(), Edited::Drop).unwrap().documents;
    let file = onf_file(&documents);
    assert!(file.losses.is_empty(), "{:?}", file.losses);
    let again = build_onf("bc/own/00/own_0001", &file.text, Edited::Drop).unwrap();
    assert_eq!(again.documents, documents);
    assert!(again.problems.is_empty(), "{:?}", again.problems);
}

#[test]
fn lines_are_laid_out_as_in_a_release() {
    let documents = build(&text(), Edited::Drop).unwrap().documents;
    let file = onf_file(&documents[1..]).text;
    let expected = "\
Tree:
-----
    (TOP (S (NP (PRP She))
            (VP (VBD went)
                (PRT (RP off)))))

Leaves:
-------
    0   She
           coref: IDENT        3     0-0    She
    1   went
           sense: go-v.4
           prop:  go.15
            ARG0       * -> 0:1,
            v          * -> 1:0,
                         -> 2:1,
    2   off
";
    assert!(file.contains(expected), "{file}");
}

#[test]
fn lists_that_differ_from_the_leaves_are_named() {
    let odd = ONF.replace("               2.0-0      She", "               2.0-1      She went");
    let built = build_onf("d", &odd, Edited::Drop).unwrap();
    let (file, problem) = &built.problems[0];
    assert_eq!((*file, problem.code, problem.line), ("onf", "chains-differ", 141));
    assert_eq!(
        problem.message,
        "the leaves are read, and the lists of chains differ: mentions that only the lists have: 1, that they do not have: 1"
    );
}

#[test]
fn what_does_not_fit_is_said_with_its_line() {
    let wrong = |from: &str, to: &str| {
        assert!(ONF.contains(from), "{from}");
        build_onf("d", &ONF.replacen(from, to, 1), Edited::Drop).unwrap_err().to_string()
    };
    assert_eq!(wrong("    5   to\n", ""), ".onf line 49: expected leaf 5 and its word, not `6   see`");
    assert_eq!(
        wrong("000-1 2-2 ", "000-1 2-x "),
        ".onf line 38: `IDENT        000-1 2-x    Ann` is not a mention such as `IDENT 12 2-2 words`"
    );
    assert_eq!(
        wrong("GPE                7-7", "GPE                7-12"),
        ".onf line 33: 7-12 is beyond the 12 leaves of the tree"
    );
    assert_eq!(
        wrong("sense: want-v.1", "sense: want"),
        ".onf line 41: `want` is not a sense such as `look-v.5`"
    );
    assert_eq!(wrong("-> 7:2,", "-> 7:9,"), ".onf line 51: there is no node 7:9 in the tree");
    assert_eq!(
        wrong("           name: ", "           mood: "),
        ".onf line 39: expected coref, name, sense or prop of leaf 2, not `mood:  PERSON             2-2    Ann`"
    );
    assert_eq!(
        wrong("(TOP (EDITED (UH Uh)))", "(TOP (EDITED (UH Uh))"),
        ".onf line 81: the text ends inside a tree: `)` is missing"
    );
    assert_eq!(
        wrong("    Chain 7 (APPOS)", "    7 (APPOS)"),
        ".onf line 96: `7 (APPOS)` is not `Chain ID (TYPE)`"
    );
    assert_eq!(
        build_onf("d", "Ann slept .\n", Edited::Drop).unwrap_err().to_string(),
        ".onf: there is no `Tree:`; is this an .onf file?"
    );
}

/// A sentence: for each word, whether a phrase opens before it, the name, sense and speaker it has.
fn sentences() -> impl Strategy<Value = Vec<Vec<(String, bool, u8)>>> {
    let word = ("[a-zA-Zé0-9'.:*>-]{1,6}|->|-LRB-|Chain", any::<bool>(), 0_u8..8);
    proptest::collection::vec(proptest::collection::vec(word, 1..7), 1..5)
}

/// A document with all layers; mentions may cross within a sentence.
fn document(part: u32, sentences: &[Vec<(String, bool, u8)>], mentions: &[(u8, u8, u8, u8)]) -> Document {
    let mut builder = Document::builder(Name { id: "d".to_owned(), part: Some(part) });
    let (mut words, mut bits, mut layers) = (Vec::new(), Vec::new(), [const { Vec::new() }; 4]);
    let mut start = 0;
    for (number, sentence) in sentences.iter().enumerate() {
        builder.sentence(start..start + sentence.len() as u32);
        start += sentence.len() as u32;
        for (place, (word, opens, annotation)) in sentence.iter().enumerate() {
            words.push(word.as_str());
            let (top, end) =
                (if place == 0 { "(TOP" } else { "" }, if place + 1 == sentence.len() { ")" } else { "" });
            let (open, close) = if *opens { ("(NP", ")") } else { ("", "") };
            bits.push(format!("{top}{open}*{close}{end}"));
            layers[0].push(if *annotation == 1 { "(GPE)" } else { "*" });
            layers[1].push(if *annotation == 2 { "3.1" } else { "-" });
            layers[2].push(if *annotation == 2 { "lemma" } else { "-" });
            layers[3].push(if number % 2 == 0 { "ann" } else { "-" });
        }
    }
    let tags = vec!["NN"; words.len()];
    builder.words(&words).layer(Layer::PartOfSpeech, tags).layer(Layer::Parse, &bits);
    let [names, senses, lemmas, speakers] = layers;
    builder
        .layer(Layer::Lemma, lemmas)
        .layer(Layer::Frameset, vec!["-"; words.len()])
        .layer(Layer::Sense, senses);
    builder.layer(Layer::Speaker, speakers).layer(Layer::Name, names);
    let mut placed: Vec<(u32, u32, u8)> = Vec::new();
    for (sentence, first, length, entity) in mentions {
        let sentence = *sentence as usize % sentences.len();
        let begins: usize = sentences[..sentence].iter().map(Vec::len).sum();
        let first = *first as usize % sentences[sentence].len();
        let last = (first + *length as usize).min(sentences[sentence].len() - 1);
        placed.push(((begins + first) as u32, (begins + last + 1) as u32, *entity));
    }
    // a file has mentions in the order of the text
    placed.sort_by_key(|(start, end, _)| (*start, u32::MAX - *end));
    for (start, end, entity) in placed {
        builder.mention(start..end, entity);
    }
    builder.build().unwrap()
}

proptest! {
    #[test]
    fn documents_survive_one_file(
        first in (sentences(), proptest::collection::vec(any::<(u8, u8, u8, u8)>(), 0..8)),
        second in (sentences(), proptest::collection::vec(any::<(u8, u8, u8, u8)>(), 0..8)),
    ) {
        let documents = vec![document(0, &first.0, &first.1), document(4, &second.0, &second.1)];
        let file = onf_file(&documents);
        prop_assert!(file.losses.is_empty());
        let again = build_onf("d", &file.text, Edited::Drop).unwrap();
        prop_assert_eq!(again.documents, documents);
        prop_assert!(again.problems.is_empty());
    }

    #[test]
    fn nothing_that_is_written_in_one_file_panics(
        place in 0_usize..6000,
        cut in 0_usize..60,
        more in "[-=>()*!:.,a-z0-9 \n\u{e9}A-Z]{0,12}",
    ) {
        let mut file = ONF.to_owned();
        let at = place.min(file.len());
        file.replace_range(at..(at + cut).min(file.len()), &more);
        if let Ok(built) = build_onf("d", &file, Edited::Drop) {
            let _ = onf_file(&built.documents);
        }
    }
}
