//! No bytes make any reader panic, hang or ask for much memory.

#![no_main]

use corefeval::document::Wanted;
use corefeval::format::{Block, FORMATS};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let format = FORMATS[usize::from(choice) % FORMATS.len()];
    let block = Block { companion: format.companion.map(|_| &b"Some text of a companion file."[..]), ..Block::whole(bytes) };
    let _ = (format.looks_like)(bytes);
    let _ = (format.next_document)(bytes);
    for wanted in [Wanted::MENTIONS, Wanted::ALL] {
        let reading = (format.read)(&block, wanted);
        if let Some(write) = format.write.filter(|_| !reading.failed()) {
            write(&reading.documents, &mut Vec::new());
        }
    }
});
