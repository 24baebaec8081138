//! The same minimum span: two mentions match when MINA leaves the same words of both.
//!
//! ```text
//! tokens     a  page  from  the  diary
//! key       [a  page]
//! response  [a  page  from  the  diary]     the minimum of both is `a page`: they match
//! ```
//!
//! Minimum spans of key and response alike are found in the key's trees (Moosavi et al. 2019), or in its dependencies
//! where it has no trees. Mentions with the same tokens are joined first, so that nested mentions with one minimum stay
//! apart and a key always matches itself; then, of those with one minimum, the ones that share the most tokens.

use std::ops::Range;

use super::dependency_minimum::DependencyMinimums;
use super::free::{Free, FreeMention};
use super::minimum::Minimums;
use super::needs::{SYNTAX, SYNTAX_LAYERS, has_trees};
use super::work::Work;
use super::{Alignment, Join, Rule, Sameness, Side, exact};
use crate::document::{Column, Layer, Span, Tree, Wanted};

/// The rule.
pub(super) const MINA: Rule = Rule {
    name: "mina",
    summary: "they have the same minimum span, found in the key's trees",
    citation: "Moosavi et al. 2019",
    needs: &SYNTAX,
    wanted_key: SYNTAX_LAYERS,
    wanted_response: Wanted::MENTIONS,
    join: Join::Plain(join),
    sameness: Sameness::Tokens,
};

/// Matches mentions that have the same minimum span.
fn join(key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment) {
    exact::join(key, response, alignment);
    let work = Work::new(key, response, alignment);
    let mut finder = Finder::new(&work);
    let (mut key_minimums, mut response_minimums) = (Vec::new(), Vec::new());
    for chunk in work.chunks() {
        finder.enter(chunk.sentence);
        for place in chunk.key {
            let minimum = finder.find(&work.key, &work.key.mentions[place]);
            key_minimums.push((minimum, place as u32));
        }
        for place in chunk.response {
            let minimum = finder.find(&work.response, &work.response.mentions[place]);
            response_minimums.push((minimum, place as u32));
        }
    }
    let (mut key_marks, mut response_marks) = (finder.marks(key_minimums), finder.marks(response_minimums));
    work.join_best(work.pair_marks(&mut key_marks, &mut response_marks), alignment);
}

/// Finds minimum spans in one sentence of the key after another.
struct Finder<'a> {
    work: &'a Work<'a>,
    source: Source<'a>,
    parts: Vec<Span>,
    /// All minimum spans found, end to end.
    found: Vec<Span>,
}

enum Source<'a> {
    Trees { bits: &'a Column, tree: Tree<'a>, minimums: Minimums<'a> },
    Dependencies(DependencyMinimums),
}

impl<'a> Finder<'a> {
    fn new(work: &'a Work<'a>) -> Self {
        let document = work.key_side.document;
        let layer = |layer| document.layers.get(layer);
        let source = match layer(Layer::Parse).filter(|_| has_trees(document)) {
            Some(bits) => {
                let minimums = Minimums::new(layer(Layer::Word), layer(Layer::PartOfSpeech));
                Source::Trees { bits, tree: Tree::default(), minimums }
            }
            None => Source::Dependencies(DependencyMinimums::default()),
        };
        Self { work, source, parts: Vec::new(), found: Vec::new() }
    }

    fn enter(&mut self, sentence: Span) {
        match &mut self.source {
            Source::Trees { bits, tree, .. } => tree.read(bits, sentence),
            Source::Dependencies(minimums) => minimums.read(self.work.key_side.document, sentence),
        }
    }

    /// Where among all that was found the minimum of a mention is.
    fn find(&mut self, free: &Free, mention: &FreeMention) -> Range<usize> {
        let start = self.found.len();
        self.work.numbering.key_parts(free.spans(mention), &mut self.parts);
        match &mut self.source {
            Source::Trees { tree, minimums, .. } => minimums.push(tree, &self.parts, &mut self.found),
            Source::Dependencies(minimums) => {
                minimums.push(self.work.key_side.document, &self.parts, &mut self.found);
            }
        }
        start..self.found.len()
    }

    fn marks(&self, minimums: Vec<(Range<usize>, u32)>) -> Vec<(&[Span], u32)> {
        minimums.into_iter().map(|(range, place)| (&self.found[range], place)).collect()
    }
}
