//! The text of a record: how many tokens it has, and its wanted layers.

use super::super::Problem;
use super::super::json::{Field, each_plain_string};
use super::super::running_text::RunningText;
use super::record::Record;
use super::values::{Numbers, Strings};
use super::variant::{Ends, Shape, Variant};
use crate::document::{Column, Document, Layer, Span, WordsHash, Zero};
use crate::problem::in_words;

/// What the numbers of the entities count.
#[derive(Debug)]
pub(super) enum Units {
    /// Tokens of the document.
    Tokens,
    /// Tokens of a sentence: where each sentence begins, and the end of the last.
    InSentences(Vec<u32>),
    /// Pieces of tokens: the token of each piece.
    Pieces(Vec<u32>),
    /// Characters of a running text.
    Characters(RunningText<'static>),
}

/// Adds the text of a record to a document.
pub(super) fn read(
    record: &Record<'_>,
    variant: &Variant,
    document: &mut Document,
    problems: &mut Vec<Problem>,
) -> Result<Units, Problem> {
    let Some(field) = record.field(variant.text) else { return Ok(Units::Tokens) };
    let units = match (variant.shape, record.field("subtoken_map")) {
        (Shape::Running, _) => return running(record, field, document),
        (Shape::Sentences, Some(map)) => pieces(record, (field, map), document, problems)?,
        (Shape::Sentences, None) => sentences(record, (field, variant), document)?,
        (Shape::Tokens, _) => tokens(record, field, document)?,
        (Shape::TokensAndZeros, _) => tokens_and_zeros(record, field, document)?,
    };
    if record.wanted.has(Layer::Speaker) && !matches!(units, Units::Pieces(_)) {
        speakers(record, document, problems);
    }
    Ok(units)
}

fn running(record: &Record<'_>, field: &Field<'_>, document: &mut Document) -> Result<Units, Problem> {
    let text = RunningText::new(record.parse::<String>(field)?);
    text.fill(document, if record.hashes_words { record.wanted.and_words() } else { record.wanted });
    Ok(Units::Characters(text))
}

fn sentences(
    record: &Record<'_>,
    (field, variant): (&Field<'_>, &Variant),
    document: &mut Document,
) -> Result<Units, Problem> {
    let by_sentence = variant.entities.iter().any(|(_, ends)| *ends == Ends::InSentence);
    if !by_sentence && counted(record, field, document) {
        return Ok(Units::Tokens);
    }
    let lists: Strings<2> = record.parse(field)?;
    set_words(record, document, lists.all);
    set_sentences(record, document, &lists.ends);
    let starts = std::iter::once(0).chain(lists.ends).collect();
    Ok(if by_sentence { Units::InSentences(starts) } else { Units::Tokens })
}

/// Counts tokens, and hashes them if that is wanted, without making strings of them; false if they must be
/// parsed.
fn counted(record: &Record<'_>, field: &Field<'_>, document: &mut Document) -> bool {
    if !record.wanted.only_mentions() {
        return false;
    }
    let mut words = WordsHash::default();
    words.note_words();
    let Some(count) = each_plain_string(field.value, |from, length| words.push_start(from, length)) else {
        return false;
    };
    if record.hashes_words {
        document.layers.set_words_hash(words.take());
    }
    document.tokens = count;
    true
}

fn tokens(record: &Record<'_>, field: &Field<'_>, document: &mut Document) -> Result<Units, Problem> {
    if counted(record, field, document) {
        return Ok(Units::Tokens);
    }
    let list: Strings<1> = record.parse(field)?;
    let ends = match record.field("sent_id") {
        Some(field) => ends_of_runs(&record.parse::<Numbers>(field)?.0),
        None => Vec::new(),
    };
    set_words(record, document, list.all);
    if ends.last() == Some(&document.tokens) {
        set_sentences(record, document, &ends);
    } else {
        set_sentences(record, document, &[document.tokens]);
    }
    Ok(Units::Tokens)
}

fn tokens_and_zeros(
    record: &Record<'_>,
    field: &Field<'_>,
    document: &mut Document,
) -> Result<Units, Problem> {
    let list: Strings<1> = record.parse(field)?;
    let mut words = Column::new();
    let mut rank = 0;
    for (token, word) in list.all.iter().enumerate() {
        let overt = word.strip_prefix("##");
        rank = if overt.is_some() { rank + 1 } else { 0 };
        if rank > 0 {
            document.zeros.push(Zero { token: token as u32, rank });
        }
        words.push(overt.unwrap_or(word));
    }
    set_words(record, document, words);
    set_sentences(record, document, &[document.tokens]);
    Ok(Units::Tokens)
}

/// Reads tokens that were split into pieces for an encoder, with the encoder's marks between them; the map
/// gives the token of each piece.
fn pieces(
    record: &Record<'_>,
    (field, map_field): (&Field<'_>, &Field<'_>),
    document: &mut Document,
    problems: &mut Vec<Problem>,
) -> Result<Units, Problem> {
    let Numbers(map) = record.parse(map_field)?;
    let wrong = |message: String| {
        let hint = "`subtoken_map` gives the token of each piece in `sentences`, counted from 0, in order";
        Err(record.error("subtoken-map", map_field.at, 1, message).hint(hint))
    };
    if let Some(place) = map.windows(2).position(|pair| pair[1] < pair[0]) {
        return wrong(format!("piece {} belongs to an earlier token than the previous piece", place + 1));
    }
    let last = map.last().copied();
    if last.is_some_and(|token| token as usize >= map.len()) {
        return wrong(format!("token {} in a map of {} pieces", last.unwrap_or(0), map.len()));
    }
    document.tokens = last.map_or(0, |token| token + 1);
    let only_counted = record.wanted.only_mentions() && !record.hashes_words;
    if let Some(count) = only_counted.then(|| each_plain_string(field.value, |_, _| ())).flatten() {
        if count as usize != map.len() {
            return wrong(format!("{count} pieces, but the map has {}", map.len()));
        }
        return Ok(Units::Pieces(map));
    }
    let lists: Strings<2> = record.parse(field)?;
    if lists.all.len() != map.len() {
        return wrong(format!("{} pieces, but the map has {}", lists.all.len(), map.len()));
    }
    let firsts = first_pieces(&lists.all, &map);
    set_words(record, document, joined(&lists.all, &map));
    let ends = match record.field("sentence_map") {
        Some(field) => sentence_ends_by_map(&firsts, &record.parse::<Numbers>(field)?.0),
        None => lists
            .ends
            .iter()
            .filter_map(|&end| map.get(end.checked_sub(1)? as usize))
            .map(|t| t + 1)
            .collect(),
    };
    set_sentences(record, document, &ends);
    if record.wanted.has(Layer::Speaker) {
        speakers_of_pieces(record, &firsts, document, problems);
    }
    Ok(Units::Pieces(map))
}

/// Whether a piece is a mark that encoders put around segments.
fn is_mark(piece: &str) -> bool {
    matches!(piece, "[CLS]" | "[SEP]" | "<s>" | "</s>" | "[PAD]" | "<pad>")
}

/// The first piece of each token that is not a mark.
fn first_pieces(pieces: &Column, map: &[u32]) -> Vec<u32> {
    let mut firsts = Vec::new();
    for (place, (piece, &token)) in pieces.iter().zip(map).enumerate() {
        if !is_mark(piece) || firsts.len() < token as usize {
            firsts.resize((token as usize).max(firsts.len()), place as u32);
            if firsts.len() == token as usize {
                firsts.push(place as u32);
            }
        }
    }
    let tokens = map.last().map_or(0, |&token| token as usize + 1);
    firsts.resize(tokens, map.len().saturating_sub(1) as u32);
    firsts
}

/// The words, joined from their pieces.
fn joined(pieces: &Column, map: &[u32]) -> Column {
    let mut words = Column::new();
    let mut word = String::new();
    for (piece, &token) in pieces.iter().zip(map) {
        while words.len() < token as usize {
            words.push(&word);
            word.clear();
        }
        if !is_mark(piece) {
            let piece = piece.strip_prefix("##").or_else(|| piece.strip_prefix(['▁', 'Ġ'])).unwrap_or(piece);
            word.push_str(piece);
        }
    }
    if !map.is_empty() {
        words.push(&word);
    }
    words
}

fn sentence_ends_by_map(firsts: &[u32], map: &[u32]) -> Vec<u32> {
    let sentences: Vec<u32> = firsts.iter().map_while(|&piece| map.get(piece as usize)).copied().collect();
    if sentences.len() == firsts.len() { ends_of_runs(&sentences) } else { vec![firsts.len() as u32] }
}

/// Where runs of equal numbers end.
fn ends_of_runs(numbers: &[u32]) -> Vec<u32> {
    let mut end = 0;
    let run_end = |run: &[u32]| {
        end += run.len() as u32;
        end
    };
    numbers.chunk_by(|one, next| one == next).map(run_end).collect()
}

fn set_words(record: &Record<'_>, document: &mut Document, words: Column) {
    document.tokens = words.len() as u32;
    if record.wanted.has(Layer::Word) || record.hashes_words {
        document.layers.set(Layer::Word, words);
    }
}

fn set_sentences(record: &Record<'_>, document: &mut Document, ends: &[u32]) {
    if !record.wanted.sentences() {
        return;
    }
    let mut start = 0;
    for &end in ends {
        if end > start {
            document.sentences.push(Span::new(start, end));
            start = end;
        }
    }
}

fn speakers(record: &Record<'_>, document: &mut Document, problems: &mut Vec<Problem>) {
    if let Some((field, speakers)) = speaker_column(record) {
        if speakers.len() == document.tokens as usize {
            document.layers.set(Layer::Speaker, speakers);
        } else {
            problems.push(odd_speakers(record, field, speakers.len(), document.tokens));
        }
    }
}

fn speakers_of_pieces(
    record: &Record<'_>,
    firsts: &[u32],
    document: &mut Document,
    problems: &mut Vec<Problem>,
) {
    let Some((field, speakers)) = speaker_column(record) else { return };
    let of_tokens: Column = firsts.iter().map_while(|&piece| speakers.get(piece as usize)).collect();
    if of_tokens.len() == firsts.len() {
        document.layers.set(Layer::Speaker, of_tokens);
    } else {
        problems.push(odd_speakers(record, field, speakers.len(), firsts.len() as u32));
    }
}

/// The speakers, in a list of lists like the tokens, or in one list.
fn speaker_column<'a, 'r>(record: &'r Record<'a>) -> Option<(&'r Field<'a>, Column)> {
    let field = record.field("speakers").or_else(|| record.field("speaker"))?;
    let nested = record.parse::<Strings<2>>(field).map(|lists| lists.all);
    let column = nested.or_else(|_| record.parse::<Strings<1>>(field).map(|list| list.all));
    Some((field, column.unwrap_or_default()))
}

fn odd_speakers(record: &Record<'_>, field: &Field<'_>, speakers: usize, tokens: u32) -> Problem {
    let (speakers, tokens) = (in_words(speakers, "speaker"), in_words(tokens as usize, "token"));
    let message = format!("{speakers} for {tokens}; speakers are left out");
    record
        .warning("odd-speakers", field.at, 1, message)
        .hint("give a speaker for each token, or leave the field out")
}
