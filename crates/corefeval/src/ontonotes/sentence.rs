//! A sentence of a release: its leaves, and which of them are tokens.

use crate::document::{BracketedTree, Column, Span, TRACE, Tree};

/// A tree with its leaves, of which some are tokens of a document.
#[derive(Clone, Debug)]
pub(super) struct Sentence {
    pub(super) tree: BracketedTree,
    /// How many tokens there are before each leaf, and in all.
    before: Vec<u32>,
    /// The leaf of each word; traces are not words.
    words: Vec<usize>,
}

impl Sentence {
    /// Traces are not tokens; words that speakers took back are tokens only if they are kept.
    pub(super) fn new(tree: BracketedTree, keep_edited: bool) -> Self {
        let edited = if keep_edited { Vec::new() } else { edited(&tree.bits) };
        let (mut before, mut words, mut tokens) = (vec![0], Vec::new(), 0);
        for leaf in 0..tree.words.len() {
            let is_word = tree.tags.get(leaf) != Some(TRACE);
            if is_word {
                words.push(leaf);
            }
            tokens += u32::from(is_word && !edited.iter().any(|span| span.holds(leaf as u32)));
            before.push(tokens);
        }
        Self { tree, before, words }
    }

    /// How many leaves there are.
    pub(super) fn leaves(&self) -> usize {
        self.tree.words.len()
    }

    /// How many words there are.
    pub(super) fn word_count(&self) -> usize {
        self.words.len()
    }

    /// How many tokens there are.
    pub(super) fn tokens(&self) -> u32 {
        self.before.last().copied().unwrap_or(0)
    }

    /// The leaf of a word.
    pub(super) fn leaf_of(&self, word: usize) -> Option<usize> {
        self.words.get(word).copied()
    }

    /// The leaves that are tokens.
    pub(super) fn kept(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.leaves()).filter(|leaf| self.before[*leaf] < self.before[*leaf + 1])
    }

    /// The tokens in a range of leaves, if there are any.
    pub(super) fn span(&self, leaves: Span) -> Option<Span> {
        let place = |leaf: u32| self.before.get(leaf as usize).copied();
        let span = Span::new(place(leaves.start)?, place(leaves.end)?);
        (!span.is_empty()).then_some(span)
    }

    /// The leaves under the node that is `height` levels above a leaf.
    pub(super) fn node(&self, leaf: u32, height: u32) -> Option<Span> {
        if leaf as usize >= self.leaves() {
            return None;
        }
        let own = Span::new(leaf, leaf + 1);
        if height == 0 {
            return Some(own);
        }
        let tree = Tree::new(&self.tree.bits, Span::new(0, self.leaves() as u32));
        let mut above = tree.phrases().iter().rev().filter(|phrase| phrase.span.contains(own));
        above.nth(height as usize - 1).map(|phrase| phrase.span)
    }

    /// The brackets over the tokens, without function tags and without phrases that have no token.
    pub(super) fn bits(&self) -> Vec<String> {
        let (mut opened, mut closed) =
            (vec![String::new(); self.tokens() as usize], vec![0; self.tokens() as usize]);
        let tree = Tree::new(&self.tree.bits, Span::new(0, self.leaves() as u32));
        for phrase in tree.phrases() {
            if let Some(span) = self.span(phrase.span) {
                opened[span.start as usize].push_str(&format!("({}", phrase.category()));
                closed[span.end as usize - 1] += 1;
            }
        }
        opened.into_iter().zip(closed).map(|(opened, closed)| opened + "*" + &")".repeat(closed)).collect()
    }
}

/// The words that speakers took back.
fn edited(bits: &Column) -> Vec<Span> {
    let tree = Tree::new(bits, Span::new(0, bits.len() as u32));
    let phrases = tree.phrases().iter().filter(|phrase| phrase.category() == "EDITED");
    phrases.map(|phrase| phrase.span).collect()
}
