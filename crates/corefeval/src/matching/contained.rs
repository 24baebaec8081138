//! Rules by which a response mention may be smaller than the key mention if it contains the essential part of
//! it.
//!
//! ```text
//! tokens     the  tall  wall  of  Ur
//! key       [the  tall  wall  of  Ur]
//! response       [tall  wall]              has the head `wall` and nothing from outside: they match
//! ```
//!
//! What must be found is the head word (CoNLL-2011, section 5.4; CorefUD's partial matching; SemEval-2010) or the
//! annotated minimum (MUC, ARRAU, Universal Anaphora).

use super::best::Candidate;
use super::free;
use super::heads::{First, Heads};
use super::needs::{HEADS, MINIMUMS, NAMED_HEADS, SYNTAX_LAYERS};
use super::work::Work;
use super::{Alignment, Join, Rule, Sameness, Side, exact};
use crate::document::{Span, Wanted};

/// The rule.
pub(super) const HEAD_CONLL2011: Rule = Rule {
    name: "head-conll2011",
    summary: "the response contains the key's head word and lies within the key mention",
    citation: "Pradhan et al. 2011, §5.4",
    needs: &HEADS,
    wanted_key: SYNTAX_LAYERS,
    wanted_response: Wanted::MENTIONS,
    join: Join::Plain(join_by_head_word),
    sameness: Sameness::Tokens,
};

/// The rule.
pub(super) const PARTIAL_COREFUD: Rule = Rule {
    name: "partial-corefud",
    summary: "the response contains the key's annotated head and lies within the key mention, as in the CorefUD scorer",
    citation: "CRAC 2022",
    needs: &NAMED_HEADS,
    wanted_key: Wanted::MENTIONS.and_details(),
    wanted_response: Wanted::MENTIONS,
    join: Join::Plain(join_by_named_head),
    sameness: Sameness::Tokens,
};

/// The rule.
pub(super) const MIN: Rule = Rule {
    name: "min",
    summary: "the response contains the annotated minimum and lies within the key mention",
    citation: "MUC-6/7, ARRAU",
    needs: &MINIMUMS,
    wanted_key: Wanted::MENTIONS.and_details(),
    wanted_response: Wanted::MENTIONS,
    join: Join::Plain(join_by_minimum),
    sameness: Sameness::Tokens,
};

/// The rule.
pub(super) const SEMEVAL: Rule = Rule {
    name: "semeval",
    summary: "the response contains the key's head and lies within the key mention; half credit in mention detection",
    citation: "SemEval-2010",
    needs: &HEADS,
    wanted_key: SYNTAX_LAYERS,
    wanted_response: Wanted::MENTIONS,
    join: Join::Plain(join_as_semeval),
    sameness: Sameness::Tokens,
};

/// Matches by the head word in the key's trees, so that the shares of the key mentions found have the largest
/// sum.
fn join_by_head_word(key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment) {
    exact::join(key, response, alignment);
    let work = Work::new(key, response, alignment);
    work.join_best(by_found_head(&work, First::Trees), alignment);
}

/// Matches by the head that the file names, or by the first word if it names none, as in the CorefUD scorer.
fn join_by_named_head(key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment) {
    exact::join(key, response, alignment);
    let work = Work::new(key, response, alignment);
    let mut candidates = Vec::new();
    for (place, mention) in work.key.mentions.iter().enumerate() {
        let head = work.named_key_head(mention).unwrap_or(mention.first);
        push(&work, place, &[Span::new(head, head + 1)], &mut candidates);
    }
    work.join_best(candidates, alignment);
}

/// Matches by the minimum span that the file names; a mention without one must be found whole.
fn join_by_minimum(key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment) {
    exact::join(key, response, alignment);
    let work = Work::new(key, response, alignment);
    let mut candidates = Vec::new();
    for (place, mention) in work.key.mentions.iter().enumerate() {
        if let Some(minimum) = work.key_minimum(mention) {
            push(&work, place, &[minimum], &mut candidates);
        }
    }
    work.join_best(candidates, alignment);
}

/// Matches as in SemEval-2010: each response mention, in file order, with the first key mention that accepts
/// it. Such twins count half in mention detection.
fn join_as_semeval(key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment) {
    exact::join(key, response, alignment);
    let work = Work::new(key, response, alignment);
    let places = |candidate: Candidate| {
        let key = work.key.mentions[candidate.key as usize].place;
        (work.response.mentions[candidate.response as usize].place, key)
    };
    let mut pairs: Vec<(u32, u32)> =
        by_found_head(&work, First::Dependencies).into_iter().map(places).collect();
    pairs.sort_unstable();
    for (response, key) in pairs {
        alignment.join_in_part(key as usize, response as usize);
    }
}

/// Candidates: response mentions inside a key mention that contain the head of the key mention.
fn by_found_head(work: &Work<'_>, first: First) -> Vec<Candidate> {
    let mut heads = Heads::new(work, first);
    let mut candidates = Vec::new();
    for chunk in work.chunks() {
        heads.enter(chunk.sentence);
        for place in chunk.key {
            if let Some(head) = heads.of_key(&work.key.mentions[place]) {
                push(work, place, &[Span::new(head, head + 1)], &mut candidates);
            }
        }
    }
    candidates
}

/// Adds as candidates the response mentions inside a key mention that contain the required tokens.
fn push(work: &Work<'_>, place: usize, must: &[Span], candidates: &mut Vec<Candidate>) {
    let mention = &work.key.mentions[place];
    let by = must.first().map_or(mention.last, |span| span.start);
    let size: u32 = must.iter().map(|span| span.len()).sum();
    for (response, inner) in work.between(mention, by) {
        let holds = free::shared(work.response.spans(inner), must) == size;
        if holds && work.is_inside(inner, mention) {
            let weight = f64::from(inner.length) / f64::from(mention.length);
            candidates.push(Candidate { key: place as u32, response, weight });
        }
    }
}
