//! A document with the mentions of the key and of responses in brackets, and the errors below each sentence.
//!
//! A [`Scene`] is a key document with the responses of systems. It is built from the same pairs as scores and
//! findings, can be reduced to an entity or a finding, and is converted to text for a terminal ([`text`]) or
//! to JSON ([`json`]).

mod brackets;
mod errors;
mod fold;
mod json;
mod legend;
mod numbers;
mod select;
mod text;

pub use json::json;
pub use text::text;

use crate::analysis::{Finding, Options, analyse};
use crate::document::{CommonTokens, Document, Layer, Mention, Span};
use crate::evaluation::{DocumentPair, Plan};
use crate::pair::Pair;
use errors::Error;
use numbers::Numbers;

/// A key document with the responses of systems.
#[derive(Debug)]
pub struct Scene<'a> {
    key: Line<'a>,
    answers: Vec<Answer<'a>>,
    /// Which sentences are shown.
    shown: Vec<bool>,
}

/// One annotation of the text.
#[derive(Debug)]
struct Line<'a> {
    document: &'a Document,
    /// The sentences of the key, as spans of this document's tokens.
    sentences: Vec<Span>,
    /// The mentions that count, in file order.
    marks: Vec<Mark>,
    /// The places of the mentions in each sentence.
    by_sentence: Vec<Vec<usize>>,
    /// The name of each entity in the text: a number that it shares with the entity that it is aligned with, or letters.
    names: Vec<String>,
    /// How many of the mentions that count each entity has.
    sizes: Vec<u32>,
}

/// A mention that is shown.
#[derive(Clone, Debug)]
struct Mark {
    /// The tokens; several parts if it has gaps.
    parts: Vec<Span>,
    span: Span,
    entity: u32,
    /// The place of its twin on the other side.
    twin: Option<usize>,
    /// The sign of its error.
    sign: Option<&'static str>,
    is_shown: bool,
}

/// The response of a system with its errors.
#[derive(Debug)]
struct Answer<'a> {
    /// The name of the system.
    system: &'a str,
    /// The scores of this document.
    figures: String,
    line: Line<'a>,
    /// The response entity that each key entity is aligned with by CEAFe.
    aligned: Vec<(u32, u32)>,
    errors: Vec<Error>,
    findings: Vec<Finding>,
}

/// A response to a document.
#[derive(Clone, Copy, Debug)]
pub struct Response<'a> {
    /// The name of the system.
    pub system: &'a str,
    /// The key document and the response document.
    pub pair: &'a DocumentPair,
    /// The scores of this document, as text.
    pub figures: &'a str,
}

impl<'a> Scene<'a> {
    /// A scene of only the key; both documents of the pair are the key.
    #[must_use]
    pub fn of_key(plan: &Plan, pair: &'a DocumentPair) -> Self {
        let matched = pair.matched(plan);
        let numbers = Numbers::of_key(&matched);
        let key = Line::new(
            &matched.key,
            &numbers,
            &CommonTokens::new(pair.key(), pair.key()),
            pair.key(),
            &|_| None,
        );
        let shown = vec![true; key.sentences.len()];
        Self { key, answers: Vec::new(), shown }
    }

    /// A scene with the responses to a document of the key; none if there are no responses.
    #[must_use]
    pub fn new(plan: &Plan, responses: &[Response<'a>]) -> Option<Self> {
        let first = responses.first()?;
        let matched = first.pair.matched(plan);
        let numbers = Numbers::of_key(&matched);
        let tokens = CommonTokens::new(first.pair.key(), first.pair.key());
        let mut key = Line::new(&matched.key, &numbers, &tokens, first.pair.key(), &|_| None);
        let answers: Vec<Answer<'a>> = responses.iter().map(|one| Answer::new(plan, one, &key)).collect();
        key.mark_missed(&answers);
        let shown = vec![true; key.sentences.len()];
        Some(Self { key, answers, shown })
    }

    /// Every finding about the document, with the system that it is about.
    pub fn findings(&self) -> impl Iterator<Item = (&str, &Finding)> {
        self.answers.iter().flat_map(|one| one.findings.iter().map(move |finding| (one.system, finding)))
    }

    /// Whether anything is left to show.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shown.iter().all(|shown| !shown)
    }
}

impl<'a> Line<'a> {
    fn new(
        side: &crate::matching::Side<'a>,
        numbers: &Numbers,
        tokens: &CommonTokens,
        key: &Document,
        twin: &dyn Fn(usize) -> Option<usize>,
    ) -> Self {
        let document = side.document();
        let mark = |(place, mention): (usize, &Mention)| Mark {
            parts: document.parts(mention).to_vec(),
            span: mention.span,
            entity: mention.entity,
            twin: twin(place),
            sign: None,
            is_shown: true,
        };
        let mut line = Self {
            document,
            sentences: sentences_of(document, key, tokens),
            marks: side.mentions().iter().enumerate().map(mark).collect(),
            by_sentence: Vec::new(),
            names: numbers.names.clone(),
            sizes: side.entity_sizes(),
        };
        line.sort_marks();
        line
    }

    fn sort_marks(&mut self) {
        let mut by_sentence = vec![Vec::new(); self.sentences.len()];
        for (place, mark) in self.marks.iter().enumerate() {
            for sentence in self.sentences_with(mark.span) {
                by_sentence[sentence].push(place);
            }
        }
        self.by_sentence = by_sentence;
    }

    /// The sentences that have tokens of a span.
    fn sentences_with(&self, span: Span) -> std::ops::Range<usize> {
        if self.sentences.is_empty() {
            return 0..0;
        }
        let last = span.end.saturating_sub(1).max(span.start);
        self.sentence_of(span.start)..self.sentence_of(last) + 1
    }

    /// Marks in the key each key mention that every system misses.
    fn mark_missed(&mut self, answers: &[Answer<'_>]) {
        let mut missed_by = vec![0; self.marks.len()];
        for place in answers.iter().flat_map(|answer| &answer.errors).filter_map(Error::missed) {
            missed_by[place] += 1;
        }
        for (mark, systems) in self.marks.iter_mut().zip(missed_by) {
            mark.sign = (systems == answers.len()).then_some(errors::MISSED);
        }
    }

    /// The word of a token, a sign for a zero, or its number if there are no words.
    fn word(&self, token: u32) -> String {
        let is_zero = self.document.is_zero(token);
        match self.document.layers.at(Layer::Word, token) {
            None | Some("_" | "") if is_zero => ZERO.to_owned(),
            Some(word) => word.to_owned(),
            None => token.to_string(),
        }
    }

    fn text(&self, span: Span) -> String {
        let words: Vec<String> = (span.start..span.end).map(|token| self.word(token)).collect();
        words.join(" ")
    }

    /// A mention in quotation marks, with its tokens.
    fn quoted(&self, place: usize) -> String {
        let span = self.marks[place].span;
        match self.document.layers.get(Layer::Word) {
            Some(_) => format!("“{}” ({})", self.text(span), tokens_of(span)),
            None => format!("({})", tokens_of(span)),
        }
    }

    /// The sentence that a token is in.
    fn sentence_of(&self, token: u32) -> usize {
        let after = self.sentences.partition_point(|sentence| sentence.end <= token);
        after.min(self.sentences.len().saturating_sub(1))
    }
}

/// The sentences of the key as spans of a document's tokens; every token is in one of them.
fn sentences_of(document: &Document, key: &Document, tokens: &CommonTokens) -> Vec<Span> {
    let own = |sentence: Span| tokens.span_in(document, tokens.span_of(key, sentence));
    let mut sentences: Vec<Span> =
        key.sentences_or_whole().iter().flat_map(|sentence| pieces(*sentence)).map(own).collect();
    // a zero of the response may stand between two sentences of the key
    for place in 0..sentences.len() {
        sentences[place].start = if place == 0 { 0 } else { sentences[place - 1].end };
    }
    if let Some(last) = sentences.last_mut() {
        last.end = document.tokens;
    }
    sentences
}

/// A sentence, or pieces of it if it is so long that the file probably has no sentences.
fn pieces(sentence: Span) -> Vec<Span> {
    if sentence.len() <= LONGEST {
        return vec![sentence];
    }
    let starts = (sentence.start..sentence.end).step_by(PIECE as usize);
    starts.map(|start| Span::new(start, (start + PIECE).min(sentence.end))).collect()
}

/// Longer sentences are shown in pieces.
const LONGEST: u32 = 200;

/// How many tokens a piece has.
const PIECE: u32 = 20;

/// The sign of a zero.
const ZERO: &str = "∅";

/// The first and the last token, from 0.
fn tokens_of(span: Span) -> String {
    let last = span.end.saturating_sub(1).max(span.start);
    if span.start == last { last.to_string() } else { format!("{}–{last}", span.start) }
}

impl<'a> Answer<'a> {
    fn new(plan: &Plan, response: &Response<'a>, key: &Line<'a>) -> Self {
        let pair = response.pair;
        let matched: Pair<'a> = pair.matched(plan);
        let tokens = CommonTokens::new(pair.key(), pair.response());
        let aligned = super::data::aligned(&matched);
        let numbers = Numbers::of_response(&matched, &key.names, &aligned);
        let twin = |place| matched.alignment.of_response(place);
        let mut line = Line::new(&matched.response, &numbers, &tokens, pair.key(), &twin);
        let options = Options { repairs: false, ..Options::default() };
        let findings = analyse(plan, pair, &options).findings;
        let errors = errors::errors(key, &line, &matched, &findings);
        for error in &errors {
            if let Some(place) = error.response {
                line.marks[place].sign = Some(error.sign);
            }
        }
        Self {
            system: response.system,
            figures: response.figures.to_owned(),
            line,
            aligned,
            errors,
            findings,
        }
    }
}

#[cfg(test)]
mod tests;
