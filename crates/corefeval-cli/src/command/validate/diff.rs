//! Repairs as a unified diff, in the format of `diff -u` and `patch`.

use std::io::Write;

use corefeval::format::fix::Fixed;
use similar::udiff::UnifiedHunkHeader;
use similar::{DiffOp, group_diff_ops};

/// The number of context lines before and after a change.
const CONTEXT: usize = 3;

/// The difference between a file and its repaired contents.
pub(super) fn unified(name: &str, bytes: &[u8], fixed: &Fixed) -> Vec<u8> {
    let (old, new) = (lines(bytes), lines(&fixed.bytes));
    let mut out = format!("--- {name}\n+++ {name}\n").into_bytes();
    for hunk in group_diff_ops(operations(&old, &new, &fixed.new_lines), CONTEXT) {
        // writing to a vector cannot fail
        let _ = writeln!(out, "{}", UnifiedHunkHeader::new(&hunk));
        for operation in &hunk {
            let is_kept = matches!(operation, DiffOp::Equal { .. });
            for line in &old[operation.old_range()] {
                put(&mut out, if is_kept { b' ' } else { b'-' }, line);
            }
            for line in new[operation.new_range()].iter().filter(|_| !is_kept) {
                put(&mut out, b'+', line);
            }
        }
    }
    out
}

fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n').collect()
}

/// The operation on each run of lines. Repairs insert and change lines but never remove or move any, so the
/// correspondence of lines is known and no search is needed.
fn operations(old: &[&[u8]], new: &[&[u8]], new_lines: &[usize]) -> Vec<DiffOp> {
    let mut operations: Vec<DiffOp> = Vec::new();
    let mut put_in = new_lines.iter().copied().peekable();
    let mut at = 0;
    for (place, line) in new.iter().enumerate() {
        let operation = if put_in.next_if_eq(&place).is_some() {
            DiffOp::Insert { old_index: at, new_index: place, new_len: 1 }
        } else if old.get(at) == Some(line) {
            DiffOp::Equal { old_index: at, new_index: place, len: 1 }
        } else {
            DiffOp::Replace { old_index: at, old_len: 1, new_index: place, new_len: 1 }
        };
        at = operation.old_range().end;
        match operations.last_mut().and_then(|last| joined(*last, operation).map(|whole| (last, whole))) {
            Some((last, whole)) => *last = whole,
            None => operations.push(operation),
        }
    }
    operations
}

/// Merges adjacent operations of the same kind.
fn joined(one: DiffOp, next: DiffOp) -> Option<DiffOp> {
    match (one, next) {
        (DiffOp::Equal { old_index, new_index, len }, DiffOp::Equal { .. }) => {
            Some(DiffOp::Equal { old_index, new_index, len: len + 1 })
        }
        (DiffOp::Replace { old_index, old_len, new_index, new_len }, DiffOp::Replace { .. }) => {
            Some(DiffOp::Replace { old_index, old_len: old_len + 1, new_index, new_len: new_len + 1 })
        }
        _ => None,
    }
}

fn put(out: &mut Vec<u8>, mark: u8, line: &[u8]) {
    out.push(mark);
    out.extend_from_slice(line);
    if !line.ends_with(b"\n") {
        out.extend_from_slice(b"\n\\ No newline at end of file\n");
    }
}
