//! Adapts documents to a format: names, labels and values that it would read as something else are changed,
//! with a warning.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use super::Problem;
use crate::document::{Column, Document, EntityDetail, Layer, Name};
use crate::problem::{counted, in_words};

/// Which texts of a document a format can write.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Whether a document with this name, once written, is read again with the same name.
    pub(super) name: fn(&Name) -> bool,
    /// The id that is written for an entity with that label, if there can be one; `None` instead of a
    /// function if labels are not written at all.
    pub(super) label: Option<Label>,
    /// Whether a layer can have that value at a token; comments and rows between tokens are checked line by
    /// line.
    pub(super) value: fn(Layer, &str) -> bool,
}

/// The id that is written for a label.
type Label = fn(&str, Option<&EntityDetail>) -> Option<String>;

impl Limits {
    /// Limits of a format that can write everything, provided that labels differ.
    pub(super) const NONE: Self =
        Self { name: |_| true, label: Some(|label, _| Some(label.to_owned())), value: |_, _| true };
}

/// Documents that a format can write, and what was changed in them.
pub(super) fn fit<'a>(documents: &'a [Document], limits: &Limits) -> (Cow<'a, [Document]>, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut fitted = Cow::Borrowed(documents);
    let mut names = Names::of(documents, limits);
    for (number, document) in documents.iter().enumerate() {
        let (name, labels) = (names.fit(document), labels(document, limits));
        let columns: Vec<_> = document
            .layers
            .iter()
            .filter_map(|(layer, column)| values(document, (layer, column), limits))
            .collect();
        if name.is_none() && labels.is_none() && columns.is_empty() {
            continue;
        }
        let changed = &mut fitted.to_mut()[number];
        if let Some(name) = name {
            problems.push(lost_name(&document.name, &name));
            changed.name = name;
        }
        if let Some(Changed { column, count }) = labels {
            let what = [
                "entity label cannot be written; that entity gets another label",
                "entity labels cannot be written; those entities get other labels",
            ];
            let message = counted(count, what);
            problems.push(lost(document, "lost-labels", &message));
            changed.entity_labels = column;
        }
        for (layer, Changed { column, count }) in columns {
            problems.push(lost_values(document, layer, count));
            changed.layers.set(layer, column);
        }
    }
    (fitted, problems)
}

/// A column, and how many of its values were changed.
struct Changed {
    column: Column,
    count: usize,
}

fn lost(document: &Document, code: &'static str, what: &str) -> Problem {
    Problem::warning(code, 0, format!("{:?}: {what}", document.name.to_string()))
}

fn lost_name(before: &Name, after: &Name) -> Problem {
    let message =
        format!("the name {:?} cannot be written; `{after}` is written instead", before.to_string());
    Problem::warning("lost-name", 0, message)
}

fn lost_values(document: &Document, layer: Layer, count: usize) -> Problem {
    let instead = if count == 1 { "other characters replace it" } else { "other characters replace them" };
    match layer {
        Layer::Word => {
            let what = ["word cannot be written as it is", "words cannot be written as they are"];
            lost(document, "lost-words", &format!("{}; {instead}", counted(count, what)))
        }
        Layer::SentenceComments | Layer::Row => {
            let of_layer = format!("of the layer {}", layer.name());
            let one = format!("line {of_layer} has another meaning in this format; it is left out");
            let several = format!("lines {of_layer} have another meaning in this format; they are left out");
            lost(document, "lost-lines", &counted(count, [&one, &several]))
        }
        _ => {
            let values = in_words(count, "value");
            let what = format!("{values} of the layer {} cannot be written; {instead}", layer.name());
            lost(document, "lost-values", &what)
        }
    }
}

/// The names that are taken.
struct Names<'a> {
    limits: &'a Limits,
    taken: FxHashSet<String>,
}

impl<'a> Names<'a> {
    fn of(documents: &[Document], limits: &'a Limits) -> Self {
        Self { limits, taken: documents.iter().map(|document| document.name.to_string()).collect() }
    }

    /// Another name for a document whose name cannot be written.
    fn fit(&mut self, document: &Document) -> Option<Name> {
        if (self.limits.name)(&document.name) {
            return None;
        }
        let part = document.name.part;
        let plain = plain(&document.name.id);
        let numbered = (1..).map(|number| format!("{plain}_{number}"));
        let ids = std::iter::once(plain.clone()).chain(numbered);
        let mut free = ids.map(|id| Name { id, part }).filter(|name| (self.limits.name)(name));
        let name = free.find(|name| self.taken.insert(name.to_string()))?;
        Some(name)
    }
}

/// A text reduced to letters, digits and a few other characters; it is never empty.
fn plain(text: &str) -> String {
    let kept = |character: char| character.is_alphanumeric() || "-_./".contains(character);
    let plain: String = text.chars().map(|character| if kept(character) { character } else { '_' }).collect();
    let plain = plain.trim_matches(['/', '.']).to_owned();
    if plain.is_empty() { "_".to_owned() } else { plain }
}

/// The labels of a document, if some must be changed; no two entities have the same label.
fn labels(document: &Document, limits: &Limits) -> Option<Changed> {
    let written = limits.label?;
    let id = |entity: usize, label: &str| written(label, document.entity_details.get(entity));
    let mut taken = FxHashSet::default();
    let mut unfit = Vec::new();
    for (entity, label) in document.entity_labels.iter().enumerate() {
        if !id(entity, label).is_some_and(|id| taken.insert(id)) {
            unfit.push(entity);
        }
    }
    if unfit.is_empty() {
        return None;
    }
    let (mut others, mut next) = (unfit.iter().copied().peekable(), 0);
    let mut column = Column::new();
    for (entity, label) in document.entity_labels.iter().enumerate() {
        if others.next_if_eq(&entity).is_none() {
            column.push(label);
            continue;
        }
        let alike = plain(label);
        let numbered = std::iter::from_fn(|| {
            next += 1;
            Some(format!("x{next}"))
        });
        let mut candidates = std::iter::once(alike).chain(numbered);
        let free = candidates.find(|label| id(entity, label).is_some_and(|id| taken.insert(id)));
        column.push(free.as_deref().unwrap_or(label));
    }
    Some(Changed { column, count: unfit.len() })
}

/// The values of a layer, if some must be changed.
fn values(
    document: &Document,
    (layer, column): (Layer, &Column),
    limits: &Limits,
) -> Option<(Layer, Changed)> {
    let fits = |value: &str| (limits.value)(layer, value);
    let in_lines = matches!(layer, Layer::SentenceComments | Layer::Row);
    let unfit = |(token, value): (u32, &str)| match (in_lines, value.is_empty()) {
        (true, _) => value.lines().filter(|line| !fits(line)).count(),
        // layers other than words may be empty, and zeros need no words
        (false, true) if layer != Layer::Word || document.is_zero(token) => 0,
        _ => usize::from(!fits(value)),
    };
    let count: usize = (0..).zip(column.iter()).map(unfit).sum();
    let changed = |value: (u32, &str)| match unfit(value) {
        0 => value.1.to_owned(),
        _ if in_lines => value.1.lines().filter(|line| fits(line)).collect::<Vec<_>>().join("\n"),
        _ => fitted(value.1, &fits),
    };
    (count > 0).then(|| (layer, Changed { column: (0..).zip(column.iter()).map(changed).collect(), count }))
}

/// The most similar value that fits.
fn fitted(value: &str, fits: &impl Fn(&str) -> bool) -> String {
    let blank = |character: char| character.is_whitespace() || character.is_control();
    let without_blanks: String = value.chars().map(|it| if blank(it) { '_' } else { it }).collect();
    let mut candidates = [without_blanks, plain(value)].into_iter();
    candidates.find(|value| !value.is_empty() && fits(value)).unwrap_or_else(|| "_".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Limits, fit};
    use crate::document::{Document, Layer, Name};

    const TIGHT: Limits = Limits {
        name: |name| !name.id.contains('\n'),
        label: Some(|label, _| (!label.is_empty() && !label.contains('(')).then(|| label.to_owned())),
        value: |_, value| !value.is_empty() && !value.contains('\t'),
    };

    fn document(name: &str, labels: &[&str], words: &[&str]) -> Document {
        let mut document =
            Document { name: Name::plain(name), tokens: words.len() as u32, ..Document::default() };
        document.entity_labels = labels.iter().collect();
        document.layers.set(Layer::Word, words.iter().collect());
        document
    }

    #[test]
    fn what_fits_is_left_as_it_is() {
        let documents = [document("a", &["1", "2"], &["x", "y"])];
        let (fitted, problems) = fit(&documents, &TIGHT);
        assert!(matches!(fitted, std::borrow::Cow::Borrowed(_)));
        assert_eq!(problems, []);
    }

    #[test]
    fn what_does_not_fit_is_changed_and_stays_apart() {
        let documents =
            [document("a\nb", &["_2", "(2", "", "x1", "x1"], &["x\ty", "", "z"]), document("a_b", &[], &[])];
        let (fitted, problems) = fit(&documents, &TIGHT);
        assert_eq!(fitted[0].name.id, "a_b_1");
        assert_eq!(fitted[0].entity_labels.iter().collect::<Vec<_>>(), ["_2", "x2", "_", "x1", "x3"]);
        assert_eq!(fitted[0].layers.get(Layer::Word).unwrap().iter().collect::<Vec<_>>(), ["x_y", "_", "z"]);
        let codes: Vec<&str> = problems.iter().map(|problem| problem.code).collect();
        assert_eq!(codes, ["lost-name", "lost-labels", "lost-words"]);
        assert!(problems[1].message.contains("3 entity labels"), "{}", problems[1].message);
    }

    #[test]
    fn one_thing_is_not_several() {
        let (_, problems) = fit(&[document("a", &["(2"], &["x\ty", "z"])], &TIGHT);
        let messages: Vec<&str> = problems.iter().map(|problem| &*problem.message).collect();
        assert_eq!(
            messages,
            [
                "\"a\": 1 entity label cannot be written; that entity gets another label",
                "\"a\": 1 word cannot be written as it is; other characters replace it"
            ]
        );
    }
}
