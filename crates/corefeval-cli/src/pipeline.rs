//! Files in, tallies out: chunks are read in parallel, documents meet by name, pairs are counted in parallel.
//!
//! Memory is bounded by what is in flight, and the result is the same for any number of threads, since
//! everything that has an order is put back into it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use corefeval::document::{BracketedTree, Document, Layer, Name, Wanted, attach_trees};
use corefeval::evaluation::{DocumentTallies, Evaluation, Gathering, Job, Leftovers, Missing, Plan};
use corefeval::matching::Lack;
use corefeval::nec::Material;
use corefeval_files::{Files, Part, Place, Reader};
use rayon::prelude::*;

use crate::across::Across;
use crate::align::Aligned;
use crate::checks::{check_tokens, note_order, note_repeats, note_untyped};
use crate::problems::{Problems, in_words};
use crate::progress::Progress;

/// What is counted under one plan: for each system, each key document in order.
struct Counted {
    plan: Plan,
    tallies: Vec<Vec<Option<DocumentTallies>>>,
    /// What the key lacks for the plan's matching rule.
    lack: Option<Lack>,
    /// What the key has for metrics that look at more than mentions.
    material: Material,
}

/// What is asked of a run besides its plans.
pub(crate) struct Run<'a> {
    /// What is counted.
    pub(crate) plans: &'a [Plan],
    /// Whether the words of key and response are compared everywhere, not only at the start of the files.
    pub(crate) all_words: bool,
    /// Trees for the key's sentences, in file order.
    pub(crate) trees: Option<Vec<BracketedTree>>,
    /// Documents that are scored together, if not each is for itself.
    pub(crate) across: Option<Across>,
    /// The bar that shows how far the reading has come.
    pub(crate) progress: &'a Progress,
}

/// Scores every response against the key under every plan; plans that the key has not the layers for are left out.
pub(crate) fn evaluate(
    files: &mut [Files],
    run: &Run<'_>,
    problems: &mut Problems,
) -> Result<Vec<(Plan, Vec<Evaluation>)>> {
    let systems = files.len() - 1;
    let mut gathering = Gathering::new(systems);
    let mut counted: Vec<Counted> = run.plans.iter().map(|plan| Counted::new(plan, systems)).collect();
    let paths: Vec<PathBuf> = files.iter().map(|files| files.path().to_owned()).collect();
    let mut aligned = Aligned::default();
    let mut trees = run.trees.as_ref().map(|trees| trees.iter());
    if let Some(across) = &run.across {
        let wanted = wanted(run, 0, false).union(wanted(run, 1, false));
        for (file, documents) in across.read(files, wanted, problems)?.into_iter().enumerate() {
            for document in documents {
                hand_on(&mut gathering, file, document);
            }
        }
        let jobs = aligned.align(gathering.ready(), &run.plans[0], &paths, problems);
        count(&mut counted, &jobs, &paths, problems);
    }
    let mut names = vec![HashSet::new(); files.len()];
    let wanted = |place: Place| wanted(run, place.side, place.at_start);
    let step = |step| run.progress.step(step);
    let mut reader = Reader::new(files, &wanted).progress(&step);
    let mut failed = false;
    while let Some(parts) = reader.read_some()? {
        for part in parts {
            let file = part.side;
            failed |= part.reading.failed();
            for mut document in arrive(part, &mut names[file], problems) {
                if let Some(trees) = trees.as_mut().filter(|_| file == 0) {
                    hang_trees(&mut document, trees, &paths[0], problems);
                }
                hand_on(&mut gathering, file, document);
            }
        }
        if problems.errors() == 0 {
            let jobs = aligned.align(gathering.ready(), &run.plans[0], &paths, problems);
            count(&mut counted, &jobs, &paths, problems);
        }
        run.progress.documents(gathering.key_count());
    }
    // what is left without a partner says nothing then
    if failed {
        return refuse(problems);
    }
    if gathering.key_count() == 0 && problems.errors() == 0 {
        let message = "no documents were found in the key".to_owned();
        problems.refuse(&paths[0], "no-documents", message, "is it the right file?");
    }
    let mut left = gathering.finish();
    note_names(&left.renamed, &paths, problems);
    note_order(&left.in_order, &paths[1..], problems);
    left.renamed = aligned.align(left.renamed, &run.plans[0], &paths, problems);
    finish(&mut counted, left, &paths, problems);
    aligned.note(&paths, problems);
    note_lacks(&counted, &paths[0], problems);
    if problems.errors() > 0 {
        return refuse(problems);
    }
    let possible = counted.into_iter().filter(|counted| counted.lack.is_none());
    Ok(possible.map(Counted::evaluations).collect())
}

fn refuse<T>(problems: &Problems) -> Result<T> {
    problems.show();
    bail!("nothing was scored: {}", in_words(problems.errors(), "error"));
}

fn hand_on(gathering: &mut Gathering, file: usize, document: Document) {
    match file {
        0 => gathering.key(document),
        _ => gathering.response(file - 1, document),
    }
}

fn hang_trees<'t>(
    document: &mut Document,
    trees: &mut impl Iterator<Item = &'t BracketedTree>,
    path: &Path,
    problems: &mut Problems,
) {
    if let Err(mismatch) = attach_trees(document, trees) {
        let message = format!("document {}: {mismatch}", document.name());
        let hint = "the file of trees must have one tree for each sentence of the key, in the same order";
        problems.refuse(path, "trees-differ", message, hint);
    }
}

/// What must be read of a file: what the plans want, and words where they are compared.
fn wanted(run: &Run<'_>, file: usize, at_start: bool) -> Wanted {
    let wants = |plan: &Plan| if file == 0 { plan.wanted_key() } else { plan.wanted_response() };
    let planned = run.plans.iter().map(wants).fold(Wanted::MENTIONS, Wanted::union);
    if file == 0 && run.trees.is_some() {
        planned.and(Layer::Word)
    } else if run.all_words || at_start {
        planned.and_words()
    } else {
        planned
    }
}

impl Counted {
    fn new(plan: &Plan, systems: usize) -> Self {
        let tallies = vec![Vec::new(); systems];
        Self { plan: plan.clone(), tallies, lack: None, material: Material::default() }
    }

    /// Notes what a key document has, if a metric looks at it.
    fn see(&mut self, key: &Document) {
        if self.plan.looks_at_layers() {
            self.material = self.material.or(Material::of(key));
        }
    }

    fn evaluations(self) -> (Plan, Vec<Evaluation>) {
        let evaluation = |documents: Vec<Option<DocumentTallies>>| Evaluation {
            metrics: self.plan.metrics.clone(),
            beta: self.plan.protocol.beta,
            documents: documents.into_iter().flatten().collect(),
        };
        let evaluations = self.tallies.into_iter().map(evaluation).collect();
        (self.plan, evaluations)
    }
}

/// A rule that was asked for by name must be possible; of all rules, those that are not are left out.
fn note_lacks(counted: &[Counted], key: &Path, problems: &mut Problems) {
    let Some(first) = counted.first() else { return };
    if let Some(makeshift) = first.plan.makeshift(first.material) {
        problems.warn(key, "missing-layer", makeshift.to_owned());
    }
    if let Some(lack) = first.plan.lacks(first.material) {
        problems.refuse(key, "missing-layer", lack, "leave the metric out, or give a key that has them");
    }
    if let Some(lack) = first.lack.filter(|_| counted.len() == 1) {
        problems.refuse(key, "missing-layer", lack.to_string(), lack.hint);
    }
}

/// Takes the documents of a part, all of whose names must be new, and its problems.
fn arrive(part: Part, names: &mut HashSet<Name>, problems: &mut Problems) -> Vec<Document> {
    let Part { path, reading, .. } = part;
    for problem in reading.problems {
        problems.add(&path, problem);
    }
    let mut documents = reading.documents;
    let mut is_new = |names: &mut HashSet<Name>, name: &Name| {
        let is_new = names.insert(name.clone());
        if !is_new {
            let message = format!("two documents are called {name}");
            problems.refuse(&path, "same-name", message, "give every document, or part, a name of its own");
        }
        is_new
    };
    for name in &reading.refused {
        is_new(names, name);
    }
    documents.retain_mut(|document| {
        number_unnamed(document, names);
        is_new(names, document.name())
    });
    documents
}

/// Gives a document that its file does not name the first number that makes its name new.
fn number_unnamed(document: &mut Document, taken: &HashSet<Name>) {
    while document.is_unnamed() && taken.contains(document.name()) {
        let part = document.name().part.map_or(1, |part| part.saturating_add(1));
        document.rename(Name { part: Some(part), ..document.name().clone() });
    }
}

fn count(counted: &mut [Counted], jobs: &[Job], paths: &[PathBuf], problems: &mut Problems) {
    for job in jobs {
        check_tokens(job, &paths[job.system + 1], problems);
    }
    for counted in counted.iter_mut() {
        let lack = jobs.iter().find_map(|job| counted.plan.protocol.matching.lacks(&job.key));
        counted.lack = counted.lack.or(lack);
        for job in jobs {
            counted.see(&job.key);
        }
    }
    if let Some(counted) = counted.first() {
        note_untyped(&counted.plan, jobs, paths, problems);
    }
    if problems.errors() > 0 {
        return;
    }
    for (number, counted) in counted.iter_mut().enumerate().filter(|(_, counted)| counted.lack.is_none()) {
        let plan = &counted.plan;
        let tally = |job: &Job| (job.system, job.place, plan.tally(&job.key, &job.response));
        let tallies: Vec<(usize, usize, DocumentTallies)> = jobs.par_iter().map(tally).collect();
        for (system, place, document) in tallies {
            if number == 0 {
                note_repeats(plan, &document, (&paths[0], &paths[system + 1]), problems);
            }
            put(&mut counted.tallies[system], place, document);
        }
    }
}

fn put(tallies: &mut Vec<Option<DocumentTallies>>, place: usize, document: DocumentTallies) {
    if tallies.len() <= place {
        tallies.resize(place + 1, None);
    }
    tallies[place] = Some(document);
}

/// Says which documents were paired though their names differ.
fn note_names(renamed: &[Job], paths: &[PathBuf], problems: &mut Problems) {
    for job in renamed.iter().filter(|job| !job.key.is_unnamed() && !job.response.is_unnamed()) {
        if job.key.name().id != job.response.name().id && job.key.name().part.is_none() {
            let message =
                format!("{} in the response is taken as {} of the key", job.response.name(), job.key.name());
            problems.warn(&paths[job.system + 1], "other-name", message);
        }
    }
}

/// What is missing or extra when everything has been read.
fn finish(counted: &mut [Counted], left: Leftovers, paths: &[PathBuf], problems: &mut Problems) {
    count(counted, &left.renamed, paths, problems);
    refuse_strangers(counted, &left, paths, problems);
    for (system, name) in left.extra {
        let message = format!("document {name} is not in the key; it is left out");
        problems.warn(&paths[system + 1], "extra-document", message);
    }
    let Some(policy) = counted.first().map(|counted| counted.plan.protocol.missing) else { return };
    let unpaired = |system: usize| left.in_order.iter().any(|left| left.system == system);
    for (system, place, key) in left.missing.into_iter().filter(|(system, ..)| !unpaired(*system)) {
        let absent = format!("document {} is not in the response", key.name());
        let path = &paths[system + 1];
        match policy {
            Missing::Error => {
                let hint = "--missing empty counts it as a response without mentions";
                problems.refuse(path, "missing-document", absent, hint);
            }
            Missing::Skip => problems.warn(path, "missing-document", absent + "; it is not scored"),
            Missing::Empty => {
                problems.warn(path, "missing-document", absent + "; it counts as empty");
                let empty = key.blank();
                for counted in &mut *counted {
                    counted.see(&key);
                    put(&mut counted.tallies[system], place, counted.plan.tally(&key, &empty));
                }
            }
        }
    }
}

/// A response none of whose documents is in the key is another text, or calls its documents otherwise: no score of zero is given for that.
fn refuse_strangers(counted: &[Counted], left: &Leftovers, paths: &[PathBuf], problems: &mut Problems) {
    let Some(counted) = counted.first() else { return };
    for (system, tallies) in counted.tallies.iter().enumerate() {
        let stranger = left.extra.iter().find(|(of, _)| *of == system);
        let missed = left.missing.iter().find(|(of, ..)| *of == system);
        if let (Some((_, name)), Some((_, _, key)), true) =
            (stranger, missed, tallies.iter().all(Option::is_none))
        {
            let message = format!(
                "no document of the response is in the key: the response has {name}, the key {}",
                key.name()
            );
            let hint = "are they the same text? documents are paired by name";
            problems.refuse(&paths[system + 1], "no-common-document", message, hint);
        }
    }
}

/// Reads all documents of some files at once, for commands that need them all.
pub(crate) fn read_all(files: &mut Files, wanted: Wanted, problems: &mut Problems) -> Result<Vec<Document>> {
    let mut names = HashSet::new();
    let parts = files.read_all(wanted)?.into_iter();
    Ok(parts.flat_map(|part| arrive(part, &mut names, problems)).collect())
}
