//! Brat standoff: annotation in a file `.ann`, and the text beside it in a file `.txt`.
//!
//! ```text
//! T1    Person 0 4    Mary
//! T2    Person 9 12;17 20    her own
//! R1    Coreference Arg1:T2 Arg2:T1
//! *    Coreference T1 T2
//! ```
//!
//! Every text-bound annotation is a mention, and links whose name contains `coref`, `ident`, `equiv` or
//! `anaphor` join them. In files without such links, but with types such as `Miss_Taylor-6`, as in LitBank,
//! annotations with such types are the mentions, and the type names the entity.

mod annotation;

use annotation::{Annotation, Annotations};

use super::draft::Draft;
use super::links::Links;
use super::running_text::{Fit, RunningText, widened};
use super::{Block, Format, Likeness, Problem, Reading};
use crate::document::{Detail, Document, Name, Relation, RelationKind, Span, Wanted};

/// Standoff annotation of the tool brat.
pub const BRAT: Format = Format {
    name: "brat",
    title: "brat standoff",
    extensions: &["ann"],
    companion: Some("txt"),
    by_lines: true,
    looks_like,
    describe: |start| annotation::read(&String::from_utf8_lossy(start)).style().describe().to_owned(),
    // a file is a document
    next_document: |_| None,
    read,
    pieces: None,
    write: None,
};

/// How entities are annotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Links,
    Labels,
}

impl Style {
    fn describe(self) -> &'static str {
        match self {
            Self::Links => "links join text-bound annotations into entities",
            Self::Labels => "types of text-bound annotations name entities",
        }
    }
}

fn looks_like(start: &[u8]) -> Likeness {
    let text = String::from_utf8_lossy(start);
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    match lines.next().map(Annotation::parse) {
        Some(Ok(Annotation::TextBound(_))) => Likeness::Sure,
        Some(Ok(Annotation::Other))
            if lines.any(|line| matches!(Annotation::parse(line), Ok(Annotation::TextBound(_)))) =>
        {
            Likeness::Sure
        }
        _ => Likeness::No,
    }
}

fn read(block: &Block<'_>, wanted: Wanted) -> Reading {
    let file = String::from_utf8_lossy(block.bytes);
    let mut reading = Reading { lines: file.lines().count() as u64, ..Reading::default() };
    let annotations = annotation::read(&file);
    reading.problems.extend(annotations.problems.iter().cloned());
    let Some(text) = block.companion else {
        let problem = Problem::error("no-text", 0, "the annotated text is missing")
            .hint("put it into the same folder, with the same name and the extension `.txt`");
        reading.problems.push(problem);
        return reading;
    };
    let text = RunningText::judged(String::from_utf8_lossy(text));
    let mut draft = Draft::new(Name::plain(block.file_stem), wanted);
    text.fill(&mut draft.document, wanted);
    let spans = annotations.spans(&text, &mut reading.problems);
    let document = match annotations.style() {
        Style::Links => linked(&annotations, &spans, draft, &mut reading.problems),
        Style::Labels => labelled(&annotations, &spans, draft, &mut reading.problems),
    };
    reading.documents.push(document);
    reading
}

fn finish(draft: Draft, problems: &mut Vec<Problem>) -> Document {
    let (document, odd) = draft.finish();
    problems.extend(odd);
    document
}

/// The document if links join mentions: every text-bound annotation is a mention of the entity that its links
/// form.
fn linked(
    annotations: &Annotations<'_>,
    spans: &[Vec<Span>],
    mut draft: Draft,
    problems: &mut Vec<Problem>,
) -> Document {
    let mut links = Links::new(annotations.bound.len());
    for link in annotations.links.iter().filter(|link| link.is_identity()) {
        let places = annotations.places(link, problems);
        places.windows(2).for_each(|pair| links.join(pair[0], pair[1]));
    }
    let mut mentions = vec![None; annotations.bound.len()];
    for (place, bound) in annotations.bound.iter().enumerate().filter(|(place, _)| !spans[*place].is_empty())
    {
        let first = links.first(place);
        let entity = draft.entity(annotations.bound[first].id);
        draft.set_kind(entity, bound.kind);
        mentions[place] = Some(draft.document.mentions.len() as u32);
        draft.mention(
            &spans[place],
            entity,
            Detail { id: bound.id.to_owned(), ..Detail::default() },
            bound.line,
        );
    }
    for link in annotations.links.iter().filter(|link| link.is_bridging()) {
        // a link to nothing is an error whether relations are wanted or not
        let places = annotations.places(link, problems);
        let ends: Vec<Option<u32>> = places.iter().map(|&place| mentions[place]).collect();
        if let ([Some(from), Some(to)], true) = (&ends[..], draft.wanted.details()) {
            let (kind, label) = (RelationKind::Bridging, link.kind.to_owned());
            draft.document.relations.push(Relation { kind, from: *from, to: *to, label });
        }
    }
    finish(draft, problems)
}

/// The document if types name entities: annotations whose type is a label are mentions. The others give the
/// type of a mention with the same span; if there is none, they are singletons.
fn labelled(
    annotations: &Annotations<'_>,
    spans: &[Vec<Span>],
    mut draft: Draft,
    problems: &mut Vec<Problem>,
) -> Document {
    let bound = &annotations.bound;
    let mut order: Vec<usize> = (0..bound.len()).collect();
    order.sort_by_key(|&place| (&spans[place], !bound[place].is_label(), place));
    let mut mentions = Vec::new();
    for same in order.chunk_by(|&one, &next| spans[one] == spans[next]) {
        let kind = same.iter().map(|&place| &bound[place]).find(|bound| !bound.is_label());
        let kind = kind.map_or("", annotation::TextBound::category);
        let has_label = bound[same[0]].is_label();
        let kept = same.iter().filter(|&&place| !has_label || bound[place].is_label());
        mentions.extend(kept.map(|&place| (place, kind)));
    }
    mentions.sort_unstable();
    for (place, kind) in mentions {
        let bound = &bound[place];
        let entity = draft.entity(if bound.is_label() { bound.kind } else { bound.id });
        draft.set_kind(entity, kind);
        draft.mention(
            &spans[place],
            entity,
            Detail { id: bound.id.to_owned(), ..Detail::default() },
            bound.line,
        );
    }
    finish(draft, problems)
}

impl Annotations<'_> {
    fn style(&self) -> Style {
        let has_links = self.links.iter().any(annotation::Link::is_identity);
        let has_labels = self.bound.iter().any(annotation::TextBound::is_label);
        if has_labels && !has_links { Style::Labels } else { Style::Links }
    }

    /// The tokens of each text-bound annotation; empty if it has no words.
    fn spans(&self, text: &RunningText<'_>, problems: &mut Vec<Problem>) -> Vec<Vec<Span>> {
        let of = |bound: &annotation::TextBound<'_>| {
            let found: Vec<Option<(Span, Fit)>> =
                bound.parts.iter().map(|&(start, end)| text.span(start, end)).collect();
            if found.contains(&None) || bound.parts.iter().any(|part| part.1 > text.characters()) {
                let message = format!("{} covers text without words", bound.id);
                let hint = "offsets count characters, not bytes, from 0; is this the annotated text?";
                problems.push(Problem::error("span-outside", bound.line, message).hint(hint));
            }
            if found.iter().flatten().any(|(_, fit)| *fit == Fit::Widened) {
                problems.push(widened(bound.id, bound.line));
            }
            found.into_iter().flatten().map(|(span, _)| span).collect()
        };
        self.bound.iter().map(of).collect()
    }
}

#[cfg(test)]
mod tests;
