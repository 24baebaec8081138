//! What must hold for every format in the table.

use corefeval::document::{Document, DocumentBuilder, Layer, Span, Wanted};
use corefeval::evaluation::{DocumentPair, Plan};
use corefeval::format::{Block, FORMATS, Format, Reading, by_name, detect};
use proptest::prelude::*;

/// Spans of a document, nested or apart, each with an entity; the last field is how long sentences are.
type Plain = (Vec<(u32, u32, u32)>, u32);

const TOKENS: u32 = 12;

fn plain() -> impl Strategy<Value = Plain> {
    (proptest::collection::vec((0..TOKENS, 1..5_u32, 0..4_u32), 1..10), 2..8_u32)
}

/// A document that any format can hold: no zeros, no gaps, no span twice, no mentions that cross.
fn document(plain: &Plain) -> Document {
    builder(words(), plain).build().expect("mentions are in the text")
}

fn words() -> impl Iterator<Item = String> {
    (0..TOKENS).map(|token| format!("w{token}"))
}

/// Such a document with the given words.
fn builder<S: AsRef<str>>(words: impl IntoIterator<Item = S>, (spans, sentence): &Plain) -> DocumentBuilder {
    let mut kept: Vec<(Span, u32)> = Vec::new();
    for &(start, length, entity) in spans {
        // a mention stays in its sentence
        let end = (start + length).min((start / sentence + 1) * sentence).min(TOKENS);
        let span = Span::new(start, end);
        let apart = |other: &(Span, u32)| other.0.end <= span.start || span.end <= other.0.start;
        let nested =
            |other: &(Span, u32)| other.0 != span && (other.0.contains(span) || span.contains(other.0));
        if kept.iter().all(|other| apart(other) || nested(other)) {
            kept.push((span, entity));
        }
    }
    // in the order in which files complete mentions
    kept.sort_by_key(|(span, _)| (span.end, u32::MAX - span.start));
    let mut builder = Document::builder("letter");
    builder.words(words);
    for (span, entity) in kept {
        builder.mention(span, entity);
    }
    for start in (0..TOKENS).step_by(*sentence as usize) {
        builder.sentence(start..(start + sentence).min(TOKENS));
    }
    builder
}

fn read(format: &Format, bytes: &[u8]) -> Reading {
    format.read(&Block { file_stem: "letter", ..Block::whole(bytes) }, Wanted::ALL)
}

fn written(format: &Format, documents: &[Document]) -> Option<(Vec<u8>, bool)> {
    let mut out = Vec::new();
    let problems = format.write(documents, &mut out)?;
    Some((out, problems.is_empty()))
}

/// The spans of each entity, the entities in order of their first mention.
fn entities(document: &Document) -> Vec<Vec<Span>> {
    let mut entities: Vec<Vec<Span>> = vec![Vec::new(); document.entity_count()];
    for mention in document.mentions() {
        entities[mention.entity as usize].push(mention.span);
    }
    for spans in &mut entities {
        spans.sort_unstable();
    }
    entities.retain(|spans| !spans.is_empty());
    entities.sort_unstable();
    entities
}

/// The text that stands beside a standoff file is not written; such formats are tested beside their code.
fn stands_alone(format: &Format) -> bool {
    format.companion.is_none()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_can_be_read(plain in plain()) {
        let document = document(&plain);
        for format in FORMATS.iter().filter(|format| stands_alone(format)) {
            let Some((bytes, lossless)) = written(format, std::slice::from_ref(&document)) else { continue };
            let reading = read(format, &bytes);
            prop_assert!(!reading.failed(), "{}: {:?}", format.name, reading.problems);
            prop_assert_eq!(reading.documents.len(), 1, "{}", format.name);
            if lossless {
                prop_assert_eq!(entities(&reading.documents[0]), entities(&document), "{}", format.name);
                prop_assert_eq!(reading.documents[0].tokens(), document.tokens(), "{}", format.name);
            }
        }
    }

    #[test]
    fn what_is_read_back_is_written_the_same(plain in plain()) {
        let document = document(&plain);
        for format in FORMATS.iter().filter(|format| stands_alone(format)) {
            let Some((bytes, _)) = written(format, std::slice::from_ref(&document)) else { continue };
            let again = written(format, &read(format, &bytes).documents).unwrap_or_default().0;
            prop_assert_eq!(String::from_utf8_lossy(&again), String::from_utf8_lossy(&bytes), "{}", format.name);
        }
    }

    #[test]
    fn what_is_written_is_detected(plain in plain()) {
        let document = document(&plain);
        for format in FORMATS.iter().filter(|format| stands_alone(format)) {
            let Some((bytes, _)) = written(format, std::slice::from_ref(&document)) else { continue };
            let found = detect(&bytes, "").map_or("none", |format| format.name);
            // formats with two sides are written as the first of them
            prop_assert!(format.name.starts_with(found), "{} taken for {found}", format.name);
        }
    }

    #[test]
    fn documents_written_together_are_read_apart(first in plain(), second in plain()) {
        let (first, mut second) = (document(&first), document(&second));
        second.rename("note");
        for format in FORMATS.iter().filter(|format| stands_alone(format)) {
            let Some((bytes, _)) = written(format, &[first.clone(), second.clone()]) else { continue };
            let Some(cut) = (format.next_document)(&bytes) else { continue };
            let whole = read(format, &bytes).documents;
            let start = &bytes[..];
            let part = |bytes| format.read(&Block { start, file_stem: "letter", ..Block::whole(bytes) }, Wanted::ALL);
            let mut parts = part(&bytes[..cut]).documents;
            parts.extend(part(&bytes[cut..]).documents);
            prop_assert!(whole == parts, "{}", format.name);
            prop_assert_eq!(whole.len(), 2, "{}", format.name);
        }
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        for format in FORMATS {
            for wanted in [Wanted::MENTIONS, Wanted::MENTIONS.and_words_hash(), Wanted::ALL] {
                let _ = format.read(&Block { companion: Some(&bytes), ..Block::whole(&bytes) }, wanted);
            }
            let _ = format.looks_like(&bytes);
            let _ = format.describe(&bytes);
            (format.next_document)(&bytes);
        }
    }

    #[test]
    fn no_change_to_a_file_makes_a_reader_panic(
        plain in plain(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in any::<prop::sample::Index>(),
    ) {
        let document = document(&plain);
        for format in FORMATS {
            let Some((mut bytes, _)) = written(format, std::slice::from_ref(&document)) else { continue };
            for (at, byte) in &changes {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            bytes.truncate(cut.index(bytes.len() * 2).max(1));
            for wanted in [Wanted::MENTIONS, Wanted::MENTIONS.and_words_hash(), Wanted::ALL] {
                let reading = format.read(&Block { companion: Some(&bytes), ..Block::whole(&bytes) }, wanted);
                if !reading.failed() {
                    written(format, &reading.documents);
                }
            }
        }
    }
}

#[test]
fn both_ways_of_reading_give_the_same_mentions() {
    let document = document(&(vec![(0, 2, 0), (1, 1, 1), (3, 1, 0), (5, 4, 1), (6, 1, 2)], 4));
    for format in FORMATS.iter().filter(|format| stands_alone(format)) {
        let Some((bytes, _)) = written(format, std::slice::from_ref(&document)) else { continue };
        let block = Block { file_stem: "letter", ..Block::whole(&bytes) };
        let (fast, full) = (format.read(&block, Wanted::MENTIONS), format.read(&block, Wanted::ALL));
        let spans = |reading: &Reading| {
            let mentions = reading.documents.iter().flat_map(Document::mentions);
            mentions.map(|mention| (mention.span, mention.entity)).collect::<Vec<_>>()
        };
        assert_eq!(spans(&fast), spans(&full), "{}", format.name);
        assert_eq!(fast.lines, full.lines, "{}", format.name);
    }
}

#[test]
fn words_have_the_same_hash_in_every_format_whether_they_are_kept_or_not() {
    let words = [
        "The",
        "Straße",
        "a",
        "an",
        "the",
        "four",
        "fiveX",
        "sixsix",
        "sevenXX",
        "eighteen",
        "extraordinarily",
        ".",
    ];
    let plain = (vec![(0, 2, 0), (1, 1, 1), (3, 1, 0), (5, 4, 1), (6, 1, 2)], 4);
    let document = builder(words, &plain).build().expect("mentions are in the text");
    for format in FORMATS.iter().filter(|format| stands_alone(format)) {
        let Some((bytes, _)) = written(format, std::slice::from_ref(&document)) else { continue };
        let block = Block { file_stem: "letter", ..Block::whole(&bytes) };
        let full = format.read(&block, Wanted::ALL);
        let brief = format.read(&block, Wanted::MENTIONS.and_words_hash());
        let hashes =
            |reading: &Reading| reading.documents.iter().map(Document::words_hash).collect::<Vec<_>>();
        assert_eq!(hashes(&brief), hashes(&full), "{}", format.name);
        let words = full.documents[0].layers().get(Layer::Word);
        if words == document.layers().get(Layer::Word) {
            assert_eq!(hashes(&full), [document.words_hash()], "{}", format.name);
        }
        assert_eq!(
            brief.documents[0].mentions().len(),
            full.documents[0].mentions().len(),
            "{}",
            format.name
        );
    }
}

#[test]
fn what_is_written_with_few_mentions_or_none_is_told_by_its_ending() {
    for spans in [vec![], vec![(0, 1, 0)], vec![(0, 2, 0)]] {
        let document = document(&(spans, 4));
        for format in FORMATS.iter().filter(|format| stands_alone(format) && format.is_writable()) {
            let (bytes, _) =
                written(format, std::slice::from_ref(&document)).expect("a format that can be written");
            let name = format!("letter.{}", format.extensions.first().expect("an ending"));
            for name in [name.clone(), name + ".gz"] {
                let found = detect(&bytes, &name).map_or("none", |format| format.name);
                assert_eq!(found, format.name, "{}", String::from_utf8_lossy(&bytes));
            }
        }
    }
}

#[test]
fn a_byte_order_mark_changes_nothing() {
    let mut builder = builder(words(), &(vec![(0, 2, 0), (1, 1, 1), (3, 1, 0), (5, 4, 1)], 4));
    // so that CoNLL files have all their columns
    let document = builder.layer(Layer::PartOfSpeech, (0..TOKENS).map(|_| "NN")).build().expect("it fits");
    let mut second = document.clone();
    second.rename("note");
    for format in FORMATS.iter().filter(|format| stands_alone(format)) {
        let Some((bytes, _)) = written(format, &[document.clone(), second.clone()]) else { continue };
        let marked = [&b"\xef\xbb\xbf"[..], &bytes].concat();
        let found = detect(&marked, "").map_or("none", |format| format.name);
        assert!(format.name.starts_with(found), "{} taken for {found}", format.name);
        assert_eq!(format.describe(&marked), format.describe(&bytes), "{}", format.name);
        let next = |bytes: &[u8]| (format.next_document)(bytes);
        assert_eq!(next(&marked), next(&bytes).map(|next| next + 3), "{}", format.name);
        for wanted in [Wanted::MENTIONS, Wanted::ALL] {
            let read =
                |bytes: &[u8]| format.read(&Block { file_stem: "letter", ..Block::whole(bytes) }, wanted);
            let (plain, marked) = (read(&bytes), read(&marked));
            assert_eq!(marked.documents, plain.documents, "{}", format.name);
            assert_eq!(marked.problems, plain.problems, "{}", format.name);
        }
    }
}

#[test]
fn formats_are_found_by_name() {
    for format in FORMATS {
        assert!(by_name(format.name).is_some_and(|found| found.title == format.title), "{}", format.name);
        assert!(!format.title.is_empty());
    }
    assert!(by_name("word").is_none());
}

/// A CoNLL file of brackets in any order, spans repeated; `order` shuffles what stands in a cell.
fn bracketed(mentions: &[(u32, u32, u32)], order: u32) -> String {
    let mut cells: Vec<[Vec<String>; 3]> = vec![Default::default(); TOKENS as usize];
    for (place, &(start, length, entity)) in mentions.iter().enumerate() {
        let last = (start + length).min(TOKENS) - 1;
        if last == start {
            cells[start as usize][1].push(format!("({entity})"));
        } else {
            cells[start as usize][2].push(format!("({entity}"));
            cells[last as usize][0].push(format!("{entity})"));
        }
        let shuffled = &mut cells[start as usize][2];
        let turn = (order as usize + place) % shuffled.len().max(1);
        shuffled.rotate_left(turn);
    }
    let row = |(token, cell): (usize, &[Vec<String>; 3])| {
        let cell = cell.concat().join("|");
        format!("{token}\tw\t{}\n", if cell.is_empty() { "-" } else { &cell })
    };
    let rows: String = cells.iter().enumerate().map(row).collect();
    format!("#begin document (letter); part 000\n{rows}\n#end document\n")
}

/// Whether a document gives the same figures in every format, or a warning says that it may not.
fn keeps_figures(key: &str, response: &str) -> Result<(), String> {
    let conll = by_name("conll").expect("a format");
    let [key, response] = [key, response].map(|text| read(conll, text.as_bytes()).documents.remove(0));
    let metrics =
        ["muc", "b-cubed", "ceaf-e"].map(|name| corefeval::metric::by_name(name).expect("a metric"));
    for format in FORMATS.iter().filter(|format| stands_alone(format) && format.is_writable()) {
        let mut out = Vec::new();
        let lost = format.write(std::slice::from_ref(&response), &mut out).unwrap_or_default();
        let harmless = ["lost-name", "lost-labels", "no-heads", "lost-sentences"];
        if lost.iter().any(|problem| !harmless.contains(&problem.code)) {
            continue;
        }
        let again = &read(format, &out).documents[0];
        for repeats in ["reference", "first", "last", "coval", "corefud"] {
            let plan: Plan = format!("repeats:{repeats}").parse().expect("a signature");
            let plan = plan.with_metrics(&metrics);
            let [before, after] = [&response, again].map(|response| {
                DocumentPair::unchecked(key.clone(), response.clone()).count(&plan).document.tallies
            });
            if format!("{before:.9?}") != format!("{after:.9?}") {
                let text = String::from_utf8_lossy(&out);
                return Err(format!("{} {repeats}: {before:?}, then {after:?}\n{text}", format.name));
            }
        }
    }
    Ok(())
}

#[test]
fn a_repeated_mention_gives_the_same_figures_in_every_format() {
    let key = "#begin document (letter); part 000\n0\ta\t(1\n1\tb\t1)\n2\tc\t(1)\n#end document\n";
    let response = "#begin document (letter); part 000\n0\ta\t(5|(6\n1\tb\t5)|6)\n2\tc\t(5)\n#end document\n";
    assert_eq!(keeps_figures(key, response), Ok(()));
    let conll = by_name("conll").expect("a format");
    let response = read(conll, response.as_bytes()).documents;
    for format in FORMATS.iter().filter(|format| stands_alone(format) && format.is_writable()) {
        let lost = format.write(&response, &mut Vec::new()).unwrap_or_default();
        assert!(lost.iter().all(|problem| problem.code != "lost-order"), "{}: {lost:?}", format.name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn repeated_mentions_give_the_same_figures_or_are_warned_of(
        key in proptest::collection::vec((0..6_u32, 1..3_u32, 0..3_u32), 1..8),
        response in proptest::collection::vec((0..6_u32, 1..3_u32, 0..3_u32), 1..8),
        order in 0..4_u32,
    ) {
        let kept = keeps_figures(&bracketed(&key, 0), &bracketed(&response, order));
        prop_assert!(kept.is_ok(), "{}", kept.unwrap_err());
    }
}
