//! One file, cut where documents begin.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use corefeval::document::Wanted;
use corefeval::format::{self, Block, Format, Reading, Role};

use crate::window::{Window, last_start};
use crate::{Error, Options, Result, contents, fingerprint};

/// How much of a file is looked at to tell its format and layout.
const START: usize = 64 * 1024;
/// How much of a file one task reads; large enough that the last document, read twice, hardly counts.
const CHUNK: u64 = 4 << 20;

/// One file of a key or response, whose format is known.
#[derive(Debug)]
pub struct Input {
    path: Arc<Path>,
    format: &'static Format,
    role: Role,
    size: Option<u64>,
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
#[derive(Debug)]
pub struct Chunk(Piece);

#[derive(Debug)]
enum Piece {
    Range { from: u64, to: u64 },
    Bytes(Vec<u8>),
}

impl Chunk {
    /// Whether it is the small piece at the start of a file of which more may be asked.
    #[must_use]
    pub fn is_first(&self) -> bool {
        matches!(self.0, Piece::Range { from: 0, .. })
    }

    /// How many bytes of the file it stands for; 0 for those of a stream.
    #[must_use]
    pub fn size(&self) -> u64 {
        match self.0 {
            Piece::Range { from, to } => to - from,
            Piece::Bytes(_) => 0,
        }
    }
}

impl Input {
    /// Opens a file and tells its format, unless that is given.
    pub fn open(path: &Path, options: &Options) -> Result<Self> {
        let (rest, start) = open_rest(path).map_err(Error::io(path))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let Some(format) = options.format.or_else(|| format::detect(&start, &name)) else {
            let path = path.to_owned();
            return Err(if start.is_empty() { Error::Empty { path } } else { Error::UnknownFormat { path } });
        };
        let size = if let Rest::File { size, .. } = rest { Some(size) } else { None };
        let companion = companion(path, format)?;
        let role = options.role;
        Ok(Self { path: path.into(), format, role, size, start, companion, rest: Mutex::new(rest) })
    }

    /// Whether it can be read once more; a pipe cannot.
    pub(crate) fn can_reopen(&self) -> bool {
        self.path.metadata().is_ok_and(|about| about.is_file())
    }

    /// What it is called in messages.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn shared_path(&self) -> Arc<Path> {
        Arc::clone(&self.path)
    }

    /// Its format.
    #[must_use]
    pub fn format(&self) -> &'static Format {
        self.format
    }

    /// How many bytes it has, where that is known.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// The start of the file.
    #[must_use]
    pub fn start(&self) -> &[u8] {
        &self.start
    }

    /// What names its bytes for good, for files that can be read again.
    pub fn fingerprint(&self) -> Result<Option<String>> {
        self.size.map(|_| fingerprint::fingerprint(&self.path)).transpose()
    }

    /// The next piece to read, if anything is left.
    pub fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        let next_document = self.format.next_document;
        let piece = match self.rest.get_mut().unwrap_or_else(PoisonError::into_inner) {
            Rest::File { next, size } => {
                let from = *next;
                // the first piece is small, since more is asked of it
                *next = (from + if from == 0 { START as u64 } else { CHUNK }).min(*size);
                (from < *size).then_some(Piece::Range { from, to: *next })
            }
            Rest::Stream { reader, carried, ended } => {
                let bytes = next_of_stream(reader, carried, ended, next_document);
                bytes.map_err(Error::io(&self.path))?.map(Piece::Bytes)
            }
        };
        Ok(piece.map(Chunk))
    }

    /// Reads a piece into documents; `buffer` is reused from one piece to the next.
    pub fn read(&self, chunk: &Chunk, wanted: Wanted, buffer: &mut Vec<u8>) -> Result<Reading> {
        match &chunk.0 {
            Piece::Bytes(bytes) => Ok(self.read_block(bytes, wanted)),
            Piece::Range { from, to } => {
                self.read_range((*from, *to), wanted, buffer).map_err(Error::io(&self.path))
            }
        }
    }

    /// Reads the documents that begin in a range of the file, piece by piece through one buffer.
    fn read_range(
        &self,
        (from, to): (u64, u64),
        wanted: Wanted,
        buffer: &mut Vec<u8>,
    ) -> std::io::Result<Reading> {
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
        let companion = self.companion.as_deref();
        let block =
            Block { start: &self.start, file_stem: &stem, companion, role: self.role, ..Block::whole(bytes) };
        self.format.read(&block, wanted)
    }
}

/// Adds what a later block of the same file gave.
fn append(reading: &mut Reading, mut later: Reading) {
    for problem in later.problems.iter_mut().filter(|problem| problem.line > 0) {
        problem.line += reading.lines;
    }
    reading.documents.append(&mut later.documents);
    reading.refused.append(&mut later.refused);
    reading.problems.append(&mut later.problems);
    reading.lines += later.lines;
}

/// Opens a file, and reads its start.
fn open_rest(path: &Path) -> std::io::Result<(Rest, Vec<u8>)> {
    let is_packed = path.extension().is_some_and(|ending| ending == "gz" || ending == "zst");
    if path != Path::new("-") && !is_packed {
        let mut file = File::open(path)?;
        let about = file.metadata()?;
        // pipes and the like have no length and can be read only once
        if about.is_file() {
            return Ok((Rest::File { next: 0, size: about.len() }, read_up_to(&mut file, START)?));
        }
    }
    let mut reader = contents::open(path)?;
    let carried = read_up_to(&mut reader, START)?;
    let start = carried.clone();
    Ok((Rest::Stream { reader, ended: carried.len() < START, carried }, start))
}

/// The text beside a standoff file, for the formats that have one.
fn companion(path: &Path, format: &Format) -> Result<Option<Vec<u8>>> {
    let Some(ending) = format.companion else { return Ok(None) };
    let places =
        if ending.starts_with('_') { level_companions(path, ending) } else { companions(path, ending) };
    let text = places.iter().find(|place| place.exists()).unwrap_or(&places[0]).clone();
    let bytes = contents::contents(&text);
    bytes.map(Some).map_err(|text| Error::Companion { path: path.to_owned(), text: Box::new(text) })
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

impl std::fmt::Debug for Rest {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File { next, size } => write!(formatter, "File({next} of {size})"),
            Self::Stream { carried, .. } => write!(formatter, "Stream({} bytes ahead)", carried.len()),
        }
    }
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

#[cfg(test)]
mod tests {
    use super::{Input, START};
    use crate::Options;
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
        let mut input = Input::open(&path, &Options::new()).unwrap();
        let (mut buffer, mut found) = (Vec::new(), Vec::new());
        while let Some(chunk) = input.next_chunk().unwrap() {
            let reading = input.read(&chunk, Wanted::MENTIONS, &mut buffer).unwrap();
            found.extend(reading.documents.iter().map(|document| document.name().id.clone()));
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
