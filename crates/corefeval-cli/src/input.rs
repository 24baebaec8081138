//! Paths become documents: the only code that opens files for reading.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use corefeval::document::Wanted;
use corefeval::format::{self, Block, Format, Reading};

/// How much of a file is looked at to tell its format and layout.
const START: usize = 64 * 1024;
/// How much of a file one task reads; large enough that the last document, read twice, hardly counts.
const CHUNK: u64 = 1024 * 1024;

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
    Range { from: u64, to: u64, size: u64 },
    Bytes(Vec<u8>),
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
    Ok(found)
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
                *next = (from + CHUNK).min(*size);
                Ok((from < *size).then_some(Chunk::Range { from, to: *next, size: *size }))
            }
            Rest::Stream { reader, carried, ended } => {
                let bytes = next_of_stream(reader, carried, ended, next_document);
                Ok(bytes.with_context(|| self.path.display().to_string())?.map(Chunk::Bytes))
            }
        }
    }

    /// Reads a piece into documents; `buffer` is reused from one piece to the next.
    pub(crate) fn read(&self, chunk: &Chunk, wanted: Wanted, buffer: &mut Vec<u8>) -> Result<Reading> {
        let bytes = match chunk {
            Chunk::Bytes(bytes) => &bytes[..],
            Chunk::Range { from, to, size } => {
                let range = self.fill(buffer, *from, *to, *size);
                let (first, last) = range.with_context(|| self.path.display().to_string())?;
                &buffer[first..last]
            }
        };
        if bytes.is_empty() && !matches!(chunk, Chunk::Range { from: 0, .. }) {
            return Ok(Reading::default());
        }
        let stem = self.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let block =
            Block { bytes, start: &self.start, file_stem: &stem, companion: self.companion.as_deref() };
        Ok((self.format.read)(&block, wanted))
    }

    /// Fills the buffer with the documents that begin in a range of the file, and returns where in it they are.
    fn fill(&self, buffer: &mut Vec<u8>, from: u64, to: u64, size: u64) -> std::io::Result<(usize, usize)> {
        let mut file = File::open(&self.path)?;
        // one byte before, so that a document that begins right here is seen to begin a line
        let from = from.saturating_sub(1);
        file.seek(SeekFrom::Start(from))?;
        let wanted = (to - from) as usize;
        buffer.resize(buffer.len().max(wanted), 0);
        let mut length = read_into(&mut file, &mut buffer[..wanted])?;
        let first = match from {
            0 => 0,
            _ => match (self.format.next_document)(&buffer[..length]) {
                Some(first) => first,
                None => return Ok((0, 0)),
            },
        };
        let mut searched = length.saturating_sub(LONGEST_HEADER).max(first);
        let mut reach = to;
        while reach < size {
            let more = (length / 2).clamp(START, 16 << 20);
            buffer.resize(buffer.len().max(length + more), 0);
            let read = read_into(&mut file, &mut buffer[length..length + more])?;
            length += read;
            reach += read as u64;
            if let Some(end) = self.end_of_last(&buffer[..length], searched, wanted) {
                return Ok((first, end));
            }
            if read == 0 {
                break;
            }
            searched = length.saturating_sub(LONGEST_HEADER).max(first);
        }
        Ok((first, length))
    }

    /// Where the first document begins that is not before `wanted`; the search starts at `from`.
    fn end_of_last(&self, bytes: &[u8], mut from: usize, wanted: usize) -> Option<usize> {
        loop {
            let found = from + (self.format.next_document)(&bytes[from..])?;
            if found >= wanted {
                return Some(found);
            }
            from = found;
        }
    }
}

/// No header line is longer than this: how far back a search must begin to find one that was cut.
const LONGEST_HEADER: usize = 4096;

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
    let text = path.with_extension(ending);
    let bytes =
        std::fs::read(&text).with_context(|| format!("the text of a standoff file: {}", text.display()))?;
    Ok(Some(bytes))
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

/// Where the last document begins, unless it is the first.
fn last_start(bytes: &[u8], next_document: fn(&[u8]) -> Option<usize>) -> Option<usize> {
    let mut from = 0;
    let mut last = None;
    while let Some(found) = next_document(&bytes[from..]).filter(|&found| found > 0) {
        from += found;
        last = Some(from);
    }
    last
}

fn read_up_to(reader: &mut impl Read, limit: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(limit as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read_into(file: &mut File, mut buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut total = 0;
    while !buffer.is_empty() {
        match file.read(buffer)? {
            0 => break,
            read => {
                total += read;
                buffer = &mut buffer[read..];
            }
        }
    }
    Ok(total)
}

fn unknown_format(start: &[u8]) -> String {
    if start.is_empty() {
        return "the file is empty".to_owned();
    }
    let names: Vec<&str> = format::FORMATS.iter().map(|format| format.name).collect();
    format!("not in any known format; say which with --format ({})", names.join(", "))
}
