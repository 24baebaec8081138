//! Responses given on the command line, and the names of systems.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::names;

/// `FILE`, or `NAME=FILE` to give the system a name other than its file's.
#[derive(Clone, Debug)]
pub(crate) struct Response {
    pub(crate) name: Option<String>,
    pub(crate) path: PathBuf,
}

impl From<PathBuf> for Response {
    fn from(path: PathBuf) -> Self {
        Self { name: None, path }
    }
}

impl From<OsString> for Response {
    /// An existing file is always taken as a file, even with `=` in its name.
    fn from(given: OsString) -> Self {
        let path = PathBuf::from(given);
        let typed = path.to_str().filter(|_| !path.exists());
        match typed.and_then(|typed| typed.split_once('=')) {
            Some((name, file)) if !name.is_empty() && !file.is_empty() => {
                Self { name: Some(name.to_owned()), path: file.into() }
            }
            _ => path.into(),
        }
    }
}

impl AsRef<Path> for Response {
    fn as_ref(&self) -> &Path {
        &self.path
    }
}

/// The paths of a key and of responses.
pub(crate) fn inputs<'a>(
    key: &'a Path,
    responses: impl IntoIterator<Item = &'a Response>,
) -> impl Iterator<Item = &'a Path> {
    std::iter::once(key).chain(responses.into_iter().map(AsRef::as_ref))
}

/// The names of systems: the given names, or else names made from their files; all are different.
pub(crate) fn names_of(systems: &[Response]) -> Result<Vec<String>> {
    let files: Vec<PathBuf> = systems.iter().map(|system| system.path.clone()).collect();
    let from_files = names::distinct(&files);
    let names = systems.iter().zip(from_files).map(|(system, file)| system.name.clone().unwrap_or(file));
    let names: Vec<String> = names.collect();
    let was_named = systems.iter().any(|system| system.name.is_some());
    match names.iter().enumerate().find(|(place, name)| names[..*place].contains(name)) {
        Some((_, name)) if was_named => {
            bail!("two systems are called {name}: name them differently, as in A=FILE B=FILE")
        }
        _ => Ok(names),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::{Response, names_of};

    fn given(texts: &[&str]) -> Vec<Response> {
        texts.iter().map(|text| OsString::from(text).into()).collect()
    }

    #[test]
    fn systems_are_called_as_they_were_named_or_after_their_files() {
        let systems = given(&["ours=a/system.conll", "b/system.conll", "=c.conll", "d="]);
        assert_eq!(names_of(&systems).unwrap(), ["ours", "b/system", "=c", "d="]);
        assert_eq!(systems[0].path.to_str(), Some("a/system.conll"));
    }

    #[test]
    fn two_systems_of_one_name_are_refused() {
        assert!(names_of(&given(&["one=a.conll", "b/one.conll"])).is_err());
        assert!(names_of(&given(&["one=a.conll", "one=b.conll"])).is_err());
    }
}
