//! The role of a mention in its sentence: verb, possessive, appositive, copula, modifier.

use super::DisagreementKind as Kind;
use crate::document::{Child, Column, Document, Layer, Span, Tree};

/// The syntax of a document, sentence by sentence.
pub(super) struct Syntax<'a> {
    document: &'a Document,
    bits: Option<&'a Column>,
    tree: Tree<'a>,
}

/// Forms of the copula.
const BE: [&str; 11] = ["am", "is", "are", "was", "were", "be", "been", "being", "'s", "'re", "'m"];

impl<'a> Syntax<'a> {
    /// Whether a document has anything that the rules read.
    pub(super) fn is_in(document: &Document) -> bool {
        let tells = |layer| {
            let values = document.layers.get(layer);
            values.is_some_and(|values| values.iter().any(|value| !matches!(value, "" | "-" | "_" | "*")))
        };
        [Layer::Parse, Layer::PartOfSpeech, Layer::UniversalPartOfSpeech, Layer::Relation]
            .into_iter()
            .any(tells)
    }

    pub(super) fn new(document: &'a Document) -> Self {
        Self { document, bits: document.layers.get(Layer::Parse), tree: Tree::default() }
    }

    /// The first kind whose rule fits a span.
    pub(super) fn kind(&mut self, span: Span) -> Option<Kind> {
        let sentences = self.document.sentences_or_whole();
        let after = sentences.partition_point(|sentence| sentence.end <= span.start);
        let sentence = *sentences.get(after)?;
        if self.tree.sentence() != sentence
            && let Some(bits) = self.bits
        {
            self.tree.read(bits, sentence);
        }
        self.by_tag(span, sentence)
            .or_else(|| self.by_tree(span))
            .or_else(|| self.by_dependency(span, sentence))
    }

    fn at(&self, layer: Layer, token: u32) -> &'a str {
        self.document.layers.at(layer, token).unwrap_or("")
    }

    fn tag(&self, token: u32) -> &'a str {
        self.at(Layer::PartOfSpeech, token)
    }

    fn by_tag(&self, span: Span, sentence: Span) -> Option<Kind> {
        let last = span.end.saturating_sub(1);
        let alone = span.len() == 1;
        let is_verb = |token| {
            self.tag(token).starts_with("VB")
                || matches!(self.at(Layer::UniversalPartOfSpeech, token), "VERB" | "AUX")
        };
        if alone && is_verb(last) {
            return Some(Kind::Verb);
        }
        let is_own = alone && matches!(self.tag(last), "PRP$" | "WP$");
        let before_mark = span.end < sentence.end && self.tag(span.end) == "POS";
        (is_own || self.tag(last) == "POS" || before_mark).then_some(Kind::Possessive)
    }

    fn by_tree(&self, span: Span) -> Option<Kind> {
        let place = self.tree.lowest(span);
        if place.is_some_and(|place| self.tree.phrase(place).category() == "VP") {
            return Some(Kind::Verb);
        }
        let is_above = |place: &u32| {
            let own = self.tree.phrase(*place).span;
            own.contains(span) && own != span
        };
        let above = (0..self.tree.phrases().len() as u32).rfind(is_above)?;
        let category = self.tree.phrase(above).category();
        let is_phrase = place.is_some_and(|place| self.tree.phrase(place).category() == "NP");
        match category {
            "NP" if is_phrase && self.is_appositive(above) => Some(Kind::Appositive),
            "VP" if is_phrase && self.is_copular(above) => Some(Kind::Copula),
            "NP" | "NML" | "NX" if self.has_noun_after(above, span) => Some(Kind::PreModifier),
            _ => None,
        }
    }

    /// Noun phrases with a comma, a dash or the like between them, and no conjunction.
    fn is_appositive(&self, place: u32) -> bool {
        let (mut phrases, mut marks) = (0, 0);
        for child in self.tree.children(place) {
            match child {
                Child::Phrase(inside) if self.tree.phrase(inside).category() == "NP" => phrases += 1,
                Child::Phrase(inside) if self.tree.phrase(inside).category() == "CONJP" => return false,
                Child::Word(token) if self.tag(token) == "CC" => return false,
                Child::Word(token) if matches!(self.tag(token), "," | ":" | "-LRB-") => marks += 1,
                _ => {}
            }
        }
        phrases > 1 && marks > 0
    }

    fn is_copular(&self, place: u32) -> bool {
        let is_be = |child| match child {
            Child::Word(token) => {
                let word = self.at(Layer::Word, token).to_lowercase();
                self.tag(token).starts_with("VB") && BE.contains(&word.as_str())
            }
            Child::Phrase(_) => false,
        };
        self.tree.children(place).any(is_be)
    }

    fn has_noun_after(&self, place: u32, span: Span) -> bool {
        let is_noun = |child| matches!(child, Child::Word(token) if token >= span.end && self.tag(token).starts_with("NN"));
        self.tree.children(place).any(is_noun)
    }

    /// The kind by the relation of the only token that depends on something outside the span.
    fn by_dependency(&self, span: Span, sentence: Span) -> Option<Kind> {
        let governor = |token: u32| -> Option<u32> {
            let number: u32 = self.at(Layer::Head, token).parse().ok()?;
            Some(number.checked_sub(1)? + sentence.start)
        };
        let mut tokens = span.start..span.end;
        let head = tokens.find(|token| governor(*token).is_none_or(|governor| !span.holds(governor)))?;
        let relation = self.at(Layer::Relation, head);
        let is_copular = || {
            let mut others = sentence.start..sentence.end;
            others.any(|other| self.at(Layer::Relation, other) == "cop" && governor(other) == Some(head))
        };
        match relation.split(':').next().unwrap_or("") {
            _ if relation == "nmod:poss" => Some(Kind::Possessive),
            "appos" => Some(Kind::Appositive),
            "compound" | "amod" | "nummod" => Some(Kind::PreModifier),
            "" | "_" => None,
            _ => is_copular().then_some(Kind::Copula),
        }
    }
}
