//! Turns records into documents, one at a time.

use serde::de::{Deserialize, IgnoredAny};

use super::super::json::{Fault, Field, object};
use super::super::{Block, Problem, Reading, repeats};
use super::variant::{NAMES, PREDICTED, VARIANTS, Variant};
use super::{Side, entities, file_has_predicted, is_python, name, tokens, variant_of_file};
use crate::document::{Document, Name, Wanted};

/// The state of the reader in a block.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    file_stem: &'a str,
    variant: Option<&'static Variant>,
    /// Whether the records of the file hold predicted entities, once that is known.
    has_predicted: Option<bool>,
    wanted: Wanted,
    hashes_words: bool,
    side: Side,
    reading: Reading,
    /// The byte up to which lines have been counted, and the number of line ends up to there.
    counted: (usize, u64),
    /// Which documents have no name in their records.
    unnamed: Vec<usize>,
}

/// One record: its fields, and its place.
pub(super) struct Record<'a> {
    bytes: &'a [u8],
    fields: Vec<Field<'a>>,
    start: usize,
    line: u64,
    pub(super) wanted: Wanted,
    /// Whether words are wanted for their hash.
    pub(super) hashes_words: bool,
    pub(super) side: Side,
}

impl<'a> Reader<'a> {
    pub(super) fn new(block: &Block<'a>, wanted: Wanted, side: Side) -> Self {
        Self {
            bytes: block.bytes,
            file_stem: block.file_stem,
            variant: variant_of_file(block.start),
            has_predicted: file_has_predicted(block.start),
            wanted: wanted.without_words_hash(),
            hashes_words: wanted.hash_of_words(),
            side,
            reading: Reading::default(),
            counted: (0, 0),
            unnamed: Vec::new(),
        }
    }

    /// Reads the record at `at`; returns where to go on.
    pub(super) fn record(&mut self, at: usize) -> usize {
        let line = self.line_at(at);
        let mut fields = Vec::with_capacity(8);
        let end = object(self.bytes, at, |field| fields.push(field));
        let record = Record {
            bytes: self.bytes,
            fields,
            start: at,
            line,
            wanted: self.wanted,
            hashes_words: self.hashes_words,
            side: self.side,
        };
        match end {
            Ok(end) => {
                if let Err(problem) = self.document(&record) {
                    self.reading.problems.push(problem);
                }
                end
            }
            Err(fault) => {
                self.reading.problems.push(record.not_json(fault));
                // the records that follow may be complete
                memchr::memmem::find(&self.bytes[at + 1..], b"\n{")
                    .map_or(self.bytes.len(), |next| at + 1 + next + 1)
            }
        }
    }

    fn line_at(&mut self, at: usize) -> u64 {
        let (from, lines) = self.counted;
        let lines = lines + memchr::memchr_iter(b'\n', &self.bytes[from..at]).count() as u64;
        self.counted = (at, lines);
        lines + 1
    }

    fn document(&mut self, record: &Record<'a>) -> Result<(), Problem> {
        let variant = self.variant_of(record)?;
        self.check_sides(record)?;
        // words alone are wanted when records are only to be scored
        if record.wanted.sentences() {
            record.check()?;
        } else {
            record.check_short()?;
        }
        let mut document = Document::default();
        let name = record.name()?;
        let units = tokens::read(record, variant, &mut document, &mut self.reading.problems)?;
        entities::read(record, (variant, &units), &mut document, &mut self.reading.problems)?;
        if record.wanted == Wanted::ALL {
            let lines = vec![record.line; document.mentions.len()];
            self.reading.problems.extend(repeats::problems(&document, &lines, record.wanted));
        }
        match name {
            Some(name) => document.name = name,
            None => self.unnamed.push(self.reading.documents.len()),
        }
        self.reading.documents.push(document);
        Ok(())
    }

    fn variant_of(&mut self, record: &Record<'a>) -> Result<&'static Variant, Problem> {
        let Some(variant) = Variant::of(|name| record.field(name).is_some()) else {
            return Err(record.unknown());
        };
        let of_file = *self.variant.get_or_insert(variant);
        if variant == of_file {
            return Ok(variant);
        }
        let message =
            format!("a record of {}, but the file began with records of {}", variant.title, of_file.title);
        let hint = "span ends differ between kinds of records; put each kind into a separate file";
        Err(record.at_start("mixed-records", message).hint(hint))
    }

    /// Checks that entities of the key are not read instead of predictions in a response: an error if one
    /// record lacks predictions that others have.
    fn check_sides(&mut self, record: &Record<'a>) -> Result<(), Problem> {
        if matches!(self.side, Side::Key | Side::KeyAlone) {
            return Ok(());
        }
        let has_predicted = record.field(PREDICTED).is_some();
        if *self.has_predicted.get_or_insert(has_predicted) == has_predicted {
            return Ok(());
        }
        let (has, others) = if has_predicted { ("has", "lack") } else { ("lacks", "have") };
        let message = format!("the record {has} `{PREDICTED}`, which records before it {others}");
        let hint =
            "write `[]` where nothing was predicted; entities of the key would count as predicted ones";
        Err(record.at_start("mixed-sides", message).hint(hint))
    }

    /// What was read.
    pub(super) fn finish(mut self) -> Reading {
        let last_line_open = self.bytes.last().is_some_and(|&byte| byte != b'\n');
        self.reading.lines = self.line_at(self.bytes.len()) - 1 + u64::from(last_line_open);
        self.name_unnamed();
        self.reading
    }

    /// Gives documents without a name the name of the file, and a number if there are several.
    fn name_unnamed(&mut self) {
        let several = self.unnamed.len() > 1;
        for (number, &index) in self.unnamed.iter().enumerate() {
            let part = several.then_some(number as u32);
            self.reading.documents[index].name = Name { id: self.file_stem.to_owned(), part };
            self.reading.documents[index].unnamed = true;
        }
        if several {
            let message = format!(
                "{} records have no name; they are named by the file and their number",
                self.unnamed.len()
            );
            let hint = format!("give each a field `{}`", NAMES[0]);
            self.reading.problems.push(Problem::warning("unnamed-document", 0, message).hint(hint));
        }
    }
}

impl<'a> Record<'a> {
    /// The field with that name; the last one if a record has it twice, as in other JSON readers.
    pub(super) fn field(&self, name: &str) -> Option<&Field<'a>> {
        self.fields.iter().rev().find(|field| field.name == name.as_bytes())
    }

    /// The value of a field as `T`.
    pub(super) fn parse<T: Deserialize<'a>>(&self, field: &Field<'a>) -> Result<T, Problem> {
        serde_json::from_slice(field.value).map_err(|error| {
            let at = field.at + offset(field.value, error.line(), error.column());
            let said = error.to_string();
            let said = said.split(" at line ").next().unwrap_or_default();
            let message = format!("`{}`: {said}", String::from_utf8_lossy(field.name));
            self.error("not-json", at, 1, message)
        })
    }

    /// Checks the value of every field, including unused ones.
    fn check(&self) -> Result<(), Problem> {
        self.fields.iter().try_for_each(|field| self.parse::<IgnoredAny>(field).map(|_| ()))
    }

    /// Checks the values that are neither lists nor objects, which takes hardly any time.
    fn check_short(&self) -> Result<(), Problem> {
        let short = |field: &&Field<'_>| !matches!(field.value.first(), Some(b'[' | b'{'));
        self.fields.iter().filter(short).try_for_each(|field| self.parse::<IgnoredAny>(field).map(|_| ()))
    }

    fn name(&self) -> Result<Option<Name>, Problem> {
        let Some(field) = NAMES.iter().find_map(|name| self.field(name)) else { return Ok(None) };
        let mut read = match field.value.first() {
            Some(b'-' | b'0'..=b'9') => Name::plain(&String::from_utf8_lossy(field.value)),
            _ => name::read(&self.parse::<String>(field)?),
        };
        if let Some(part) = self.field("part_id") {
            read.part = read.part.or(self.parse(part)?);
        }
        Ok(Some(read))
    }

    /// An error about the record as a whole.
    pub(super) fn at_start(&self, code: &'static str, message: String) -> Problem {
        self.error(code, self.start, 1, message)
    }

    /// An error at a place in the record.
    pub(super) fn error(&self, code: &'static str, at: usize, length: usize, message: String) -> Problem {
        self.placed(Problem::error(code, 0, message), at, length)
    }

    /// A warning at a place in the record.
    pub(super) fn warning(&self, code: &'static str, at: usize, length: usize, message: String) -> Problem {
        self.placed(Problem::warning(code, 0, message), at, length)
    }

    fn placed(&self, problem: Problem, at: usize, length: usize) -> Problem {
        let before = &self.bytes[self.start..at.max(self.start).min(self.bytes.len())];
        let line = self.line + memchr::memchr_iter(b'\n', before).count() as u64;
        let line_start =
            memchr::memrchr(b'\n', before).map_or(self.start, |newline| self.start + newline + 1);
        let rest = &self.bytes[line_start..];
        let text = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
        Problem { line, ..problem.at(text, at.saturating_sub(line_start), length) }
    }

    fn not_json(&self, fault: Fault) -> Problem {
        let message = format!("not JSON: {} expected here", fault.expected);
        let hint = if is_python(&self.bytes[self.start..]) || is_python(self.bytes) {
            "this is Python's printed form, not JSON; write records with `json.dumps`, one per line"
        } else {
            "a record is one object with all its brackets closed; is the file truncated?"
        };
        self.error("not-json", self.cut_off(fault).unwrap_or(fault.at), 1, message).hint(hint)
    }

    /// Where a truncated record ends: before the fault another one begins, or the file ends.
    fn cut_off(&self, fault: Fault) -> Option<usize> {
        let rest = &self.bytes[self.start..];
        let seen = &rest[..(fault.at + 1 - self.start).min(rest.len())];
        let next = memchr::memmem::find(seen, b"\n{");
        let end = next.or((fault.at >= self.bytes.len()).then_some(rest.len()))?;
        Some(self.start + rest[..end].trim_ascii_end().len())
    }

    fn unknown(&self) -> Problem {
        let names: Vec<_> = self.fields.iter().map(|field| String::from_utf8_lossy(field.name)).collect();
        let message = format!("no kind of record has these fields: {}", names.join(", "));
        let known: Vec<_> = VARIANTS
            .iter()
            .map(|variant| format!("`{}` and `{}`", variant.text, variant.entities[0].0))
            .collect();
        let hint = format!("a record needs its text and its entities: {}", known.join("; "));
        self.at_start("unknown-record", message).hint(hint)
    }
}

/// The byte of a value at this line and column, both from 1.
fn offset(value: &[u8], line: usize, column: usize) -> usize {
    let line_start = match line {
        0 | 1 => 0,
        _ => memchr::memchr_iter(b'\n', value).nth(line - 2).map_or(0, |newline| newline + 1),
    };
    line_start + column.saturating_sub(1)
}
