//! The brackets of a CONLL-UA document: markables, their entities, minimum spans and elements.

use rustc_hash::FxHashMap;

use super::file::Row;
use crate::dropin::anaphora::Problem;
use crate::dropin::anaphora::mention::{Mention, Word};
use crate::dropin::corefud::conllu::integer;

/// Which parts of the file are read, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// The column with the markables, counted from 0.
    pub(super) column: usize,
    /// Whether markables may cross, so that closing brackets carry their ids.
    pub(super) crossing: bool,
    /// Whether a row whose id has a point is a zero.
    pub(super) zeros: bool,
    /// Whether a markable whose id is repeated continues there.
    pub(super) segments: bool,
    /// Whether bridging is read.
    pub(super) bridging: bool,
    /// What of minimum spans is read.
    pub(super) minimum: Minimum,
}

/// What of minimum spans is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Minimum {
    /// Nothing.
    Ignored,
    /// The two ends, in whichever order.
    Ends,
    /// All words.
    Words,
}

/// What is annotated in a document.
#[derive(Debug, Default)]
pub(super) struct Annotations<'a> {
    /// The words, zeros left out.
    pub(super) words: Vec<&'a str>,
    /// The markables in the order of their first opening brackets.
    pub(super) markables: Vec<Markable<'a>>,
    /// Bridging anaphors and their anchors, as places among the markables.
    pub(super) bridging: Vec<(usize, usize)>,
    /// Pairs of ids, anchor and anaphor, of which at least one is not a markable.
    pub(super) dangling: Vec<(&'a str, &'a str)>,
    /// The lines on which markables begin that do not end.
    pub(super) unclosed: Vec<usize>,
}

/// A markable.
#[derive(Debug)]
pub(super) struct Markable<'a> {
    /// Its entity.
    pub(super) entity: &'a str,
    /// Its words.
    pub(super) mention: Mention,
    /// The first and the last number of the words that must be found, if the file says.
    minimum: Option<(usize, usize)>,
    /// The plural entities that its entity is an element of.
    pub(super) element_of: Vec<&'a str>,
}

impl Annotations<'_> {
    /// Turns the numbers of minimum spans into words. A minimum outside the document never matches.
    fn set_cores(&mut self, minimum: Minimum) {
        let words = self.words.len();
        let word = |number: usize| Word(number as u32, 0);
        for markable in &mut self.markables {
            let Some((first, last)) = markable.minimum else { continue };
            let outside = first == 0 || last > words;
            markable.mention.core = match minimum {
                Minimum::Ignored => Vec::new(),
                Minimum::Ends => vec![word(first.min(words + 1)), word(last.min(words + 1))],
                Minimum::Words if outside => vec![word(0)],
                Minimum::Words => (first..=last).map(word).collect(),
            };
        }
    }
}

/// Reads a document.
pub(super) fn read<'a>(rows: &[Row<'a>], settings: Settings) -> Result<Annotations<'a>, Problem> {
    let mut reader = Reader::new(settings);
    for row in rows {
        reader.row(row)?;
    }
    for row in rows.iter().filter(|_| settings.bridging) {
        reader.bridging(row)?;
    }
    reader.finish()
}

/// The column of bridging relations.
const BRIDGING: usize = 11;

struct Reader<'a> {
    settings: Settings,
    annotations: Annotations<'a>,
    places: FxHashMap<&'a str, usize>,
    /// Markables with an open bracket, the newest last.
    open: Vec<Open>,
    /// How many zeros there were since the last word.
    zeros: u64,
}

/// A markable that has begun: its place, its first word, and its line.
struct Open {
    markable: usize,
    start: usize,
    line: usize,
}

impl<'a> Reader<'a> {
    fn new(settings: Settings) -> Self {
        Self {
            settings,
            annotations: Annotations::default(),
            places: FxHashMap::default(),
            open: Vec::new(),
            zeros: 0,
        }
    }

    fn row(&mut self, row: &Row<'a>) -> Result<(), Problem> {
        let zero = self.settings.zeros && row.column(0)?.contains('.');
        if zero {
            self.zeros += 1;
        } else {
            self.zeros = 0;
            self.annotations.words.push(row.column(1)?);
        }
        let cell = row.column(self.settings.column)?;
        if cell == "_" {
            return Ok(());
        }
        let mut parts = cell.split('(');
        let closers = parts.next().unwrap_or_default();
        if zero && !closers.is_empty() {
            return Err(Problem::new(row.line, "a markable ends at a zero"));
        }
        self.close(closers, row)?;
        for part in parts {
            let (attributes, whole) = part.strip_suffix(')').map_or((part, false), |part| (part, true));
            self.open(attributes, whole, zero, row)?;
        }
        Ok(())
    }

    /// Ends the newest markables, one for each character, or those that are named if markables may cross.
    fn close(&mut self, closers: &'a str, row: &Row<'a>) -> Result<(), Problem> {
        if self.settings.crossing {
            for id in closers.split(')') {
                let place = self.places.get(id);
                let open = self.open.iter().rposition(|open| Some(&open.markable) == place);
                if let Some(open) = open {
                    let open = self.open.remove(open);
                    self.end(&open);
                }
            }
            return Ok(());
        }
        for _ in closers.chars() {
            let unopened = || Problem::new(row.line, "a markable ends that was not begun");
            let open = self.open.pop().ok_or_else(unopened)?;
            self.end(&open);
        }
        Ok(())
    }

    /// Gives the markable the words from its beginning up to the last one read.
    fn end(&mut self, open: &Open) {
        let words =
            (open.start..=self.annotations.words.len()).map(|number| Word(number as u32, 0)).collect();
        self.annotations.markables[open.markable].mention.add_segment(words);
    }

    /// Returns what was read. Version 1 stops at a markable that does not end; later versions keep it without
    /// words.
    fn finish(mut self) -> Result<Annotations<'a>, Problem> {
        let Settings { segments, minimum, .. } = self.settings;
        if let Some(open) = self.open.first().filter(|_| !segments) {
            return Err(Problem::new(open.line, "a markable begins that does not end"));
        }
        self.annotations.unclosed = self.open.iter().map(|open| open.line).collect();
        self.annotations.set_cores(minimum);
        Ok(self.annotations)
    }

    fn open(&mut self, attributes: &'a str, whole: bool, zero: bool, row: &Row<'a>) -> Result<(), Problem> {
        if zero && !whole {
            return Err(Problem::new(row.line, "a markable begins at a zero but does not end there"));
        }
        let attributes = Attributes { text: attributes, line: row.line };
        let markable = self.markable(attributes)?;
        let here = self.annotations.words.len();
        let mention = &mut self.annotations.markables[markable].mention;
        match (zero, whole) {
            (true, _) => {
                mention.zero = true;
                mention.add_segment(vec![Word(here as u32, self.zeros)]);
            }
            (false, true) => mention.add_segment(vec![Word(here as u32, 0)]),
            (false, false) => self.open.push(Open { markable, start: here, line: row.line }),
        }
        Ok(())
    }

    /// The markable with these attributes: if its id is repeated, the last entity and the first minimum
    /// count.
    fn markable(&mut self, attributes: Attributes<'a>) -> Result<usize, Problem> {
        let (id, entity) = (attributes.needed("MarkableID")?, attributes.needed("EntityID")?);
        let element_of = attributes
            .get("ElementOf")
            .map_or(Vec::new(), |list| list.split(',').filter(|plural| !plural.is_empty()).collect());
        let known = self.places.get(id).copied();
        if let Some(place) = known.filter(|_| self.settings.segments) {
            let markable = &mut self.annotations.markables[place];
            (markable.entity, markable.element_of) = (entity, element_of);
            return Ok(place);
        }
        let minimum = if self.settings.minimum == Minimum::Ignored { None } else { attributes.minimum()? };
        let markable = Markable { entity, mention: Mention::default(), minimum, element_of };
        let place = known.unwrap_or(self.annotations.markables.len());
        match self.annotations.markables.get_mut(place) {
            Some(before) => *before = markable,
            None => self.annotations.markables.push(markable),
        }
        self.places.insert(id, place);
        Ok(place)
    }

    fn bridging(&mut self, row: &Row<'a>) -> Result<(), Problem> {
        let cell = row.column(BRIDGING)?;
        for part in cell.split('(').skip(1) {
            let attributes = Attributes { text: part.strip_suffix(')').unwrap_or(part), line: row.line };
            let (anaphor, anchor) = (attributes.needed("MarkableID")?, attributes.needed("MentionAnchor")?);
            match (self.places.get(anaphor), self.places.get(anchor)) {
                (Some(&anaphor), Some(&anchor)) => self.annotations.bridging.push((anaphor, anchor)),
                _ => self.annotations.dangling.push((anchor, anaphor)),
            }
        }
        Ok(())
    }
}

/// `EntityID=1|MarkableID=m1|Min=2,3`
#[derive(Clone, Copy)]
struct Attributes<'a> {
    text: &'a str,
    line: usize,
}

impl<'a> Attributes<'a> {
    fn get(&self, name: &str) -> Option<&'a str> {
        let named = |attribute: &'a str| attribute.split_once('=').filter(|(other, _)| *other == name);
        self.text.split('|').filter_map(named).next_back().map(|(_, value)| value)
    }

    fn needed(&self, name: &str) -> Result<&'a str, Problem> {
        self.get(name).ok_or_else(|| Problem::new(self.line, format!("“({}” has no {name}", self.text)))
    }

    /// The numbers of the first and the last word of the minimum, which may be the same.
    fn minimum(&self) -> Result<Option<(usize, usize)>, Problem> {
        let Some(value) = self.get("Min") else { return Ok(None) };
        let problem = || Problem::new(self.line, format!("“Min={value}” is not a pair of word numbers"));
        let mut numbers = value.split(',').take(2).map(|text| integer(text).ok_or_else(problem));
        let first = numbers.next().ok_or_else(problem)??;
        let last = numbers.next().unwrap_or(Ok(first))?;
        Ok(Some((first, last)))
    }
}
