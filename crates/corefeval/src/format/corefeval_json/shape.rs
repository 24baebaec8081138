//! The values of the format as they are in a file.

use std::fmt;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize};

use crate::document::{Detail, EntityDetail, Relation, RelationKind, Span, Stage};

/// A span: first token, and the token after the last.
pub(super) type Ends = (u32, u32);

/// A string that is checked but not kept.
#[derive(Debug)]
pub(super) struct Text;

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor)
    }
}

struct TextVisitor;

impl Visitor<'_> for TextVisitor {
    type Value = Text;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string")
    }

    fn visit_str<E>(self, _: &str) -> Result<Text, E> {
        Ok(Text)
    }
}

/// A mention: first token, the token after the last, entity, and further details.
#[derive(Debug, Deserialize)]
pub(super) struct MentionShape(
    pub(super) u32,
    pub(super) u32,
    pub(super) u32,
    #[serde(default)] pub(super) Option<DetailShape>,
);

/// What a mention has besides a span.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct DetailShape {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<Ends>,
    #[serde(skip_serializing_if = "Option::is_none")]
    head: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<Ends>,
    #[serde(skip_serializing_if = "String::is_empty")]
    id: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attributes: Vec<(String, String)>,
}

/// An entity: only a label, or a label with details.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum EntityShape {
    Label(String),
    Detailed(EntityDetailShape),
}

/// The label of an entity and its details.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct EntityDetailShape {
    pub(super) label: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    kind: String,
    #[serde(skip_serializing_if = "is_identity")]
    stage: StageShape,
    #[serde(skip_serializing_if = "is_false")]
    non_referring: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    elements: Vec<u32>,
}

/// The names of stages.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum StageShape {
    #[default]
    Identity,
    DiscourseDeixis,
}

/// A relation between two mentions.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RelationShape {
    kind: RelationKindShape,
    from: u32,
    to: u32,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    label: String,
}

/// The names of kinds of relation.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum RelationKindShape {
    Bridging,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_identity(stage: &StageShape) -> bool {
    *stage == StageShape::Identity
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_false(value: &bool) -> bool {
    !value
}

pub(super) fn span((start, end): Ends) -> Span {
    Span::new(start, end)
}

pub(super) fn ends(span: Span) -> Ends {
    (span.start, span.end)
}

impl From<DetailShape> for Detail {
    fn from(shape: DetailShape) -> Self {
        let DetailShape { parts, head, minimum, id, attributes } = shape;
        Self {
            parts: parts.into_iter().map(span).collect(),
            head,
            minimum: minimum.map(span),
            id,
            attributes,
        }
    }
}

impl From<&Detail> for DetailShape {
    fn from(detail: &Detail) -> Self {
        let Detail { parts, head, minimum, id, attributes } = detail.clone();
        Self {
            parts: parts.into_iter().map(ends).collect(),
            head,
            minimum: minimum.map(ends),
            id,
            attributes,
        }
    }
}

impl From<EntityDetailShape> for EntityDetail {
    fn from(shape: EntityDetailShape) -> Self {
        let EntityDetailShape { label: _, kind, stage, non_referring, elements } = shape;
        let stage = match stage {
            StageShape::Identity => Stage::Identity,
            StageShape::DiscourseDeixis => Stage::DiscourseDeixis,
        };
        Self { kind, stage, non_referring, elements }
    }
}

impl EntityDetailShape {
    pub(super) fn of(label: &str, detail: &EntityDetail) -> Self {
        let EntityDetail { kind, stage, non_referring, elements } = detail.clone();
        let stage = match stage {
            Stage::Identity => StageShape::Identity,
            Stage::DiscourseDeixis => StageShape::DiscourseDeixis,
        };
        Self { label: label.to_owned(), kind, stage, non_referring, elements }
    }
}

impl From<RelationShape> for Relation {
    fn from(shape: RelationShape) -> Self {
        let RelationShape { kind: RelationKindShape::Bridging, from, to, label } = shape;
        Self { kind: RelationKind::Bridging, from, to, label }
    }
}

impl From<&Relation> for RelationShape {
    fn from(relation: &Relation) -> Self {
        let Relation { kind: RelationKind::Bridging, from, to, label } = relation.clone();
        Self { kind: RelationKindShape::Bridging, from, to, label }
    }
}
