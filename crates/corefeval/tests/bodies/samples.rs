//! A small file in every format, from which others are made by small changes.

use std::fmt;
use std::sync::LazyLock;

use corefeval::document::{Document, Layer, Stage};
use corefeval::format::{FORMATS, Format};

/// A file, and the text beside it where the format needs one.
#[derive(Clone)]
pub(crate) struct Sample {
    pub(crate) format: &'static Format,
    pub(crate) bytes: Vec<u8>,
    pub(crate) companion: Option<&'static [u8]>,
}

impl fmt::Debug for Sample {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {:?}", self.format.name, String::from_utf8_lossy(&self.bytes))
    }
}

/// Files in formats that can only be read, and what stands beside them.
const READ_ONLY: &[(&str, &str, Option<&str>)] = &[
    (
        "jsonlines-key",
        "{\"doc_key\": \"d\", \"sentences\": [[\"Mary\", \"saw\", \"her\"]], \"clusters\": [[[0, 0], [2, 2]]], \"predicted_clusters\": []}\n",
        None,
    ),
    (
        "jsonlines-response",
        "{\"doc_key\": \"d\", \"sentences\": [[\"Mary\", \"saw\", \"her\"]], \"clusters\": [], \"predicted_clusters\": [[[0, 0], [2, 2]]]}\n",
        None,
    ),
    (
        "brat",
        "T1\tPerson 0 4\tMary\nT2\tPerson 9 12;17 20\ther own\nT3\tPerson 13 16\tdog\nR1\tCoreference Arg1:T2 Arg2:T1\nR2\tBridging Arg1:T3 Arg2:T1\n",
        Some("Mary saw her dog own."),
    ),
    (
        "litbank-tsv",
        "MENTION\tT1\t0\t0\t0\t0\tMary\tPER\tPROP\nMENTION\tT2\t0\t2\t0\t2\ther\tPER\tPRON\nCOREF\tT1\tMary-0\nCOREF\tT2\tMary-0\nCOP\tT2\tT1\n",
        Some("Mary saw her dog .\nShe slept .\n"),
    ),
    (
        "ecb+",
        "<Document doc_name=\"36_1.xml\"><token t_id=\"1\" sentence=\"0\" number=\"0\">He</token><token t_id=\"2\" sentence=\"0\" number=\"1\">left</token>\
         <Markables><HUMAN_PART_PER m_id=\"4\"><token_anchor t_id=\"1\"/></HUMAN_PART_PER>\
         <HUMAN_PART_PER m_id=\"9\" TAG_DESCRIPTOR=\"t36_him\" instance_id=\"HUM1\"/></Markables>\
         <Relations><CROSS_DOC_COREF r_id=\"7\" note=\"HUM1\"><source m_id=\"4\"/><target m_id=\"9\"/></CROSS_DOC_COREF></Relations></Document>\n",
        None,
    ),
    ("gap", "ID\tA-coref\tB-coref\ntest-1\tTRUE\tFALSE\ntest-2\tFALSE\tTRUE\n", None),
    (
        "gap-text",
        "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n\
         test-1\tZoe told Ann she won.\tshe\t13\tZoe\t0\tTRUE\tAnn\t9\tFALSE\thttp://x\n",
        None,
    ),
    (
        "webanno-tsv",
        "#FORMAT=WebAnno TSV 3.2\n#T_SP=webanno.custom.Referent|entity\n#T_RL=webanno.custom.Coref|type|BT_webanno.custom.Referent\n\n\
         #Text=Mary saw her\n1-1\t0-4\tMary\tperson\t_\t_\n1-2\t5-8\tsaw\t_\t_\t_\n1-3\t9-12\ther\tperson\tana\t1-1\n",
        None,
    ),
    (
        "muc",
        "<DOC><DOCID> nyt-1 </DOCID><TXT>\n<COREF ID=\"1\" MIN=\"company\">The small company</COREF> said \
         <COREF ID=\"2\" TYPE=\"IDENT\" REF=\"1\">it</COREF> grew.\n</TXT></DOC>\n",
        None,
    ),
    (
        "ace",
        "<source_file URI=\"l.sgm\"><document DOCID=\"l\"><entity ID=\"E1\" TYPE=\"PER\" CLASS=\"SPC\">\
         <entity_mention ID=\"m1\" TYPE=\"NOM\"><extent><charseq START=\"0\" END=\"8\">The mayor</charseq></extent>\
         <head><charseq START=\"4\" END=\"8\">mayor</charseq></head></entity_mention></entity></document></source_file>\n",
        Some("The mayor slept. He snored."),
    ),
    (
        "mmax2",
        "<markables><markable id=\"markable_1\" span=\"word_1\" coref_class=\"set_1\"/>\
         <markable id=\"markable_2\" span=\"word_3..word_4,word_6\" coref_class=\"set_1\"/></markables>\n",
        Some(
            "<words><word id=\"word_1\">Mary</word><word id=\"word_2\">saw</word><word id=\"word_3\">her</word>\
             <word id=\"word_4\">dog</word><word id=\"word_5\">,</word><word id=\"word_6\">too</word></words>",
        ),
    ),
];

/// A sample of each format, in the order of the table.
pub(crate) static SAMPLES: LazyLock<Vec<Sample>> =
    LazyLock::new(|| FORMATS.iter().map(|format| sample(format)).collect());

fn sample(format: &'static Format) -> Sample {
    let mut bytes = Vec::new();
    let companion = match READ_ONLY.iter().find(|(name, ..)| *name == format.name) {
        Some((_, text, companion)) => {
            bytes.extend_from_slice(text.as_bytes());
            companion.map(str::as_bytes)
        }
        None => {
            let documents: &[Document] = if format.name == "arrau" { &[rich()] } else { &[rich(), plain()] };
            assert!(format.write(documents, &mut bytes).is_some(), "{} has no sample", format.name);
            None
        }
    };
    Sample { format, bytes, companion }
}

fn plain() -> Document {
    let clusters = [vec![0..1, 2..3], vec![2..4, 5..6], vec![4..5, 0..6]];
    Document::from_clusters("note", 6, clusters).expect("its mentions are in its text")
}

/// A document with something of everything.
fn rich() -> Document {
    let words = ["Mary", "and", "John", "saw", "", "her", "old", "dog", ".", "They", "like", "it", "."];
    let parse = [
        "(TOP(S(NP(NP*)",
        "*",
        "(NP*))",
        "(VP*",
        "*",
        "(NP*",
        "*",
        "*))",
        "*))",
        "(TOP(S(NP*)",
        "(VP*",
        "(NP*))",
        "*))",
    ];
    let heads = ["4", "3", "1", "0", "4", "8", "8", "4", "4", "2", "0", "2", "2"];
    Document::builder("bc/letter")
        .words(words)
        .sentence(0..9)
        .sentence(9..13)
        .layer(Layer::Parse, parse)
        .layer(
            Layer::PartOfSpeech,
            ["NNP", "CC", "NNP", "VBD", "PRP", "PRP$", "JJ", "NN", ".", "PRP", "VBP", "PRP", "."],
        )
        .layer(Layer::Head, heads)
        .layer(Layer::Relation, ["dep"; 13])
        .layer(Layer::Speaker, ["Ann"; 13])
        .layer(Layer::Name, ["(PERSON)", "*", "(PERSON)", "*", "*", "*", "*", "*", "*", "*", "*", "*", "*"])
        .zero(4)
        .mention(0..1, "mary")
        .head(0)
        .minimum(0..1)
        .id("m1")
        .mention(2..3, "john")
        .mention(0..3, "they")
        .mention(4..5, "john")
        .mention(5..6, "mary")
        .mention(5..8, "dog")
        .head(7)
        .attribute("gram", "np")
        .mention_in_parts([5..6, 7..8], "part")
        .mention(9..10, "they")
        .mention(11..12, "dog")
        .kind("mary", "person")
        .kind("dog", "animal")
        .stage("part", Stage::DiscourseDeixis)
        .made_of("they", ["mary", "john"])
        .bridging(8, 5, "part-of")
        .build()
        .expect("its parts fit together")
}
