//! The known kinds of records, recognised by their field names.

/// A kind of record that some tool or corpus writes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Variant {
    /// The name of the tool or corpus that writes it.
    pub(super) title: &'static str,
    /// The fields that identify it; all must be present.
    marks: &'static [&'static str],
    /// The field with the text.
    pub(super) text: &'static str,
    /// How that field holds it.
    pub(super) shape: Shape,
    /// The fields with the entities, the preferred one first, and the form of their spans.
    pub(super) entities: &'static [(&'static str, Ends)],
}

/// How a record holds its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A list of sentences, each a list of tokens.
    Sentences,
    /// A list of tokens.
    Tokens,
    /// A list of tokens, of which those that begin with `##` are zeros.
    TokensAndZeros,
    /// A string.
    Running,
}

/// What the numbers of a mention are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// First and last token.
    Inclusive,
    /// First token and the one after the last.
    Exclusive,
    /// Sentence, first token of it, and the one after the last.
    InSentence,
    /// First character and the one after the last.
    Characters,
    /// One token.
    Head,
}

/// Every known kind, more specific kinds before more general ones.
pub(super) const VARIANTS: &[Variant] = &[
    Variant {
        title: "wl-coref",
        marks: &["cased_words"],
        text: "cased_words",
        shape: Shape::Tokens,
        entities: &[
            ("span_clusters", Ends::Exclusive),
            ("clusters", Ends::Exclusive),
            ("word_clusters", Ends::Head),
        ],
    },
    Variant {
        title: "text2text-coref",
        marks: &["tokens", "doc_id", "clusters_token_offsets"],
        text: "tokens",
        shape: Shape::TokensAndZeros,
        entities: &[("clusters_token_offsets", Ends::Inclusive)],
    },
    Variant {
        title: "Maverick",
        marks: &["tokens", "clusters_token_offsets"],
        text: "tokens",
        shape: Shape::Tokens,
        entities: &[("clusters_token_offsets", Ends::Inclusive)],
    },
    Variant {
        title: "PreCo",
        marks: &["sentences", "mention_clusters"],
        text: "sentences",
        shape: Shape::Sentences,
        entities: &[("mention_clusters", Ends::InSentence)],
    },
    Variant {
        title: "e2e-coref, SpanBERT and similar",
        marks: &["sentences"],
        text: "sentences",
        shape: Shape::Sentences,
        entities: &[(PREDICTED, Ends::Inclusive), ("clusters", Ends::Inclusive)],
    },
    Variant {
        title: "fastcoref training data",
        marks: &["tokens", "clusters"],
        text: "tokens",
        shape: Shape::Tokens,
        entities: &[(PREDICTED, Ends::Inclusive), ("clusters", Ends::Inclusive)],
    },
    Variant {
        title: "AllenNLP",
        marks: &["document", "clusters"],
        text: "document",
        shape: Shape::Tokens,
        entities: &[("clusters", Ends::Inclusive)],
    },
    Variant {
        title: "fastcoref",
        marks: &["text", "clusters"],
        text: "text",
        shape: Shape::Running,
        entities: &[("clusters", Ends::Characters)],
    },
];

/// The field with the predictions of systems that keep the key's entities in `clusters`.
pub(super) const PREDICTED: &str = "predicted_clusters";

/// The fields that may name a document; the first that is present is used.
pub(super) const NAMES: &[&str] = &["doc_key", "document_id", "doc_id", "doc_name", "id"];

impl Variant {
    /// The kind that has these fields.
    pub(super) fn of(has: impl Fn(&str) -> bool) -> Option<&'static Self> {
        VARIANTS.iter().find(|variant| variant.marks.iter().all(|mark| has(mark)))
    }

    /// One line for people.
    pub(super) fn describe(&self) -> String {
        let (field, ends) = self.entities[0];
        let entities = match self.entities.get(1) {
            Some((other, _)) if field == PREDICTED => format!("`{field}`, or `{other}` without it"),
            _ => format!("`{field}`"),
        };
        format!("records of {}: text in `{}`, {} in {entities}", self.title, self.text, ends.describe())
    }
}

impl Ends {
    /// What the numbers are, in words for people.
    pub(super) fn describe(self) -> &'static str {
        match self {
            Self::Inclusive => "first and last token",
            Self::Exclusive => "first token and end (exclusive)",
            Self::InSentence => "sentence, first token and end (exclusive)",
            Self::Characters => "first character and end (exclusive)",
            Self::Head => "head tokens",
        }
    }
}
