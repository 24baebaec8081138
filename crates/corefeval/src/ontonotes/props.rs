//! Propositions: `.prop`.
//!
//! ```text
//! bc/cnn/00/cnn_0000@0000@cnn@bc@en@on 7 3 gold say-v say.01 ----- 2:1-ARG0 3:0-rel 4:1*6:1,8:1-ARG1
//! ```
//!
//! `6:1` is the node one level above leaf 6. Commas join the pieces of an argument; asterisks join nodes with
//! the same referent, such as a trace and its antecedent. A `LINK-SLC` gives the antecedent of a relative
//! pronoun.

use super::inline::Wrong;
use super::lines::{lemma_of, number_of};
use super::sentence::Sentence;
use crate::document::Span;

/// A proposition as written in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prop<'a> {
    pub(super) line: u64,
    pub(super) tree: usize,
    pub(super) leaf: usize,
    pub(super) lemma: &'a str,
    /// The number of the frameset, such as `01`.
    pub(super) frameset: &'a str,
    pub(super) fields: Vec<Field<'a>>,
}

/// An argument: its nodes and its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field<'a> {
    /// Nodes with the same referent, each of one or more pieces.
    pub(super) chain: Vec<Vec<Node>>,
    pub(super) label: &'a str,
}

/// A leaf, and how many levels above it the node is.
pub(super) type Node = (u32, u32);

/// All propositions of a file.
pub(super) fn read(text: &str) -> Result<Vec<Prop<'_>>, Wrong> {
    let filled = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    filled.map(|(line, number)| prop(line, number).map_err(|message| (number, message))).collect()
}

fn prop(line: &str, number: u64) -> Result<Prop<'_>, String> {
    let cells: Vec<&str> = line.split_whitespace().collect();
    let [_, tree, leaf, _, lemma, frameset, _, fields @ ..] = &cells[..] else {
        return Err("expected text, tree, leaf, annotator, lemma, frameset, `-----` and arguments".to_owned());
    };
    Ok(Prop {
        line: number,
        tree: number_of(tree)?,
        leaf: number_of(leaf)?,
        lemma: lemma_of(lemma),
        frameset: frameset.rsplit_once('.').map_or(*frameset, |(_, id)| id),
        fields: fields.iter().map(|field| self::field(field)).collect::<Result<_, _>>()?,
    })
}

fn field(text: &str) -> Result<Field<'_>, String> {
    let wrong = || format!("`{text}` is not an argument such as `2:1-ARG0`");
    let (nodes, label) = text.split_once('-').ok_or_else(wrong)?;
    let pieces = |part: &str| part.split([',', ';']).map(node).collect::<Option<Vec<Node>>>();
    let chain = nodes.split(['*', '&']).map(pieces).collect::<Option<Vec<_>>>().ok_or_else(wrong)?;
    Ok(Field { chain, label })
}

/// `4:1`.
pub(super) fn node(text: &str) -> Option<Node> {
    let (leaf, height) = text.split_once(':')?;
    Some((leaf.parse().ok()?, height.parse().ok()?))
}

impl<'a> Prop<'a> {
    /// The arguments in the form of CoNLL files, as tokens of the sentence: labels of later pieces begin with
    /// `C-`, labels of relative pronouns with `R-`. An argument that is only a trace is left out.
    pub(super) fn arguments(&self, sentence: &Sentence) -> Result<Vec<(Span, String)>, String> {
        let linked: Vec<Node> = self.links().flat_map(|link| link.chain.iter().flatten().copied()).collect();
        let mut found: Vec<(Span, String)> = Vec::new();
        for field in self.fields.iter().filter(|field| !is_link(field)) {
            let label = if matches!(field.label, "rel" | "v") { "V" } else { field.label };
            for pieces in &field.chain {
                let is_pronoun = pieces.iter().any(|piece| linked.contains(piece));
                let prefix = if is_pronoun { "R-" } else { "" };
                add(&mut found, sentence, pieces, &format!("{prefix}{label}"))?;
                if is_pronoun {
                    self.add_antecedents(&mut found, sentence, pieces, label)?;
                }
            }
        }
        found.sort_by_key(|(span, _)| (span.start, u32::MAX - span.end));
        found.dedup_by_key(|(span, _)| *span);
        Ok(without_crossing(found))
    }

    fn links(&self) -> impl Iterator<Item = &Field<'a>> {
        self.fields.iter().filter(|field| is_link(field))
    }

    /// Adds the antecedents of a relative pronoun.
    fn add_antecedents(
        &self,
        found: &mut Vec<(Span, String)>,
        sentence: &Sentence,
        pronoun: &[Node],
        label: &str,
    ) -> Result<(), String> {
        for link in self.links().filter(|link| link.chain.iter().any(|pieces| pieces == pronoun)) {
            for pieces in link.chain.iter().filter(|pieces| *pieces != pronoun) {
                add(found, sentence, pieces, label)?;
            }
        }
        Ok(())
    }
}

fn is_link(field: &Field<'_>) -> bool {
    field.label.starts_with("LINK-")
}

/// Adds the pieces of an argument that contain tokens.
fn add(
    found: &mut Vec<(Span, String)>,
    sentence: &Sentence,
    pieces: &[Node],
    label: &str,
) -> Result<(), String> {
    let mut spans = Vec::new();
    for &(leaf, height) in pieces {
        let node = sentence.node(leaf, height);
        let node = node.ok_or_else(|| format!("there is no node {leaf}:{height} in the tree"))?;
        spans.extend(sentence.span(node));
    }
    for (place, span) in spans.into_iter().enumerate() {
        let prefix = if place > 0 { "C-" } else { "" };
        found.push((span, format!("{prefix}{label}")));
    }
    Ok(())
}

/// The arguments that brackets can represent: an argument that crosses an earlier one is left out.
fn without_crossing(found: Vec<(Span, String)>) -> Vec<(Span, String)> {
    let mut kept: Vec<(Span, String)> = Vec::new();
    for (span, label) in found {
        let crosses = |(other, _): &(Span, String)| {
            other.start < span.start && span.start < other.end && other.end < span.end
        };
        if !kept.iter().any(crosses) {
            kept.push((span, label));
        }
    }
    kept
}
