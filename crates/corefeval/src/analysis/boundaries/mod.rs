//! Missed and spurious mentions that differ only in their boundaries, by what differs.
//!
//! A missed and a spurious mention are a pair if they share a head, a minimum span, or at least half of their tokens; each is in one
//! pair. The two are compared at both ends. Moosavi et al. (2019, section 7) list the most frequent
//! differences.

mod difference;

pub use difference::Difference;

use super::Analysis;
use super::finding::{Finding, Role};
use super::rebuilt::{Parted, Rebuilt};
use super::view::{About, Own, Seen, View};
use crate::choice::choice;
use crate::document::{Document, EntityDetail, Mention, Span};
use crate::matching::{Matching, Side};

/// What this analysis is called, and where it comes from.
pub const BOUNDARIES: Analysis = Analysis {
    name: "boundaries",
    summary: "missed and spurious mentions that differ only in their boundaries, by what differs",
    citation: "Moosavi et al. 2019",
    kinds: Difference::VALUES,
    rules: Shared::VALUES,
};

choice! {
    /// What a missed and a spurious mention have in common.
    Shared {
        /// Their head.
        Head = "same-head",
        /// Their minimum span.
        Minimum = "same-minimum",
        /// At least half of their tokens.
        Tokens = "shared-tokens",
    }
}

impl Shared {
    /// The rule that matches mentions by it.
    fn matching(self) -> Matching {
        match self {
            Self::Head => Matching::HEAD,
            Self::Minimum => Matching::MINA,
            Self::Tokens => Matching::OVERLAP,
        }
    }
}

/// The rules under which scores are compared: the first accepts no other boundaries, each of the others more
/// than the one before.
pub const COMPARED_RULES: [Matching; 4] =
    [Matching::EXACT, Matching::MINA, Matching::HEAD, Matching::OVERLAP];

/// A missed and a spurious mention that differ only in their boundaries, as indices of the mentions in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Boundary {
    missed: u32,
    spurious: u32,
    shared: Shared,
    pub(super) difference: Difference,
}

/// All such pairs, in the order of the text.
pub(super) fn boundaries(view: &View<'_>) -> Vec<Boundary> {
    let places = |wanted: fn(&Seen) -> bool| -> Vec<u32> {
        (0..view.seen.len() as u32).filter(|place| wanted(&view.seen[*place as usize])).collect()
    };
    let mut missed = places(Seen::is_missed);
    let mut spurious = places(Seen::is_spurious);
    let mut found = Vec::new();
    for &shared in Shared::ALL {
        let joined = joined(view, shared, &missed, &spurious);
        for &(one, other) in &joined {
            let spans = [view.seen[one as usize].span, view.seen[other as usize].span];
            let difference = Difference::between(view, spans);
            found.push(Boundary { missed: one, spurious: other, shared, difference });
        }
        let (ones, others): (Vec<u32>, Vec<u32>) = joined.into_iter().unzip();
        let mut others = others;
        others.sort_unstable();
        missed.retain(|place| ones.binary_search(place).is_err());
        spurious.retain(|place| others.binary_search(place).is_err());
    }
    found.sort_by_key(|one| one.missed);
    found
}

/// Missed and spurious mentions that a rule matches; the missed ones in order.
fn joined(view: &View<'_>, shared: Shared, missed: &[u32], spurious: &[u32]) -> Vec<(u32, u32)> {
    let key = view.pair.key.document;
    let matching = shared.matching();
    if matching.lacks(key).is_some() {
        return Vec::new();
    }
    let own = |place: &u32| view.seen[*place as usize];
    let key_side = side(&view.pair.key, missed.iter().filter_map(|place| own(place).key));
    let response_side = side(&view.pair.response, spurious.iter().filter_map(|place| own(place).response));
    let alignment = matching.align(&key_side, &response_side);
    alignment.twins().map(|(one, other)| (missed[one], spurious[other])).collect()
}

/// Some mentions of a side.
fn side<'a>(side: &Side<'a>, mentions: impl Iterator<Item = Own>) -> Side<'a> {
    let mentions: Vec<Mention> = mentions.map(|own| side.mentions[own.place as usize]).collect();
    Side { document: side.document, mentions: mentions.into() }
}

/// Every pair as a finding.
pub(super) fn findings(view: &View<'_>, found: &[Boundary]) -> Vec<Finding> {
    if !view.has_findings() {
        return Vec::new();
    }
    let finding = |one: &Boundary| {
        let (missed, spurious) = (&view.seen[one.missed as usize], &view.seen[one.spurious as usize]);
        let about = About { analysis: BOUNDARIES.name, kind: one.difference.name(), rule: one.shared.name() };
        let mut finding = view.finding(about, &[(Role::Wrong, spurious), (Role::Other, missed)]);
        let text = |(own, other): (Span, Span)| -> Option<String> {
            let before = Span::new(own.start, own.end.min(other.start));
            let after = Span::new(own.start.max(other.end), own.end);
            let texts = [before, after].map(|span| view.text(span).filter(|text| !text.is_empty()));
            Some(texts.into_iter().flatten().collect::<Vec<_>>().join(" … "))
        };
        if !view.has_details() {
            return finding;
        }
        finding.properties = vec![
            ("missing_text", text((missed.span, spurious.span)).into()),
            ("extra_text", text((spurious.span, missed.span)).into()),
        ];
        finding
    };
    let mut findings: Vec<Finding> = found.iter().map(finding).collect();
    findings.sort_by_key(|finding| (finding.span.start, finding.span.end));
    findings
}

/// The response after boundaries that differ in one way are corrected.
pub(super) fn repaired(
    view: &View<'_>,
    found: &[Boundary],
    difference: Difference,
    parted: &Parted,
) -> Document {
    let response = &view.pair.response;
    let mut meant: Vec<Option<Own>> = vec![None; response.mentions.len()];
    for one in found.iter().filter(|one| one.difference == difference) {
        if let Some(own) = view.seen[one.spurious as usize].response {
            meant[own.place as usize] = view.seen[one.missed as usize].key;
        }
    }
    let mut rebuilt = Rebuilt::new(view, parted);
    for (place, mention) in response.mentions.iter().enumerate() {
        match meant[place] {
            Some(key) => rebuilt.add_key(key, mention.entity),
            None => rebuilt.add_response(Own { place: place as u32, entity: mention.entity }, mention.entity),
        }
    }
    let detail = |entity: u32| -> EntityDetail {
        let found = response.document.entity_detail(entity);
        found.map(|detail| EntityDetail { elements: Vec::new(), ..detail.clone() }).unwrap_or_default()
    };
    rebuilt.finish(|entity| entity, detail)
}

#[cfg(test)]
mod tests;
