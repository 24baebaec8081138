//! A scene as JSON; `docs/analysis.md` describes the fields.

use serde_json::{Value, json as value};

use super::errors::Error;
use super::{Answer, Line, Mark, Scene};
use crate::document::Layer;

/// The shown part of a scene as JSON.
#[must_use]
pub fn json(scene: &Scene<'_>) -> Value {
    let document = scene.key.document;
    let has_words = document.layers.get(Layer::Word).is_some();
    let shown = scene.key.sentences.iter().zip(&scene.shown).filter(|(_, shown)| **shown);
    let sentence = |(span, _): (&crate::document::Span, &bool)| {
        let words: Vec<String> = (span.start..span.end).map(|token| scene.key.word(token)).collect();
        value!({"start": span.start, "end": span.end, "words": has_words.then_some(words)})
    };
    value!({
        "document": document.name.to_string(),
        "tokens": document.tokens,
        "sentences": shown.map(sentence).collect::<Vec<_>>(),
        "key": marks(&scene.key),
        "systems": scene.answers.iter().map(|answer| system(scene, answer)).collect::<Vec<_>>(),
    })
}

fn system(scene: &Scene<'_>, answer: &Answer<'_>) -> Value {
    let shown = answer.errors.iter().filter(|error| error.is_shown);
    let errors = shown.filter(|error| scene.shown.get(error.sentence) == Some(&true));
    value!({
        "name": answer.system,
        "mentions": marks(&answer.line),
        "errors": errors.map(|error| one_error(scene, answer, error)).collect::<Vec<_>>(),
    })
}

fn marks(line: &Line<'_>) -> Vec<Value> {
    line.marks.iter().filter(|mark| mark.is_shown).map(|mark| mention(line, mark)).collect()
}

fn mention(line: &Line<'_>, mark: &Mark) -> Value {
    let parts: Vec<[u32; 2]> = mark.parts.iter().map(|part| [part.start, part.end]).collect();
    value!({
        "start": mark.span.start, "end": mark.span.end, "parts": parts,
        "text": line.document.text(mark.span),
        "number": line.names[mark.entity as usize],
        "entity": line.document.entity_labels.get(mark.entity as usize),
    })
}

fn one_error(scene: &Scene<'_>, answer: &Answer<'_>, error: &Error) -> Value {
    let of = |line: &Line<'_>, place: Option<usize>| place.map(|place| mention(line, &line.marks[place]));
    let finding = |place: &usize| {
        let finding = &answer.findings[*place];
        value!({"id": finding.id, "analysis": finding.analysis, "kind": finding.kind, "rule": finding.rule})
    };
    value!({
        "kind": error.kind,
        "key": of(&scene.key, error.key),
        "response": of(&answer.line, error.response),
        "key_antecedent": of(&scene.key, error.key_antecedent),
        "response_antecedent": of(&answer.line, error.response_antecedent),
        "difference": error.difference,
        "findings": error.findings.iter().map(finding).collect::<Vec<_>>(),
    })
}
