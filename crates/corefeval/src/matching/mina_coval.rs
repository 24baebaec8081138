//! The same minimum span as CoVal computes it, including its defects.
//!
//! ```text
//! tree       (NP some red hats (PP from (NP Peru)))
//! tokens     some  red  hats  from  Peru
//! key       [some  red  hats  from  Peru]     minimum: `some red hats`, cut at token 3
//! response  [some  red  hats]                 minimum: `some red hats`, cut at token 2: no match
//! ```
//!
//! Mentions of one sentence with the same minimum span are joined, those with the same tokens first, then in text order.
//! How CoVal treats several mentions with the same minimum span is part of repeated mentions, not of
//! matching.

use super::coval_minimum::{MentionTree, MinimumSpans, Sentence, mention_tree};
use super::needs::{SYNTAX_LAYERS, TREES};
use super::{Alignment, Join, Rule, Sameness, Side, exact};
use crate::document::{Document, Layer, Mention, Span, Wanted};

/// The rule.
pub(super) const MINA_COVAL: Rule = Rule {
    name: "mina-coval",
    summary: "they have the same minimum span as computed by CoVal, with its bugs",
    citation: "CoVal",
    needs: &TREES,
    wanted_key: SYNTAX_LAYERS,
    wanted_response: Wanted::MENTIONS.and(Layer::Word).and(Layer::PartOfSpeech),
    join: Join::Plain(join),
    sameness: Sameness::WhenLookedUp(repeated),
};

/// How CoVal identifies a mention: by the number of its sentence and its minimum span.
type Mark = (usize, MinimumSpans);

/// Matches mentions that have the same minimum span, first those that also have the same tokens. Mentions
/// without a tree are matched only by their tokens.
fn join(key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment) {
    // CoVal does not support zeros: if either side has zeros, mentions are identified by their tokens
    let plain = key.document.zeros.is_empty() && response.document.zeros.is_empty();
    let marks = |side: &Side<'_>| if plain { marks(side, key.document) } else { Vec::new() };
    let (key_marks, response_marks) = (marks(key), marks(response));
    let spelled = |side: &Side<'_>, marks: &[(Mark, u32)]| -> Vec<((Mark, u64), u32)> {
        let token = |place: u32| exact::span_key(&side.mentions[place as usize]);
        let mut spelled: Vec<_> =
            marks.iter().map(|(mark, place)| ((mark.clone(), token(*place)), *place)).collect();
        spelled.sort_unstable();
        spelled
    };
    join_equal(spelled(key, &key_marks), spelled(response, &response_marks), alignment);
    let is_free = |place: &u32| alignment.of_key(*place as usize).is_none();
    let key_left: Vec<_> = key_marks.iter().filter(|(_, place)| is_free(place)).cloned().collect();
    let is_free = |place: &u32| alignment.of_response(*place as usize).is_none();
    let response_left = response_marks.iter().filter(|(_, place)| is_free(place)).cloned().collect();
    join_equal(key_left, response_left, alignment);
    join_unmarked((key, &key_marks), (response, &response_marks), alignment);
}

/// Joins the mentions with equal marks in two sorted lists, the first with the first.
fn join_equal<T: Ord>(key: Vec<(T, u32)>, response: Vec<(T, u32)>, alignment: &mut Alignment) {
    let mut left = response.into_iter().peekable();
    for (mark, place) in key {
        while left.next_if(|(other, _)| *other < mark).is_some() {}
        if let Some((_, twin)) = left.next_if(|(other, _)| *other == mark) {
            alignment.join(place as usize, twin as usize);
        }
    }
}

/// A side and the marks of its mentions.
type Marked<'m, 'a> = (&'m Side<'a>, &'m [(Mark, u32)]);

/// Joins mentions that have no mark by their tokens.
fn join_unmarked(key: Marked<'_, '_>, response: Marked<'_, '_>, alignment: &mut Alignment) {
    let (key_marked, response_marked) = (marked(key.0, key.1), marked(response.0, response.1));
    if key_marked.iter().all(|marked| *marked) || response_marked.iter().all(|marked| *marked) {
        return;
    }
    for (k, r) in exact::align(key.0, response.0).twins() {
        if !key_marked[k] && !response_marked[r] {
            alignment.join(k, r);
        }
    }
}

/// Whether each mention of a side has a mark.
fn marked(side: &Side<'_>, marks: &[(Mark, u32)]) -> Vec<bool> {
    let mut marked = vec![false; side.mentions.len()];
    for (_, place) in marks {
        marked[*place as usize] = true;
    }
    marked
}

/// Groups of mentions with the same minimum span, or with the same tokens if they have no minimum span.
fn repeated(side: &Side<'_>, syntax: &Document) -> Vec<Vec<u32>> {
    let marks = marks(side, syntax);
    let groups = marks.chunk_by(|one, next| one.0 == next.0).filter(|group| group.len() > 1);
    let mut groups: Vec<Vec<u32>> =
        groups.map(|group| group.iter().map(|(_, place)| *place).collect()).collect();
    let is_marked = marked(side, &marks);
    let same_tokens = exact::same_tokens(side).into_iter();
    groups.extend(same_tokens.filter(|group| group.iter().all(|&place| !is_marked[place as usize])));
    groups
}

/// The sorted marks of all mentions that have one, each with the place of its mention.
fn marks(side: &Side<'_>, syntax: &Document) -> Vec<(Mark, u32)> {
    let plain = side.document.zeros.is_empty() && syntax.zeros.is_empty();
    let Some(mut finder) = Finder::new(syntax).filter(|_| plain) else { return Vec::new() };
    let mention = |(place, mention): (u32, &Mention)| Some((finder.mark(side.document, mention)?, place));
    let mut marks: Vec<(Mark, u32)> = (0..).zip(side.mentions.iter()).filter_map(mention).collect();
    marks.sort_unstable();
    marks
}

/// Whether CoVal treats each mention as a verb phrase: the tree that it builds for the mention is a VP.
#[must_use]
pub fn verbal_as_coval(side: &Side<'_>, syntax: &Document) -> Vec<bool> {
    let plain = side.document.zeros.is_empty() && syntax.zeros.is_empty();
    let mut finder = Finder::new(syntax).filter(|_| plain);
    let mut is_verbal = |mention: &Mention| {
        let found = finder.as_mut()?.tree(side.document, mention)?;
        Some(found.1.root_label() == "VP")
    };
    side.mentions.iter().map(|mention| is_verbal(mention).unwrap_or(false)).collect()
}

/// Builds trees for the mentions of one sentence after another.
struct Finder<'a> {
    syntax: &'a Document,
    sentence: Option<usize>,
    columns: [Vec<&'a str>; 3],
}

const COLUMNS: [Layer; 3] = [Layer::Word, Layer::PartOfSpeech, Layer::Parse];

impl<'a> Finder<'a> {
    fn new(syntax: &'a Document) -> Option<Self> {
        syntax.layers.get(Layer::Parse)?;
        Some(Self { syntax, sentence: None, columns: [Vec::new(), Vec::new(), Vec::new()] })
    }

    /// The mark of a mention; none if it has no tree. Its words are column 4 of its own file, which CoVal
    /// reads only if there are more columns, that is, if the file has tags.
    fn mark(&mut self, document: &Document, mention: &Mention) -> Option<Mark> {
        let (number, tree) = self.tree(document, mention)?;
        let tagged = document.layers.get(Layer::PartOfSpeech).is_some();
        let own = document.layers.get(Layer::Word).filter(|_| tagged).map(|_| {
            let word = |token| document.layers.at(Layer::Word, token).unwrap_or("");
            (mention.span.start..mention.span.end).map(word).collect::<Vec<&str>>()
        });
        Some((number, tree.minimum(own.as_deref())))
    }

    /// The number of a mention's sentence, and its tree; none for one that has gaps or goes beyond a sentence.
    fn tree(&mut self, document: &Document, mention: &Mention) -> Option<(usize, MentionTree<'a>)> {
        let number = self.syntax.sentence_of(mention.span.start)?;
        let sentence = *self.syntax.sentences.get(number)?;
        let one_part = document.parts(mention).len() < 2;
        if mention.span.is_empty() || !sentence.contains(mention.span) || !one_part {
            return None;
        }
        self.enter(number, sentence);
        let [words, tags, bits] = &self.columns;
        let (first, last) = (mention.span.start - sentence.start, mention.span.end - 1 - sentence.start);
        let (first, last) = (first as usize, last as usize);
        let tree = mention_tree(&Sentence { words, tags, bits }, first, last)?;
        Some((number, tree))
    }

    fn enter(&mut self, number: usize, sentence: Span) {
        if self.sentence != Some(number) {
            self.sentence = Some(number);
            let layers = &self.syntax.layers;
            let cell = |layer: Layer, token: u32| layers.at(layer, token).unwrap_or("");
            self.columns =
                COLUMNS.map(|layer| (sentence.start..sentence.end).map(|token| cell(layer, token)).collect());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MINA_COVAL, repeated};
    use crate::document::{Document, Layer, Mention, Span};
    use crate::matching::{Matching, Side};

    fn document(rows: &str, mentions: &[(u32, u32)]) -> Document {
        let cells: Vec<Vec<&str>> = rows.split(' ').map(|row| row.split('/').collect()).collect();
        let mut document = Document {
            tokens: cells.len() as u32,
            sentences: vec![Span::new(0, cells.len() as u32)],
            mentions: mentions.iter().map(|&(start, end)| Mention::new(Span::new(start, end), 0)).collect(),
            entity_labels: ["a"].iter().collect(),
            ..Document::default()
        };
        for (column, layer) in super::COLUMNS.into_iter().enumerate() {
            document.layers.set(layer, cells.iter().map(|row| row[column]).collect());
        }
        document
    }

    fn match_one(rows: &str, key: (u32, u32), response: (u32, u32)) -> bool {
        let (key, response) = (document(rows, &[key]), document(rows, &[response]));
        Matching::usual(&MINA_COVAL).align(&Side::all(&key), &Side::all(&response)).count() == 1
    }

    #[test]
    fn where_a_run_of_words_was_cut_matters() {
        let flat = "some/DT/(NP* red/JJ/* hats/NNS/* from/IN/(PP* Peru/NNP/(NP*)))";
        assert!(!match_one(flat, (0, 5), (0, 3)));
        let deep = "some/DT/(NP(NP* red/JJ/* hats/NNS/*) from/IN/(PP* Peru/NNP/(NP*)))";
        assert!(match_one(deep, (0, 5), (0, 3)));
    }

    #[test]
    fn mentions_known_by_their_places_in_themselves_are_the_same_mention() {
        let rows = "that/DT/(S(NP*) beats/VBZ/(VP* that/DT/(NP*)))";
        // at the start of a sentence the tree has `S` on top, and the verb is not in it
        let both = document(rows, &[(0, 1), (2, 3)]);
        assert_eq!(repeated(&Side::all(&both), &both), [[0, 1]]);
        assert!(match_one(rows, (0, 1), (2, 3)));
    }

    /// CoVal reads words of a response only if it has more than four columns, and otherwise takes those of the tree.
    #[test]
    fn words_of_a_file_of_few_columns_are_not_looked_at() {
        let rows = "that/DT/(S(NP*) beats/VBZ/(VP* that/DT/(NP*)))";
        let (key, mut response) = (document(rows, &[(2, 3)]), document(rows, &[(2, 3)]));
        response.layers.set(Layer::Word, ["THAT", "BEATS", "THAT"].iter().collect());
        let matched = |response: &Document| {
            Matching::usual(&MINA_COVAL).align(&Side::all(&key), &Side::all(response)).count()
        };
        assert_eq!(matched(&response), 0);
        let mut few = Document { tokens: 3, ..response.clone() };
        few.layers = crate::document::Layers::default();
        few.layers.set(Layer::Word, ["THAT", "BEATS", "THAT"].iter().collect());
        assert_eq!(matched(&few), 1);
    }

    #[test]
    fn a_document_without_trees_is_matched_exactly() {
        let mut key = document("a/NN/- b/NN/-", &[(0, 2), (1, 2)]);
        assert_eq!(Matching::usual(&MINA_COVAL).align(&Side::all(&key), &Side::all(&key)).count(), 2);
        key.layers.set(Layer::Parse, ["", ""].iter().collect());
        assert_eq!(Matching::usual(&MINA_COVAL).align(&Side::all(&key), &Side::all(&key)).count(), 2);
    }
}
