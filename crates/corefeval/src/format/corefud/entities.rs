//! Mentions as the brackets of `Entity=`.

use rustc_hash::FxHashMap;

use super::super::escape::escape;
use super::super::marks::{First, Gaps, Kind, Mark, marks};
use super::{IN_NAMES, IN_VALUES};
use crate::document::{Detail, Document, Mention, Span};

/// Whether ids mean the same in all documents that are written together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// No id is used in two documents: `eid`.
    File,
    /// Some are: `GRP`.
    Document,
}

impl Scope {
    pub(super) fn of(documents: &[Document]) -> Self {
        let mut seen = FxHashMap::default();
        for (index, document) in documents.iter().enumerate() {
            for mention in &document.mentions {
                let label = document.entity_labels.get(mention.entity as usize).unwrap_or("");
                if *seen.entry(label).or_insert(index) != index {
                    return Self::Document;
                }
            }
        }
        Self::File
    }
}

/// The mentions of a document, to be written.
pub(super) struct Entities<'a> {
    document: &'a Document,
    fields: Vec<&'a str>,
}

impl<'a> Entities<'a> {
    pub(super) fn of(document: &'a Document, scope: Scope) -> Self {
        let id = if scope == Scope::File { "eid" } else { "GRP" };
        let mut fields = vec![id, "etype", "head"];
        if document.details.iter().any(|detail| detail.minimum.is_some()) {
            fields.push("minspan");
        }
        for detail in &document.details {
            for (name, _) in &detail.attributes {
                if name != "other" && !fields.contains(&name.as_str()) && is_field(name) {
                    fields.push(name);
                }
            }
        }
        fields.push("other");
        Self { document, fields }
    }

    /// The fields of mentions, in order.
    pub(super) fn fields(&self) -> &[&'a str] {
        &self.fields
    }

    /// The value of `Entity=` of each token, often empty.
    pub(super) fn cells(&self) -> Vec<String> {
        let mut cells = vec![String::new(); self.document.tokens as usize];
        for mark in marks(self.document, Gaps::Kept, First::Written) {
            if let Some(cell) = cells.get_mut(mark.token as usize) {
                cell.push_str(&self.bracket(&mark));
            }
        }
        cells
    }

    fn bracket(&self, mark: &Mark) -> String {
        let mention = &self.document.mentions[mark.mention];
        let parts = self.document.parts(mention).len();
        let part = if parts > 1 { format!("[{}/{parts}]", mark.part + 1) } else { String::new() };
        match mark.kind {
            Kind::Close => format!("{}{part})", self.id(mention)),
            Kind::Open => format!("({}", self.values(mention, &part)),
            Kind::Single => format!("({})", self.values(mention, &part)),
        }
    }

    fn id(&self, mention: &Mention) -> String {
        escape(self.document.entity_labels.get(mention.entity as usize).unwrap_or(""), IN_NAMES)
    }

    fn values(&self, mention: &Mention, part: &str) -> String {
        let nothing = Detail::default();
        let detail = self.document.detail(mention).unwrap_or(&nothing);
        let values = self.fields.iter().map(|&field| match field {
            "eid" | "GRP" => self.id(mention) + part,
            "head" => self.head(mention, detail).to_string(),
            _ => escape(&self.value(mention, detail, field), IN_VALUES),
        });
        values.collect::<Vec<_>>().join("-")
    }

    fn value(&self, mention: &Mention, detail: &Detail, field: &str) -> String {
        let attribute =
            detail.attributes.iter().find(|(name, _)| name == field).map(|(_, value)| value.clone());
        attribute.unwrap_or_else(|| match field {
            "etype" => {
                self.document.entity_detail(mention.entity).map_or_else(String::new, |it| it.kind.clone())
            }
            "minspan" => detail.minimum.map_or_else(String::new, |minimum| self.minimum(mention, minimum)),
            _ => String::new(),
        })
    }

    /// Which of its words is the head, counted from 1; the first when nothing is known.
    fn head(&self, mention: &Mention, detail: &Detail) -> usize {
        let is_head = |token: u32| Some(token) == detail.head;
        self.document.mention_tokens(mention).position(is_head).unwrap_or(0) + 1
    }

    /// Which of its words are in the minimum, counted from 1.
    fn minimum(&self, mention: &Mention, minimum: Span) -> String {
        let words = self.document.mention_tokens(mention).enumerate();
        let inside = words.filter(|&(_, token)| minimum.holds(token));
        inside.map(|(place, _)| (place + 1).to_string()).collect::<Vec<_>>().join(",")
    }
}

/// Whether a name can stand in the line that lists the fields, and is none of those that always do.
fn is_field(name: &str) -> bool {
    let plain = |character: char| character.is_alphanumeric() || character == '_' || character == '.';
    !name.is_empty() && name.chars().all(plain) && !["eid", "GRP", "etype", "entity", "head"].contains(&name)
}
