//! No two files make scoring panic, under any matching rule.

#![no_main]

use corefeval::document::Wanted;
use corefeval::evaluation::{Plan, Protocol};
use corefeval::format::{Block, conll::CONLL};
use corefeval::matching::Matching;
use corefeval::metric::METRICS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|files: (&[u8], &[u8])| {
    let read = |bytes| CONLL.read(&Block::whole(bytes), Wanted::ALL).documents;
    let (keys, responses) = (read(files.0), read(files.1));
    for (key, response) in keys.iter().zip(&responses) {
        for &matching in Matching::ALL {
            let plan = Plan::new(Protocol { matching, ..Protocol::default() }, METRICS);
            let _ = plan.tally(key, response);
        }
    }
});
