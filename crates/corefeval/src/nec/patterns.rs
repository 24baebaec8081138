//! How named entities are mentioned: the patterns in section 4 of Agarwal et al. 2019, as counts that can be
//! added.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::AddAssign;

use super::names::{canonical, names};
use super::sides::{Entity, Named};
use super::{KeySingletons, Options};
use crate::document::{Document, Layer};
use crate::matching::Side;

/// How the entities of one type of names are mentioned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// Entities.
    pub entities: u64,
    /// Those with more than one mention.
    pub repeated: u64,
    /// Those with more than one mention by name.
    pub named_again: u64,
    /// Those that are mentioned only by name.
    pub only_named: u64,
    /// Their mentions: names, pronouns, nominals.
    pub kinds: [u64; 3],
    /// Their different names, entity by entity.
    pub forms: u64,
    /// Names in the text that head no mention: what they name is mentioned once.
    pub unlinked: u64,
    /// Entities in which a tagger found no name at all.
    pub missed: u64,
    /// Entities in which the tagger found names, but none of this type.
    pub mistyped: u64,
}

impl Pattern {
    /// How many mentions the entities have.
    #[must_use]
    pub fn mentions(&self) -> u64 {
        self.kinds.iter().sum()
    }

    /// Everything that is named in the text: entities, and names that head no mention.
    #[must_use]
    pub fn things(&self) -> u64 {
        self.entities + self.unlinked
    }

    fn add_entity(&mut self, entity: &Entity) {
        let [names, ..] = entity.kinds;
        self.entities += 1;
        self.repeated += u64::from(entity.size() > 1);
        self.named_again += u64::from(names > 1);
        self.only_named += u64::from(names == entity.size());
        self.kinds.iter_mut().zip(entity.kinds).for_each(|(sum, more)| *sum += u64::from(more));
        self.forms += entity.names.iter().map(|(_, words)| words).collect::<BTreeSet<_>>().len() as u64;
    }

    fn add_tagged(&mut self, tagged: &Entity, kind: &str) {
        self.missed += u64::from(tagged.names.is_empty());
        self.mistyped += u64::from(!tagged.names.is_empty() && !tagged.has_name_of(&[kind]));
    }
}

impl AddAssign for Pattern {
    fn add_assign(&mut self, other: Self) {
        self.entities += other.entities;
        self.repeated += other.repeated;
        self.named_again += other.named_again;
        self.only_named += other.only_named;
        self.kinds.iter_mut().zip(other.kinds).for_each(|(sum, more)| *sum += more);
        self.forms += other.forms;
        self.unlinked += other.unlinked;
        self.missed += other.missed;
        self.mistyped += other.mistyped;
    }
}

/// How the entities of some documents are mentioned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patterns {
    /// The patterns of each requested type of names.
    pub types: Vec<Pattern>,
    /// The pattern of entities that have only names of other types.
    pub other: Pattern,
    /// The pattern of entities without a name.
    pub nameless: Pattern,
    /// The number of entities with a pronoun such as he or she, and how many of these have no name.
    pub third_person: [u64; 2],
}

/// Error: the file with an automatic tagger's names has a different text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherText {
    /// The first token that differs, counted from 0.
    pub token: u32,
}

impl fmt::Display for OtherText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the tagged text differs from token {} on", self.token + 1)
    }
}

impl std::error::Error for OtherText {}

impl Patterns {
    /// Empty counts for this number of types of names.
    #[must_use]
    pub fn new(types: usize) -> Self {
        Self { types: vec![Pattern::default(); types], ..Self::default() }
    }

    /// The sum over all requested types.
    #[must_use]
    pub fn named(&self) -> Pattern {
        self.types.iter().fold(Pattern::default(), |mut sum, more| {
            sum += *more;
            sum
        })
    }

    /// The sum over all entities.
    #[must_use]
    pub fn all(&self) -> Pattern {
        let mut all = self.named();
        all += self.other;
        all += self.nameless;
        all
    }

    /// Adds the entities of a document. If the same text with a tagger's names is given, also counts what the
    /// tagger missed.
    pub fn add(
        &mut self,
        key: &Document,
        tagged: Option<&Document>,
        options: &Options,
    ) -> Result<(), OtherText> {
        let side = Side::all(key);
        let spans = names(key, options.possessive);
        let named = Named::new(&side, key, &spans, options);
        let by_tagger = match tagged {
            Some(tagged) => {
                same_text(key, tagged)?;
                Some(names(tagged, options.possessive))
            }
            None => None,
        };
        let tagged = by_tagger.as_ref().map(|spans| Named::new(&side, key, spans, options).entities);
        let types: Vec<&str> = options.types.iter().map(|kind| canonical(kind)).collect();
        for (place, entity) in named.entities.iter().enumerate() {
            let least = if options.key_singletons == KeySingletons::Keep { 1 } else { 2 };
            if entity.size() >= least {
                let tagged = tagged.as_ref().map(|entities| &entities[place]);
                self.add_entity(entity, tagged, &types);
            }
        }
        for name in spans.iter().filter(|name| !named.heading.contains(&name.span)) {
            self.pattern(Some(&name.kind), &types).unlinked += 1;
        }
        Ok(())
    }

    fn add_entity(&mut self, entity: &Entity, tagged: Option<&Entity>, types: &[&str]) {
        let kind = entity.kind();
        let pattern = self.pattern(kind, types);
        pattern.add_entity(entity);
        if let Some((tagged, kind)) = tagged.zip(kind) {
            pattern.add_tagged(tagged, kind);
        }
        self.third_person[0] += u64::from(entity.third_person);
        self.third_person[1] += u64::from(entity.third_person && kind.is_none());
    }

    /// The pattern in which entities of a type are counted.
    fn pattern(&mut self, kind: Option<&str>, types: &[&str]) -> &mut Pattern {
        let place = kind.and_then(|kind| types.iter().position(|one| *one == kind));
        match (place.and_then(|place| self.types.get_mut(place)), kind) {
            (Some(pattern), _) => pattern,
            (None, Some(_)) => &mut self.other,
            (None, None) => &mut self.nameless,
        }
    }
}

impl AddAssign<&Self> for Patterns {
    fn add_assign(&mut self, other: &Self) {
        self.types.iter_mut().zip(&other.types).for_each(|(sum, more)| *sum += *more);
        self.other += other.other;
        self.nameless += other.nameless;
        self.third_person.iter_mut().zip(other.third_person).for_each(|(sum, more)| *sum += more);
    }
}

fn same_text(key: &Document, tagged: &Document) -> Result<(), OtherText> {
    let word = |document: &Document, token| document.layers.at(Layer::Word, token).map(str::to_owned);
    let differs = (0..key.tokens.max(tagged.tokens)).find(|&token| {
        let both = token < key.tokens && token < tagged.tokens;
        !both || word(key, token) != word(tagged, token)
    });
    differs.map_or(Ok(()), |token| Err(OtherText { token }))
}
