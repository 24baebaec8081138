//! `Bridge=` and `SplitAnte=`: relations between entities.

use super::super::Problem;
use super::super::escape::unescape;
use super::super::ids::Ids;
use super::IN_LINKS;
use crate::document::{Document, EntityDetail, Relation, RelationKind};

/// The two attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `e1<e5:part`: the anchor of a mention of e5 that begins here is in e1.
    Bridge,
    /// `e1<e5`: e1 is one of the entities that e5 is made of.
    Split,
}

/// An attribute as read; it is resolved when all entities of the document are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link<'a> {
    pub(super) kind: Kind,
    pub(super) token: u32,
    pub(super) value: &'a [u8],
}

/// One item of an attribute, with its two entities resolved.
struct Item<'a> {
    target: u32,
    source: u32,
    label: &'a str,
}

/// Adds what links say to a document whose mentions are complete; returns problems with their pieces.
pub(super) fn resolve<'a>(
    links: &[Link<'a>],
    document: &mut Document,
    ids: &Ids,
) -> Vec<(Problem, &'a [u8])> {
    let mut problems = Vec::new();
    if links.is_empty() {
        return problems;
    }
    let starts = starts(document);
    for link in links {
        for text in String::from_utf8_lossy(link.value).split(',') {
            match item(text, ids) {
                Ok(item) if link.kind == Kind::Bridge => {
                    document.relations.extend(bridge(&item, link, &starts));
                }
                Ok(item) => add_element(document, &item, ids.labels().len()),
                Err(problem) => problems.push((problem.of(link, text), link.value)),
            }
        }
    }
    problems
}

/// Why an item is not valid.
enum Fault {
    Malformed,
    Unknown(String),
    Itself,
}

impl Fault {
    fn of(&self, link: &Link<'_>, text: &str) -> Problem {
        let name = if link.kind == Kind::Bridge { "Bridge" } else { "SplitAnte" };
        let warning = |code, why: String| {
            Problem::warning(code, 0, format!("`{text}` in {name} {why}; it is left out"))
        };
        match self {
            Self::Malformed => warning("bad-link", "is not two ids separated by `<`".to_owned())
                .hint("write `e1<e5`: the antecedent or anchor first"),
            Self::Unknown(id) => {
                warning("unknown-entity", format!("names entity {id}, which has no mention"))
                    .hint("other tools refuse such a file")
            }
            Self::Itself => {
                warning("bad-link", "refers to itself".to_owned()).hint("other tools refuse such a file")
            }
        }
    }
}

fn item<'a>(text: &'a str, ids: &Ids) -> Result<Item<'a>, Fault> {
    let (target, rest) = text.split_once('<').ok_or(Fault::Malformed)?;
    let (source, label) = rest.split_once(':').unwrap_or((rest, ""));
    let find = |id: &str| ids.find(id.as_bytes()).ok_or_else(|| Fault::Unknown(id.to_owned()));
    let (target, source) = (find(target)?, find(source)?);
    if target == source { Err(Fault::Itself) } else { Ok(Item { target, source, label }) }
}

/// Entity, first token and number of every mention, sorted.
fn starts(document: &Document) -> Vec<(u32, u32, u32)> {
    let mentions = document.mentions.iter().enumerate();
    let mut starts: Vec<_> =
        mentions.map(|(index, mention)| (mention.entity, mention.span.start, index as u32)).collect();
    starts.sort_unstable();
    starts
}

fn bridge(item: &Item<'_>, link: &Link<'_>, starts: &[(u32, u32, u32)]) -> Option<Relation> {
    let from = nearest(item.source, link.token, starts)?;
    let to = nearest(item.target, link.token, starts)?;
    Some(Relation { kind: RelationKind::Bridging, from, to, label: unescape(item.label, IN_LINKS) })
}

/// The mention of an entity that begins at a token; otherwise its last mention before the token, otherwise
/// its first mention.
fn nearest(entity: u32, token: u32, starts: &[(u32, u32, u32)]) -> Option<u32> {
    let of_entity = |at: &usize| starts.get(*at).filter(|start| start.0 == entity);
    let here = starts.partition_point(|start| (start.0, start.1) < (entity, token));
    let begins_here = of_entity(&here).filter(|start| start.1 == token);
    let before = here.checked_sub(1).and_then(|before| of_entity(&before));
    begins_here.or(before).or_else(|| of_entity(&here)).map(|start| start.2)
}

fn add_element(document: &mut Document, item: &Item<'_>, entities: usize) {
    document.entity_details.resize_with(entities, EntityDetail::default);
    let detail = document.entity_details.get_mut(item.source as usize);
    if let Some(detail) = detail.filter(|detail| !detail.elements.contains(&item.target)) {
        detail.elements.push(item.target);
    }
}
