//! The name of a document: an id, and a part if the text was split into parts.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a file calls a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Name {
    /// The id, without parentheses.
    pub id: String,
    /// The part, if the file numbers parts.
    pub part: Option<u32>,
}

impl Name {
    /// Reads `(bc/cctv_0001); part 002`, `(x);`, `(x)`, or a bare id.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        let (rest, part) = match text.rfind("part ") {
            Some(at) => match (text[at + 5..].trim().parse().ok(), text[..at].trim_end()) {
                (Some(part), rest) if rest.ends_with(';') => (rest, Some(part)),
                _ => (text, None),
            },
            None => (text, None),
        };
        let rest = rest.trim_end_matches(';').trim_end();
        let id = rest.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(rest);
        Self { id: id.to_owned(), part }
    }

    /// A name without a part.
    #[must_use]
    pub fn plain(id: &str) -> Self {
        Self { id: id.to_owned(), part: None }
    }

    /// The genre that corpora put at the front of an id: `bc` of `bc/cctv/00/cctv_0001`, `letter` of `GUM_letter_wiki`.
    #[must_use]
    pub fn genre(&self) -> Option<&str> {
        if let Some((genre, _)) = self.id.split_once('/') {
            return (!genre.is_empty()).then_some(genre);
        }
        let mut pieces = self.id.splitn(3, '_');
        match (pieces.next(), pieces.next(), pieces.next()) {
            (Some("GUM" | "GENTLE"), Some(genre), Some(_)) => Some(genre),
            _ => None,
        }
    }
}

impl From<&str> for Name {
    fn from(id: &str) -> Self {
        Self::plain(id)
    }
}

impl From<String> for Name {
    fn from(id: String) -> Self {
        Self { id, part: None }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part {
            Some(part) => write!(formatter, "({}); part {part:03}", self.id),
            None => write!(formatter, "{}", self.id),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Name;

    #[test]
    fn reads_every_header_seen_in_the_wild() {
        let named = |id: &str, part| Name { id: id.to_owned(), part };
        assert_eq!(Name::parse("(bc/cctv_0001); part 002"), named("bc/cctv_0001", Some(2)));
        assert_eq!(Name::parse("(metadoc);"), named("metadoc", None));
        assert_eq!(Name::parse("test_events"), named("test_events", None));
        assert_eq!(Name::parse("counterpart 12"), named("counterpart 12", None));
        assert_eq!(Name::parse(""), named("", None));
    }

    #[test]
    fn the_genre_is_the_front_of_the_id() {
        assert_eq!(Name::parse("(nw/wsj/00/wsj_0020); part 000").genre(), Some("nw"));
        assert_eq!(Name::parse("(GUM_letter_marcie)").genre(), Some("letter"));
        assert_eq!(Name::parse("(158_emma); part 000").genre(), None);
    }
}
