//! Every choice that can change a score, and its printed form.

use std::fmt;
use std::str::FromStr;

use super::{Repeats, Scope};
use crate::choice::choice;
use crate::matching::{Matching, ZeroMatching};
use crate::selection::Selection;

/// Every choice that can change a score, but for the metrics. `Display` is the signature to publish.
#[derive(Clone, Debug, PartialEq)]
pub struct Protocol {
    /// What is scored as a unit.
    pub scope: Scope,
    /// Whether key and response must have the same tokens.
    pub tokens: Tokens,
    /// Which mentions count.
    pub selection: Selection,
    /// Which mentions are twins.
    pub matching: Matching,
    /// How zeros are matched, before all other mentions.
    pub zero_matching: ZeroMatching,
    /// What becomes of entities with one mention.
    pub singletons: Singletons,
    /// What becomes of a second mention of the same span.
    pub repeats: Repeats,
    /// What becomes of a key document that the response lacks.
    pub missing: Missing,
    /// Which kinds of link BLANC leaves out.
    pub blanc: BlancRule,
    /// What becomes of split antecedents.
    pub split_antecedents: SplitAntecedents,
    /// How much recall weighs against precision.
    pub beta: f64,
}

impl Default for Protocol {
    fn default() -> Self {
        Self {
            scope: Scope::Document,
            tokens: Tokens::Same,
            selection: Selection::default(),
            matching: Matching::EXACT,
            zero_matching: ZeroMatching::Linear,
            singletons: Singletons::Keep,
            repeats: Repeats::Reference,
            missing: Missing::Empty,
            blanc: BlancRule::Reference,
            split_antecedents: SplitAntecedents::Ignore,
            beta: 1.0,
        }
    }
}

choice! {
    /// What becomes of entities with one mention.
    Singletons {
        /// They count like any other.
        Keep = "keep",
        /// They are taken away from key and response before anything is matched.
        Drop = "drop",
        /// They count in mention detection and are taken away afterwards, as in the CoNLL-2011 shared task.
        DropAfterDetection = "drop-after-detection",
    }
}

choice! {
    /// What becomes of a key document that the response lacks.
    Missing {
        /// It counts, as if the response had no mentions there.
        Empty = "empty",
        /// It is left out of the score.
        Skip = "skip",
        /// Nothing is scored.
        Error = "error",
    }
}

choice! {
    /// Whether key and response must have the same tokens.
    Tokens {
        /// They must; another tokenisation is an error.
        Same = "same",
        /// The response is put on the key's tokens by its characters.
        Aligned = "aligned",
    }
}

choice! {
    /// Which kinds of link BLANC leaves out.
    BlancRule {
        /// A kind that the key lacks, as in the CoNLL scorer.
        Reference = "reference",
        /// A kind that both sides lack, as in Luo et al. 2014.
        Luo2014 = "luo-2014",
    }
}

choice! {
    /// What becomes of split antecedents, which plural entities have.
    SplitAntecedents {
        /// They do not count.
        Ignore = "ignore",
        /// They count like mentions in MUC, B³, CEAF, BLANC and LEA.
        Count = "count",
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { matching, singletons, repeats, missing, blanc, beta, .. } = self;
        write!(formatter, "match:{matching}|singletons:{singletons}|repeats:{repeats}")?;
        write!(formatter, "|missing:{missing}|blanc:{blanc}|beta:{beta}")?;
        // what few files have is named only where it is not as usual, so that signatures stay readable
        let (usual, chosen) = (Self::default().rarer(), self.rarer());
        let unusual = chosen.iter().zip(usual).filter(|(chosen, usual)| *chosen != usual);
        unusual.into_iter().try_for_each(|((name, value), _)| write!(formatter, "|{name}:{value}"))
    }
}

impl Protocol {
    /// The choices that matter only for what few files have, with their names.
    fn rarer(&self) -> [(&'static str, String); 11] {
        let Selection { stages, non_referring, zeros, entity_types, mention_kinds, phrases, nested } =
            &self.selection;
        let kinds: Vec<&str> = mention_kinds.iter().map(|kind| kind.name()).collect();
        [
            ("scope", self.scope.to_string()),
            ("tokens", self.tokens.to_string()),
            ("layer", stages.to_string()),
            ("non-referring", non_referring.to_string()),
            ("zeros", zeros.to_string()),
            ("zero-match", self.zero_matching.to_string()),
            ("types", entity_types.join("+")),
            ("kinds", kinds.join("+")),
            ("phrases", phrases.to_string()),
            ("nested", nested.to_string()),
            ("splits", self.split_antecedents.to_string()),
        ]
    }
}

/// A signature that cannot be read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureError {
    /// The field that is wrong.
    pub field: String,
    /// Why.
    pub reason: String,
}

impl fmt::Display for SignatureError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "signature field `{}`: {}", self.field, self.reason)
    }
}

impl std::error::Error for SignatureError {}

impl Protocol {
    /// Sets one choice by its name in signatures; false when there is no such choice.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, SignatureError> {
        let wrong = |reason: String| SignatureError { field: format!("{name}:{value}"), reason };
        match name {
            "match" => self.matching = value.parse().map_err(wrong)?,
            "tokens" => self.tokens = value.parse().map_err(wrong)?,
            "scope" => self.scope = value.parse().map_err(wrong)?,
            "zero-match" => self.zero_matching = value.parse().map_err(wrong)?,
            "layer" => self.selection.stages = value.parse().map_err(wrong)?,
            "non-referring" => self.selection.non_referring = value.parse().map_err(wrong)?,
            "zeros" => self.selection.zeros = value.parse().map_err(wrong)?,
            "phrases" => self.selection.phrases = value.parse().map_err(wrong)?,
            "splits" => self.split_antecedents = value.parse().map_err(wrong)?,
            "nested" => self.selection.nested = value.parse().map_err(wrong)?,
            "types" => self.selection.entity_types = listed(value).map(str::to_owned).collect(),
            "kinds" => {
                let kinds: Result<Vec<_>, String> = listed(value).map(str::parse).collect();
                self.selection.mention_kinds = kinds.map_err(wrong)?;
            }
            "singletons" => self.singletons = value.parse().map_err(wrong)?,
            "repeats" => self.repeats = value.parse().map_err(wrong)?,
            "missing" => self.missing = value.parse().map_err(wrong)?,
            "blanc" => self.blanc = value.parse().map_err(wrong)?,
            "beta" => self.beta = parse_beta(value).map_err(wrong)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The values of a list with `+` or commas between.
fn listed(text: &str) -> impl Iterator<Item = &str> {
    text.split(['+', ',']).map(str::trim).filter(|value| !value.is_empty())
}

/// Reads the weight of recall: a number above 0.
pub(crate) fn parse_beta(text: &str) -> Result<f64, String> {
    let beta: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    if beta > 0.0 && beta.is_finite() { Ok(beta) } else { Err("beta must be above 0".to_owned()) }
}

impl FromStr for Protocol {
    type Err = SignatureError;

    fn from_str(text: &str) -> Result<Self, SignatureError> {
        let mut protocol = Self::default();
        for field in text.split('|') {
            let error = |reason: &str| SignatureError { field: field.to_owned(), reason: reason.to_owned() };
            let (name, value) = field.split_once(':').ok_or_else(|| error("expected name:value"))?;
            if !protocol.set(name, value)? {
                return Err(error("no such choice"));
            }
        }
        Ok(protocol)
    }
}

#[cfg(test)]
mod tests {
    use super::{Protocol, Singletons};
    use crate::selection::{MentionKind, Zeros};

    #[test]
    fn a_signature_reads_back_as_the_protocol_it_was_printed_from() {
        let singletons = Singletons::DropAfterDetection;
        let mut protocol = Protocol { singletons, beta: 0.5, ..Protocol::default() };
        assert_eq!(protocol.to_string().parse(), Ok(protocol.clone()));
        protocol.selection.zeros = Zeros::Drop;
        protocol.selection.mention_kinds = vec![MentionKind::Name, MentionKind::Pronoun];
        assert!(protocol.to_string().ends_with("|zeros:drop|kinds:name+pronoun"), "{protocol}");
        assert_eq!(protocol.to_string().parse(), Ok(protocol));
    }

    #[test]
    fn an_unknown_choice_is_refused() {
        assert!("match:exact|colour:red".parse::<Protocol>().is_err());
        assert!("beta:0".parse::<Protocol>().is_err());
    }
}
