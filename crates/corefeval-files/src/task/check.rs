//! Checks that participants can run before they send a submission; they do not read any key.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use corefeval::document::Wanted;
use corefeval::evaluation::{Aids, Missing, Noticed, Plan, Protocol};
use corefeval::format::Role;
use corefeval::problem::{Problem, Problems};
use corefeval::task::{Condition, Dataset, Submission, obeys};

use super::{Run, TaskFolder};
use crate::{Files, Options, Result};

/// Checks a run against the files that participants were given, and adds problems. Returns a pair of paths
/// for each dataset: the response and the file with which it was compared.
pub fn check(
    folder: &TaskFolder,
    run: &Run,
    problems: &mut Problems,
) -> Result<Vec<(PathBuf, Option<PathBuf>)>> {
    let task = folder.task();
    let looked = run.look(task);
    let sound =
        !looked.problems.iter().any(|(_, problem)| problem.severity == corefeval::problem::Severity::Error);
    for (file, problem) in looked.problems {
        problems.add(&run.path.join(file).to_string_lossy(), problem);
    }
    let submission = Submission::new(task, &run.team, &run.run, looked.card);
    for trouble in submission.troubles() {
        let problem = Problem::error("system-card", 0, trouble.message.clone()).hint(trouble.hint.clone());
        problems.add(&run.path.join(&trouble.path).to_string_lossy(), problem);
    }
    let mut checked = Vec::new();
    for (dataset, response) in task.datasets.iter().zip(&looked.responses) {
        match response {
            Some(response) => {
                let within = Within { run, root: &looked.root };
                let checked_with = (dataset, submission.condition());
                let given = check_response(folder, checked_with, (response, &within), problems)?;
                checked.push((within.shown(response), given));
            }
            None if sound => {
                let message = format!("there is no response to the dataset {}", dataset.name);
                let hint = format!("put {}.conll or the like into the folder", dataset.name);
                problems.add(
                    &run.path.to_string_lossy(),
                    Problem::error("missing-dataset", 0, message).hint(hint),
                );
            }
            None => {}
        }
    }
    Ok(checked)
}

/// The folder of the files of a run, and the name with which they are shown.
struct Within<'a> {
    run: &'a Run,
    root: &'a Path,
}

impl Within<'_> {
    /// The path with which a file is shown; for a file of a zip file, as if this were a folder.
    fn shown(&self, path: &Path) -> PathBuf {
        let inside = path.strip_prefix(self.root).ok().filter(|_| !self.run.path.is_dir());
        match inside {
            Some(inside) if !inside.as_os_str().is_empty() => self.run.path.join(inside),
            _ => path.to_owned(),
        }
    }
}

fn check_response(
    folder: &TaskFolder,
    (dataset, condition): (&Dataset, Condition),
    (response, within): (&Path, &Within<'_>),
    problems: &mut Problems,
) -> Result<Option<PathBuf>> {
    let options = Options::new().format(dataset.format);
    let given = dataset
        .given(condition)
        .or_else(|| dataset.given(Condition::Predicted))
        .map(|path| folder.path(path));
    let heard = Heard::default();
    let mut found = Problems::default().heard_by(heard.listener());
    match &given {
        None => {
            for part in Files::open(response, &options.role(Role::Response))?.read_all(Wanted::ALL)? {
                part.reading
                    .problems
                    .into_iter()
                    .for_each(|one| found.add(&part.path.to_string_lossy(), one));
            }
            let message =
                format!("dataset `{}` has no given file: only the format was checked", dataset.name);
            found.warn(&response.to_string_lossy(), "no-given-file", message);
        }
        Some(given) => {
            let mut sides = [
                Files::open(given, &options.role(Role::Key))?,
                Files::open(response, &options.role(Role::Response))?,
            ];
            let plan = complete(folder.task().plan());
            let also = Wanted::MENTIONS.and_details().and_words();
            let run =
                crate::Run { plan: &plan, aids: &Aids::default(), also, progress: &|_| (), annotators: None };
            let unlinked = folder.task().unlinked;
            let is_given = dataset.given(condition).is_some();
            crate::each_pair(&mut sides, &run, &mut found, |pair, notice| {
                let condition = if is_given { condition } else { Condition::Predicted };
                let source = pair.sources().1;
                for problem in obeys(condition, unlinked, pair.key(), pair.response()) {
                    notice(Noticed::new(source, problem));
                }
            })?;
        }
    }
    for (path, problem) in heard.all() {
        // the given text has no mentions on purpose
        let meant = given.as_ref().is_some_and(|given| path == given.to_string_lossy())
            && problem.code == "no-mentions";
        if !meant {
            problems.add(&within.shown(Path::new(&path)).to_string_lossy(), problem);
        }
    }
    Ok(given)
}

/// The plan with the choice that every document must be present.
fn complete(plan: &Plan) -> Plan {
    plan.with_protocol(Protocol { missing: Missing::Error, ..plan.protocol().clone() })
}

/// A collection of all problems, in order.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<(String, Problem)>>>);

impl Heard {
    fn listener(&self) -> corefeval::problem::Listener {
        let heard = self.clone();
        Box::new(move |path, problem| {
            heard.0.lock().unwrap_or_else(PoisonError::into_inner).push((path.to_owned(), problem.clone()));
        })
    }

    fn all(&self) -> Vec<(String, Problem)> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
