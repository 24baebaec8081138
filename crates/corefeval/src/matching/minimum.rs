//! Minimum spans of mentions by the MINA algorithm (Moosavi, Born, Poesio and Strube 2019).
//!
//! The search starts at the phrase that is the mention and goes down breadth first through noun phrases (or
//! through verb phrases if the mention is a verb phrase). The words nearest to the top are the minimum. A run
//! of words that are children of one phrase is taken or skipped as a whole. It is skipped if it contains only
//! determiners, conjunctions and punctuation.
//!
//! ```text
//! (NP (NP a page) (PP from (NP the diary)))        minimum: a page
//! ```

use super::free::push_joined;
use super::minimums_of::MinimumsOf;
use crate::choice::choice;
use crate::document::{Child, Column, Document, Mention, Span, Tree};

choice! {
    /// Which runs of words cannot be a minimum.
    Reading {
        /// Those of nothing but determiners, conjunctions and punctuation.
        WithoutPunctuation = "mina",
        /// Those of only determiners and conjunctions, the literal reading of the paper.
        Literal = "mina-literal",
    }
}

/// The minimum of one mention by the trees of its document, or by its dependencies if it has no trees: spans
/// in order that do not touch.
///
/// If there is neither, and for a mention that extends into another sentence, the minimum is the whole
/// mention.
#[must_use]
pub fn of_mention(document: &Document, mention: &Mention) -> Vec<Span> {
    of_mention_by(Reading::WithoutPunctuation, document, mention)
}

/// The minimum of one mention under this reading of the paper.
#[must_use]
pub fn of_mention_by(reading: Reading, document: &Document, mention: &Mention) -> Vec<Span> {
    MinimumsOf::new(document, reading).minimum(mention).0
}

/// Finds the minimum spans of mentions in one sentence after another.
pub(super) struct Minimums<'a> {
    words: Option<&'a Column>,
    tags: Option<&'a Column>,
    level: Vec<u32>,
    below: Vec<u32>,
}

/// The phrases that may be walked into.
#[derive(Clone, Copy)]
enum Kind {
    Noun,
    Verb,
}

impl Kind {
    fn of(category: &str) -> Option<Self> {
        match category {
            "NP" | "NML" | "QP" | "NX" => Some(Self::Noun),
            "VP" => Some(Self::Verb),
            _ => None,
        }
    }

    fn accepts(self, category: &str) -> bool {
        match self {
            Self::Noun => matches!(category, "NP" | "NML" | "QP" | "NX"),
            Self::Verb => category == "VP",
        }
    }
}

impl<'a> Minimums<'a> {
    pub(super) fn new(words: Option<&'a Column>, tags: Option<&'a Column>) -> Self {
        Self { words, tags, level: Vec::new(), below: Vec::new() }
    }

    /// Adds the minimum of a mention with these parts to `out`: spans in order that do not touch.
    ///
    /// If no phrase under the mention is suitable, adds the whole mention and returns false.
    pub(super) fn push(&mut self, tree: &Tree<'_>, parts: &[Span], out: &mut Vec<Span>) -> bool {
        let first = out.len();
        self.start(tree, parts);
        if let Some(kind) = self.descend_to_phrases(tree) {
            self.collect(tree, kind, out);
        }
        let found = out.len() > first;
        if !found {
            for &part in parts {
                push_joined(part, first, out);
            }
        }
        found
    }

    /// Starts at the top of the mention: at the phrase that it is, or else at its pieces under a root made
    /// for them.
    fn start(&mut self, tree: &Tree<'_>, parts: &[Span]) {
        self.level.clear();
        match parts {
            [span] if tree.highest(*span).is_some() => self.level.extend(tree.highest(*span)),
            _ => {
                let pieces = parts.iter().flat_map(|part| tree.pieces(*part));
                self.level.extend(pieces.filter_map(phrase));
            }
        }
    }

    /// Goes down to the first level that has a noun phrase, or else a verb phrase, and returns which of the
    /// two it is.
    fn descend_to_phrases(&mut self, tree: &Tree<'_>) -> Option<Kind> {
        while !self.level.is_empty() {
            let kinds = self.level.iter().filter_map(|&place| Kind::of(tree.phrase(place).category()));
            let noun_first = |one, next| if matches!(one, Kind::Noun) { one } else { next };
            if let Some(kind) = kinds.reduce(noun_first) {
                return Some(kind);
            }
            self.below.clear();
            self.below.extend(self.level.iter().flat_map(|&place| tree.children(place)).filter_map(phrase));
            std::mem::swap(&mut self.level, &mut self.below);
        }
        None
    }

    /// Adds the acceptable runs of words of the first level that has any.
    fn collect(&mut self, tree: &Tree<'_>, kind: Kind, out: &mut Vec<Span>) {
        let first = out.len();
        while out.len() == first && !self.level.is_empty() {
            self.below.clear();
            for index in 0..self.level.len() {
                let place = self.level[index];
                if kind.accepts(tree.phrase(place).category()) {
                    self.runs(tree, place, first, out);
                    self.below.extend(tree.children(place).filter_map(phrase));
                }
            }
            std::mem::swap(&mut self.level, &mut self.below);
        }
    }

    /// Adds the acceptable runs of words that are children of a phrase.
    fn runs(&self, tree: &Tree<'_>, place: u32, first: usize, out: &mut Vec<Span>) {
        let mut run = Span::default();
        let mut content = false;
        for child in tree.children(place) {
            match child {
                Child::Word(token) if run.end == token && !run.is_empty() => run.end = token + 1,
                Child::Word(token) => (run, content) = (Span::new(token, token + 1), false),
                Child::Phrase(_) => {
                    flush(run, content, first, out);
                    (run, content) = (Span::default(), false);
                    continue;
                }
            }
            content = content || self.is_content(run.end - 1);
        }
        flush(run, content, first, out);
    }

    /// Whether a word can be the minimum: it is not a determiner, a conjunction or punctuation.
    fn is_content(&self, token: u32) -> bool {
        let at = |column: Option<&'a Column>| column.and_then(|column| column.get(token as usize));
        let function = at(self.tags).is_some_and(|tag| matches!(tag, "DT" | "CC"));
        !function && at(self.words).is_none_or(is_spelled)
    }
}

fn phrase(child: Child) -> Option<u32> {
    match child {
        Child::Phrase(place) => Some(place),
        Child::Word(_) => None,
    }
}

fn flush(run: Span, content: bool, first: usize, out: &mut Vec<Span>) {
    if content {
        push_joined(run, first, out);
    }
}

/// Whether a word has a character that is not punctuation.
fn is_spelled(word: &str) -> bool {
    let bracket = word.starts_with('-') && word.ends_with("RB-");
    !bracket && (word == "%" || word.chars().any(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::of_mention;
    use crate::document::{Document, Layer, Mention, Span};

    /// The words of the minimum, in a sentence given as `word/TAG/bits`.
    fn minimum(rows: &str, start: u32, end: u32) -> String {
        let mut document = Document::default();
        for row in rows.split_whitespace() {
            let layers = [Layer::Word, Layer::PartOfSpeech, Layer::Parse];
            for (layer, cell) in layers.into_iter().zip(row.split('/')) {
                document.layers.get_or_insert(layer).push(cell);
            }
            document.tokens += 1;
        }
        document.sentences.push(Span::new(0, document.tokens));
        let spans = of_mention(&document, &Mention::new(Span::new(start, end), 0));
        let texts: Vec<String> = spans.iter().filter_map(|span| document.text(*span)).collect();
        texts.join(" ")
    }

    #[test]
    fn what_hangs_from_a_preposition_is_left_out() {
        let rows = "a/DT/(NP(NP* page/NN/*) from/IN/(PP* the/DT/(NP* diary/NN/*)))";
        assert_eq!(minimum(rows, 0, 5), "a page");
    }

    #[test]
    fn conjuncts_of_one_depth_are_one_minimum() {
        let rows = "my/PRP$/(NP(NP* aunt/NN/*) and/CC/* her/PRP$/(NP* parrot/NN/*))";
        assert_eq!(minimum(rows, 0, 5), "my aunt her parrot");
    }

    #[test]
    fn of_conjuncts_the_shallowest_counts() {
        let rows = "Eve/NNP/(NP(NP(NP*) of/IN/(PP* Kent/NNP/(NP*))) and/CC/* Tom/NNP/(NP*))";
        assert_eq!(minimum(rows, 0, 5), "Tom");
    }

    #[test]
    fn words_beside_nested_modifiers_are_the_minimum() {
        let rows = "Oslo/NNP/(NP(NP* 's/POS/*) new/JJ/* deep/JJ/(NML(NML* sea/NN/*) port/NN/*) quarter/NN/*)";
        assert_eq!(minimum(rows, 0, 7), "new quarter");
    }

    #[test]
    fn an_apposition_has_both_its_names() {
        let rows = "a/DT/(NP(NP(NP* cook/NN/*) called/VBN/(VP* Ida/NNP/(NP*))) ,/,/* \
                    the/DT/(NP(NP* pride/NN/*) of/IN/(PP* Bergen/NNP/(NP*))))";
        assert_eq!(minimum(rows, 0, 9), "a cook the pride");
    }

    #[test]
    fn a_quantity_may_be_all_there_is() {
        let rows = "40/CD/(NP(NP(QP* million/CD/*)) in/IN/(PP* gold/NN/(NP*)))";
        assert_eq!(minimum(rows, 0, 4), "40 million");
    }

    #[test]
    fn a_span_that_is_no_phrase_is_put_under_a_root_of_its_own() {
        let rows = "We/PRP/(S(NP*) met/VBD/(VP* old/JJ/(NP* friends/NNS/*) in/IN/(PP* Oslo/NNP/(NP*))))";
        assert_eq!(minimum(rows, 2, 6), "old friends");
    }

    #[test]
    fn a_verb_phrase_is_walked_through_verb_phrases() {
        let rows = "They/PRP/(S(NP*) will/MD/(VP* leave/VB/(VP* Rome/NNP/(NP*))))";
        assert_eq!(minimum(rows, 1, 4), "will");
        assert_eq!(minimum(rows, 2, 4), "leave");
    }

    #[test]
    fn where_nothing_will_do_the_minimum_is_all_of_it() {
        assert_eq!(minimum("those/DT/(NP*)", 0, 1), "those");
        assert_eq!(minimum("a/DT/- b/NN/-", 0, 2), "a b");
        assert_eq!(minimum("``/``/(NP* Peru/NNP/(NP*) ''/''/*)", 0, 3), "Peru");
    }

    /// Minimum spans in the figures of Moosavi et al. 2019: the number, the phrase and its tree, the minimum.
    const FIGURES: &[(&str, &str, &str)] = &[
        (
            "1",
            "an/DT/(NP(NP* extensive/JJ/* presence/NN/*) ,/,/* of/IN/(PP* course/NN/(NP*)) in/IN/(PP* this/DT/(NP* \
             country/NN/*)))",
            "an extensive presence",
        ),
        (
            "2",
            "an/DT/(NP(NP* extensive/JJ/* presence/NN/*) ,/,/* of/IN/(PP* course/NN/(NP(NP*) in/IN/(PP* this/DT/(NP* \
             country/NN/*)))))",
            "an extensive presence",
        ),
        (
            "3",
            "a/DT/(NP(NP* copy/NN/*) of/IN/(PP* the/DT/(NP* statement/NN/*)) from/IN/(PP* the/DT/(NP* \
             newspapers/NNS/*)))",
            "a copy",
        ),
        (
            "4",
            "Shantou/NNP/(NP(NP* 's/POS/*) new/JJ/* high/JJ/(NML(NML(NML* level/NN/*) technology/NN/*) \
             development/NN/*) zone/NN/*)",
            "new zone",
        ),
        (
            "5",
            "a/DT/(NP(NP(NP* man/NN/*) named/VBN/(VP* Cornelius/NNP/(NP*))) a/DT/(NP(NP* Roman/JJ/* army/NN/* \
             officer/NN/*) in/IN/(PP* the/DT/(NP* Italian/JJ/* unit/NN/*))))",
            "a man a Roman army officer",
        ),
        (
            "6",
            "Joran/NNP/(NP(NP* Van/NNP/* Der/NNP/* Sloot/NNP/*) ,/,/* Deepak/NNP/(NP* Kalpoe/NNP/*) and/CC/* \
             Satish/NNP/(NP* Kalpoe/NNP/*))",
            "Joran Van Der Sloot Deepak Kalpoe Satish Kalpoe",
        ),
        (
            "9",
            "many/JJ/(NP* big/JJ/* oil/NN/(UCP* ,/,/* chemical/JJ/* and/CC/* airline/NN/*) companies/NNS/*)",
            "many big companies",
        ),
        (
            "10",
            "American/NNP/(S(NP*) 's/VBZ/(VP* more/JJR/(NP(QP* than/IN/* 10000/CD/*) flight/NN/* attendants/NNS/*)))",
            "American",
        ),
        (
            "11",
            "the/DT/(NP(NP* first/JJ/*) time/NN/(SBAR(WHNP(NP*) since/IN/(PP* January/NNP/(NP* 1987/CD/*)))))",
            "the first",
        ),
        (
            "12a",
            "268/CD/(NP(QP* million/CD/*) in/IN/(PP* cash/NN/(NP(NP*) and/CC/* marketable/JJ/(NP* \
             securities/NNS/*))))",
            "268 million",
        ),
        ("12b", "329/CD/(NP(NP(QP* million/CD/*)) in/IN/(PP* cash/NN/(NP*)))", "329 million"),
    ];

    #[test]
    fn the_figures_of_moosavi_et_al_2019() {
        for (number, rows, expected) in FIGURES {
            let tokens = rows.split_whitespace().count() as u32;
            assert_eq!(minimum(rows, 0, tokens), *expected, "figure {number}");
        }
    }

    #[test]
    fn boundaries_that_moosavi_et_al_2019_forgive() {
        // their example 2: what follows a comma was analysed as an apposition
        let owing = "the/DT/(S(NP* Netherlands/NNP/*) ,/,/* owing/VBG/(PP* ,/,/* in/IN/(PP* part/NN/(NP*))))";
        assert_eq!(minimum(owing, 0, 4), minimum(owing, 0, 2));
        // their examples 3 and 4: a comma too many, a verb too many
        let comma = "Le/NNP/(NP(NP* Courrier/NNP/* du/NNP/* Sud/NNP/*) ,/,/* published/VBN/(VP*))";
        assert_eq!(minimum(comma, 0, 5), minimum(comma, 0, 4));
        let verb = "Pierce/NNP/(S(NP* College/NNP/*) sheltered/VBD/(VP* horses/NNS/(NP*)))";
        assert_eq!(minimum(verb, 0, 3), minimum(verb, 0, 2));
        // example 5: quotation marks, which would not be tolerated if they could be a minimum
        let quoted = "``/``/(NP* Investment/NNP/(NP* Canada/NNP/*) ''/''/*)";
        assert_eq!(minimum(quoted, 0, 4), minimum(quoted, 1, 3));
        // example 6: a quantity that was left out
        let many = "nearly/RB/(NP(QP* 6.8/CD/* million/CD/*) Canadians/NNPS/*)";
        assert_eq!(minimum(many, 0, 4), minimum(many, 3, 4));
    }
}
