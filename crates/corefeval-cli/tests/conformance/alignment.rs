//! A whole corpus cut differently, put back on its own tokens.

use std::fmt::Write;
use std::fs;

use crate::recorded::shared;
use corefeval::document::{Document, Wanted};
use corefeval::evaluation::{DocumentPair, Plan, Protocol};
use corefeval::format::{Block, conll::CONLL};
use corefeval::metric::{Tally, by_name};
use corefeval::retokenise::retokenise;

/// Words that are written onto the word before them.
const MERGED: &[&str] =
    &[",", ".", ";", ":", "!", "?", ")", "''", "\"", "”", "'s", "'", "n't", "'ll", "'re", "'ve", "'d", "'m"];

/// Rows of token number, word and coreference, with such words written onto those before them.
fn merged(text: &str) -> String {
    let mut out = String::new();
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let [_, word, cell] = cells[..] else {
            flush(&mut rows, &mut out);
            let _ = writeln!(out, "{line}");
            continue;
        };
        let marks = cell.split('|').filter(|mark| *mark != "-").map(str::to_owned);
        match rows.last_mut().filter(|_| MERGED.contains(&word)) {
            Some(row) => {
                row.0.push_str(word);
                row.1.extend(marks);
            }
            None => rows.push((word.to_owned(), marks.collect())),
        }
    }
    flush(&mut rows, &mut out);
    out
}

fn flush(rows: &mut Vec<(String, Vec<String>)>, out: &mut String) {
    for (number, (word, mut marks)) in rows.drain(..).enumerate() {
        // openings before closings, whatever was merged
        marks.sort_by_key(|mark| (!mark.starts_with('('), mark.ends_with(')')));
        let cell = if marks.is_empty() { "-".to_owned() } else { marks.join("|") };
        let _ = writeln!(out, "{number}\t{word}\t{cell}");
    }
}

fn documents(text: &str) -> Vec<Document> {
    CONLL.read(&Block::whole(text.as_bytes()), Wanted::ALL).documents
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn litbank_with_clitics_and_punctuation_merged_is_nearly_itself() {
    let shared = shared("");
    let text = fs::read_to_string(shared.join("data/litbank/key.conll")).expect("the corpora are all there");
    let (key, response) = (documents(&text), documents(&merged(&text)));
    let metrics = ["muc", "b-cubed", "ceaf-e"].map(|name| by_name(name).expect("a metric"));
    let plan = Plan::new(Protocol::default(), &metrics);
    let mut totals = [Tally::default(); 3];
    for (key, response) in key.iter().zip(&response) {
        let moved = retokenise(key, response).expect("documents with words");
        assert_eq!(moved.report.tokens.exact, response.tokens());
        assert_eq!(moved.report.lost, []);
        let pair = DocumentPair::unchecked(key.clone(), moved.document);
        for (total, tallies) in totals.iter_mut().zip(pair.count(&plan).document.tallies) {
            *total += tallies[0];
        }
    }
    let average = totals.iter().map(|total| total.score(1.0).or_zero()[2]).sum::<f64>() / 3.0;
    assert!(average > 0.999, "{average}");
}
