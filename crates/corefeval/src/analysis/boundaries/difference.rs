//! What one mention has at its ends and another does not have.

use super::super::view::View;
use crate::choice::choice;
use crate::document::{Layer, Span};

choice! {
    /// How two mentions differ of which only the boundaries differ.
    Difference {
        /// A comma.
        Comma = "comma",
        /// Quotation marks.
        Quotation = "quotation",
        /// Other punctuation.
        Punctuation = "punctuation",
        /// Articles, demonstratives or possessives in front.
        Determiner = "determiner",
        /// The possessive ending.
        Possessive = "possessive",
        /// Adjectives, nouns or numbers in front.
        Modifier = "modifier",
        /// What is joined by a conjunction.
        Conjunct = "conjunct",
        /// A noun phrase beside, most often after a comma.
        Apposition = "apposition",
        /// A relative clause.
        RelativeClause = "relative-clause",
        /// A prepositional phrase.
        PrepositionalPhrase = "prepositional-phrase",
        /// Another clause, or a participle.
        Clause = "clause",
        /// Other words.
        Words = "words",
        /// One thing at the beginning and another at the end.
        Several = "several",
    }
}

/// The sorts of words that matter here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Comma,
    Quotation,
    Punctuation,
    Determiner,
    Possessive,
    Conjunction,
    Relative,
    Preposition,
    Verb,
    /// A noun, an adjective, an adverb or a number.
    Nominal,
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Beginning,
    Ending,
}

impl Difference {
    /// How two spans of common tokens differ.
    pub(super) fn between(view: &View<'_>, [one, other]: [Span; 2]) -> Self {
        let front = Span::new(one.start.min(other.start), one.start.max(other.start));
        let back = Span::new(one.end.min(other.end), one.end.max(other.end));
        let front = Self::of(&sorts(view, front), End::Beginning);
        let back = Self::of(&sorts(view, back), End::Ending);
        match (front, back) {
            (Some(front), Some(back)) if front != back => Self::Several,
            (front, back) => front.or(back).unwrap_or(Self::Words),
        }
    }

    /// The difference that words at one end make; `None` if there are no words.
    fn of(words: &[Sort], end: End) -> Option<Self> {
        let is_mark = |sort: &Sort| matches!(sort, Sort::Comma | Sort::Quotation | Sort::Punctuation);
        let inner: Vec<Sort> = words.iter().copied().filter(|sort| !is_mark(sort)).collect();
        let (Some(&first), Some(&last)) = (inner.first(), inner.last()) else { return Self::of_marks(words) };
        let all = |sorts: &[Sort]| inner.iter().all(|sort| sorts.contains(sort));
        let beside = match end {
            End::Beginning => words.last().is_some_and(is_mark),
            End::Ending => words.first().is_some_and(is_mark),
        };
        let found = match end {
            _ if all(&[Sort::Possessive]) => Self::Possessive,
            End::Beginning if all(&[Sort::Determiner]) => Self::Determiner,
            _ if first == Sort::Conjunction || last == Sort::Conjunction => Self::Conjunct,
            End::Beginning if last == Sort::Preposition => Self::PrepositionalPhrase,
            End::Ending if first == Sort::Relative => Self::RelativeClause,
            End::Ending if first == Sort::Preposition => Self::PrepositionalPhrase,
            _ if inner.contains(&Sort::Verb) => Self::Clause,
            _ if beside => Self::Apposition,
            End::Beginning if all(&[Sort::Determiner, Sort::Nominal, Sort::Possessive]) => Self::Modifier,
            End::Ending if all(&[Sort::Determiner, Sort::Nominal]) => Self::Apposition,
            _ => Self::Words,
        };
        Some(found)
    }

    fn of_marks(words: &[Sort]) -> Option<Self> {
        let first = *words.first()?;
        Some(match first {
            Sort::Comma if words.iter().all(|sort| *sort == first) => Self::Comma,
            Sort::Quotation if words.iter().all(|sort| *sort == first) => Self::Quotation,
            _ => Self::Punctuation,
        })
    }
}

fn sorts(view: &View<'_>, span: Span) -> Vec<Sort> {
    (span.start..span.end).map(|token| sort(view, token)).collect()
}

/// The sort of a token: by its word if that is certain, else by its tag, else by lists of words.
fn sort(view: &View<'_>, token: u32) -> Sort {
    let word = view.word(token).to_lowercase();
    let of_mark = match word.as_str() {
        "," => Some(Sort::Comma),
        "\"" | "``" | "''" | "“" | "”" | "„" | "‘" | "«" | "»" | "`" => Some(Sort::Quotation),
        "'s" | "’s" => Some(Sort::Possessive),
        _ if !word.is_empty() && !word.chars().any(char::is_alphanumeric) => Some(Sort::Punctuation),
        _ => None,
    };
    let tag = |layer| view.layer(layer, token).filter(|tag| !matches!(*tag, "" | "-" | "_"));
    let possessive = || tag(Layer::PartOfSpeech).filter(|tag| *tag == "POS").map(|_| Sort::Possessive);
    let found = possessive().or(of_mark).or_else(|| tag(Layer::PartOfSpeech).and_then(by_tag));
    let found = found.or_else(|| tag(Layer::UniversalPartOfSpeech).and_then(by_universal_tag));
    match found.unwrap_or_else(|| by_word(&word)) {
        // tagged as a preposition, `that` begins a clause
        Sort::Preposition if word == "that" => Sort::Relative,
        sort => sort,
    }
}

fn by_tag(tag: &str) -> Option<Sort> {
    Some(match tag {
        "DT" | "PDT" | "PRP$" => Sort::Determiner,
        "CC" => Sort::Conjunction,
        "WDT" | "WP" | "WP$" | "WRB" => Sort::Relative,
        "IN" | "TO" => Sort::Preposition,
        "MD" => Sort::Verb,
        "CD" | "PRP" | "FW" => Sort::Nominal,
        _ if tag.starts_with("VB") => Sort::Verb,
        _ if tag.starts_with("NN") || tag.starts_with("JJ") || tag.starts_with("RB") => Sort::Nominal,
        _ => return None,
    })
}

fn by_universal_tag(tag: &str) -> Option<Sort> {
    Some(match tag {
        "DET" => Sort::Determiner,
        "CCONJ" => Sort::Conjunction,
        "ADP" | "SCONJ" => Sort::Preposition,
        "VERB" | "AUX" => Sort::Verb,
        "NOUN" | "PROPN" | "ADJ" | "ADV" | "NUM" | "PRON" => Sort::Nominal,
        "PUNCT" => Sort::Punctuation,
        _ => return None,
    })
}

/// The sort of an English word without a tag.
#[rustfmt::skip]
fn by_word(word: &str) -> Sort {
    match word {
        "the" | "a" | "an" | "this" | "that" | "these" | "those" | "my" | "your" | "his" | "her" | "its" | "our" | "their" => Sort::Determiner,
        "and" | "or" | "but" | "&" => Sort::Conjunction,
        "who" | "whom" | "whose" | "which" | "where" | "when" => Sort::Relative,
        "of" | "in" | "on" | "at" | "to" | "for" | "from" | "with" | "by" | "about" | "into" | "over" | "under" | "between" => Sort::Preposition,
        _ => Sort::Other,
    }
}
