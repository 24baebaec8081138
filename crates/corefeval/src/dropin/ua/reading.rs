//! Two files in one of the formats, document by document.

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

use super::annotation::Annotation;
use super::file::Row;
use super::markables::{self, Annotations, Minimum, Settings};
use super::{Format, Keep, Matching, Options, Version, file};
use crate::dropin::anaphora::mention::{Mention, Word};
use crate::dropin::anaphora::{Metric, Problem, Source};
use crate::dropin::corefud::agreement;
use crate::dropin::corefud::conllu;
use crate::dropin::corefud::documents::{self, Heads};
use crate::dropin::coval;

/// What was read.
#[derive(Default)]
pub(super) struct Files {
    /// Key and response documents of the same name, in the order of the key.
    pub(super) documents: Vec<(Annotation, Annotation)>,
    /// What the scorer prints while it reads.
    pub(super) messages: String,
    /// What is odd about the files.
    pub(super) warnings: Vec<(Source, String)>,
}

type Failure = (Source, Problem);

fn at(source: Source) -> impl Fn(Problem) -> Failure {
    move |problem| (source, problem)
}

/// Reads both files, as far as they can be read.
pub(super) fn read(key: &[u8], response: &[u8], options: &Options) -> (Files, Option<Failure>) {
    let mut files = Files::default();
    let result = read_into(&mut files, (key, response), options);
    (files, result.err())
}

fn read_into(files: &mut Files, texts: (&[u8], &[u8]), options: &Options) -> Result<(), Failure> {
    let (key, response) = texts;
    refuse(options).map_err(at(Source::Key))?;
    let key = conllu::text(key).map_err(at(Source::Key))?;
    let response = conllu::text(response).map_err(at(Source::Response))?;
    match options.format {
        Format::Ua if options.version == Version::One => {
            files.read_first_version(&key, &response, options)?;
        }
        Format::Ua => *files = read_ua(&key, &response, options)?,
        Format::CorefUd => *files = read_corefud(&key, &response, options)?,
        Format::Conll => *files = read_conll(&key, &response, options)?,
    }
    Ok(())
}

/// Refuses options for which the scorers end in a traceback.
fn refuse(options: &Options) -> Result<(), Problem> {
    let message = match options.version {
        _ if options.head => "these files have no heads to match mentions by",
        Version::Two if options.format == Format::Conll => {
            "version 2 has lost its reader for CoNLL files; --ua-version 2-fork and coval have one"
        }
        _ if options.np_only || options.remove_nested => {
            "noun phrases and nested mentions are distinguished by coval only"
        }
        Version::Two if options.dependent_zeros && options.keep.zeros => {
            "version 2 cannot match zeros by their dependencies"
        }
        _ => return Ok(()),
    };
    Err(Problem::new(0, message))
}

fn read_corefud(key: &str, response: &str, options: &Options) -> Result<Files, Failure> {
    // heads are minimum spans, and only those of the key
    let heads = if options.matching == Matching::Exact { Heads::Ignored } else { Heads::Alone };
    let key = documents::read(key, heads).map_err(at(Source::Key))?;
    let response = documents::read(response, Heads::Ignored).map_err(at(Source::Response))?;
    agreement::check(&key, &response).map_err(at(Source::Response))?;
    let mut files = Files::default();
    for (source, documents) in [(Source::Key, &key), (Source::Response, &response)] {
        files.warnings.extend(documents.file.warnings.iter().map(|warning| (source, warning.clone())));
    }
    let mut others: FxHashMap<&str, _> = response.documents.into_iter().collect();
    for (name, clusters) in key.documents {
        let other = others.remove(name).unwrap_or_default();
        let of = |clusters| Annotation::of_clusters(without_repeats(clusters), options.keep);
        files.documents.push((of(clusters), of(other)));
    }
    Ok(files)
}

/// Clusters with each mention once.
fn without_repeats(mut clusters: Vec<Vec<Mention>>) -> Vec<Vec<Mention>> {
    for cluster in &mut clusters {
        let mut seen: FxHashSet<Vec<Word>> = FxHashSet::default();
        cluster.retain(|mention| seen.insert(mention.words.clone()));
    }
    clusters
}

fn read_conll(key: &str, response: &str, options: &Options) -> Result<Files, Failure> {
    let read = |text: &str, source| {
        coval::entities(text.as_bytes()).map_err(|message| (source, Problem::new(0, message)))
    };
    let mut others: FxHashMap<String, _> = read(response, Source::Response)?.into_iter().collect();
    let mut files = Files::default();
    for (name, entities) in read(key, Source::Key)? {
        let missing =
            || (Source::Response, Problem::new(0, format!("there is no document {}", name.trim_end())));
        let other = others.remove(&name).ok_or_else(missing)?;
        let of = |entities| Annotation::of_clusters(conll_clusters(entities), options.keep);
        files.documents.push((of(entities), of(other)));
    }
    Ok(files)
}

/// The clusters of a CoNLL document. Mentions are distinguished by their ends, which need not be in order if
/// a mention crosses a sentence boundary.
fn conll_clusters(entities: Vec<Vec<coval::Place>>) -> Vec<Vec<Mention>> {
    let mention = |(sentence, start, end): coval::Place| {
        let word = |token: usize| Word(sentence as u32, token as u64);
        Mention { words: vec![word(start), word(end)], ..Mention::default() }
    };
    entities.into_iter().map(|entity| entity.into_iter().map(mention).collect()).collect()
}

fn settings(options: &Options) -> Settings {
    let later = options.version != Version::One;
    Settings {
        column: if options.deixis { 12 } else { 10 },
        crossing: options.crossing,
        zeros: later,
        segments: later,
        bridging: options.metrics.contains(&Metric::Bridging) && !options.leaves_relations_out(),
        minimum: match options.version {
            Version::One if options.minimum => Minimum::Ends,
            Version::One => Minimum::Ignored,
            _ => Minimum::Words,
        },
    }
}

type Named<'a> = Vec<(&'a str, Annotations<'a>)>;

fn read_documents<'a>(text: &'a str, options: &Options) -> Result<Named<'a>, Problem> {
    let settings = settings(options);
    let documents = file::documents(text).into_iter();
    documents.map(|(name, rows)| Ok((name, markables::read(&rows, settings)?))).collect()
}

/// Reads CONLL-UA files as version 2 and the fork do: everything is read before anything is compared.
fn read_ua(key: &str, response: &str, options: &Options) -> Result<Files, Failure> {
    let key = read_documents(key, options).map_err(at(Source::Key))?;
    let response = read_documents(response, options).map_err(at(Source::Response))?;
    let mut files = Files::default();
    for (source, documents) in [(Source::Key, &key), (Source::Response, &response)] {
        files.note_oddities(documents, source);
    }
    check(&key, &response).map_err(at(Source::Response))?;
    let mut others: FxHashMap<&str, Annotations> = response.into_iter().collect();
    for (name, annotations) in key {
        let other = others.remove(name).unwrap_or_default();
        let of = |annotations, source| annotation(annotations, options).map_err(at(source));
        files.documents.push((of(annotations, Source::Key)?, of(other, Source::Response)?));
    }
    Ok(files)
}

/// Refuses zeros, and markables without words, in modes of the scorers that give them no place among the
/// words.
fn refuse_unplaced(annotations: &Annotations<'_>, options: &Options) -> Result<(), Problem> {
    let unordered = match options.matching {
        Matching::Exact => options.craft,
        Matching::Minimum => options.version == Version::Fork && options.keep.zeros,
        Matching::Craft => true,
    };
    if unordered && annotations.markables.iter().any(|markable| markable.mention.zero) {
        return Err(Problem::new(0, "there are zeros, which this scorer cannot match in part"));
    }
    if options.craft && annotations.markables.iter().any(|markable| markable.mention.words.is_empty()) {
        return Err(Problem::new(
            0,
            "a markable begins that does not end, and craft needs its first segment",
        ));
    }
    Ok(())
}

fn annotation(annotations: Annotations<'_>, options: &Options) -> Result<Annotation, Problem> {
    refuse_unplaced(&annotations, options)?;
    let annotation = Annotation::new(annotations, options.keep)?;
    let Keep { singletons, splits, .. } = options.keep;
    if !singletons && splits && !annotation.extras.splits.is_empty() {
        let problem =
            Problem::new(0, "split antecedents are kept, but singletons that they may refer to are removed");
        return Err(problem.hint("remove_split_antecedents removes them too"));
    }
    Ok(annotation)
}

impl Files {
    /// Reads files as version 1 does: document by document, without those that the response lacks.
    fn read_first_version(&mut self, key: &str, response: &str, options: &Options) -> Result<(), Failure> {
        let mut others: FxHashMap<&str, Vec<Row>> = file::documents(response).into_iter().collect();
        for (name, rows) in file::documents(key) {
            let Some(other) = others.remove(name) else {
                self.say(format_args!("The document  {name}  does not exist in the system output."));
                continue;
            };
            let key = self.first_version(&rows, options).map_err(at(Source::Key))?;
            let response = self.first_version(&other, options).map_err(at(Source::Response))?;
            self.documents.push((key, response));
        }
        Ok(())
    }

    fn first_version(&mut self, rows: &[Row<'_>], options: &Options) -> Result<Annotation, Problem> {
        let annotations = markables::read(rows, settings(options))?;
        for (anchor, anaphor) in &annotations.dangling {
            self.say(format_args!(
                "Skip bridging pair ({anchor}, {anaphor}) as markable_id does not exist in identity column!"
            ));
        }
        annotation(annotations, options)
    }

    fn say(&mut self, message: fmt::Arguments<'_>) {
        self.messages.push_str(&format!("{message}\n"));
    }

    /// Records warnings about bridging pairs that cannot be scored, and markables that do not end.
    fn note_oddities(&mut self, documents: &Named<'_>, source: Source) {
        let annotations = || documents.iter().map(|(_, annotations)| annotations);
        for (anchor, anaphor) in annotations().flat_map(|annotations| &annotations.dangling) {
            self.warnings.push((source, format!("bridging from {anaphor} to {anchor} names no markable")));
        }
        for line in annotations().flat_map(|annotations| &annotations.unclosed) {
            let warning = format!("line {line}: a markable begins that does not end; it has no words");
            self.warnings.push((source, warning));
        }
    }
}

/// Checks that both files have the same documents with the same words, as version 2 requires.
fn check(key: &Named<'_>, response: &Named<'_>) -> Result<(), Problem> {
    let others: FxHashMap<&str, &Annotations> = response.iter().map(|(name, other)| (*name, other)).collect();
    for (name, annotations) in key {
        let other =
            others.get(name).ok_or_else(|| Problem::new(0, format!("there is no document {name}")))?;
        check_words(name, &annotations.words, &other.words)?;
    }
    if key.len() < response.len() {
        return Err(Problem::new(0, "there are documents that the key does not have"));
    }
    Ok(())
}

fn check_words(name: &str, key: &[&str], response: &[&str]) -> Result<(), Problem> {
    if key.len() != response.len() {
        let message = format!("the document {name} has {} words, in the key {}", response.len(), key.len());
        return Err(Problem::new(0, message));
    }
    match (1..).zip(key.iter().zip(response)).find(|(_, (k, r))| k != r) {
        Some((number, (k, r))) => {
            Err(Problem::new(0, format!("word {number} of the document {name} is {r}, in the key {k}")))
        }
        None => Ok(()),
    }
}
