//! Trees written in brackets, as treebanks and parsers write them, for documents without trees.
//!
//! ```text
//! (TOP (S (NP-SBJ (NNP Ann)) (VP (VBD slept) (NP (-NONE- *T*))) (. .)))
//! ```
//!
//! Lines between trees that begin with `#` are passed over. Traces are left out, and so are phrases that
//! contain nothing else. A tree becomes the same bits that a CoNLL file has, one
//! string for each token, so that nothing else needs to know where it came from.

use std::fmt;

use super::{Column, Document, Layer};

/// A tree with its words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BracketedTree {
    /// The words, traces left out.
    pub words: Column,
    /// Their parts of speech.
    pub tags: Column,
    /// Their brackets, as in CoNLL column 6.
    pub bits: Column,
    /// The line on which it begins, counted from 1.
    pub line: u64,
}

/// What is wrong with a text of bracketed trees.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BracketError {
    /// The line, counted from 1.
    pub line: u64,
    /// What is wrong there.
    pub message: &'static str,
}

impl fmt::Display for BracketError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for BracketError {}

/// Reads one tree after another.
pub fn read_bracketed(text: &str) -> Result<Vec<BracketedTree>, BracketError> {
    read(text, Reader::default())
}

/// Like [`read_bracketed`], but keeps traces, which are leaves with the tag `-NONE-`.
pub(crate) fn read_bracketed_with_traces(text: &str) -> Result<Vec<BracketedTree>, BracketError> {
    read(text, Reader { keeps_traces: true, ..Reader::default() })
}

/// The tag of a trace.
pub(crate) const TRACE: &str = "-NONE-";

fn read<'a>(text: &'a str, mut reader: Reader<'a>) -> Result<Vec<BracketedTree>, BracketError> {
    for (line, number) in text.lines().zip(1..) {
        let mut rest = line.trim_start();
        // `extract` writes lines between trees that name their layer and document
        if reader.open.is_empty() && rest.starts_with('#') {
            continue;
        }
        while let Some(first) = rest.chars().next() {
            let end = match first {
                '(' | ')' => 1,
                _ => {
                    rest.find(|next: char| next.is_whitespace() || "()".contains(next)).unwrap_or(rest.len())
                }
            };
            let item = &rest[..end];
            if reader.open.is_empty() {
                reader.line = number;
            }
            reader.item(item).map_err(|message| BracketError { line: number, message })?;
            rest = rest[end..].trim_start();
        }
    }
    let line = text.lines().count() as u64;
    let unfinished = BracketError { line, message: "the text ends inside a tree: `)` is missing" };
    if reader.open.is_empty() { Ok(reader.trees) } else { Err(unfinished) }
}

#[derive(Default)]
struct Reader<'a> {
    trees: Vec<BracketedTree>,
    open: Vec<Node<'a>>,
    /// Phrases that have no words yet, outermost first; they are written before the next word.
    empty: Vec<&'a str>,
    /// The cells of the tree being read.
    rows: Vec<Row<'a>>,
    /// Where that tree begins.
    line: u64,
    keeps_traces: bool,
}

/// A bracket that is not closed yet.
#[derive(Default)]
struct Node<'a> {
    label: Option<&'a str>,
    word: Option<&'a str>,
    is_phrase: bool,
}

struct Row<'a> {
    word: &'a str,
    tag: &'a str,
    bits: String,
}

impl<'a> Reader<'a> {
    fn item(&mut self, item: &'a str) -> Result<(), &'static str> {
        match item {
            "(" => self.open(),
            ")" => self.close(),
            _ => self.name(item),
        }
    }

    fn open(&mut self) -> Result<(), &'static str> {
        if let Some(above) = self.open.last_mut() {
            if above.word.is_some() {
                return Err("a word and a bracket under one label");
            }
            if !above.is_phrase {
                above.is_phrase = true;
                // the outermost bracket of a treebank often has no label
                self.empty.push(above.label.unwrap_or("TOP"));
            }
        }
        self.open.push(Node::default());
        Ok(())
    }

    fn name(&mut self, item: &'a str) -> Result<(), &'static str> {
        let node = self
            .open
            .last_mut()
            .ok_or("a word outside any bracket: expected trees such as `(TOP (S (NP (NN word))))`")?;
        match (node.label, node.word, node.is_phrase) {
            (None, _, false) => node.label = Some(item),
            (Some(_), None, false) => node.word = Some(item),
            _ => return Err("a word beside a bracket or another word"),
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), &'static str> {
        let node = self.open.pop().ok_or("`)` without `(`")?;
        if node.is_phrase {
            self.close_phrase();
        } else if let (Some(tag), Some(word)) = (node.label, node.word)
            && (self.keeps_traces || tag != TRACE)
        {
            let opened: Vec<String> = self.empty.drain(..).map(|label| format!("({label}")).collect();
            self.rows.push(Row { word, tag, bits: opened.concat() + "*" });
        }
        if self.open.is_empty() {
            self.finish();
        }
        Ok(())
    }

    /// Closes a phrase; one without words is removed.
    fn close_phrase(&mut self) {
        if self.empty.pop().is_none()
            && let Some(row) = self.rows.last_mut()
        {
            row.bits.push(')');
        }
    }

    fn finish(&mut self) {
        let mut tree = BracketedTree { line: self.line, ..BracketedTree::default() };
        for row in self.rows.drain(..) {
            tree.words.push(row.word);
            tree.tags.push(row.tag);
            tree.bits.push(&row.bits);
        }
        self.trees.push(tree);
    }
}

/// A sentence and its tree that do not match.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TreeMismatch {
    /// The number of the sentence in the document, from 0.
    pub sentence: usize,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for TreeMismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "sentence {}: {}", self.sentence + 1, self.reason)
    }
}

impl std::error::Error for TreeMismatch {}

/// Attaches the next trees to the sentences of a document, one to each, and replaces its trees and tags.
pub fn attach_trees<'t>(
    document: &mut Document,
    trees: &mut impl Iterator<Item = &'t BracketedTree>,
) -> Result<(), TreeMismatch> {
    let (mut bits, mut tags) = (Column::new(), Column::new());
    for (number, sentence) in document.sentences.iter().enumerate() {
        let mismatch = |reason: String| TreeMismatch { sentence: number, reason };
        let tree = trees.next().ok_or_else(|| mismatch("there is no tree left for it".to_owned()))?;
        let mut leaf = 0;
        for token in sentence.start..sentence.end {
            if document.is_zero(token) {
                bits.push("");
                tags.push("");
                continue;
            }
            let word = document.layers.at(Layer::Word, token);
            same_word(word, tree.words.get(leaf)).map_err(mismatch)?;
            bits.push(tree.bits.get(leaf).unwrap_or(""));
            tags.push(tree.tags.get(leaf).unwrap_or(""));
            leaf += 1;
        }
        if let Some(word) = tree.words.get(leaf) {
            return Err(mismatch(format!("its tree continues with `{word}`")));
        }
    }
    document.layers.set(Layer::Parse, bits);
    document.layers.set(Layer::PartOfSpeech, tags);
    Ok(())
}

/// Compares a token with a leaf; in a document without words there is nothing to compare.
fn same_word(word: Option<&str>, leaf: Option<&str>) -> Result<(), String> {
    let leaf = leaf.ok_or_else(|| format!("its tree ends before `{}`", word.unwrap_or("its last token")))?;
    match word {
        Some(word) if plain(word) != plain(leaf) => Err(format!("its tree has `{leaf}` instead of `{word}`")),
        _ => Ok(()),
    }
}

/// A word without the escapes of treebanks.
fn plain(word: &str) -> String {
    match word {
        "-LRB-" => "(".to_owned(),
        "-RRB-" => ")".to_owned(),
        "-LSB-" => "[".to_owned(),
        "-RSB-" => "]".to_owned(),
        "-LCB-" => "{".to_owned(),
        "-RCB-" => "}".to_owned(),
        "``" | "''" => "\"".to_owned(),
        // a bracket may be inside a word: `d(e)light`
        _ => word.replace("-LRB-", "(").replace("-RRB-", ")").replace("\\/", "/").replace("\\*", "*"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{attach_trees, read_bracketed};
    use crate::document::{Document, Layer, Span};

    fn bits(text: &str) -> Vec<Vec<String>> {
        let trees = read_bracketed(text).unwrap();
        trees.iter().map(|tree| tree.bits.iter().map(str::to_owned).collect()).collect()
    }

    #[test]
    fn brackets_become_bits() {
        assert_eq!(bits("(S (NP (NNP Ann)) (VP (VBD slept)))\n"), [["(S(NP*)", "(VP*))"]]);
        assert_eq!(bits("( (S (NP (PRP It))\n (VP (VBZ is))))"), [["(TOP(S(NP*)", "(VP*)))"]]);
        assert_eq!(bits("(NP (NN a)) (NP (NN b))"), [["(NP*)"], ["(NP*)"]]);
    }

    #[test]
    fn traces_and_what_holds_only_traces_are_left_out() {
        let text = "(S (NP (-NONE- *T*-1)) (VP (VB go) (PP (IN on) (NP (-NONE- 0)))))";
        assert_eq!(bits(text), [["(S(VP*", "(PP*)))"]]);
    }

    #[test]
    fn broken_brackets_are_told_with_their_line() {
        let line = |text: &str| read_bracketed(text).unwrap_err().line;
        assert_eq!(line("(S (NN a))\n)"), 2);
        assert_eq!(line("(S\n(NN a)"), 2);
        assert_eq!(line("word"), 1);
        assert_eq!(line("(S (NN a) b)"), 1);
    }

    #[test]
    fn trees_are_hung_over_sentences_word_by_word() {
        let mut document = Document { tokens: 3, ..Document::default() };
        document.sentences = vec![Span::new(0, 2), Span::new(2, 3)];
        document.layers.set(Layer::Word, ["(", "a", "b(c)"].iter().collect());
        let trees = read_bracketed("(NP (-LRB- -LRB-) (NN a)) (NP (NN b-LRB-c-RRB-))").unwrap();
        attach_trees(&mut document, &mut trees.iter()).unwrap();
        let bits: Vec<&str> = document.layers.get(Layer::Parse).unwrap().iter().collect();
        assert_eq!(bits, ["(NP*", "*)", "(NP*)"]);
        let wrong = read_bracketed("(NP (NN x) (NN a)) (NP (NN b))").unwrap();
        let mismatch = attach_trees(&mut document, &mut wrong.iter()).unwrap_err();
        assert_eq!(mismatch.to_string(), "sentence 1: its tree has `x` instead of `(`");
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[()a\\- \n*]{0,40}") {
            let _ = read_bracketed(&text);
        }
    }
}
