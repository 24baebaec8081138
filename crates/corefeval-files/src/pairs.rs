//! Reads files of a key and of responses as pairs of documents, and processes the pairs in parallel.
//!
//! Memory is bounded by the documents being processed. The result is the same for any number of threads,
//! since everything is put back into its original order.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use corefeval::document::Wanted;
use corefeval::evaluation::{self, Aids, DocumentPair, Noticed, Origin, Pairing, Plan};
use corefeval::problem::{Problem, Problems};
use rayon::prelude::*;

use crate::{Files, Part, Progress, Reader, Result};

/// The settings of a run, except for the work on its pairs.
pub struct Run<'a> {
    /// How documents are paired.
    pub plan: &'a Plan,
    /// Trees, topics and maps of entities.
    pub aids: &'a Aids,
    /// What is read in addition to what the plan needs.
    pub also: Wanted,
    /// Called at every step.
    pub progress: &'a (dyn Fn(Progress) + Sync),
    /// The annotators, if the sides are annotators and none of them is the key.
    pub annotators: Option<Annotators<'a>>,
}

/// Sides that are annotators, compared with the first of them.
#[derive(Clone, Copy, Debug)]
pub struct Annotators<'a> {
    /// Their names in messages, one for each side.
    pub names: &'a [String],
    /// Whether the files were read before, so that their problems have been reported already.
    pub again: bool,
}

/// The result for each pair, for each response in the order of the key; `None` if there was an error, which
/// is added to the problems. The first of the sides is the key.
pub fn each_pair<T: Send>(
    sides: &mut [Files],
    run: &Run<'_>,
    problems: &mut Problems,
    work: impl Fn(DocumentPair, &mut dyn FnMut(Noticed)) -> T + Sync,
) -> Result<Option<Vec<Vec<T>>>> {
    // results are kept here under numbers, so that the code for reading, pairing and threads is compiled only
    // once, not for every type of result
    let kept = Mutex::new(Vec::new());
    let keep = |pair: DocumentPair, notice: &mut dyn FnMut(Noticed)| {
        let done = work(pair, notice);
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push(Some(done));
        kept.len() - 1
    };
    let numbers = each_pair_by(sides, run, Words::Hash, problems, &keep)?;
    if problems.errors() > 0 {
        return Ok(None);
    }
    let mut kept = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut whole = |numbers: Vec<usize>| -> Vec<T> {
        numbers.into_iter().filter_map(|number| kept.get_mut(number)?.take()).collect()
    };
    Ok(Some(numbers.into_iter().map(&mut whole).collect()))
}

/// Work on a pair; returns the number under which the result is kept.
type Work<'w> = dyn Fn(DocumentPair, &mut dyn FnMut(Noticed)) -> usize + Sync + 'w;

/// How words are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    /// By their hash, which is enough as long as they are the same.
    Hash,
    /// One by one, to find the place where they differ.
    Each,
}

fn each_pair_by(
    sides: &mut [Files],
    run: &Run<'_>,
    words: Words,
    problems: &mut Problems,
    work: &Work<'_>,
) -> Result<Vec<Vec<usize>>> {
    let wanted: Vec<Wanted> = (0..sides.len()).map(|side| wanted(run, side, words)).collect();
    let mut sources = Sources::new(sides, words);
    let mut pairing = Pairing::new(run.plan, run.aids, sides.len().saturating_sub(1));
    if let Some(annotators) = run.annotators {
        pairing = pairing.between(annotators.names);
    }
    let again = run.annotators.is_some_and(|annotators| annotators.again);
    let mut reader = Reader::new(sides, &wanted).progress(run.progress);
    let mut parts = reader.read_some()?;
    while let Some(arrived) = parts {
        let meet = || {
            arrive(&mut pairing, arrived, &mut sources, problems, again);
            look(&mut pairing, run.plan, &mut sources, problems, work);
        };
        // other threads continue reading while one pairs documents; a single thread does this first
        let ((), next) = rayon::join(meet, || reader.read_some());
        parts = next?;
    }
    // missing and unpaired documents mean nothing if some documents could not be read
    if problems.errors() == 0 {
        pairing.all_arrived();
        look(&mut pairing, run.plan, &mut sources, problems, work);
        pairing.form_units();
        look(&mut pairing, run.plan, &mut sources, problems, work);
    }
    let (results, noticed) = pairing.finish();
    sources.tell(noticed, problems);
    if !sources.unlocated.is_empty() {
        locate(sides, run, problems)?;
        add_unlocated(sources.unlocated, problems);
    }
    Ok(results)
}

/// Finds where texts differ by reading the files again, with their words. This is done only if they differ.
fn locate(sides: &[Files], run: &Run<'_>, problems: &mut Problems) -> Result<()> {
    let mut again: Vec<Files> = sides.iter().map(Files::again).collect();
    let mut found = Problems::default();
    let run = Run { progress: &|_| (), ..*run };
    each_pair_by(&mut again, &run, Words::Each, &mut found, &|_, _| 0)?;
    add_located(&found, problems);
    Ok(())
}

/// Adds the places where texts differ, and why a difference may have no place: bytes that are not UTF-8 all
/// look the same.
pub(crate) fn add_located(found: &Problems, problems: &mut Problems) {
    for (source, problem) in found.kept() {
        let is_said = || problems.kept().any(|said| said == (source, problem));
        if is_located(problem) || problem.code == "not-utf-8" && !is_said() {
            problems.add(source, problem.clone());
        }
    }
}

/// Adds differences for which no place was found, so that none is lost.
pub(crate) fn add_unlocated(unlocated: Vec<(String, Problem)>, problems: &mut Problems) {
    let told: HashSet<(String, &str)> =
        problems.counts().map(|count| (count.source.to_owned(), count.code)).collect();
    for (source, problem) in unlocated {
        let one = (source, problem.code);
        if !told.contains(&one) {
            problems.add(&one.0, problem);
        }
    }
}

/// Whether the place of a problem must be searched for, since only hashes or numbers of words are known to
/// differ.
pub(crate) fn is_located(problem: &Problem) -> bool {
    matches!(problem.code, "words-differ" | "token-count")
}

/// Reports problems that were noticed after all pairs had been processed.
pub fn tell(sides: &[Files], noticed: Vec<Noticed>, problems: &mut Problems) {
    Sources::new(sides, Words::Each).tell(noticed, problems);
}

fn origin(side: usize) -> Origin {
    if side == 0 { Origin::Key } else { Origin::Response(side - 1) }
}

fn wanted(run: &Run<'_>, side: usize, words: Words) -> Wanted {
    let wanted = evaluation::wanted(run.plan, run.aids, origin(side)).union(run.also);
    match words {
        Words::Hash => wanted.and_words_hash(),
        Words::Each => wanted.and_words().and_lines(),
    }
}

/// Passes on the documents that were read.
fn arrive(
    pairing: &mut Pairing<'_, usize>,
    parts: Vec<Part>,
    sources: &mut Sources,
    problems: &mut Problems,
    again: bool,
) {
    for part in parts {
        let source = sources.number(part.side, &part.path);
        for problem in part.reading.problems.into_iter().filter(|_| !again) {
            problems.add(&sources.name(source), problem);
        }
        for name in &part.reading.refused {
            pairing.could_not_read(origin(part.side), source, name);
        }
        for document in part.reading.documents {
            pairing.arrive(origin(part.side), source, document);
        }
    }
}

/// Processes the pairs that are ready. If there was an error already, the files are only read to the end.
fn look(
    pairing: &mut Pairing<'_, usize>,
    plan: &Plan,
    sources: &mut Sources,
    problems: &mut Problems,
    work: &Work<'_>,
) {
    sources.tell(pairing.noticed(), problems);
    let ready = pairing.ready();
    if problems.errors() > 0 {
        return;
    }
    let looks: Vec<_> = ready.into_par_iter().map(|pair| pair.look(plan, work)).collect();
    pairing.settle(looks);
    sources.tell(pairing.noticed(), problems);
}

/// The numbered files of the documents: the first file of each side comes first, then others in the order of
/// reading.
struct Sources {
    paths: Vec<Arc<Path>>,
    /// The number of the current file of each side.
    current: Vec<usize>,
    /// Whether the files can be read again to find the place of a problem.
    can_locate: bool,
    /// Differences of texts whose place is not known yet, with the name of the response's file.
    unlocated: Vec<(String, Problem)>,
}

impl Sources {
    fn new(sides: &[Files], words: Words) -> Self {
        let paths = sides.iter().map(|files| Arc::from(files.path())).collect();
        let can_locate = words == Words::Hash && sides.iter().all(Files::can_be_read_again);
        Self { paths, current: (0..sides.len()).collect(), can_locate, unlocated: Vec::new() }
    }

    fn number(&mut self, side: usize, path: &Arc<Path>) -> usize {
        if self.paths[self.current[side]] != *path {
            self.paths.push(Arc::clone(path));
            self.current[side] = self.paths.len() - 1;
        }
        self.current[side]
    }

    fn name(&self, source: usize) -> String {
        self.paths.get(source).map(|path| path.display().to_string()).unwrap_or_default()
    }

    fn tell(&mut self, noticed: Vec<Noticed>, problems: &mut Problems) {
        for one in noticed {
            let name = self.name(one.source);
            if self.can_locate && is_located(&one.problem) {
                self.unlocated.push((name, one.problem));
            } else {
                problems.add(&name, one.problem);
            }
        }
    }
}
