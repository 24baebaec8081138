//! One file, cut into pieces at the beginnings of documents.

use std::collections::VecDeque;
use std::io;
use std::path::Path;
use std::sync::Arc;

use corefeval::format::{self, Format};

use crate::chunk::{Chunk, Context, Piece, Pull, Task};
use crate::companion::companion;
use crate::error::Refusal;
use crate::fingerprint::{Groups, Running};
use crate::packing::to_unpack;
use crate::source::{self, Content, read_up_to};
use crate::stamp::Stamp;
use crate::stream::Stream;
use crate::window::Shared;
use crate::{Error, Options, Result, encoding};

/// The number of bytes of a file that are read to recognise its format and layout.
const START: usize = 64 * 1024;
/// The bounds of the bytes that one task reads: powers of two, since these bytes are also one group of a
/// fingerprint.
const LEAST_CHUNK: u64 = 512 << 10;
const MOST_CHUNK: u64 = 4 << 20;

/// One file of a key or response, whose format is known.
///
/// Files that can be opened again are kept closed until they are read, so a folder may have any number of
/// them.
#[derive(Debug)]
pub struct Input {
    path: Arc<Path>,
    format: &'static Format,
    options: Options,
    size: Option<u64>,
    stamp: Option<Stamp>,
    state: State,
    fingerprint: Option<String>,
}

#[derive(Debug)]
enum State {
    /// Nothing has been read; a file that cannot be opened again is kept open.
    Waiting(Option<Opened>),
    /// A plain file, and the position up to which it was handed out.
    Plain(Arc<Context>, u64),
    Stream(Arc<Context>, Streaming),
    /// Everything has been read.
    Done,
}

#[derive(Debug)]
struct Streaming {
    /// The stream; none while a task uses it.
    stream: Option<Stream>,
    /// Blocks that were taken from the stream and not handed out yet.
    blocks: VecDeque<Vec<u8>>,
    running: Option<Running>,
}

/// A file that has just been opened.
#[derive(Debug)]
struct Opened {
    start: Vec<u8>,
    content: Ready,
    stamp: Option<Stamp>,
    running: Option<Running>,
}

#[derive(Debug)]
enum Ready {
    Plain(Shared),
    Stream(Stream),
}

/// The next step for a file.
#[derive(Debug)]
pub(crate) enum Next {
    Task(Task),
    /// Nothing until a task that was handed out is done.
    Wait,
    /// Nothing more.
    End,
}

impl Input {
    /// Opens a file and recognises its format unless it is given.
    pub fn open(path: &Path, options: &Options) -> Result<Self> {
        let opened = Opened::open(path, options).map_err(Error::io(path))?;
        if let Some(what) = to_unpack(&opened.start) {
            return Err(Error::Packed { path: path.to_owned(), what });
        }
        if let Some(encoding) = encoding::wide(&opened.start) {
            return Err(Error::WideText { path: path.to_owned(), encoding });
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let Some(format) = options.format.or_else(|| format::detect(&opened.start, &name)) else {
            let (path, is_empty) = (path.to_owned(), opened.start.is_empty());
            return Err(if is_empty { Error::Empty { path } } else { Error::UnknownFormat { path } });
        };
        let (stamp, size) = (opened.stamp, opened.size());
        let state = State::Waiting(Some(opened).filter(|_| stamp.is_none()));
        Ok(Self { path: path.into(), format, options: *options, size, stamp, state, fingerprint: None })
    }

    /// Whether it can be read again; a pipe cannot.
    pub(crate) fn can_be_read_again(&self) -> bool {
        self.stamp.is_some()
    }

    /// The same file, to be read again; it must be unchanged.
    pub(crate) fn again(&self) -> Self {
        let options = self.options.fingerprints(false);
        Self { path: self.shared_path(), state: State::Waiting(None), options, fingerprint: None, ..*self }
    }

    /// Its path in messages.
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

    /// How many bytes it has, where that is known before it is read.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// The fingerprint of its bytes as they are on disk: `blake3:` and the hash that `b3sum` prints. It is
    /// available after everything has been read, if [`Options::fingerprints`] was set.
    #[must_use]
    pub fn fingerprint(&self) -> Option<&str> {
        self.fingerprint.as_deref()
    }

    /// A line that describes the layout of the file. Must be called before the file is read.
    pub fn describe(&self) -> Result<String> {
        match &self.state {
            State::Waiting(Some(opened)) => Ok(self.format.describe(&opened.start)),
            _ => Ok(self.format.describe(&self.opened_again()?.start)),
        }
    }

    /// The next step; `at_once` is the number of tasks that can be done at once.
    pub(crate) fn next(&mut self, at_once: usize) -> Result<Next> {
        if let State::Waiting(once) = &mut self.state {
            let opened = once.take();
            self.state = self.begun(opened.map_or_else(|| self.opened_again(), Ok)?, at_once)?;
        }
        Ok(match &mut self.state {
            State::Waiting(_) | State::Done => Next::End,
            State::Plain(context, next) => {
                let (from, size) = (*next, self.size.unwrap_or(0));
                *next = (from + context.chunk).min(size);
                let (piece, context) = (Piece::Range(from, *next), Arc::clone(context));
                if from < size { Next::Task(Task::Read(Chunk { context, piece })) } else { Next::End }
            }
            State::Stream(context, streaming) => streaming.next(context),
        })
    }

    /// Takes back a stream, with the blocks that a task read from it.
    pub(crate) fn pulled(&mut self, stream: Stream, blocks: Vec<Vec<u8>>) {
        if let State::Stream(_, streaming) = &mut self.state {
            streaming.stream = Some(stream);
            streaming.blocks.extend(blocks);
        }
    }

    /// Checks that the file has not changed since it was opened. Must be called when every task is done.
    pub(crate) fn finish(&mut self) -> Result<()> {
        let check = self.stamp.map_or(Ok(()), |stamp| stamp.check(&self.path));
        check.map_err(Error::io(&self.path))?;
        self.fingerprint = match std::mem::replace(&mut self.state, State::Done) {
            State::Plain(context, _) => context
                .groups
                .as_ref()
                .and_then(|groups| groups.fingerprint(self.size.unwrap_or(0).div_ceil(context.chunk))),
            State::Stream(_, streaming) => streaming.running.map(|running| running.fingerprint()),
            State::Waiting(_) | State::Done => return Ok(()),
        };
        Ok(())
    }

    fn opened_again(&self) -> Result<Opened> {
        let opened = Opened::open(&self.path, &self.options).map_err(Error::io(&self.path))?;
        if opened.stamp == self.stamp {
            Ok(opened)
        } else {
            Err(Error::io(&self.path)(Refusal::Changed.into()))
        }
    }

    fn begun(&self, opened: Opened, at_once: usize) -> Result<State> {
        let Opened { start, content, running, .. } = opened;
        let (shared, stream) = match content {
            Ready::Plain(shared) => (Some(shared), None),
            Ready::Stream(stream) => (None, Some(stream)),
        };
        let context = Arc::new(Context {
            path: self.shared_path(),
            format: self.format,
            role: self.options.role,
            start,
            stem: stem(&self.path),
            companion: companion(&self.path, self.format)?,
            shared,
            chunk: chunk_size(self.size.unwrap_or(0), at_once),
            groups: self.options.fingerprints.then(Groups::default),
        });
        Ok(match stream {
            None => State::Plain(context, 0),
            Some(stream) => {
                let streaming = Streaming { stream: Some(stream), blocks: VecDeque::new(), running };
                State::Stream(context, streaming)
            }
        })
    }
}

/// The number of bytes that one task reads. It is large enough that reading the last document twice costs
/// little, but a small file is divided among all threads.
fn chunk_size(size: u64, at_once: usize) -> u64 {
    (size / at_once.max(1) as u64).next_power_of_two().clamp(LEAST_CHUNK, MOST_CHUNK)
}

impl Streaming {
    fn next(&mut self, context: &Arc<Context>) -> Next {
        let read = |bytes| {
            Next::Task(Task::Read(Chunk { context: Arc::clone(context), piece: Piece::Bytes(bytes) }))
        };
        if let Some(bytes) = self.blocks.pop_front() {
            return read(bytes);
        }
        match self.stream.take() {
            None => Next::Wait,
            Some(mut stream) if stream.has_ended() => {
                let rest = stream.rest();
                self.stream = Some(stream);
                rest.map_or(Next::End, read)
            }
            Some(stream) => Next::Task(Task::Pull(Pull { context: Arc::clone(context), stream })),
        }
    }
}

impl Opened {
    fn open(path: &Path, options: &Options) -> io::Result<Self> {
        let running = options.fingerprints.then(Running::default);
        let source = source::open(path, options.most_unpacked, running.clone())?;
        let (stamp, longest_document) = (source.stamp, options.longest_document);
        let (start, content) = match source.content {
            Content::File(mut file) => {
                let start = read_up_to(&mut file, START)?;
                let size = stamp.map_or(0, Stamp::size);
                (start, Ready::Plain(Shared { file, size, longest_document }))
            }
            Content::Stream(reader) => {
                let mut stream = Stream::new(reader, longest_document);
                (stream.start(START)?, Ready::Stream(stream))
            }
        };
        Ok(Self { start, content, stamp, running })
    }

    fn size(&self) -> Option<u64> {
        match &self.content {
            Ready::Plain(shared) => Some(shared.size),
            Ready::Stream(_) => None,
        }
    }
}

/// A file's name without its extension and the extension of compression.
fn stem(path: &Path) -> String {
    let is_packed = path.extension().is_some_and(|ending| ending == "gz" || ending == "zst");
    let name = if is_packed { path.file_stem().map_or(path, Path::new) } else { path };
    name.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}
