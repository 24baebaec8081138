//! Where the mentions of one side's entities were found on the other side.

/// The entities of one side, each with its mentions found on the other side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lookups {
    /// In the order in which the scorer keeps them.
    pub(crate) entities: Vec<Entity>,
}

/// An entity and its mentions found on the other side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entity {
    /// How many mentions it has, repeated ones counted again.
    pub(crate) size: u32,
    /// The entities of the other side in which its mentions were found, in their order.
    pub(crate) cells: Vec<Cell>,
}

/// What an entity shares with one entity of the other side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The entity of the other side.
    pub(crate) entity: u32,
    /// How many mentions were found there; those found in part count in part.
    pub(crate) weight: f64,
    /// The sum of the squared weights; equals the weight if all mentions were found in full.
    pub(crate) squares: f64,
}

/// One mention, found in an entity of the other side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The entity of the other side.
    pub entity: u32,
    /// The degree to which the two are the same: 1 except for split antecedents.
    pub weight: f64,
}

impl Found {
    /// A mention that was found in full.
    #[must_use]
    pub fn whole(entity: u32) -> Self {
        Self { entity, weight: 1.0 }
    }
}

impl Lookups {
    /// Adds an entity with this many mentions, some of which were found.
    pub fn add(&mut self, size: usize, found: impl IntoIterator<Item = Found>) {
        let mut found: Vec<Found> = found.into_iter().collect();
        found.sort_by_key(|found| found.entity);
        let cells = found.chunk_by(|a, b| a.entity == b.entity).map(cell).collect();
        self.entities.push(Entity { size: size as u32, cells });
    }

    /// How many mentions all entities have, repeated ones counted again.
    #[must_use]
    pub fn mentions(&self) -> u64 {
        self.entities.iter().map(|entity| u64::from(entity.size)).sum()
    }

    /// How many mentions an entity of this side has.
    pub(super) fn size(&self, entity: u32) -> u32 {
        self.entities.get(entity as usize).map_or(0, |entity| entity.size)
    }
}

fn cell(found: &[Found]) -> Cell {
    let entity = found.first().map_or(0, |found| found.entity);
    let weight = found.iter().map(|found| found.weight).sum();
    let squares = found.iter().map(|found| found.weight * found.weight).sum();
    Cell { entity, weight, squares }
}
