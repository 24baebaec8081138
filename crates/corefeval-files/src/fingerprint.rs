//! Fingerprints of the bytes of files as they are on disk: BLAKE3, as printed by `b3sum`.
//!
//! BLAKE3 is a tree. A large file is read in groups whose size is a power of two, by any thread in any order.
//! Each group is a subtree with its own value, and the fingerprint is computed from all values. So nothing is
//! read twice.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use blake3::hazmat::{ChainingValue, HasherExt, Mode, merge_subtrees_non_root, merge_subtrees_root};
use blake3::{Hash, Hasher};

use crate::packing::Bytes;
use crate::{Error, Result};

/// The text of a fingerprint.
fn written(hash: Hash) -> String {
    format!("blake3:{}", hash.to_hex())
}

/// The fingerprint of some bytes.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    written(blake3::hash(bytes))
}

/// The fingerprint of the bytes of a file.
pub(crate) fn of_file(path: &Path) -> Result<String> {
    let hash = || {
        let mut hasher = Hasher::new();
        hasher.update_reader(File::open(path)?)?;
        Ok(written(hasher.finalize()))
    };
    hash().map_err(Error::io(path))
}

/// A group of bytes of a file while it is read.
pub(crate) struct Group {
    hasher: Hasher,
    number: u64,
}

impl Group {
    /// The group that begins at a multiple of `size`, which is a power of two.
    pub(crate) fn at(start: u64, size: u64) -> Self {
        let mut hasher = Hasher::new();
        hasher.set_input_offset(start);
        Self { hasher, number: start / size }
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
    }
}

/// The values of the groups of a file that have been read.
#[derive(Debug, Default)]
pub(crate) struct Groups(Mutex<Vec<(u64, Value)>>);

/// The value of a group as one of several, and its value if it is the only one.
#[derive(Debug)]
struct Value {
    inner: ChainingValue,
    alone: Option<Hash>,
}

impl Groups {
    /// Adds a group that has been read.
    pub(crate) fn put(&self, group: &Group) {
        let alone = (group.number == 0).then(|| group.hasher.finalize());
        let value = Value { inner: group.hasher.finalize_non_root(), alone };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((group.number, value));
    }

    /// The fingerprint, if all groups from the first up to `count` are there.
    pub(crate) fn fingerprint(&self, count: u64) -> Option<String> {
        let mut groups = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        groups.sort_unstable_by_key(|(number, _)| *number);
        if !groups.iter().map(|(number, _)| *number).eq(0..count) {
            return None;
        }
        let root = match &groups[..] {
            [] => return None,
            [(_, only)] => only.alone?,
            several => {
                let values: Vec<ChainingValue> = several.iter().map(|(_, value)| value.inner).collect();
                let (left, right) = halves(&values);
                merge_subtrees_root(&subtree(left), &subtree(right), Mode::Hash)
            }
        };
        Some(written(root))
    }
}

fn subtree(values: &[ChainingValue]) -> ChainingValue {
    match values {
        [only] => *only,
        _ => {
            let (left, right) = halves(values);
            merge_subtrees_non_root(&subtree(left), &subtree(right), Mode::Hash)
        }
    }
}

/// Splits the values: the left part is the largest power of two that leaves at least one value for the right.
fn halves(values: &[ChainingValue]) -> (&[ChainingValue], &[ChainingValue]) {
    values.split_at(values.len().div_ceil(2).next_power_of_two())
}

/// The fingerprint of a stream while it is read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Running(Arc<Mutex<Hasher>>);

impl Running {
    fn add(&self, bytes: &[u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).update(bytes);
    }

    pub(crate) fn fingerprint(&self) -> String {
        written(self.0.lock().unwrap_or_else(PoisonError::into_inner).finalize())
    }
}

/// A reader that adds its bytes to a running fingerprint.
pub(crate) struct Tee {
    reader: Bytes,
    running: Running,
}

impl Tee {
    pub(crate) fn new(reader: Bytes, running: Running) -> Self {
        Self { reader, running }
    }
}

impl Read for Tee {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.running.add(&buffer[..read]);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::{Group, Groups};

    #[test]
    fn groups_read_in_any_order_make_the_fingerprint_of_the_whole() {
        let bytes: Vec<u8> = (0..100_000_u32).map(|number| (number % 251) as u8).collect();
        for size in [1_024_usize, 4_096] {
            for length in
                [1, size - 1, size, size + 1, 2 * size, 3 * size + 7, 5 * size, 13 * size + 1, 23 * size]
            {
                let bytes = &bytes[..length];
                let groups = Groups::default();
                let mut parts: Vec<(usize, &[u8])> = bytes.chunks(size).enumerate().collect();
                parts.reverse();
                for (number, part) in parts {
                    let mut group = Group::at((number * size) as u64, size as u64);
                    part.chunks(100).for_each(|bytes| group.add(bytes));
                    groups.put(&group);
                }
                let count = length.div_ceil(size) as u64;
                assert_eq!(
                    groups.fingerprint(count),
                    Some(super::written(blake3::hash(bytes))),
                    "{length} in groups of {size}"
                );
                assert_eq!(groups.fingerprint(count + 1), None);
            }
        }
    }
}
