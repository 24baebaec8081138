//! No bytes make any reader, writer or repair panic, hang or ask for much memory.
//!
//! The first byte says which format is tried, or the environment variable `COREFEVAL_FORMAT` does, so that each reader can be
//! tried by itself: `COREFEVAL_FORMAT=conll cargo +nightly fuzz run read_any`.

#![no_main]

use std::sync::OnceLock;

use corefeval::document::Wanted;
use corefeval::format::{Block, FORMATS, Format, by_name, fix};
use libfuzzer_sys::fuzz_target;

fn asked_for() -> Option<&'static Format> {
    static FORMAT: OnceLock<Option<&'static Format>> = OnceLock::new();
    *FORMAT.get_or_init(|| {
        std::env::var("COREFEVAL_FORMAT").ok().map(|name| by_name(&name).expect("the name of a format"))
    })
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let format = asked_for().unwrap_or(FORMATS[usize::from(choice) % FORMATS.len()]);
    let companion = format.companion.map(|_| &b"Some text of a companion file."[..]);
    let block = Block { companion, ..Block::whole(bytes) };
    let _ = (format.looks_like(bytes), format.describe(bytes), (format.next_document)(bytes));
    for wanted in [Wanted::MENTIONS, Wanted::ALL] {
        let reading = format.read(&block, wanted);
        if !reading.failed() {
            for format in FORMATS {
                let _ = format.write(&reading.documents, &mut Vec::new());
            }
        }
    }
    let _ = fix::fix(format, bytes);
});
