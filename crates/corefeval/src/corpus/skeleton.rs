//! Skeleton files: CoNLL columns in which every word is `[WORD]`, to be filled in from a treebank that may not be redistributed.
//!
//! ```text
//! #begin document (bc/cctv/00/cctv_0001); part 000
//! bc/cctv/00/cctv_0001   0   0   [WORD]   NNP   (TOP(S(NP*)   …
//! ```

use std::collections::BTreeMap;
use std::fmt;

use crate::document::{BracketError, Column, Name, Span, Tree, read_bracketed};

/// The words of a text, sentence by sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// The sentences; a single one if their ends are not known.
    pub sentences: Vec<Sentence>,
    /// Whether the words come without sentence ends.
    pub running: bool,
}

/// The words of a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The words.
    pub words: Vec<String>,
    /// The line of the file on which it begins, or its tree.
    pub line: u64,
}

/// A disagreement between a skeleton and its words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkeletonError {
    /// The line of the skeleton, counted from 1.
    pub line: u64,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for SkeletonError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for SkeletonError {}

/// A skeleton with its words, and what was odd.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    /// The file.
    pub text: String,
    /// Words that were left over.
    pub warnings: Vec<String>,
}

impl Words {
    /// Reads bracketed trees, or else a word on each line with an empty line after each sentence. Traces are
    /// left out, and so are words that speakers corrected (`EDITED`), unless `keep_edited` is set.
    pub fn read(text: &str, keep_edited: bool) -> Result<Self, BracketError> {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
        let is_layer = first.starts_with("#layer ");
        if is_layer || first.starts_with('(') && first.len() > 1 {
            Self::of_trees(text, keep_edited)
        } else {
            Ok(Self::of_lines(text))
        }
    }

    fn of_trees(text: &str, keep_edited: bool) -> Result<Self, BracketError> {
        let mut sentences = Vec::new();
        for tree in read_bracketed(text)? {
            let kept = if keep_edited { vec![true; tree.words.len()] } else { not_edited(&tree.bits) };
            let words = tree.words.iter().zip(kept).filter(|(_, kept)| *kept);
            let words: Vec<String> = words.map(|(word, _)| word.to_owned()).collect();
            if !words.is_empty() {
                sentences.push(Sentence { words, line: tree.line });
            }
        }
        Ok(Self { sentences, running: false })
    }

    fn of_lines(text: &str) -> Self {
        let mut sentences = vec![Sentence::default()];
        for (line, number) in text.lines().zip(1..) {
            let (word, last) = (line.trim(), sentences.len() - 1);
            match (word.is_empty(), sentences[last].words.is_empty()) {
                (true, true) => {}
                (true, false) => sentences.push(Sentence::default()),
                (false, starts) => {
                    if starts {
                        sentences[last].line = number;
                    }
                    sentences[last].words.push(word.to_owned());
                }
            }
        }
        sentences.retain(|sentence| !sentence.words.is_empty());
        let running = sentences.len() == 1;
        Self { sentences, running }
    }
}

/// For each word, whether it is outside all phrases that speakers corrected.
fn not_edited(bits: &Column) -> Vec<bool> {
    let tree = Tree::new(bits, Span::new(0, bits.len() as u32));
    let mut kept = vec![true; bits.len()];
    let mut last = Span::default();
    for phrase in tree.phrases().iter().filter(|phrase| phrase.category() == "EDITED") {
        // a phrase inside another has already been handled
        if !last.contains(phrase.span) {
            last = phrase.span;
            (last.start..last.end).for_each(|token| kept[token as usize] = false);
        }
    }
    kept
}

/// The ids of the texts whose words a skeleton needs, each once.
#[must_use]
pub fn texts(skeleton: &str) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for name in skeleton.lines().filter_map(header) {
        if ids.last() != Some(&name.id) {
            ids.push(name.id);
        }
    }
    ids
}

fn header(line: &str) -> Option<Name> {
    line.strip_prefix('#')?.trim_start().strip_prefix("begin document").map(Name::parse)
}

/// Replaces each `[WORD]` of a skeleton with a word and changes nothing else. The words of a text's parts
/// follow each other.
pub fn fill(skeleton: &str, words: &BTreeMap<String, Words>) -> Result<Filled, SkeletonError> {
    let mut filler =
        Filler { words, cursors: BTreeMap::new(), id: String::new(), rows: Vec::new(), text: String::new() };
    let mut lines = 0;
    for (line, number) in skeleton.lines().zip(1..) {
        lines = number;
        filler.line(line, number)?;
    }
    filler.sentence(lines)?;
    let warnings = filler.left_over();
    Ok(Filled { text: filler.text, warnings })
}

struct Filler<'a> {
    words: &'a BTreeMap<String, Words>,
    /// For each text, the sentence and the word that come next.
    cursors: BTreeMap<String, (usize, usize)>,
    id: String,
    /// The rows of the sentence being read.
    rows: Vec<(&'a str, u64)>,
    text: String,
}

impl<'a> Filler<'a> {
    fn line(&mut self, line: &'a str, number: u64) -> Result<(), SkeletonError> {
        let marked = line.starts_with('#');
        if !marked && !line.trim().is_empty() {
            self.rows.push((line, number));
            return Ok(());
        }
        self.sentence(number)?;
        if let Some(name) = header(line) {
            self.id = name.id;
        }
        self.text.push_str(line);
        self.text.push('\n');
        Ok(())
    }

    /// Fills in the rows of a sentence.
    fn sentence(&mut self, line: u64) -> Result<(), SkeletonError> {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        let error = |message: String| SkeletonError { line: rows.first().map_or(line, |row| row.1), message };
        let words =
            self.words.get(&self.id).ok_or_else(|| error(format!("there are no words for `{}`", self.id)))?;
        let cursor = self.cursors.entry(self.id.clone()).or_default();
        let taken = take(words, cursor, rows.len()).map_err(error)?;
        for ((row, number), word) in rows.iter().zip(taken) {
            let filled = with_word(row, word).map_err(|message| SkeletonError { line: *number, message })?;
            self.text.push_str(&filled);
            self.text.push('\n');
        }
        Ok(())
    }

    fn left_over(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        for (id, (sentence, word)) in &self.cursors {
            let rest =
                self.words.get(id).and_then(|words| words.sentences.get(*sentence..)).unwrap_or_default();
            let count: usize = rest.iter().map(|sentence| sentence.words.len()).sum();
            if count > *word {
                let line = rest.first().map_or(0, |sentence| sentence.line);
                warnings.push(format!(
                    "`{id}`: {} words are left over, from line {line} of its words on",
                    count - word
                ));
            }
        }
        warnings
    }
}

/// The next words of a text, as many as a sentence of the skeleton has; its sentences must have the same
/// lengths if their ends are known.
fn take<'w>(words: &'w Words, cursor: &mut (usize, usize), count: usize) -> Result<&'w [String], String> {
    let Some(sentence) = words.sentences.get(cursor.0) else {
        return Err(format!("the words end before this sentence of {count} tokens"));
    };
    let rest = sentence.words.get(cursor.1..).unwrap_or_default();
    if words.running && rest.len() >= count {
        cursor.1 += count;
        return Ok(&rest[..count]);
    }
    if rest.len() != count {
        let shown: Vec<&str> = rest.iter().take(8).map(String::as_str).collect();
        return Err(format!(
            "the sentence has {count} tokens, but its words have {} (line {}: {} …)",
            rest.len(),
            sentence.line,
            shown.join(" ")
        ));
    }
    *cursor = (cursor.0 + 1, 0);
    Ok(rest)
}

/// The placeholder for a word.
const PLACE: &str = "[WORD]";

/// The row with a word in its fourth column.
fn with_word(row: &str, word: &str) -> Result<String, String> {
    let mut cells = row.split([' ', '\t']).filter(|cell| !cell.is_empty());
    let cell = cells.nth(3).ok_or("a row needs at least four columns: document, part, number, word")?;
    if cell == word {
        return Ok(row.to_owned());
    }
    if cell != PLACE {
        return Err(format!("the row has the word `{cell}` where its words have `{word}`"));
    }
    Ok(row.replacen(PLACE, word, 1))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Words, fill, texts};

    const SKELETON: &str = "#begin document (a/b); part 000\n\
        a/b  0  0  [WORD]  NNP  (TOP(S(NP*)  (1)\n\
        a/b  0  1  [WORD]  VBD  (VP*)))      -\n\
        \n\
        #end document\n\
        #begin document (a/b); part 001\n\
        a/b  1  0  [WORD]  UH  (TOP(INTJ*))  -\n\
        \n\
        #end document\n";
    const TREES: &str = "(TOP (S (EDITED (NP (PRP He)) (, ,)) (NP (NNP Ann)) (VP (VBD slept) (NP (-NONE- *T*)))))\n\n\
        (TOP (EDITED (UH uh)))\n\n(TOP (INTJ (UH Oh)))\n";

    fn words(text: &str, keep_edited: bool) -> BTreeMap<String, Words> {
        BTreeMap::from([("a/b".to_owned(), Words::read(text, keep_edited).unwrap())])
    }

    #[test]
    fn words_come_from_trees_without_traces_and_what_was_taken_back() {
        let filled = fill(SKELETON, &words(TREES, false)).unwrap();
        let expected =
            SKELETON.replacen("[WORD]", "Ann", 1).replacen("[WORD]", "slept", 1).replacen("[WORD]", "Oh", 1);
        assert_eq!((filled.text, filled.warnings), (expected, Vec::new()));
        assert_eq!(texts(SKELETON), ["a/b"]);
    }

    #[test]
    fn words_may_stand_on_lines_with_or_without_sentences() {
        let expected = fill(SKELETON, &words(TREES, false)).unwrap().text;
        assert_eq!(fill(SKELETON, &words("Ann\nslept\n\nOh\n", false)).unwrap().text, expected);
        let filled = fill(SKELETON, &words("Ann\nslept\nOh\nwell\n", false)).unwrap();
        assert_eq!(filled.text, expected);
        assert_eq!(filled.warnings, ["`a/b`: 1 words are left over, from line 1 of its words on"]);
    }

    #[test]
    fn what_does_not_fit_is_told_with_its_lines() {
        let error = fill(SKELETON, &words(TREES, true)).unwrap_err();
        assert_eq!(
            (error.line, error.message.contains("its words have 4 (line 1: He , Ann slept")),
            (2, true)
        );
        assert_eq!(fill(SKELETON, &words("Ann\nslept\n\n", false)).unwrap_err().line, 7);
        assert_eq!(fill(SKELETON, &BTreeMap::new()).unwrap_err().message, "there are no words for `a/b`");
        let other = SKELETON.replacen("[WORD]", "Bea", 1);
        assert!(fill(&other, &words(TREES, false)).unwrap_err().message.contains("`Bea`"));
    }
}
