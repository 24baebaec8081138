//! The values of a mention besides its tokens: head, type, minimum, and others.

use super::super::Problem;
use super::super::conllu::row::number;
use super::super::escape::unescape;
use super::IN_VALUES;
use super::fields::Fields;
use super::open::Opened;
use crate::document::{Detail, Span};

/// The meaning of the values of a mention.
#[derive(Debug, Default)]
pub(super) struct Values {
    pub(super) detail: Detail,
    /// The type of its entity.
    pub(super) kind: String,
    pub(super) problem: Option<Problem>,
}

/// Reads the values of a mention whose tokens are known; `parts` holds at least one span.
pub(super) fn values(fields: &Fields, opened: &Opened<'_>, parts: &[Span]) -> Values {
    let mut values = Values::default();
    for (name, value) in fields.values(opened.text) {
        match name {
            "eid" | "GRP" => {}
            "etype" | "entity" => values.kind = text(value),
            "head" => match head(value, parts) {
                Ok(token) => values.detail.head = Some(token),
                Err(fault) => {
                    values.detail.head = parts.first().map(|part| part.start);
                    values.problem = Some(fault.problem(value));
                }
            },
            _ => {
                if name == "minspan" {
                    values.detail.minimum = minimum(value, parts);
                }
                if !value.is_empty() {
                    values.detail.attributes.push((name.to_owned(), text(value)));
                }
            }
        }
    }
    values
}

/// What is wrong with the head of a mention if heads are not wanted: a file has the same errors in every reading.
pub(super) fn fault(fields: &Fields, opened: &Opened<'_>, parts: &[Span]) -> Option<Problem> {
    // a mention of one word needs no number
    if let [Span { start, end }] = parts
        && *end == start + 1
    {
        return None;
    }
    let (_, value) = fields.values(opened.text).find(|(name, _)| *name == "head")?;
    Some(head(value, parts).err()?.problem(value))
}

fn text(value: &[u8]) -> String {
    unescape(&String::from_utf8_lossy(value), IN_VALUES)
}

/// What can be wrong with a head.
enum Fault {
    Zero,
    NoNumber,
    Beyond(u32),
}

impl Fault {
    fn problem(&self, value: &[u8]) -> Problem {
        let value = String::from_utf8_lossy(value);
        let error = |message: String| {
            Problem::error("bad-head", 0, message)
                .hint("the head is the number of a word of the mention, counted from 1 over all its parts")
        };
        match self {
            Self::Zero => Problem::warning("head-zero", 0, "head 0 is read as the first word")
                .hint("heads are counted from 1"),
            Self::NoNumber => error(format!("the head `{value}` is not a number")),
            Self::Beyond(words) => {
                error(format!("the head is word {value}, but the last word of the mention is {words}"))
            }
        }
    }
}

/// The head token; a mention of one word needs no number for it.
fn head(value: &[u8], parts: &[Span]) -> Result<u32, Fault> {
    let words: u32 = parts.iter().map(|part| part.len()).sum();
    if let (1, [only, ..]) = (words, parts) {
        return Ok(only.start);
    }
    match number(value.trim_ascii()) {
        None => Err(Fault::NoNumber),
        Some(0) => Err(Fault::Zero),
        Some(number) => token(parts, number).ok_or(Fault::Beyond(words)),
    }
}

/// The span from the first to the last token in `1,2`, `2` or `1..3`, which count the tokens of a mention.
fn minimum(value: &[u8], parts: &[Span]) -> Option<Span> {
    let text = std::str::from_utf8(value).ok()?;
    let numbers: Option<Vec<u32>> =
        text.split([',', '.', '-']).filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect();
    let numbers = numbers?;
    let (first, last) = (token(parts, *numbers.iter().min()?)?, token(parts, *numbers.iter().max()?)?);
    Some(Span::new(first, last + 1))
}

/// The token that is the `number`th of some parts, counted from 1.
fn token(parts: &[Span], number: u32) -> Option<u32> {
    let mut before = number.checked_sub(1)?;
    for part in parts {
        if before < part.len() {
            return Some(part.start + before);
        }
        before -= part.len();
    }
    None
}
