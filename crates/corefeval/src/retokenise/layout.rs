//! The tokens of the new document, and how tokens of the response are mapped to them.

use super::borders::Borders;
use super::letters::Letters;
use super::places::{How, Place, Places};
use crate::document::{Column, Detail, Document, Layer, Mention, Span, Zero};

/// The tokens of the new document: the key's overt ones, with the response's zeros among them.
pub(super) struct Layout {
    /// The new number of each of the key's overt tokens.
    overt: Vec<u32>,
    /// For each zero of the response its new number.
    zeros: Vec<Zero>,
    /// For each token of the response its place among the overt ones, or among the zeros.
    kinds: Vec<TokenKind>,
}

#[derive(Clone, Copy, Debug)]
enum TokenKind {
    Overt(usize),
    Zero(usize),
}

impl Layout {
    pub(super) fn new(response: &Document, letters: &Letters, places: &Places<'_>) -> Self {
        let mut kinds = vec![TokenKind::Overt(0); response.tokens as usize];
        for (place, &token) in letters.tokens.iter().enumerate() {
            kinds[token as usize] = TokenKind::Overt(place);
        }
        let (mut zeros, mut overt): (Vec<Zero>, Vec<u32>) =
            (Vec::new(), Vec::with_capacity(places.key.count()));
        // a zero comes after the key's token that contains the token before it
        let (mut overt_before, mut after) = (0, 0);
        for (index, zero) in response.zeros.iter().enumerate() {
            let before = zero.token as usize - index;
            for place in &places.of[overt_before..before.min(places.of.len())] {
                after = place.map_or(after, |place| place.tokens.1.max(after));
            }
            overt_before = before;
            while (overt.len() as u32) < after {
                overt.push((overt.len() + zeros.len()) as u32);
            }
            let token = (overt.len() + zeros.len()) as u32;
            let rank = zeros.last().filter(|last| last.token + 1 == token).map_or(1, |last| last.rank + 1);
            kinds[zero.token as usize] = TokenKind::Zero(zeros.len());
            zeros.push(Zero { token, rank });
        }
        while overt.len() < places.key.count() {
            overt.push((overt.len() + zeros.len()) as u32);
        }
        Self { overt, zeros, kinds }
    }

    /// How many tokens there are.
    pub(super) fn tokens(&self) -> u32 {
        (self.overt.len() + self.zeros.len()) as u32
    }

    /// The new document without mentions, with all the key's layers if its tokens are exactly the key's.
    pub(super) fn document(
        &self,
        key: &Document,
        letters: &Letters,
        response: &Document,
        nothing_invented: bool,
    ) -> Document {
        let mut document = Document {
            name: response.name.clone(),
            tokens: self.tokens(),
            zeros: self.zeros.clone(),
            entity_labels: response.entity_labels.clone(),
            entity_details: response.entity_details.clone(),
            ..Document::default()
        };
        if key.zeros.is_empty() && self.zeros.is_empty() && nothing_invented {
            document.sentences.clone_from(&key.sentences);
            document.layers.clone_from(&key.layers);
            return document;
        }
        let mut words = Column::new();
        let (mut overt, mut zero) = (0, 0);
        for token in 0..document.tokens {
            if self.zeros.get(zero).is_some_and(|zero| zero.token == token) {
                words.push(response.layers.at(Layer::Word, response.zeros[zero].token).unwrap_or(""));
                zero += 1;
            } else {
                words.push(key.layers.at(Layer::Word, letters.tokens[overt]).unwrap_or(""));
                overt += 1;
            }
        }
        document.layers.set(Layer::Word, words);
        document.sentences = self.sentences(key, document.tokens);
        document
    }

    /// The key's sentences; zeros belong to the sentence of the overt token before them.
    fn sentences(&self, key: &Document, tokens: u32) -> Vec<Span> {
        let overt_before =
            |token: u32| (token as usize) - key.zeros.partition_point(|zero| zero.token < token);
        let mut sentences = Vec::with_capacity(key.sentences.len());
        let mut start = 0;
        for sentence in &key.sentences {
            let end = self.overt.get(overt_before(sentence.end)).copied().unwrap_or(tokens);
            if end > start {
                sentences.push(Span::new(start, end));
                start = end;
            }
        }
        sentences
    }

    /// The parts of a mention on the new tokens, its details, and how it was mapped.
    pub(super) fn mention(
        &self,
        response: &Document,
        mention: &Mention,
        places: &Places<'_>,
        borders: &mut Borders<'_>,
    ) -> Option<(Vec<Span>, Detail, How)> {
        let mut how = How::Exact;
        let mut parts: Vec<Span> = Vec::new();
        for part in response.parts(mention) {
            let Some((span, part_how)) = self.part(*part, places, borders) else {
                how = How::Edited;
                continue;
            };
            if part_how == How::Edited {
                how = How::Edited;
            }
            match parts.last_mut() {
                Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
                _ => parts.push(span),
            }
        }
        let (start, end) = (parts.first()?.start, parts.last()?.end);
        let detail = response.detail(mention).cloned().unwrap_or_default();
        // a head or a minimum may be in a token that was cut at the border
        let within = |span: Span| Span::new(span.start.clamp(start, end - 1), span.end.clamp(start + 1, end));
        let head = detail.head.and_then(|head| self.cover(Span::new(head, head + 1), places));
        let head = head.map(|cover| within(cover.span(self)).start);
        let minimum = detail.minimum.and_then(|minimum| self.cover(minimum, places));
        let minimum = minimum.map(|cover| within(cover.span(self)));
        Some((parts, Detail { head, minimum, parts: Vec::new(), ..detail }, how))
    }

    /// The span of tokens of the response among the new tokens.
    fn part(&self, part: Span, places: &Places<'_>, borders: &mut Borders<'_>) -> Option<(Span, How)> {
        let cover = self.cover(part, places)?;
        let (Edge::Overt(first), Edge::Overt(last)) = (cover.first, cover.last) else {
            return Some((cover.span(self), cover.how));
        };
        let span = borders.settle(first.tokens, last.tokens);
        let same = places.letters(span) == (first.letters.0, last.letters.1);
        let how = if same { cover.how } else { How::Edited };
        Some((self.span(span), how))
    }

    /// What tokens of the response cover; none if no token has a place.
    fn cover(&self, part: Span, places: &Places<'_>) -> Option<Cover> {
        let mut cover: Option<Cover> = None;
        let mut how = How::Exact;
        for token in part.start..part.end {
            let edge = match *self.kinds.get(token as usize)? {
                TokenKind::Zero(zero) => Edge::Zero(self.zeros[zero].token),
                TokenKind::Overt(overt) => match places.of[overt] {
                    Some(place) => Edge::Overt(place),
                    None => {
                        how = How::Edited;
                        continue;
                    }
                },
            };
            if matches!(edge, Edge::Overt(Place { how: How::Edited, .. })) {
                how = How::Edited;
            }
            cover = Some(Cover { first: cover.map_or(edge, |cover| cover.first), last: edge, how });
        }
        cover.map(|cover| Cover { how, ..cover })
    }

    /// Converts overt tokens of the key to their new numbers.
    fn span(&self, overt: Span) -> Span {
        Span::new(self.overt[overt.start as usize], self.overt[overt.end as usize - 1] + 1)
    }
}

/// What tokens of the response cover.
#[derive(Clone, Copy)]
struct Cover {
    first: Edge,
    last: Edge,
    how: How,
}

/// What the first or the last token covers.
#[derive(Clone, Copy)]
enum Edge {
    /// A zero, by its new number.
    Zero(u32),
    Overt(Place),
}

impl Cover {
    fn span(&self, layout: &Layout) -> Span {
        let edge = |edge: Edge| match edge {
            Edge::Zero(token) => Span::new(token, token + 1),
            Edge::Overt(place) => layout.span(Span::new(place.tokens.0, place.tokens.1)),
        };
        let (first, last) = (edge(self.first), edge(self.last));
        // a zero comes after the token that contains the letters on both sides of it
        Span::new(first.start.min(last.start), first.end.max(last.end))
    }
}
