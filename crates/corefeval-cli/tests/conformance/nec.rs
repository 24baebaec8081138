//! Named-entity coreference on a whole corpus, compared with what a second program, written from the definitions, counts.

use std::fs;

use crate::recorded::shared;
use corefeval::document::{Document, Wanted};
use corefeval::format::{Block, conll::CONLL};
use corefeval::nec::{self, Options};

/// For each system and PERSON, ORG, GPE and all of them: entities, those not found, NEC F1.
type Row = (u64, u64, f64);
const EXPECTED: &[(&str, [Row; 4])] = &[
    (
        "strmatch",
        [
            (83, 36, 0.291_546_589_632),
            (60, 15, 0.573_419_006_322),
            (121, 29, 0.540_538_683_537),
            (264, 80, 0.469_729_878_889),
        ],
    ),
    (
        "gold-heavy",
        [
            (83, 20, 0.322_117_802_917),
            (60, 13, 0.341_746_481_488),
            (121, 17, 0.354_461_753_606),
            (264, 50, 0.341_403_176_961),
        ],
    ),
    (
        "gold-light",
        [
            (83, 4, 0.879_448_463_667),
            (60, 1, 0.875_359_674_439),
            (121, 6, 0.862_000_952_687),
            (264, 11, 0.870_522_417_522),
        ],
    ),
    (
        "headmatch",
        [
            (83, 13, 0.450_204_256_511),
            (60, 4, 0.665_388_770_091),
            (121, 7, 0.608_639_080_693),
            (264, 24, 0.571_725_788_863),
        ],
    ),
    (
        "pronoun",
        [
            (83, 27, 0.384_615_264_157),
            (60, 11, 0.581_992_839_896),
            (121, 26, 0.537_933_621_014),
            (264, 64, 0.499_744_717_657),
        ],
    ),
];

fn documents(name: &str) -> Vec<Document> {
    let shared = shared("");
    let bytes = fs::read(shared.join("data/ontogum-full").join(name)).expect("the corpora are all there");
    CONLL.read(&Block::whole(&bytes), Wanted::ALL).documents
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn nec_by_trees_is_what_a_second_program_counts() {
    let key = documents("key.conll");
    for (system, expected) in EXPECTED {
        let response = documents(&format!("sys-{system}.conll"));
        let mut totals = [(0.0, 0, 0.0); 4];
        for (key, response) in key.iter().zip(&response) {
            for (total, counts) in totals.iter_mut().zip(nec::count(key, response, &Options::default())) {
                total.0 += counts.f1.denominator;
                total.1 += counts.not_found;
                total.2 += counts.f1.numerator;
            }
        }
        for (found, expected) in totals.iter().zip(expected) {
            let (entities, not_found) = (found.0, found.1);
            assert_eq!(
                (entities.to_bits(), not_found),
                ((expected.0 as f64).to_bits(), expected.1),
                "{system}"
            );
            let f1 = found.2 / found.0;
            assert!((f1 - expected.2).abs() < 1e-11, "{system}: {f1} is not {}", expected.2);
        }
    }
}
