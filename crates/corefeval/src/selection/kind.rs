//! The kind of a mention (name, nominal, pronoun, verb), determined by the part of speech of its head.

use super::{WordClass, word_class};
use crate::choice::choice;
use crate::document::{Document, Layer, Mention};
use crate::matching::{HeadsOf, Side};

choice! {
    /// The kind of a mention.
    MentionKind {
        /// Its head is a proper noun.
        Name = "name",
        /// Its head is a common noun, or anything else that is not a name, pronoun or verb.
        Nominal = "nominal",
        /// Its head is a personal, possessive, relative or demonstrative pronoun, or it is a zero.
        Pronoun = "pronoun",
        /// Its head is a verb.
        Verb = "verb",
    }
}

/// Keeps the mentions of some kinds; parts of speech are taken from `syntax`, the key.
pub(super) fn keep(side: &mut Side<'_>, syntax: &Document, kinds: &[MentionKind]) {
    let mut heads = HeadsOf::new(syntax);
    let document = side.document;
    let mut kind = |mention: &Mention| kind_of(document, mention, &mut heads);
    let kept: Vec<bool> = side.mentions.iter().map(|mention| kinds.contains(&kind(mention))).collect();
    side.retain(|place, _| kept[place]);
}

/// The kind of a mention, by its head and the parts of speech of the document that `heads` uses.
#[must_use]
pub fn kind_of(document: &Document, mention: &Mention, heads: &mut HeadsOf<'_>) -> MentionKind {
    let head = heads.head(document, mention).unwrap_or(mention.span.end.saturating_sub(1));
    if document.is_zero(head) {
        return MentionKind::Pronoun;
    }
    let layers = &heads.syntax().layers;
    let universal = layers.at(Layer::UniversalPartOfSpeech, head).and_then(by_universal_tag);
    let tag = || layers.at(Layer::PartOfSpeech, head).map(|tag| by_tag(tag, mention.span.len() == 1));
    universal.or_else(tag).unwrap_or(MentionKind::Nominal)
}

fn by_universal_tag(tag: &str) -> Option<MentionKind> {
    match tag {
        "PROPN" => Some(MentionKind::Name),
        "PRON" | "DET" => Some(MentionKind::Pronoun),
        "VERB" | "AUX" => Some(MentionKind::Verb),
        "" | "_" | "X" => None,
        _ => Some(MentionKind::Nominal),
    }
}

/// The kind by a tag of any tag set; a determiner is a pronoun if it is the only word.
fn by_tag(tag: &str, alone: bool) -> MentionKind {
    match word_class(tag) {
        Some(WordClass::ProperNoun) => MentionKind::Name,
        Some(WordClass::Pronoun) => MentionKind::Pronoun,
        Some(WordClass::Determiner) if alone => MentionKind::Pronoun,
        Some(WordClass::Verb) => MentionKind::Verb,
        _ => MentionKind::Nominal,
    }
}

#[cfg(test)]
mod tests {
    use super::{MentionKind, keep};
    use crate::document::{Document, Layer, Mention, Span};
    use crate::matching::Side;

    fn kept(kind: MentionKind) -> Vec<u32> {
        let mention = |start, end| Mention::new(Span::new(start, end), 0);
        let mut document = Document {
            tokens: 5,
            sentences: vec![Span::new(0, 5)],
            mentions: vec![mention(0, 1), mention(1, 3), mention(3, 4), mention(4, 5)],
            entity_labels: ["a"].iter().collect(),
            ..Document::default()
        };
        document.layers.set(Layer::PartOfSpeech, ["PRP", "DT", "NN", "NNP", "VBG"].iter().collect());
        document.layers.set(Layer::Parse, ["(S(NP*)", "(NP*", "*)", "(NP*)", "(VP*))"].iter().collect());
        let mut side = Side::all(&document);
        keep(&mut side, &document, &[kind]);
        side.mentions.iter().map(|mention| mention.span.start).collect()
    }

    #[test]
    fn german_and_dutch_mentions_have_kinds_too() {
        let kinds = |tags: [&str; 4]| {
            let mut builder = Document::builder("d");
            builder.tokens(4).layer(Layer::PartOfSpeech, tags);
            let document = builder
                .mention(0..1, "a")
                .mention(1..2, "a")
                .mention(2..3, "a")
                .mention(3..4, "a")
                .build()
                .unwrap();
            let mut heads = crate::matching::HeadsOf::new(&document);
            document
                .mentions
                .iter()
                .map(|one| super::kind_of(&document, one, &mut heads).name())
                .collect::<Vec<_>>()
        };
        let expected = ["name", "nominal", "pronoun", "verb"];
        assert_eq!(kinds(["NE", "NN", "PPER", "VVFIN"]), expected);
        assert_eq!(kinds(["SPEC[deeleigen]", "N[soort,ev]", "VNW[pers,pron]", "WW[pv]"]), expected);
    }

    #[test]
    fn the_head_decides_what_a_mention_is() {
        assert_eq!(kept(MentionKind::Pronoun), [0]);
        assert_eq!(kept(MentionKind::Nominal), [1]);
        assert_eq!(kept(MentionKind::Name), [3]);
        assert_eq!(kept(MentionKind::Verb), [4]);
    }
}
