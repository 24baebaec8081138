//! Minimum spans as CoVal computes them, including its defects.
//!
//! The published algorithm is in `minimum.rs`; this is what the program computes. The main differences:
//!
//! - The tree is built only from the bits of the mention, so phrases that are opened on its first token and
//!   closed after its last stay on top of it.
//! - A run of words before an opening bracket is lost unless one of them is all letters or all digits.
//! - Each run carries the number of the token at which it was cut. For a run before an opening bracket this
//!   is the token after the run.

use std::collections::VecDeque;

use super::python_characters::{is_digit, is_letter};

/// The columns of a sentence of the key that are needed, with a string for each token.
#[derive(Clone, Copy, Debug)]
pub struct Sentence<'s, 'a> {
    /// Column 4.
    pub words: &'s [&'a str],
    /// Column 5.
    pub tags: &'s [&'a str],
    /// Column 6.
    pub bits: &'s [&'a str],
}

/// What CoVal compares instead of start and end: sorted texts, each with the number of a token.
pub type MinimumSpans = Vec<(String, usize)>;

/// The tree that CoVal builds for a mention.
#[derive(Clone, Debug)]
pub struct MentionTree<'a> {
    nodes: Vec<Node<'a>>,
    root: usize,
}

/// A phrase, or a leaf: a run of words.
#[derive(Clone, Debug)]
struct Node<'a> {
    label: String,
    children: Vec<usize>,
    leaf: Option<Leaf<'a>>,
}

#[derive(Clone, Debug)]
struct Leaf<'a> {
    words: Vec<(&'a str, &'a str)>,
    stamp: usize,
}

/// The tree of the tokens from `first` to `last`; none if the file has no brackets there.
#[must_use]
pub fn mention_tree<'a>(sentence: &Sentence<'_, 'a>, first: usize, last: usize) -> Option<MentionTree<'a>> {
    let mut builder = Builder::default();
    for token in first..=last {
        builder.token = token;
        let word = sentence.words.get(token).copied().unwrap_or("");
        let tag = sentence.tags.get(token).copied().unwrap_or("");
        for character in sentence.bits.get(token).copied().unwrap_or("").chars() {
            builder.character(character, (word, tag));
        }
    }
    builder.finish()
}

/// The state while a tree is built from the bits, character by character.
#[derive(Default)]
struct Builder<'a> {
    nodes: Vec<Node<'a>>,
    open: Vec<usize>,
    roots: Vec<usize>,
    words: Vec<(&'a str, &'a str)>,
    /// The letters since the last phrase was made.
    label: String,
    /// Whether a bracket has been opened whose phrase has not been made yet.
    pending: bool,
    strays: usize,
    token: usize,
}

impl<'a> Builder<'a> {
    fn character(&mut self, character: char, word: (&'a str, &'a str)) {
        match character {
            '(' => {
                self.open_phrase();
                self.cut_before_bracket();
                self.pending = true;
            }
            ')' => {
                self.cut();
                self.close();
                self.pending = false;
            }
            '*' => {
                self.words.push(word);
                if !self.pending && !self.label.is_empty() {
                    self.add_stray_label();
                }
                self.open_phrase();
            }
            letter if is_letter(letter) => self.label.push(letter),
            _ => {}
        }
    }

    /// Makes the phrase whose label has been read, if a bracket was opened for it.
    fn open_phrase(&mut self) {
        if std::mem::take(&mut self.pending) {
            let label = std::mem::take(&mut self.label);
            self.push(Node { label, children: Vec::new(), leaf: None }, true);
        }
    }

    /// Adds a label outside brackets as a tree of its own. As in CoVal, it also remains as a prefix of the
    /// next label.
    fn add_stray_label(&mut self) {
        self.roots.push(self.nodes.len());
        self.nodes.push(Node { label: self.label.clone(), children: Vec::new(), leaf: None });
        self.strays += 1;
    }

    /// Makes a node a child of the innermost open node; if none is open, opens the node itself, even a leaf.
    fn push(&mut self, node: Node<'a>, open: bool) {
        let place = self.nodes.len();
        self.nodes.push(node);
        let above = self.open.last().copied();
        if let Some(above) = above {
            self.nodes[above].children.push(place);
        }
        if open || above.is_none() {
            self.open.push(place);
        }
    }

    /// Words before an opening bracket are lost unless one of them is plain.
    fn cut_before_bracket(&mut self) {
        if self.words.iter().any(|(word, _)| is_plain(word)) {
            self.cut();
        }
        self.words.clear();
    }

    /// Makes a leaf of the words read since the last bracket.
    fn cut(&mut self) {
        if !self.words.is_empty() {
            let words = std::mem::take(&mut self.words);
            let label = text(&words);
            let leaf = Some(Leaf { words, stamp: self.token });
            self.push(Node { label, children: Vec::new(), leaf }, false);
        }
    }

    fn close(&mut self) {
        if let Some(place) = self.open.pop()
            && self.open.is_empty()
        {
            self.roots.push(place);
        }
    }

    fn finish(mut self) -> Option<MentionTree<'a>> {
        self.cut();
        self.roots.extend(self.open.first());
        let root = match self.roots[..] {
            [] => return None,
            // a single stray label is not a tree
            [_] if self.strays > 0 => return None,
            [root] => root,
            _ => {
                self.nodes.push(Node { label: "NP".to_owned(), children: self.roots, leaf: None });
                self.nodes.len() - 1
            }
        };
        Some(MentionTree { nodes: self.nodes, root })
    }
}

fn text(words: &[(&str, &str)]) -> String {
    let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    words.join(" ")
}

/// Only letters, or only digits.
fn is_plain(word: &str) -> bool {
    !word.is_empty() && (word.chars().all(is_letter) || word.chars().all(is_digit))
}

/// The labels of the phrases that are searched, given by their first two characters.
#[derive(Clone, Copy, PartialEq)]
enum Tags {
    Noun,
    Verb,
}

impl Tags {
    fn of(label: &str) -> Option<Self> {
        match prefix(label) {
            "NP" | "NM" => Some(Self::Noun),
            "VP" => Some(Self::Verb),
            _ => None,
        }
    }

    fn accept(self, label: &str) -> bool {
        match self {
            Self::Noun => matches!(prefix(label), "NP" | "NM" | "QP" | "NX"),
            Self::Verb => prefix(label) == "VP",
        }
    }
}

/// The first two characters of a label.
fn prefix(label: &str) -> &str {
    label.char_indices().nth(2).map_or(label, |(end, _)| &label[..end])
}

impl<'a> MentionTree<'a> {
    /// The label of the root; the label of a leaf is its text.
    #[must_use]
    pub fn root_label(&self) -> &str {
        &self.nodes[self.root].label
    }

    /// The minimum spans; if there are none, the words of the mention with their places in it.
    ///
    /// These words come from the mention's own file if it has words, otherwise from the tree.
    #[must_use]
    pub fn minimum(&self, own_words: Option<&[&str]>) -> MinimumSpans {
        let mut found = self.valid_leaves();
        if found.is_empty() {
            found = match own_words {
                Some(words) => numbered(words.iter().copied()),
                None => numbered(self.words().into_iter()),
            };
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn valid_leaves(&self) -> MinimumSpans {
        let root = &self.nodes[self.root];
        if let Some(leaf) = root.leaf.as_ref().filter(|leaf| leaf.is_valid()) {
            return vec![leaf.spelled()];
        }
        let leaves = root.children.iter().filter_map(|&child| self.nodes[child].leaf.as_ref());
        let direct: MinimumSpans = leaves.filter(|leaf| leaf.is_valid()).map(Leaf::spelled).collect();
        if direct.is_empty() { self.leaves_further_down() } else { direct }
    }

    fn leaves_further_down(&self) -> MinimumSpans {
        let children = &self.nodes[self.root].children;
        let Some(tags) = self.tags_of_root() else { return Vec::new() };
        let is_top = |child: &&usize| {
            let node = &self.nodes[**child];
            !node.children.is_empty() && tags.accept(&node.label)
        };
        let mut found = Vec::new();
        for &top in children.iter().filter(is_top) {
            found.extend(self.shallowest(top, Some(tags)));
        }
        if !children.iter().any(|child| is_top(&child)) {
            found = self.shallowest(self.root, None);
        }
        found
    }

    /// The labels to search, determined by the root or else by its children; the first letters of a leaf
    /// count as a label.
    fn tags_of_root(&self) -> Option<Tags> {
        let root = &self.nodes[self.root];
        let below = || {
            let kinds = root.children.iter().filter_map(|&child| Tags::of(&self.nodes[child].label));
            let noun_first = |one: Tags, next: Tags| if one == Tags::Noun { one } else { next };
            kinds.reduce(noun_first).unwrap_or(Tags::Noun)
        };
        Tags::of(&root.label).or_else(|| (!root.children.is_empty()).then(below))
    }

    /// The valid leaves nearest to a node, breadth first. Without tags, the first noun or verb phrase met decides.
    fn shallowest(&self, from: usize, mut tags: Option<Tags>) -> MinimumSpans {
        let mut queue = VecDeque::from([(from, 0)]);
        let mut best = usize::MAX;
        let mut found = Vec::new();
        while let Some((place, depth)) = queue.pop_front() {
            let node = &self.nodes[place];
            if let Some(leaf) = &node.leaf {
                if place != from && depth <= best && leaf.is_valid() {
                    best = depth;
                    found.push(leaf.spelled());
                }
                continue;
            }
            tags = tags.or_else(|| Tags::of(&node.label));
            let accepted = tags.is_some_and(|tags| tags.accept(&node.label));
            if depth < best && (accepted || depth == 0 || tags.is_none()) {
                let queued =
                    node.children.iter().filter(|&&child| accepted || self.nodes[child].leaf.is_none());
                queue.extend(queued.map(|&child| (child, depth + 1)));
            }
        }
        found
    }

    /// The tree with a line for each node, indented by tabs.
    #[must_use]
    pub fn outline(&self) -> String {
        let mut outline = String::new();
        let mut left = vec![(self.root, 0)];
        while let Some((place, depth)) = left.pop() {
            let node = &self.nodes[place];
            outline.extend(std::iter::repeat_n('\t', depth));
            outline.push_str(&node.label);
            outline.push('\n');
            left.extend(node.children.iter().rev().map(|&child| (child, depth + 1)));
        }
        outline
    }

    /// The words that are in the tree, in order.
    #[must_use]
    pub fn words(&self) -> Vec<&'a str> {
        let mut words = Vec::new();
        let mut left = vec![self.root];
        while let Some(place) = left.pop() {
            let node = &self.nodes[place];
            match &node.leaf {
                Some(leaf) => words.extend(leaf.words.iter().map(|(word, _)| *word)),
                None => left.extend(node.children.iter().rev()),
            }
        }
        words
    }
}

fn numbered<'w>(words: impl Iterator<Item = &'w str>) -> MinimumSpans {
    words.enumerate().map(|(place, word)| (word.to_owned(), place)).collect()
}

impl Leaf<'_> {
    /// Whether one of its words could refer.
    fn is_valid(&self) -> bool {
        self.words.iter().any(|(word, tag)| {
            let spelled = *word == "%" || word.chars().any(|c| is_letter(c) || is_digit(c));
            spelled && !matches!(*word, "-LRB-" | "-RRB-") && !matches!(*tag, "CC" | "DT" | "IN")
        })
    }

    fn spelled(&self) -> (String, usize) {
        (text(&self.words), self.stamp)
    }
}

#[cfg(test)]
mod tests {
    use super::{MinimumSpans, Sentence, mention_tree};

    fn minimum(rows: &str, first: usize, last: usize) -> MinimumSpans {
        let cells: Vec<Vec<&str>> = rows.split(' ').map(|row| row.split('/').collect()).collect();
        let column = |index: usize| cells.iter().map(|row| row[index]).collect::<Vec<_>>();
        let (words, tags, bits) = (column(0), column(1), column(2));
        let sentence = Sentence { words: &words, tags: &tags, bits: &bits };
        let tree = mention_tree(&sentence, first, last);
        tree.map_or(Vec::new(), |tree| tree.minimum(Some(&words[first..=last])))
    }

    fn spans(expected: &[(&str, usize)]) -> MinimumSpans {
        expected.iter().map(|(text, stamp)| ((*text).to_owned(), *stamp)).collect()
    }

    #[test]
    fn a_run_cut_by_an_opening_bracket_carries_the_number_of_the_next_token() {
        let rows = "some/DT/(NP* red/JJ/* hats/NNS/* from/IN/(PP* Peru/NNP/(NP*)))";
        assert_eq!(minimum(rows, 0, 4), spans(&[("some red hats", 3)]));
        assert_eq!(minimum(rows, 0, 2), spans(&[("some red hats", 2)]));
    }

    #[test]
    fn a_hyphenated_word_before_a_bracket_is_lost() {
        assert_eq!(minimum("well-known/JJ/(NP* opera/NN/(NML*) singer/NN/*)", 0, 2), spans(&[("singer", 2)]));
    }

    #[test]
    fn numbers_that_are_neither_letters_nor_digits_do_not_count() {
        assert_eq!(minimum("二〇/CD/(NP* of/IN/(PP*))", 0, 1), spans(&[("of", 1), ("二〇", 0)]));
        assert_eq!(minimum("½/CD/(NP*)", 0, 0), spans(&[("½", 0)]));
    }

    #[test]
    fn a_lone_determiner_is_known_by_its_place_in_the_mention() {
        let rows = "That/DT/(S(NP*) beats/VBZ/(VP* that/DT/(NP*)))";
        assert_eq!(minimum(rows, 2, 2), spans(&[("that", 0)]));
    }

    #[test]
    fn without_brackets_there_is_no_tree() {
        assert_eq!(minimum("a/NN/- b/NN/-", 0, 1), spans(&[]));
    }

    #[test]
    fn without_words_of_its_own_a_mention_takes_those_of_the_tree() {
        let (words, tags, bits) = (["the", "this"], ["DT", "DT"], ["(NP*", "*)"]);
        let sentence = Sentence { words: &words, tags: &tags, bits: &bits };
        let tree = mention_tree(&sentence, 0, 1).unwrap();
        assert_eq!(tree.minimum(None), spans(&[("the", 0), ("this", 1)]));
        assert_eq!(tree.root_label(), "NP");
    }
}
