//! Strata by properties of the mention's entity.

use super::{Label, Strata, View, range_of, value};
use crate::choice::Value;
use crate::document::{Document, Wanted};

/// Types of entities, as annotated.
pub(super) const ENTITY_TYPE: Strata = Strata {
    name: "entity-type",
    title: "Entity type",
    about: "The type of the entity, such as person or place, as annotated.",
    needs: "types of entities in the key; a response without types has those of the twins of its mentions",
    wanted: Wanted::MENTIONS.and_details(),
    lacks: |key| (!has_types(key)).then_some("no types of entities"),
    makeshift: |response| {
        (!has_types(response)).then_some(
            "the response has no types of entities: its mentions have the type of their twins, and spurious ones (none)",
        )
    },
    labels: types,
    ..Strata::PLAIN
};

/// How many mentions the entity has.
pub(super) const SIZE: Strata = Strata {
    name: "size",
    title: "Entity size",
    about: "The number of mentions of the entity, on the mention's own side.",
    values: &[
        value("1", "singletons"),
        value("2", "two mentions"),
        value("3-5", "three to five mentions"),
        value("6-10", "six to ten mentions"),
        value("11-20", "eleven to twenty mentions"),
        value("21+", "more mentions"),
    ],
    labels: sizes,
    ..Strata::PLAIN
};

const SIZES: &[(u32, &str)] =
    &[(1, "1"), (2, "2"), (5, "3-5"), (10, "6-10"), (20, "11-20"), (u32::MAX, "21+")];

/// Singletons and all others.
pub(super) const SINGLETON: Strata = Strata {
    name: "singleton",
    title: "Entity",
    about: "Whether the mention is the only one of its entity, on the mention's own side.",
    values: &SINGLE,
    labels: singletons,
    ..Strata::PLAIN
};

const SINGLE: [Value; 2] = [
    value("singleton", "the only mention of its entity"),
    value("non-singleton", "its entity has other mentions"),
];

fn has_types(document: &Document) -> bool {
    document.entity_details.iter().any(|detail| !detail.kind.is_empty())
}

fn types(view: &View<'_>) -> Vec<Label> {
    let own = view.side().document;
    let by_twin = !has_types(own);
    let kind = |document: &Document, entity: u32| {
        let kind = document.entity_detail(entity).map(|detail| detail.kind.as_str());
        Label::from(kind.filter(|kind| !kind.is_empty()).unwrap_or("(none)").to_owned())
    };
    let label = |place: usize| match view.twin(place) {
        Some(twin) if by_twin => kind(view.key(), twin.entity),
        None if by_twin => "(none)".into(),
        _ => kind(own, view.side().mentions[place].entity),
    };
    (0..view.side().mentions.len()).map(label).collect()
}

fn sizes(view: &View<'_>) -> Vec<Label> {
    let sizes = view.side().entity_sizes();
    view.side().mentions.iter().map(|mention| range_of(sizes[mention.entity as usize], SIZES)).collect()
}

fn singletons(view: &View<'_>) -> Vec<Label> {
    let sizes = view.side().entity_sizes();
    let single = |entity: u32| SINGLE[usize::from(sizes[entity as usize] > 1)].name;
    view.side().mentions.iter().map(|mention| single(mention.entity).into()).collect()
}
