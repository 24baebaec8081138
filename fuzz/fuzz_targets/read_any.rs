//! No bytes make any reader, writer or repair panic, hang or ask for much memory.
//!
//! The first byte says which format is tried, or the environment variable `COREFEVAL_FORMAT` does, so that each reader can be
//! tried by itself: `COREFEVAL_FORMAT=conll cargo +nightly fuzz run read_any`.

#![no_main]

#[path = "../../crates/corefeval/tests/bodies/mod.rs"]
#[allow(dead_code, reason = "the other target uses the rest")]
mod bodies;

use std::sync::OnceLock;

use bodies::{File, walk_file};
use corefeval::format::{FORMATS, Format, by_name};
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
    walk_file(&File::new(format, bytes));
});
