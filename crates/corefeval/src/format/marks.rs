//! The order in which the brackets of mentions are written at their tokens.

use crate::document::{Document, Span};

/// A bracket to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// Its token.
    pub(super) token: u32,
    pub(super) kind: Kind,
    /// The place of its mention in the document.
    pub(super) mention: usize,
    /// The part of the mention that it belongs to.
    pub(super) part: usize,
}

/// What a bracket does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The part ends here.
    Close,
    /// It begins and ends here.
    Single,
    /// It begins here.
    Open,
}

/// How a format writes gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gaps {
    /// Every part has its own brackets.
    Kept,
    /// One pair of brackets spans the gaps.
    Spanned,
}

/// Which entity a reader of the format counts as the first if several appear at one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// The one that is written first.
    Written,
    /// The first of those with mentions of one token, then the one that is written first.
    Single,
    /// The one that ends first; brackets must nest, because closing brackets have no names.
    Ended,
}

/// A part of a mention whose brackets are not written yet.
#[derive(Clone, Copy)]
struct Part {
    span: Span,
    entity: u32,
    mention: usize,
    number: usize,
}

/// The brackets of a document, grouped by token: closing brackets come first. Brackets that close or open at
/// the same token are nested, except if a span is mentioned twice: then the order decides which mention
/// counts for readers, and the order of mentions and entities is kept.
pub(super) fn marks(document: &Document, gaps: Gaps, first: First) -> Vec<Mark> {
    let (closing, singles, opening) = parts(document, gaps);
    let keeps_order = first != First::Ended && has_repeats(document);
    let mut closing: Vec<Part> = closing;
    if keeps_order {
        closing.sort_by_key(|part| (part.span.end, part.mention));
    } else {
        closing.sort_by_key(|part| (part.span.end, u32::MAX - part.span.start, part.mention));
    }
    let mut begun = Begun { singles, opening, seen: vec![!keeps_order; document.entity_count()] };
    begun.sort();
    let mut marks = Vec::with_capacity((closing.len() + begun.opening.len()) * 2);
    let (mut closing, mut next) = (closing.into_iter().peekable(), (0, 0));
    while let Some(token) =
        [closing.peek().map(|part| part.span.end - 1), begun.token(next)].into_iter().flatten().min()
    {
        while let Some(part) = closing.next_if(|part| part.span.end - 1 == token) {
            marks.push(part.mark(token, Kind::Close));
        }
        begun.write(token, &mut next, first, &mut marks);
    }
    marks
}

impl Part {
    fn mark(&self, token: u32, kind: Kind) -> Mark {
        Mark { token, kind, mention: self.mention, part: self.number }
    }
}

/// The parts to close, the parts of one token, and the parts to open; empty ones are left out.
fn parts(document: &Document, gaps: Gaps) -> (Vec<Part>, Vec<Part>, Vec<Part>) {
    let (mut singles, mut longer) = (Vec::new(), Vec::with_capacity(document.mentions.len()));
    for (index, mention) in document.mentions.iter().enumerate() {
        let spans = match gaps {
            Gaps::Kept => document.parts(mention),
            Gaps::Spanned => std::slice::from_ref(&mention.span),
        };
        for (number, &span) in spans.iter().enumerate().filter(|(_, span)| !span.is_empty()) {
            let part = Part { span, entity: mention.entity, mention: index, number };
            if span.len() == 1 { singles.push(part) } else { longer.push(part) }
        }
    }
    (longer.clone(), singles, longer)
}

/// The parts that begin, in the order of tokens.
struct Begun {
    singles: Vec<Part>,
    opening: Vec<Part>,
    /// For each entity, whether it has appeared; its place no longer matters then.
    seen: Vec<bool>,
}

impl Begun {
    fn sort(&mut self) {
        self.singles.sort_by_key(|part| (part.span.start, part.mention));
        self.opening.sort_by_key(|part| part.span.start);
    }

    /// The next token at which a part begins.
    fn token(&self, (single, open): (usize, usize)) -> Option<u32> {
        let start = |parts: &[Part], place: usize| parts.get(place).map(|part| part.span.start);
        [start(&self.singles, single), start(&self.opening, open)].into_iter().flatten().min()
    }

    /// Writes the parts that begin at a token.
    fn write(
        &mut self,
        token: u32,
        (single, open): &mut (usize, usize),
        first: First,
        marks: &mut Vec<Mark>,
    ) {
        self.sort_opening(token, *open);
        loop {
            let here = |parts: &[Part], place: usize| {
                parts.get(place).copied().filter(|part| part.span.start == token)
            };
            let (part, kind) = match (here(&self.singles, *single), here(&self.opening, *open)) {
                (None, None) => return,
                (Some(part), None) => (part, Kind::Single),
                (None, Some(part)) => (part, Kind::Open),
                (Some(one), Some(longer)) if self.single_first(one, longer, first) => (one, Kind::Single),
                (_, Some(longer)) => (longer, Kind::Open),
            };
            match kind {
                Kind::Single => *single += 1,
                _ => *open += 1,
            }
            if let Some(seen) = self.seen.get_mut(part.entity as usize) {
                *seen = true;
            }
            marks.push(part.mark(token, kind));
        }
    }

    /// Sorts the brackets that open at a token: first entities that have appeared, then new ones by their
    /// numbers. The outermost opens first, because a closing bracket closes the innermost mention of its
    /// entity.
    fn sort_opening(&mut self, token: u32, from: usize) {
        let here = self.opening[from..].iter().take_while(|part| part.span.start == token).count();
        let seen = &self.seen;
        self.opening[from..from + here].sort_by_key(|part| {
            let known = seen.get(part.entity as usize).copied().unwrap_or(true);
            let number = if known { 0 } else { part.entity + 1 };
            (number, u32::MAX - part.span.end, usize::MAX - part.mention)
        });
    }

    fn single_first(&self, one: Part, longer: Part, first: First) -> bool {
        let seen = |part: Part| self.seen.get(part.entity as usize).copied().unwrap_or(true);
        match first {
            First::Single => true,
            First::Ended => false,
            First::Written if seen(longer) => false,
            First::Written => seen(one) || one.entity < longer.entity,
        }
    }
}

/// Whether a document mentions the same tokens twice.
pub(super) fn has_repeats(document: &Document) -> bool {
    let mut places: Vec<&[Span]> = document.mentions.iter().map(|mention| document.parts(mention)).collect();
    places.sort_unstable();
    places.windows(2).any(|pair| pair[0] == pair[1])
}

#[cfg(test)]
mod tests {
    use super::{First, Gaps, Kind, marks};
    use crate::document::{Document, Mention, Span};

    /// The brackets at each token of mentions given as start, end and entity.
    fn written(mentions: &[(u32, u32, u32)], first: First) -> String {
        let mut document = Document { tokens: 4, ..Document::default() };
        document.entity_labels = ["a", "b", "c"].iter().collect();
        let mention = |&(start, end, entity): &(u32, u32, u32)| Mention::new(Span::new(start, end), entity);
        document.mentions = mentions.iter().map(mention).collect();
        let mut cells = vec![String::new(); 4];
        for mark in marks(&document, Gaps::Kept, first) {
            let label = document.entity_labels.get(document.mentions[mark.mention].entity as usize).unwrap();
            cells[mark.token as usize] += &match mark.kind {
                Kind::Close => format!("{label})"),
                Kind::Single => format!("({label})"),
                Kind::Open => format!("({label}"),
            };
        }
        cells.join(" ")
    }

    #[test]
    fn brackets_nest() {
        let mentions = [(1, 3, 0), (0, 3, 1), (0, 1, 2), (0, 4, 0)];
        assert_eq!(written(&mentions, First::Single), "(c)(a(b (a a)b) a)");
        assert_eq!(written(&mentions, First::Written), "(a(b(c) (a a)b) a)");
        assert_eq!(written(&mentions, First::Ended), "(a(b(c) (a a)b) a)");
    }

    #[test]
    fn where_a_span_is_mentioned_twice_the_order_of_mentions_and_entities_is_kept() {
        let mentions = [(0, 1, 2), (0, 2, 0), (0, 2, 1), (0, 4, 0)];
        assert_eq!(written(&mentions, First::Single), "(c)(a(a(b a)b)  a)");
        assert_eq!(written(&mentions, First::Written), "(a(a(b(c) a)b)  a)");
        assert_eq!(written(&[(0, 2, 1), (0, 2, 0)], First::Written), "(a(b b)a)  ");
    }
}
