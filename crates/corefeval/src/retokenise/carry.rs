//! From letters to tokens, and from tokens to mentions.

use super::edits::Run;
use super::letters::Letters;
use super::{Fared, Lost, Report, Retokenised};
use crate::document::{Column, Detail, Document, Layer, Mention, Relation, Span, Zero};

/// Carries a response over to the key's tokens.
pub(super) fn carry(
    (key, key_letters): (&Document, &Letters),
    (response, response_letters): (&Document, &Letters),
    runs: &[Run],
) -> Retokenised {
    let places = Places::new(key_letters, response_letters, runs);
    let layout = Layout::new(response, response_letters, &places);
    let mut report = Report { missing_tokens: places.missing(), tokens: places.fared(), ..Report::default() };
    let mut document = layout.document(key, key_letters, response);
    let mut kept = vec![None; response.mentions.len()];
    for (index, mention) in response.mentions.iter().enumerate() {
        match layout.mention(response, mention, &places) {
            Some((parts, detail, how)) => {
                match how {
                    How::Exact => report.mentions.exact += 1,
                    How::Edited => report.mentions.edited += 1,
                }
                kept[index] = Some(document.mentions.len() as u32);
                add(&mut document, mention.entity, parts, detail);
            }
            None => {
                report.mentions.lost += 1;
                report.lost.push(lost(response, mention));
            }
        }
    }
    document.relations = response.relations.iter().filter_map(|relation| moved(relation, &kept)).collect();
    Retokenised { document, report }
}

fn add(document: &mut Document, entity: u32, parts: Vec<Span>, mut detail: Detail) {
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return };
    let mut mention = Mention::new(Span::new(first.start, last.end), entity);
    detail.parts = if parts.len() > 1 { parts } else { Vec::new() };
    if detail != Detail::default() {
        mention = mention.with_detail(document.details.len());
        document.details.push(detail);
    }
    document.mentions.push(mention);
}

fn lost(response: &Document, mention: &Mention) -> Lost {
    let entity = response.entity_labels.get(mention.entity as usize).unwrap_or("").to_owned();
    Lost { span: mention.span, entity, text: response.text(mention.span).unwrap_or_default() }
}

fn moved(relation: &Relation, kept: &[Option<u32>]) -> Option<Relation> {
    let place = |index: u32| kept.get(index as usize).copied().flatten();
    Some(Relation { from: place(relation.from)?, to: place(relation.to)?, ..relation.clone() })
}

/// How something was carried over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Exact,
    Edited,
}

/// Where an overt token of the response is in the key: overt tokens, and letters.
#[derive(Clone, Copy, Debug)]
struct Place {
    tokens: (u32, u32),
    letters: (u32, u32),
    how: How,
}

/// Where each overt token of the response is in the key.
struct Places<'a> {
    of: Vec<Option<Place>>,
    key: &'a Letters,
}

impl<'a> Places<'a> {
    fn new(key: &'a Letters, response: &Letters, runs: &[Run]) -> Self {
        let mut places = Self { of: vec![None; response.count()], key };
        let mut first = 0;
        for token in 0..response.count() {
            let (start, end) = response.range(token);
            while runs.get(first).is_some_and(|run| run.response + run.length <= start) {
                first += 1;
            }
            places.of[token] = places.place((start, end), &runs[first..]);
        }
        places.pair_leftovers();
        places
    }

    /// The key's letters that agree with those from `start` up to `end`, and their tokens.
    fn place(&self, (start, end): (u32, u32), runs: &[Run]) -> Option<Place> {
        let overlapping = runs.iter().take_while(|run| run.response < end);
        let (mut letters, mut agreeing) = (None, 0);
        for run in overlapping {
            let (from, to) = (run.response.max(start), (run.response + run.length).min(end));
            if from < to {
                let offset = |place: u32| run.key + (place - run.response);
                letters = Some((letters.map_or(offset(from), |(first, _)| first), offset(to)));
                agreeing += to - from;
            }
        }
        let letters: (u32, u32) = letters?;
        let whole = agreeing == end - start && letters.1 - letters.0 == agreeing;
        let tokens = (self.key.token_at(letters.0) as u32, self.key.token_at(letters.1 - 1) as u32 + 1);
        Some(Place { tokens, letters, how: if whole { How::Exact } else { How::Edited } })
    }

    /// Tokens without a letter in common that stand between the same neighbours are paired, when there are as many of them on both sides.
    fn pair_leftovers(&mut self) {
        let mut token = 0;
        while token < self.of.len() {
            let left = self.of[token..].iter().take_while(|place| place.is_none()).count();
            let from =
                token.checked_sub(1).and_then(|before| self.of[before]).map_or(0, |place| place.tokens.1);
            let after = self.of.get(token + left).copied().flatten();
            let to = after.map_or(self.key.count() as u32, |place| place.tokens.0);
            if left > 0 && to.saturating_sub(from) as usize == left {
                for (place, key) in self.of[token..token + left].iter_mut().zip(from..) {
                    let letters = self.key.range(key as usize);
                    *place = Some(Place { tokens: (key, key + 1), letters, how: How::Edited });
                }
            }
            token += left + 1;
        }
    }

    fn fared(&self) -> Fared {
        let count = |how: Option<How>| {
            self.of.iter().filter(|place| place.map(|place| place.how) == how).count() as u32
        };
        Fared { exact: count(Some(How::Exact)), edited: count(Some(How::Edited)), lost: count(None) }
    }

    /// How many of the key's overt tokens no token of the response is in.
    fn missing(&self) -> u32 {
        let mut reached = vec![false; self.key.count()];
        for place in self.of.iter().flatten() {
            reached[place.tokens.0 as usize..place.tokens.1 as usize].fill(true);
        }
        reached.into_iter().filter(|reached| !reached).count() as u32
    }
}

/// The tokens of the new document: the key's overt ones, with the response's zeros among them.
struct Layout {
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
    fn new(response: &Document, letters: &Letters, places: &Places<'_>) -> Self {
        let mut kinds = vec![TokenKind::Overt(0); response.tokens as usize];
        for (place, &token) in letters.tokens.iter().enumerate() {
            kinds[token as usize] = TokenKind::Overt(place);
        }
        let (mut zeros, mut overt): (Vec<Zero>, Vec<u32>) =
            (Vec::new(), Vec::with_capacity(places.key.count()));
        // a zero stands after the key's token that the token before it is in
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

    fn document(&self, key: &Document, letters: &Letters, response: &Document) -> Document {
        let mut document = Document {
            name: response.name.clone(),
            tokens: (self.overt.len() + self.zeros.len()) as u32,
            zeros: self.zeros.clone(),
            entity_labels: response.entity_labels.clone(),
            entity_details: response.entity_details.clone(),
            ..Document::default()
        };
        if key.zeros.is_empty() && self.zeros.is_empty() {
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

    /// The parts of a mention on the new tokens, what else it has, and how it was carried over.
    fn mention(
        &self,
        response: &Document,
        mention: &Mention,
        places: &Places<'_>,
    ) -> Option<(Vec<Span>, Detail, How)> {
        let mut how = How::Exact;
        let mut parts: Vec<Span> = Vec::new();
        for part in response.parts(mention) {
            let Some((span, part_how)) = self.part(*part, places) else {
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
        let detail = response.detail(mention).cloned().unwrap_or_default();
        let head = detail
            .head
            .and_then(|head| self.part(Span::new(head, head + 1), places))
            .map(|(span, _)| span.start);
        let minimum = detail.minimum.and_then(|minimum| self.part(minimum, places)).map(|(span, _)| span);
        (!parts.is_empty()).then_some((parts, Detail { head, minimum, parts: Vec::new(), ..detail }, how))
    }

    /// Where tokens of the response are among the new ones.
    fn part(&self, part: Span, places: &Places<'_>) -> Option<(Span, How)> {
        let mut found: Option<Span> = None;
        let mut letters: Option<(u32, u32)> = None;
        let mut how = How::Exact;
        for token in part.start..part.end {
            let span = match *self.kinds.get(token as usize)? {
                TokenKind::Zero(zero) => Span::new(self.zeros[zero].token, self.zeros[zero].token + 1),
                TokenKind::Overt(overt) => {
                    let Some(place) = places.of[overt] else {
                        how = How::Edited;
                        continue;
                    };
                    if place.how == How::Edited {
                        how = How::Edited;
                    }
                    letters = Some((letters.map_or(place.letters.0, |letters| letters.0), place.letters.1));
                    Span::new(
                        self.overt[place.tokens.0 as usize],
                        self.overt[place.tokens.1 as usize - 1] + 1,
                    )
                }
            };
            found = Some(
                found.map_or(span, |found| Span::new(found.start.min(span.start), found.end.max(span.end))),
            );
        }
        if letters.is_some_and(|letters| !places.begins_and_ends_tokens(letters)) {
            how = How::Edited;
        }
        found.map(|span| (span, how))
    }
}

impl Places<'_> {
    /// Whether letters begin where a token of the key does, and end where one does.
    fn begins_and_ends_tokens(&self, (start, end): (u32, u32)) -> bool {
        let (first, last) = (self.key.token_at(start), self.key.token_at(end.saturating_sub(1)));
        self.key.range(first).0 == start && self.key.range(last).1 == end
    }
}
