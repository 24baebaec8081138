//! A stream of bytes, cut at the beginnings of documents.

use std::io;

use corefeval::format::Format;

use crate::error::Refusal;
use crate::packing::Bytes;
use crate::source::append_up_to;
use crate::window::last_start;

/// The approximate number of bytes of a stream that one task reads.
const BLOCK: usize = 1 << 20;

/// A stream with bytes read ahead.
pub(crate) struct Stream {
    reader: Bytes,
    carried: Vec<u8>,
    ended: bool,
    longest_document: u64,
}

impl Stream {
    pub(crate) fn new(reader: Bytes, longest_document: u64) -> Self {
        Self { reader, carried: Vec::new(), ended: false, longest_document }
    }

    /// The first bytes, without consuming them.
    pub(crate) fn start(&mut self, size: usize) -> io::Result<Vec<u8>> {
        self.fill(size)?;
        Ok(self.carried[..size.min(self.carried.len())].to_vec())
    }

    /// Whether everything that is left has been read ahead.
    pub(crate) fn has_ended(&self) -> bool {
        self.ended
    }

    /// The bytes that have been read ahead, if there are any.
    pub(crate) fn rest(&mut self) -> Option<Vec<u8>> {
        (!self.carried.is_empty()).then(|| std::mem::take(&mut self.carried))
    }

    /// Reads ahead until this number of bytes is available or the stream ends.
    fn fill(&mut self, wanted: usize) -> io::Result<()> {
        if !self.ended && self.carried.len() < wanted {
            let missing = wanted - self.carried.len();
            self.ended = !append_up_to(&mut self.reader, missing, &mut self.carried)?;
        }
        Ok(())
    }

    /// Takes as many complete documents as fit into about one block.
    pub(crate) fn next_block(&mut self, format: &Format) -> io::Result<Option<Vec<u8>>> {
        let mut wanted = BLOCK;
        loop {
            self.fill(wanted)?;
            if self.ended {
                return Ok(self.rest());
            }
            if let Some(cut) = last_start(&self.carried, format.next_document) {
                let left = self.carried.split_off(cut);
                return Ok(Some(std::mem::replace(&mut self.carried, left)));
            }
            if self.carried.len() as u64 > self.longest_document {
                return Err(Refusal::Document(self.longest_document).into());
            }
            wanted *= 2;
        }
    }
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Stream").field("carried", &self.carried.len()).finish_non_exhaustive()
    }
}
