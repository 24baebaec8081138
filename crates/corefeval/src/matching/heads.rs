//! The head token of a mention: the one that the file names, or else the one found in the key's dependencies
//! or trees.

use super::dependencies::Dependencies;
use super::free::{Free, FreeMention, Numbering};
use super::head_rules::HeadFinder;
use super::needs::{has_dependencies, has_trees};
use super::work::Work;
use crate::choice::choice;
use crate::document::{Column, Detail, Document, Layer, Mention, Span, Tree};

/// Finds heads in one sentence of the key after another, for mentions of key and response alike.
pub(super) struct Heads<'a> {
    work: &'a Work<'a>,
    source: Source<'a>,
    parts: Vec<Span>,
}

/// The annotation of syntax that the key has.
enum Source<'a> {
    Dependencies(Dependencies),
    Trees { bits: &'a Column, tree: Tree<'a>, finder: HeadFinder<'a> },
    Nothing,
}

/// Which annotation is used first if the key has both.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum First {
    Dependencies,
    Trees,
}

impl<'a> Source<'a> {
    fn new(key: &'a Document, first: First) -> Self {
        let bits = key.layers.get(Layer::Parse).filter(|_| has_trees(key));
        match bits {
            Some(bits) if first == First::Trees || !has_dependencies(key) => {
                let finder = HeadFinder::new(key.layers.get(Layer::PartOfSpeech));
                Self::Trees { bits, tree: Tree::default(), finder }
            }
            _ if has_dependencies(key) => Self::Dependencies(Dependencies::default()),
            _ => Self::Nothing,
        }
    }

    fn enter(&mut self, key: &Document, sentence: Span) {
        match self {
            Self::Dependencies(dependencies) => dependencies.read(key, sentence),
            Self::Trees { bits, tree, .. } => tree.read(bits, sentence),
            Self::Nothing => {}
        }
    }

    fn head(&mut self, parts: &[Span]) -> Option<u32> {
        match self {
            Self::Dependencies(dependencies) => dependencies.head(parts),
            Self::Trees { tree, finder, .. } => finder.head(tree, parts),
            Self::Nothing => None,
        }
    }
}

impl<'a> Heads<'a> {
    pub(super) fn new(work: &'a Work<'a>, first: First) -> Self {
        Self { work, source: Source::new(work.key_side.document, first), parts: Vec::new() }
    }

    /// Moves on to a sentence of the key.
    pub(super) fn enter(&mut self, sentence: Span) {
        self.source.enter(self.work.key_side.document, sentence);
    }

    /// The head of a key mention, as a common number.
    pub(super) fn of_key(&mut self, mention: &FreeMention) -> Option<u32> {
        self.work.named_key_head(mention).or_else(|| self.found(&self.work.key, mention))
    }

    /// The head of a response mention, as a common number.
    pub(super) fn of_response(&mut self, mention: &FreeMention) -> Option<u32> {
        self.work.named_response_head(mention).or_else(|| self.found(&self.work.response, mention))
    }

    fn found(&mut self, free: &Free, mention: &FreeMention) -> Option<u32> {
        if mention.length == 1 {
            return Some(mention.first);
        }
        let numbering: &Numbering = &self.work.numbering;
        numbering.key_parts(free.spans(mention), &mut self.parts);
        let head = self.source.head(&self.parts);
        head.map(|token| numbering.of_key(token))
    }
}

/// Names the heads of mentions of several words that have no named head, if the document's own dependencies
/// or trees determine them.
pub fn name_heads(document: &mut Document) {
    let mut heads = HeadsOf::new(document);
    let unnamed = |mention: &Mention| document.detail(mention).is_none_or(|detail| detail.head.is_none());
    let several = |mention: &Mention| document.parts(mention).iter().map(|part| part.len()).sum::<u32>() > 1;
    let found: Vec<Option<u32>> = document
        .mentions
        .iter()
        .map(
            |mention| if unnamed(mention) && several(mention) { heads.head(document, mention) } else { None },
        )
        .collect();
    for (place, head) in found.into_iter().enumerate().filter(|(_, head)| head.is_some()) {
        let mention = document.mentions[place];
        let index = mention.detail().unwrap_or(document.details.len());
        if index == document.details.len() {
            document.mentions[place] = mention.with_detail(index);
            document.details.push(Detail::default());
        }
        document.details[index].head = head;
    }
}

choice! {
    /// What gave a head.
    HeadBy {
        /// The file names it.
        File = "file",
        /// The mention has no other word.
        OneWord = "one word",
        /// The first word whose governor is outside the mention, by dependencies.
        Dependencies = "dependencies",
        /// The rules of Collins, by the tree of the sentence.
        Trees = "trees",
        /// Nothing: there is no head.
        Nothing = "none",
    }
}

/// Finds the heads of all mentions of a document, for callers that group mentions rather than match them.
pub struct HeadsOf<'a> {
    syntax: &'a Document,
    source: Source<'a>,
    sentence: Option<Span>,
}

impl<'a> HeadsOf<'a> {
    /// Finds heads by the dependencies or trees of `syntax`: the document itself, or a key over the same
    /// tokens.
    #[must_use]
    pub fn new(syntax: &'a Document) -> Self {
        Self { syntax, source: Source::new(syntax, First::Dependencies), sentence: None }
    }

    /// Finds heads by the trees of `syntax` first if it has both trees and dependencies.
    #[must_use]
    pub fn by_trees_first(syntax: &'a Document) -> Self {
        Self { syntax, source: Source::new(syntax, First::Trees), sentence: None }
    }

    /// Whether heads come from dependencies.
    #[must_use]
    pub fn has_dependencies(&self) -> bool {
        matches!(self.source, Source::Dependencies(_))
    }

    /// The governor of a token, if heads come from dependencies.
    pub fn governor(&mut self, token: u32) -> Option<u32> {
        self.enter(token);
        match &self.source {
            Source::Dependencies(dependencies) => dependencies.governor(token),
            _ => None,
        }
    }

    /// The document whose dependencies or trees are used.
    #[must_use]
    pub fn syntax(&self) -> &'a Document {
        self.syntax
    }

    /// The head of a mention: the one that its document names, or else the one found by syntax.
    pub fn head(&mut self, document: &Document, mention: &Mention) -> Option<u32> {
        self.head_by(document, mention).0
    }

    /// The head of a mention, and how it was found.
    pub fn head_by(&mut self, document: &Document, mention: &Mention) -> (Option<u32>, HeadBy) {
        let named = document.detail(mention).and_then(|detail| detail.head);
        if named.is_some() {
            return (named, HeadBy::File);
        }
        if mention.span.len() == 1 {
            return (Some(mention.span.start), HeadBy::OneWord);
        }
        self.enter(mention.span.start);
        let head = self.source.head(document.parts(mention));
        let by = match (&self.source, head) {
            (_, None) | (Source::Nothing, _) => HeadBy::Nothing,
            (Source::Dependencies(_), _) => HeadBy::Dependencies,
            (Source::Trees { .. }, _) => HeadBy::Trees,
        };
        (head, by)
    }

    fn enter(&mut self, token: u32) {
        if self.sentence.is_none_or(|sentence| !sentence.holds(token)) {
            let number = self.syntax.sentence_of(token);
            let sentence =
                number.map_or(Span::new(0, self.syntax.tokens), |number| self.syntax.sentences[number]);
            self.source.enter(self.syntax, sentence);
            self.sentence = Some(sentence);
        }
    }
}
