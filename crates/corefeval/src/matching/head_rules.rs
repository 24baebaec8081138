//! Which word is the head of a phrase: the rules of Collins (1999, appendix A).
//!
//! For noun phrases, the rules are those stated by Moosavi et al. (2019); the first that applies is used:
//!
//! 1. the last word, if it is tagged POS;
//! 2. from the right, the first child that is NN, NNP, NNPS, NNS, NX, POS or JJR;
//! 3. from the left, the first NP;
//! 4. from the right, the first $, ADJP or PRN;
//! 5. from the right, the first CD;
//! 6. from the right, the first JJ, JJS, RB or QP;
//! 7. the last word.
//!
//! Other phrases have a list of labels: the first label that any child has is used, and if several children
//! have it, the first from the side where the search begins. If the head follows a conjunction, the child
//! before the conjunction is the head instead.

use crate::document::{Child, Column, Span, Tree};

/// From which side the children of a phrase are searched.
#[derive(Clone, Copy)]
enum Edge {
    Left,
    Right,
}
use Edge::{Left, Right};

/// The labels that are searched for in phrases other than noun phrases.
#[rustfmt::skip]
const TABLE: &[(&str, Edge, &[&str])] = &[
    ("ADJP", Left, &["NNS", "QP", "NN", "$", "ADVP", "JJ", "VBN", "VBG", "ADJP", "JJR", "NP", "JJS", "DT", "FW", "RBR", "RBS", "SBAR", "RB"]),
    ("ADVP", Right, &["RB", "RBR", "RBS", "FW", "ADVP", "TO", "CD", "JJR", "JJ", "IN", "NP", "JJS", "NN"]),
    ("CONJP", Right, &["CC", "RB", "IN"]),
    ("FRAG", Right, &[]),
    ("INTJ", Left, &[]),
    ("LST", Right, &["LS", ":"]),
    ("NAC", Left, &["NN", "NNS", "NNP", "NNPS", "NP", "NAC", "EX", "$", "CD", "QP", "PRP", "VBG", "JJ", "JJS", "JJR", "ADJP", "FW"]),
    ("PP", Right, &["IN", "TO", "VBG", "VBN", "RP", "FW"]),
    ("PRN", Left, &[]),
    ("PRT", Right, &["RP"]),
    ("QP", Left, &["$", "IN", "NNS", "NN", "JJ", "RB", "DT", "CD", "NCD", "QP", "JJR", "JJS"]),
    ("RRC", Right, &["VP", "NP", "ADVP", "ADJP", "PP"]),
    ("S", Left, &["TO", "IN", "VP", "S", "SBAR", "ADJP", "UCP", "NP"]),
    ("SBAR", Left, &["WHNP", "WHPP", "WHADVP", "WHADJP", "IN", "DT", "S", "SQ", "SINV", "SBAR", "FRAG"]),
    ("SBARQ", Left, &["SQ", "S", "SINV", "SBARQ", "FRAG"]),
    ("SINV", Left, &["VBZ", "VBD", "VBP", "VB", "MD", "VP", "S", "SINV", "ADJP", "NP"]),
    ("SQ", Left, &["VBZ", "VBD", "VBP", "VB", "MD", "VP", "SQ"]),
    ("UCP", Right, &[]),
    ("VP", Left, &["TO", "VBD", "VBN", "MD", "VBZ", "VB", "VBG", "VBP", "VP", "ADJP", "NN", "NNS", "NP"]),
    ("WHADJP", Left, &["CC", "WRB", "JJ", "ADJP"]),
    ("WHADVP", Right, &["CC", "WRB"]),
    ("WHNP", Left, &["WDT", "WP", "WP$", "WHADJP", "WHPP", "WHNP"]),
    ("WHPP", Right, &["IN", "TO", "FW"]),
];

/// Finds heads in trees whose tokens have these tags.
pub(super) struct HeadFinder<'a> {
    tags: Option<&'a Column>,
    children: Vec<Child>,
}

impl<'a> HeadFinder<'a> {
    pub(super) fn new(tags: Option<&'a Column>) -> Self {
        Self { tags, children: Vec::new() }
    }

    /// The head of the tokens of a mention: the head of the lowest phrase that covers exactly these tokens.
    ///
    /// If no phrase does, they count as a noun phrase made of the largest phrases and words among them.
    pub(super) fn head(&mut self, tree: &Tree<'_>, parts: &[Span]) -> Option<u32> {
        let phrase = match parts {
            [span] => tree.lowest(*span),
            _ => None,
        };
        let child = match phrase {
            Some(place) => Child::Phrase(place),
            None => {
                self.children.clear();
                self.children.extend(parts.iter().flat_map(|part| tree.pieces(*part)));
                self.noun_head(tree)?
            }
        };
        self.descend(tree, child)
    }

    /// Follows the heads of phrases down to a word.
    fn descend(&mut self, tree: &Tree<'_>, mut child: Child) -> Option<u32> {
        loop {
            match child {
                Child::Word(token) => return Some(token),
                Child::Phrase(place) => {
                    self.children.clear();
                    self.children.extend(tree.children(place));
                    child = self.head_child(tree, tree.phrase(place).category())?;
                }
            }
        }
    }

    fn head_child(&self, tree: &Tree<'_>, category: &str) -> Option<Child> {
        if matches!(category, "NP" | "NX" | "NML") {
            return self.noun_head(tree);
        }
        let rule = TABLE.iter().find(|(label, ..)| *label == category);
        let (from, labels) = rule.map_or((Left, &[][..]), |(_, from, labels)| (*from, *labels));
        let listed = labels.iter().find_map(|label| self.find(tree, from, &[label]));
        let head = listed.or_else(|| self.first_from(from))?;
        Some(self.children[self.before_conjunction(tree, head)])
    }

    fn noun_head(&self, tree: &Tree<'_>) -> Option<Child> {
        let last = last_word(tree, *self.children.last()?);
        if self.tag(last) == "POS" {
            return Some(Child::Word(last));
        }
        let rules: [(Edge, &[&str]); 5] = [
            (Right, &["NN", "NNP", "NNPS", "NNS", "NX", "POS", "JJR"]),
            (Left, &["NP"]),
            (Right, &["$", "ADJP", "PRN"]),
            (Right, &["CD"]),
            (Right, &["JJ", "JJS", "RB", "QP"]),
        ];
        let found = rules.iter().find_map(|(from, labels)| self.find(tree, *from, labels));
        Some(found.map_or(Child::Word(last), |place| self.children[place]))
    }

    /// The place of the first child that has one of the labels.
    fn find(&self, tree: &Tree<'_>, from: Edge, labels: &[&str]) -> Option<usize> {
        let fits = |child: &Child| labels.contains(&self.label(tree, *child));
        match from {
            Left => self.children.iter().position(fits),
            Right => self.children.iter().rposition(fits),
        }
    }

    fn first_from(&self, from: Edge) -> Option<usize> {
        match from {
            Left => (!self.children.is_empty()).then_some(0),
            Right => self.children.len().checked_sub(1),
        }
    }

    /// If the head follows a conjunction, the place of the conjunct before it; otherwise the place of the
    /// head.
    fn before_conjunction(&self, tree: &Tree<'_>, head: usize) -> usize {
        match head.checked_sub(2) {
            Some(before) if self.label(tree, self.children[head - 1]) == "CC" => before,
            _ => head,
        }
    }

    fn label<'t>(&self, tree: &Tree<'t>, child: Child) -> &'t str
    where
        'a: 't,
    {
        match child {
            Child::Phrase(place) => tree.phrase(place).category(),
            Child::Word(token) => self.tag(token),
        }
    }

    fn tag(&self, token: u32) -> &'a str {
        self.tags.and_then(|tags| tags.get(token as usize)).unwrap_or("")
    }
}

fn last_word(tree: &Tree<'_>, child: Child) -> u32 {
    match child {
        Child::Phrase(place) => tree.phrase(place).span.end.saturating_sub(1),
        Child::Word(token) => token,
    }
}

#[cfg(test)]
mod tests {
    use super::HeadFinder;
    use crate::document::{Column, Span, Tree};

    /// The head of a span in a sentence given as `word/TAG/bits`.
    fn head(rows: &str, start: u32, end: u32) -> &str {
        let cells: Vec<Vec<&str>> = rows.split(' ').map(|row| row.split('/').collect()).collect();
        let column = |index: usize| cells.iter().map(|row| row[index]).collect::<Column>();
        let (tags, bits) = (column(1), column(2));
        let tree = Tree::new(&bits, Span::new(0, bits.len() as u32));
        let token = HeadFinder::new(Some(&tags)).head(&tree, &[Span::new(start, end)]);
        token.map_or("", |token| cells[token as usize][0])
    }

    #[test]
    fn a_noun_phrase_is_headed_by_its_rightmost_noun() {
        assert_eq!(head("a/DT/(NP* tall/JJ/* garden/NN/* wall/NN/*)", 0, 4), "wall");
        assert_eq!(head("the/DT/(NP(NP* wall/NN/*) of/IN/(PP* Ur/NNP/(NP*)))", 0, 4), "wall");
    }

    #[test]
    fn a_possessive_is_headed_by_its_ending() {
        assert_eq!(head("Ann/NNP/(NP(NP* 's/POS/*) hat/NN/*)", 0, 2), "'s");
        assert_eq!(head("Ann/NNP/(NP(NP* 's/POS/*) hat/NN/*)", 0, 3), "hat");
    }

    #[test]
    fn numbers_and_adjectives_stand_in_for_nouns() {
        assert_eq!(head("the/DT/(NP* last/JJ/* two/CD/*)", 0, 3), "two");
        assert_eq!(head("the/DT/(NP* poor/JJ/*)", 0, 2), "poor");
        assert_eq!(head("nearly/RB/(NP(QP* 40/CD/*))", 0, 2), "nearly");
        assert_eq!(head("these/DT/(NP*)", 0, 1), "these");
    }

    #[test]
    fn other_phrases_follow_their_lists() {
        let rows = "to/TO/(S(VP* see/VB/(VP* Rome/NNP/(NP*))))";
        assert_eq!(head(rows, 0, 3), "to");
        assert_eq!(head(rows, 1, 3), "see");
        assert_eq!(head("in/IN/(PP* Rome/NNP/(NP*))", 0, 2), "in");
    }

    #[test]
    fn a_conjunct_gives_way_to_the_one_before() {
        assert_eq!(head("here/RB/(ADVP(ADVP*) and/CC/* there/RB/(ADVP*))", 0, 3), "here");
    }

    #[test]
    fn tokens_that_are_no_phrase_are_taken_as_a_noun_phrase() {
        let rows = "old/JJ/(NP(NP* men/NNS/*) from/IN/(PP* the/DT/(NP* sea/NN/*)))";
        assert_eq!(head(rows, 1, 4), "men");
    }

    #[test]
    fn names_may_share_their_heads_as_moosavi_et_al_2019_note() {
        let rows = "Mary/NNP/(NP(NP* Green/NNP/*) and/CC/* John/NNP/(NP* Green/NNP/*))";
        assert_eq!((head(rows, 0, 2), head(rows, 3, 5)), ("Green", "Green"));
    }
}
