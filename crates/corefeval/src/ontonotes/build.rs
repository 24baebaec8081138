//! Builds documents from the files of a text, one for each part.

use std::fmt;

use super::columns::Columns;
use super::inline::{Line, Wrong};
use super::onf;
use super::parsed::{Parsed, Place, Sense};
use super::props::Prop;
use super::sentence::Sentence;
use crate::choice::choice;
use crate::corpus::{Bits, TextLayer, bracket};
use crate::document::{Document, DocumentError, Layer, Name, Span};
use crate::problem::{Problem, counted, in_words};

choice! {
    /// What becomes of words that speakers took back, which trees have under `EDITED`.
    Edited {
        /// They are left out, as in the CoNLL shared tasks.
        Drop = "drop",
        /// They are kept.
        Keep = "keep",
    }
}

/// The contents of the files of one text, if they exist.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReleaseText {
    /// The id of the text, such as `bc/cctv/00/cctv_0001`.
    pub id: String,
    /// Trees.
    pub parse: String,
    /// Named entities.
    pub name: Option<String>,
    /// Coreference.
    pub coref: Option<String>,
    /// Speakers.
    pub speaker: Option<String>,
    /// Word senses.
    pub sense: Option<String>,
    /// Propositions.
    pub prop: Option<String>,
}

/// The documents built from a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Built {
    /// A document for each part.
    pub documents: Vec<Document>,
    /// What was left out or is odd, each with the ending of the file, such as `coref`.
    pub problems: Vec<(&'static str, Problem)>,
}

/// A file of a release that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReleaseError {
    /// The ending of the file, such as `coref`.
    pub file: &'static str,
    /// The line, counted from 1; 0 if it is about the whole file.
    pub line: u64,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ReleaseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(formatter, ".{}: {}", self.file, self.message),
            line => write!(formatter, ".{} line {line}: {}", self.file, self.message),
        }
    }
}

impl std::error::Error for ReleaseError {}

/// Builds documents from the files of a text.
pub fn build(text: &ReleaseText, edited: Edited) -> Result<Built, ReleaseError> {
    documents(&text.id, Parsed::of_files(text)?, edited)
}

/// Builds documents from an `.onf` file, which has all layers of a text; `id` is the name of the text.
pub fn build_onf(id: &str, text: &str, edited: Edited) -> Result<Built, ReleaseError> {
    documents(id, onf::read(text).map_err(fault(ONF))?, edited)
}

/// The ending of the name of a file with all layers.
pub(super) const ONF: &str = "onf";

fn documents(id: &str, parsed: Parsed<'_>, edited: Edited) -> Result<Built, ReleaseError> {
    let keep = edited == Edited::Keep;
    let sentences: Vec<Sentence> = parsed.trees.into_iter().map(|tree| Sentence::new(tree, keep)).collect();
    let mut builder = Builder {
        starts: starts(&sentences),
        sentences,
        one_file: parsed.one_file,
        problems: parsed.problems,
    };
    let marked = parsed.coref.as_deref();
    builder.check(marked, TextLayer::Coreference)?;
    builder.check(parsed.name.as_deref(), TextLayer::Name)?;
    let mut columns = Columns::new(builder.tokens());
    builder.names(parsed.name.as_deref(), &mut columns);
    builder.speakers(&parsed.speakers, &mut columns)?;
    builder.props(parsed.props, &mut columns)?;
    builder.senses(&parsed.senses, &mut columns)?;
    let mentions = builder.mentions(marked);
    let mut documents = Vec::new();
    for part in parts(marked, builder.sentences.len()) {
        let whole =
            |error: DocumentError| fault(builder.file(TextLayer::Coreference))((0, error.to_string()));
        documents.push(builder.document(id, &part, &columns, &mentions).map_err(whole)?);
    }
    Ok(Built { documents, problems: builder.problems })
}

pub(super) fn fault(file: &'static str) -> impl Fn(Wrong) -> ReleaseError {
    move |(line, message)| ReleaseError { file, line, message }
}

/// The token with which each sentence begins, and the number of tokens.
fn starts(sentences: &[Sentence]) -> Vec<u32> {
    let mut starts = vec![0];
    for sentence in sentences {
        starts.push(starts.last().copied().unwrap_or(0) + sentence.tokens());
    }
    starts
}

/// Sentences that make a document.
struct Part {
    number: u32,
    sentences: std::ops::Range<usize>,
}

/// The parts given by the coreference layer; one part if there is no coreference.
fn parts(lines: Option<&[Line]>, sentences: usize) -> Vec<Part> {
    let mut parts: Vec<(Option<&String>, Part)> = Vec::new();
    for (place, line) in lines.unwrap_or_default().iter().enumerate() {
        match parts.last_mut() {
            Some((name, part)) if *name == line.part.as_ref() => part.sentences.end = place + 1,
            _ => {
                let number = line.part.as_ref().and_then(|part| part.trim().parse().ok());
                let number = number.unwrap_or(parts.len() as u32);
                parts.push((line.part.as_ref(), Part { number, sentences: place..place + 1 }));
            }
        }
    }
    if parts.is_empty() {
        return vec![Part { number: 0, sentences: 0..sentences }];
    }
    parts.into_iter().map(|(_, part)| part).collect()
}

/// A mention in a text: its tokens, and its entity.
type Placed = (Span, String);

struct Builder {
    sentences: Vec<Sentence>,
    starts: Vec<u32>,
    /// The ending of the file with all layers, if the text has only that one.
    one_file: Option<&'static str>,
    problems: Vec<(&'static str, Problem)>,
}

impl Builder {
    fn tokens(&self) -> usize {
        self.starts.last().copied().unwrap_or(0) as usize
    }

    /// Converts tokens of a sentence to tokens of the text.
    fn in_text(&self, sentence: usize, span: Span) -> Span {
        let start = self.starts[sentence];
        Span::new(start + span.start, start + span.end)
    }

    /// The ending of the file with a layer.
    fn file(&self, layer: TextLayer) -> &'static str {
        self.one_file.unwrap_or(layer.name())
    }

    fn warn(&mut self, layer: TextLayer, code: &'static str, line: u64, message: String) {
        self.problems.push((self.file(layer), Problem::warning(code, line, message)));
    }

    /// Checks that each tree has a line with all of its leaves or all of its words.
    fn check(&mut self, lines: Option<&[Line]>, layer: TextLayer) -> Result<(), ReleaseError> {
        let Some(lines) = lines else { return Ok(()) };
        if lines.len() != self.sentences.len() {
            let (lines, trees) = (in_words(lines.len(), "sentence"), in_words(self.sentences.len(), "tree"));
            let message = format!("{lines}, but {trees}");
            return Err(fault(self.file(layer))((0, message)));
        }
        let mut odd = None;
        for (line, sentence) in lines.iter().zip(&self.sentences) {
            let of_leaves = line.words.len() == sentence.leaves();
            if !of_leaves && line.words.len() != sentence.word_count() {
                let words = in_words(line.words.len(), "word");
                let leaves = counted(sentence.leaves(), ["leaf", "leaves"]);
                let message = format!("the sentence has {words}, but its tree has {leaves}");
                return Err(fault(self.file(layer))((line.number, message)));
            }
            let differs = |(place, word): (usize, &String)| {
                let leaf = if of_leaves { Some(place) } else { sentence.leaf_of(place) };
                let own = leaf.and_then(|leaf| sentence.tree.words.get(leaf)).unwrap_or("");
                (plain(word) != plain(own)).then(|| (line.number, format!("`{word}` is `{own}` in the tree")))
            };
            odd = odd.or_else(|| line.words.iter().enumerate().find_map(differs));
        }
        if let Some((line, message)) = odd {
            self.warn(layer, "words-differ", line, message);
        }
        Ok(())
    }

    /// The tokens of the text that a mark covers.
    fn marked(&self, sentence: usize, line: &Line, words: (usize, usize)) -> Option<Span> {
        let own = &self.sentences[sentence];
        let leaf =
            |word: usize| if line.words.len() == own.leaves() { Some(word) } else { own.leaf_of(word) };
        let leaves = Span::new(leaf(words.0)? as u32, leaf(words.1.checked_sub(1)?)? as u32 + 1);
        own.span(leaves).map(|span| self.in_text(sentence, span))
    }

    fn mentions(&mut self, lines: Option<&[Line]>) -> Vec<Placed> {
        let (mut placed, mut appositive, mut cut, mut empty) = (Vec::new(), 0, 0, 0);
        for (sentence, line) in lines.unwrap_or_default().iter().enumerate() {
            for mark in &line.marks {
                match self.marked(sentence, line, mark.words) {
                    _ if mark.kind == "APPOS" => appositive += 1,
                    _ if mark.is_cut => cut += 1,
                    None => empty += 1,
                    Some(span) => placed.push((span, label(&mark.id, line.part.as_deref()))),
                }
            }
        }
        let counts = [
            (appositive, "mentions of appositives (TYPE=\"APPOS\")"),
            (cut, "mentions that are part of a word (S_OFF, E_OFF)"),
            (empty, "mentions that are only traces or `EDITED` words"),
        ];
        for (count, what) in counts.into_iter().filter(|(count, _)| *count > 0) {
            self.warn(TextLayer::Coreference, "left-out", 0, format!("left out, {what}: {count}"));
        }
        placed
    }

    fn names(&mut self, lines: Option<&[Line]>, columns: &mut Columns) {
        let mut cut = 0;
        for (sentence, line) in lines.unwrap_or_default().iter().enumerate() {
            let mut found: Vec<(Span, &str)> = Vec::new();
            for mark in &line.marks {
                cut += usize::from(mark.is_cut);
                let span = self.marked(sentence, line, mark.words).filter(|_| !mark.is_cut);
                found.extend(span.map(|span| (span, mark.kind.as_str())));
            }
            found.sort_by_key(|(span, _)| (span.start, u32::MAX - span.end));
            for (span, kind) in found {
                bracket(&mut columns.names, span, kind);
            }
        }
        if cut > 0 {
            let message = format!("left out, names that are part of a word (S_OFF, E_OFF): {cut}");
            self.warn(TextLayer::Name, "left-out", 0, message);
        }
    }

    fn speakers(&self, speakers: &[Option<&str>], columns: &mut Columns) -> Result<(), ReleaseError> {
        if speakers.len() > self.sentences.len() {
            let (lines, trees) = (in_words(speakers.len(), "line"), in_words(self.sentences.len(), "tree"));
            let message = format!("{lines}, but {trees}");
            return Err(fault(self.file(TextLayer::Speaker))((0, message)));
        }
        for (sentence, speaker) in speakers.iter().enumerate() {
            let Some(speaker) = speaker else { continue };
            for token in self.starts[sentence]..self.starts[sentence + 1] {
                (*speaker).clone_into(&mut columns.speakers[token as usize]);
            }
        }
        Ok(())
    }

    /// The token of a leaf of a sentence.
    fn token(&self, sentence: usize, leaf: usize) -> Option<usize> {
        let span = self.sentences[sentence].span(Span::new(leaf as u32, leaf as u32 + 1))?;
        Some(self.in_text(sentence, span).start as usize)
    }

    fn sentence(&self, tree: usize) -> Result<&Sentence, String> {
        self.sentences.get(tree).ok_or_else(|| format!("there is no tree {tree}; they are counted from 0"))
    }

    fn senses(&self, senses: &[Sense<'_>], columns: &mut Columns) -> Result<(), ReleaseError> {
        let wrong = fault(self.file(TextLayer::Sense));
        for sense in senses {
            let wrong = |message| wrong((sense.line, message));
            let sentence = self.sentence(sense.tree).map_err(wrong)?;
            let leaf = match sense.place {
                Place::Leaf(leaf) => Some(leaf),
                Place::Word(word) => sentence.leaf_of(word),
            };
            let none = || format!("there is no {} in the tree; they are counted from 0", sense.place);
            let leaf = leaf.ok_or_else(none).map_err(wrong)?;
            let Some(token) = self.token(sense.tree, leaf) else { continue };
            sense.number.clone_into(&mut columns.senses[token]);
            if columns.lemmas[token] == "-" {
                sense.lemma.clone_into(&mut columns.lemmas[token]);
            }
        }
        Ok(())
    }

    fn props(&self, mut props: Vec<Prop<'_>>, columns: &mut Columns) -> Result<(), ReleaseError> {
        let wrong = fault(self.file(TextLayer::Proposition));
        props.sort_by_key(|prop| (prop.tree, prop.leaf));
        for prop in props {
            let wrong = |message| wrong((prop.line, message));
            let sentence = self.sentence(prop.tree).map_err(wrong)?;
            let arguments = prop.arguments(sentence).map_err(wrong)?;
            let Some(token) = self.token(prop.tree, prop.leaf) else { continue };
            prop.lemma.clone_into(&mut columns.lemmas[token]);
            prop.frameset.clone_into(&mut columns.framesets[token]);
            let mut cells = vec![Bits::default(); sentence.tokens() as usize];
            for (span, label) in arguments {
                bracket(&mut cells, span, &label);
            }
            let start = self.starts[prop.tree] as usize;
            for (cell, bits) in columns.arguments[start..].iter_mut().zip(&cells) {
                if !cell.is_empty() {
                    cell.push('\t');
                }
                cell.push_str(&bits.long());
            }
        }
        Ok(())
    }

    fn document(
        &self,
        id: &str,
        part: &Part,
        columns: &Columns,
        mentions: &[Placed],
    ) -> Result<Document, DocumentError> {
        let (first, end) = (self.starts[part.sentences.start], self.starts[part.sentences.end]);
        let mut builder = Document::builder(Name { id: id.to_owned(), part: Some(part.number) });
        let (mut words, mut tags, mut bits) = (Vec::new(), Vec::new(), Vec::new());
        for place in part.sentences.clone().filter(|place| self.sentences[*place].tokens() > 0) {
            let (sentence, start) = (&self.sentences[place], self.starts[place]);
            builder.sentence(start - first..start - first + sentence.tokens());
            let at = |leaf: usize| (sentence.tree.words.get(leaf), sentence.tree.tags.get(leaf));
            for (word, tag) in sentence.kept().map(at) {
                words.push(word.unwrap_or(""));
                tags.push(tag.unwrap_or(""));
            }
            bits.extend(sentence.bits());
        }
        builder.words(words).layer(Layer::PartOfSpeech, tags).layer(Layer::Parse, &bits);
        let range = first as usize..end as usize;
        columns.add(&mut builder, range);
        for (span, entity) in mentions.iter().filter(|(span, _)| first <= span.start && span.end <= end) {
            builder.mention(Span::new(span.start - first, span.end - first), entity);
        }
        builder.build()
    }
}

/// A word in which the escapes of characters used by tags and trees are replaced by these characters.
fn plain(word: &str) -> String {
    let mut plain = word.to_owned();
    for (written, sign) in SIGNS {
        plain = plain.replace(written, sign);
    }
    plain
}

/// Escapes in files of characters that tags and trees use.
pub(super) const SIGNS: [(&str, &str); 8] = [
    ("-AMP-", "&"),
    ("-LAB-", "<"),
    ("-RAB-", ">"),
    ("-LRB-", "("),
    ("-RRB-", ")"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&amp;", "&"),
];

/// The label of an entity; files may prefix it with the part (`000-8`).
fn label(id: &str, part: Option<&str>) -> String {
    let own = part.and_then(|part| id.strip_prefix(part)?.strip_prefix('-'));
    own.filter(|own| !own.is_empty()).unwrap_or(id).to_owned()
}
