//! The entities of a key or response, with what each of their mentions is: a name, a pronoun, a nominal.

use super::names::NameSpan;
use super::{Conjuncts, Letters, Options, Pronouns, Variants};
use crate::document::{Child, Document, Layer, Mention, Span, Tree};
use crate::matching::HeadsOf;

/// What a mention is.
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

    /// The type of most of its names, of the first among equals.
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

    /// The names by which it can be recognised.
    pub(super) fn variants(&self, options: &Options) -> Vec<&[String]> {
        let all = self.names.iter().map(|(_, words)| &words[..]);
        match options.variants {
            Variants::Any => all.collect(),
            Variants::Full => all.rev().max_by_key(|words| words.len()).into_iter().collect(),
        }
    }
}

/// A document whose mentions are told apart by what the key says of its tokens.
pub(super) struct Named<'a> {
    pub(super) document: &'a Document,
    pub(super) entities: Vec<Entity>,
    /// What each mention is.
    pub(super) kinds: Vec<Kind>,
    layers: &'a Document,
    letters: Letters,
}

impl<'a> Named<'a> {
    pub(super) fn new(
        document: &'a Document,
        layers: &'a Document,
        names: &[NameSpan],
        options: &Options,
    ) -> Self {
        let mut entities = vec![Entity::default(); document.entity_count()];
        let mut kinds = Vec::with_capacity(document.mentions.len());
        let mut this =
            Self { document, entities: Vec::new(), kinds: Vec::new(), layers, letters: options.letters };
        let mut heads = HeadsOf::new(layers);
        for mention in &document.mentions {
            let name = this.head_name(mention, names, (&mut heads, options));
            let kind = match name {
                Some(_) => Kind::Name,
                None if this.is_pronoun(mention, options.pronouns) => Kind::Pronoun,
                None => Kind::Nominal,
            };
            kinds.push(kind);
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

    /// The words of a span as they are compared.
    pub(super) fn words(&self, span: Span) -> Vec<String> {
        let word = |token| {
            let word = self.layers.layers.at(Layer::Word, token).unwrap_or("");
            if self.letters == Letters::Fold { word.to_lowercase() } else { word.to_owned() }
        };
        (span.start..span.end).map(word).collect()
    }

    /// The name inside a mention that holds its head.
    fn head_name<'n>(
        &self,
        mention: &Mention,
        names: &'n [NameSpan],
        (heads, options): (&mut HeadsOf<'_>, &Options),
    ) -> Option<&'n NameSpan> {
        let from = names.partition_point(|name| name.span.end <= mention.span.start);
        let inside = names[from..].iter().take_while(|name| name.span.start < mention.span.end);
        let inside: Vec<&NameSpan> = inside.filter(|name| mention.span.contains(name.span)).collect();
        if inside.is_empty() || (options.conjuncts == Conjuncts::NoName && self.has_conjuncts(mention)) {
            return None;
        }
        let head = self.head(mention, heads)?;
        inside.into_iter().filter(|name| name.span.holds(head)).max_by_key(|name| name.span.len())
    }

    /// The head of a mention by the key's syntax; without any, its last proper noun. A possessive ending heads nothing.
    fn head(&self, mention: &Mention, heads: &mut HeadsOf<'_>) -> Option<u32> {
        let is_proper = |token: &u32| self.tag(*token).is_some_and(|tag| tag.starts_with("NNP"));
        let last_proper = || (mention.span.start..mention.span.end).rev().find(is_proper);
        let head = heads.head(self.document, mention).or_else(last_proper)?;
        let ending = self.tag(head) == Some("POS") && head > mention.span.start;
        Some(if ending { head - 1 } else { head })
    }

    fn tag(&self, token: u32) -> Option<&'a str> {
        self.layers.layers.at(Layer::PartOfSpeech, token)
    }

    /// Whether a conjunction stands between the highest parts of a mention, by trees, or else by dependencies.
    fn has_conjuncts(&self, mention: &Mention) -> bool {
        let tokens = mention.span.start..mention.span.end;
        let conjunctions: Vec<u32> = tokens.filter(|&token| self.tag(token) == Some("CC")).collect();
        if conjunctions.is_empty() {
            return false;
        }
        let number = self.layers.sentence_of(mention.span.start);
        let sentence =
            number.map_or(Span::new(0, self.layers.tokens), |number| self.layers.sentences[number]);
        let Some(bits) = self.layers.layers.get(Layer::Parse) else { return true };
        let tree = Tree::new(bits, sentence);
        let Some(place) = tree.highest(mention.span) else { return false };
        let lowest = tree.lowest(mention.span).unwrap_or(place);
        let is_conjunction =
            |child: Child| matches!(child, Child::Word(token) if conjunctions.contains(&token));
        tree.children(lowest).any(is_conjunction)
    }

    fn is_pronoun(&self, mention: &Mention, pronouns: Pronouns) -> bool {
        let tag = self.tag(mention.span.start).unwrap_or("");
        let personal = matches!(tag, "PRP" | "PRP$");
        let wide = pronouns == Pronouns::Wide && matches!(tag, "WP" | "WP$" | "DT");
        mention.span.len() == 1 && (personal || wide)
    }

    fn is_third_person(&self, mention: &Mention) -> bool {
        const PRONOUNS: &[&str] = &["he", "she", "him", "her", "his", "hers", "himself", "herself"];
        let word = self.layers.layers.at(Layer::Word, mention.span.start).unwrap_or("");
        mention.span.len() == 1 && PRONOUNS.contains(&word.to_lowercase().as_str())
    }
}
