//! Assigns the files of a submission to datasets, by their names.

use super::Task;

/// An entry in the folder of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Whether it is a folder.
    pub is_folder: bool,
}

/// The responses found in the folder of a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The indices of the entries that are responses to each dataset; there should be exactly one.
    pub responses: Vec<Vec<usize>>,
    /// The indices of entries that belong to no dataset.
    pub others: Vec<usize>,
    /// Whether the whole folder is the response to the only dataset.
    pub whole: bool,
}

/// Files that submissions have besides responses.
const KNOWN: &[&str] =
    &["system.toml", "metadata", "readme", "readme.md", "readme.txt", "license", "__macosx"];

/// Finds the entries of a folder that are responses to the datasets of a task: the name up to a dot is the
/// name of the dataset. If the task has only one dataset, any entry is its response.
#[must_use]
pub fn responses(task: &Task, entries: &[Entry]) -> Found {
    let mut found =
        Found { responses: vec![Vec::new(); task.datasets.len()], others: Vec::new(), whole: false };
    for (place, entry) in entries.iter().enumerate().filter(|(_, entry)| !is_known(&entry.name)) {
        match dataset_of(task, entry) {
            Some(dataset) => found.responses[dataset].push(place),
            None => found.others.push(place),
        }
    }
    if let [only] = &mut found.responses[..]
        && only.is_empty()
    {
        std::mem::swap(only, &mut found.others);
        found.whole = only.len() > 1;
    }
    found
}

fn is_known(name: &str) -> bool {
    name.starts_with('.') || KNOWN.contains(&name.to_lowercase().as_str())
}

/// The dataset with the longest name that equals the entry's name or its beginning before a dot.
fn dataset_of(task: &Task, entry: &Entry) -> Option<usize> {
    let fits = |name: &str| match entry.name.strip_prefix(name) {
        Some("") => true,
        Some(rest) => !entry.is_folder && rest.starts_with('.'),
        None => false,
    };
    let fitting = task.datasets.iter().enumerate().filter(|(_, dataset)| fits(&dataset.name));
    fitting.max_by_key(|(_, dataset)| dataset.name.len()).map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::{Entry, Found, responses};
    use crate::task::Task;

    fn found(datasets: &[&str], names: &[&str]) -> Found {
        let dataset = |name: &&str| format!("[[dataset]]\nname = '{name}'\nkey = 'k'\n");
        let datasets = datasets.iter().map(dataset).collect::<Vec<_>>().concat();
        let task = Task::read(&format!("name = 'T'\nprotocol = 'conll-2012'\n{datasets}")).unwrap();
        let entry = |name: &&str| Entry {
            name: name.trim_end_matches('/').to_owned(),
            is_folder: name.ends_with('/'),
        };
        responses(&task, &names.iter().map(entry).collect::<Vec<_>>())
    }

    #[test]
    fn the_name_of_a_file_up_to_a_dot_is_that_of_its_dataset() {
        let names =
            ["en.conll.gz", "en.gum.conllu", "hu/", "notes.txt", "system.toml", ".DS_Store", "english.conll"];
        let expected = Found { responses: vec![vec![0], vec![1], vec![2]], others: vec![3, 6], whole: false };
        assert_eq!(found(&["en", "en.gum", "hu"], &names), expected);
    }

    #[test]
    fn a_task_with_one_dataset_needs_no_names() {
        assert_eq!(found(&["en"], &["out.conll", "README"]).responses, [[0]]);
        assert!(found(&["en"], &["a.conll", "b.conll"]).whole);
        let two = found(&["en"], &["out.conll", "en.conll"]);
        assert_eq!((two.responses[0].as_slice(), two.others.as_slice()), (&[1][..], &[0][..]));
    }
}
