//! A file with its last column written anew, all else left as it is.

use super::layout::Layout;
use super::write::coreference_cells;
use super::{header, lines};
use crate::document::Document;

/// The same file with the coreference of these documents, which are its own in order.
pub(crate) fn with_coreference(bytes: &[u8], documents: &[Document]) -> Vec<u8> {
    let layout = Layout::detect(bytes);
    let mut cells = documents.iter().map(coreference_cells);
    let mut current = Vec::new().into_iter();
    let mut out = Vec::with_capacity(bytes.len());
    for line in lines::every(bytes) {
        if header::begins(line).is_some() {
            current = cells.next().unwrap_or_default().into_iter();
        }
        let is_row = !line.starts_with(b"#") && line.iter().any(|&byte| byte > b' ');
        let cell = if is_row { current.next() } else { None };
        match cell {
            Some(cell) => {
                let (at, _) = layout.separator.last_cell(line);
                out.extend_from_slice(&line[..at]);
                out.extend_from_slice(cell.as_bytes());
            }
            None => out.extend_from_slice(line),
        }
        out.push(b'\n');
    }
    out
}
