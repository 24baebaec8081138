//! The engine agrees with the CoNLL reference scorer wherever that scorer reads a file as it is meant.

use std::path::{Path, PathBuf};

use crate::recorded::shared;
use corefeval::document::{Document, Wanted};
use corefeval::evaluation::{Aids, DocumentPair, Evaluation, Plan, each_pair, evaluation_of};
use corefeval::format::{Block, Reading, conll::CONLL};
use corefeval::metric::Tally;
use serde_json::Value;

/// Cases in which the engine reads the file otherwise than the reference, and why.
const READ_OTHERWISE: &[(&str, &str)] = &[
    ("cell_blank_inside", "`( 1 )` is a mention"),
    ("cell_id_alpha", "ids may be words"),
    ("cell_id_unicode_digits", "ids may be any text"),
    ("cell_no_mention_marks", "`NIL` and `none` in the place of `-` are refused"),
    ("cell_other_separators", "text between brackets is refused, not passed over"),
    ("cell_plus_discarded", "`(1+2)` is an id like any other, not passed over"),
    ("cell_plus_multi_token", "as above"),
    ("cell_unclosed_key_no_end_last", "a mention that is not closed is refused"),
    ("col_spaces_word_mention", "only the last column is read for brackets"),
    ("docs_bom_first_of_two", "a byte order mark hides no document"),
    ("docs_bom_key", "as above"),
    ("docs_duplicate_name_response", "two documents with one name are refused"),
    ("docs_end_inside_line", "only a line that begins with `#end document` ends a document"),
    (
        "docs_end_missing_middle_benign",
        "a header begins a document also where the end of the one before is missing",
    ),
    ("docs_end_missing_middle_digits", "as above"),
    ("docs_end_upper", "`#End document` is a comment, not a token"),
    ("docs_header_no_space", "a header without a name begins a document, with a warning"),
    ("docs_header_two_spaces", "rows without a header are a document, with a warning"),
    ("docs_header_upper", "as above"),
    ("docs_name_case", "the only document on each side is paired, with a warning"),
    ("docs_name_trailing_space", "blanks around a name do not count"),
    ("docs_text_outside", "a row outside of documents is one all the same, and must have its brackets right"),
    ("line_nbsp_is_token", "a line with no cell of coreference is refused"),
];

fn read(path: &Path) -> Reading {
    let bytes = std::fs::read(path).unwrap_or_default();
    CONLL.read(&Block::whole(&bytes), Wanted::MENTIONS)
}

fn evaluate(key: &[Document], response: &[Document]) -> Evaluation {
    let plan = Plan::default();
    if let Ok((pairs, _)) =
        each_pair(key.to_vec(), [response.to_vec()], &plan, &Aids::default(), |pair, _| pair)
    {
        return evaluation_of(&plan, &pairs[0]);
    }
    // what an evaluation refuses and the scorer does not look at: other tokens in the response, and names that are used
    // twice, of which the last counts in the key and the first in the response
    let is_last = |place: usize| key[place + 1..].iter().all(|other| other.name() != key[place].name());
    let pair = |place: usize| {
        let document = key[place].clone();
        let same = response.iter().find(|other| other.name() == document.name());
        let response = same.cloned().unwrap_or_else(|| document.blank());
        DocumentPair::unchecked(document, response)
    };
    let pairs: Vec<DocumentPair> = (0..key.len()).filter(|&place| is_last(place)).map(pair).collect();
    evaluation_of(&plan, &pairs)
}

/// The name that the recorded figures have for each part of each metric.
const PARTS: &[(&str, usize, &str)] = &[
    ("mentions", 0, "mentions"),
    ("muc", 0, "muc"),
    ("b-cubed", 0, "bcub"),
    ("ceaf-m", 0, "ceafm"),
    ("ceaf-e", 0, "ceafe"),
    ("blanc", 0, "blanc_coref_links"),
    ("blanc", 1, "blanc_noncoref_links"),
];

fn differences(evaluation: &Evaluation, expected: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for (metric, part, name) in PARTS {
        let place =
            evaluation.metrics().iter().position(|known| known.name == *metric).expect("a known metric");
        let tally: Tally = evaluation.total(place, evaluation.documents().iter())[*part];
        let figures = [
            ("recall_num", tally.recall.numerator),
            ("recall_den", tally.recall.denominator),
            ("precision_num", tally.precision.numerator),
            ("precision_den", tally.precision.denominator),
        ];
        for (field, value) in figures {
            let recorded = expected[name][field].as_f64();
            if recorded.is_some_and(|recorded| (recorded - value).abs() > 1e-9 * recorded.abs().max(1.0)) {
                found.push(format!("{name} {field}: {value}, recorded {recorded:?}"));
            }
        }
    }
    found
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn counts_are_those_of_the_reference_scorer() {
    let shared = shared("");
    let folder = shared.join("conformance/reference-scorer");
    let mut cases: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.retain(|case| case.join("expected.json").is_file());
    cases.sort();
    let (mut passed, mut failed) = (0, Vec::new());
    for case in &cases {
        let name = case.file_name().unwrap().to_string_lossy().into_owned();
        let exit = std::fs::read_to_string(case.join("exitcode")).unwrap_or_default();
        if exit.trim() != "0" || READ_OTHERWISE.iter().any(|(known, _)| *known == name) {
            continue;
        }
        let (key, response) = (read(&case.join("key.conll")), read(&case.join("response.conll")));
        let expected = serde_json::from_slice(&std::fs::read(case.join("expected.json")).unwrap()).unwrap();
        let differences = differences(&evaluate(&key.documents, &response.documents), &expected);
        if differences.is_empty() { passed += 1 } else { failed.push((name, differences)) }
    }
    println!("{passed} cases agree");
    assert!(failed.is_empty(), "{failed:#?}");
}

/// Folders of real corpora whose responses CoVal has been run on, and the name of the key there.
const CORPORA: &[(&str, &str)] = &[
    ("litbank", "key.conll"),
    ("ontogum", "key.conll"),
    ("ontogum-full", "key.conll"),
    ("multilingual/fr-democrat", "key.conll"),
    ("multilingual/nl-openboek", "key.conll"),
];

/// The names that CoVal prints.
const COVAL: &[(&str, &str)] =
    &[("mentions", "mentions"), ("muc", "muc"), ("bcub", "b-cubed"), ("ceafe", "ceaf-e"), ("lea", "lea")];

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn figures_of_real_corpora_are_those_that_coval_prints() {
    let shared = shared("");
    let (mut compared, mut failed) = (0, Vec::new());
    for (folder, key) in CORPORA {
        let key = read(&shared.join("data").join(folder).join(key));
        let recorded =
            std::fs::read_dir(shared.join("data/expected/coval").join(folder)).expect("recorded figures");
        let mut files: Vec<PathBuf> = recorded.map(|entry| entry.expect("a file").path()).collect();
        files.sort();
        for file in files {
            let name = file.file_name().expect("a name").to_string_lossy().into_owned();
            let Some(system) = name.strip_suffix(".all.txt") else { continue };
            let response = shared.join("data").join(folder).join(format!("sys-{system}.conll"));
            if !response.is_file() {
                continue;
            }
            let evaluation = evaluate(&key.documents, &read(&response).documents);
            let text = std::fs::read_to_string(&file).expect("recorded figures");
            for line in text.lines() {
                let Some((coval, rest)) = line.split_once(' ') else { continue };
                let Some((_, metric)) = COVAL.iter().find(|(known, _)| *known == coval) else { continue };
                let place =
                    evaluation.metrics().iter().position(|known| known.name == *metric).expect("a metric");
                let score = evaluation.score(place);
                let found = score.or_zero().map(|value| format!("{:.2}", value * 100.0));
                let printed: Vec<&str> = rest.split_whitespace().filter(|word| word.contains('.')).collect();
                compared += 1;
                if printed != found {
                    failed.push(format!("{folder} {name} {metric}: {found:?}, printed {printed:?}"));
                }
            }
        }
    }
    println!("{compared} lines compared");
    assert!(compared > 50 && failed.is_empty(), "{compared} compared, {failed:#?}");
}
