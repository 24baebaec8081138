//! Matching by head as in the CorefUD scorer (CRAC shared tasks since 2023).
//!
//! 1. Mentions with the same tokens and the same head are joined.
//! 2. Of the others, mentions with the same head are joined. The pairs are chosen to maximise the sum of the
//!    shares of the key mentions that the response mentions cover.
//!
//! The head is the one that the file names, or the first word if it names none. Mentions with the same tokens
//! but different heads do not match.

use super::best::Candidate;
use super::needs::NAMED_HEADS;
use super::work::Work;
use super::{Alignment, Join, Rule, Sameness, Side};
use crate::document::Wanted;

/// The rule.
pub(super) const HEAD_COREFUD: Rule = Rule {
    name: "head-corefud",
    summary: "they have the same annotated head, as in the CorefUD scorer",
    citation: "CRAC 2023 and later",
    needs: &NAMED_HEADS,
    wanted_key: Wanted::MENTIONS.and_details(),
    wanted_response: Wanted::MENTIONS.and_details(),
    join: Join::Plain(join),
    sameness: Sameness::Tokens,
};

/// Matches mentions by the heads that the files name.
fn join(key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment) {
    join_same(&Work::new(key, response, alignment), alignment);
    let work = Work::new(key, response, alignment);
    let (mut key_heads, mut response_heads) = (key_heads(&work), response_heads(&work));
    let mut candidates = work.pair_marks(&mut key_heads, &mut response_heads);
    for Candidate { key, weight, .. } in &mut candidates {
        *weight /= f64::from(work.key.mentions[*key as usize].length);
    }
    work.join_best(candidates, alignment);
}

/// Joins mentions with the same tokens and the same head.
fn join_same(work: &Work<'_>, alignment: &mut Alignment) {
    let key = key_heads(work).into_iter();
    let response = response_heads(work).into_iter();
    let key_marks = key.map(|(head, place)| ((work.key.spans_at(place), head), place)).collect();
    let response_marks =
        response.map(|(head, place)| ((work.response.spans_at(place), head), place)).collect();
    work.join_in_order(key_marks, response_marks, alignment);
}

fn key_heads(work: &Work<'_>) -> Vec<(u32, u32)> {
    let head = |mention| work.named_key_head(mention).unwrap_or(mention.first);
    work.key.mentions.iter().zip(0..).map(|(mention, place)| (head(mention), place)).collect()
}

fn response_heads(work: &Work<'_>) -> Vec<(u32, u32)> {
    let head = |mention| work.named_response_head(mention).unwrap_or(mention.first);
    work.response.mentions.iter().zip(0..).map(|(mention, place)| (head(mention), place)).collect()
}
