//! What is done with arbitrary bytes, shared by the fuzz targets and the tests with fixed seeds: a file is read, written in every
//! format and repaired; two documents are scored in every way. Nothing may panic, hang or ask for much memory.

use corefeval::corpus::{Statistics, TextLayer, extract, merge};
use corefeval::document::{Document, Wanted};
use corefeval::evaluation::{
    BlancRule, DocumentPair, LAYERED, Plan, Protocol, Repeats, Singletons, SplitAntecedents, evaluate, scope,
};
use corefeval::format::{Block, FORMATS, Format, fix};
use corefeval::layer_scores::LayerTallies;
use corefeval::matching::{Matching, ZeroMatching};
use corefeval::measures::arcs::{self, Antecedent};
use corefeval::measures::clustering::{Counts, MentionSet};
use corefeval::measures::kind_weights::{self, Weights};
use corefeval::metric::contribution::explanation;
use corefeval::metric::variant::VARIANTS;
use corefeval::metric::{METRICS, Metric, SPECIAL};
use corefeval::nec;
use corefeval::retokenise::retokenise;
use corefeval::selection::{MentionKind, Nested, NonReferring, Phrases, Selection, Stages, Zeros};

/// A file as it is given to a reader.
pub(crate) struct File<'a> {
    pub(crate) format: &'static Format,
    pub(crate) bytes: &'a [u8],
    pub(crate) companion: Option<&'a [u8]>,
}

impl<'a> File<'a> {
    /// A file with some text beside it, if its format needs one.
    pub(crate) fn new(format: &'static Format, bytes: &'a [u8]) -> Self {
        let companion = format.companion.map(|_| &b"Mary saw her dog. It slept."[..]);
        Self { format, bytes, companion }
    }

    /// The documents; what could not be read gives none.
    pub(crate) fn read(&self, wanted: Wanted) -> Vec<Document> {
        let block = Block { companion: self.companion, ..Block::whole(self.bytes) };
        let reading = self.format.read(&block, wanted);
        assert!(!reading.failed() || reading.documents.is_empty(), "{}", self.format.name);
        reading.documents
    }
}

/// Looks at a file, reads it, writes it in every format, mends it, counts what is in it.
pub(crate) fn walk_file(file: &File<'_>) {
    let File { format, bytes, .. } = file;
    let _ = (format.looks_like(bytes), format.describe(bytes), (format.next_document)(bytes));
    for wanted in [Wanted::MENTIONS, Wanted::MENTIONS.and_words_hash(), Wanted::ALL] {
        let documents = file.read(wanted);
        for target in FORMATS {
            write(target, &documents);
        }
    }
    let repaired = fix::fix(format, bytes).bytes;
    let again = fix::fix(format, &repaired).bytes;
    assert!(again == repaired, "what was repaired is repaired again: {}", format.name);
    walk_documents(&file.read(Wanted::ALL));
}

/// What is written can be read again, unless a format cannot hold several documents or what is in them.
fn write(target: &'static Format, documents: &[Document]) {
    let mut bytes = Vec::new();
    let Some(problems) = target.write(documents, &mut bytes) else { return };
    if !problems.iter().any(|problem| problem.severity == corefeval::format::Severity::Error) {
        let reading = target.read(&Block { file_stem: "stem", ..Block::whole(&bytes) }, Wanted::ALL);
        let text = String::from_utf8_lossy(&bytes);
        assert!(!reading.failed(), "{}: {:?}\n{text}", target.name, reading.problems);
    }
}

fn walk_documents(documents: &[Document]) {
    let mut statistics = Statistics::default();
    for document in documents {
        statistics.add(document);
    }
    for &layer in TextLayer::ALL {
        if let Ok(text) = extract(documents, layer) {
            let _ = merge(&mut documents.to_vec(), &text);
        }
    }
    let whole = scope::merged("all".into(), documents.iter());
    assert!(whole.is_ok(), "{whole:?}");
}

/// Scores two documents by every rule, under choices that `number` picks, and takes the scores apart.
pub(crate) fn walk_pair(key: &Document, response: &Document, number: u64) {
    let metrics: Vec<&'static Metric> = [METRICS, SPECIAL, LAYERED]
        .concat()
        .into_iter()
        .chain(VARIANTS.iter().map(|variant| &variant.metric))
        .collect();
    let both = DocumentPair::unchecked(key.clone(), response.clone());
    for (place, &matching) in Matching::ALL.iter().enumerate() {
        let plan = Plan::new(protocol(matching, number.wrapping_add(place as u64 * 7)), &metrics);
        let tallies = both.count(&plan).document.tallies;
        let pair = both.matched(&plan);
        for (metric, scored) in plan.metrics().iter().zip(&tallies) {
            let _ = (explanation(metric, &pair, scored), (metric.score)(scored, 1.0));
        }
        let _ = kind_weights::tally(&pair, Weights::default());
        for &set in MentionSet::ALL {
            let _ = Counts::new(pair.overlap(), set).measures();
        }
    }
    let _ = LayerTallies::of(key, response);
    let _ = nec::count(key, response, &nec::Options::default());
    for &antecedent in Antecedent::ALL {
        let _ = arcs::count(key, response, antecedent);
    }
    let _ = arcs::count_anchors(key, response);
    if let Ok(retokenised) = retokenise(key, response) {
        let _ = DocumentPair::unchecked(key.clone(), retokenised.document).count(&Plan::default());
    }
    for signature in ["scope:document", "scope:corpus", "tokens:aligned", "missing:skip"] {
        let plan: Plan = signature.parse().expect("a signature");
        let _ = evaluate([key.clone()], [[response.clone()]], &plan);
    }
}

/// Every choice by the digits of a number.
fn protocol(matching: Matching, mut number: u64) -> Protocol {
    let selection = Selection {
        stages: pick(Stages::ALL, &mut number),
        non_referring: pick(NonReferring::ALL, &mut number),
        zeros: pick(Zeros::ALL, &mut number),
        entity_types: if number.is_multiple_of(5) { vec!["person".to_owned()] } else { Vec::new() },
        mention_kinds: if number.is_multiple_of(7) { MentionKind::ALL[..1].to_vec() } else { Vec::new() },
        phrases: pick(Phrases::ALL, &mut number),
        nested: pick(Nested::ALL, &mut number),
    };
    Protocol {
        matching,
        selection,
        zero_matching: pick(ZeroMatching::ALL, &mut number),
        singletons: pick(Singletons::ALL, &mut number),
        repeats: pick(Repeats::ALL, &mut number),
        blanc: pick(BlancRule::ALL, &mut number),
        split_antecedents: pick(SplitAntecedents::ALL, &mut number),
        ..Protocol::default()
    }
}

fn pick<T: Copy>(all: &[T], number: &mut u64) -> T {
    let count = all.len() as u64;
    let place = *number % count;
    *number /= count;
    all[usize::try_from(place).unwrap_or(0)]
}
