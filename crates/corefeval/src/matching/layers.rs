//! What a document must have for a rule to say anything, and how to say that it has not.

use std::fmt;

use super::Matching;
use crate::document::{Document, Layer, Wanted};

/// What a document lacks for a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lack {
    /// The rule.
    pub matching: Matching,
    /// What it needs, as a person would say it.
    pub what: &'static str,
    /// How to come by it.
    pub hint: &'static str,
}

impl fmt::Display for Lack {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the key has {}, which matching by `{}` needs", self.what, self.matching)
    }
}

/// What a rule looks at besides tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Nothing,
    /// Trees.
    Trees,
    /// Trees, or else dependencies.
    Syntax,
    /// Heads that the file names, or else syntax.
    Heads,
    /// Heads that the file names.
    NamedHeads,
    /// Minimum spans that the file names.
    Minimums,
}

const SYNTAX: Wanted = Wanted::MENTIONS
    .and(Layer::Word)
    .and(Layer::PartOfSpeech)
    .and(Layer::Parse)
    .and(Layer::Head)
    .and(Layer::Relation);

impl Matching {
    fn need(self) -> Need {
        match self {
            Self::Exact | Self::PartialCraft | Self::Overlap { .. } => Need::Nothing,
            Self::Mina => Need::Syntax,
            Self::MinaCoval => Need::Trees,
            Self::Head | Self::HeadConll2011 | Self::SemEval => Need::Heads,
            Self::HeadCorefud | Self::PartialCorefud => Need::NamedHeads,
            Self::Min => Need::Minimums,
        }
    }

    /// What must be read of the key.
    #[must_use]
    pub fn wanted_key(self) -> Wanted {
        match self.need() {
            Need::Nothing => Wanted::MENTIONS,
            Need::Trees | Need::Syntax | Need::Heads => SYNTAX,
            Need::NamedHeads | Need::Minimums => Wanted::MENTIONS.and_details(),
        }
    }

    /// What must be read of the response.
    #[must_use]
    pub fn wanted_response(self) -> Wanted {
        match self {
            Self::MinaCoval => Wanted::MENTIONS.and(Layer::Word),
            Self::Head | Self::HeadCorefud => Wanted::MENTIONS.and_details(),
            _ => Wanted::MENTIONS,
        }
    }

    /// What a key document lacks, without which this rule is no more than exact matching.
    #[must_use]
    pub fn lacks(self, key: &Document) -> Option<Lack> {
        let lack = |what, hint| Some(Lack { matching: self, what, hint });
        let short = key.mentions.iter().all(|mention| mention.span.len() < 2);
        match self.need() {
            _ if short => None,
            Need::Trees if !has_trees(key) => {
                lack("no trees in its parse column", "give trees with `--trees FILE`")
            }
            Need::Syntax if !has_trees(key) && !has_dependencies(key) => {
                lack("no trees in its parse column and no dependencies", "give trees with `--trees FILE`")
            }
            Need::Heads if !has_heads(key) && !has_trees(key) && !has_dependencies(key) => {
                lack("no heads, no dependencies and no trees", "give trees with `--trees FILE`")
            }
            Need::NamedHeads if !has_heads(key) => {
                lack("no heads of mentions", "use `--match head`, which finds heads in trees or dependencies")
            }
            Need::Minimums if key.details.iter().all(|detail| detail.minimum.is_none()) => {
                lack("no minimum spans", "use `--match mina`, which finds them in trees")
            }
            _ => None,
        }
    }
}

/// Whether a document has trees; a column of `-` or `_` is none.
pub(super) fn has_trees(document: &Document) -> bool {
    let bits = document.layers.get(Layer::Parse);
    bits.is_some_and(|bits| bits.iter().any(|cell| cell.contains('(')))
}

/// Whether a document has dependencies.
pub(super) fn has_dependencies(document: &Document) -> bool {
    let heads = document.layers.get(Layer::Head);
    heads.is_some_and(|heads| {
        heads.iter().any(|cell| cell.bytes().next().is_some_and(|byte| byte.is_ascii_digit()))
    })
}

fn has_heads(document: &Document) -> bool {
    document.details.iter().any(|detail| detail.head.is_some())
}

#[cfg(test)]
mod tests {
    use super::Matching;
    use crate::document::{Document, Layer, Mention, Span};

    #[test]
    fn a_rule_says_what_the_key_lacks() {
        let mut key = Document { mentions: vec![Mention::new(Span::new(0, 2), 0)], ..Document::default() };
        assert_eq!(Matching::Exact.lacks(&key), None);
        let lack = Matching::Mina.lacks(&key).map(|lack| lack.to_string());
        let message =
            "the key has no trees in its parse column and no dependencies, which matching by `mina` needs";
        assert_eq!(lack.as_deref(), Some(message));
        key.layers.set(Layer::Parse, ["-", "-"].iter().collect());
        assert!(Matching::Mina.lacks(&key).is_some());
        key.layers.set(Layer::Parse, ["(NP*", "*)"].iter().collect());
        assert_eq!(Matching::Mina.lacks(&key), None);
    }
}
