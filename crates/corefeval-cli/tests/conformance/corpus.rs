//! Counts of the shared corpora are those of their manifest.

use crate::recorded::shared;
use corefeval::corpus::Statistics;
use corefeval::document::Wanted;
use corefeval::format::{self, Block};

fn statistics(bytes: &[u8]) -> Statistics {
    let format = format::detect(bytes, "").expect("a format");
    let mut statistics = Statistics::default();
    for document in &format.read(&Block::whole(bytes), Wanted::ALL).documents {
        statistics.add(document);
    }
    statistics
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn counts_are_those_of_the_manifest() {
    let shared = shared("");
    let manifest = std::fs::read_to_string(shared.join("data/MANIFEST.tsv")).expect("the manifest");
    let (mut files, mut wrong) = (0, Vec::new());
    for line in manifest.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let bytes = std::fs::read(shared.join("data").join(cells[0])).expect("a file of the manifest");
        let counts = statistics(&bytes);
        let found = [
            ("docs", counts.parts),
            ("tokens", counts.words),
            ("mentions", counts.mentions),
            ("entities", counts.entities),
            ("singletons", counts.singletons),
            ("largest", counts.largest),
        ];
        for ((name, found), listed) in found.iter().zip(&cells[2..8]) {
            // -1 in the manifest is an unknown number
            if *listed != "-1" && found.to_string() != **listed {
                wrong.push(format!("{}: {name} {found}, listed {listed}", cells[0]));
            }
        }
        files += 1;
    }
    println!("{files} files");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
