//! The text of a document, and the mentions that the key and a response mark in it.

use serde::Serialize;

use super::mentions::{Mentions, numbers_of};
use super::places::Places;
use crate::document::{Document, Layer, Mention};
use crate::evaluation::decisions::{Decisions, Outcome};
use crate::evaluation::{DocumentPair, Plan};
use crate::matching::{Alignment, Matching, Side};
use crate::metric::by_name;
use crate::metric::contribution::{Explanation, explanation};
use crate::pair::Pair;

/// A key document.
#[derive(Debug, Serialize)]
pub(super) struct KeyText<'a> {
    tokens: u32,
    /// The words; none if neither side has any.
    words: Option<Vec<&'a str>>,
    /// Where each sentence ends.
    sentences: Vec<u32>,
    /// The tokens that are zeros.
    zeros: Vec<u32>,
    /// The tokens at which the speaker changes, with the new speaker.
    speakers: Vec<(u32, &'a str)>,
    mentions: Mentions<'a>,
}

impl<'a> KeyText<'a> {
    pub(super) fn new(document: &'a Document) -> Self {
        let words = document.layers.get(Layer::Word);
        Self {
            tokens: document.tokens,
            words: words.map(|words| words.iter().collect()),
            sentences: document.sentences_or_whole().iter().map(|sentence| sentence.end).collect(),
            zeros: document.zeros.iter().map(|zero| zero.token).collect(),
            speakers: speakers(document),
            mentions: Mentions::new(document, &Places::new(document, document)),
        }
    }
}

fn speakers(document: &Document) -> Vec<(u32, &str)> {
    let Some(speakers) = document.layers.get(Layer::Speaker) else { return Vec::new() };
    let mut turns: Vec<(u32, &str)> = (0u32..).zip(speakers.iter()).collect();
    turns.dedup_by_key(|(_, speaker)| *speaker);
    let is_said = |speaker: &str| !matches!(speaker, "" | "-" | "_");
    if turns.iter().any(|(_, speaker)| is_said(speaker)) { turns } else { Vec::new() }
}

/// The mentions of a response, and the outcome for each mention of the key.
#[derive(Debug, Serialize)]
pub(super) struct ResponseText<'a> {
    mentions: Mentions<'a>,
    /// For each mention of the key the number of its twin; -1 if it is missed, -2 if it does not count.
    twins: Vec<i64>,
    /// The mentions of the response that do not count.
    left_out: Vec<usize>,
    /// The outcome for each mention of the key: right, wrong-antecedent, no-antecedent, not-new or missed,
    /// numbered from 0; -1 if the mention does not count.
    outcomes: Vec<i64>,
    /// The kind of each mention of the key: name, nominal, pronoun or verb, numbered from 0; -1 if it is not
    /// known.
    kinds: Vec<i64>,
    /// Missed mentions of the key and spurious ones of the response that share tokens, paired.
    boundaries: Vec<(usize, usize)>,
    /// Key and response entities that are aligned by CEAF-e.
    aligned: Vec<(u32, u32)>,
}

impl<'a> ResponseText<'a> {
    pub(super) fn new(plan: &Plan, documents: &'a DocumentPair) -> Self {
        let (key, response) = (documents.key(), documents.response());
        let pair = documents.matched(plan);
        let key_numbers = numbers_of(key, pair.key.mentions());
        let response_numbers = numbers_of(response, pair.response.mentions());
        let (outcomes, kinds) = outcomes(plan, documents, &pair, &key_numbers);
        Self {
            mentions: Mentions::new(response, &Places::new(key, response)),
            twins: twins(&pair, &key_numbers, &response_numbers),
            left_out: left_out(response, &response_numbers),
            outcomes,
            kinds,
            boundaries: boundaries(&pair, &key_numbers, &response_numbers),
            aligned: aligned(&pair),
        }
    }
}

fn twins(pair: &Pair<'_>, key: &[usize], response: &[usize]) -> Vec<i64> {
    let mut twins = vec![-2; pair.key.document.mentions.len()];
    for (place, number) in key.iter().enumerate() {
        let twin = pair.alignment.of_key(place).and_then(|twin| response.get(twin));
        twins[*number] = twin.and_then(|twin| i64::try_from(*twin).ok()).unwrap_or(-1);
    }
    twins
}

fn left_out(document: &Document, counted: &[usize]) -> Vec<usize> {
    let mut counted = counted.iter().peekable();
    let is_left_out = |number: &usize| counted.next_if_eq(&number).is_none();
    (0..document.mentions.len()).filter(is_left_out).collect()
}

/// The outcome and the kind of every mention of the key.
fn outcomes(
    plan: &Plan,
    documents: &DocumentPair,
    pair: &Pair<'_>,
    numbers: &[usize],
) -> (Vec<i64>, Vec<i64>) {
    let all = documents.key().mentions.len();
    let (mut outcomes, mut kinds) = (vec![-1; all], vec![-1; all]);
    // decisions are in text order
    let mut order: Vec<(&Mention, usize)> = pair.key.mentions.iter().zip(numbers.iter().copied()).collect();
    order.sort_by_key(|(mention, number)| (mention.span.start, mention.span.end, mention.entity, *number));
    for ((_, number), decision) in order.iter().zip(Decisions::new(plan, documents, false).mentions) {
        outcomes[*number] = Outcome::ALL
            .iter()
            .zip(0..)
            .find(|(one, _)| **one == decision.outcome)
            .map_or(-1, |(_, code)| code);
        kinds[*number] = decision.kind.map_or(-1, |kind| kind as i64);
    }
    (outcomes, kinds)
}

/// Missed and spurious mentions that share tokens.
fn boundaries(pair: &Pair<'_>, key: &[usize], response: &[usize]) -> Vec<(usize, usize)> {
    let Ok(overlapping) = "overlap-1".parse::<Matching>() else { return Vec::new() };
    let missed = twinless(&pair.key, |place| pair.alignment.of_key(place));
    let spurious = twinless(&pair.response, |place| pair.alignment.of_response(place));
    let found: Alignment = overlapping.align(&missed.0, &spurious.0);
    found.twins().map(|(one, other)| (key[missed.1[one]], response[spurious.1[other]])).collect()
}

/// The mentions without twins, and their places among all that count.
fn twinless<'a>(side: &Side<'a>, twin: impl Fn(usize) -> Option<usize>) -> (Side<'a>, Vec<usize>) {
    let places: Vec<usize> = (0..side.mentions.len()).filter(|place| twin(*place).is_none()).collect();
    let mut left = side.clone();
    left.retain(|place, _| twin(place).is_none());
    (left, places)
}

/// Key and response entities that are aligned by CEAF-e.
pub(in crate::report) fn aligned(pair: &Pair<'_>) -> Vec<(u32, u32)> {
    let Some(ceaf) = by_name("ceaf-e") else { return Vec::new() };
    let scored: Vec<_> = ceaf.parts.iter().map(|part| part.tally(pair)).collect();
    let Explanation::Entities(walks) = explanation(ceaf, pair, &scored) else { return Vec::new() };
    let of_key = walks.iter().take(1).flat_map(|walk| &walk.recall);
    of_key.filter_map(|one| Some((one.entity, one.partner?))).collect()
}
