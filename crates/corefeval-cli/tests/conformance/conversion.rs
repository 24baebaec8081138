//! Real files keep their scores when they are written in every format that can hold them, and read again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::recorded::shared;
use corefeval::document::{Document, Position, Span, Wanted};
use corefeval::evaluation::{Aids, Plan, each_pair};
use corefeval::format::{Block, FORMATS, Format, Severity, detect};
use corefeval::metric::Tally;

/// Files of documents below a folder, except for recorded scores and notes about the files.
fn corpora(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
            if path.is_dir() && !path.ends_with("expected") {
                folders.push(path);
            } else if matches!(ending, "conll" | "conllu" | "jsonlines") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The documents of a file in the format that it looks like, with the codes of what was odd.
fn read(path: &Path) -> (&'static Format, Vec<Document>, BTreeSet<&'static str>) {
    let bytes = std::fs::read(path).unwrap();
    let start = &bytes[..bytes.len().min(64 * 1024)];
    let format = detect(start, "").unwrap_or_else(|| panic!("{}: which format?", path.display()));
    let stem = path.file_stem().unwrap().to_string_lossy();
    let reading = format.read(&Block { start, file_stem: &stem, ..Block::whole(&bytes) }, Wanted::ALL);
    (format, reading.documents, reading.problems.iter().map(|problem| problem.code).collect())
}

/// Documents written and read again, and the codes of what was lost.
fn converted(documents: &[Document], format: &Format) -> (Vec<Document>, BTreeSet<&'static str>) {
    let (mut again, mut losses) = (Vec::new(), BTreeSet::new());
    // some formats hold one document in a file
    let files: Vec<&[Document]> =
        if format.name == "arrau" { documents.chunks(1).collect() } else { vec![documents] };
    for file in files {
        let mut out = Vec::new();
        losses.extend(format.write(file, &mut out).unwrap().iter().map(|problem| problem.code));
        let name = file.first().map(|document| document.name().to_string()).unwrap_or_default();
        let found = detect(&out[..out.len().min(64 * 1024)], "").map_or("none", |format| format.name);
        assert!(format.name.starts_with(found), "{name}: {} taken for {found}", format.name);
        let reading = format.read(&Block { file_stem: &name, ..Block::whole(&out) }, Wanted::ALL);
        let errors: Vec<_> =
            reading.problems.iter().filter(|problem| problem.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{name} as {}: {errors:?}", format.name);
        again.extend(reading.documents);
    }
    (again, losses)
}

/// The tallies of every metric for every document of the key.
fn tallies(key: &[Document], response: &[Document]) -> Vec<Vec<Vec<Tally>>> {
    let plan = Plan::default();
    let (pairs, _) = each_pair(key.to_vec(), [response.to_vec()], &plan, &Aids::default(), |pair, _| pair)
        .expect("the same text");
    pairs[0].iter().map(|pair| pair.count(&plan).document.tallies).collect()
}

/// First and last token of each part of a mention.
type Parts = Vec<(Position, Position)>;

/// The spans of each entity in order, counted so that zeros of other documents do not matter.
fn partition(document: &Document) -> Vec<Vec<Parts>> {
    let mut entities = vec![Vec::new(); document.entity_count()];
    for mention in document.mentions() {
        let ends = |part: &Span| (document.position(part.start), document.position(part.end - 1));
        entities[mention.entity as usize].push(document.parts(mention).iter().map(ends).collect());
    }
    entities.retain(|mentions: &Vec<_>| !mentions.is_empty());
    for mentions in &mut entities {
        mentions.sort();
    }
    entities.sort();
    entities
}

/// The key of a file's folder, if the file is a response; by text where people annotated several.
fn key_of(path: &Path, files: &[PathBuf]) -> Option<PathBuf> {
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let text = |path: &Path| name(path).split('.').next().unwrap_or("").to_owned();
    let beside = files.iter().filter(|other| other.parent() == path.parent());
    let mut keys = beside.filter(|other| {
        let is_key = name(other).starts_with("key.") || name(other).starts_with("gold.");
        let same_text = path.display().to_string().contains("human") && text(other) == text(path);
        (is_key && other.extension() == path.extension()) || same_text
    });
    let key = keys.next()?;
    (key != path && !name(path).contains("padded")).then(|| key.clone())
}

/// What is left out of a file when it is written, so that scores may change: folder or file, format, code.
const LOST: &[(&str, &str, &str)] = &[
    // mentions that cross others
    ("gum-corefud/sys-gold", "markup", "lost-mentions"),
    ("litbank", "markup", "lost-mentions"),
    ("multilingual/fr-democrat/sys-gold", "markup", "lost-mentions"),
    ("multilingual/nl-openboek/sys-gold", "markup", "lost-mentions"),
    ("ontogum", "markup", "lost-mentions"),
    ("system/ukp2021-ecbplus/sys-mentiondetection", "markup", "lost-mentions"),
    // zeros become tokens
    ("multilingual/hu-korkor", "conll", "lost-zeros"),
    ("multilingual/hu-korkor", "arrau", "lost-zeros"),
    ("multilingual/hu-korkor", "scorch", "lost-zeros"),
    ("multilingual/hu-korkor", "jsonlines", "lost-zeros"),
    ("multilingual/hu-korkor", "markup", "lost-zeros"),
];

/// Losses after which scores may be others.
const MOVE_SCORES: &[&str] = &["lost-zeros", "lost-mentions", "lost-gaps", "lost-crossing", "lost-stage"];

/// Responses were made from the same texts as their keys: a few documents of each are enough, but keys are converted whole.
const DOCUMENTS: usize = 8;

/// A file with what was compared with it before and after: how often, and what was wrong.
struct Checked {
    compared: usize,
    wrong: Vec<String>,
}

fn check(path: &Path, data: &Path, files: &[PathBuf]) -> Checked {
    let name = path.strip_prefix(data).unwrap().display().to_string();
    let (_, mut documents, codes) = read(path);
    let key = key_of(path, files).map(|key| read(&key).1.into_iter().take(DOCUMENTS).collect::<Vec<_>>());
    let mut checked = Checked { compared: 0, wrong: Vec::new() };
    if codes.contains("unclosed-mention") {
        return checked;
    }
    documents.truncate(if key.is_some() { DOCUMENTS } else { usize::MAX });
    let scores = key.as_ref().map(|key| tallies(key, &documents));
    let before: Vec<_> = documents.iter().map(whole).collect();
    let written = |format: &&&Format| format.is_writable();
    for format in FORMATS.iter().filter(written) {
        let (again, lost) = converted(&documents, format);
        let known = |code: &&str| {
            LOST.iter().any(|(place, target, loss)| {
                name.starts_with(place) && *target == format.name && loss == code
            })
        };
        let moved: Vec<_> = lost.iter().copied().filter(|code| MOVE_SCORES.contains(code)).collect();
        let same = || again.iter().map(whole).eq(before.iter().cloned());
        let scores_stay = || match (&key, &scores) {
            (Some(key), Some(scores)) => close(scores, &tallies(key, &again)),
            _ => true,
        };
        let right = if moved.is_empty() { same() && scores_stay() } else { moved.iter().all(known) };
        if !right {
            checked.wrong.push(format!("{name} as {}: {moved:?}", format.name));
        }
        checked.compared += 1;
    }
    checked
}

/// All that scores depend on: overt tokens, and the partition.
fn whole(document: &Document) -> (u32, Vec<Vec<Parts>>) {
    (document.tokens() - document.zeros().len() as u32, partition(document))
}

/// Whether tallies are equal, but for the order in which entities were summed up.
fn close(one: &[Vec<Vec<Tally>>], other: &[Vec<Vec<Tally>>]) -> bool {
    let numbers = |tallies: &[Vec<Vec<Tally>>]| {
        let of = |tally: &Tally| {
            let (recall, precision) = (tally.recall, tally.precision);
            [recall.numerator, recall.denominator, precision.numerator, precision.denominator]
        };
        tallies.iter().flatten().flatten().flat_map(of).collect::<Vec<f64>>()
    };
    let (one, other) = (numbers(one), numbers(other));
    one.len() == other.len()
        && one.iter().zip(&other).all(|(one, other)| (one - other).abs() <= 1e-9 * one.abs())
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn files_keep_their_scores_in_every_format_that_can_hold_them() {
    let shared = shared("");
    let data = shared.join("data");
    let files = corpora(&data);
    let (half, data, all) = (files.len() / 2, &data, &files);
    let run = |part: &[PathBuf]| part.iter().map(|path| check(path, data, all)).collect::<Vec<_>>();
    let checked = std::thread::scope(|scope| {
        let second = scope.spawn(|| run(&all[half..]));
        let mut checked = run(&all[..half]);
        checked.extend(second.join().unwrap());
        checked
    });
    let compared: usize = checked.iter().map(|checked| checked.compared).sum();
    let wrong: Vec<String> = checked.into_iter().flat_map(|checked| checked.wrong).collect();
    assert!(compared > 700, "{compared}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The only files in which anything is odd or wrong, with the codes.
const ALARMS: &[(&str, &[&str])] = &[
    ("quirks/litbank-158_emma-as-shipped.conll", &["empty-cell"]),
    (
        "quirks/ontogum-GENTLE_poetry_road-unbalanced-as-shipped.conll",
        &["unclosed-mention", "unnamed-document", "unopened-mention"],
    ),
];

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn files_are_told_apart_and_raise_no_false_alarm() {
    let shared = shared("");
    let data = shared.join("data");
    let files = corpora(&data);
    assert!(files.len() > 75, "{}", files.len());
    for path in files {
        let name = path.strip_prefix(&data).unwrap().display().to_string();
        let (format, _, codes) = read(&path);
        let expected = match path.extension().and_then(|ending| ending.to_str()) {
            Some("conllu") => "corefud",
            Some("jsonlines") => "jsonlines",
            _ => "conll",
        };
        assert_eq!(format.name, expected, "{name}");
        let alarms = ALARMS.iter().find(|(file, _)| *file == name).map_or(&[][..], |(_, codes)| codes);
        assert_eq!(codes.into_iter().collect::<Vec<_>>(), alarms, "{name}");
    }
}
