//! The files that participants are given: the text of a key with the annotation that a condition allows.

use std::collections::BTreeSet;
use std::fmt;

use super::Condition;
use crate::choice::choice;
use crate::document::{Column, Document, Layer, Layers, Mention, Span, Tree};

choice! {
    /// Which layers participants are given besides the words.
    GivenLayers {
        /// Those of the key.
        Gold = "gold",
        /// Those of another file with the same text, such as the output of a parser.
        Auto = "auto",
        /// None: only the words and their speakers.
        Text = "text",
    }
}

/// Why the given file cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GivenError {
    /// Boundaries are noun phrases, and the key has no trees.
    NoTrees {
        /// The document.
        document: String,
    },
    /// The file with automatic layers is another text.
    OtherText {
        /// The document.
        document: String,
        /// The difference.
        what: String,
    },
}

impl fmt::Display for GivenError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTrees { document } => write!(
                formatter,
                "document {document} has no trees, whose noun phrases are the boundaries of gold-boundaries"
            ),
            Self::OtherText { document, what } => {
                write!(formatter, "document {document}: the file with automatic layers {what}")
            }
        }
    }
}

impl std::error::Error for GivenError {}

/// The text of a key with the annotation that a condition allows. Every mention is a singleton, entities are
/// numbered in text order, and mentions have only their place, so nothing reveals which mentions belong
/// together.
///
/// ```
/// use corefeval::document::Document;
/// use corefeval::task::{Condition, given};
///
/// let key = Document::from_clusters("letter", 5, [vec![3..4, 0..1], vec![1..2, 3..4]])?;
/// let given = given(&key, Condition::GoldMentions)?;
/// assert_eq!((given.mentions().len(), given.entity_count()), (3, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn given(key: &Document, condition: Condition) -> Result<Document, GivenError> {
    let mut document = key.without_mentions();
    match condition {
        Condition::Predicted => {}
        Condition::GoldBoundaries => {
            let phrases = noun_phrases(key)?;
            set_mentions(&mut document, phrases.into_iter().map(|span| vec![span]).collect());
        }
        Condition::GoldMentions => {
            let parts = key.mentions.iter().map(|mention| key.parts(mention).to_vec());
            set_mentions(&mut document, parts.collect());
        }
    }
    Ok(document)
}

/// The spans of all noun phrases of the trees, each once.
fn noun_phrases(key: &Document) -> Result<BTreeSet<Span>, GivenError> {
    let none = Column::new();
    let bits = key.layers.get(Layer::Parse).unwrap_or(&none);
    let mut spans = BTreeSet::new();
    let mut has_trees = key.tokens == 0;
    for sentence in key.sentences_or_whole().iter() {
        let tree = Tree::new(bits, *sentence);
        has_trees |= !tree.is_empty();
        let phrases = tree.phrases().iter().filter(|phrase| phrase.category() == "NP");
        spans.extend(phrases.map(|phrase| phrase.span));
    }
    if has_trees { Ok(spans) } else { Err(GivenError::NoTrees { document: key.name.to_string() }) }
}

/// Replaces all mentions by singletons at these places, which are given by their parts.
fn set_mentions(document: &mut Document, places: BTreeSet<Vec<Span>>) {
    for (number, parts) in (0_u32..).zip(places) {
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { continue };
        let mention = Mention::new(Span::new(first.start, last.end), number);
        document.entity_labels.push(&number.to_string());
        if parts.len() > 1 {
            document.mentions.push(mention.with_detail(document.details.len()));
            document.details.push(crate::document::Detail { parts, ..Default::default() });
        } else {
            document.mentions.push(mention);
        }
    }
}

/// Removes all layers except words and speakers.
pub fn keep_text(document: &mut Document) {
    const KEPT: [Layer; 7] = [
        Layer::Word,
        Layer::Speaker,
        Layer::Offset,
        Layer::Row,
        Layer::SentenceComments,
        Layer::Text,
        Layer::MentionName,
    ];
    keep(document, &KEPT);
}

fn keep(document: &mut Document, kept: &[Layer]) {
    let layers = std::mem::take(&mut document.layers);
    for (layer, column) in layers.iter().filter(|(layer, _)| kept.contains(layer)) {
        document.layers.set(layer, column.clone());
    }
}

/// Replaces the layers of a document by those of another annotation of the same text; words and speakers are
/// kept.
pub fn take_layers(document: &mut Document, automatic: &Document) -> Result<(), GivenError> {
    let other = |what: String| GivenError::OtherText { document: document.name.to_string(), what };
    if automatic.tokens != document.tokens {
        return Err(other(format!("has {} tokens instead of {}", automatic.tokens, document.tokens)));
    }
    if automatic.sentences != document.sentences {
        return Err(other("has other sentences".to_owned()));
    }
    let words = |one: &Document, token: u32| one.layers.at(Layer::Word, token).map(str::to_owned);
    let differs = |token: &u32| {
        let (own, theirs) = (words(document, *token), words(automatic, *token));
        own.is_some() && theirs.is_some() && own != theirs
    };
    if let Some(token) = (0..document.tokens).find(differs) {
        let (own, theirs) = (words(document, token), words(automatic, token));
        let shown = |word: Option<String>| word.unwrap_or_default();
        return Err(other(format!("has `{}` instead of `{}` at token {token}", shown(theirs), shown(own))));
    }
    keep_text(document);
    let mut layers: Layers = std::mem::take(&mut document.layers);
    for (layer, column) in automatic.layers.iter().filter(|(layer, _)| is_linguistic(*layer)) {
        layers.set(layer, column.clone());
    }
    document.layers = layers;
    Ok(())
}

/// Whether a layer is linguistic annotation, not only information on how the file was written.
fn is_linguistic(layer: Layer) -> bool {
    use Layer::{
        Arguments, Enhanced, Features, Frameset, Head, Lemma, Name, Parse, PartOfSpeech, Relation, Sense,
        UniversalPartOfSpeech,
    };
    matches!(
        layer,
        PartOfSpeech
            | Parse
            | Lemma
            | Frameset
            | Sense
            | Name
            | Arguments
            | Head
            | Relation
            | Enhanced
            | UniversalPartOfSpeech
            | Features
    )
}

#[cfg(test)]
mod tests {
    use super::{given, keep_text, take_layers};
    use crate::document::{Document, Layer, Span};
    use crate::task::{Condition, Unlinked, obeys};

    fn key() -> Document {
        Document::builder("letter")
            .words(["Ann", "saw", "her", "old", "dog"])
            .layer(Layer::Parse, ["(S(NP*)", "(VP*", "(NP(NP*)", "*", "*))))"])
            .layer(Layer::PartOfSpeech, ["NNP", "VBD", "PRP$", "JJ", "NN"])
            .sentence(0..5)
            .mention(2..5, "dog")
            .head(4)
            .mention(0..1, "ann")
            .mention(2..3, "ann")
            .mention(1..2, "saw")
            .mention(1..2, "again")
            .kind("ann", "person")
            .bridging(0, 1, "owner")
            .build()
            .unwrap()
    }

    fn spans(document: &Document) -> Vec<(u32, u32)> {
        document.mentions().iter().map(|mention| (mention.span.start, mention.span.end)).collect()
    }

    #[test]
    fn the_text_alone_has_no_mention() {
        let given = given(&key(), Condition::Predicted).unwrap();
        assert_eq!((given.mentions().len(), given.entity_count()), (0, 0));
        assert_eq!(given.layers().at(Layer::Word, 4), Some("dog"));
    }

    #[test]
    fn gold_mentions_show_nothing_but_where_they_are() {
        let given = given(&key(), Condition::GoldMentions).unwrap();
        assert_eq!(spans(&given), [(0, 1), (1, 2), (2, 3), (2, 5)], "in the order of the text, each once");
        assert_eq!(given.entity_labels().iter().collect::<Vec<_>>(), ["0", "1", "2", "3"]);
        assert!(given.details().is_empty() && given.relations().is_empty());
        assert!(given.entity_details().is_empty());
        assert!(obeys(Condition::GoldMentions, Unlinked::Required, &given, &key()).is_empty());
    }

    #[test]
    fn gold_boundaries_are_all_noun_phrases() {
        let given = given(&key(), Condition::GoldBoundaries).unwrap();
        assert_eq!(spans(&given), [(0, 1), (2, 3), (2, 5)]);
        let codes = obeys(Condition::GoldBoundaries, Unlinked::Required, &given, &key());
        assert_eq!(codes.len(), 2, "both mentions of the verb");
        let bare = Document::builder("bare").words(["Ann"]).build().unwrap();
        let error = super::given(&bare, Condition::GoldBoundaries).unwrap_err();
        assert!(error.to_string().starts_with("document bare has no trees"), "{error}");
    }

    #[test]
    fn gaps_are_kept() {
        let mut builder = Document::builder("d");
        builder.tokens(6).mention_in_parts([0..1, 3..4], "a").mention(0..4, "b");
        let given = given(&builder.build().unwrap(), Condition::GoldMentions).unwrap();
        assert_eq!(given.parts(&given.mentions()[0]), [Span::new(0, 1), Span::new(3, 4)]);
        assert_eq!(given.parts(&given.mentions()[1]), [Span::new(0, 4)]);
    }

    #[test]
    fn layers_are_those_that_were_asked_for() {
        let mut text = given(&key(), Condition::Predicted).unwrap();
        keep_text(&mut text);
        assert!(text.layers().get(Layer::Parse).is_none() && text.layers().get(Layer::Word).is_some());
        let automatic = |words: [&str; 5]| {
            let mut builder = Document::builder("letter");
            builder.words(words).layer(Layer::Parse, ["(FRAG*", "*", "*", "*", "*)"]).sentence(0..5);
            builder.build().unwrap()
        };
        let mut auto = given(&key(), Condition::Predicted).unwrap();
        take_layers(&mut auto, &automatic(["Ann", "saw", "her", "old", "dog"])).unwrap();
        assert_eq!(auto.layers().at(Layer::Parse, 0), Some("(FRAG*"));
        assert!(auto.layers().get(Layer::PartOfSpeech).is_none(), "gold tags would be given away");
        let other = take_layers(&mut auto, &automatic(["Ann", "saw", "her", "odd", "dog"])).unwrap_err();
        assert!(other.to_string().contains("has `odd` instead of `old` at token 3"), "{other}");
    }
}
