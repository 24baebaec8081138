//! Reads pieces of a file into documents, on any thread.

use std::io;
use std::path::Path;
use std::sync::Arc;

use corefeval::document::Wanted;
use corefeval::format::{Block, Format, Reading, Role};

use crate::fingerprint::{Group, Groups};
use crate::stream::Stream;
use crate::window::{Shared, Window};
use crate::{Error, Result};

/// What every piece of a file needs.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) path: Arc<Path>,
    pub(crate) format: &'static Format,
    pub(crate) role: Role,
    /// The first bytes of the file.
    pub(crate) start: Vec<u8>,
    /// The file's name without folder and endings.
    pub(crate) stem: String,
    pub(crate) companion: Option<Vec<u8>>,
    /// The file, if it is plain.
    pub(crate) shared: Option<Shared>,
    /// How many bytes of it one task reads, a power of two.
    pub(crate) chunk: u64,
    /// The groups from which the fingerprint of a plain file is computed, if it is requested.
    pub(crate) groups: Option<Groups>,
}

/// The next task for a file.
#[derive(Debug)]
pub(crate) enum Task {
    /// Read a piece into documents.
    Read(Chunk),
    /// Take the next blocks from a stream.
    Pull(Pull),
}

/// A piece of a file; after reading, it begins and ends at borders of documents.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(crate) context: Arc<Context>,
    pub(crate) piece: Piece,
}

#[derive(Debug)]
pub(crate) enum Piece {
    /// The documents of a plain file that begin between two positions.
    Range(u64, u64),
    /// Documents of a stream.
    Bytes(Vec<u8>),
}

/// A stream from which blocks are taken.
#[derive(Debug)]
pub(crate) struct Pull {
    pub(crate) context: Arc<Context>,
    pub(crate) stream: Stream,
}

impl Pull {
    /// Takes some blocks, fewer if the stream ends.
    pub(crate) fn blocks(mut self, most: usize) -> Result<(Stream, Vec<Vec<u8>>)> {
        let mut blocks = Vec::new();
        while blocks.len() < most {
            let block = self.stream.next_block(self.context.format);
            let Some(block) = block.map_err(Error::io(&self.context.path))? else { break };
            blocks.push(block);
        }
        Ok((self.stream, blocks))
    }
}

impl Chunk {
    /// How many bytes of the file it stands for; 0 for those of a stream.
    pub(crate) fn size(&self) -> u64 {
        match self.piece {
            Piece::Range(from, to) => to - from,
            Piece::Bytes(_) => 0,
        }
    }

    /// Reads it into documents; `buffer` is reused from one piece to the next.
    pub(crate) fn read(&self, wanted: Wanted, buffer: &mut Vec<u8>) -> Result<Reading> {
        let context = &self.context;
        match (&self.piece, &context.shared) {
            (Piece::Range(from, to), Some(shared)) => {
                let reading = context.read_range(shared, (*from, *to), wanted, buffer);
                reading.map_err(Error::io(&context.path))
            }
            (Piece::Range(..), None) => Ok(Reading::default()),
            (Piece::Bytes(bytes), _) => Ok(context.read_block(bytes, wanted)),
        }
    }
}

impl Context {
    /// Reads the documents that begin in a range of the file, through one moving buffer.
    fn read_range(
        &self,
        shared: &Shared,
        (from, to): (u64, u64),
        wanted: Wanted,
        buffer: &mut Vec<u8>,
    ) -> io::Result<Reading> {
        let group = self.groups.as_ref().map(|_| Group::at(from, self.chunk));
        let mut window = Window::before(from, shared, buffer).printing(group, from, to);
        let mut reading = Reading::default();
        if from == 0 || window.skip_to_document(self.format, from, to)? {
            reading = self.read_documents(&mut window, to, wanted)?;
        }
        if let (Some(groups), Some(group)) = (&self.groups, window.group()) {
            groups.put(&group);
        }
        Ok(reading)
    }

    /// Reads the documents from the front of a window up to a byte of the file, piece by piece if the format
    /// allows it.
    fn read_documents(&self, window: &mut Window<'_>, to: u64, wanted: Wanted) -> io::Result<Reading> {
        if let Some(mut pieces) = self.format.read_pieces(&self.block(&[]), wanted) {
            while let Some(end) = window.whole_lines(self.format, to)? {
                pieces.take(window.front(end));
                window.drop_front(end);
            }
            return Ok(pieces.finish());
        }
        let mut reading = Reading::default();
        while let Some(end) = window.whole_documents(self.format, to)? {
            append(&mut reading, self.read_block(window.front(end), wanted));
            window.drop_front(end);
        }
        Ok(reading)
    }

    fn read_block(&self, bytes: &[u8], wanted: Wanted) -> Reading {
        self.format.read(&self.block(bytes), wanted)
    }

    fn block<'a>(&'a self, bytes: &'a [u8]) -> Block<'a> {
        let Self { start, stem, role, .. } = self;
        Block { bytes, start, file_stem: stem, companion: self.companion.as_deref(), role: *role }
    }
}

/// Appends the documents and problems of a later block of the same file.
fn append(reading: &mut Reading, mut later: Reading) {
    later.shift_lines(reading.lines);
    reading.documents.append(&mut later.documents);
    reading.refused.append(&mut later.refused);
    reading.problems.append(&mut later.problems);
    reading.lines += later.lines;
}
