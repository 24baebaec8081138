//! Links that a response misses, and wrong links that it makes, each with an antecedent that could have been
//! chosen.
//!
//! After Martschat and Strube (2014). The mentions of a key entity are joined by a tree: each but the first is linked to one before it. A
//! link is missed if the response puts the mention together with none of those before it. Exchanging key and
//! response gives the wrong links. The numbers of both are those that MUC counts as missing, whichever
//! antecedents are chosen.

use std::ops::AddAssign;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use super::Analysis;
use super::antecedents::{GivenAntecedents, Unused};
use super::finding::{Finding, Role};
use super::view::{About, Own, Seen, View};
use crate::choice::choice;
use crate::document::Span;
use crate::selection::MentionKind;

/// What this analysis is called, and where it comes from.
pub const LINKS: Analysis = Analysis {
    name: "links",
    summary: "links that are missed, and links that are wrong, by the kinds of anaphor and antecedent",
    citation: "Martschat and Strube 2014",
    kinds: LinkError::VALUES,
    rules: LinkRule::VALUES,
};

choice! {
    /// What is wrong with a link.
    LinkError {
        /// The key has it, the response does not: an error of recall.
        Missed = "missed-link",
        /// The response has it, the key does not: an error of precision.
        Wrong = "wrong-link",
    }
}

choice! {
    /// How the antecedent was chosen.
    LinkRule {
        /// The closest mention before.
        Closest = "closest",
        /// The closest name before.
        ClosestName = "closest-name",
        /// The closest nominal before, there being no name.
        ClosestNominal = "closest-nominal",
        /// What the response chose itself, as a file of antecedents says.
        Given = "given",
    }
}

choice! {
    /// Which antecedent a missed or wrong link leads to.
    Antecedents {
        /// A pronoun to the closest mention before; any other to the closest name, else the closest nominal.
        Accessible = "accessible",
        /// Always the closest mention before.
        Closest = "closest",
    }
}

/// The kinds of mentions that links are counted by.
pub const LINK_KINDS: [MentionKind; 3] = [MentionKind::Name, MentionKind::Nominal, MentionKind::Pronoun];

/// Numbers of links: for each kind of anaphor, one for each kind of antecedent.
pub type LinkTable = [[u64; 3]; 3];

/// Links of a key and a response, and how many of them are wrong. Counts add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LinkCounts {
    /// The links of the key: as many as a response of only singletons would miss.
    pub key: LinkTable,
    /// The links of the key that are missed.
    pub missed: LinkTable,
    /// The links of the response.
    pub response: LinkTable,
    /// The links of the response that are wrong.
    pub wrong: LinkTable,
}

impl AddAssign for LinkCounts {
    fn add_assign(&mut self, other: Self) {
        let pairs = [
            (&mut self.key, other.key),
            (&mut self.missed, other.missed),
            (&mut self.response, other.response),
            (&mut self.wrong, other.wrong),
        ];
        for (sum, more) in pairs {
            for (sum, more) in sum.iter_mut().flatten().zip(more.iter().flatten()) {
                *sum += more;
            }
        }
    }
}

/// Which antecedents links lead to, and which the response chose itself.
#[derive(Clone, Copy)]
pub(super) struct Chosen<'g> {
    pub(super) antecedents: Antecedents,
    pub(super) given: Option<&'g GivenAntecedents>,
}

/// What is found about links.
pub(super) struct Found {
    /// Links that are missed and wrong.
    pub(super) findings: Vec<Finding>,
    /// How many links there are.
    pub(super) counts: LinkCounts,
    /// Decisions of the response that could not be followed.
    pub(super) unused: Unused,
}

/// Links that are missed and wrong, and how many links there are.
pub(super) fn findings(view: &View<'_>, chosen: Chosen<'_>) -> Found {
    let antecedents = chosen.antecedents;
    let of_key = Direction { error: LinkError::Missed, own: |seen| seen.key, other: |seen| seen.response };
    let of_response =
        Direction { error: LinkError::Wrong, own: |seen| seen.response, other: |seen| seen.key };
    let (mut counts, mut unused) = (LinkCounts::default(), Unused::default());
    let mut findings = of_key.findings(view, antecedents, &mut counts.key, &mut counts.missed);
    let (all, wrong) = (&mut counts.response, &mut counts.wrong);
    findings.append(&mut match chosen.given {
        None => of_response.findings(view, antecedents, all, wrong),
        Some(given) => of_response.given(view, given, (all, wrong), &mut unused),
    });
    findings.sort_by_key(|finding| (finding.span.start, finding.span.end));
    Found { findings, counts, unused }
}

/// Whether links of the key are sought in the response, or links of the response in the key.
struct Direction {
    error: LinkError,
    own: fn(&Seen) -> Option<Own>,
    other: fn(&Seen) -> Option<Own>,
}

/// The last mentions of an entity so far, as places among those seen.
#[derive(Clone, Copy, Default)]
struct Before {
    any: Option<u32>,
    name: Option<u32>,
    nominal: Option<u32>,
}

impl Before {
    fn antecedent(&self, kind: MentionKind, antecedents: Antecedents) -> Option<(u32, LinkRule)> {
        let closest = self.any.map(|place| (place, LinkRule::Closest));
        if antecedents == Antecedents::Closest || kind == MentionKind::Pronoun {
            return closest;
        }
        let name = self.name.map(|place| (place, LinkRule::ClosestName));
        name.or(self.nominal.map(|place| (place, LinkRule::ClosestNominal))).or(closest)
    }

    fn add(&mut self, place: u32, kind: MentionKind) {
        self.any = Some(place);
        match kind {
            MentionKind::Name => self.name = Some(place),
            MentionKind::Pronoun => {}
            _ => self.nominal = Some(place),
        }
    }
}

impl Direction {
    fn findings(
        &self,
        view: &View<'_>,
        antecedents: Antecedents,
        all: &mut LinkTable,
        wrong: &mut LinkTable,
    ) -> Vec<Finding> {
        let mut before: Vec<Before> = Vec::new();
        let mut parts: FxHashSet<(u32, u32)> = FxHashSet::default();
        let mut findings = Vec::new();
        for (place, entity) in self.mentions(view) {
            let seen = &view.seen[place as usize];
            before.resize(before.len().max(entity as usize + 1), Before::default());
            let last = &mut before[entity as usize];
            let link = last.antecedent(seen.kind, antecedents);
            last.add(place, seen.kind);
            let is_new = (self.other)(seen).is_none_or(|other| parts.insert((entity, other.entity)));
            let Some((antecedent, rule)) = link else { continue };
            let antecedent = &view.seen[antecedent as usize];
            let cell = (place_of(seen.kind), place_of(antecedent.kind));
            all[cell.0][cell.1] += 1;
            if is_new {
                wrong[cell.0][cell.1] += 1;
                findings.extend(self.finding(view, rule, [seen, antecedent]));
            }
        }
        findings
    }

    /// The links that the response chose itself: wrong if the key does not have the two mentions in one
    /// entity.
    fn given(
        &self,
        view: &View<'_>,
        given: &GivenAntecedents,
        (all, wrong): (&mut LinkTable, &mut LinkTable),
        unused: &mut Unused,
    ) -> Vec<Finding> {
        let own = &view.pair.response;
        let mut places: FxHashMap<Span, u32> = FxHashMap::default();
        for (place, _) in self.mentions(view) {
            if let Some(mention) = (self.own)(&view.seen[place as usize]) {
                places.entry(own.mentions[mention.place as usize].span).or_insert(place);
            }
        }
        let mut findings = Vec::new();
        for (anaphor, antecedent) in given.of(&view.pair.key.document.name) {
            let (Some(&anaphor), Some(&antecedent)) = (places.get(&anaphor), places.get(&antecedent)) else {
                unused.no_mention += 1;
                continue;
            };
            let [later, earlier] = [anaphor, antecedent].map(|place| &view.seen[place as usize]);
            let entity = |of: fn(&Seen) -> Option<Own>, seen: &Seen| of(seen).map(|own| own.entity);
            if antecedent >= anaphor || entity(self.own, later) != entity(self.own, earlier) {
                unused.not_before += 1;
                continue;
            }
            let cell = (place_of(later.kind), place_of(earlier.kind));
            all[cell.0][cell.1] += 1;
            let other = entity(self.other, later);
            if other.is_none() || other != entity(self.other, earlier) {
                wrong[cell.0][cell.1] += 1;
                findings.extend(self.finding(view, LinkRule::Given, [later, earlier]));
            }
        }
        findings
    }

    /// An error as a finding; nothing if findings are counted only.
    fn finding(&self, view: &View<'_>, rule: LinkRule, [anaphor, antecedent]: [&Seen; 2]) -> Option<Finding> {
        if !view.has_findings() {
            return None;
        }
        let about = About { analysis: LINKS.name, kind: self.error.name(), rule: rule.name() };
        let mut finding = view.finding(about, &[(Role::Anaphor, anaphor), (Role::Antecedent, antecedent)]);
        if view.has_details() {
            let sentences = anaphor.sentence.abs_diff(antecedent.sentence);
            finding.properties.push(("sentences_between", sentences.into()));
        }
        Some(finding)
    }

    /// The mentions of this side with their entities, in the order of the text.
    fn mentions(&self, view: &View<'_>) -> Vec<(u32, u32)> {
        let mentions = view.seen.iter().enumerate();
        mentions.filter_map(|(place, seen)| Some((place as u32, (self.own)(seen)?.entity))).collect()
    }
}

fn place_of(kind: MentionKind) -> usize {
    LINK_KINDS.iter().position(|known| *known == kind).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{matched, words};
    use super::{Antecedents, Chosen, findings};
    use crate::analysis::{GivenAntecedents, View};

    /// The links of a kind that are found, as anaphor and antecedent.
    fn links(kind: &str, antecedents: Antecedents, key: &str, response: &str) -> Vec<String> {
        let documents = matched(key, response);
        let pair = documents.matched(&crate::evaluation::Plan::default());
        let found = findings(&View::new(&pair), Chosen { antecedents, given: None }).findings;
        found.iter().filter(|one| one.kind == kind).map(|one| words(one).join(" ")).collect()
    }

    #[test]
    fn a_missed_link_leads_to_the_most_accessible_antecedent() {
        let key = "a:Mary/NNP a:writer/NN a:she/PRP a:author/NN";
        let response = "a:Mary a:writer b:she c:author";
        assert_eq!(
            links("missed-link", Antecedents::Accessible, key, response),
            ["she writer", "author Mary"]
        );
        assert_eq!(links("missed-link", Antecedents::Closest, key, response), ["she writer", "author she"]);
        // no name before: a nominal, though a pronoun is closer
        let key = "a:writer/NN a:she/PRP a:author/NN";
        assert_eq!(
            links("missed-link", Antecedents::Accessible, key, "a:writer a:she author"),
            ["author writer"]
        );
    }

    #[test]
    fn mentions_that_come_together_are_missed_once() {
        let key = "a:Mary/NNP a:writer/NN a:she/PRP a:author/NN";
        assert_eq!(
            links("missed-link", Antecedents::Accessible, key, "a:Mary b:writer b:she b:author"),
            ["writer Mary"]
        );
        assert!(
            links("wrong-link", Antecedents::Accessible, key, "a:Mary b:writer b:she b:author").is_empty()
        );
    }

    #[test]
    fn a_wrong_link_leads_to_what_the_response_has_before() {
        let key = "a:Mary/NNP b:dog/NN a:she/PRP b:it/PRP";
        assert_eq!(
            links("wrong-link", Antecedents::Accessible, key, "a:Mary a:dog a:she a:it"),
            ["dog Mary"]
        );
        assert_eq!(links("wrong-link", Antecedents::Accessible, key, "a:Mary dog b:she b:it"), ["it she"]);
    }

    #[test]
    fn wrong_links_lead_to_the_antecedents_that_the_response_chose() {
        // the response has all mentions in one entity: by MUC one link too many, by its own decisions two, of
        // “dog” and “she”
        let key = "a:Mary/NNP b:dog/NN a:she/PRP b:it/PRP";
        let documents = matched(key, "a:Mary a:dog a:she a:it");
        let pair = documents.matched(&crate::evaluation::Plan::default());
        let view = View::new(&pair);
        let found = |decisions: &str| {
            let given = GivenAntecedents::read(decisions).unwrap();
            findings(&view, Chosen { antecedents: Antecedents::Accessible, given: Some(&given) })
        };
        let decisions = "d\t(1, 1)\t(0, 0)\nd\t(2, 2)\t(1, 1)\nd\t(3, 3)\t(1, 1)\n";
        let all = found(decisions);
        let told: Vec<(&str, String)> =
            all.findings.iter().map(|one| (one.rule, words(one).join(" "))).collect();
        assert_eq!(told, [("given", "dog Mary".to_owned()), ("given", "she dog".to_owned())]);
        // nominal to name, pronoun to nominal twice; of these the last is right
        assert_eq!(all.counts.response, [[0, 0, 0], [1, 0, 0], [0, 2, 0]]);
        assert_eq!(all.counts.wrong, [[0, 0, 0], [1, 0, 0], [0, 1, 0]]);
        assert_eq!((all.unused.no_mention, all.unused.not_before), (0, 0));
        // antecedents that are not mentions, or that come later, cannot be followed; other documents do not
        // count
        let some = found("d\t(1, 1)\t(0, 1)\nd\t(2, 2)\t(3, 3)\ne\t(2, 2)\t(0, 0)\n");
        assert_eq!((some.unused.no_mention, some.unused.not_before, some.findings.len()), (1, 1, 0));
    }
}
