//! The entities of a record: lists of mentions, each a few numbers.

use std::borrow::Cow;
use std::fmt::Write;

use rustc_hash::FxHashMap;
use serde::de::IgnoredAny;

use super::super::Problem;
use super::super::json::Field;
use super::super::running_text::Fit;
use super::Side;
use super::record::Record;
use super::spans;
use super::tokens::Units;
use super::variant::{Ends, PREDICTED, Variant};
use crate::document::{Detail, Document, Mention, Span};

/// Why numbers are not a span of the document.
#[derive(Clone, Copy)]
enum Wrong {
    /// The end lies before the start.
    Backwards,
    /// It reaches beyond the text.
    Outside,
    /// It has only blanks.
    Blank,
}

/// Adds the entities of a record to a document.
pub(super) fn read(
    record: &Record<'_>,
    (variant, units): (&Variant, &Units),
    document: &mut Document,
    problems: &mut Vec<Problem>,
) -> Result<(), Problem> {
    let (field, ends) = choose(record, variant, problems)?;
    let tokens = document.tokens;
    let of_tokens = |start: u32, end: u64| units.of_tokens(start, end, tokens);
    let mut adding = Adding { record, field, ends, document, problems };
    match ends {
        Ends::Head => adding.all(|[token]| of_tokens(token, u64::from(token) + 1))?,
        Ends::InSentence => adding.all(|numbers| units.of_sentence(numbers))?,
        Ends::Inclusive => adding.all(|[first, last]| of_tokens(first, u64::from(last) + 1))?,
        Ends::Exclusive => adding.all(|[start, end]| of_tokens(start, u64::from(end)))?,
        Ends::Characters => adding.all(|numbers| units.of_characters(numbers))?,
    }
    let with_heads = ends == Ends::Exclusive && record.wanted.details();
    if with_heads { heads(record, document) } else { Ok(()) }
}

/// The field to read entities from.
fn choose<'a, 'r>(
    record: &'r Record<'a>,
    variant: &Variant,
    problems: &mut Vec<Problem>,
) -> Result<(&'r Field<'a>, Ends), Problem> {
    let (predicted, others): (Vec<_>, Vec<_>) =
        variant.entities.iter().copied().partition(|(name, _)| *name == PREDICTED);
    let offered = match record.side {
        Side::Key => [others, predicted].concat(),
        Side::KeyAlone => others,
        Side::Response | Side::Unknown => [predicted, others].concat(),
    };
    let found = offered.iter().find_map(|&(name, ends)| Some((name, record.field(name)?, ends)));
    let Some((name, field, ends)) = found else {
        let names: Vec<_> = offered.iter().map(|(name, _)| format!("`{name}`")).collect();
        let message = format!("the record has no entities: no field {}", names.join(" or "));
        return Err(record.at_start("no-entities", message).hint("write `[]` if there are none"));
    };
    note(record, (name, field, ends), problems);
    Ok((field, ends))
}

/// Reports once what is odd about the choice of a field.
fn note(record: &Record<'_>, (name, field, ends): (&str, &Field<'_>, Ends), problems: &mut Vec<Problem>) {
    let (code, message, hint) = match record.side {
        _ if ends == Ends::Head => (
            "heads-alone",
            format!("`{name}` holds heads; each is read as a one-token mention"),
            "full mentions are in `span_clusters`",
        ),
        Side::Unknown if name == PREDICTED && record.field("clusters").is_some() => (
            "two-sides",
            format!("`{name}` is read; `clusters` is ignored"),
            "use the format `jsonlines-key` to read `clusters`, `jsonlines-response` to read the predicted ones",
        ),
        Side::Key if name == PREDICTED => (
            "predicted-key",
            format!("a record of the key has no `clusters`; `{name}` is used as the key"),
            "is this a system's output?",
        ),
        _ => return,
    };
    if problems.iter().all(|problem| problem.code != code) {
        let hint = format!("{hint}; further records are not reported");
        problems.push(record.warning(code, field.at, 1, message).hint(hint).once());
    }
}

/// The addition of mentions to a document.
struct Adding<'r, 'a> {
    record: &'r Record<'a>,
    field: &'r Field<'a>,
    ends: Ends,
    document: &'r mut Document,
    problems: &'r mut Vec<Problem>,
}

impl Adding<'_, '_> {
    /// Adds every mention; `span` turns its numbers into a span.
    fn all<const N: usize>(
        &mut self,
        span: impl Fn([u32; N]) -> Result<(Span, Fit), Wrong>,
    ) -> Result<(), Problem> {
        let Some(lists) = spans::read(self.field.value) else { return self.refuse(N) };
        self.document.mentions.reserve(lists.mentions.len());
        let mut label = String::new();
        let mut start = 0;
        for (index, end) in lists.ends.into_iter().enumerate() {
            let entity = self.document.entity_labels.len() as u32;
            for place in start..end {
                let at = (index, place - start);
                let (span, fit) = span(lists.mentions[place]).map_err(|wrong| self.wrong(wrong, at))?;
                if fit == Fit::Widened {
                    self.note_widened(at);
                }
                self.document.mentions.push(Mention::new(span, entity));
            }
            if start == end {
                self.note_empty(index);
            } else {
                label.clear();
                let _ = write!(label, "{index}");
                self.document.entity_labels.push(&label);
            }
            start = end;
        }
        Ok(())
    }

    /// Refuses a value that is not a list of lists of this many numbers; `null` is read as an empty list.
    fn refuse(&mut self, numbers: usize) -> Result<(), Problem> {
        if self.field.value == b"null" {
            let name = String::from_utf8_lossy(self.field.name);
            let message = format!("`{name}` is null; the record is read as if it had no entities");
            let problem = self.record.warning("null-entities", self.field.at, 4, message);
            self.problems.push(problem.hint("write `[]` if there are none; did the system fail here?"));
            return Ok(());
        }
        self.record.parse::<IgnoredAny>(self.field)?;
        let name = String::from_utf8_lossy(self.field.name);
        let message =
            format!("`{name}` is not a list of entities, each a list of mentions, each {numbers} numbers");
        let hint = format!("in such records a mention is {}", self.ends.describe());
        Err(self.record.error("not-entities", self.field.at, 1, message).hint(hint))
    }

    fn wrong(&self, wrong: Wrong, place: (usize, usize)) -> Problem {
        let (at, shown) = locate(self.field.value, place);
        let (code, message) = match wrong {
            Wrong::Backwards => ("span-backwards", format!("{shown} ends before it begins")),
            Wrong::Outside => ("span-outside", format!("{shown} reaches beyond the text")),
            Wrong::Blank => ("span-blank", format!("{shown} contains only blanks")),
        };
        let name = String::from_utf8_lossy(self.field.name);
        let hint = format!("in `{name}` of such records a mention is {}", self.ends.describe());
        self.record.error(code, self.field.at + at, shown.len(), message).hint(hint)
    }

    fn note_widened(&mut self, place: (usize, usize)) {
        let (at, shown) = locate(self.field.value, place);
        let message = format!("{shown} begins or ends inside a token; it is widened to whole tokens");
        let problem = self.record.warning("widened-mention", self.field.at + at, shown.len(), message);
        self.problems.push(problem);
    }

    fn note_empty(&mut self, index: usize) {
        let message = format!("entity {index} has no mentions; it is left out");
        self.problems.push(self.record.warning("empty-entity", self.field.at, 1, message));
    }
}

/// The place of a mention in the lists, and its text.
fn locate(value: &[u8], (entity, mention): (usize, usize)) -> (usize, Cow<'_, str>) {
    let (mut depth, mut entities, mut mentions) = (0, 0, 0);
    let mut found = 0;
    for (at, byte) in value.iter().enumerate() {
        match byte {
            b'[' => {
                depth += 1;
                entities += usize::from(depth == 2);
                let here = entities == entity + 1;
                mentions += usize::from(here && depth == 3);
                if here && (depth == 2 || mentions == mention + 1) {
                    found = at;
                }
                if here && depth == 3 && mentions == mention + 1 {
                    break;
                }
            }
            b']' => depth -= 1,
            _ => {}
        }
    }
    let rest = &value[found..];
    let end = memchr::memchr(b']', rest).map_or(rest.len(), |end| end + 1);
    (found, String::from_utf8_lossy(&rest[..end]))
}

impl Units {
    /// The span of tokens, or pieces of tokens, from `start` up to `end`, in a document of this many tokens.
    fn of_tokens(&self, start: u32, end: u64, tokens: u32) -> Result<(Span, Fit), Wrong> {
        if end <= u64::from(start) {
            return Err(Wrong::Backwards);
        }
        let span = match self {
            Self::Pieces(map) => {
                let last =
                    usize::try_from(end - 1).ok().and_then(|last| map.get(last)).ok_or(Wrong::Outside)?;
                Span::new(*map.get(start as usize).ok_or(Wrong::Outside)?, last + 1)
            }
            _ if end > u64::from(tokens) => return Err(Wrong::Outside),
            _ => Span::new(start, end as u32),
        };
        Ok((span, Fit::Exact))
    }

    fn of_sentence(&self, [sentence, start, end]: [u32; 3]) -> Result<(Span, Fit), Wrong> {
        let Self::InSentences(starts) = self else { return Err(Wrong::Outside) };
        let bounds = starts.get(sentence as usize).zip(starts.get(sentence as usize + 1));
        let (&first, &after) = bounds.ok_or(Wrong::Outside)?;
        match (start < end, end <= after - first) {
            (false, _) => Err(Wrong::Backwards),
            (_, false) => Err(Wrong::Outside),
            _ => Ok((Span::new(first + start, first + end), Fit::Exact)),
        }
    }

    fn of_characters(&self, [start, end]: [u32; 2]) -> Result<(Span, Fit), Wrong> {
        let Self::Characters(text) = self else { return Err(Wrong::Outside) };
        match (start < end, end <= text.characters()) {
            (false, _) => Err(Wrong::Backwards),
            (_, false) => Err(Wrong::Outside),
            _ => text.span(start, end).ok_or(Wrong::Blank),
        }
    }
}

/// Reads the heads that a record names for its spans.
fn heads(record: &Record<'_>, document: &mut Document) -> Result<(), Problem> {
    let Some(field) = record.field("head2span") else { return Ok(()) };
    let heads = record.parse::<Option<Vec<(u32, u32, u32)>>>(field)?.unwrap_or_default();
    let heads: FxHashMap<Span, u32> =
        heads.into_iter().map(|(head, start, end)| (Span::new(start, end), head)).collect();
    for mention in &mut document.mentions {
        if let Some(&head) = heads.get(&mention.span).filter(|head| mention.span.holds(**head)) {
            *mention = mention.with_detail(document.details.len());
            document.details.push(Detail { head: Some(head), ..Detail::default() });
        }
    }
    Ok(())
}
