//! Brackets that lack their other half, completed where it can stand in one place only.
//!
//! A half is added, never taken away, and only inside its sentence. A mention that is opened at the last token of a sentence ends there;
//! one that is closed at the first token began there; and where the number of the mention stands once without brackets
//! between the half and the end of the sentence, that is where the other half was meant to be. All else is left to people,
//! and so is every document in which a mention runs from one sentence into another.

use rustc_hash::FxHashMap;

/// A line of a file.
pub(crate) enum Line<'a> {
    /// Where one document ends or another begins.
    Border,
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
    /// Where in the file it begins and ends.
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

/// What is missing: a byte, and where in the file it belongs.
pub(super) type Insertion = (usize, u8);

/// A bracket with its sentence and its token there.
#[derive(Clone, Copy)]
struct Placed<'a> {
    sentence: usize,
    token: usize,
    half: Half<'a>,
}

/// What can be added to the brackets of a file, in file order.
pub(super) fn missing<'a>(lines: impl Iterator<Item = Line<'a>>) -> Vec<Insertion> {
    let mut found = Vec::new();
    let mut document = Sentences::default();
    for line in lines {
        match line {
            Line::Border => std::mem::take(&mut document).complete(&mut found),
            Line::Break => document.end_sentence(),
            Line::Token(halves) => document.current.push(halves),
        }
    }
    document.complete(&mut found);
    found.sort_unstable();
    found
}

/// The brackets of each token of each sentence.
#[derive(Default)]
struct Sentences<'a> {
    whole: Vec<Vec<Vec<Half<'a>>>>,
    current: Vec<Vec<Half<'a>>>,
}

impl<'a> Sentences<'a> {
    fn end_sentence(&mut self) {
        if !self.current.is_empty() {
            self.whole.push(std::mem::take(&mut self.current));
        }
    }

    fn complete(mut self, found: &mut Vec<Insertion>) {
        self.end_sentence();
        let mut alone = self.alone().unwrap_or_default();
        let entity = |placed: &Placed<'a>| (placed.sentence, placed.half.id);
        alone.sort_by_key(entity);
        // two brackets of one entity in a sentence may be meant to be one mention
        let single = alone.chunk_by(|one, other| entity(one) == entity(other)).filter(|same| same.len() == 1);
        found.extend(single.flatten().filter_map(|placed| self.other_half(placed)));
    }

    /// The brackets without another half; `None` when a mention runs from one sentence into another.
    fn alone(&self) -> Option<Vec<Placed<'a>>> {
        let mut alone = Vec::new();
        let mut open: FxHashMap<&[u8], Vec<Placed<'a>>> = FxHashMap::default();
        for placed in self.placed() {
            match placed.half.kind {
                Kind::Open => open.entry(placed.half.id).or_default().push(placed),
                Kind::Close => match open.get_mut(placed.half.id).and_then(Vec::pop) {
                    Some(opened) if opened.sentence != placed.sentence => return None,
                    Some(_) => {}
                    None => alone.push(placed),
                },
                Kind::Whole | Kind::Bare => {}
            }
        }
        alone.extend(open.into_values().flatten());
        Some(alone)
    }

    fn placed(&self) -> impl Iterator<Item = Placed<'a>> + '_ {
        self.whole.iter().enumerate().flat_map(|(sentence, tokens)| {
            let with_token = tokens
                .iter()
                .enumerate()
                .flat_map(|(token, halves)| halves.iter().map(move |&half| (token, half)));
            with_token.map(move |(token, half)| Placed { sentence, token, half })
        })
    }

    /// Where the other half of a bracket must stand, if that can be only one place.
    fn other_half(&self, placed: &Placed<'a>) -> Option<Insertion> {
        let tokens = self.whole.get(placed.sentence)?;
        let opens = placed.half.kind == Kind::Open;
        let range = if opens { placed.token..tokens.len() } else { 0..placed.token + 1 };
        let at_edge = range.len() == 1;
        let mut others = range
            .flat_map(|token| tokens[token].iter().map(move |half| (token, half)))
            .filter(|(_, half)| half.id == placed.half.id && half.start != placed.half.start);
        let half = match (others.next(), others.next()) {
            (None, _) if at_edge => &placed.half,
            (Some((token, half)), None) if half.kind == Kind::Bare && token != placed.token => half,
            _ => return None,
        };
        Some(if opens { (half.end, b')') } else { (half.start, b'(') })
    }
}
