//! One document of one file as it is scored: clusters, split antecedents, non-referring markables, bridging.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Keep;
use super::markables::Annotations;
use crate::dropin::anaphora::Problem;
use crate::dropin::anaphora::mention::{Mention, Word};
use crate::dropin::anaphora::sides::Side;

/// What is annotated in a document.
#[derive(Debug, Default)]
pub(super) struct Annotation {
    /// All markables, and the clusters of those that refer.
    pub(super) side: Side,
    /// Annotation other than clusters.
    pub(super) extras: Extras,
}

/// What a document has besides clusters; numbers are places among the markables.
#[derive(Debug, Default)]
pub(super) struct Extras {
    /// Split antecedents.
    pub(super) splits: Vec<Split>,
    /// The first markable of each entity that does not refer.
    pub(super) non_referring: Vec<usize>,
    /// Bridging anaphors and their anchors.
    pub(super) bridging: Vec<(usize, usize)>,
}

/// A split antecedent: an extra member of a cluster, made of several other clusters.
#[derive(Clone, Debug)]
pub(super) struct Split {
    /// The cluster it is in.
    pub(super) cluster: usize,
    /// The clusters it is made of, as places of their mentions.
    pub(super) parts: Vec<Vec<usize>>,
}

impl Annotation {
    /// Groups the markables of a document into entities.
    pub(super) fn new(annotations: Annotations<'_>, keep: Keep) -> Result<Self, Problem> {
        let mut entities = Entities::new(&annotations);
        if keep.splits {
            entities.gather_elements(&annotations);
            entities.find_twins(&annotations);
        }
        let non_referring = entities.non_referring();
        let (clusters, splits) = entities.clusters()?;
        let mentions = annotations.markables.into_iter().map(|markable| markable.mention).collect();
        let side = Side { mentions, clusters, ..Side::default() };
        let extras = Extras { splits, non_referring, bridging: annotations.bridging };
        Ok(Self { side, extras }.selected(keep))
    }

    /// An annotation of only clusters, for formats without other annotation.
    pub(super) fn of_clusters(clusters: Vec<Vec<Mention>>, keep: Keep) -> Self {
        Self { side: Side::new(clusters), ..Self::default() }.selected(keep)
    }

    /// Removes what does not count: first singletons, then zeros. Parts of split antecedents stay complete.
    fn selected(mut self, keep: Keep) -> Self {
        if !keep.singletons {
            self.side.drop_singletons();
        }
        if !keep.zeros {
            let Side { mentions, clusters, .. } = &mut self.side;
            for cluster in clusters {
                cluster.retain(|&mention| !mentions[mention].zero);
            }
        }
        self
    }
}

struct Entity<'a> {
    name: &'a str,
    markables: Vec<usize>,
    elements: Vec<usize>,
    /// The first entity with the same mentions; as a part of a split antecedent, it replaces this one.
    twin: usize,
}

struct Entities<'a> {
    all: Vec<Entity<'a>>,
    places: FxHashMap<&'a str, usize>,
}

impl<'a> Entities<'a> {
    fn new(annotations: &Annotations<'a>) -> Self {
        let mut entities = Self { all: Vec::new(), places: FxHashMap::default() };
        for (place, markable) in annotations.markables.iter().enumerate() {
            let entity = entities.place(markable.entity);
            entities.all[entity].markables.push(place);
        }
        entities
    }

    fn place(&mut self, name: &'a str) -> usize {
        let next = self.all.len();
        let place = *self.places.entry(name).or_insert(next);
        if place == next {
            self.all.push(Entity { name, markables: Vec::new(), elements: Vec::new(), twin: place });
        }
        place
    }

    fn gather_elements(&mut self, annotations: &Annotations<'a>) {
        for markable in &annotations.markables {
            let element = self.place(markable.entity);
            for plural in &markable.element_of {
                let plural = self.place(plural);
                let elements = &mut self.all[plural].elements;
                if !elements.contains(&element) {
                    elements.push(element);
                }
            }
        }
    }

    fn find_twins(&mut self, annotations: &Annotations<'a>) {
        let mut first: FxHashMap<Vec<&[Word]>, usize> = FxHashMap::default();
        for (place, entity) in self.all.iter_mut().enumerate() {
            let words = |&markable: &usize| &annotations.markables[markable].mention.words[..];
            entity.twin = *first.entry(entity.markables.iter().map(words).collect()).or_insert(place);
        }
    }

    fn non_referring(&self) -> Vec<usize> {
        let pseudo = self.all.iter().filter(|entity| is_non_referring(entity.name));
        pseudo.filter_map(|entity| entity.markables.first().copied()).collect()
    }

    /// The clusters, where those with the same split antecedent are merged, and the split antecedents.
    fn clusters(&self) -> Result<(Vec<Vec<usize>>, Vec<Split>), Problem> {
        let mut clusters: Vec<Vec<usize>> = Vec::new();
        let mut splits: Vec<Split> = Vec::new();
        let mut same: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
        // a plural entity without its own markable does not count
        let counts = |entity: &Entity| !is_non_referring(entity.name) && !entity.markables.is_empty();
        for (place, entity) in self.all.iter().enumerate().filter(|(_, entity)| counts(entity)) {
            let atoms = self.atoms(place)?;
            if atoms.is_empty() {
                clusters.push(entity.markables.clone());
                continue;
            }
            match same.get(&atoms) {
                Some(&cluster) => clusters[cluster].extend(&entity.markables),
                None => {
                    let parts = atoms.iter().map(|&atom| self.all[atom].markables.clone()).collect();
                    splits.push(Split { cluster: clusters.len(), parts });
                    same.insert(atoms, clusters.len());
                    clusters.push(entity.markables.clone());
                }
            }
        }
        Ok((clusters, splits))
    }

    /// The entities without elements that a plural entity is made of, sorted; none if it is not plural.
    fn atoms(&self, plural: usize) -> Result<Vec<usize>, Problem> {
        let mut atoms = Vec::new();
        let mut seen = FxHashSet::default();
        let mut waiting = vec![plural];
        while let Some(entity) = waiting.pop() {
            for &element in &self.all[entity].elements {
                if element == plural {
                    let name = self.all[plural].name;
                    return Err(Problem::new(0, format!("the entity {name} is an element of itself")));
                }
                if !seen.insert(element) {
                    continue;
                }
                if self.all[element].elements.is_empty() {
                    atoms.push(self.all[element].twin);
                } else {
                    waiting.push(element);
                }
            }
        }
        atoms.sort_unstable();
        atoms.dedup();
        Ok(atoms)
    }
}

/// Whether an entity is non-referring, such as an expletive: the end of its name marks it.
fn is_non_referring(entity: &str) -> bool {
    entity.ends_with("-Pseudo")
}
