//! Zstandard data: a sequence of frames, of which some are skipped.

use std::io::{self, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::packing::Bytes;
use crate::source::read_up_to;

/// A reader of all frames of a stream.
pub(crate) struct ZstdFrames {
    packed: io::BufReader<Bytes>,
    decoder: FrameDecoder,
    /// Whether a frame has been begun but not read to its end.
    inside: bool,
    /// How many bytes of that frame have been given.
    given: u64,
}

impl ZstdFrames {
    pub(crate) fn new(packed: Bytes) -> Self {
        let packed = io::BufReader::with_capacity(1 << 16, packed);
        Self { packed, decoder: FrameDecoder::new(), inside: false, given: 0 }
    }

    /// Begins the next frame with data; false at the end of the stream.
    fn next_frame(&mut self) -> io::Result<bool> {
        loop {
            let magic = read_up_to(&mut self.packed, 4)?;
            if magic.is_empty() {
                return Ok(false);
            }
            match self.decoder.reset(io::Cursor::new(magic).chain(&mut self.packed)) {
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => self.skip(length.into())?,
                other => return other.map(|()| true).map_err(error),
            }
        }
    }

    fn skip(&mut self, length: u64) -> io::Result<()> {
        let skipped = io::copy(&mut (&mut self.packed).take(length), &mut io::sink())?;
        if skipped == length { Ok(()) } else { Err(wrong("a frame to be skipped is cut off")) }
    }

    /// Some bytes of the frame; none at its end.
    fn read_frame(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            let one = BlockDecodingStrategy::UptoBlocks(1);
            self.decoder.decode_blocks(&mut self.packed, one).map_err(error)?;
        }
        self.decoder.read(buffer)
    }

    /// Checks the length and the checksum of a frame that has been read, if it has them.
    fn end_frame(&mut self) -> io::Result<()> {
        self.inside = false;
        let given = std::mem::take(&mut self.given);
        if ![0, given].contains(&self.decoder.content_size()) {
            return Err(wrong("a frame does not have the length that it declares"));
        }
        match self.decoder.get_checksum_from_data() {
            Some(sum) if Some(sum) != self.decoder.get_calculated_checksum() => {
                Err(wrong("the checksum does not match the data"))
            }
            _ => Ok(()),
        }
    }
}

impl Read for ZstdFrames {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.inside && !self.next_frame()? {
                return Ok(0);
            }
            self.inside = true;
            let read = self.read_frame(buffer)?;
            self.given += read as u64;
            if read > 0 {
                return Ok(read);
            }
            self.end_frame()?;
        }
    }
}

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// An error of the decoder with the message of its first cause; an error of the system stays unchanged.
#[allow(clippy::needless_pass_by_value, reason = "what `map_err` takes")]
fn error(error: FrameDecoderError) -> io::Error {
    let mut cause: &dyn std::error::Error = &error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    match cause.downcast_ref::<io::Error>().and_then(io::Error::raw_os_error) {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::new(io::ErrorKind::InvalidData, cause.to_string()),
    }
}
