//! CoNLL-U as Udapi 0.5.2 reads it: sentences of numbered words, and the comments that matter.

use std::borrow::Cow;

use super::Problem;
use crate::dropin::python_text::decimal;

/// The parts of a file that the scorers read.
#[derive(Debug, Default)]
pub(in crate::dropin) struct File<'a> {
    /// The sentences in order.
    pub(in crate::dropin) sentences: Vec<Sentence<'a>>,
    /// The fields of mentions: what the last `# global.Entity` says.
    pub(in crate::dropin) fields: Option<&'a str>,
    /// What is odd but not an error.
    pub(in crate::dropin) warnings: Vec<String>,
}

/// A sentence.
#[derive(Debug, Default)]
pub(in crate::dropin) struct Sentence<'a> {
    /// The line it begins on.
    pub(in crate::dropin) line: usize,
    /// Its `sent_id`, if it has one.
    pub(in crate::dropin) id: Option<&'a str>,
    /// The name of the document that begins with it; empty if the document has no name.
    pub(in crate::dropin) document: Option<&'a str>,
    /// Words and empty nodes, in the order of their numbers.
    pub(in crate::dropin) nodes: Vec<Node<'a>>,
}

/// A word or an empty node.
#[derive(Debug)]
pub(in crate::dropin) struct Node<'a> {
    /// The line it is on.
    pub(in crate::dropin) line: usize,
    /// Its number: its place among the words, or for an empty node the number in its id.
    pub(in crate::dropin) number: f64,
    /// Whether it is an empty node.
    pub(in crate::dropin) empty: bool,
    /// The word itself.
    pub(in crate::dropin) form: &'a str,
    /// Its enhanced dependencies.
    pub(in crate::dropin) dependencies: &'a str,
    /// The value of `Entity=`, if any.
    pub(in crate::dropin) entity: &'a str,
    /// The value of `Bridge=`, if any.
    pub(in crate::dropin) bridge: &'a str,
    /// The value of `SplitAnte=`, if any.
    pub(in crate::dropin) split: &'a str,
}

impl Sentence<'_> {
    /// The words, without empty nodes.
    pub(in crate::dropin) fn words(&self) -> impl Iterator<Item = &Node<'_>> {
        self.nodes.iter().filter(|node| !node.empty)
    }
}

impl Node<'_> {
    /// The sort key of the node in its sentence; numbers are not negative, so their bits have the same order.
    pub(in crate::dropin) fn place(&self) -> u64 {
        self.number.to_bits()
    }
}

/// The text of a file with plain line ends and no byte order mark.
pub(in crate::dropin) fn text(bytes: &[u8]) -> Result<Cow<'_, str>, Problem> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').count();
        Problem::new(line, "this is not UTF-8")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    Ok(if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text.into() })
}

/// Reads a file.
pub(in crate::dropin) fn read(text: &str) -> Result<File<'_>, Problem> {
    check_blank_lines(text)?;
    let mut file = File::default();
    let mut reader = Reader::default();
    for (line, row) in (1..).zip(text.split('\n')) {
        match row.strip_prefix('#') {
            _ if row.is_empty() => reader.finish(&mut file)?,
            Some(_) => reader.comment(row, &mut file),
            None => reader.row(line, row, &mut file)?,
        }
        if reader.sentence.line == 0 && !row.is_empty() {
            reader.sentence.line = line;
        }
    }
    reader.finish(&mut file)?;
    Ok(file)
}

/// Refuses empty lines at which Udapi stops: one that does not follow a sentence, or that no other sentence
/// follows.
fn check_blank_lines(text: &str) -> Result<(), Problem> {
    if text.starts_with('\n') && !text.starts_with("\n\n") {
        return Err(Problem::new(1, "the file begins with an empty line"));
    }
    if text.ends_with('\n') && !text.ends_with("\n\n") {
        let problem =
            Problem::new(text.split('\n').count() - 1, "the last sentence is not followed by an empty line");
        return Err(problem.hint("end the file with one empty line, as CoNLL-U has it"));
    }
    Ok(())
}

#[derive(Default)]
struct Reader<'a> {
    sentence: Sentence<'a>,
    parents: Vec<(usize, Option<usize>)>,
    words: usize,
    /// The bundle of the last sentence, and its zones.
    bundle: (String, Vec<String>),
}

impl<'a> Reader<'a> {
    fn comment(&mut self, row: &'a str, file: &mut File<'a>) {
        let value = |name| row.strip_prefix("# ")?.strip_prefix(name);
        if let Some(name) = value("newdoc").and_then(document_name) {
            self.sentence.document = Some(name);
        }
        if let Some(id) = value("sent_id").and_then(sentence_id) {
            self.sentence.id = Some(id);
        }
        if let Some(fields) = value("global.Entity").and_then(fields) {
            file.fields = Some(fields);
        }
    }

    fn row(&mut self, line: usize, row: &'a str, file: &mut File<'a>) -> Result<(), Problem> {
        let columns: Vec<&'a str> = row.split('\t').collect();
        let column = |index: usize| columns.get(index).copied();
        let id = columns[0];
        if id.contains('-') {
            return Ok(()); // a multi-word token
        }
        let empty = id.contains('.');
        let number = if empty { empty_number(line, id)? } else { self.word(line, id, column(6), file)? };
        let mut node = Node {
            line,
            number,
            empty,
            form: column(1).unwrap_or("_"),
            dependencies: column(8).unwrap_or("_"),
            entity: "",
            bridge: "",
            split: "",
        };
        node.read_misc(column(9).unwrap_or("_"))?;
        self.sentence.nodes.push(node);
        Ok(())
    }

    /// Counts a word; its id may be any number.
    fn word(
        &mut self,
        line: usize,
        id: &str,
        parent: Option<&str>,
        file: &mut File<'a>,
    ) -> Result<f64, Problem> {
        integer(id).ok_or_else(|| Problem::new(line, format!("the id “{id}” is not a number")))?;
        self.words += 1;
        let parent = match parent.unwrap_or("_") {
            "_" => {
                file.warnings.push(format!("line {line}: the word has no head"));
                None
            }
            text => Some(
                integer(text)
                    .ok_or_else(|| Problem::new(line, format!("the head “{text}” is not a number")))?,
            ),
        };
        self.parents.push((line, parent));
        Ok(self.words as f64)
    }

    fn finish(&mut self, file: &mut File<'a>) -> Result<(), Problem> {
        let mut sentence = std::mem::take(&mut self.sentence);
        let parents = std::mem::take(&mut self.parents);
        self.words = 0;
        if sentence.nodes.is_empty() {
            return Ok(());
        }
        check_tree(&parents)?;
        self.check_id(&sentence, file.sentences.len() + 1)?;
        sentence.nodes.sort_by(|a, b| a.number.total_cmp(&b.number));
        file.sentences.push(sentence);
        Ok(())
    }

    /// Checks the id of a sentence: two sentences may share an id only if the part after a slash differs.
    fn check_id(&mut self, sentence: &Sentence<'_>, number: usize) -> Result<(), Problem> {
        let own = number.to_string();
        let (bundle, zone) =
            sentence.id.map_or((own.as_str(), ""), |id| id.split_once('/').unwrap_or((id, "")));
        if self.bundle.0 != bundle {
            self.bundle = (bundle.to_owned(), Vec::new());
        }
        if self.bundle.1.iter().any(|other| other == zone) {
            return Err(Problem::new(sentence.line, format!("a second sentence has the id {bundle}")));
        }
        self.bundle.1.push(zone.to_owned());
        Ok(())
    }
}

impl<'a> Node<'a> {
    fn read_misc(&mut self, misc: &'a str) -> Result<(), Problem> {
        for feature in misc.split('|') {
            let (name, value) = feature.split_once('=').unwrap_or((feature, ""));
            match name {
                "Entity" if !feature.contains('=') => {
                    return Err(Problem::new(self.line, "Entity has no value"));
                }
                "Entity" => self.entity = value,
                "Bridge" => self.bridge = value,
                "SplitAnte" => self.split = value,
                _ => {}
            }
        }
        Ok(())
    }
}

/// The name in `# newdoc` or `# newdoc id = NAME`; `rest` is what follows `newdoc`.
fn document_name(rest: &str) -> Option<&str> {
    if rest.is_empty() {
        return Some("");
    }
    let trimmed = rest.trim_start();
    let value = trimmed.strip_prefix("id").filter(|_| trimmed.len() < rest.len())?;
    let name = value.trim_start().strip_prefix('=')?.trim_start();
    Some(name).filter(|name| !name.is_empty())
}

/// The id in `# sent_id = ID`; `rest` is what follows `sent_id`.
fn sentence_id(rest: &str) -> Option<&str> {
    let trimmed = rest.trim_start();
    let value = trimmed.strip_prefix('=').map_or(trimmed, str::trim_start);
    value.split_whitespace().next().or_else(|| trimmed.split_whitespace().next())
}

/// The fields in `# global.Entity = eid-etype-head-other`; `rest` is what follows `global.Entity`.
fn fields(rest: &str) -> Option<&str> {
    rest.trim_start().strip_prefix('=')?.split_whitespace().next()
}

fn empty_number(line: usize, id: &str) -> Result<f64, Problem> {
    let number = id.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| Problem::new(line, format!("the id “{id}” is not a number")))
}

/// A whole number as Python's `int` reads it, if it can be a number of words.
pub(in crate::dropin) fn integer(text: &str) -> Option<usize> {
    let text = text.trim();
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let grouped = !digits.starts_with('_') && !digits.ends_with('_') && !digits.contains("__");
    let plain: Option<String> = digits.chars().filter(|&character| character != '_').map(decimal).collect();
    let plain = plain.filter(|plain| grouped && !plain.is_empty())?;
    let number = plain.parse().unwrap_or(usize::MAX);
    (number == 0 || !text.starts_with('-')).then_some(number)
}

/// Checks that every head is a word of the sentence or the root, and that no word depends on itself.
fn check_tree(parents: &[(usize, Option<usize>)]) -> Result<(), Problem> {
    let parent = |word: usize| parents[word - 1].1.unwrap_or(0);
    let mut visited = vec![0; parents.len() + 1];
    for word in 1..=parents.len() {
        let mut walker = word;
        while walker != 0 && visited[walker] == 0 {
            visited[walker] = word;
            let above = parent(walker);
            if above > parents.len() {
                return Err(Problem::new(
                    parents[walker - 1].0,
                    format!("the head {above} is not in the sentence"),
                ));
            }
            walker = above;
        }
        if walker != 0 && visited[walker] == word {
            return Err(Problem::new(parents[walker - 1].0, "the word depends on itself"));
        }
    }
    Ok(())
}
