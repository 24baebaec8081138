//! All analyses of a pair, and what they add up to over the documents of a system.

use serde::Serialize;

use super::antecedents::{GivenAntecedents, Unused};
use super::boundaries::{self, BOUNDARIES, COMPARED_RULES, Difference};
use super::counts::Counts;
use super::finding::Finding;
use super::impact::{self, Repair};
use super::links::{self, Antecedents, Chosen, LINKS, LinkCounts, LinkError, LinkTable};
use super::rebuilt::Parted;
use super::transformations::{self, Operations, TRANSFORMATIONS, Transformations};
use super::view::View;
use crate::document::{Document, Layer, Name, Wanted};
use crate::evaluation::{DocumentPair, DocumentTallies, Evaluation, Plan, Protocol};
use crate::matching::Matching;
use crate::selection::{Tags, tags_of};

/// How errors are analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Which antecedents links lead to.
    pub antecedents: Antecedents,
    /// Whether responses are repaired and scored again, which takes most of the time.
    pub repairs: bool,
    /// Whether only the metrics that make up an average are counted again, if there are any.
    pub averaged_only: bool,
    /// How much is kept of each finding.
    pub findings: Findings,
}

/// How much is kept of each finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Findings {
    /// Nothing: findings are counted.
    Counted,
    /// What distinguishes them, including ids.
    Distinguished,
    /// Everything: also the words, mentions and properties that they are shown with.
    Shown,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            antecedents: Antecedents::Accessible,
            repairs: true,
            averaged_only: false,
            findings: Findings::Shown,
        }
    }
}

impl Options {
    /// The fields that signatures have besides those of a plan.
    pub const FIELDS: &'static [&'static str] = &["antecedents", "antecedent-files"];

    /// These options as fields of a signature.
    #[must_use]
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        vec![("antecedents", self.antecedents.to_string())]
    }

    /// The plan under which responses are scored again.
    fn again(self, plan: &Plan) -> Plan {
        if self.averaged_only { plan.with_averaged_metrics() } else { plan.clone() }
    }
}

/// What must be read besides what a plan needs.
#[must_use]
pub fn wanted() -> Wanted {
    let tags = Wanted::MENTIONS.and(Layer::PartOfSpeech).and(Layer::UniversalPartOfSpeech);
    tags.and(Layer::Word).and(Layer::Parse).and(Layer::Head).and(Layer::Relation)
}

/// What analyses need and a key document lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Lacks {
    /// No words.
    pub words: bool,
    /// No parts of speech, or none of a known tag set.
    pub tags: bool,
    /// Parts of speech, but none of a known tag set.
    pub known_tags: bool,
    /// No trees.
    pub trees: bool,
}

impl Lacks {
    fn of(key: &Document) -> Self {
        let has = |layer, cell: fn(&str) -> bool| {
            key.layers.get(layer).is_some_and(|column| column.iter().any(cell))
        };
        let tags = tags_of(key);
        Self {
            words: key.layers.get(Layer::Word).is_none(),
            tags: tags != Tags::Known,
            known_tags: tags == Tags::Unknown,
            trees: !has(Layer::Parse, |bits| bits.contains('(')),
        }
    }
}

/// What is found in one document of a response.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Analysed {
    /// The document.
    pub document: Name,
    /// Every error, analysis by analysis in the order of the text; none if they are counted only.
    pub findings: Vec<Finding>,
    /// How many there are of each kind.
    pub counts: Counts,
    /// What must be done to the mentions.
    pub operations: Operations,
    /// Links, and how many are missed and wrong.
    pub links: LinkCounts,
    /// Decisions in a file of antecedents that could not be followed.
    pub unused: Unused,
    /// What the key lacks.
    pub lacks: Lacks,
    /// What the document contributes after each of [`Repair::all`], after repairing each [`Difference`], and under each of
    /// [`COMPARED_RULES`] that the key allows; empty if nothing is repaired.
    rescored: [Vec<Option<DocumentTallies>>; 3],
}

/// Runs every analysis on a pair.
#[must_use]
pub fn analyse(plan: &Plan, documents: &DocumentPair, options: &Options) -> Analysed {
    analyse_with(plan, documents, options, None)
}

/// Like [`analyse`], but wrong links lead to the antecedents that the response chose itself.
#[must_use]
pub fn analyse_with(
    plan: &Plan,
    documents: &DocumentPair,
    options: &Options,
    given: Option<&GivenAntecedents>,
) -> Analysed {
    let pair = documents.matched(plan);
    let mut view = View::new(&pair);
    view.findings = options.findings;
    let found = Transformations::new(&view);
    let boundaries = boundaries::boundaries(&view);
    let mut findings = transformations::findings(&view, &found);
    let mut links = links::findings(&view, Chosen { antecedents: options.antecedents, given });
    findings.append(&mut links.findings);
    findings.append(&mut boundaries::findings(&view, &boundaries));
    distinguish(&mut findings);
    let counts = counts(&found, &links.counts, &boundaries);
    let rescored = if options.repairs {
        let plan = &options.again(plan);
        let before = documents.count(plan).document;
        let repaired = impact::repaired(plan, &view, &found, &before).into_iter().map(Some).collect();
        [repaired, by_difference(plan, &view, &boundaries, &before), by_rule(plan, documents, &before)]
    } else {
        Default::default()
    };
    let lacks = Lacks::of(documents.key());
    let document = documents.key().name.clone();
    let (operations, unused, links) = (found.operations(), links.unused, links.counts);
    Analysed { document, findings, counts, operations, links, unused, lacks, rescored }
}

fn counts(found: &Transformations, links: &LinkCounts, boundaries: &[boundaries::Boundary]) -> Counts {
    let mut counts = Counts::default();
    for error in &found.errors {
        counts.add(TRANSFORMATIONS.name, error.kind.name(), 1);
    }
    let sum = |table: &LinkTable| table.iter().flatten().sum();
    counts.add(LINKS.name, LinkError::Missed.name(), sum(&links.missed));
    counts.add(LINKS.name, LinkError::Wrong.name(), sum(&links.wrong));
    for one in boundaries {
        counts.add(BOUNDARIES.name, one.difference.name(), 1);
    }
    counts
}

/// Gives errors that have the same id, as repeated mentions can, different ones.
fn distinguish(findings: &mut [Finding]) {
    let mut seen = rustc_hash::FxHashMap::default();
    for finding in findings {
        // the eight letters of an id as one number
        let letters = finding.id.bytes().fold(0_u64, |letters, letter| letters << 8 | u64::from(letter));
        let times = seen.entry(letters).or_insert(0_u32);
        *times += 1;
        if *times > 1 {
            finding.id += &format!(".{times}");
        }
    }
}

fn by_difference(
    plan: &Plan,
    view: &View<'_>,
    found: &[boundaries::Boundary],
    before: &DocumentTallies,
) -> Vec<Option<DocumentTallies>> {
    let key = view.pair.key.document;
    let parted = Parted::new(view);
    let count = |difference: &Difference| {
        if found.iter().all(|one| one.difference != *difference) {
            return Some(before.clone());
        }
        Some(plan.count(key, &boundaries::repaired(view, found, *difference, &parted)).document)
    };
    Difference::ALL.iter().map(count).collect()
}

fn by_rule(plan: &Plan, documents: &DocumentPair, before: &DocumentTallies) -> Vec<Option<DocumentTallies>> {
    let count = |matching: &Matching| {
        if *matching == plan.protocol().matching {
            return Some(before.clone());
        }
        let allowed = matching.lacks(documents.key()).is_none();
        allowed.then(|| documents.count(&under(plan, *matching)).document)
    };
    COMPARED_RULES.iter().map(count).collect()
}

fn under(plan: &Plan, matching: Matching) -> Plan {
    plan.with_protocol(Protocol { matching, ..plan.protocol().clone() })
}

/// What is found in all documents of a response.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Summary {
    /// The scores of the response as it is.
    pub before: Evaluation,
    /// Every error, document by document; none if they were counted only.
    pub findings: Vec<Finding>,
    /// How many there are of each kind.
    pub counts: Counts,
    /// What must be done to the mentions.
    pub operations: Operations,
    /// Links, and how many are missed and wrong.
    pub links: LinkCounts,
    /// Its scores after each repair; empty if nothing was repaired.
    pub repairs: Vec<(Repair, Evaluation)>,
    /// Its scores if boundaries that differ in one way were right.
    pub differences: Vec<(Difference, Evaluation)>,
    /// Its scores under rules that accept other boundaries, as far as the key allows these rules.
    pub rules: Vec<(Matching, Evaluation)>,
    /// How many documents there are, and how many keys lack words, lack tags, lack trees, and have tags of an
    /// unknown set.
    pub documents: [usize; 5],
}

impl Summary {
    /// Adds up what was found in the documents of a response; `before` has its scores, `options` those of the
    /// analysis.
    #[must_use]
    pub fn new(before: Evaluation, documents: Vec<Analysed>, options: &Options) -> Self {
        let plan = options.again(before.plan());
        let count = |wanted: fn(&Lacks) -> bool| documents.iter().filter(|one| wanted(&one.lacks)).count();
        let lacking = [
            documents.len(),
            count(|lacks| lacks.words),
            count(|lacks| lacks.tags),
            count(|lacks| lacks.trees),
            count(|lacks| lacks.known_tags),
        ];
        let repairs = Repair::all().into_iter().enumerate();
        let repairs =
            repairs.filter_map(|(place, repair)| Some((repair, rescored(&documents, 0, place, &plan)?)));
        let differences = Difference::ALL.iter().enumerate();
        let differences =
            differences.filter_map(|(place, one)| Some((*one, rescored(&documents, 1, place, &plan)?)));
        let rules = COMPARED_RULES.iter().enumerate();
        let rules = rules
            .filter_map(|(place, one)| Some((*one, rescored(&documents, 2, place, &under(&plan, *one))?)));
        let (repairs, differences, rules) = (repairs.collect(), differences.collect(), rules.collect());
        let (mut operations, mut links) = (Operations::default(), LinkCounts::default());
        let mut counts = Counts::default();
        for one in &documents {
            counts += &one.counts;
            operations += one.operations;
            links += one.links;
        }
        let findings = documents.into_iter().flat_map(|one| one.findings).collect();
        Self { before, findings, counts, operations, links, repairs, differences, rules, documents: lacking }
    }
}

/// What documents contribute when scored again in one way, if all of them were.
fn rescored(documents: &[Analysed], how: usize, place: usize, plan: &Plan) -> Option<Evaluation> {
    let tallies = documents.iter().map(|one| one.rescored[how].get(place).cloned().flatten());
    let tallies: Vec<DocumentTallies> = tallies.collect::<Option<_>>()?;
    Evaluation::from_tallies(plan.clone(), tallies).ok()
}
