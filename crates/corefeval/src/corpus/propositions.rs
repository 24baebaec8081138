//! Predicates with their arguments, from the columns that CoNLL files have for them.

use crate::document::{Column, Document, Layer, Span, Tree};

/// A predicate of a sentence; tokens are counted from the start of the sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposition {
    /// Where the predicate is: where its `V` begins, or else the token with a frameset that has the column's rank.
    pub predicate: Option<u32>,
    /// Its arguments as they are bracketed, `V` among them.
    pub arguments: Vec<Argument>,
}

/// An argument of a predicate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Argument {
    /// Its role, such as `ARG0`.
    pub label: String,
    /// Its tokens in the sentence.
    pub span: Span,
}

/// The propositions of a sentence, one for each column of arguments.
#[must_use]
pub fn propositions(document: &Document, sentence: Span) -> Vec<Proposition> {
    let framed: Vec<u32> = (sentence.start..sentence.end)
        .filter(|token| annotated(document, Layer::Frameset, *token).is_some())
        .collect();
    let columns = columns(document, sentence).into_iter().enumerate();
    columns
        .map(|(rank, column)| {
            let tree = Tree::new(&column, Span::new(0, sentence.len()));
            let argument = |phrase: &crate::document::Phrase<'_>| Argument {
                label: phrase.label.to_owned(),
                span: phrase.span,
            };
            let arguments: Vec<Argument> = tree.phrases().iter().map(argument).collect();
            let verb = arguments.iter().find(|argument| argument.label == "V").map(|verb| verb.span.start);
            let framed = || framed.get(rank).map(|token| token - sentence.start);
            Proposition { predicate: verb.or_else(framed), arguments }
        })
        .collect()
}

fn columns(document: &Document, sentence: Span) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for token in sentence.start..sentence.end {
        let cell = document.layers.at(Layer::Arguments, token).unwrap_or("");
        for (rank, bits) in cell.split('\t').enumerate().filter(|(_, bits)| !bits.is_empty()) {
            if columns.len() <= rank {
                columns.resize(rank + 1, Column::new());
            }
            let before = (token - sentence.start) as usize;
            while columns[rank].len() < before {
                columns[rank].push("");
            }
            columns[rank].push(bits);
        }
    }
    columns
}

/// The value of a token in a layer, if it is annotated.
#[must_use]
pub fn annotated(document: &Document, layer: Layer, token: u32) -> Option<&str> {
    document.layers.at(layer, token).filter(|value| !matches!(*value, "" | "-" | "_"))
}

#[cfg(test)]
mod tests {
    use super::propositions;
    use crate::document::{Document, Layer, Span};

    #[test]
    fn every_column_is_a_proposition() {
        let mut document = Document { tokens: 4, ..Document::default() };
        let cells = ["*\t*", "(ARG0*)\t*", "(V*)\t(ARG1*", "*\t*)"];
        document.layers.set(Layer::Arguments, cells.iter().collect());
        document.layers.set(Layer::Frameset, ["-", "-", "01", "02"].iter().collect());
        let found = propositions(&document, Span::new(1, 4));
        assert_eq!(found[0].predicate, Some(1));
        assert_eq!(found[1].predicate, Some(2), "without V, the second token with a frameset");
        assert_eq!(found[1].arguments[0].span, Span::new(1, 3));
        let labels: Vec<&str> = found[0].arguments.iter().map(|argument| argument.label.as_str()).collect();
        assert_eq!(labels, ["ARG0", "V"]);
    }
}
