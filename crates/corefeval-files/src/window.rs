//! A moving window on a file, from whose front complete documents are taken.

use std::fs::File;
use std::io;

use corefeval::format::Format;

use crate::error::Refusal;
use crate::fingerprint::Group;

/// The number of bytes read at once: they should stay in a core's own cache until they have been processed.
const PIECE: usize = 256 * 1024;
/// The number of bytes read at once to find the next document, which is usually near.
const SEARCH: usize = 32 * 1024;
/// Reads end at multiples of this, so that a fingerprint gets complete blocks and can hash many at a time.
const ALIGNED: u64 = 64 * 1024;
/// The largest length of a header with the comments above it. A search begins this far back to find a header
/// that was cut.
const LONGEST_HEADER: usize = 4096;

/// A plain file from which several threads read parts.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) file: File,
    pub(crate) size: u64,
    pub(crate) longest_document: u64,
}

/// A part of a file in memory, moved along as documents are taken from its front.
pub(crate) struct Window<'a> {
    shared: &'a Shared,
    buffer: &'a mut Vec<u8>,
    /// The position in the file at which the buffer begins.
    base: u64,
    filled: usize,
    ended: bool,
    /// Whether the first document of the next part has been found.
    passed: bool,
    /// The group of a fingerprint to fill, and the range of bytes of the file for it.
    group: Option<(Group, u64, u64)>,
}

impl<'a> Window<'a> {
    /// A window that begins far enough before a byte of a file to contain a header that is cut there
    /// completely.
    pub(crate) fn before(from: u64, shared: &'a Shared, buffer: &'a mut Vec<u8>) -> Self {
        let base = from.saturating_sub(LONGEST_HEADER as u64);
        Self { shared, buffer, base, filled: 0, ended: false, passed: false, group: None }
    }

    /// Sets a range of bytes that are added to a fingerprint as the window moves over them.
    pub(crate) fn printing(self, group: Option<Group>, from: u64, to: u64) -> Self {
        Self { group: group.map(|group| (group, from, to)), ..self }
    }

    /// The filled group of the fingerprint.
    pub(crate) fn group(self) -> Option<Group> {
        self.group.map(|(group, ..)| group)
    }

    /// The first bytes of the window.
    pub(crate) fn front(&self, count: usize) -> &[u8] {
        &self.buffer[..count]
    }

    /// Reads more bytes; it is an error if the file has become shorter since it was opened.
    fn grow(&mut self, more: usize) -> io::Result<()> {
        if self.filled as u64 > self.shared.longest_document {
            return Err(Refusal::Document(self.shared.longest_document).into());
        }
        let at = self.base + self.filled as u64;
        let left = self.shared.size.saturating_sub(at);
        let wanted = self.filled + (more as u64).min(left) as usize;
        if self.buffer.len() < wanted {
            self.buffer.try_reserve(wanted - self.buffer.len())?;
            self.buffer.resize(wanted, 0);
        }
        let new = &mut self.buffer[self.filled..wanted];
        read_exactly_at(&self.shared.file, new, at)?;
        if let Some((group, from, to)) = &mut self.group {
            let inside = |place: u64| (place.clamp(at, at + new.len() as u64) - at) as usize;
            group.add(&new[inside(*from)..inside(*to)]);
        }
        self.filled = wanted;
        self.ended = left <= more as u64;
        Ok(())
    }

    /// The number of bytes to read next: as many as fit, but not far beyond `to`, where another part begins.
    fn step(&self, to: u64) -> usize {
        let room = PIECE.saturating_sub(self.filled).max(PIECE / 4);
        let at = self.base + self.filled as u64;
        let aligned = (at + room as u64) / ALIGNED * ALIGNED - at;
        let left = to.saturating_sub(at);
        aligned.min(left + SEARCH as u64) as usize
    }

    /// Moves the front by this number of bytes.
    pub(crate) fn drop_front(&mut self, count: usize) {
        self.buffer.copy_within(count..self.filled, 0);
        self.filled -= count;
        self.base += count as u64;
    }

    /// Moves to the first document that begins at `from` or later and before `to`; false if there is none.
    pub(crate) fn skip_to_document(&mut self, format: &Format, from: u64, to: u64) -> io::Result<bool> {
        loop {
            self.grow(SEARCH)?;
            let limit = from.saturating_sub(self.base) as usize;
            if let Some(start) = first_start_from(&self.buffer[..self.filled], 0, limit, format) {
                let inside = self.base + (start as u64) < to;
                self.drop_front(start);
                return Ok(inside);
            }
            if self.ended || self.base + self.filled as u64 >= to {
                return Ok(false);
            }
            self.drop_front(self.filled.saturating_sub(LONGEST_HEADER));
        }
    }

    /// The number of bytes at the front that are complete lines of documents that begin before `to`; `None`
    /// at the end.
    pub(crate) fn whole_lines(&mut self, format: &Format, to: u64) -> io::Result<Option<usize>> {
        if self.base > to.saturating_add(self.shared.longest_document) {
            return Err(Refusal::Document(self.shared.longest_document).into());
        }
        let mut more = self.step(to);
        while !self.passed {
            self.grow(more)?;
            let next = self.next_part(format, to);
            self.passed = self.ended || next.is_some();
            let lines = next.or_else(|| self.lines()).filter(|&lines| lines > 0);
            if lines.is_some() {
                return Ok(lines);
            }
            more = self.filled.max(PIECE);
        }
        Ok(None)
    }

    /// The start of the first document at or after `to`, if it is in the window. A header at the very front
    /// does not count: it was found before the lines above it were dropped.
    fn next_part(&self, format: &Format, to: u64) -> Option<usize> {
        let limit = to.saturating_sub(self.base) as usize;
        let from = limit.saturating_sub(LONGEST_HEADER);
        (self.filled > limit).then(|| first_start_from(&self.buffer[..self.filled], from, limit, format))?
    }

    /// The number of bytes at the front that are complete lines, without the last header, which may be cut.
    fn lines(&self) -> Option<usize> {
        if self.ended {
            return Some(self.filled);
        }
        let seen = &self.buffer[..self.filled.saturating_sub(LONGEST_HEADER)];
        seen.iter().rposition(|&byte| byte == b'\n').map(|newline| newline + 1)
    }

    /// The number of bytes at the front that are complete documents that begin before `to`; `None` at the
    /// end.
    pub(crate) fn whole_documents(&mut self, format: &Format, to: u64) -> io::Result<Option<usize>> {
        let mut searched = 0;
        let mut more = self.step(to);
        if self.base >= to {
            return Ok(None);
        }
        loop {
            let limit = (to - self.base) as usize;
            if self.filled > limit {
                let from = searched.max(limit.saturating_sub(LONGEST_HEADER));
                if let Some(end) = first_start_from(&self.buffer[..self.filled], from, limit, format) {
                    return Ok(Some(end));
                }
                searched = self.filled.saturating_sub(LONGEST_HEADER);
            } else if let Some(end) = last_start(&self.buffer[..self.filled], format.next_document) {
                return Ok(Some(end));
            }
            if self.ended {
                return Ok((self.filled > 0).then_some(self.filled));
            }
            self.grow(more)?;
            more = self.filled.max(PIECE);
        }
    }
}

/// The start of the first document at or after `limit`; the search starts at `from`.
fn first_start_from(bytes: &[u8], mut from: usize, limit: usize, format: &Format) -> Option<usize> {
    loop {
        let found = from + (format.next_document)(&bytes[from..])?;
        if found >= limit {
            return Some(found);
        }
        from = found;
    }
}

/// The start of the last document, unless it is the first; searched for from the end, in windows of doubling
/// size.
pub(crate) fn last_start(bytes: &[u8], next_document: fn(&[u8]) -> Option<usize>) -> Option<usize> {
    let mut window = LONGEST_HEADER * 4;
    loop {
        let first = bytes.len().saturating_sub(window);
        // a header at the front of the window may be cut by it
        let trusted = if first == 0 { 0 } else { first + LONGEST_HEADER };
        let mut from = first;
        let mut last = None;
        while let Some(found) = next_document(&bytes[from..]).filter(|&found| found > 0) {
            from += found;
            last = (from >= trusted).then_some(from);
        }
        if last.is_some() || first == 0 {
            // a document that begins at the very end has no contents yet, and waits for the next bytes
            return last;
        }
        window *= 2;
    }
}

fn read_exactly_at(file: &File, mut buffer: &mut [u8], mut at: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match read_at(file, buffer, at) {
            Ok(0) => return Err(Refusal::Changed.into()),
            Ok(read) => {
                at += read as u64;
                buffer = &mut buffer[read..];
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_HEADER, last_start};
    use corefeval::format::corefud::COREFUD;

    #[test]
    fn a_document_begins_with_the_comments_above_its_header_wherever_the_search_begins() {
        let header = "# sent_id = 1\n# text = a\n# newdoc id = second\n";
        let row = "1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n";
        for after in 0..header.len() + 2 {
            let behind = LONGEST_HEADER * 4 - after;
            let rows = row.repeat(behind / row.len()) + &"#\n".repeat(behind % row.len() / 2);
            let text = format!("# newdoc id = first\n{row}\n{header}{rows}");
            let start = text.find("# sent_id").unwrap();
            assert_eq!(last_start(text.as_bytes(), COREFUD.next_document), Some(start), "{after}");
        }
    }
}
