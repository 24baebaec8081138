//! What two annotations of a text disagree about, mention by mention, in the kinds of Pradhan et al. 2011 (Figure 1).
//!
//! ```text
//! one     [the old [Rome] plan]₁ … [it]₁       extent: `the old Rome plan` and `old Rome plan` have one head
//! other    the [old [Rome] plan]₂ … [it]₃      entity: `it` is in the entity of the plan for one, in another for the other
//! ```
//!
//! Mentions are matched as the plan says. Two twinless mentions with the same head differ in extent. Entities of the two annotations are paired one to
//! one so that as many mentions as possible are in paired entities. A mention that only one annotator marked
//! gets the first kind whose rule fits: verb, possessive, appositive, copula, pre-modifier, nested; the rules
//! read tags, trees or dependencies. Other disagreements need people, who can distinguish errors, ambiguity
//! and generic mentions.

mod syntax;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::assignment::{Solver, Table};
use crate::choice::choice;
use crate::document::{Document, Layer, Mention, Name, Span, Wanted};
use crate::evaluation::{DocumentPair, Plan, decisions::wanted_kinds};
use crate::matching::HeadsOf;
use crate::pair::Pair;
use syntax::Syntax;

choice! {
    /// What a disagreement is about.
    DisagreementKind {
        /// Both marked a mention with this head, but one is longer.
        Extent = "extent",
        /// Both marked the mention, in different entities.
        Entity = "entity",
        /// Only one marked this verb.
        Verb = "verb",
        /// Only one marked this possessive.
        Possessive = "possessive",
        /// Only one marked this part of an appositive.
        Appositive = "appositive",
        /// Only one marked this half of a copular clause.
        Copula = "copula",
        /// Only one marked this modifier before a noun.
        PreModifier = "pre-modifier",
        /// Only one marked this mention, inside or around one that the other marked.
        Nested = "nested",
        /// Only one marked a mention here.
        Unmarked = "unmarked",
    }
}

impl DisagreementKind {
    /// Whether a rule explains it; if not, people have to decide whether it is an error, ambiguous, generic,
    /// or a case that the guidelines leave open.
    #[must_use]
    pub fn is_told_by_rule(self) -> bool {
        !matches!(self, Self::Entity | Self::Nested | Self::Unmarked)
    }
}

/// Something that two annotators disagree about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The document.
    pub document: Name,
    /// The sentence, counted from 0, where sentences are known.
    pub sentence: Option<usize>,
    /// What it is about.
    pub kind: DisagreementKind,
    /// What the first annotator marked, if anything.
    pub one: Option<Marked>,
    /// What the second annotator marked, if anything.
    pub other: Option<Marked>,
    /// The words of the sentence.
    pub context: Option<String>,
}

/// A mention as an annotator marked it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// Its tokens, from the first to the last.
    pub span: Span,
    /// Its words, where there are any.
    pub text: Option<String>,
    /// The label of its entity.
    pub entity: String,
    /// How many mentions the entity has.
    pub size: u32,
}

/// What must be read besides what the plan needs.
#[must_use]
pub fn wanted() -> Wanted {
    wanted_kinds().and_words().and(Layer::Relation)
}

/// What the two annotations of a pair disagree about, in the order of the text.
#[must_use]
pub fn disagreements(plan: &Plan, documents: &DocumentPair) -> Vec<Disagreement> {
    let pair = documents.matched(plan);
    let syntax = [documents.key(), documents.response()].into_iter().find(|one| Syntax::is_in(one));
    let mut finder = Finder {
        near: near_twins(&pair, syntax),
        syntax: syntax.map(Syntax::new),
        covers: [Cover::new(&pair.key.mentions), Cover::new(&pair.response.mentions)],
        pair: &pair,
    };
    let partners = finder.partners();
    let mut found = Vec::new();
    for (one, mention) in pair.key.mentions.iter().enumerate() {
        match pair.alignment.of_key(one).or_else(|| finder.near.get(&one).copied()) {
            Some(other) => {
                let twin = &pair.response.mentions[other];
                let is_same = partners.get(&mention.entity) == Some(&twin.entity);
                let is_near = pair.alignment.of_key(one).is_none();
                let kind = if is_same { DisagreementKind::Extent } else { DisagreementKind::Entity };
                if is_near || !is_same {
                    found.push((kind, Some(one), Some(other)));
                }
            }
            None => found.push((finder.kind(mention, 1), Some(one), None)),
        }
    }
    let near: BTreeSet<usize> = finder.near.values().copied().collect();
    for (other, mention) in pair.response.mentions.iter().enumerate() {
        if pair.alignment.of_response(other).is_none() && !near.contains(&other) {
            found.push((finder.kind(mention, 0), None, Some(other)));
        }
    }
    let mut listed: Vec<Disagreement> = found.into_iter().map(|one| listed(&pair, documents, one)).collect();
    listed.sort_by_key(Disagreement::place);
    listed
}

impl Disagreement {
    /// Where it begins and ends; what only the second annotator marked comes later.
    fn place(&self) -> (u32, u32, bool) {
        let span = self.one.as_ref().or(self.other.as_ref()).map(|marked| marked.span).unwrap_or_default();
        (span.start, span.end, self.one.is_none())
    }
}

struct Finder<'a> {
    pair: &'a Pair<'a>,
    syntax: Option<Syntax<'a>>,
    /// For mentions of the first annotator, those of the second with the same head, where neither has a twin.
    near: BTreeMap<usize, usize>,
    covers: [Cover; 2],
}

impl Finder<'_> {
    /// The kind of a mention that only one marked; `against` is the other annotator's side.
    fn kind(&mut self, mention: &Mention, against: usize) -> DisagreementKind {
        let by_syntax = self.syntax.as_mut().and_then(|syntax| syntax.kind(mention.span));
        let is_nested = || self.covers[against].is_nested(mention.span);
        let nested = || is_nested().then_some(DisagreementKind::Nested);
        by_syntax.or_else(nested).unwrap_or(DisagreementKind::Unmarked)
    }

    /// The entity of the second annotator for each entity of the first, chosen so that as many mentions as
    /// possible agree.
    fn partners(&self) -> HashMap<u32, u32> {
        let mut shared: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let near = self.near.iter().map(|(one, other)| (*one, *other));
        for (one, other) in self.pair.alignment.twins().chain(near) {
            let entities = (self.pair.key.mentions[one].entity, self.pair.response.mentions[other].entity);
            *shared.entry(entities).or_default() += 1;
        }
        let cells: Vec<((u32, u32), u32)> = shared.into_iter().collect();
        let (mut table, mut rows) = (Table::new(), Vec::new());
        for row in cells.chunk_by(|one, next| one.0.0 == next.0.0) {
            rows.push(row[0].0.0);
            table.add_row(row.iter().map(|((_, column), count)| (*column, f64::from(*count))));
        }
        let mut solver = Solver::new();
        let best = solver.solve(&table);
        rows.into_iter().zip(best.partners()).filter_map(|(row, partner)| Some((row, partner?))).collect()
    }
}

/// Pairs of twinless mentions with the same head; without heads, with the same last token, or else the same
/// first.
fn near_twins(pair: &Pair<'_>, syntax: Option<&Document>) -> BTreeMap<usize, usize> {
    let mut heads = syntax.map(HeadsOf::new);
    let mut head = |document: &Document, mention: &Mention| heads.as_mut()?.head(document, mention);
    let one: Vec<usize> =
        (0..pair.key.mentions.len()).filter(|place| pair.alignment.of_key(*place).is_none()).collect();
    let other: Vec<usize> = (0..pair.response.mentions.len())
        .filter(|place| pair.alignment.of_response(*place).is_none())
        .collect();
    let places = |mention: &Mention, head: Option<u32>| match head {
        Some(head) => [Some((0, head)), None],
        None => [Some((1, mention.span.end)), Some((2, mention.span.start))],
    };
    let mut known: HashMap<(u8, u32), Vec<usize>> = HashMap::new();
    for place in other.into_iter().rev() {
        let mention = &pair.response.mentions[place];
        for key in places(mention, head(pair.response.document, mention)).into_iter().flatten() {
            known.entry(key).or_default().push(place);
        }
    }
    let mut near = BTreeMap::new();
    let mut taken = BTreeSet::new();
    for place in one {
        let mention = &pair.key.mentions[place];
        for key in places(mention, head(pair.key.document, mention)).into_iter().flatten() {
            let free = known.get(&key).and_then(|all| all.iter().rev().find(|other| !taken.contains(*other)));
            if let Some(&other) = free.filter(|_| !near.contains_key(&place)) {
                taken.insert(other);
                near.insert(place, other);
            }
        }
    }
    near
}

/// Spans of one annotator, to ask whether one lies in or around another.
struct Cover {
    starts: Vec<u32>,
    /// The latest end of all spans up to each.
    latest: Vec<u32>,
    /// The earliest end of all spans from each on.
    earliest: Vec<u32>,
}

impl Cover {
    fn new(mentions: &[Mention]) -> Self {
        let mut spans: Vec<Span> = mentions.iter().map(|mention| mention.span).collect();
        spans.sort_unstable();
        let mut latest: Vec<u32> = spans.iter().map(|span| span.end).collect();
        let mut earliest = latest.clone();
        for place in 1..spans.len() {
            latest[place] = latest[place].max(latest[place - 1]);
        }
        for place in (1..spans.len()).rev() {
            earliest[place - 1] = earliest[place - 1].min(earliest[place]);
        }
        Self { starts: spans.iter().map(|span| span.start).collect(), latest, earliest }
    }

    /// Whether a span, which is not one of these, lies inside or around one of them.
    fn is_nested(&self, span: Span) -> bool {
        let up_to = self.starts.partition_point(|start| *start <= span.start);
        let is_inside = up_to > 0 && self.latest[up_to - 1] >= span.end;
        let from = self.starts.partition_point(|start| *start < span.start);
        is_inside || self.earliest.get(from).is_some_and(|end| *end <= span.end)
    }
}

/// A kind, and what each of the two marked.
type Found = (DisagreementKind, Option<usize>, Option<usize>);

fn listed(pair: &Pair<'_>, documents: &DocumentPair, (kind, one, other): Found) -> Disagreement {
    let words = |span: Span| documents.key().text(span).or_else(|| documents.response().text(span));
    let sides = [(&pair.key, pair.overlap.row_sizes()), (&pair.response, pair.overlap.column_sizes())];
    let marked = |side: usize, place: usize| {
        let (annotation, of_entities) = sides[side];
        let mention = &annotation.mentions[place];
        let label = annotation.document.entity_labels.get(mention.entity as usize).unwrap_or("");
        Marked {
            span: mention.span,
            text: words(mention.span),
            entity: label.to_owned(),
            size: of_entities.get(mention.entity as usize).copied().unwrap_or(0),
        }
    };
    let (one, other) = (one.map(|place| marked(0, place)), other.map(|place| marked(1, place)));
    let start = one.as_ref().or(other.as_ref()).map(|marked| marked.span.start).unwrap_or_default();
    let text = [documents.key(), documents.response()].into_iter().find(|one| !one.sentences.is_empty());
    let sentence = text.and_then(|text| text.sentence_of(start));
    let context = text.zip(sentence).and_then(|(text, place)| words(text.sentences[place]));
    Disagreement { document: documents.key().name.clone(), sentence, kind, one, other, context }
}
