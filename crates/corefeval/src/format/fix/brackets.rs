//! The brackets of a file, document by document, and what can be added to them.
//!
//! A half is added, never removed, and only inside its sentence. A mention that is opened at the last token
//! of a sentence ends there; one that is closed at the first token began there; and if the number of the
//! mention occurs once without brackets between the half and the end of the sentence, the other half belongs
//! there. Everything else is left to people, including every document in which a mention crosses a sentence
//! boundary, and a sentence in which a file was cut off.

use rustc_hash::{FxHashMap, FxHashSet};

use super::edits::Edit;

/// A line of a file.
pub(crate) enum Line<'a> {
    /// Where a document begins, at this place in the file.
    Begin(usize),
    /// Where a document ends.
    End,
    /// The end of a sentence.
    Break,
    /// A token, with its brackets from left to right.
    Token(Vec<Half<'a>>),
}

/// A bracket, or a number without one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Half<'a> {
    pub(crate) kind: Kind,
    pub(crate) id: &'a [u8],
    /// Where it begins and ends in the file.
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// What a piece of a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `(7`
    Open,
    /// `7)`
    Close,
    /// `(7)`
    Whole,
    /// `7`
    Bare,
}

/// A bracket with its sentence and its token in the document.
#[derive(Clone, Copy)]
pub(super) struct Placed<'a> {
    pub(super) sentence: usize,
    pub(super) token: usize,
    pub(super) half: Half<'a>,
}

/// The brackets of a document.
#[derive(Default)]
pub(super) struct Brackets<'a> {
    /// Whether the file has a line that begins it.
    pub(super) begun: bool,
    /// Where its end is missing: before the next document, or at the end of the file.
    pub(super) unended: Option<usize>,
    placed: Vec<Placed<'a>>,
    /// The number of tokens before the end of each sentence.
    ends: Vec<usize>,
    tokens: usize,
}

/// The documents of a file with a size of `size` bytes.
pub(super) fn documents<'a>(lines: impl Iterator<Item = Line<'a>>, size: usize) -> Vec<Brackets<'a>> {
    let mut documents = Vec::new();
    let mut current = Brackets::default();
    for line in lines {
        match line {
            Line::Begin(at) => {
                current.end(Some(at), &mut documents);
                current.begun = true;
            }
            Line::End => current.end(None, &mut documents),
            Line::Break => current.end_sentence(),
            Line::Token(halves) => current.token(halves),
        }
    }
    current.end(Some(size), &mut documents);
    documents
}

/// Pairs of brackets of a document, and brackets without a partner.
#[derive(Default)]
pub(super) struct Paired<'a> {
    pub(super) mentions: Vec<[Placed<'a>; 2]>,
    pub(super) alone: Vec<Placed<'a>>,
}

impl<'a> Brackets<'a> {
    fn token(&mut self, halves: Vec<Half<'a>>) {
        let (sentence, token) = (self.ends.len(), self.tokens);
        self.placed.extend(halves.into_iter().map(|half| Placed { sentence, token, half }));
        self.tokens += 1;
    }

    fn end_sentence(&mut self) {
        if self.tokens > self.ends.last().copied().unwrap_or(0) {
            self.ends.push(self.tokens);
        }
    }

    fn end(&mut self, unended: Option<usize>, documents: &mut Vec<Self>) {
        self.end_sentence();
        self.unended = unended.filter(|_| self.begun);
        let document = std::mem::take(self);
        if document.begun || document.tokens > 0 {
            documents.push(document);
        }
    }

    /// Pairs brackets as readers do: for each entity, the bracket opened last is closed first.
    pub(super) fn paired(&self) -> Paired<'a> {
        let mut paired = Paired::default();
        let mut open: FxHashMap<&[u8], Vec<Placed<'a>>> = FxHashMap::default();
        for &placed in &self.placed {
            match placed.half.kind {
                Kind::Open => open.entry(placed.half.id).or_default().push(placed),
                Kind::Whole => paired.mentions.push([placed, placed]),
                Kind::Close => match open.get_mut(placed.half.id).and_then(Vec::pop) {
                    Some(opened) => paired.mentions.push([opened, placed]),
                    None => paired.alone.push(placed),
                },
                Kind::Bare => {}
            }
        }
        paired.alone.extend(open.into_values().flatten());
        paired.alone.sort_by_key(|placed| placed.half.start);
        paired
    }

    /// Whether the file seems to be cut off in this document: it does not end, and a mention in its last sentence is open.
    pub(super) fn is_cut_off(&self, paired: &Paired<'_>) -> bool {
        let last = self.ends.len().saturating_sub(1);
        let is_open = |placed: &Placed<'_>| placed.half.kind == Kind::Open && placed.sentence == last;
        self.unended.is_some() && paired.alone.iter().any(is_open)
    }

    /// What can be added to the brackets.
    pub(super) fn missing(&self, paired: &Paired<'a>) -> Vec<Edit> {
        let crosses = |[open, close]: &[Placed<'_>; 2]| open.sentence != close.sentence;
        if paired.mentions.iter().any(crosses) {
            return Vec::new();
        }
        let cut_off = self.is_cut_off(paired).then(|| self.ends.len().saturating_sub(1));
        let whole = paired.alone.iter().filter(|placed| Some(placed.sentence) != cut_off);
        let mut alone: FxHashMap<_, Vec<&Placed<'a>>> = FxHashMap::default();
        whole.for_each(|placed| alone.entry(entity(placed)).or_default().push(placed));
        // two brackets of one entity in a sentence may be intended as one mention
        alone.retain(|_, same| same.len() == 1);
        let others = self.of_entities(&alone.keys().copied().collect());
        let single = alone.iter().flat_map(|(entity, same)| same.iter().map(move |placed| (entity, placed)));
        single.filter_map(|(entity, placed)| self.other_half(placed, &others[entity])).collect()
    }

    /// All brackets of some entities in their sentences.
    fn of_entities(&self, wanted: &FxHashSet<Entity<'a>>) -> FxHashMap<Entity<'a>, Vec<Placed<'a>>> {
        let mut found: FxHashMap<_, Vec<Placed<'a>>> = FxHashMap::default();
        for &placed in self.placed.iter().filter(|placed| wanted.contains(&entity(placed))) {
            found.entry(entity(&placed)).or_default().push(placed);
        }
        found
    }

    /// Where the other half of a bracket must be added, if only one place is possible. `same` has all
    /// brackets of its entity in its sentence.
    fn other_half(&self, placed: &Placed<'a>, same: &[Placed<'a>]) -> Option<Edit> {
        let opens = placed.half.kind == Kind::Open;
        let first = if placed.sentence == 0 { 0 } else { self.ends[placed.sentence - 1] };
        let at_edge = placed.token == if opens { self.ends[placed.sentence] - 1 } else { first };
        let on_the_way = |other: &&Placed<'a>| {
            let beyond = if opens { other.token >= placed.token } else { other.token <= placed.token };
            beyond && other.half.start != placed.half.start
        };
        let mut others = same.iter().filter(on_the_way);
        let half = match (others.next(), others.next()) {
            (None, _) if at_edge => &placed.half,
            (Some(other), None) if other.half.kind == Kind::Bare && other.token != placed.token => {
                &other.half
            }
            _ => return None,
        };
        Some(if opens { Edit::put(half.end, b")") } else { Edit::put(half.start, b"(") })
    }
}

/// An entity in a sentence.
type Entity<'a> = (usize, &'a [u8]);

fn entity<'a>(placed: &Placed<'a>) -> Entity<'a> {
    (placed.sentence, placed.half.id)
}
