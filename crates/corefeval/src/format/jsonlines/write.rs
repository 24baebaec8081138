//! Documents as JSON lines of the kind that most systems read: tokens in sentences, first and last token of each mention.

use serde::Serialize;

use super::super::fit::Limits;
use super::super::{Problem, losses};
use super::name;
use crate::document::{Document, Layer, Span};

/// The fields in the order in which they are written.
#[derive(Serialize)]
struct Record<'a> {
    doc_key: String,
    sentences: Vec<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    speakers: Option<Vec<Vec<&'a str>>>,
    clusters: Vec<Vec<(u32, u32)>>,
}

/// Names must be the same after writing and reading; labels are not written.
pub(super) const LIMITS: Limits =
    Limits { name: |name| name::read(&name::write(name)) == *name, label: None, value: |_, _| true };

/// Writes a record for each document.
pub(super) fn write(documents: &[Document], out: &mut Vec<u8>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for document in documents {
        problems.extend(losses(document));
        // writing strings and numbers to memory cannot fail
        let _ = serde_json::to_writer(&mut *out, &record(document));
        out.push(b'\n');
    }
    problems
}

fn record(document: &Document) -> Record<'_> {
    let speakers = document.layers.get(Layer::Speaker).map(|_| by_sentence(document, Layer::Speaker));
    Record {
        doc_key: name::write(&document.name),
        sentences: by_sentence(document, Layer::Word),
        speakers,
        clusters: clusters(document),
    }
}

fn by_sentence(document: &Document, layer: Layer) -> Vec<Vec<&str>> {
    let whole = [Span::new(0, document.tokens)];
    let sentences = if document.sentences.is_empty() { &whole[..] } else { &document.sentences };
    let value = |token| document.layers.at(layer, token).unwrap_or("-");
    let sentence = |span: &Span| (span.start..span.end).map(value).collect();
    sentences.iter().map(sentence).collect()
}

fn clusters(document: &Document) -> Vec<Vec<(u32, u32)>> {
    let mut clusters = vec![Vec::new(); document.entity_count()];
    for mention in &document.mentions {
        if let Some(cluster) = clusters.get_mut(mention.entity as usize).filter(|_| !mention.span.is_empty())
        {
            cluster.push((mention.span.start, mention.span.end - 1));
        }
    }
    clusters.retain(|cluster| !cluster.is_empty());
    clusters
}

/// What the format cannot hold.
fn losses(document: &Document) -> Vec<Problem> {
    let labels = document.entity_labels.iter().enumerate();
    let renamed = labels.filter(|(index, label)| *label != index.to_string()).count();
    let lost = [
        losses::gaps(document),
        losses::zeros(document),
        losses::relations(document),
        losses::stages(document),
        losses::split(document),
        losses::details(document, &[]),
        losses::layers(document, &[Layer::Word, Layer::Speaker]),
        losses::lost(
            document,
            renamed,
            "lost-labels",
            ["entity loses its label and is numbered", "entities lose their labels and are numbered"],
        ),
    ];
    lost.into_iter().flatten().collect()
}
