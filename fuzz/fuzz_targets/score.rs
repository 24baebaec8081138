//! No two files make scoring panic, whatever their formats, the matching rule and the other choices.

#![no_main]

#[path = "../../crates/corefeval/tests/bodies/mod.rs"]
#[allow(dead_code, reason = "the other target uses the rest")]
mod bodies;

use bodies::{File, walk_pair};
use corefeval::document::Wanted;
use corefeval::format::FORMATS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|files: (u8, u8, u64, &[u8], &[u8])| {
    let (key, response, number, key_bytes, response_bytes) = files;
    let read = |choice: u8, bytes: &[u8]| {
        File::new(FORMATS[usize::from(choice) % FORMATS.len()], bytes).read(Wanted::ALL)
    };
    for (key, response) in read(key, key_bytes).iter().zip(&read(response, response_bytes)) {
        walk_pair(key, response, number);
    }
});
