//! A second program for trees, heads and minimum spans, written plainly from the papers: nothing is shared with the library
//! but the documents.

#![allow(dead_code, reason = "every suite uses its part of it")]

pub(crate) mod nec;

use corefeval::document::{Document, Layer};

/// A phrase or a word.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Phrase(Phrase),
    Word(usize),
}

/// A phrase: its label without function tags, its tokens and its children.
#[derive(Clone, Debug)]
pub(crate) struct Phrase {
    pub(crate) label: String,
    pub(crate) tokens: (usize, usize),
    pub(crate) children: Vec<Node>,
}

/// A document with its trees.
pub(crate) struct Text {
    pub(crate) words: Vec<String>,
    pub(crate) tags: Vec<String>,
    pub(crate) names: Vec<String>,
    /// The sentence of each token.
    sentence: Vec<usize>,
    trees: Vec<Phrase>,
    pub(crate) reading: HeadReading,
}

/// How rules 1 and 7 for heads of noun phrases are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeadReading {
    /// The last word of the phrase, as the paper says.
    LastWord,
    /// The last child: rule 1 looks only at a word, rule 7 takes the head of a phrase.
    LastChild,
}

impl Text {
    pub(crate) fn new(document: &Document) -> Self {
        let column = |layer| -> Vec<String> {
            let column = document.layers().get(layer);
            column.map(|column| column.iter().map(str::to_owned).collect()).unwrap_or_default()
        };
        let bits = column(Layer::Parse);
        let mut sentence = vec![usize::MAX; document.tokens() as usize];
        let mut trees = Vec::new();
        for (number, span) in document.sentences().iter().enumerate() {
            let (start, end) = (span.start as usize, span.end as usize);
            sentence[start..end].fill(number);
            trees.push(tree(&bits, start, end));
        }
        let (words, tags, names) = (column(Layer::Word), column(Layer::PartOfSpeech), column(Layer::Name));
        Self { words, tags, names, sentence, trees, reading: HeadReading::LastWord }
    }

    fn tree_of(&self, start: usize, end: usize) -> Option<&Phrase> {
        let number = self.sentence[start];
        (self.sentence[end - 1] == number).then(|| &self.trees[number])
    }

    /// The phrases over exactly these tokens, the highest first.
    fn phrases(&self, start: usize, end: usize) -> Vec<&Phrase> {
        let mut found = Vec::new();
        let mut at = self.tree_of(start, end);
        while let Some(phrase) = at {
            if phrase.tokens == (start, end) && !phrase.label.is_empty() {
                found.push(phrase);
            }
            at = phrase.children.iter().find_map(|child| match child {
                Node::Phrase(inner) if inner.tokens.0 <= start && end <= inner.tokens.1 => Some(inner),
                _ => None,
            });
        }
        found
    }

    /// The largest phrases and the words that tokens are made of.
    pub(crate) fn pieces(&self, start: usize, end: usize) -> Vec<Node> {
        let mut found = Vec::new();
        if let Some(tree) = self.tree_of(start, end) {
            gather(tree, start, end, &mut found);
        }
        found
    }

    /// The children of the lowest phrase over these tokens; of a phrase of its own where they are none.
    pub(crate) fn children(&self, start: usize, end: usize) -> Vec<Node> {
        let lowest = self.phrases(start, end).pop();
        lowest.map_or_else(|| self.pieces(start, end), |phrase| phrase.children.clone())
    }

    fn label<'a>(&'a self, node: &'a Node) -> &'a str {
        match node {
            Node::Phrase(phrase) => &phrase.label,
            Node::Word(token) => self.tags.get(*token).map_or("", String::as_str),
        }
    }

    /// The head of a mention.
    pub(crate) fn head(&self, start: usize, end: usize) -> Option<usize> {
        let pieces;
        let mut node = match self.phrases(start, end).pop() {
            Some(phrase) => self.head_child(phrase),
            None => {
                pieces = self.pieces(start, end);
                self.noun_head(&pieces)?
            }
        };
        loop {
            match node {
                Node::Word(token) => return Some(token),
                Node::Phrase(phrase) => node = self.head_child(&phrase),
            }
        }
    }

    fn head_child(&self, phrase: &Phrase) -> Node {
        if ["NP", "NX", "NML"].contains(&phrase.label.as_str()) {
            return self.noun_head(&phrase.children).expect("a phrase has children");
        }
        let rule = COLLINS.lines().find(|line| line.split(' ').next() == Some(&phrase.label));
        let mut cells = rule.unwrap_or("X L").split(' ').skip(1);
        let from_left = cells.next() == Some("L");
        let mut places: Vec<usize> = (0..phrase.children.len()).collect();
        if !from_left {
            places.reverse();
        }
        let mut head = places[0];
        'labels: for label in cells {
            for &place in &places {
                if self.label(&phrase.children[place]) == label {
                    head = place;
                    break 'labels;
                }
            }
        }
        if head >= 2 && self.label(&phrase.children[head - 1]) == "CC" {
            head -= 2;
        }
        phrase.children[head].clone()
    }

    fn noun_head(&self, children: &[Node]) -> Option<Node> {
        let last_child = children.last()?;
        let last = last_word(last_child);
        let is_possessive = self.tags.get(last).is_some_and(|tag| tag == "POS");
        let rule_1 = match self.reading {
            HeadReading::LastWord => is_possessive,
            HeadReading::LastChild => is_possessive && matches!(last_child, Node::Word(_)),
        };
        if rule_1 {
            return Some(Node::Word(last));
        }
        let rules = [
            (false, "NN NNP NNPS NNS NX POS JJR"),
            (true, "NP"),
            (false, "$ ADJP PRN"),
            (false, "CD"),
            (false, "JJ JJS RB QP"),
        ];
        for (from_left, labels) in rules {
            let fits = |child: &&Node| labels.split(' ').any(|label| label == self.label(child));
            let found = if from_left { children.iter().find(fits) } else { children.iter().rev().find(fits) };
            if let Some(found) = found {
                return Some(found.clone());
            }
        }
        Some(match self.reading {
            HeadReading::LastWord => Node::Word(last),
            HeadReading::LastChild => last_child.clone(),
        })
    }

    /// The tokens of the minimum span of a mention.
    pub(crate) fn minimum(&self, start: usize, end: usize) -> Vec<usize> {
        let whole = || (start..end).collect::<Vec<usize>>();
        if self.tree_of(start, end).is_none() {
            return whole();
        }
        let own = Phrase { label: "X".to_owned(), tokens: (start, end), children: self.pieces(start, end) };
        let root = self.phrases(start, end).into_iter().next().unwrap_or(&own);
        let (mut level, accepted) = begin(root);
        while !level.is_empty() {
            let mut found: Vec<usize> = level.iter().flat_map(|phrase| self.runs(phrase)).collect();
            if !found.is_empty() {
                found.sort_unstable();
                return found;
            }
            level = phrases_below(&level, accepted);
        }
        whole()
    }

    /// The words directly in a phrase, in runs that have more than determiners, conjunctions and punctuation.
    fn runs(&self, phrase: &Phrase) -> Vec<usize> {
        let (mut all, mut run) = (Vec::new(), Vec::new());
        let mut end_run = |run: &mut Vec<usize>| {
            let counts = |token: &usize| {
                let tag = self.tags.get(*token).map_or("", String::as_str);
                let word = self.words[*token].as_str();
                let is_bracket = word.starts_with('-') && word.ends_with("RB-");
                let is_word = word == "%" || (!is_bracket && word.chars().any(char::is_alphanumeric));
                tag != "DT" && tag != "CC" && is_word
            };
            if run.iter().any(counts) {
                all.append(run);
            }
            run.clear();
        };
        for child in &phrase.children {
            match child {
                Node::Word(token) => run.push(*token),
                Node::Phrase(_) => end_run(&mut run),
            }
        }
        end_run(&mut run);
        all
    }
}

const NOUN: &[&str] = &["NP", "NML", "QP", "NX"];
const VERB: &[&str] = &["VP"];

/// Where the search for a minimum begins, and which phrases it goes through.
fn begin(root: &Phrase) -> (Vec<&Phrase>, &'static [&'static str]) {
    for accepted in [NOUN, VERB] {
        if accepted.contains(&root.label.as_str()) {
            return (vec![root], accepted);
        }
    }
    let mut level = vec![root];
    while !level.is_empty() {
        for accepted in [NOUN, VERB] {
            let found = phrases_below(&level, accepted);
            if !found.is_empty() {
                return (found, accepted);
            }
        }
        level = phrases_below(&level, &[]);
    }
    (Vec::new(), NOUN)
}

/// The phrases directly below some others that have one of these labels, or any.
fn phrases_below<'a>(level: &[&'a Phrase], accepted: &[&str]) -> Vec<&'a Phrase> {
    let phrase = |child: &'a Node| match child {
        Node::Phrase(phrase) => Some(phrase),
        Node::Word(_) => None,
    };
    let all = level.iter().flat_map(|phrase| &phrase.children).filter_map(phrase);
    all.filter(|phrase| accepted.is_empty() || accepted.contains(&phrase.label.as_str())).collect()
}

fn gather(phrase: &Phrase, start: usize, end: usize, found: &mut Vec<Node>) {
    for child in &phrase.children {
        let (first, after) = match child {
            Node::Word(token) => (*token, *token + 1),
            Node::Phrase(inner) => inner.tokens,
        };
        if start <= first && after <= end {
            found.push(child.clone());
        } else if let Node::Phrase(inner) = child
            && first < end
            && start < after
        {
            gather(inner, start, end, found);
        }
    }
}

fn last_word(node: &Node) -> usize {
    match node {
        Node::Word(token) => *token,
        Node::Phrase(phrase) => phrase.tokens.1 - 1,
    }
}

/// The tree of a sentence under a root without a label.
fn tree(bits: &[String], start: usize, end: usize) -> Phrase {
    let mut open = vec![Phrase { label: String::new(), tokens: (start, end), children: Vec::new() }];
    for token in start..end {
        let cell = bits.get(token).map_or("*", String::as_str);
        let (before, after) = cell.split_once('*').unwrap_or((cell, ""));
        for label in before.split('(').skip(1) {
            let label = label.trim_end_matches(')');
            let end = label.char_indices().find(|(at, letter)| *at > 0 && "-=|".contains(*letter));
            let label = end.map_or(label, |(at, _)| &label[..at]).to_owned();
            open.push(Phrase { label, tokens: (token, token), children: Vec::new() });
        }
        open.last_mut().expect("the root").children.push(Node::Word(token));
        for _ in after.matches(')') {
            close(&mut open, token + 1);
        }
    }
    while open.len() > 1 {
        close(&mut open, end);
    }
    open.pop().expect("the root")
}

fn close(open: &mut Vec<Phrase>, end: usize) {
    if open.len() > 1 {
        let mut phrase = open.pop().expect("more than the root");
        phrase.tokens.1 = end;
        open.last_mut().expect("the root").children.push(Node::Phrase(phrase));
    }
}

/// Collins (1999), appendix A: label, side from which children are searched, and labels that are sought in this order.
const COLLINS: &str = "\
ADJP L NNS QP NN $ ADVP JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB
ADVP R RB RBR RBS FW ADVP TO CD JJR JJ IN NP JJS NN
CONJP R CC RB IN
FRAG R
INTJ L
LST R LS :
NAC L NN NNS NNP NNPS NP NAC EX $ CD QP PRP VBG JJ JJS JJR ADJP FW
PP R IN TO VBG VBN RP FW
PRN L
PRT R RP
QP L $ IN NNS NN JJ RB DT CD NCD QP JJR JJS
RRC R VP NP ADVP ADJP PP
S L TO IN VP S SBAR ADJP UCP NP
SBAR L WHNP WHPP WHADVP WHADJP IN DT S SQ SINV SBAR FRAG
SBARQ L SQ S SINV SBARQ FRAG
SINV L VBZ VBD VBP VB MD VP S SINV ADJP NP
SQ L VBZ VBD VBP VB MD VP SQ
UCP R
VP L TO VBD VBN MD VBZ VB VBG VBP VP ADJP NN NNS NP
WHADJP L CC WRB JJ ADJP
WHADVP R CC WRB
WHNP L WDT WP WP$ WHADJP WHPP WHNP
WHPP R IN TO FW";
