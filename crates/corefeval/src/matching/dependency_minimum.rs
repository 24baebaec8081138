//! Minimum spans where a key has dependencies but no trees.
//!
//! In trees, MINA finds the words that are children of the topmost noun phrases. Here they correspond to the
//! head and its conjuncts, each with the single words that a tree would put beside it: determiners,
//! adjectives, numbers, possessive pronouns, the possessive `'s`, and the parts of names, compounds and fixed
//! expressions. A word that has dependents would be a phrase in a tree, and is left out.
//!
//! ```text
//! the old man with a stick, and his dog        minimum: the old man his dog
//! ```

use super::dependencies::Dependencies;
use super::free::push_joined;
use crate::document::{Document, Layer, Span};

/// Finds the minimum spans of mentions in one sentence after another.
#[derive(Default)]
pub(super) struct DependencyMinimums {
    dependencies: Dependencies,
    tokens: Vec<u32>,
    /// The head and its conjuncts.
    heads: Vec<u32>,
    /// Tokens that govern others of the mention, punctuation excluded.
    parents: Vec<u32>,
}

impl DependencyMinimums {
    pub(super) fn read(&mut self, document: &Document, sentence: Span) {
        self.dependencies.read(document, sentence);
    }

    /// Adds the minimum of a mention with these parts to `out`: spans in order that do not touch.
    pub(super) fn push(&mut self, document: &Document, parts: &[Span], out: &mut Vec<Span>) {
        self.look_at(document, parts);
        let first = out.len();
        for &token in &self.tokens {
            if self.heads.contains(&token) || self.is_beside_head(document, token) {
                push_joined(Span::new(token, token + 1), first, out);
            }
        }
    }

    fn look_at(&mut self, document: &Document, parts: &[Span]) {
        self.tokens.clear();
        self.heads.clear();
        self.parents.clear();
        self.tokens.extend(parts.iter().flat_map(|part| part.start..part.end));
        self.heads.extend(self.dependencies.head(parts));
        for &token in &self.tokens {
            let Some(governor) = self.dependencies.governor(token) else { continue };
            let relation = relation(document, token);
            if relation != "punct" {
                self.parents.push(governor);
            }
            // a conjunct is governed by the one before it
            if relation == "conj" && self.heads.contains(&governor) {
                self.heads.push(token);
            }
        }
        self.parents.sort_unstable();
    }

    fn is_beside_head(&self, document: &Document, token: u32) -> bool {
        let hangs_from_head =
            self.dependencies.governor(token).is_some_and(|head| self.heads.contains(&head));
        hangs_from_head && self.parents.binary_search(&token).is_err() && is_beside(document, token)
    }
}

/// Whether a tree would have this word as a sibling of the noun that governs it.
fn is_beside(document: &Document, token: u32) -> bool {
    let base = matches!(
        relation(document, token),
        "det" | "amod" | "nummod" | "compound" | "flat" | "fixed" | "name" | "goeswith"
    );
    base || full_relation(document, token) == "nmod:poss"
        || document.layers.at(Layer::PartOfSpeech, token) == Some("POS")
}

fn full_relation(document: &Document, token: u32) -> &str {
    document.layers.at(Layer::Relation, token).unwrap_or("")
}

/// A relation without its subtype.
fn relation(document: &Document, token: u32) -> &str {
    full_relation(document, token).split(':').next().unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::DependencyMinimums;
    use crate::document::{Document, Layer, Span};

    /// The words of the minimum of a whole sentence given as `word/head/relation`.
    fn minimum(rows: &str) -> String {
        let mut document = Document::default();
        for row in rows.split(' ') {
            for (layer, cell) in [Layer::Word, Layer::Head, Layer::Relation].into_iter().zip(row.split('/')) {
                document.layers.get_or_insert(layer).push(cell);
            }
            document.tokens += 1;
        }
        let sentence = Span::new(0, document.tokens);
        let mut minimums = DependencyMinimums::default();
        minimums.read(&document, sentence);
        let mut found = Vec::new();
        minimums.push(&document, &[sentence], &mut found);
        let texts: Vec<String> = found.iter().filter_map(|span| document.text(*span)).collect();
        texts.join(" ")
    }

    #[test]
    fn the_head_keeps_the_words_that_trees_put_beside_it() {
        let rows = "the/3/det old/3/amod man/0/root with/6/case a/6/det stick/3/nmod";
        assert_eq!(minimum(rows), "the old man");
        assert_eq!(minimum("Mary/0/root Ann/1/flat of/4/case Kent/1/nmod"), "Mary Ann");
    }

    #[test]
    fn conjuncts_are_heads_too() {
        assert_eq!(
            minimum("my/2/nmod:poss aunt/0/root and/5/cc her/5/nmod:poss dog/2/conj"),
            "my aunt her dog"
        );
    }

    #[test]
    fn what_has_dependents_is_left_out() {
        assert_eq!(minimum("very/2/advmod old/3/amod men/0/root"), "men");
    }
}
