//! Files in memory: their formats, and the documents in them.

use corefeval::document::{Document, Wanted};
use corefeval::format::{self, Block, FORMATS, Format, Role};
use corefeval::problem::{Problem, Problems, Strictness};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::problems;

/// The number of bytes of a file by which its format is recognised.
const START: usize = 64 * 1024;

/// A file of a request.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Given {
    /// Its name, with `/` between folders.
    pub(crate) name: String,
    /// How many bytes it has.
    size: usize,
    /// The format; none if it is recognised automatically.
    format: Option<String>,
    /// 0 for the key, 1, 2 … for the responses.
    #[serde(default)]
    pub(crate) side: usize,
    /// The name of the system.
    #[serde(default)]
    pub(crate) system: String,
}

/// A file with its bytes.
#[derive(Clone, Debug)]
pub(crate) struct File<'a> {
    pub(crate) given: Given,
    pub(crate) bytes: &'a [u8],
}

/// Gives each file its bytes.
pub(crate) fn cut(files: Vec<Given>, mut bytes: &[u8]) -> Result<Vec<File<'_>>, Value> {
    let mut all = Vec::new();
    for given in files {
        let Some((own, rest)) = bytes.split_at_checked(given.size) else {
            return Err(json!("the files of the request are longer than the request"));
        };
        bytes = rest;
        all.push(File { given, bytes: own });
    }
    Ok(all)
}

impl File<'_> {
    /// The name without folders.
    fn own_name(&self) -> &str {
        self.given.name.rsplit('/').next().unwrap_or_default()
    }

    /// The name without folders and ending.
    fn stem(&self) -> &str {
        let name = self.own_name();
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }

    fn start(&self) -> &[u8] {
        &self.bytes[..self.bytes.len().min(START)]
    }

    /// The given format, or else the recognised one.
    pub(crate) fn format(&self) -> Result<&'static Format, Problem> {
        if let Some(name) = &self.given.format {
            let known = format::by_name(name);
            return known
                .ok_or_else(|| Problem::error("unreadable", 0, format!("there is no format `{name}`")));
        }
        format::detect(self.start(), self.own_name()).ok_or_else(|| {
            let message =
                if self.bytes.is_empty() { "the file is empty" } else { "the format is not recognised" };
            Problem::error("unreadable", 0, message).hint("choose the format")
        })
    }

    /// The text that belongs to a standoff file.
    fn companion<'f>(&self, format: &Format, files: &'f [File<'_>]) -> Option<&'f [u8]> {
        let ending = format.companion?;
        let (stem, folder) = (self.stem(), self.given.name.strip_suffix(self.own_name()).unwrap_or_default());
        let names: Vec<String> = if ending.starts_with('_') {
            let text = stem.strip_suffix("_level").and_then(|rest| rest.rsplit_once('_'));
            vec![format!("{}{ending}", text.map_or(stem, |(text, _)| text))]
        } else {
            let shorter = stem.rsplit_once('.').map_or(stem, |(shorter, _)| shorter);
            vec![format!("{stem}.{ending}"), format!("{shorter}.{ending}")]
        };
        let same_side = files.iter().filter(|file| file.given.side == self.given.side);
        let found =
            |name: &String| same_side.clone().find(|file| file.given.name == format!("{folder}{name}"));
        let elsewhere = |name: &String| same_side.clone().find(|file| file.own_name() == name);
        names.iter().find_map(found).or_else(|| names.iter().find_map(elsewhere)).map(|file| file.bytes)
    }
}

/// The documents and problems of a file.
pub(crate) struct Contents {
    pub(crate) format: Option<&'static Format>,
    pub(crate) documents: Vec<Document>,
    pub(crate) problems: Vec<Problem>,
}

/// Reads a file.
pub(crate) fn read(file: &File<'_>, files: &[File<'_>], wanted: Wanted) -> Contents {
    let format = match file.format() {
        Ok(format) => format,
        Err(problem) => return Contents { format: None, documents: Vec::new(), problems: vec![problem] },
    };
    let companion = file.companion(format, files);
    if let (Some(ending), None) = (format.companion, companion) {
        let message = format!("the text of this file is not there: the same name with the ending `{ending}`");
        let problem = Problem::error("no-text", 0, message).hint("drop both files together");
        return Contents { format: Some(format), documents: Vec::new(), problems: vec![problem] };
    }
    let role = if file.given.side == 0 { Role::Key } else { Role::Response };
    let block = Block { bytes: file.bytes, start: file.start(), file_stem: file.stem(), companion, role };
    let reading = format.read(&block, wanted);
    Contents { format: Some(format), documents: reading.documents, problems: reading.problems }
}

/// Whether a file is only the text of another, of the same side.
pub(crate) fn is_companion(file: &File<'_>, files: &[File<'_>]) -> bool {
    let same_side = files.iter().filter(|other| other.given.side == file.given.side);
    let is_of = |other: &File<'_>| {
        let format = other.format().ok();
        let text = format.and_then(|format| other.companion(format, files));
        text.is_some_and(|text| std::ptr::eq(text, file.bytes)) && other.given.name != file.given.name
    };
    let has_ending =
        FORMATS.iter().filter_map(|format| format.companion).any(|ending| file.given.name.ends_with(ending));
    has_ending && same_side.clone().any(is_of)
}

/// The formats, sizes and problems of files.
pub(crate) fn look(files: &[File<'_>]) -> Value {
    let one = |file: &File<'_>| {
        if is_companion(file, files) {
            return json!({"name": file.given.name, "companion": true});
        }
        let contents = read(file, files, Wanted::MENTIONS.and_details());
        let count = |of: fn(&Document) -> usize| contents.documents.iter().map(of).sum::<usize>();
        let mut problems = Problems::new(Strictness::Lenient);
        for problem in contents.problems {
            problems.add(&file.given.name, problem);
        }
        json!({
            "name": file.given.name,
            "format": contents.format.map(|format| format.name),
            "title": contents.format.map(|format| format.title),
            "layout": contents.format.map(|format| format.describe(file.start())),
            "documents": contents.documents.len(),
            "tokens": count(|document| document.tokens() as usize),
            "mentions": count(|document| document.mentions().len()),
            "entities": count(|document| document.entity_labels().iter().count()),
            "problems": problems::shown(&problems),
        })
    };
    json!({ "files": files.iter().map(one).collect::<Vec<_>>() })
}
