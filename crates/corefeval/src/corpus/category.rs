//! The syntactic category of a mention, as in Table 3 of Pradhan et al. 2011.

use crate::choice::choice;
use crate::document::{Document, Layer, Span, Tree};

choice! {
    /// The syntactic category of a mention.
    Category {
        /// A noun phrase.
        NounPhrase = "NP",
        /// A personal pronoun.
        Pronoun = "PRP",
        /// A possessive pronoun.
        Possessive = "PRP$",
        /// A proper noun that is no phrase of its own.
        ProperNoun = "NNP",
        /// A nominal inside a noun phrase.
        Nominal = "NML",
        /// A verb or verb phrase.
        Verb = "Vx",
        /// Another phrase or word.
        Other = "Other",
    }
}

/// The category of a span in the tree of its sentence: a single pronoun or verb by its tag, anything else by the lowest
/// phrase over exactly its tokens, a single word without such a phrase by its tag. `None` if the span is not
/// a constituent, or if there is no tree to distinguish a name from the phrase it forms.
#[must_use]
pub fn category_of(document: &Document, tree: &Tree<'_>, span: Span) -> Option<Category> {
    let tag = (span.len() == 1).then(|| document.layers.at(Layer::PartOfSpeech, span.start)).flatten();
    let tag = tag.filter(|tag| !matches!(*tag, "" | "-" | "_"));
    let by_tag = tag.map(by_tag);
    match by_tag {
        Some(Category::Pronoun | Category::Possessive | Category::Verb) => by_tag,
        _ if tree.is_empty() => None,
        _ => tree.lowest(span).map(|place| by_label(tree.phrase(place).category())).or(by_tag),
    }
}

fn by_tag(tag: &str) -> Category {
    match tag {
        "PRP" => Category::Pronoun,
        "PRP$" => Category::Possessive,
        "NNP" | "NNPS" => Category::ProperNoun,
        _ if tag.starts_with("VB") => Category::Verb,
        _ => Category::Other,
    }
}

fn by_label(label: &str) -> Category {
    match label {
        "NP" => Category::NounPhrase,
        "NML" => Category::Nominal,
        "VP" => Category::Verb,
        _ => Category::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::{Category, category_of};
    use crate::document::{Document, Layer, Span, Tree};

    #[test]
    fn phrases_have_the_category_of_the_lowest_and_single_words_that_of_their_tag() {
        let mut document = Document { tokens: 7, sentences: vec![Span::new(0, 7)], ..Document::default() };
        let tags = ["PRP", "VBD", "PRP$", "NNP", "NN", "NNP", "CD"];
        let bits = ["(S(NP*)", "(VP*", "(NP(NP*", "*", "*)", "(NP*)", "*)))"];
        document.layers.set(Layer::PartOfSpeech, tags.iter().collect());
        document.layers.set(Layer::Parse, bits.iter().collect());
        let tree = Tree::new(document.layers.get(Layer::Parse).unwrap(), Span::new(0, 7));
        let category = |start, end| category_of(&document, &tree, Span::new(start, end));
        assert_eq!(category(0, 1), Some(Category::Pronoun));
        assert_eq!(category(1, 2), Some(Category::Verb));
        assert_eq!(category(2, 3), Some(Category::Possessive));
        assert_eq!(category(3, 4), Some(Category::ProperNoun));
        assert_eq!(category(5, 6), Some(Category::NounPhrase));
        assert_eq!(category(6, 7), Some(Category::Other));
        assert_eq!(category(2, 5), Some(Category::NounPhrase));
        assert_eq!(category(3, 5), None, "no constituent");
        assert_eq!(category_of(&document, &Tree::default(), Span::new(3, 4)), None, "no tree");
    }
}
