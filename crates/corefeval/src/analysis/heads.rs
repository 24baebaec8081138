//! Heads as Kummerfeld and Klein (2013) find them, by which their classes of errors are decided.
//!
//! They differ from the heads of [`matching`](crate::matching) in small ways: a child is also sought by the
//! tag of its head word, there is no special rule for conjunctions, and some phrases are searched from the
//! other side.

use crate::document::{Child, Column, Document, Layer, Mention, Span, Tree};
use crate::matching::HeadsOf;
use crate::selection::{WordClass, word_class};

/// The side from which the children of a phrase are searched, and the labels that are sought, the most
/// important first.
struct Search {
    label: &'static str,
    from_right: bool,
    sought: &'static [&'static str],
}

const fn from_right(label: &'static str, sought: &'static [&'static str]) -> Search {
    Search { label, from_right: true, sought }
}

const fn from_left(label: &'static str, sought: &'static [&'static str]) -> Search {
    Search { label, from_right: false, sought }
}

/// How to find the heads of phrases other than noun phrases; in a phrase that is not listed, the last child
/// is the head.
#[rustfmt::skip]
const TABLE: &[Search] = &[
    from_right("ADJP", &["NNS", "QP", "NN", "$", "ADVP", "JJ", "VBN", "VBG", "ADJP", "JJR", "NP", "JJS", "DT", "FW", "RBR", "RBS", "SBAR", "RB"]),
    from_left("ADVP", &["RB", "RBR", "RBS", "FW", "ADVP", "TO", "CD", "JJR", "JJ", "IN", "NP", "JJS", "NN"]),
    from_right("NAC", &["NN", "NNS", "NNP", "NNPS", "NP", "NAC", "EX", "$", "CD", "QP", "PRP", "VBG", "JJ", "JJS", "JJR", "ADJP", "FW"]),
    from_left("PP", &["IN", "TO", "VBG", "VBN", "RP", "FW"]),
    from_right("QP", &["$", "IN", "NNS", "NN", "JJ", "RB", "DT", "CD", "NCD", "QP", "JJR", "JJS"]),
    from_right("S", &["TO", "IN", "VP", "S", "SBAR", "ADJP", "UCP", "NP"]),
    from_right("SBAR", &["WHNP", "WHPP", "WHADVP", "WHADJP", "IN", "DT", "S", "SQ", "SINV", "SBAR", "FRAG"]),
    from_right("VP", &["TO", "VBD", "VBN", "MD", "VBZ", "VB", "VBG", "VBP", "VP", "ADJP", "NN", "NNS", "NP"]),
    from_right("WHNP", &["WDT", "WP", "WP$", "WHADJP", "WHPP", "WHNP"]),
    from_left("WHPP", &["IN", "TO", "FW"]),
];

/// The searches in a noun phrase, in order: whether from the right, and for which labels.
const NOUN: [(bool, &[&str]); 5] = [
    (true, &["NN", "NNP", "NNPS", "NNS", "NX", "POS", "JJR"]),
    (false, &["NP", "NML"]),
    (true, &["$", "ADJP", "PRN"]),
    (true, &["CD"]),
    (true, &["JJ", "JJS", "RB", "QP"]),
];

/// Finds heads with the trees of a document, or with what it has instead.
pub(super) struct Heads<'a> {
    key: &'a Document,
    tags: Option<&'a Column>,
    bits: Option<&'a Column>,
    others: HeadsOf<'a>,
    tree: Tree<'a>,
    /// The head token of each phrase of the tree.
    found: Vec<u32>,
    sentence: Option<Span>,
}

impl<'a> Heads<'a> {
    /// Heads by the trees of the key; if it has none, by what files name, dependencies, tags, or the last token.
    pub(super) fn new(key: &'a Document) -> Self {
        let bits = key.layers.get(Layer::Parse).filter(|bits| bits.iter().any(|cell| cell.contains('(')));
        let tags = key.layers.get(Layer::PartOfSpeech);
        let others = HeadsOf::new(key);
        Self { key, tags, bits, others, tree: Tree::default(), found: Vec::new(), sentence: None }
    }

    /// The head of a mention of `document` that has the tokens `span` of the key; fastest in the order of the text.
    pub(super) fn head(&mut self, document: &Document, mention: &Mention, span: Span) -> u32 {
        let last = span.end.saturating_sub(1);
        if span.len() <= 1 {
            return last;
        }
        match self.bits {
            Some(bits) => {
                self.enter(bits, span.start);
                self.tree.lowest(span).map_or(last, |place| self.found[place as usize])
            }
            None => self.without_tree(document, mention, span).unwrap_or(last),
        }
    }

    /// The head that the file names or dependencies give, else the last noun.
    fn without_tree(&mut self, document: &Document, mention: &Mention, span: Span) -> Option<u32> {
        let other = self.others.head(document, mention).filter(|head| span.holds(*head));
        let is_noun = |token: &u32| {
            let tag = self.tags.and_then(|tags| tags.get(*token as usize));
            matches!(tag.and_then(word_class), Some(WordClass::Noun | WordClass::ProperNoun))
        };
        other.or_else(|| (span.start..span.end).rev().find(is_noun))
    }

    fn enter(&mut self, bits: &'a Column, token: u32) {
        if self.sentence.is_some_and(|sentence| sentence.holds(token)) {
            return;
        }
        let number = self.key.sentence_of(token);
        let sentence = number.map_or(Span::new(0, self.key.tokens), |number| self.key.sentences[number]);
        self.tree.read(bits, sentence);
        self.sentence = Some(sentence);
        self.found.clear();
        self.found.resize(self.tree.phrases().len(), 0);
        // phrases come before those inside them
        for place in (0..self.tree.phrases().len()).rev() {
            self.found[place] = self.head_of(place as u32);
        }
    }

    /// The head of a phrase; the heads of the phrases inside it are already known.
    fn head_of(&self, place: u32) -> u32 {
        let children: Vec<Child> = self.tree.children(place).collect();
        let category = self.tree.phrase(place).category();
        let found = match TABLE.iter().find(|search| search.label == category) {
            _ if matches!(category, "NP" | "NML") => self.noun_head(&children),
            Some(search) => self.searched(&children, search),
            None => children.last().copied(),
        };
        found.map_or(0, |child| self.head_word(child))
    }

    fn searched(&self, children: &[Child], search: &Search) -> Option<Child> {
        let mut sought = search.sought.iter();
        let found = sought.find_map(|label| self.find(children, search.from_right, &[label]));
        found.or(if search.from_right { children.last() } else { children.first() }.copied())
    }

    fn noun_head(&self, children: &[Child]) -> Option<Child> {
        let last = *children.last()?;
        if self.tag(last) == "POS" {
            return Some(last);
        }
        Some(NOUN.iter().find_map(|(right, labels)| self.find(children, *right, labels)).unwrap_or(last))
    }

    fn find(&self, children: &[Child], from_right: bool, labels: &[&str]) -> Option<Child> {
        let fits = |child: &&Child| {
            let own = match child {
                Child::Phrase(place) => self.tree.phrase(*place).category(),
                Child::Word(_) => "",
            };
            labels.contains(&own) || labels.contains(&self.tag(**child))
        };
        let mut children = children.iter();
        if from_right { children.rfind(fits) } else { children.find(fits) }.copied()
    }

    fn head_word(&self, child: Child) -> u32 {
        match child {
            Child::Phrase(place) => self.found[place as usize],
            Child::Word(token) => token,
        }
    }

    /// The tag of a child's head word.
    fn tag(&self, child: Child) -> &'a str {
        self.tags.and_then(|tags| tags.get(self.head_word(child) as usize)).unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::Heads;
    use crate::document::{Document, Layer, Mention, Span};

    /// The head of all tokens of a sentence, given as words with tags and bits.
    fn head(tokens: &[(&str, &str)]) -> u32 {
        let mut builder = Document::builder("d");
        builder.tokens(tokens.len()).sentence(0..tokens.len() as u32);
        builder.layer(Layer::PartOfSpeech, tokens.iter().map(|(tag, _)| tag));
        builder.layer(Layer::Parse, tokens.iter().map(|(_, bits)| bits));
        let document = builder.build().unwrap();
        let span = Span::new(0, tokens.len() as u32);
        Heads::new(&document).head(&document, &Mention::new(span, 0), span)
    }

    #[test]
    fn a_possessive_is_the_head_of_its_phrase() {
        assert_eq!(head(&[("DT", "(NP*"), ("NN", "*"), ("POS", "*)")]), 2);
    }

    #[test]
    fn the_last_noun_counts_though_it_is_inside_a_phrase() {
        // (NP (NP a page) (PP from (NP the diary))): the tag of the first NP's head is NN, that of the PP is IN
        let page = [("DT", "(NP(NP*"), ("NN", "*)"), ("IN", "(PP*"), ("DT", "(NP*"), ("NN", "*)))")];
        assert_eq!(head(&page), 1);
        // of two conjuncts the last has the rightmost noun
        assert_eq!(head(&[("NN", "(NP(NP*)"), ("CC", "*"), ("NN", "(NP*))")]), 2);
    }

    #[test]
    fn a_prepositional_phrase_is_searched_from_the_left_and_a_clause_from_the_right() {
        assert_eq!(head(&[("IN", "(PP*"), ("NN", "(NP*))")]), 0);
        assert_eq!(head(&[("VBD", "(VP*"), ("CC", "*"), ("VBD", "*)")]), 2);
        assert_eq!(head(&[("UH", "(INTJ*"), (",", "*"), ("UH", "*)")]), 2);
    }

    #[test]
    fn what_is_no_phrase_has_its_last_token() {
        assert_eq!(head(&[("NN", "(NP*)"), ("VBD", "(VP*)")]), 1);
    }
}
