//! Reducing a scene to an entity, a finding, or the sentences with errors.

use super::{Error, Line, Scene};
use crate::analysis::{Concerned, In};

impl Scene<'_> {
    /// Keeps only the mentions of key or response entities with this label, and on the other side the
    /// mentions of aligned entities and the twins. Returns whether such an entity exists.
    pub fn only_entity(&mut self, label: &str) -> bool {
        let mut found = !entities(&self.key, label).is_empty();
        found |= self.answers.iter().any(|answer| !entities(&answer.line, label).is_empty());
        if found {
            let of_key = entities(&self.key, label);
            let of_answers = self.answers.iter().map(|answer| entities(&answer.line, label)).collect();
            self.keep(&of_key, of_answers);
            self.show_marked();
        }
        found
    }

    /// Keeps only the findings whose ids begin with this text, and the entities that they concern. Returns
    /// whether there is one.
    pub fn only_finding(&mut self, id: &str) -> bool {
        let is_wanted = |finding: &crate::analysis::Finding| finding.id.starts_with(id);
        if !self.findings().any(|(_, finding)| is_wanted(finding)) {
            return false;
        }
        let (mut of_key, mut of_answers) = (Vec::new(), Vec::new());
        let mut shown = vec![false; self.shown.len()];
        for answer in &self.answers {
            let mut of_answer = Vec::new();
            for mention in answer.findings.iter().filter(|one| is_wanted(one)).flat_map(|one| &one.mentions) {
                of_key.extend(mention.key_entity.iter().flat_map(|label| entities(&self.key, label)));
                of_answer
                    .extend(mention.response_entity.iter().flat_map(|label| entities(&answer.line, label)));
                let line = if mention.side == In::Response { &answer.line } else { &self.key };
                show_sentences(&mut shown, line, mention);
            }
            of_answers.push(of_answer);
        }
        self.keep(&of_key, of_answers);
        for answer in &mut self.answers {
            let wanted: Vec<bool> = answer.findings.iter().map(is_wanted).collect();
            for error in &mut answer.errors {
                error.findings.retain(|place| wanted[*place]);
                error.is_shown = !error.findings.is_empty();
            }
        }
        self.shown = shown;
        true
    }

    /// Shows only the sentences with errors.
    pub fn only_errors(&mut self) {
        let mut has_errors = vec![false; self.shown.len()];
        for error in self.errors() {
            has_errors[error.sentence] = true;
        }
        for (shown, has_errors) in self.shown.iter_mut().zip(has_errors) {
            *shown = *shown && has_errors;
        }
    }

    /// Also shows this number of sentences before and after those that are shown.
    pub fn with_context(&mut self, sentences: usize) {
        let shown = &self.shown;
        let near = |place: usize| {
            let end = (place + sentences + 1).min(shown.len());
            shown[place.saturating_sub(sentences)..end].iter().any(|shown| *shown)
        };
        self.shown = (0..shown.len()).map(near).collect();
    }

    /// Hides everything.
    pub fn hide(&mut self) {
        self.shown.fill(false);
    }

    fn errors(&self) -> impl Iterator<Item = &Error> {
        self.answers.iter().flat_map(|answer| &answer.errors).filter(|error| error.is_shown)
    }

    /// Hides mentions of other entities, and their errors.
    fn keep(&mut self, of_key: &[u32], of_answers: Vec<Vec<u32>>) {
        let mut key_shown: Vec<bool> =
            self.key.marks.iter().map(|mark| of_key.contains(&mark.entity)).collect();
        for (answer, mut of_answer) in self.answers.iter_mut().zip(of_answers) {
            let partners = answer.aligned.iter().filter(|(own, _)| of_key.contains(own));
            of_answer.extend(partners.map(|(_, other)| *other));
            let asked = |twin: usize| of_key.contains(&self.key.marks[twin].entity);
            for mark in &mut answer.line.marks {
                let is_own = of_answer.contains(&mark.entity);
                mark.is_shown = is_own || mark.twin.is_some_and(asked);
                if let Some(twin) = mark.twin.filter(|_| is_own) {
                    key_shown[twin] = true;
                }
            }
        }
        for (mark, shown) in self.key.marks.iter_mut().zip(&key_shown) {
            mark.is_shown = *shown;
        }
        for answer in &mut self.answers {
            for error in &mut answer.errors {
                let of_key = error.key.is_some_and(|place| key_shown[place]);
                error.is_shown =
                    of_key || error.response.is_some_and(|place| answer.line.marks[place].is_shown);
            }
        }
    }

    /// Shows the sentences with mentions that are shown.
    fn show_marked(&mut self) {
        let mut shown = vec![false; self.shown.len()];
        for line in std::iter::once(&self.key).chain(self.answers.iter().map(|answer| &answer.line)) {
            for mark in line.marks.iter().filter(|mark| mark.is_shown) {
                shown
                    .get_mut(line.sentences_with(mark.span))
                    .into_iter()
                    .flatten()
                    .for_each(|shown| *shown = true);
            }
        }
        self.shown = shown;
    }
}

/// The entities with a label.
fn entities(line: &Line<'_>, label: &str) -> Vec<u32> {
    let labels = line.document.entity_labels.iter().zip(0_u32..);
    labels.filter(|(own, _)| *own == label).map(|(_, entity)| entity).collect()
}

fn show_sentences(shown: &mut [bool], line: &Line<'_>, mention: &Concerned) {
    let sentences = line.sentences_with(mention.span);
    shown.get_mut(sentences).into_iter().flatten().for_each(|shown| *shown = true);
}
