//! What the fuzz targets do, on made-up files with fixed seeds: no bytes make reading, writing, mending or scoring panic.

use crate::bodies::{File, walk_file, walk_pair};
use crate::samples::{SAMPLES, Sample};
use corefeval::document::{Document, Wanted};
use corefeval::format::FORMATS;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Pieces that files are made of, so that random text gets past the first line.
const PIECES: &[&str] = &[
    "#begin document (d); part 000\n",
    "#end document\n",
    "# newdoc id = d\n",
    "# global.Entity = eid-etype-head-other\n",
    "\n",
    "0\tMary\t",
    "1\tMary\tMary\tPROPN\tNNP\t_\t2\tnsubj\t_\t",
    "Entity=(e1-person-1-)",
    "Entity=(e1[1/2]--1-",
    "e1[2/2])",
    "(1",
    "(1)",
    "1)",
    "|",
    "-",
    "_",
    "*",
    "(NP*",
    "*)",
    "\t",
    " ",
    "(",
    ")",
    "{\"doc_key\": \"d\", \"sentences\": [[\"a\", \"b\"]], \"clusters\": [[[0,",
    "1]]]}",
    "[0, 0]",
    "]",
    "}",
    "[Mary]{1} saw [her]{1}",
    "<e id=\"1\">",
    "</e>",
    "<COREF ID=\"1\">",
    "<markables><markable id=\"m\" span=\"word_1..word_2\" coref_class=\"set_1\"/>",
    "</markables>",
    "<source_file URI=\"d\"><document DOCID=\"d\"><entity ID=\"E1\"><entity_mention ID=\"m\">",
    "<extent><charseq START=\"0\" END=\"3\">",
    "</charseq></extent></entity_mention></entity></document></source_file>",
    "\u{feff}",
    "\r\n",
    "é",
    "\0",
    "99999999999",
    "8.1\t_\t",
    "(MarkableID=m1|EntityID=e1",
    "{\"type\": \"clusters\", \"words\": [[\"a\", \"b\"]], \"clusters\": {\"1\": [\"0.0-",
    "0.1\"]}}",
    "Mary|[e1 saw",
    "dog|e1]",
    "# doc d\n",
    "T1\tPerson 0 4\tMary\n",
    "R1\tCoref Arg1:T1 Arg2:T2\n",
];

fn piece() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        8 => prop::sample::select(PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..4),
    ]
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(piece(), 0..40).prop_map(|pieces| pieces.concat())
}

/// A small change to a file: what is at some place gives way to something else.
#[derive(Clone, Debug)]
enum Change {
    /// A piece of a file, or a few random bytes.
    Put(Vec<u8>),
    /// Another number.
    Number(u32),
    /// What is somewhere else in the file.
    Copy(prop::sample::Index, usize),
}

type Place = (prop::sample::Index, usize, Change);

fn change() -> impl Strategy<Value = Place> {
    let number = prop_oneof![0..30_u32, Just(u32::MAX), Just(u32::MAX - 1), Just(1 << 31), any::<u32>()];
    let change = prop_oneof![
        3 => piece().prop_map(Change::Put),
        3 => number.prop_map(Change::Number),
        2 => (any::<prop::sample::Index>(), 0..60_usize).prop_map(|(from, length)| Change::Copy(from, length)),
    ];
    (any::<prop::sample::Index>(), 0..12_usize, change)
}

/// A file of any format with a few changes.
fn changed() -> impl Strategy<Value = Sample> {
    (0..FORMATS.len(), prop::collection::vec(change(), 0..4)).prop_map(|(format, changes)| {
        let mut sample = SAMPLES[format].clone();
        for change in changes {
            apply(&mut sample.bytes, change);
        }
        sample
    })
}

fn apply(bytes: &mut Vec<u8>, (place, length, change): Place) {
    let start = place.index(bytes.len() + 1);
    let (range, new) = match change {
        Change::Put(new) => (start..(start + length).min(bytes.len()), new),
        Change::Number(number) => (number_at(bytes, start), number.to_string().into_bytes()),
        Change::Copy(from, length) => {
            let from = from.index(bytes.len() + 1);
            (start..start, bytes[from..(from + length).min(bytes.len())].to_vec())
        }
    };
    bytes.splice(range, new);
}

/// The next number in the file.
fn number_at(bytes: &[u8], start: usize) -> std::ops::Range<usize> {
    let find = |from: usize, digit: bool| {
        bytes[from..]
            .iter()
            .position(|byte| byte.is_ascii_digit() == digit)
            .map_or(bytes.len(), |at| from + at)
    };
    let start = find(start, true);
    start..find(start, false)
}

impl Sample {
    fn file(&self) -> File<'_> {
        File { format: self.format, bytes: &self.bytes, companion: self.companion }
    }
}

#[test]
fn every_format_has_a_sample_with_mentions() {
    for sample in SAMPLES.iter() {
        let documents = sample.file().read(Wanted::ALL);
        let mentions: usize = documents.iter().map(|document| document.mentions().len()).sum();
        assert!(mentions > 0, "{}", sample.format.name);
    }
}

/// The same files in every run; `PROPTEST_CASES` and `PROPTEST_RNG_SEED` ask for more and for others.
fn config() -> ProptestConfig {
    let given = |name: &str| std::env::var(name).ok()?.parse::<u32>().ok();
    ProptestConfig {
        cases: given("PROPTEST_CASES").unwrap_or(40),
        rng_seed: RngSeed::Fixed(given("PROPTEST_RNG_SEED").unwrap_or(1).into()),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_bytes_make_a_reader_or_a_writer_panic(bytes in text()) {
        for format in FORMATS {
            walk_file(&File::new(format, &bytes));
        }
    }

    #[test]
    fn no_small_change_makes_a_reader_or_a_writer_panic(samples in prop::collection::vec(changed(), 8)) {
        for sample in samples {
            walk_file(&sample.file());
        }
    }

    #[test]
    fn no_two_files_make_scoring_panic(key in changed(), response in changed(), number in any::<u64>()) {
        let (keys, responses) = (key.file().read(Wanted::ALL), response.file().read(Wanted::ALL));
        for (key, response) in keys.iter().zip(&responses) {
            walk_pair(key, response, number);
            walk_pair(key, &Document::default(), number);
        }
    }
}
