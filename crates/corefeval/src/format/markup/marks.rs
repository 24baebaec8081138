//! The marks of mentions in a text, and the text without them.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::Problem;
use super::super::tags::Tag;

/// A mention as marked: the bytes of its two marks, its id and its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pair<'a> {
    pub(super) open: Range<usize>,
    pub(super) close: Range<usize>,
    pub(super) id: &'a str,
    pub(super) kind: &'a str,
}

/// What is wrong with a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault<'a> {
    pub(super) at: usize,
    what: What<'a>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What<'a> {
    UnopenedBracket(&'a str),
    UnclosedBracket,
    UnopenedTag(&'a str),
    UnclosedTag(&'a str),
    EmptyId,
}

/// All marks of a text.
#[derive(Debug, Default)]
pub(super) struct Marks<'a> {
    /// The mentions, in the order in which they are closed.
    pub(super) pairs: Vec<Pair<'a>>,
    pub(super) faults: Vec<Fault<'a>>,
    /// The names of tags with ids; other tags are text.
    tags: FxHashSet<&'a str>,
}

/// A text without its marks, and the place of each mention in it, in characters.
pub(super) struct Stripped {
    pub(super) text: String,
    pub(super) ranges: Vec<(u32, u32)>,
}

struct OpenTag<'a> {
    range: Range<usize>,
    name: &'a str,
    id: &'a str,
    kind: &'a str,
}

/// Tags that are not closed, by their names.
type OpenTags<'a> = FxHashMap<&'a str, Vec<OpenTag<'a>>>;

impl<'a> Marks<'a> {
    /// Finds the marks of a text.
    pub(super) fn find(text: &'a str) -> Self {
        let mut marks = Self::default();
        let (mut brackets, mut tags) = (Vec::new(), OpenTags::default());
        let mut at = 0;
        let special = |byte: &u8| matches!(byte, b'\\' | b'[' | b']' | b'<');
        while let Some(found) = text.as_bytes()[at..].iter().position(special) {
            at += found;
            at = match text.as_bytes()[at] {
                b'\\' => at + 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
                b'[' => {
                    brackets.push(at);
                    at + 1
                }
                b']' => marks.close_bracket(text, at, &mut brackets),
                _ => marks.tag(text, at, &mut tags),
            };
        }
        marks.faults.extend(brackets.into_iter().map(|at| Fault { at, what: What::UnclosedBracket }));
        let unclosed = |tag: OpenTag<'a>| Fault { at: tag.range.start, what: What::UnclosedTag(tag.name) };
        marks.faults.extend(tags.into_values().flatten().map(unclosed));
        marks.faults.sort_by_key(|fault| fault.at);
        marks
    }

    /// Reads a closing bracket: if an id follows, it ends a mention; otherwise it is text, and so is its
    /// opening bracket.
    fn close_bracket(&mut self, text: &'a str, at: usize, open: &mut Vec<usize>) -> usize {
        let opened = open.pop();
        let Some((id, end)) = id_behind(text, at + 1) else { return at + 1 };
        match opened {
            _ if id.is_empty() => self.faults.push(Fault { at, what: What::EmptyId }),
            Some(start) => {
                self.pairs.push(Pair { open: start..start + 1, close: at..end, id, kind: "" });
            }
            None => self.faults.push(Fault { at, what: What::UnopenedBracket(id) }),
        }
        end
    }

    /// Reads a tag with an id, or the end of one; any other `<` is text.
    fn tag(&mut self, text: &'a str, at: usize, open: &mut OpenTags<'a>) -> usize {
        let rest = &text[at + 1..];
        let Some(length) = rest.find(['>', '<', '\n']).filter(|&end| rest[end..].starts_with('>')) else {
            return at + 1;
        };
        let end = at + 1 + length + 1;
        let Some(tag) = Tag::parse(&text[at..end]) else { return at + 1 };
        if tag.closes {
            return self.close_tag((tag.name, at..end), open);
        }
        match tag.attribute("id").map(str::trim) {
            Some("") => self.faults.push(Fault { at, what: What::EmptyId }),
            Some(id) => {
                self.tags.insert(tag.name);
                let kind = tag.attribute("type").unwrap_or("");
                let opened = OpenTag { range: at..end, name: tag.name, id, kind };
                open.entry(tag.name).or_default().push(opened);
            }
            None => return at + 1,
        }
        end
    }

    fn close_tag(&mut self, (name, range): (&'a str, Range<usize>), open: &mut OpenTags<'a>) -> usize {
        let end = range.end;
        match open.get_mut(name).and_then(Vec::pop) {
            Some(OpenTag { range: opened, id, kind, .. }) => {
                self.pairs.push(Pair { open: opened, close: range, id, kind });
            }
            None if self.tags.contains(&name) => {
                self.faults.push(Fault { at: range.start, what: What::UnopenedTag(name) });
            }
            None => return range.start + 1,
        }
        end
    }

    /// The text without marks and escapes.
    pub(super) fn strip(&self, text: &str) -> Stripped {
        let mut cuts: Vec<(Range<usize>, usize, bool)> = Vec::with_capacity(self.pairs.len() * 2);
        for (index, pair) in self.pairs.iter().enumerate() {
            cuts.push((pair.open.clone(), index, true));
            cuts.push((pair.close.clone(), index, false));
        }
        cuts.sort_by_key(|(range, ..)| range.start);
        let mut stripped = Stripped { text: String::new(), ranges: vec![(0, 0); self.pairs.len()] };
        let (mut at, mut characters) = (0, 0);
        for (range, index, opens) in cuts {
            characters += stripped.add(&text[at..range.start]);
            at = range.end;
            let bounds = &mut stripped.ranges[index];
            if opens {
                bounds.0 = characters;
            } else {
                bounds.1 = characters;
            }
        }
        stripped.add(&text[at..]);
        stripped
    }
}

impl Stripped {
    /// Adds text without its escapes; returns how many characters were added.
    fn add(&mut self, text: &str) -> u32 {
        let mut characters = 0;
        let mut rest = text.chars().peekable();
        while let Some(mut character) = rest.next() {
            if character == '\\' {
                character = rest.next_if(|next| ESCAPED.contains(*next)).unwrap_or('\\');
            }
            self.text.push(character);
            characters += 1;
        }
        characters
    }
}

/// The characters that are text after a backslash.
pub(super) const ESCAPED: &str = "[]<#\\";

/// The id after a closing bracket, `{1}` or `(#1)`, and where it ends.
fn id_behind(text: &str, at: usize) -> Option<(&str, usize)> {
    let rest = &text[at..];
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let (start, end) = match rest[blanks..].strip_prefix('{') {
        Some(_) => (blanks + 1, '}'),
        None if rest.starts_with("(#") => (2, ')'),
        None => return None,
    };
    let length = rest[start..].find([end, '\n', '{', '[', ']'])?;
    let closed = rest[start + length..].starts_with(end);
    closed.then(|| (rest[start..start + length].trim(), at + start + length + 1))
}

impl Fault<'_> {
    pub(super) fn problem(&self) -> Problem {
        match self.what {
            What::UnopenedBracket(id) => {
                Problem::error("unopened-mention", 0, format!("`]{{{id}}}` was not opened"))
                    .hint("put `[` where the mention begins, or remove this mark")
            }
            What::UnclosedBracket => {
                Problem::warning("unclosed-bracket", 0, "`[` is not closed; it is read as text")
                    .hint("end a mention with `]{id}`, or write `\\[` for a bracket that is text")
            }
            What::UnopenedTag(name) => {
                Problem::error("unopened-mention", 0, format!("`</{name}>` was not opened"))
                    .hint(format!("put `<{name} id=\"…\">` where the mention begins, or remove this tag"))
            }
            What::UnclosedTag(name) => Problem::error(
                "unclosed-mention",
                0,
                format!("`<{name}>` is not closed before the document ends"),
            )
            .hint(format!("put `</{name}>` where the mention ends")),
            What::EmptyId => Problem::error("empty-id", 0, "a mention without an entity id")
                .hint("write the entity's id: `[Mary]{1}`"),
        }
    }
}
