//! What an analysis finds: one error, where it is, and which mentions it concerns.

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::choice::choice;
use crate::document::{Name, Span};
use crate::selection::MentionKind;

/// One error of a response, with everything needed to show it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// Made from the document's name, the kind and the spans concerned, so that it stays the same when other errors disappear,
    /// and is the same for two systems that make the same error.
    pub id: String,
    /// The analysis that found it.
    pub analysis: &'static str,
    /// What kind of error it is.
    pub kind: &'static str,
    /// The rule by which it is of that kind.
    pub rule: &'static str,
    /// The document, in the key's words.
    #[serde(serialize_with = "name")]
    pub document: Name,
    /// The tokens to look at first, as the key counts them.
    pub span: Span,
    /// The number of their sentence, from 0, if the key has sentences.
    pub sentence: Option<usize>,
    /// The words there and around them, if there are words and details were requested.
    pub context: Option<Context>,
    /// The mentions concerned; empty if no details were requested.
    pub mentions: Vec<Concerned>,
    /// Further facts, by name; empty if no details were requested.
    #[serde(serialize_with = "as_map")]
    pub properties: Vec<(&'static str, Value)>,
}

/// Words with the words around them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Context {
    /// A limited number of words before them.
    pub before: String,
    /// The words themselves.
    pub text: String,
    /// The words after.
    pub after: String,
}

/// A mention that an error concerns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Concerned {
    /// Its role in the error.
    pub role: Role,
    /// Which annotation has it.
    pub side: In,
    /// Its tokens, as its own document counts them; as the key does if both have the mention.
    pub span: Span,
    /// Its words, if there are any.
    pub text: Option<String>,
    /// A name, a nominal or a pronoun.
    pub kind: MentionKind,
    /// The label of its entity in the key.
    pub key_entity: Option<String>,
    /// The label of its entity in the response.
    pub response_entity: Option<String>,
}

choice! {
    /// What a mention has to do with an error.
    Role {
        /// It is what is wrong.
        Wrong = "wrong",
        /// It is where that belongs, or what it was confused with.
        Other = "other",
        /// It refers back.
        Anaphor = "anaphor",
        /// It is what is referred back to.
        Antecedent = "antecedent",
    }
}

choice! {
    /// Which annotation has a mention.
    In {
        /// The key alone: it is missed.
        Key = "key",
        /// The response alone: it is spurious.
        Response = "response",
        /// Both.
        Both = "both",
    }
}

impl Finding {
    /// The label of every entity concerned.
    pub fn entities(&self) -> impl Iterator<Item = &str> {
        let labels = self.mentions.iter().flat_map(|one| [&one.key_entity, &one.response_entity]);
        labels.filter_map(Option::as_deref)
    }

    /// A property by name.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&Value> {
        self.properties.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// The mention with that role that comes first.
    #[must_use]
    pub fn first(&self, role: Role) -> Option<&Concerned> {
        self.mentions.iter().find(|one| one.role == role)
    }
}

fn name<S: Serializer>(name: &Name, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(name)
}

fn as_map<S: Serializer>(values: &[(&'static str, Value)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(name, value)| (*name, value)))
}

/// Letters and digits that are not easily confused.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// How many of them make an id: 40 bits.
const LENGTH: usize = 8;

/// Makes the ids of findings in a document.
pub(super) struct Ids {
    /// A hash that has been given the name of the document.
    named: blake3::Hasher,
}

impl Ids {
    pub(super) fn new(document: &Name) -> Self {
        let mut named = blake3::Hasher::new();
        named.update(document.to_string().as_bytes());
        Self { named }
    }

    /// The id of an error of this kind that concerns these spans.
    pub(super) fn id(&self, kind: &str, spans: impl Iterator<Item = (In, Span)>) -> String {
        let mut hash = self.named.clone();
        hash.update(&[0]);
        hash.update(kind.as_bytes());
        for (side, span) in spans {
            hash.update(&[0]);
            hash.update(side.name().as_bytes());
            hash.update(&span.start.to_le_bytes());
            hash.update(&span.end.to_le_bytes());
        }
        let bits =
            hash.finalize().as_bytes().iter().take(8).fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
        (0..LENGTH).map(|place| char::from(LETTERS[(bits >> (5 * place)) as usize % LETTERS.len()])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Ids, In};
    use crate::document::{Name, Span};

    #[test]
    fn an_id_depends_on_document_kind_and_spans_alone() {
        let spans = [(In::Key, Span::new(3, 5)), (In::Response, Span::new(3, 6))];
        let id = |document: &str, kind: &str, spans: &[(In, Span)]| {
            Ids::new(&Name::plain(document)).id(kind, spans.iter().copied())
        };
        let one = id("a", "span", &spans);
        assert_eq!(one, id("a", "span", &spans));
        assert_eq!(one.len(), 8);
        assert_ne!(one, id("b", "span", &spans));
        assert_ne!(one, id("a", "boundary", &spans));
        assert_ne!(one, id("a", "span", &spans[..1]));
    }
}
