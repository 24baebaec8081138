//! Paths become documents: the only code that opens files for reading.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use corefeval::document::Wanted;
use corefeval::format::{self, Block, Format, Reading};

use crate::window::{Window, last_start};

/// How much of a file is looked at to tell its format and layout.
const START: usize = 64 * 1024;
/// How much of a file one task reads; large enough that the last document, read twice, hardly counts.
const CHUNK: u64 = 4 << 20;

/// One file of a key or response, whose format is known.
pub(crate) struct Input {
    /// What it is called in messages.
    pub(crate) path: PathBuf,
    /// Its format.
    pub(crate) format: &'static Format,
    /// How many bytes it has, where that is known.
    pub(crate) size: Option<u64>,
    start: Vec<u8>,
    companion: Option<Vec<u8>>,
    /// Only [`Input::next_chunk`] touches it; the lock lets tasks on other threads share the rest of the input.
    rest: Mutex<Rest>,
}

/// What has not been handed out.
enum Rest {
    /// A plain file that any task can open for itself, from here on.
    File { next: u64, size: u64 },
    /// A stream with bytes read ahead.
    Stream { reader: Box<dyn Read + Send>, carried: Vec<u8>, ended: bool },
}

/// A task: a piece of a file that begins and ends where documents do, once it is read.
pub(crate) enum Chunk {
    Range { from: u64, to: u64 },
    Bytes(Vec<u8>),
}

impl Chunk {
    /// Whether it is the start of a file, where key and response are compared word by word.
    pub(crate) fn is_first(&self) -> bool {
        matches!(self, Self::Range { from: 0, .. })
    }
}

/// The files that a path stands for: itself, or all files of known formats in a folder.
pub(crate) fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
        for entry in entries {
            let path = entry.with_context(|| folder.display().to_string())?.path();
            if path.is_dir() {
                folders.push(path);
            } else if has_known_ending(&path) {
                found.push(path);
            }
        }
    }
    if found.is_empty() {
        bail!(
            "{}: no file in this folder ends like a format that can be read; see `corefeval formats`",
            path.display()
        );
    }
    found.sort();
    let companions: Vec<bool> = found.iter().map(|path| is_companion(path, &found)).collect();
    let mut companions = companions.into_iter();
    found.retain(|_| !companions.next().unwrap_or(false));
    Ok(found)
}

/// Whether a file is the text of a standoff file that was found beside it; `found` is in order.
fn is_companion(path: &Path, found: &[PathBuf]) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
    let standoff = format::FORMATS.iter().filter(|format| format.companion == Some(ending));
    let mut annotations =
        standoff.flat_map(|format| format.extensions).map(|ending| path.with_extension(ending));
    annotations.any(|annotation| found.binary_search(&annotation).is_ok())
}

fn has_known_ending(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
    let ends = |extension: &&str| name.strip_suffix(*extension).is_some_and(|rest| rest.ends_with('.'));
    format::FORMATS.iter().any(|format| format.extensions.iter().any(ends))
}

impl Input {
    /// Opens a file and tells its format, unless that is given.
    pub(crate) fn open(path: &Path, format: Option<&'static Format>) -> Result<Self> {
        Self::open_any(path, format).with_context(|| path.display().to_string())
    }

    fn open_any(path: &Path, format: Option<&'static Format>) -> Result<Self> {
        let mut rest = open_rest(path)?;
        let start = match &mut rest {
            Rest::File { .. } => read_up_to(&mut File::open(path)?, START)?,
            Rest::Stream { reader, carried, ended } => {
                *carried = read_up_to(reader, START)?;
                *ended = carried.len() < START;
                carried.clone()
            }
        };
        let Some(format) = format.or_else(|| format::detect(&start)) else { bail!(unknown_format(&start)) };
        let size = if let Rest::File { size, .. } = rest { Some(size) } else { None };
        let companion = companion(path, format)?;
        Ok(Self { path: path.to_owned(), format, size, start, companion, rest: Mutex::new(rest) })
    }

    /// The start of the file.
    pub(crate) fn start(&self) -> &[u8] {
        &self.start
    }

    /// The next piece to read, if anything is left.
    pub(crate) fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        let next_document = self.format.next_document;
        match self.rest.get_mut().unwrap_or_else(PoisonError::into_inner) {
            Rest::File { next, size } => {
                let from = *next;
                // the first piece is small, since more is asked of it
                *next = (from + if from == 0 { START as u64 } else { CHUNK }).min(*size);
                Ok((from < *size).then_some(Chunk::Range { from, to: *next }))
            }
            Rest::Stream { reader, carried, ended } => {
                let bytes = next_of_stream(reader, carried, ended, next_document);
                Ok(bytes.with_context(|| self.path.display().to_string())?.map(Chunk::Bytes))
            }
        }
    }

    /// Reads a task into documents; `buffer` is reused from one task to the next.
    pub(crate) fn read(&self, chunk: &Chunk, wanted: Wanted, buffer: &mut Vec<u8>) -> Result<Reading> {
        match chunk {
            Chunk::Bytes(bytes) => Ok(self.read_block(bytes, wanted)),
            Chunk::Range { .. } => {
                self.read_range(chunk, wanted, buffer).with_context(|| self.path.display().to_string())
            }
        }
    }

    /// Reads the documents that begin in a range of the file, piece by piece through one buffer.
    fn read_range(&self, range: &Chunk, wanted: Wanted, buffer: &mut Vec<u8>) -> std::io::Result<Reading> {
        let &Chunk::Range { from, to } = range else { return Ok(Reading::default()) };
        let mut window = Window::before(from, File::open(&self.path)?, buffer)?;
        let mut reading = Reading::default();
        if from > 0 && !window.skip_to_document(self.format, from, to)? {
            return Ok(reading);
        }
        while let Some(end) = window.whole_documents(self.format, to)? {
            append(&mut reading, self.read_block(window.front(end), wanted));
            window.drop_front(end);
        }
        Ok(reading)
    }

    fn read_block(&self, bytes: &[u8], wanted: Wanted) -> Reading {
        let stem = self.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let block =
            Block { bytes, start: &self.start, file_stem: &stem, companion: self.companion.as_deref() };
        (self.format.read)(&block, wanted)
    }
}

/// Adds what a later block of the same file gave.
fn append(reading: &mut Reading, mut later: Reading) {
    for problem in later.problems.iter_mut().filter(|problem| problem.line > 0) {
        problem.line += reading.lines;
    }
    reading.documents.append(&mut later.documents);
    reading.problems.append(&mut later.problems);
    reading.lines += later.lines;
}

fn open_rest(path: &Path) -> Result<Rest> {
    let stream = |reader: Box<dyn Read + Send>| Rest::Stream { reader, carried: Vec::new(), ended: false };
    if path == Path::new("-") {
        return Ok(stream(Box::new(std::io::stdin())));
    }
    let file = File::open(path)?;
    let kind = path.extension().and_then(|extension| extension.to_str());
    Ok(match kind {
        Some("gz") => stream(Box::new(flate2::read::MultiGzDecoder::new(file))),
        Some("zst") => stream(Box::new(zstd::Decoder::new(file)?)),
        _ => {
            let about = file.metadata()?;
            // pipes and the like have no length and can be read only once
            if about.is_file() { Rest::File { next: 0, size: about.len() } } else { stream(Box::new(file)) }
        }
    })
}

/// The text beside a standoff file, for the formats that have one.
fn companion(path: &Path, format: &Format) -> Result<Option<Vec<u8>>> {
    let Some(ending) = format.companion else { return Ok(None) };
    let places =
        if ending.starts_with('_') { level_companions(path, ending) } else { companions(path, ending) };
    let text = places.iter().find(|place| place.exists()).unwrap_or(&places[0]).clone();
    let bytes =
        std::fs::read(&text).with_context(|| format!("the text of a standoff file: {}", text.display()))?;
    Ok(Some(bytes))
}

/// Where the text may be; `letter.apf.xml` has it in `letter.sgm`.
fn companions(path: &Path, ending: &str) -> [PathBuf; 2] {
    [path.with_extension(ending), path.with_extension("").with_extension(ending)]
}

/// Where the words may be of a file of one level, `letter_coref_level.xml`: beside it, or in MMAX2's folder for them.
fn level_companions(path: &Path, ending: &str) -> [PathBuf; 2] {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let text =
        stem.strip_suffix("_level").and_then(|rest| rest.rsplit_once('_')).map_or(&*stem, |(text, _)| text);
    let words = format!("{text}{ending}");
    let folder = path.parent().unwrap_or(Path::new(""));
    [folder.join(&words), folder.join("../Basedata").join(&words)]
}

/// Takes as many whole documents as there are in about a chunk.
fn next_of_stream(
    reader: &mut Box<dyn Read + Send>,
    carried: &mut Vec<u8>,
    ended: &mut bool,
    next_document: fn(&[u8]) -> Option<usize>,
) -> std::io::Result<Option<Vec<u8>>> {
    let mut wanted = CHUNK as usize;
    loop {
        if !*ended && carried.len() < wanted {
            let more = read_up_to(reader, wanted - carried.len())?;
            *ended = more.len() < wanted - carried.len();
            carried.extend(more);
        }
        if *ended {
            return Ok((!carried.is_empty()).then(|| std::mem::take(carried)));
        }
        if let Some(cut) = last_start(carried, next_document) {
            let left = carried.split_off(cut);
            return Ok(Some(std::mem::replace(carried, left)));
        }
        wanted *= 2;
    }
}

fn read_up_to(reader: &mut impl Read, limit: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(limit as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn unknown_format(start: &[u8]) -> String {
    if start.is_empty() {
        return "the file is empty".to_owned();
    }
    let names: Vec<&str> = format::FORMATS.iter().map(|format| format.name).collect();
    format!("not in any known format; say which with --format ({})", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{Input, START};
    use corefeval::document::Wanted;

    /// The names of the documents of a file whose second document begins `early` bytes before the first cut;
    /// `header` begins a document called `@`.
    fn names(ending: &str, header: &str, row: &str, early: usize) -> Vec<String> {
        let document = |name: &str, rows: usize| header.replace('@', name) + &row.repeat(rows) + "\n";
        let room = START - early - document("first", 0).len();
        let mut text = document("first", room / row.len());
        // what is left of the room becomes a longer name
        text = text.replacen("first", &format!("first{}", "t".repeat(room % row.len())), 1);
        for name in ["second", "third", "fourth"] {
            text += &document(name, 3);
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(format!("key.{ending}"));
        std::fs::write(&path, text).unwrap();
        let mut input = Input::open(&path, None).unwrap();
        let (mut buffer, mut found) = (Vec::new(), Vec::new());
        while let Some(chunk) = input.next_chunk().unwrap() {
            let reading = input.read(&chunk, Wanted::MENTIONS, &mut buffer).unwrap();
            found.extend(reading.documents.iter().map(|document| document.name.id.clone()));
        }
        found
    }

    #[test]
    fn a_document_that_begins_near_a_cut_is_read_once() {
        let columns = ("conll", "#begin document (@);\n", "0\ta\t-\n");
        let comments = "# sent_id = 1\n# text = a b\n# newdoc id = @\n# global.Entity = eid\n";
        let rows = ("conllu", comments, "1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n");
        for (ending, header, row) in [columns, rows] {
            for early in 0..90 {
                let names = names(ending, header, row, early);
                assert_eq!(names[1..], ["second", "third", "fourth"], "{ending} {early}");
            }
        }
    }
}
