//! Mentions identified by their minimum span or head: mentions that share it are the same mention.
//!
//! ```text
//! tokens     a  page  from  the  diary
//! key       [a  page]                          both have the minimum `a page`: they are one mention,
//! key       [a  page  from  the  diary]        and count once if they are of one entity
//! response  [a  page  from  the  diary]        has the same minimum: it is that mention
//! ```
//!
//! This is matching as Moosavi et al. (2019) state it. The rules `mina` and `head` keep mentions with the
//! same minimum or head separate. The rules in this file do not: for them, the minimum span or the head is
//! the mention. Mentions of one entity that share it count once. If it is in several entities, it is a
//! repeated mention, for which the protocol has a policy. A mention without a head is identified by its
//! tokens.

use super::exact::join_equal;
use super::free::{Free, FreeMention};
use super::heads::{First, Heads};
use super::minimum::Reading;
use super::minimum_finder::MinimumFinder;
use super::work::Work;
use super::{Alignment, Join, Rule, Sameness, Side, head, mina};
use crate::document::{Document, Span};

/// The rule by minimum spans.
pub(super) const MINA_SET: Rule = Rule {
    name: "mina-set",
    summary: "they have the same minimum span, which replaces the mention: mentions of an entity with the same minimum count once",
    join: Join::Plain(|key, response, alignment| join(MINIMUMS, key, response, alignment)),
    sameness: Sameness::Always(|side, syntax| repeated(MINIMUMS, side, syntax)),
    ..mina::MINA
};

/// The rule by minimum spans with only the published exclusions: the literal text of the paper.
pub(super) const MINA_SET_LITERAL: Rule = Rule {
    name: "mina-set-literal",
    summary: "the same as `mina-set`, but a run of punctuation can be a minimum, as in the literal text of the paper",
    join: Join::Plain(|key, response, alignment| join(LITERAL, key, response, alignment)),
    sameness: Sameness::Always(|side, syntax| repeated(LITERAL, side, syntax)),
    ..mina::MINA
};

/// The rule by heads.
pub(super) const HEAD_SET: Rule = Rule {
    name: "head-set",
    summary: "they have the same head, which replaces the mention: mentions of an entity with the same head count once",
    citation: "Moosavi et al. 2019",
    join: Join::Plain(|key, response, alignment| join(Marks::Heads, key, response, alignment)),
    sameness: Sameness::Always(|side, syntax| repeated(Marks::Heads, side, syntax)),
    ..head::HEAD
};

/// What identifies mentions.
#[derive(Clone, Copy)]
enum Marks {
    Minimums(Reading),
    Heads,
}

const MINIMUMS: Marks = Marks::Minimums(Reading::WithoutPunctuation);
const LITERAL: Marks = Marks::Minimums(Reading::Literal);

/// The tokens that identify a mention, in the common numbering, and its place in its side.
type Marked = (Vec<Span>, u32);

/// Matches mentions that are identified by the same tokens; if there are several, the first with the first.
fn join(marks: Marks, key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment) {
    let none = Alignment::new(key.mentions.len(), response.mentions.len());
    let work = Work::new(key, response, &none);
    join_equal(&marks.of_key(&work), &marks.of_response(&work), alignment);
}

/// Groups of mentions of one side that are identified by the same tokens.
fn repeated(marks: Marks, side: &Side<'_>, syntax: &Document) -> Vec<Vec<u32>> {
    let key = Side { document: syntax, mentions: Vec::new().into() };
    let work = Work::new(&key, side, &Alignment::new(0, side.mentions.len()));
    let marked = marks.of_response(&work);
    let groups = marked.chunk_by(|one, next| one.0 == next.0).filter(|group| group.len() > 1);
    groups.map(|group| group.iter().map(|(_, place)| *place).collect()).collect()
}

impl Marks {
    fn of_key(self, work: &Work<'_>) -> Vec<Marked> {
        self.of(work, &work.key, Heads::of_key)
    }

    fn of_response(self, work: &Work<'_>) -> Vec<Marked> {
        self.of(work, &work.response, Heads::of_response)
    }

    /// The marks of the mentions of one side, sorted.
    fn of<'a>(
        self,
        work: &'a Work<'a>,
        free: &Free,
        head: impl Fn(&mut Heads<'a>, &FreeMention) -> Option<u32>,
    ) -> Vec<Marked> {
        let mut marker = match self {
            Self::Minimums(reading) => Marker::Minimums(MinimumFinder::new(work, reading)),
            Self::Heads => Marker::Heads(Heads::new(work, First::Dependencies), head),
        };
        let mut sentence = None;
        let mark = |mention: &FreeMention| {
            let here = work.sentence_of(free, mention);
            if let Some(here) = here.filter(|_| here != sentence) {
                marker.enter(here);
                sentence = Some(here);
            }
            let found = here.map_or(Vec::new(), |_| marker.mark(work, free, mention));
            let mark = if found.is_empty() { free.spans(mention).to_vec() } else { found };
            (mark, mention.place)
        };
        let mut all: Vec<Marked> = free.mentions.iter().map(mark).collect();
        all.sort_unstable();
        all
    }
}

/// Finds marks in one sentence of the key after another.
enum Marker<'a, H> {
    Minimums(MinimumFinder<'a>),
    Heads(Heads<'a>, H),
}

impl<'a, H: Fn(&mut Heads<'a>, &FreeMention) -> Option<u32>> Marker<'a, H> {
    fn enter(&mut self, sentence: Span) {
        match self {
            Self::Minimums(finder) => finder.enter(sentence),
            Self::Heads(heads, _) => heads.enter(sentence),
        }
    }

    fn mark(&mut self, work: &Work<'_>, free: &Free, mention: &FreeMention) -> Vec<Span> {
        match self {
            Self::Minimums(finder) => {
                let found = finder.find(free, mention);
                let number = |token| work.numbering.of_key(token);
                let span = |span: &Span| Span::new(number(span.start), number(span.end - 1) + 1);
                finder.found(found).iter().map(span).collect()
            }
            Self::Heads(heads, head) => {
                head(heads, mention).map(|token| Span::new(token, token + 1)).into_iter().collect()
            }
        }
    }
}
