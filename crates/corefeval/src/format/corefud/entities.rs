//! Mentions as the brackets of `Entity=`.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::escape::escape;
use super::super::marks::{First, Gaps, Kind, Mark, marks};
use super::{IN_NAMES, IN_VALUES};
use crate::document::{Detail, Document, Mention, Span};

/// The fields of mentions, in order; the same for all documents that are written together, because other
/// tools read a whole file with one list of fields.
pub(super) struct Fields<'a> {
    names: Vec<&'a str>,
}

impl<'a> Fields<'a> {
    pub(super) fn of(documents: &'a [Document]) -> Self {
        let mut names = vec![if shares_ids(documents) { "GRP" } else { "eid" }, "etype"];
        if heads_are_known(documents) {
            names.push("head");
        }
        let details = || documents.iter().flat_map(|document| &document.details);
        if details().any(|detail| detail.minimum.is_some()) {
            names.push("minspan");
        }
        let mut seen = FxHashSet::default();
        for (name, _) in details().flat_map(|detail| &detail.attributes) {
            if seen.insert(name) && is_field(name) && !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names.push("other");
        Self { names }
    }

    /// Their names as `# global.Entity` lists them.
    pub(super) fn list(&self) -> String {
        self.names.join("-")
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(&name)
    }
}

/// Whether an id means different entities in different documents.
fn shares_ids(documents: &[Document]) -> bool {
    let mut seen = FxHashMap::default();
    let mut used = documents.iter().enumerate().flat_map(|(index, document)| {
        let label = |entity: u32| document.entity_labels.get(entity as usize).unwrap_or("");
        document.mentions.iter().map(move |mention| (label(mention.entity), index))
    });
    used.any(|(label, index)| *seen.entry(label).or_insert(index) != index)
}

/// Whether heads are written: some are known, or all mentions have one word, which is the head.
fn heads_are_known(documents: &[Document]) -> bool {
    let mut unknown = false;
    for document in documents {
        for mention in &document.mentions {
            match head(document, mention) {
                Some(_) if mention_length(document, mention) > 1 => return true,
                head => unknown |= head.is_none(),
            }
        }
    }
    !unknown
}

fn mention_length(document: &Document, mention: &Mention) -> u32 {
    document.parts(mention).iter().map(|part| part.len()).sum()
}

/// The number of the head among the words of a mention, counted from 1, if it is known.
fn head(document: &Document, mention: &Mention) -> Option<usize> {
    let named = document.detail(mention).and_then(|detail| detail.head);
    let place = document.mention_tokens(mention).position(|token| Some(token) == named);
    place.or((mention_length(document, mention) == 1).then_some(0)).map(|place| place + 1)
}

/// How many mentions have no head.
pub(super) fn headless(document: &Document) -> usize {
    document.mentions.iter().filter(|mention| head(document, mention).is_none()).count()
}

/// The mentions of a document, to be written.
pub(super) struct Entities<'a> {
    pub(super) document: &'a Document,
    pub(super) fields: &'a Fields<'a>,
    /// The mentions whose heads would be misread.
    pub(super) misplaced: &'a FxHashSet<usize>,
}

impl Entities<'_> {
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
            Kind::Open => format!("({}", self.values(mark.mention, &part)),
            Kind::Single => format!("({})", self.values(mark.mention, &part)),
        }
    }

    fn id(&self, mention: &Mention) -> String {
        escape(self.document.entity_labels.get(mention.entity as usize).unwrap_or(""), IN_NAMES)
    }

    fn values(&self, index: usize, part: &str) -> String {
        let mention = &self.document.mentions[index];
        let nothing = Detail::default();
        let detail = self.document.detail(mention).unwrap_or(&nothing);
        let values = self.fields.names.iter().map(|&field| match field {
            "eid" | "GRP" => self.id(mention) + part,
            // if some heads are known, the other mentions need one too
            "head" => {
                let known = head(self.document, mention).filter(|_| !self.misplaced.contains(&index));
                known.unwrap_or(1).to_string()
            }
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

    /// The words of a mention that are in the minimum, counted from 1.
    fn minimum(&self, mention: &Mention, minimum: Span) -> String {
        let words = self.document.mention_tokens(mention).enumerate();
        let inside = words.filter(|&(_, token)| minimum.holds(token));
        inside.map(|(place, _)| (place + 1).to_string()).collect::<Vec<_>>().join(",")
    }
}

/// Whether a name can be written in the list of fields, and is not one of the fields with a special meaning.
pub(super) fn is_field(name: &str) -> bool {
    let plain = |character: char| character.is_alphanumeric() || character == '_' || character == '.';
    let own = ["eid", "GRP", "etype", "entity", "head", "other"];
    !name.is_empty() && name.chars().all(plain) && !own.contains(&name)
}
