//! Names, nominals and pronouns as Kummerfeld and Klein (2013) distinguish them.

use crate::document::{Document, Layer, Span};
use crate::selection::{MentionKind, WordClass, is_penn, word_class};

/// Words that are pronouns whatever their tag says, in order.
#[rustfmt::skip]
const PRONOUNS: [&str; 69] = [
    "'em", "all", "anybody", "anyone", "em", "everybody", "everyone", "everything", "few", "he", "her", "hers", "herself", "him",
    "himself", "his", "how", "i", "it", "its", "itself", "many", "me", "mine", "most", "my", "myself", "nobody", "none", "noone",
    "nothing", "one", "our", "ours", "ourselves", "several", "she", "some", "somebody", "someone", "something", "that", "their",
    "theirs", "them", "themselves", "these", "they", "this", "those", "thyself", "us", "we", "what", "whatever", "when", "where",
    "which", "who", "whoever", "whom", "whomever", "whose", "ya", "you", "your", "yours", "yourself", "yourselves",
];

/// The tag of English interrogative adverbs, which are pronouns here.
const ADVERB: &str = "WRB";

/// The kind of a mention with these tokens of the key, one of which is its head. If the key has no tags of a
/// known set, pronouns are recognised by English words only, and names are not recognised.
pub(super) fn kind_of(key: &Document, span: Span, head: u32) -> MentionKind {
    let at = |layer, token| key.layers.at(layer, token).unwrap_or("");
    if span.len() <= 1 {
        let tag = at(Layer::PartOfSpeech, span.start);
        let universal = at(Layer::UniversalPartOfSpeech, span.start);
        let class = word_class(tag);
        let is_pronoun = key.is_zero(span.start)
            || tag == ADVERB
            || matches!(class, Some(WordClass::Pronoun | WordClass::Determiner))
            || matches!(universal, "PRON" | "DET")
            || (class.is_none() || is_penn(tag)) && is_pronoun(at(Layer::Word, span.start));
        if is_pronoun {
            return MentionKind::Pronoun;
        }
    }
    let is_name = word_class(at(Layer::PartOfSpeech, head)) == Some(WordClass::ProperNoun)
        || at(Layer::UniversalPartOfSpeech, head) == "PROPN";
    if is_name { MentionKind::Name } else { MentionKind::Nominal }
}

fn is_pronoun(word: &str) -> bool {
    // the longest has ten letters
    word.len() <= 12 && PRONOUNS.binary_search(&word.to_lowercase().as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{PRONOUNS, kind_of};
    use crate::document::{Document, Layer, Span};
    use crate::selection::MentionKind;

    #[test]
    fn pronouns_are_in_order() {
        assert!(PRONOUNS.is_sorted());
    }

    #[test]
    fn a_pronoun_is_one_token_and_a_name_has_the_head_of_one() {
        let mut builder = Document::builder("d");
        builder.words(["Nobody", "saw", "the", "old", "Smith", "there"]);
        builder.layer(Layer::PartOfSpeech, ["NN", "VBD", "DT", "JJ", "NNP", "RB"]);
        let document = builder.build().unwrap();
        let kind = |start, end, head| kind_of(&document, Span::new(start, end), head);
        assert_eq!(kind(0, 1, 0), MentionKind::Pronoun);
        assert_eq!(kind(2, 3, 2), MentionKind::Pronoun);
        assert_eq!(kind(2, 5, 4), MentionKind::Name);
        assert_eq!(kind(2, 5, 3), MentionKind::Nominal);
        assert_eq!(kind(1, 2, 1), MentionKind::Nominal);
    }

    #[test]
    fn german_words_are_not_taken_for_english_pronouns() {
        let mut builder = Document::builder("d");
        builder.words(["her", "Emilia", "sie", "diese"]);
        builder.layer(Layer::PartOfSpeech, ["PTKVZ", "NE", "PPER", "PDAT"]);
        let document = builder.build().unwrap();
        let kind = |token| kind_of(&document, Span::new(token, token + 1), token);
        assert_eq!(kind(0), MentionKind::Nominal);
        assert_eq!(kind(1), MentionKind::Name);
        assert_eq!([kind(2), kind(3)], [MentionKind::Pronoun; 2]);
    }
}
