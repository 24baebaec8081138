//! OntoNotes Normal Form: one `.onf` file with all layers of a text, for people to read.
//!
//! ```text
//! Tree:
//! -----
//!     (TOP (S (NP-SBJ (NNP Ann))
//!             (VP (VBD slept))))
//!
//! Leaves:
//! -------
//!     0   Ann
//!            coref: IDENT        7     0-0    Ann
//!            name:  PERSON             0-0    Ann
//!     1   slept
//!            sense: sleep-v.1
//!            prop:  sleep.01
//!             v          * -> 1:0,  slept
//!             ARG0       * -> 0:1,  Ann
//! ```
//!
//! Leaves are numbered in each tree, including traces; both ends of a range are inside it. In propositions,
//! `*` begins a node with the same referent as the previous node, and a line without `*` is another piece of
//! that node; a trace is followed by the node that the tree links it to. Continuation lines are indented
//! further. After the sentences of a part, `Coreference chains for section 0:` lists its mentions again, with
//! sentences numbered over the whole file.

use super::build::ONF;
use super::chains::Chains;
use super::inline::{Line, Mark, Wrong};
use super::lines::lemma_of;
use super::parsed::{Parsed, Place, Sense};
use super::props::{Field, Prop, node};
use crate::document::read_bracketed_with_traces;

/// Reads a file.
pub(super) fn read(text: &str) -> Result<Parsed<'_>, Wrong> {
    let mut reader = Reader::default();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    for (place, line) in lines.iter().enumerate() {
        let number = place as u64 + 1;
        match title(line, lines.get(place + 1).copied()) {
            Some(title) => reader.begin(title, number)?,
            None if is_rule(line) => {}
            None => reader.line(line, number)?,
        }
    }
    reader.end()
}

/// A title without its colon: a line that is underlined with hyphens.
fn title<'a>(line: &'a str, next: Option<&str>) -> Option<&'a str> {
    let is_underlined =
        next?.len() >= line.len() && !line.is_empty() && next?.bytes().all(|byte| byte == b'-');
    line.strip_suffix(':').filter(|title| is_underlined && !title.starts_with(char::is_whitespace))
}

fn is_rule(line: &str) -> bool {
    line.len() > 1 && (line.bytes().all(|byte| byte == b'-') || line.bytes().all(|byte| byte == b'='))
}

/// The kind of lines below a title.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Below {
    /// Information that is also in other lines, or not needed.
    #[default]
    Other,
    Speaker,
    Tree,
    Leaves,
    Chains,
}

#[derive(Default)]
struct Reader<'a> {
    parsed: Parsed<'a>,
    below: Below,
    /// The speaker of the next sentence.
    speaker: Option<&'a str>,
    /// The tree that is being read, and the line where it begins.
    tree: (String, u64),
    coref: Vec<Line>,
    name: Vec<Line>,
    chains: Chains,
}

impl<'a> Reader<'a> {
    fn begin(&mut self, title: &'a str, number: u64) -> Result<(), Wrong> {
        self.finish_tree()?;
        self.below = match title {
            "Speaker information" => Below::Speaker,
            "Tree" => {
                self.tree.1 = number;
                Below::Tree
            }
            "Leaves" => {
                self.begin_leaves(number)?;
                Below::Leaves
            }
            _ => match title.strip_prefix("Coreference chains for section ") {
                Some(section) => {
                    self.chains.begin(section.trim(), &mut self.coref);
                    Below::Chains
                }
                None => Below::Other,
            },
        };
        Ok(())
    }

    fn line(&mut self, line: &'a str, number: u64) -> Result<(), Wrong> {
        let content = line.trim_start();
        if content.is_empty() {
            return Ok(());
        }
        let wrong = |message| (number, message);
        match self.below {
            Below::Other => Ok(()),
            Below::Speaker => {
                if let Some(name) = content.strip_prefix("name:") {
                    self.speaker = Some(name.trim()).filter(|name| !matches!(*name, "" | "-" | "None"));
                }
                Ok(())
            }
            Below::Tree => {
                self.tree.0.push_str(line);
                self.tree.0.push('\n');
                Ok(())
            }
            Below::Leaves => self.leaf_line(line, number).map_err(wrong),
            Below::Chains => self.chains.line(line, number).map_err(wrong),
        }
    }

    fn finish_tree(&mut self) -> Result<(), Wrong> {
        if self.below != Below::Tree {
            return Ok(());
        }
        let (text, begins) = std::mem::take(&mut self.tree);
        // the title and its underlining come before the tree
        let trees = read_bracketed_with_traces(&text)
            .map_err(|error| (begins + 1 + error.line, error.message.to_owned()))?;
        let count = trees.len();
        if count != 1 {
            return Err((begins, format!("expected one tree below `Tree:`, but there are {count}")));
        }
        self.parsed.trees.extend(trees);
        self.parsed.speakers.push(self.speaker.take());
        Ok(())
    }

    fn begin_leaves(&mut self, number: u64) -> Result<(), Wrong> {
        self.check_leaves()?;
        if self.coref.len() + 1 != self.parsed.trees.len() {
            return Err((number, "expected one `Tree:` before `Leaves:`".to_owned()));
        }
        let line = || Line { number, ..Line::default() };
        self.coref.push(line());
        self.name.push(line());
        Ok(())
    }

    /// Checks that all marks of the last sentence end in it.
    fn check_leaves(&self) -> Result<(), Wrong> {
        for line in self.coref.last().into_iter().chain(self.name.last()) {
            let leaves = line.words.len();
            if let Some(mark) = line.marks.iter().find(|mark| mark.words.1 > leaves) {
                let (first, last) = (mark.words.0, mark.words.1 - 1);
                return Err((
                    line.number,
                    format!("{first}-{last} is beyond the {leaves} leaves of the tree"),
                ));
            }
        }
        Ok(())
    }

    fn end(mut self) -> Result<Parsed<'a>, Wrong> {
        self.finish_tree()?;
        self.check_leaves()?;
        if self.parsed.trees.is_empty() {
            return Err((0, "there is no `Tree:`; is this an .onf file?".to_owned()));
        }
        if self.coref.len() != self.parsed.trees.len() {
            return Err((0, "the last tree has no `Leaves:`".to_owned()));
        }
        let odd = self.chains.compared(&self.coref);
        self.parsed.problems.extend(odd.map(|problem| (ONF, problem)));
        Ok(Parsed { coref: Some(self.coref), name: Some(self.name), one_file: Some(ONF), ..self.parsed })
    }

    /// Reads a leaf, an annotation of it, or a continuation of the previous line, distinguished by
    /// indentation.
    fn leaf_line(&mut self, line: &'a str, number: u64) -> Result<(), String> {
        let content = line.trim_start();
        match line.len() - content.len() {
            0..=4 => self.leaf(content),
            5..=11 => self.annotation(content.trim_start_matches(['!', '*', ' ']), number),
            12 => self.argument(content),
            _ => {
                self.more_nodes(content);
                Ok(())
            }
        }
    }

    fn leaf(&mut self, content: &'a str) -> Result<(), String> {
        let place = self.coref.last().map_or(0, |line| line.words.len());
        let expected = || format!("expected leaf {place} and its word, not `{content}`");
        let (number, word) = content.split_once(char::is_whitespace).ok_or_else(expected)?;
        if number.parse() != Ok(place) {
            return Err(expected());
        }
        for line in self.coref.last_mut().into_iter().chain(self.name.last_mut()) {
            line.words.push(word.trim().to_owned());
        }
        Ok(())
    }

    fn annotation(&mut self, content: &'a str, number: u64) -> Result<(), String> {
        let tree = self.coref.len() - 1;
        let leaf = self.coref[tree].words.len().checked_sub(1);
        let leaf = leaf.ok_or_else(|| format!("`{content}` comes before the first leaf"))?;
        let (kind, value) = content.split_once(':').unwrap_or((content, ""));
        let value = value.trim();
        match kind {
            "coref" => self.coref[tree].marks.push(mention(value, leaf)?),
            "name" => self.name[tree].marks.push(name(value, leaf)?),
            "sense" => self.parsed.senses.push(sense(value, (number, tree, leaf))?),
            "prop" => self.parsed.props.push(prop(value, (number, tree, leaf))?),
            _ => return Err(format!("expected coref, name, sense or prop of leaf {leaf}, not `{content}`")),
        }
        Ok(())
    }

    /// `ARG0       * -> 9:1,  people`.
    fn argument(&mut self, content: &'a str) -> Result<(), String> {
        let (label, nodes) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
        let wrong = || format!("`{content}` is not an argument such as `ARG0 * -> 2:1, words`");
        let prop = self.parsed.props.last_mut().ok_or_else(wrong)?;
        if !nodes.trim_start().starts_with("* -> ") {
            return Err(wrong());
        }
        prop.fields.push(Field { chain: Vec::new(), label });
        self.more_nodes(nodes.trim_start());
        Ok(())
    }

    /// Reads further nodes of an argument, unless the line continues with words.
    fn more_nodes(&mut self, content: &str) {
        let field = self.parsed.props.last_mut().and_then(|prop| prop.fields.last_mut());
        let (Some(field), Some((is_next, node))) = (field, pointer(content)) else { return };
        match field.chain.last_mut() {
            Some(pieces) if !is_next => pieces.push(node),
            _ => field.chain.push(vec![node]),
        }
    }
}

/// A node, and whether it has the same referent as the previous one: `* -> 9:1,  people`. If the tree has no
/// such node, `*None*` follows.
fn pointer(content: &str) -> Option<(bool, super::props::Node)> {
    let (is_next, rest) = content.strip_prefix("* ").map_or((false, content), |rest| (true, rest));
    let (place, words) = rest.strip_prefix("-> ")?.split_once(',')?;
    Some((is_next, node(place)?)).filter(|_| words.trim() != "*None*")
}

/// `IDENT        12    25-26  Hong Kong`, or with `HEAD` or `ATTRIB` after `APPOS`.
fn mention(value: &str, leaf: usize) -> Result<Mark, String> {
    let wrong = || format!("`{value}` is not a mention such as `IDENT 12 {leaf}-{leaf} words`");
    let mut cells = value.split_whitespace();
    let kind = cells.next().ok_or_else(wrong)?;
    let second = cells.next().ok_or_else(wrong)?;
    let id = if matches!(second, "HEAD" | "ATTRIB") { cells.next().ok_or_else(wrong)? } else { second };
    let words = cells.next().and_then(|cell| range(cell, leaf)).ok_or_else(wrong)?;
    Ok(Mark { words, id: id.to_owned(), kind: kind.to_owned(), is_cut: false })
}

/// `GPE                25-26  Hong Kong`.
fn name(value: &str, leaf: usize) -> Result<Mark, String> {
    let wrong = || format!("`{value}` is not a name such as `GPE {leaf}-{leaf} words`");
    let mut cells = value.split_whitespace();
    let kind = cells.next().ok_or_else(wrong)?;
    let words = cells.next().and_then(|cell| range(cell, leaf)).ok_or_else(wrong)?;
    Ok(Mark { words, kind: kind.to_owned(), ..Mark::default() })
}

/// The range of leaves given as `25-26`, which must begin at this leaf; a word may follow without a blank.
fn range(cell: &str, leaf: usize) -> Option<(usize, usize)> {
    let (first, last) = cell.split_once('-')?;
    let digits = last.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(last.len());
    let (first, last): (usize, usize) = (first.parse().ok()?, last[..digits].parse().ok()?);
    (first == leaf && first <= last).then_some((first, last.checked_add(1)?))
}

/// The place of an annotation: its line, its tree and its leaf.
type Spot = (u64, usize, usize);

/// `look-v.5`.
fn sense(value: &str, (line, tree, leaf): Spot) -> Result<Sense<'_>, String> {
    let wrong = || format!("`{value}` is not a sense such as `look-v.5`");
    let (_, after) = value.rsplit_once('-').ok_or_else(wrong)?;
    let (_, number) = after.split_once('.').ok_or_else(wrong)?;
    let lemma = lemma_of(&value[..value.len() - number.len() - 1]);
    Ok(Sense { line, tree, place: Place::Leaf(leaf), lemma, number })
}

/// `look.01`.
fn prop(value: &str, (line, tree, leaf): Spot) -> Result<Prop<'_>, String> {
    let (lemma, frameset) =
        value.rsplit_once('.').ok_or_else(|| format!("`{value}` is not a frameset such as `look.01`"))?;
    Ok(Prop { line, tree, leaf, lemma, frameset, fields: Vec::new() })
}
