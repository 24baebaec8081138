//! The name that is the head of a mention, if there is one: by dependencies, by trees, or by its last proper
//! noun.
//!
//! A name n inside a mention m heads it if no token of m outside n is above a token of n: the head of m lies in n.

use super::names::NameSpan;
use super::{Conjuncts, Heads, Options};
use crate::document::{Child, Document, Layer, Mention, Span, Tree};
use crate::matching::HeadsOf;

/// Finds the names that head mentions of a document, by the key's annotation of its tokens.
pub(super) struct HeadNames<'a> {
    key: &'a Document,
    names: &'a [NameSpan],
    heads: HeadsOf<'a>,
    options: &'a Options,
}

impl<'a> HeadNames<'a> {
    pub(super) fn new(key: &'a Document, names: &'a [NameSpan], options: &'a Options) -> Self {
        let heads = match options.heads {
            Heads::Constituents => HeadsOf::by_trees_first(key),
            _ => HeadsOf::new(key),
        };
        Self { key, names, heads, options }
    }

    /// The name that heads a mention of a document over the key's tokens.
    pub(super) fn of(&mut self, document: &Document, mention: &Mention) -> Option<&'a NameSpan> {
        let inside = self.inside(mention.span);
        let conjunction = if inside.is_empty() { None } else { self.conjunction(document, mention, &inside) };
        let head = match (conjunction, self.options.conjuncts) {
            _ if inside.is_empty() => return None,
            (Some(_), Conjuncts::NoName) => return None,
            (Some(token), Conjuncts::First) if !self.heads.has_dependencies() => {
                let first = Mention::new(Span::new(mention.span.start, token), mention.entity);
                self.head(document, &first)
            }
            _ => self.head(document, mention),
        };
        let holding = inside.iter().filter(|name| head.is_some_and(|head| name.span.holds(head)));
        let found = holding.copied().max_by_key(|name| name.span.len());
        found.or_else(|| self.uppermost(mention.span, &inside))
    }

    /// The names that lie in a span, in order of their ends.
    fn inside(&self, span: Span) -> Vec<&'a NameSpan> {
        let from = self.names.partition_point(|name| name.span.end <= span.start);
        let near = self.names[from..].iter().take_while(|name| name.span.end <= span.end);
        near.filter(|name| span.contains(name.span)).collect()
    }

    /// The head of a mention by the key's syntax, or its last proper noun if there is no syntax. A possessive
    /// ending is never the head.
    fn head(&mut self, document: &Document, mention: &Mention) -> Option<u32> {
        let span = mention.span;
        let alone = (span.len() == 1).then_some(span.start);
        let by_syntax = match self.options.heads {
            Heads::LastProperNoun => alone,
            _ => self.heads.head(document, mention),
        };
        let is_proper = |token: &u32| self.tag(*token).is_some_and(|tag| tag.starts_with("NNP"));
        let head = by_syntax.or_else(|| (span.start..span.end).rev().find(is_proper))?;
        let ending = self.tag(head) == Some("POS") && head > span.start;
        Some(if ending { head - 1 } else { head })
    }

    /// The first name that no other token of the mention governs: a mention may have several highest tokens.
    fn uppermost(&mut self, span: Span, inside: &[&'a NameSpan]) -> Option<&'a NameSpan> {
        if !self.heads.has_dependencies() || self.options.heads == Heads::LastProperNoun {
            return None;
        }
        let free = inside.iter().copied().filter(|name| self.is_uppermost(span, name.span));
        free.min_by_key(|name| (name.span.start, std::cmp::Reverse(name.span.end)))
    }

    fn is_uppermost(&mut self, mention: Span, name: Span) -> bool {
        (name.start..name.end).all(|token| {
            let mut above = self.heads.governor(token);
            // a cycle of dependencies cannot be longer than its sentence
            for _ in 0..self.sentence(token).len() {
                match above {
                    Some(token) if mention.holds(token) && !name.holds(token) => return false,
                    Some(token) => above = self.heads.governor(token),
                    None => break,
                }
            }
            true
        })
    }

    /// The conjunction, or by dependencies the conjunct, that makes a mention a coordination.
    fn conjunction(&mut self, document: &Document, mention: &Mention, inside: &[&NameSpan]) -> Option<u32> {
        let apart = |token: &u32| !inside.iter().any(|name| name.span.len() > 1 && name.span.holds(*token));
        let tokens = || (mention.span.start..mention.span.end).filter(apart);
        if self.options.heads != Heads::LastProperNoun && self.heads.has_dependencies() {
            let head = self.heads.head(document, mention)?;
            return tokens().find(|&token| token != head && self.is_conjunct(token, head));
        }
        let conjunctions: Vec<u32> = tokens().filter(|&token| self.tag(token) == Some("CC")).collect();
        let bits = self.key.layers.get(Layer::Parse).filter(|_| self.options.heads != Heads::LastProperNoun);
        match (conjunctions.first(), bits) {
            (None, _) => None,
            (first, None) => first.copied(),
            (_, Some(bits)) => {
                let tree = Tree::new(bits, self.sentence(mention.span.start));
                let word = |child: Child| match child {
                    Child::Word(token) => conjunctions.contains(&token).then_some(token),
                    Child::Phrase(_) => None,
                };
                match tree.lowest(mention.span) {
                    Some(phrase) => tree.children(phrase).find_map(word),
                    // tokens that are not a phrase are treated as one that consists of the largest phrases among them
                    None => tree.pieces(mention.span).find_map(word),
                }
            }
        }
    }

    /// Whether a token is coordinated with a head: by its relation or, if there are no relations, as a
    /// conjunction.
    fn is_conjunct(&mut self, token: u32, head: u32) -> bool {
        let Some(above) = self.heads.governor(token) else { return false };
        match self.key.layers.at(Layer::Relation, token) {
            Some(relation) if relation != "_" => above == head && relation.starts_with("conj"),
            _ => {
                let joins = above == head || self.heads.governor(above) == Some(head);
                self.tag(token) == Some("CC") && joins
            }
        }
    }

    fn sentence(&self, token: u32) -> Span {
        let number = self.key.sentence_of(token);
        number.map_or(Span::new(0, self.key.tokens), |number| self.key.sentences[number])
    }

    fn tag(&self, token: u32) -> Option<&'a str> {
        self.key.layers.at(Layer::PartOfSpeech, token)
    }
}
