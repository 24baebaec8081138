//! Counts pairs under every rule of a plan, and turns their contributions into evaluations.

use std::collections::BTreeSet;

use super::{Counted, DocumentPair, DocumentTallies, Evaluation, Noticed, Plan, Repeat, Ruled};
use crate::document::{Document, Name};
use crate::metric::{Group, Metric};
use crate::nec::Material;
use crate::problem::Problem;

/// Counts pairs under a plan.
#[derive(Debug)]
pub struct Scoring {
    plans: Vec<Plan>,
    /// Whether several rules were requested; rules that the key does not allow are then left out.
    compares: bool,
}

/// What a pair contributed under each rule, and what the key lacks for some of them.
#[derive(Debug)]
pub struct PairScore {
    counted: Vec<Counted>,
    lacks: Vec<Option<Lack>>,
    material: Material,
    /// The types of the key's entities, if only some types count.
    types: BTreeSet<String>,
    /// Warnings about documents without types, unless the key has no types at all.
    untyped: Vec<Noticed>,
    source: usize,
}

/// What a key lacks, and how to provide it.
#[derive(Clone, Debug)]
struct Lack {
    message: String,
    hint: &'static str,
}

impl Lack {
    fn problem(&self) -> Problem {
        Problem::error("missing-layer", 0, self.message.clone()).hint(self.hint)
    }
}

impl Scoring {
    /// A scoring under each of the plan's rules.
    #[must_use]
    pub fn new(plan: &Plan) -> Self {
        Self { plans: plan.each_rule(), compares: plan.compares_rules() }
    }

    /// Counts one pair, and reports what is odd about its mentions.
    pub fn count(&self, pair: &DocumentPair, notice: &mut dyn FnMut(Noticed)) -> PairScore {
        let lack = |plan: &Plan| lack(plan, pair.key());
        let lacks: Vec<Option<Lack>> = self.plans.iter().map(lack).collect();
        let counted: Vec<Counted> = self.plans.iter().map(|plan| pair.count(plan)).collect();
        let (mut types, mut untyped) = (BTreeSet::new(), Vec::new());
        let mut material = Material::default();
        if let (Some(plan), Some(first)) = (self.plans.first(), counted.first()) {
            note_repeats(plan, first, pair, notice);
            if plan.looks_at_layers() {
                material = Material::of(pair.key());
            }
            if !plan.protocol().selection.entity_types.is_empty() {
                let kinds = pair.key().entity_details.iter().map(|detail| &detail.kind);
                types = kinds.filter(|kind| !kind.is_empty()).cloned().collect();
                untyped = note_untyped(pair);
            }
        }
        PairScore { counted, lacks, material, types, untyped, source: pair.sources().0 }
    }

    /// What one pair contributes under the first rule if there are no other pairs; it must not be used if an
    /// error is noticed.
    pub fn alone(&self, pair: &DocumentPair, notice: &mut dyn FnMut(Noticed)) -> Option<DocumentTallies> {
        let pairs = [self.count(pair, notice)];
        self.note_lacks(&pairs, notice);
        self.note_types(&pairs, &pairs, notice);
        self.note_nothing_selected(&pairs, notice);
        let [score] = pairs;
        let document = score.counted.into_iter().next()?.document;
        note_uncounted(self.plans.first()?.metrics(), std::slice::from_ref(&document), notice);
        Some(document)
    }

    /// The evaluations of every system under every rule that the key allows.
    pub fn finish(&self, systems: Vec<Vec<PairScore>>, notice: &mut dyn FnMut(Noticed)) -> Vec<Ruled> {
        let first = systems.first().map_or(&[][..], |pairs| &pairs[..]);
        self.note_lacks(first, notice);
        self.note_types(first, systems.iter().flatten(), notice);
        self.note_nothing_selected(first, notice);
        let allowed = |rule: usize| first.iter().all(|pair| matches!(pair.lacks.get(rule), Some(None)));
        let rules: Vec<usize> = (0..self.plans.len()).filter(|&rule| allowed(rule)).collect();
        let mut documents: Vec<Vec<Vec<_>>> = vec![vec![Vec::new(); systems.len()]; self.plans.len()];
        for (system, pairs) in systems.into_iter().enumerate() {
            for pair in pairs {
                for (counted, systems) in pair.counted.into_iter().zip(&mut documents) {
                    systems[system].push(counted.document);
                }
            }
        }
        let mut documents: Vec<Option<_>> = documents.into_iter().map(Some).collect();
        let evaluations = |rule: usize| {
            let plan = self.plans[rule].clone();
            let systems = documents[rule].take().unwrap_or_default().into_iter();
            let systems = systems.map(|documents| Evaluation::new(plan.clone(), documents)).collect();
            Ruled { plan, systems }
        };
        let rules: Vec<Ruled> = rules.into_iter().map(evaluations).collect();
        if let Some(evaluation) = rules.first().and_then(|rule| rule.systems.first()) {
            note_uncounted(evaluation.metrics(), evaluation.documents(), notice);
        }
        rules
    }

    /// Reports rules that the key does not allow: an error for a rule requested by name; of several rules,
    /// the impossible ones are left out.
    fn note_lacks(&self, pairs: &[PairScore], notice: &mut dyn FnMut(Noticed)) {
        let Some(plan) = self.plans.first() else { return };
        let Some(source) = pairs.first().map(|pair| pair.source) else { return };
        let material = pairs.iter().fold(Material::default(), |seen, pair| seen.or(pair.material));
        if let Some(makeshift) = plan.makeshift(material) {
            notice(Noticed { source, problem: Problem::warning("missing-layer", 0, makeshift) });
        }
        if let Some(lack) = plan.lacks(material) {
            let hint = "leave the metric out, or give a key that has them";
            notice(Noticed { source, problem: Problem::error("missing-layer", 0, lack).hint(hint) });
        }
        if !plan.protocol().selection.entity_types.is_empty()
            && pairs.iter().all(|pair| pair.types.is_empty())
        {
            let message = "the key has no types of entities, which `types` needs";
            let hint = "give a key that has them";
            notice(Noticed { source, problem: Problem::error("missing-layer", 0, message).hint(hint) });
        }
        let lacking = pairs.iter().find_map(|pair| Some((pair.source, pair.lacks.first()?.as_ref()?)));
        if let Some((source, lack)) = lacking.filter(|_| !self.compares) {
            notice(Noticed { source, problem: lack.problem() });
        }
    }

    /// Reports documents without types, and requested types that do not occur; nothing if the key has no
    /// types at all, which is a separate error.
    fn note_types<'p>(
        &self,
        first: &[PairScore],
        all: impl IntoIterator<Item = &'p PairScore>,
        notice: &mut dyn FnMut(Noticed),
    ) {
        let types: BTreeSet<&String> = first.iter().flat_map(|pair| &pair.types).collect();
        let (Some(plan), Some(source), false) =
            (self.plans.first(), first.first().map(|pair| pair.source), types.is_empty())
        else {
            return;
        };
        all.into_iter().flat_map(|pair| &pair.untyped).for_each(|one| notice(one.clone()));
        let asked = &plan.protocol().selection.entity_types;
        if !asked.iter().any(|kind| types.contains(kind)) {
            return;
        }
        for kind in asked.iter().filter(|kind| !types.contains(kind)) {
            let message = format!("no entity of the key has the type `{kind}`");
            let problem = Problem::warning("nothing-selected", 0, message).hint(of_types(&types));
            notice(Noticed { source, problem });
        }
    }

    /// Refuses a selection under which the key has no mentions, which is a mistake and does not get a score
    /// of zero.
    fn note_nothing_selected(&self, pairs: &[PairScore], notice: &mut dyn FnMut(Noticed)) {
        let Some(plan) = self.plans.first() else { return };
        let sum = |count: fn(&Counted) -> usize| -> usize {
            pairs.iter().filter_map(|pair| pair.counted.first()).map(count).sum()
        };
        let all = sum(|counted| counted.document.labels.key_mentions);
        let Some(source) = pairs.first().map(|pair| pair.source) else { return };
        if all == 0 || sum(|counted| counted.selected) > 0 {
            return;
        }
        let types: BTreeSet<&String> = pairs.iter().flat_map(|pair| &pair.types).collect();
        let hint = if types.is_empty() { "select other mentions".to_owned() } else { of_types(&types) };
        let message =
            format!("none of the {all} mentions of the key is scored under `{}`", selected_by(plan));
        notice(Noticed { source, problem: Problem::error("nothing-selected", 0, message).hint(hint) });
    }
}

/// Counts existing pairs under a plan, which may count other things than the plan under which they were
/// paired.
#[must_use]
pub fn evaluation_of(plan: &Plan, pairs: &[DocumentPair]) -> Evaluation {
    Evaluation::new(plan.clone(), pairs.iter().map(|pair| pair.count(plan).document).collect())
}

fn of_types(types: &BTreeSet<&String>) -> String {
    let types: Vec<&str> = types.iter().map(|kind| kind.as_str()).collect();
    format!("its entities have the types {}", types.join(", "))
}

/// The choices of a plan that select mentions, as in a signature.
fn selected_by(plan: &Plan) -> String {
    let names = ["relation", "non-referring", "zeros", "types", "kinds", "phrases", "nested"];
    let fields = names.iter().filter_map(|name| super::choice(name)).filter(|choice| !choice.is_usual(plan));
    let fields: Vec<String> =
        fields.map(|choice| format!("{}:{}", choice.name, choice.get(plan).join("+"))).collect();
    fields.join("|")
}

fn lack(plan: &Plan, key: &Document) -> Option<Lack> {
    let protocol = plan.protocol();
    let by_rule =
        protocol.matching.lacks(key).map(|lack| Lack { message: lack.to_string(), hint: lack.hint });
    by_rule.or_else(|| {
        let lack = protocol.selection.lacks(key)?;
        let message = format!("the key has {}, which `{}` needs", lack.what, lack.choice);
        Some(Lack { message, hint: lack.hint })
    })
}

/// Reports metrics that were requested by name but have nothing to count on either side.
fn note_uncounted(metrics: &[&Metric], documents: &[DocumentTallies], notice: &mut dyn FnMut(Noticed)) {
    for (place, metric) in metrics.iter().enumerate() {
        let by_name = matches!(metric.group, Group::Special | Group::Layered);
        let mut tallies = documents.iter().filter_map(|document| document.tallies.get(place)).flatten();
        let nothing =
            tallies.all(|tally| tally.recall.denominator == 0.0 && tally.precision.denominator == 0.0);
        if by_name && nothing && !documents.is_empty() {
            let message = format!("neither key nor response has anything that `{}` counts", metric.name);
            notice(Noticed { source: 0, problem: Problem::warning("nothing-counted", 0, message) });
        }
    }
}

/// Warnings about documents of a pair without types of entities, if only some types count.
fn note_untyped(pair: &DocumentPair) -> Vec<Noticed> {
    let untyped = |document: &Document| document.entity_details.is_empty() && !document.mentions.is_empty();
    let (key, response) = pair.sources();
    let said = |source| {
        let message =
            format!("document {}: entities have no types, so all of them are scored", pair.key().name);
        Noticed { source, problem: Problem::warning("no-types", 0, message) }
    };
    // the key's are reported once, not for every system
    let in_key = (pair.system() == 0 && untyped(pair.key())).then(|| said(key));
    in_key.into_iter().chain(untyped(pair.response()).then(|| said(response))).collect()
}

/// Reports which spans are mentioned more than once.
fn note_repeats(plan: &Plan, counted: &Counted, pair: &DocumentPair, notice: &mut dyn FnMut(Noticed)) {
    let (key, response) = pair.sources();
    for (source, repeats) in [(key, &counted.key_repeats), (response, &counted.response_repeats)] {
        // the key's are reported once, not for every system
        if source == key && pair.system() > 0 {
            continue;
        }
        for repeat in repeats {
            let message = describe(&pair.key().name, repeat);
            let problem = if plan.refuses(counted) {
                let hint = "`repeats: reference`, `first` or `last` score such documents";
                Problem::error("repeated-mention", 0, message).hint(hint)
            } else {
                Problem::warning("repeated-mention", 0, message)
            };
            notice(Noticed { source, problem });
        }
    }
}

fn describe(name: &Name, repeat: &Repeat) -> String {
    let count = repeat.mentions.len();
    let Some(first) = repeat.mentions.first() else { return String::new() };
    let (start, end) = (first.span.start, first.span.end.saturating_sub(1));
    let place = if start == end { format!("token {start}") } else { format!("tokens {start} to {end}") };
    format!("document {name}: {place} mentioned {count} times")
}
