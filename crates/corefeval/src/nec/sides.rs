//! The entities of a key or response, with the kind of each mention: a name, a pronoun or a nominal.

use std::collections::BTreeSet;

use super::heads::HeadNames;
use super::names::NameSpan;
use super::{Letters, Options, Pronouns, Variants};
use crate::document::{Document, Layer, Mention, Span};
use crate::matching::Side;

/// The kind of a mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Pronoun,
    Nominal,
}

impl Kind {
    pub(super) const ALL: [Self; 3] = [Self::Name, Self::Pronoun, Self::Nominal];
}

/// The names that head the mentions of an entity, and how many mentions of each kind it has.
#[derive(Clone, Debug, Default)]
pub(super) struct Entity {
    /// The type and the words of each name, in text order.
    pub(super) names: Vec<(String, Vec<String>)>,
    /// How many names, pronouns and nominals it has.
    pub(super) kinds: [u32; 3],
    /// Whether one of its mentions is a pronoun of the third person, singular and animate.
    pub(super) third_person: bool,
    pub(super) first: Span,
}

impl Entity {
    pub(super) fn size(&self) -> u32 {
        self.kinds.iter().sum()
    }

    /// The most frequent type of its names; among equals, the first.
    pub(super) fn kind(&self) -> Option<&str> {
        let count = |kind: &str| self.names.iter().filter(|(other, _)| other == kind).count();
        let mut best: Option<(&str, usize)> = None;
        for (kind, _) in &self.names {
            if best.is_none_or(|(_, most)| count(kind) > most) {
                best = Some((kind, count(kind)));
            }
        }
        best.map(|(kind, _)| kind)
    }

    /// Whether a name of one of these types heads one of its mentions.
    pub(super) fn has_name_of(&self, types: &[&str]) -> bool {
        self.names.iter().any(|(kind, _)| types.contains(&kind.as_str()))
    }

    /// The last word of its longest name.
    pub(super) fn last_name(&self) -> Option<&str> {
        let longest = self.names.iter().rev().max_by_key(|(_, words)| words.len());
        longest.and_then(|(_, words)| words.last()).map(String::as_str)
    }

    /// The names by which it can be recognised.
    pub(super) fn variants(&self, options: &Options) -> Vec<&[String]> {
        let all = self.names.iter().map(|(_, words)| &words[..]);
        match options.variants {
            Variants::Any => all.collect(),
            Variants::Full => all.rev().max_by_key(|words| words.len()).into_iter().collect(),
        }
    }
}

/// A side whose mentions are classified by the key's annotation of their tokens.
pub(super) struct Named<'a> {
    pub(super) side: &'a Side<'a>,
    pub(super) entities: Vec<Entity>,
    /// The kind of each mention.
    pub(super) kinds: Vec<Kind>,
    /// The spans of the names that head a mention.
    pub(super) heading: BTreeSet<Span>,
    key: &'a Document,
    letters: Letters,
}

impl<'a> Named<'a> {
    pub(super) fn new(
        side: &'a Side<'a>,
        key: &'a Document,
        names: &'a [NameSpan],
        options: &'a Options,
    ) -> Self {
        let mut entities = vec![Entity::default(); side.document.entity_count()];
        let mut kinds = vec![Kind::Nominal; side.mentions.len()];
        let (empty, letters) = (BTreeSet::new(), options.letters);
        let mut this = Self { side, entities: Vec::new(), kinds: Vec::new(), heading: empty, key, letters };
        let mut heads = HeadNames::new(key, names, options);
        // in text order, which may differ from file order: among equally frequent names, the first counts
        for place in side.in_text_order() {
            let mention = &side.mentions[place];
            let name = heads.of(side.document, mention);
            let kind = match name {
                Some(_) => Kind::Name,
                None if this.is_pronoun(mention, options.pronouns) => Kind::Pronoun,
                None => Kind::Nominal,
            };
            kinds[place] = kind;
            this.heading.extend(name.map(|name| name.span));
            let Some(entity) = entities.get_mut(mention.entity as usize) else { continue };
            if entity.size() == 0 || mention.span < entity.first {
                entity.first = mention.span;
            }
            entity.kinds[kind as usize] += 1;
            entity.third_person |= this.is_third_person(mention);
            entity.names.extend(name.map(|name| (name.kind.clone(), this.words(name.span))));
        }
        (this.entities, this.kinds) = (entities, kinds);
        this
    }

    /// The words of a span in the form in which they are compared.
    pub(super) fn words(&self, span: Span) -> Vec<String> {
        let word = |token| {
            let word = self.key.layers.at(Layer::Word, token).unwrap_or("");
            if self.letters == Letters::Fold { word.to_lowercase() } else { word.to_owned() }
        };
        (span.start..span.end).map(word).collect()
    }

    fn is_pronoun(&self, mention: &Mention, pronouns: Pronouns) -> bool {
        let tag = self.key.layers.at(Layer::PartOfSpeech, mention.span.start).unwrap_or("");
        let personal = matches!(tag, "PRP" | "PRP$");
        let wide = pronouns == Pronouns::Wide && matches!(tag, "WP" | "WP$" | "DT");
        mention.span.len() == 1 && (personal || wide)
    }

    fn is_third_person(&self, mention: &Mention) -> bool {
        const PRONOUNS: &[&str] = &["he", "she", "him", "her", "his", "hers", "himself", "herself"];
        let word = self.key.layers.at(Layer::Word, mention.span.start).unwrap_or("");
        mention.span.len() == 1 && PRONOUNS.contains(&word.to_lowercase().as_str())
    }
}
