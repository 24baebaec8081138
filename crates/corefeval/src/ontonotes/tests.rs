//! Tests with a made-up text in the layout of a release.

use proptest::prelude::*;

use super::{Edited, ReleaseText, build, release_file};
use crate::corpus::TextLayer;
use crate::document::{Document, Layer};

const PARSE: &str = "\
(TOP (S (EDITED (NP-SBJ (PRP She)) (, ,))
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

(TOP (EDITED (UH Uh)))

(TOP (S (NP-SBJ (PRP She)) (VP (VBD went) (PRT (RP off)))))
";
const COREF: &str = "\
<DOC DOCNO=\"bc/own/00/own_0001@0001@own@bc@en@on\">
<TEXT PARTNO=\"000\">
She , <COREF ID=\"000-1\" TYPE=\"IDENT\">Ann</COREF> wanted <COREF ID=\"000-1\" TYPE=\"IDENT\">*PRO*-1</COREF> to see \
<COREF ID=\"7\" TYPE=\"APPOS\" SUBTYPE=\"HEAD\"><COREF ID=\"2\" TYPE=\"IDENT\">Rome which *T*-2 sleeps</COREF></COREF> .
Uh
</TEXT>
<TEXT PARTNO=\"001\">
<COREF ID=\"001-3\" TYPE=\"IDENT\">She</COREF> <COREF ID=\"001-4\" TYPE=\"IDENT\" E_OFF=\"2\">went</COREF> off
</TEXT>
</DOC>
";
const NAME: &str = "\
<DOC DOCNO=\"bc/own/00/own_0001@0001@own@bc@en@on\">
She , <ENAMEX TYPE=\"PERSON\">Ann</ENAMEX> wanted to see <ENAMEX TYPE=\"GPE\">Rome</ENAMEX> which sleeps .
Uh
She went off
</DOC>
";
const SPEAKER: &str = "0.5 2.25 ann female native\n-\n2.25 3 bo,ann male,female native\n";
const SENSE: &str = "bc/own/00/own_0001@0001@own@bc@en@on 0 3 want-v ?,? 1\nx 2 1 go-v 2,2 4\n";
const PROP: &str = "\
x 0 3 gold want-v want.01 ----- 3:0-rel 2:1-ARG0 4:2-ARG1
x 0 6 gold see-v see.02 ----- 4:1*2:1-ARG0 6:0-rel 7:2-ARG1
x 0 10 gold sleep-v sleep.01 ----- 9:1*8:1-ARG0 10:0-rel 7:1*8:1-LINK-SLC
x 2 1 gold go-v go.15 ----- 0:1-ARG0 1:0,2:1-rel
";

pub(super) fn text() -> ReleaseText {
    let some = |text: &str| Some(text.to_owned());
    ReleaseText {
        id: "bc/own/00/own_0001".to_owned(),
        parse: PARSE.to_owned(),
        name: some(NAME),
        coref: some(COREF),
        speaker: some(SPEAKER),
        sense: some(SENSE),
        prop: some(PROP),
    }
}

fn column(document: &Document, layer: Layer) -> Vec<String> {
    document.layers().get(layer).unwrap().iter().map(str::to_owned).collect()
}

#[test]
fn a_text_is_built_as_the_shared_tasks_had_it() {
    let built = build(&text(), Edited::Drop).unwrap();
    let [first, second] = &built.documents[..] else { panic!("two parts") };
    assert_eq!(first.name().to_string(), "(bc/own/00/own_0001); part 000");
    assert_eq!(column(first, Layer::Word), ["Ann", "wanted", "to", "see", "Rome", "which", "sleeps", "."]);
    assert_eq!(
        column(first, Layer::Parse),
        ["(TOP(S(NP*)", "(VP*", "(S(VP*", "(VP*", "(NP(NP*)", "(SBAR(WHNP*)", "(S(VP*)))))))))", "*)"]
    );
    assert_eq!(first.sentences().len(), 1, "the sentence that was taken back is no sentence");
    let spans: Vec<_> = first.mentions().iter().map(|one| (one.span.start, one.span.end)).collect();
    assert_eq!(spans, [(0, 1), (4, 7)]);
    assert_eq!(first.entity_labels().iter().collect::<Vec<_>>(), ["1", "2"]);
    assert_eq!(second.mentions().len(), 1, "a part of a word is no mention");
    let left_out: Vec<&str> = built.problems.iter().map(|(_, problem)| problem.message.as_str()).collect();
    assert_eq!(
        left_out,
        [
            "left out, mentions of appositives (TYPE=\"APPOS\"): 1",
            "left out, mentions that are part of a word (S_OFF, E_OFF): 1",
            "left out, mentions that are only traces or `EDITED` words: 1",
        ]
    );
}

#[test]
fn names_speakers_senses_and_roles_are_on_their_tokens() {
    let built = build(&text(), Edited::Drop).unwrap();
    let (first, second) = (&built.documents[0], &built.documents[1]);
    assert_eq!(column(first, Layer::Name), ["(PERSON)", "*", "*", "*", "(GPE)", "*", "*", "*"]);
    assert_eq!(column(first, Layer::Speaker)[0], "ann");
    assert_eq!(column(second, Layer::Speaker), ["bo,ann", "bo,ann", "bo,ann"]);
    assert_eq!(column(first, Layer::Sense)[1], "1");
    assert_eq!(column(second, Layer::Sense), ["-", "4", "-"]);
    assert_eq!(column(first, Layer::Lemma)[1..4], ["want", "-", "see"]);
    assert_eq!(column(first, Layer::Frameset)[3], "02");
    let roles: Vec<String> = column(first, Layer::Arguments);
    assert_eq!(roles[0], "(ARG0*)\t(ARG0*)\t*");
    assert_eq!(roles[1], "(V*)\t*\t*");
    assert_eq!(roles[2], "(ARG1*\t*\t*");
    assert_eq!(roles[4], "*\t(ARG1*\t(ARG0*)");
    assert_eq!(roles[5], "*\t*\t(R-ARG0*)");
    assert_eq!(roles[6], "*)\t*)\t(V*)");
    assert_eq!(column(second, Layer::Arguments), ["(ARG0*)", "(V*)", "(C-V*)"]);
}

#[test]
fn what_was_taken_back_can_be_kept() {
    let built = build(&text(), Edited::Keep).unwrap();
    assert_eq!(column(&built.documents[0], Layer::Word)[..3], ["She", ",", "Ann"]);
    assert_eq!(built.documents[0].sentences().len(), 2);
    assert_eq!(built.documents[0].mentions()[0].span.start, 2);
}

/// The text whose files are written from documents.
fn written(parts: &[Document]) -> ReleaseText {
    let file = |layer| Some(release_file(parts, layer, "en").text);
    ReleaseText {
        id: parts[0].name().id.clone(),
        parse: release_file(parts, TextLayer::Parse, "en").text,
        name: file(TextLayer::Name),
        coref: file(TextLayer::Coreference),
        speaker: file(TextLayer::Speaker),
        sense: file(TextLayer::Sense),
        prop: file(TextLayer::Proposition),
    }
}

#[test]
fn what_is_written_is_read_again() {
    let documents = build(&text(), Edited::Drop).unwrap().documents;
    let written = written(&documents);
    assert!(
        written.sense.as_ref().unwrap().starts_with("bc/own/00/own_0001@0001@own@bc@en@on 0 1 want-v 1\n")
    );
    assert!(written.prop.as_ref().unwrap().contains(" 1 1 gold go-v go.15 ----- 0:1-ARG0 1:0,2:1-rel\n"));
    let again = build(&written, Edited::Drop).unwrap();
    assert_eq!(again.documents, documents);
    assert!(again.problems.is_empty(), "{:?}", again.problems);
}

#[test]
fn marks_that_cross_are_counted() {
    let mut builder = Document::builder("d");
    builder.words(["a", "b", "c"]).mention(0..2, 1).mention(1..3, 2);
    let file = release_file(&[builder.build().unwrap()], TextLayer::Coreference, "en");
    assert!(file.text.contains(r#"a <COREF ID="2" TYPE="IDENT">b</COREF></COREF> c"#), "{}", file.text);
    assert_eq!(
        file.losses[0].message,
        "d: marks that cross another or continue in the next sentence, and end earlier: 1"
    );
}

#[test]
fn what_does_not_fit_is_said_with_file_and_line() {
    let wrong = |change: fn(&mut ReleaseText)| {
        let mut text = text();
        change(&mut text);
        build(&text, Edited::Drop).unwrap_err().to_string()
    };
    assert_eq!(
        wrong(|text| text.parse.push('(')),
        ".parse line 16: the text ends inside a tree: `)` is missing"
    );
    assert_eq!(
        wrong(|text| text.coref =
            Some(COREF.replace("<COREF ID=\"001-3\" TYPE=\"IDENT\">She</COREF>", "She <COREF>"))),
        ".coref line 7: a mark with ID or TYPE `` is not closed in its sentence"
    );
    assert_eq!(
        wrong(|text| text.coref = Some(COREF.replace(" off", ""))),
        ".coref line 7: the sentence has 2 words, but its tree has 3 leaves"
    );
    assert_eq!(wrong(|text| text.name = Some("She\n".to_owned())), ".name: 1 sentence, but 3 trees");
    assert_eq!(
        wrong(|text| text.sense = Some("x 9 0 go-v 1".to_owned())),
        ".sense line 1: there is no tree 9; they are counted from 0"
    );
    assert_eq!(
        wrong(|text| text.sense = Some("x 0 99 go-v 1".to_owned())),
        ".sense line 1: there is no word 99 in the tree; they are counted from 0"
    );
    assert_eq!(
        wrong(|text| text.prop = Some("x 2 1 gold go-v go.1 ----- 0:9-ARG0".to_owned())),
        ".prop line 1: there is no node 0:9 in the tree"
    );
    assert_eq!(
        wrong(|text| text.prop = Some("x 2 1 gold go-v go.1 ----- 4294967295:0-ARG0".to_owned())),
        ".prop line 1: there is no node 4294967295:0 in the tree"
    );
    assert_eq!(
        wrong(|text| text.prop = Some("x 2 1 gold go-v go.1 ----- ARG0".to_owned())),
        ".prop line 1: `ARG0` is not an argument such as `2:1-ARG0`"
    );
    assert_eq!(
        wrong(|text| text.speaker = Some("a b".to_owned())),
        ".speaker line 1: expected start, end, speaker, gender and competence, or `-`"
    );
}

proptest! {
    #[test]
    fn nothing_that_is_written_in_a_file_panics(
        which in 0_usize..6,
        place in 0_usize..400,
        more in "[<>()\"/=:*,a-z0-9 \n\u{e9}A-Z-]{0,12}",
    ) {
        let mut text = text();
        let put = |file: &mut String| {
            let at = (0..=place.min(file.len())).rev().find(|at| file.is_char_boundary(*at)).unwrap_or(0);
            file.insert_str(at, &more);
        };
        match which {
            0 => put(&mut text.parse),
            1 => text.name.as_mut().map(put).unwrap_or_default(),
            2 => text.coref.as_mut().map(put).unwrap_or_default(),
            3 => text.speaker.as_mut().map(put).unwrap_or_default(),
            4 => text.sense.as_mut().map(put).unwrap_or_default(),
            _ => text.prop.as_mut().map(put).unwrap_or_default(),
        }
        if let Ok(built) = build(&text, Edited::Drop) {
            for layer in TextLayer::ALL {
                let _ = release_file(&built.documents, *layer, "en");
            }
        }
    }
}
