//! Reads files and bytes as documents, and writes documents as bytes.

use std::path::PathBuf;
use std::sync::Arc;

use corefeval::document::{self, Names, Wanted};
use corefeval::format::{self, Block, Format, Role};
use corefeval::matching::name_heads;
use corefeval_files::{Files, Options, pool};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::document::Document;
use crate::interrupt::interruptible;
use crate::problems::{Found, bad_choice, collection, exception, fields, kept, refused, unreadable};

/// Documents, and the fields of problems.
type Read<'py> = (Vec<Document>, Bound<'py, PyAny>);

/// The format with a name.
pub(crate) fn format(py: Python<'_>, name: Option<&str>) -> PyResult<Option<&'static Format>> {
    let known = |name: &str| {
        let names: Vec<&str> = format::FORMATS.iter().map(|format| format.name).collect();
        let message = format!("no format is called `{name}`; the formats are {}", names.join(", "));
        format::by_name(name).ok_or_else(|| bad_choice(py, &message))
    };
    name.map(known).transpose()
}

/// The role with which a side is read.
pub(crate) fn role(name: &str) -> Role {
    match name {
        "key" => Role::Key,
        "response" => Role::Response,
        _ => Role::Unknown,
    }
}

/// The contents of a file, unpacked.
#[pyfunction]
pub(crate) fn contents(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyBytes>> {
    let read = py.detach(|| corefeval_files::contents(&path));
    Ok(PyBytes::new(py, &read.map_err(|error| unreadable(py, &error))?))
}

/// All documents of files and folders, with all their annotation.
#[pyfunction]
pub(crate) fn read_files<'py>(
    py: Python<'py>,
    paths: Vec<PathBuf>,
    format_name: Option<&str>,
    role_name: &str,
    strict: bool,
) -> PyResult<Read<'py>> {
    let options = Options::new().format(format(py, format_name)?).role(role(role_name));
    let work = move |_: &_| -> corefeval_files::Result<_> {
        let mut problems = collection(strict);
        let mut names = Names::default();
        let mut documents = Vec::new();
        let mut files = Files::open_all(&paths, &options)?;
        for part in pool(None)?.install(|| files.read_all(Wanted::ALL))? {
            let source = part.path.display().to_string();
            part.reading.problems.into_iter().for_each(|problem| problems.add(&source, problem));
            for mut document in part.reading.documents {
                names.number_unnamed(&mut document);
                documents.push(Arc::new(document));
            }
        }
        Ok((documents, problems.errors() > 0, kept(&problems)))
    };
    let (documents, failed, found) = interruptible(py, work)?.map_err(|error| unreadable(py, &error))?;
    given(py, documents, failed, &found)
}

/// All documents of a file's contents, which must be unpacked.
#[pyfunction]
pub(crate) fn read_bytes<'py>(
    py: Python<'py>,
    bytes: Vec<u8>,
    name: &str,
    format_name: Option<&str>,
    role_name: &str,
    strict: bool,
) -> PyResult<Read<'py>> {
    let start = &bytes[..bytes.len().min(START)];
    let Some(format) = format(py, format_name)?.or_else(|| format::detect(start, "")) else {
        let names: Vec<&str> = format::FORMATS.iter().map(|format| format.name).collect();
        let message = format!(
            "{name}: not in any known format ({}); set it with format=, or give a path as pathlib.Path",
            names.join(", ")
        );
        return Err(exception(py, "InputError", &message, &[]));
    };
    let (role, source) = (role(role_name), name.to_owned());
    let work = move |_: &_| {
        let reading = format.read(&Block { role, ..Block::whole(&bytes) }, Wanted::ALL);
        let mut problems = collection(strict);
        reading.problems.into_iter().for_each(|problem| problems.add(&source, problem));
        let mut names = Names::default();
        let numbered = |mut document| {
            names.number_unnamed(&mut document);
            Arc::new(document)
        };
        let documents: Vec<_> = reading.documents.into_iter().map(numbered).collect();
        (documents, problems.errors() > 0, kept(&problems))
    };
    let (documents, failed, found) = interruptible(py, work)?;
    given(py, documents, failed, &found)
}

/// The number of bytes of a file by which its format is recognised.
const START: usize = 1 << 16;

fn given<'py>(
    py: Python<'py>,
    documents: Vec<Arc<document::Document>>,
    failed: bool,
    found: &[Found],
) -> PyResult<Read<'py>> {
    if failed {
        return Err(refused(py, found));
    }
    Ok((documents.into_iter().map(Document).collect(), fields(found).into_pyobject(py)?.into_any()))
}

/// Documents written in a format, and what the format cannot represent.
#[pyfunction]
pub(crate) fn write<'py>(
    py: Python<'py>,
    documents: Vec<Document>,
    format_name: &str,
    strict: bool,
) -> PyResult<(Vec<u8>, Bound<'py, PyAny>)> {
    let format = format(py, Some(format_name))?.filter(|format| format.is_writable());
    let Some(format) = format else {
        let names = format::FORMATS.iter().filter(|format| format.is_writable()).map(|format| format.name);
        let names: Vec<&str> = names.collect();
        let message =
            format!("`{format_name}` can be read but not written; formats to write are {}", names.join(", "));
        return Err(bad_choice(py, &message));
    };
    let work = move |_: &_| {
        let mut own: Vec<document::Document> =
            documents.into_iter().map(|document| Arc::unwrap_or_clone(document.0)).collect();
        if format.keeps_heads() {
            own.iter_mut().for_each(name_heads);
        }
        let mut bytes = Vec::new();
        let mut problems = collection(strict);
        for loss in format.write(&own, &mut bytes).unwrap_or_default() {
            problems.add("", loss);
        }
        (bytes, problems.errors() > 0, kept(&problems))
    };
    let (bytes, failed, found) = interruptible(py, work)?;
    if failed {
        return Err(refused(py, &found));
    }
    Ok((bytes, fields(&found).into_pyobject(py)?.into_any()))
}

/// Documents as bytes that lose nothing.
pub(crate) fn lossless(documents: &[Arc<document::Document>]) -> Vec<u8> {
    let own: Vec<document::Document> = documents.iter().map(|document| (**document).clone()).collect();
    let mut bytes = Vec::new();
    // the format can represent everything, so nothing is lost
    let _ = format::corefeval_json::COREFEVAL_JSON.write(&own, &mut bytes);
    bytes
}

/// The documents of such bytes; empty if they are anything else.
pub(crate) fn from_lossless(bytes: &[u8]) -> Vec<document::Document> {
    format::corefeval_json::COREFEVAL_JSON.read(&Block::whole(bytes), Wanted::ALL).documents
}

/// A name for each path, as short as possible but different from all others.
#[pyfunction]
pub(crate) fn system_names(paths: Vec<PathBuf>) -> Vec<String> {
    corefeval_files::names::distinct(&paths)
}
