//! The errors of each mention, with the findings about it.

use rustc_hash::FxHashMap;

use super::Line;
use crate::analysis::boundaries::BOUNDARIES;
use crate::analysis::{Concerned, Finding, In, Role};
use crate::document::{CommonTokens, Span};
use crate::evaluation::decisions::{Outcome, outcomes};
use crate::pair::Pair;

/// The sign of a missed mention.
pub(super) const MISSED: &str = "−";
const SPURIOUS: &str = "+";
const BOUNDARY: &str = "↔";
/// The sign of a finding about a mention that has no error.
const OTHER: &str = "·";

/// An error of a mention.
#[derive(Clone, Debug)]
pub(super) struct Error {
    pub(super) kind: &'static str,
    pub(super) sign: &'static str,
    /// The places of the mention in the key and in the response.
    pub(super) key: Option<usize>,
    pub(super) response: Option<usize>,
    /// The places of the antecedents that the key and the response have.
    pub(super) key_antecedent: Option<usize>,
    pub(super) response_antecedent: Option<usize>,
    /// What differs at the boundaries.
    pub(super) difference: Option<&'static str>,
    /// The place where it is listed: a sentence of the key, and a token in the common numbering.
    pub(super) sentence: usize,
    token: u32,
    /// The places of the findings about it.
    pub(super) findings: Vec<usize>,
    pub(super) is_shown: bool,
}

impl Error {
    /// The key mention if it is missed, whether or not a response mention differs from it only in boundaries.
    pub(super) fn missed(&self) -> Option<usize> {
        self.key.filter(|_| matches!(self.sign, MISSED | BOUNDARY))
    }
}

/// Every error, in text order.
pub(super) fn errors(
    key: &Line<'_>,
    response: &Line<'_>,
    pair: &Pair<'_>,
    findings: &[Finding],
) -> Vec<Error> {
    let finder = Finder::new(key, response);
    let mut errors = decisions(pair);
    errors.extend(
        (0..response.marks.len()).filter(|place| response.marks[*place].twin.is_none()).map(spurious),
    );
    join_boundaries(&mut errors, &finder, findings);
    attach(&mut errors, &finder, findings);
    for error in &mut errors {
        finder.place(error);
    }
    errors.sort_by_key(|error| {
        (error.sentence, error.token, error.response.is_some(), error.response, error.key)
    });
    errors
}

/// The errors in how the response resolves the mentions of the key.
fn decisions(pair: &Pair<'_>) -> Vec<Error> {
    let (key, response) = (pair.key.antecedents(), pair.response.antecedents());
    let error = |(place, outcome): (usize, Outcome)| {
        let sign = match outcome {
            Outcome::Right => return None,
            Outcome::WrongAntecedent => "≠",
            Outcome::NoAntecedent => "∅",
            Outcome::NotNew => "←",
            Outcome::Missed => MISSED,
        };
        let twin = pair.alignment.of_key(place);
        Some(Error {
            key: Some(place),
            response: twin,
            key_antecedent: key[place],
            response_antecedent: twin.and_then(|twin| response[twin]),
            ..blank(outcome.name(), sign)
        })
    };
    outcomes(pair).into_iter().enumerate().filter_map(error).collect()
}

fn spurious(place: usize) -> Error {
    Error { response: Some(place), ..blank("spurious", SPURIOUS) }
}

fn blank(kind: &'static str, sign: &'static str) -> Error {
    Error {
        kind,
        sign,
        key: None,
        response: None,
        key_antecedent: None,
        response_antecedent: None,
        difference: None,
        sentence: 0,
        token: 0,
        findings: Vec::new(),
        is_shown: true,
    }
}

/// Merges the errors of a missed and a spurious mention that differ only in boundaries.
fn join_boundaries(errors: &mut Vec<Error>, finder: &Finder<'_, '_>, findings: &[Finding]) {
    let mut joined: FxHashMap<usize, (usize, &'static str)> = FxHashMap::default();
    for finding in findings.iter().filter(|one| one.analysis == BOUNDARIES.name) {
        let places = finding.mentions.iter().map(|one| finder.find(one));
        let (mut key, mut response) = (None, None);
        for (own, answer) in places {
            (key, response) = (key.or(own), response.or(answer));
        }
        if let (Some(key), Some(response)) = (key, response) {
            joined.insert(key, (response, finding.kind));
        }
    }
    for error in errors.iter_mut().filter(|error| error.sign == MISSED) {
        let Some((response, difference)) = error.key.and_then(|place| joined.get(&place)) else { continue };
        *error = Error {
            response: Some(*response),
            difference: Some(*difference),
            kind: "boundary",
            sign: BOUNDARY,
            ..error.clone()
        };
    }
    let mut taken: Vec<usize> = joined.values().map(|(response, _)| *response).collect();
    taken.sort_unstable();
    errors.retain(|error| {
        error.sign != SPURIOUS || error.response.is_none_or(|place| taken.binary_search(&place).is_err())
    });
}

/// Adds each finding to the errors of the mentions that it says are wrong. A finding about mentions without
/// errors becomes a separate error.
fn attach(errors: &mut Vec<Error>, finder: &Finder<'_, '_>, findings: &[Finding]) {
    let of_key: FxHashMap<usize, usize> =
        errors.iter().enumerate().filter_map(|(number, error)| Some((error.key?, number))).collect();
    let of_response: FxHashMap<usize, usize> =
        errors.iter().enumerate().filter_map(|(number, error)| Some((error.response?, number))).collect();
    for (number, finding) in findings.iter().enumerate() {
        let own = |one: &&Concerned| matches!(one.role, Role::Wrong | Role::Anaphor);
        let places: Vec<_> = finding.mentions.iter().filter(own).map(|one| finder.find(one)).collect();
        let error = |(key, response): &(Option<usize>, Option<usize>)| {
            let by_key = key.and_then(|place| of_key.get(&place));
            by_key.or_else(|| response.and_then(|place| of_response.get(&place))).copied()
        };
        let mut found: Vec<usize> = places.iter().filter_map(error).collect();
        found.sort_unstable();
        found.dedup();
        for place in &found {
            errors[*place].findings.push(number);
        }
        if let (true, Some(&(key, response))) = (found.is_empty(), places.first()) {
            errors.push(Error { key, response, findings: vec![number], ..blank(finding.kind, OTHER) });
        }
    }
}

/// Finds mentions by their spans.
struct Finder<'l, 'a> {
    key: &'l Line<'a>,
    response: &'l Line<'a>,
    tokens: CommonTokens,
    by_span: [FxHashMap<Span, usize>; 2],
    /// The places of the twins of the key's mentions.
    twins: FxHashMap<usize, usize>,
}

impl<'l, 'a> Finder<'l, 'a> {
    fn new(key: &'l Line<'a>, response: &'l Line<'a>) -> Self {
        let places = |line: &Line<'_>| -> FxHashMap<Span, usize> {
            // the first of repeated mentions
            line.marks.iter().enumerate().rev().map(|(place, mark)| (mark.span, place)).collect()
        };
        let tokens = CommonTokens::new(key.document, response.document);
        let marks = response.marks.iter().enumerate();
        let twins = marks.filter_map(|(place, mark)| Some((mark.twin?, place))).collect();
        Self { key, response, tokens, by_span: [places(key), places(response)], twins }
    }

    /// The places of a mention in the key and in the response.
    fn find(&self, mention: &Concerned) -> (Option<usize>, Option<usize>) {
        let place = |side: usize| self.by_span[side].get(&mention.span).copied();
        match mention.side {
            In::Key => (place(0), None),
            In::Response => (None, place(1)),
            In::Both => {
                let key = place(0);
                (key, key.and_then(|place| self.twins.get(&place).copied()))
            }
        }
    }

    /// Sets where an error is listed: at the response mention, or else at the key mention.
    fn place(&self, error: &mut Error) {
        let at = |line: &Line<'_>, place: usize| {
            let start = line.marks[place].span.start;
            (line.sentence_of(start), self.tokens.of(line.document, start))
        };
        let key = error.key.map(|place| at(self.key, place));
        let response = error.response.map(|place| at(self.response, place));
        (error.sentence, error.token) = key.or(response).unwrap_or_default();
    }
}
