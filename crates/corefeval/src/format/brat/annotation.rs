//! The lines of a brat file.

use rustc_hash::FxHashMap;

use super::super::Problem;

/// The annotation in a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Annotation<'a> {
    /// `T1    Person 0 4    Mary`
    TextBound(TextBound<'a>),
    /// `R1    Coreference Arg1:T2 Arg2:T1`, or `*    Coreference T1 T2 T3`
    Link(Link<'a>),
    /// `E1    Attack:T1 Target:T2`: an event is represented by its trigger.
    Event { id: &'a str, trigger: &'a str },
    /// Attributes, notes and normalisations.
    Other,
}

/// Characters of the text, with a type.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TextBound<'a> {
    pub(super) id: &'a str,
    pub(super) kind: &'a str,
    /// First character, and the one after the last.
    pub(super) parts: Vec<(u32, u32)>,
    pub(super) line: u64,
}

/// Annotations that belong together.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Link<'a> {
    pub(super) kind: &'a str,
    pub(super) ids: Vec<&'a str>,
    pub(super) line: u64,
}

/// Why a line is not a brat annotation.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// It does not begin like a brat annotation.
    NotBrat,
    /// Its offsets are not numbers, or end before they begin.
    Offsets,
}

/// The annotations of a file that the reader uses.
#[derive(Debug, Default)]
pub(super) struct Annotations<'a> {
    pub(super) bound: Vec<TextBound<'a>>,
    pub(super) links: Vec<Link<'a>>,
    pub(super) problems: Vec<Problem>,
    places: FxHashMap<&'a str, usize>,
    triggers: FxHashMap<&'a str, &'a str>,
}

/// Reads every line of a file.
pub(super) fn read(file: &str) -> Annotations<'_> {
    let mut annotations = Annotations::default();
    for (index, line) in file.lines().enumerate() {
        if !line.trim().is_empty() {
            annotations.add(line, index as u64 + 1);
        }
    }
    annotations
}

impl<'a> Annotations<'a> {
    fn add(&mut self, text: &'a str, number: u64) {
        match Annotation::parse(text) {
            Ok(Annotation::TextBound(bound)) => {
                if self.places.insert(bound.id, self.bound.len()).is_some() {
                    let message = format!("{} is annotated twice", bound.id);
                    self.problems.push(Problem::error("same-id", number, message).at(
                        text.as_bytes(),
                        0,
                        bound.id.len(),
                    ));
                }
                self.bound.push(TextBound { line: number, ..bound });
            }
            Ok(Annotation::Link(link)) => self.links.push(Link { line: number, ..link }),
            Ok(Annotation::Event { id, trigger }) => {
                self.triggers.insert(id, trigger);
            }
            Ok(Annotation::Other) => {}
            Err(wrong) => self.problems.push(wrong.problem(text, number)),
        }
    }

    /// Which text-bound annotations a link joins; missing ones are reported.
    pub(super) fn places(&self, link: &Link<'_>, problems: &mut Vec<Problem>) -> Vec<usize> {
        let mut places = Vec::with_capacity(link.ids.len());
        for id in &link.ids {
            match self.places.get(self.triggers.get(id).unwrap_or(id)) {
                Some(&place) => places.push(place),
                None => {
                    let message = format!("{id} is linked but not annotated");
                    problems
                        .push(Problem::error("unknown-mention", link.line, message).hint("add its `T` line"));
                }
            }
        }
        places
    }
}

impl<'a> Annotation<'a> {
    /// Reads a line.
    pub(super) fn parse(line: &'a str) -> Result<Self, Wrong> {
        let mut cells = line.split('\t');
        let (id, body) = (cells.next().unwrap_or("").trim_end(), cells.next());
        let (Some(first), Some(body)) = (id.chars().next(), body) else { return Err(Wrong::NotBrat) };
        let numbered = id.len() > 1 && id[first.len_utf8()..].bytes().all(|byte| byte.is_ascii_digit());
        match first {
            'T' if numbered => text_bound(id, body).map(Self::TextBound),
            'R' if numbered => Ok(Self::Link(relation(body))),
            'E' if numbered => {
                let trigger = body.split_whitespace().next().and_then(|role| role.split_once(':'));
                Ok(Self::Event { id, trigger: trigger.map_or("", |(_, trigger)| trigger) })
            }
            '*' => Ok(Self::Link(equivalence(body))),
            'A' | 'M' | 'N' if numbered => Ok(Self::Other),
            '#' => Ok(Self::Other),
            _ => Err(Wrong::NotBrat),
        }
    }
}

fn text_bound<'a>(id: &'a str, body: &'a str) -> Result<TextBound<'a>, Wrong> {
    let (kind, offsets) = body.trim().split_once(' ').ok_or(Wrong::Offsets)?;
    let part = |part: &str| {
        let (start, end) = part.trim().split_once(' ')?;
        let (start, end) = (start.parse().ok()?, end.trim().parse().ok()?);
        (start < end).then_some((start, end))
    };
    let parts: Option<Vec<(u32, u32)>> = offsets.split(';').map(part).collect();
    Ok(TextBound { id, kind, parts: parts.ok_or(Wrong::Offsets)?, line: 0 })
}

fn relation(body: &str) -> Link<'_> {
    let mut words = body.split_whitespace();
    let kind = words.next().unwrap_or("");
    let ids = words.map(|role| role.split_once(':').map_or(role, |(_, id)| id)).collect();
    Link { kind, ids, line: 0 }
}

fn equivalence(body: &str) -> Link<'_> {
    let mut words = body.split_whitespace();
    Link { kind: words.next().unwrap_or(""), ids: words.collect(), line: 0 }
}

impl TextBound<'_> {
    /// Whether the type is a label with a number, such as `Miss_Taylor-6`.
    pub(super) fn is_label(&self) -> bool {
        let number = self.kind.rsplit_once('-').map_or("", |(_, number)| number);
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// The category in types such as `PROP_PER`, where the form of the mention comes first.
    pub(super) fn category(&self) -> &str {
        self.kind.split_once('_').map_or(self.kind, |(_, category)| category)
    }
}

impl Link<'_> {
    /// Whether it joins mentions of one entity.
    pub(super) fn is_identity(&self) -> bool {
        let kind = self.kind.to_lowercase();
        ["coref", "ident", "equiv", "anaphor"].iter().any(|word| kind.contains(word)) && !self.is_bridging()
    }

    pub(super) fn is_bridging(&self) -> bool {
        self.kind.to_lowercase().contains("bridg")
    }
}

impl Wrong {
    fn problem(&self, text: &str, line: u64) -> Problem {
        let (message, hint) = match self {
            Self::NotBrat => {
                ("not a brat annotation", "lines begin with `T1`, `R1`, `E1`, `A1`, `*`, `#1` and a tab")
            }
            Self::Offsets => {
                ("no offsets here", "write the type, the first character and end (exclusive): `Person 0 4`")
            }
        };
        Problem::error("not-brat", line, message).at(text.as_bytes(), 0, text.len()).hint(hint)
    }
}
