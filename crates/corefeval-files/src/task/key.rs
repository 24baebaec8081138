//! Reads the key of a dataset once, and scores responses against it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use corefeval::document::{Document, Layer, Name, Wanted};
use corefeval::evaluation::{
    self, Aids, DocumentPair, Noticed, Origin, PairScore, Plan, Refusal, Scoring, each_pair, wanted,
};
use corefeval::format::Role;
use corefeval::matching::Matching;
use corefeval::nec::{Heads, Material};
use corefeval::problem::{Problem, Problems, Severity, Strictness};
use corefeval::task::{AboutDataset, Condition, Dataset, Scored, Task, Trouble, Unlinked, given, obeys};

use super::TaskFolder;
use crate::fingerprint::digest;
use crate::pairs::{add_located, add_unlocated, is_located};
use crate::{Error, Files, Options, Result, Run};

/// A dataset, ready to be compared with responses on any number of threads.
#[derive(Debug)]
pub struct Key {
    path: PathBuf,
    options: Options,
    plan: Plan,
    unlinked: Unlinked,
    documents: Vec<Document>,
    given: BTreeMap<&'static str, HashMap<Name, Document>>,
    about: AboutDataset,
    /// A digest of key, given files and protocol.
    identity: String,
}

/// The source number of problems of a response.
const KEY: usize = 0;

impl Key {
    /// Reads the key of a dataset and the files given under each condition, and adds their problems.
    pub fn read(folder: &TaskFolder, dataset: &Dataset, problems: &mut Problems) -> Result<Self> {
        let (task, path) = (folder.task(), folder.path(&dataset.key));
        let options = Options::new().format(dataset.format).fingerprints(true);
        let with_names = task.plan_with_names();
        let widest = if task.named_entities { &with_names } else { task.plan() };
        let wanted = wanted(widest, &Aids::default(), Origin::Key).and_words_hash();
        // words are shown in messages about violated conditions
        let checks = task.conditions.iter().any(|condition| *condition != Condition::Predicted);
        let wanted = if checks { wanted.and_words() } else { wanted };
        let boundaries = Condition::GoldBoundaries;
        let from_trees = task.conditions.contains(&boundaries) && dataset.given(boundaries).is_none();
        let wanted = if from_trees { wanted.and(Layer::Parse) } else { wanted };
        let (documents, prints) = read(&path, options.role(Role::Key), wanted, problems)?;
        let named = task.named_entities && has_names(&documents);
        let plan = if named { with_names } else { task.plan().clone() };
        let mut key = Self {
            about: AboutDataset {
                rules: rules(&plan, &documents),
                ..about(dataset, &documents, named, &prints)
            },
            identity: identity(task, &plan, &prints),
            unlinked: task.unlinked,
            given: BTreeMap::new(),
            path,
            options,
            plan,
            documents,
        };
        // missing documents mean nothing if some documents could not be read
        if problems.errors() == 0 {
            key.check_rule()?;
            for condition in &task.conditions {
                key.read_given(folder, dataset, *condition, problems)?;
            }
        }
        Ok(key)
    }

    /// The description of the dataset.
    #[must_use]
    pub fn about(&self) -> &AboutDataset {
        &self.about
    }

    /// A digest of everything that can change the scores of a response, except the response itself.
    #[must_use]
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// Checks that the key allows the official rule; other rules that it does not allow are left out.
    fn check_rule(&self) -> Result<()> {
        let plans = self.plan.each_rule();
        let Some(plan) = plans.first() else { return Ok(()) };
        let lack = self.documents.iter().find_map(|document| plan.protocol().matching.lacks(document));
        match lack {
            Some(lack) => Err(self.wrong(format!("{lack}; {}", lack.hint))),
            None if self.documents.is_empty() => {
                Err(self.wrong("no documents were found in the key".to_owned()))
            }
            None => Ok(()),
        }
    }

    fn wrong(&self, message: String) -> Error {
        Error::Task { path: self.path.clone(), message }
    }

    fn read_given(
        &mut self,
        folder: &TaskFolder,
        dataset: &Dataset,
        condition: Condition,
        problems: &mut Problems,
    ) -> Result<()> {
        if condition == Condition::Predicted {
            return Ok(());
        }
        let documents = match dataset.given(condition) {
            Some(path) => {
                let path = folder.path(path);
                let wanted = Wanted::MENTIONS.and_details().and_words();
                let (documents, prints) = read(&path, self.options.role(Role::Key), wanted, problems)?;
                self.identity =
                    digest(format!("{}\n{condition}\n{}", self.identity, prints.join("\n")).as_bytes());
                self.check_given(&path, &documents)?;
                documents
            }
            None => {
                let made = self.documents.iter().map(|document| given(document, condition));
                made.collect::<std::result::Result<_, _>>().map_err(|error| Error::Task {
                    path: folder.root().join("task.toml"),
                    message: format!("dataset `{}` has no `given.{condition}`, and {error}", dataset.name),
                })?
            }
        };
        let by_name = documents.into_iter().map(|document| (document.name().clone(), document)).collect();
        self.given.insert(condition.name(), by_name);
        Ok(())
    }

    /// Checks that the given file has the same text as the key, for each document.
    fn check_given(&self, path: &Path, given: &[Document]) -> Result<()> {
        let wrong = |message: String| Error::Task { path: path.to_owned(), message };
        let names = |documents: &[Document]| {
            documents.iter().map(|one| one.name().clone()).collect::<BTreeSet<Name>>()
        };
        if let Some(name) = names(&self.documents).symmetric_difference(&names(given)).next() {
            return Err(wrong(format!("document {name} is only in the key or only in the given file")));
        }
        let plan = Plan::default();
        let met = each_pair(self.documents.clone(), [given.to_vec()], &plan, &Aids::default(), |_, _| ());
        met.map(|_| ()).map_err(|refusal: Refusal| wrong(refusal.to_string()))
    }

    /// Scores a response; the result contains its errors.
    #[must_use]
    pub fn score(
        &self,
        response: &Path,
        root: &Path,
        condition: Condition,
        strictness: Strictness,
    ) -> Scored {
        let mut problems = Problems::new(strictness);
        let rules = match self.try_score(response, condition, &mut problems) {
            Ok(rules) => rules,
            Err(error) => {
                let (path, message) = (response.to_string_lossy(), error.to_string());
                let message = message.strip_prefix(&format!("{path}: ")).unwrap_or(&message);
                problems.refuse(&path, "unreadable", message, "");
                Vec::new()
            }
        };
        let errors = problems.errors();
        Scored {
            rules: if errors == 0 { rules } else { Vec::new() },
            problems: problems.kept().map(|(path, problem)| trouble(root, path, problem)).collect(),
            errors,
            warnings: problems.count(Severity::Warning),
        }
    }

    fn try_score(
        &self,
        response: &Path,
        condition: Condition,
        problems: &mut Problems,
    ) -> Result<Vec<evaluation::Evaluation>> {
        let aids = Aids::default();
        let wanted = wanted(&self.plan, &aids, Origin::Response(0)).and_words_hash();
        let options = self.options.fingerprints(false).role(Role::Response);
        let documents = read(response, options, wanted, problems)?.0;
        if problems.errors() > 0 {
            return Ok(Vec::new());
        }
        if documents.is_empty() {
            let message = "there is no document in the response".to_owned();
            return Err(Error::Task { path: response.to_owned(), message });
        }
        let scoring = Scoring::new(&self.plan);
        let given = self.given.get(condition.name());
        let work = |pair: DocumentPair, notice: &mut dyn FnMut(Noticed)| {
            for problem in given.map(|given| self.disobeyed(condition, given, &pair)).unwrap_or_default() {
                notice(Noticed::new(KEY + 1, problem));
            }
            scoring.count(&pair, notice)
        };
        let met = each_pair(self.documents.iter().cloned(), [documents], &self.plan, &aids, work);
        let (systems, mut noticed): (Vec<Vec<PairScore>>, Vec<Noticed>) = match met {
            Ok(met) => met,
            Err(refusal) => (Vec::new(), refusal.noticed),
        };
        let mut rules = scoring.finish(systems, &mut |one| noticed.push(one));
        self.tell(noticed, response, problems)?;
        let evaluations = rules.iter_mut().filter_map(|rule| rule.systems.pop()).collect();
        Ok(evaluations)
    }

    fn disobeyed(
        &self,
        condition: Condition,
        given: &HashMap<Name, Document>,
        pair: &DocumentPair,
    ) -> Vec<Problem> {
        let document = given.get(pair.key().name());
        document.map(|given| obeys(condition, self.unlinked, given, pair.response())).unwrap_or_default()
    }

    /// Adds what was noticed to the problems; if words differ, reads both files again to find the place.
    fn tell(&self, noticed: Vec<Noticed>, response: &Path, problems: &mut Problems) -> Result<()> {
        let name = response.to_string_lossy();
        let mut unlocated = Vec::new();
        for one in noticed {
            if is_located(&one.problem) {
                unlocated.push((name.clone().into_owned(), one.problem));
            } else if one.source != KEY {
                // problems of the key are reported to the organisers when it is read
                problems.add(&name, one.problem);
            }
        }
        if unlocated.is_empty() {
            return Ok(());
        }
        let mut sides = [
            Files::open(&self.path, &self.options.fingerprints(false).role(Role::Key))?,
            Files::open(response, &self.options.fingerprints(false).role(Role::Response))?,
        ];
        let run = Run {
            plan: &self.plan,
            aids: &Aids::default(),
            also: Wanted::MENTIONS.and_words(),
            progress: &|_| (),
            annotators: None,
        };
        let mut located = Problems::default();
        crate::each_pair(&mut sides, &run, &mut located, |_, _| ())?;
        add_located(&located, problems);
        add_unlocated(unlocated, problems);
        Ok(())
    }
}

/// Reads the documents of a path and the fingerprints of its files, and adds their problems.
fn read(
    path: &Path,
    options: Options,
    wanted: Wanted,
    problems: &mut Problems,
) -> Result<(Vec<Document>, Vec<String>)> {
    let mut files = Files::open(path, &options)?;
    let mut documents = Vec::new();
    for part in files.read_all(wanted)? {
        for problem in part.reading.problems {
            problems.add(&part.path.to_string_lossy(), problem);
        }
        documents.extend(part.reading.documents);
    }
    let prints = files.inputs().iter().filter_map(|input| input.fingerprint().map(str::to_owned));
    Ok((documents, prints.collect()))
}

fn has_names(documents: &[Document]) -> bool {
    let material =
        documents.iter().fold(Material::default(), |seen, document| seen.or(Material::of(document)));
    material.lacks(Heads::Auto).is_none()
}

/// The matching rules of a plan that a key allows.
fn rules(plan: &Plan, documents: &[Document]) -> Vec<String> {
    let matchings = plan.each_rule().into_iter().map(|plan| plan.protocol().matching);
    let is_possible =
        |matching: &Matching| documents.iter().all(|document| matching.lacks(document).is_none());
    matchings.filter(is_possible).map(|matching| matching.to_string()).collect()
}

fn about(dataset: &Dataset, documents: &[Document], named_entities: bool, prints: &[String]) -> AboutDataset {
    let sum = |count: fn(&Document) -> usize| documents.iter().map(count).sum();
    AboutDataset {
        name: dataset.name.clone(),
        language: dataset.language.clone(),
        genre: dataset.genre.clone(),
        documents: documents.len(),
        tokens: sum(|document| document.tokens() as usize),
        mentions: sum(|document| document.mentions().len()),
        entities: sum(Document::entity_count),
        named_entities,
        rules: Vec::new(),
        fingerprint: match prints {
            [one] => Some(one.clone()),
            several => Some(digest(several.join("\n").as_bytes())),
        },
    }
}

/// A digest of the key, the protocol and the version, since a change of any of them may change scores.
fn identity(task: &Task, plan: &Plan, prints: &[String]) -> String {
    let parts = [plan.to_string(), task.unlinked.to_string(), prints.join("\n")];
    digest(parts.join("\n").as_bytes())
}

fn trouble(root: &Path, path: &str, problem: &Problem) -> Trouble {
    let inside = Path::new(path).strip_prefix(root).map(|inside| inside.to_string_lossy().into_owned());
    Trouble::new(&inside.unwrap_or_else(|_| path.to_owned()), problem)
}
