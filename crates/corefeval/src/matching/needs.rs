//! What a key must have for a rule to do more than exact matching, and what to do if the key lacks it.

use std::fmt;

use super::Matching;
use crate::document::{Document, Layer, Wanted};

/// What a rule needs in the key.
#[derive(Debug)]
#[non_exhaustive]
pub struct Needs {
    /// A description for users; a dash if nothing is needed.
    pub what: &'static str,
    /// The name of its absence.
    pub lack: &'static str,
    /// How to come by it.
    pub hint: &'static str,
    /// Whether a document has it.
    pub met: fn(&Document) -> bool,
}

const TREES_HINT: &str = "give trees with `--trees FILE`";

/// Tokens are enough.
pub(super) const NOTHING: Needs = Needs { what: "–", lack: "", hint: "", met: |_| true };

/// Trees.
pub(super) const TREES: Needs =
    Needs { what: "trees", lack: "no trees in its parse column", hint: TREES_HINT, met: has_trees };

/// Trees, or else dependencies.
pub(super) const SYNTAX: Needs = Needs {
    what: "trees, or else dependencies",
    lack: "no trees in its parse column and no dependencies",
    hint: TREES_HINT,
    met: has_syntax,
};

/// Heads that the file names, or else syntax.
pub(super) const HEADS: Needs = Needs {
    what: "annotated heads, dependencies or trees",
    lack: "no heads, no dependencies and no trees",
    hint: TREES_HINT,
    met: |key| has_heads(key) || has_syntax(key),
};

/// Heads that the file names.
pub(super) const NAMED_HEADS: Needs = Needs {
    what: "named heads",
    lack: "no heads of mentions",
    hint: "use `--match head`, which finds heads in trees or dependencies",
    met: has_heads,
};

/// Minimum spans that the file names.
pub(super) const MINIMUMS: Needs = Needs {
    what: "annotated minimums",
    lack: "no minimum spans",
    hint: "use `--match mina`, which finds them in trees",
    met: |key| key.details.iter().any(|detail| detail.minimum.is_some()),
};

/// The layers that rules by syntax read.
pub(super) const SYNTAX_LAYERS: Wanted = Wanted::MENTIONS
    .and(Layer::Word)
    .and(Layer::PartOfSpeech)
    .and(Layer::Parse)
    .and(Layer::Head)
    .and(Layer::Relation);

/// What a document lacks for a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lack {
    /// The rule.
    pub matching: Matching,
    /// What it needs, described for users.
    pub what: &'static str,
    /// How to come by it.
    pub hint: &'static str,
}

impl fmt::Display for Lack {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the key has {}, which matching by `{}` needs", self.what, self.matching)
    }
}

impl Matching {
    /// What a key document lacks for this rule; without it, the rule is the same as exact matching.
    #[must_use]
    pub fn lacks(self, key: &Document) -> Option<Lack> {
        let needs = self.rule().needs;
        let short = key.mentions.iter().all(|mention| mention.span.len() < 2);
        let lacks = !short && !(needs.met)(key);
        lacks.then_some(Lack { matching: self, what: needs.lack, hint: needs.hint })
    }
}

/// Whether a document has trees; a column of only `-` or `_` does not count.
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

fn has_syntax(document: &Document) -> bool {
    has_trees(document) || has_dependencies(document)
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
        assert_eq!(Matching::EXACT.lacks(&key), None);
        let mina: Matching = "mina".parse().unwrap();
        let lack = mina.lacks(&key).map(|lack| lack.to_string());
        let message =
            "the key has no trees in its parse column and no dependencies, which matching by `mina` needs";
        assert_eq!(lack.as_deref(), Some(message));
        key.layers.set(Layer::Parse, ["-", "-"].iter().collect());
        assert!(mina.lacks(&key).is_some());
        key.layers.set(Layer::Parse, ["(NP*", "*)"].iter().collect());
        assert_eq!(mina.lacks(&key), None);
    }
}
