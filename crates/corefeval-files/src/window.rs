//! A window on a file, moved along so that whole documents can be taken from its front.

use std::fs::File;
use std::io;

use corefeval::format::Format;

use crate::error::Refusal;
use crate::fingerprint::Group;

/// How much is read at once: it should stay in a core's own cache until it has been looked at.
const PIECE: usize = 256 * 1024;
/// How much is read at once to find the next document, which is likely to be near.
const SEARCH: usize = 32 * 1024;
/// Reads end at multiples of this, so that a fingerprint gets whole blocks, which it hashes many at a time.
const ALIGNED: u64 = 64 * 1024;
/// No header, with the comments above it, is longer than this: how far back a search must begin to find one that was cut.
const LONGEST_HEADER: usize = 4096;

/// A plain file of which several threads read parts.
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
    /// Where in the file the buffer begins.
    base: u64,
    filled: usize,
    ended: bool,
    /// Whether the document has been found with which another part begins.
    passed: bool,
    /// What goes into a fingerprint, from one byte of the file up to another.
    group: Option<(Group, u64, u64)>,
}

impl<'a> Window<'a> {
    /// A window that begins before a byte of a file, so far that a header cut by it is seen whole.
    pub(crate) fn before(from: u64, shared: &'a Shared, buffer: &'a mut Vec<u8>) -> Self {
        let base = from.saturating_sub(LONGEST_HEADER as u64);
        Self { shared, buffer, base, filled: 0, ended: false, passed: false, group: None }
    }

    /// The same window, which puts the bytes from one place up to another into a fingerprint as it passes over them.
    pub(crate) fn printing(self, group: Option<Group>, from: u64, to: u64) -> Self {
        Self { group: group.map(|group| (group, from, to)), ..self }
    }

    /// What was put into the fingerprint.
    pub(crate) fn group(self) -> Option<Group> {
        self.group.map(|(group, ..)| group)
    }

    /// The first bytes that are in the window.
    pub(crate) fn front(&self, count: usize) -> &[u8] {
        &self.buffer[..count]
    }

    /// Reads some more; that the file ends before the place where it ended when it was opened is an error.
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

    /// How much to read next: as much as has room, but not far beyond `to`, where another part begins.
    fn step(&self, to: u64) -> usize {
        let room = PIECE.saturating_sub(self.filled).max(PIECE / 4);
        let at = self.base + self.filled as u64;
        let aligned = (at + room as u64) / ALIGNED * ALIGNED - at;
        let left = to.saturating_sub(at);
        aligned.min(left + SEARCH as u64) as usize
    }

    /// Moves on by so many bytes.
    pub(crate) fn drop_front(&mut self, count: usize) {
        self.buffer.copy_within(count..self.filled, 0);
        self.filled -= count;
        self.base += count as u64;
    }

    /// Moves to the first document that begins at `from` or later, and before `to`; false when there is none.
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

    /// How many bytes at the front are whole lines of documents that begin before `to`; `None` when all is read.
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

    /// Where the first document begins that is not before `to`, if it is in the window. A header at the very front is none:
    /// it was seen before the lines above it were dropped.
    fn next_part(&self, format: &Format, to: u64) -> Option<usize> {
        let limit = to.saturating_sub(self.base) as usize;
        let from = limit.saturating_sub(LONGEST_HEADER);
        (self.filled > limit).then(|| first_start_from(&self.buffer[..self.filled], from, limit, format))?
    }

    /// How many bytes at the front are whole lines; all but the last header, which may be cut.
    fn lines(&self) -> Option<usize> {
        if self.ended {
            return Some(self.filled);
        }
        let seen = &self.buffer[..self.filled.saturating_sub(LONGEST_HEADER)];
        seen.iter().rposition(|&byte| byte == b'\n').map(|newline| newline + 1)
    }

    /// How many bytes at the front are whole documents, all of which begin before `to`; `None` when all is read.
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

/// Where the first document begins that is not before `limit`; the search starts at `from`.
fn first_start_from(bytes: &[u8], mut from: usize, limit: usize, format: &Format) -> Option<usize> {
    loop {
        let found = from + (format.next_document)(&bytes[from..])?;
        if found >= limit {
            return Some(found);
        }
        from = found;
    }
}

/// Where the last document begins, unless it is the first; looked for from the end, in windows that double.
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
            // what begins at the very end has nothing yet, and waits for the next bytes
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
