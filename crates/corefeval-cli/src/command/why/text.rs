//! The explanation of a score as text: the entities that cost most come first.

use corefeval::evaluation::Averaging;
use corefeval::metric::contribution::{Contribution, Explanation, Walk};
use corefeval::metric::{Explain, Metric, Ratio, Score, Tally, Undefined};
use corefeval::report::{self, f_name, percent};

use super::items::{Item, ratio_text};
use super::{Members, Story};
use crate::command::terminal::wrapped;

/// Recall or precision of a part of a metric.
#[derive(Clone, Copy)]
pub(super) enum Half {
    Recall,
    Precision,
}

impl Half {
    pub(super) fn of(self, walk: &Walk) -> &[Contribution] {
        match self {
            Self::Recall => &walk.recall,
            Self::Precision => &walk.precision,
        }
    }

    pub(super) fn ratio(self, tally: Tally) -> Ratio {
        match self {
            Self::Recall => tally.recall,
            Self::Precision => tally.precision,
        }
    }

    fn heading(self, title: &str) -> String {
        match self {
            Self::Recall => format!("recall{title}, by key entity"),
            Self::Precision => format!("precision{title}, by response entity"),
        }
    }
}

impl Story<'_> {
    pub(super) fn as_text(&self) -> String {
        let mut out = String::new();
        for (place, metric) in self.evaluation.metrics().iter().enumerate() {
            out += &wrapped(&format!("{}: {}", metric.title, metric.summary), 0, "  ");
            out.push('\n');
            let documents: Vec<Explanation> =
                (0..self.scenes.len()).map(|number| self.explained(place, number)).collect();
            match metric.explain {
                Explain::Entities(_) => self.tell_entities(&mut out, place, &documents),
                Explain::Names(_) => self.tell_names(&mut out, place, &documents),
                Explain::Sums => {}
            }
            self.tell_documents(&mut out, place, &documents);
            self.tell_score(&mut out, place);
        }
        self.tell_averages(&mut out);
        out
    }

    /// Writes both halves of each part, over all documents whose entities add up.
    fn tell_entities(&self, out: &mut String, place: usize, documents: &[Explanation]) {
        let metric = self.evaluation.metrics()[place];
        if !documents.iter().any(|document| matches!(document, Explanation::Entities(_))) {
            return;
        }
        let sides = self.sides(metric);
        for part in 0..metric.parts.len() {
            for half in [Half::Recall, Half::Precision] {
                let items = self.items(part, half, documents, &sides);
                out.push_str(&format!("\n  {}\n", half.heading(&part_title(metric, part))));
                self.tell_items(out, items, "entity", "entities");
            }
        }
    }

    /// Key and response of every document, in the form in which a metric uses them.
    fn sides(&self, metric: &Metric) -> Vec<[Members<'_>; 2]> {
        let pairs = self.scenes.iter().map(|scene| scene.pair(metric));
        pairs.map(|pair| [Members::new(pair.key()), Members::new(pair.response())]).collect()
    }

    fn tell_names(&self, out: &mut String, place: usize, documents: &[Explanation]) {
        let metric = self.evaluation.metrics()[place];
        let sides = self.sides(metric);
        let mut items = Vec::new();
        for (number, (document, sides)) in documents.iter().zip(&sides).enumerate() {
            let Explanation::Names(pairs) = document else { continue };
            items.extend(pairs.iter().map(|one| self.named_item(number, one, sides)));
        }
        out.push_str("\n  F1, by key entity with a name\n");
        self.tell_items(out, items, "entity", "entities");
    }

    /// Documents that are not the sum of their entities; for a mean of documents, all of them.
    fn tell_documents(&self, out: &mut String, place: usize, documents: &[Explanation]) {
        let metric = self.evaluation.metrics()[place];
        for part in 0..metric.parts.len() {
            for half in [Half::Recall, Half::Precision] {
                let sums = documents.iter().enumerate().filter(|(_, one)| is_sum(one));
                let items: Vec<Item<'_>> =
                    sums.map(|(number, one)| self.sum_item((place, part), half, number, one)).collect();
                if !items.is_empty() {
                    out.push_str(&format!(
                        "\n  {}, by document\n",
                        half.heading(&part_title(metric, part)).split(',').next().unwrap_or("")
                    ));
                    self.tell_items(out, items, "document", "documents");
                }
            }
        }
        if self.is_macro() {
            self.tell_scores_of_documents(out, place);
        }
    }

    /// The scores of the documents whose mean is the score, lowest first.
    fn tell_scores_of_documents(&self, out: &mut String, place: usize) {
        let scores = (0..self.scenes.len()).map(|number| {
            let document = self.evaluation.documents().get(number);
            (self.evaluation.score_of(place, document.into_iter()), number)
        });
        let mut scores: Vec<(Score, usize)> = scores.collect();
        scores.sort_by(|(one, _), (other, _)| one.f.unwrap_or(0.0).total_cmp(&other.f.unwrap_or(0.0)));
        out.push_str("\n  scores of documents\n");
        for (score, number) in scores.iter().take(self.limit) {
            out.push_str(&format!(
                "    {}  {}\n",
                self.figures(*score),
                report::shown(&self.scenes[*number].name)
            ));
        }
        let hidden = scores.len().saturating_sub(self.limit);
        if hidden > 0 {
            let word = crate::problems::in_words(hidden, "document");
            out.push_str(&format!("    {word} not shown, but part of the mean\n"));
        }
    }

    /// The sum of the documents, or the mean of their scores.
    fn tell_score(&self, out: &mut String, place: usize) {
        let metric = self.evaluation.metrics()[place];
        out.push('\n');
        if self.is_macro() {
            let documents = crate::problems::in_words(self.scenes.len(), "document");
            out.push_str(&format!("  the mean of {documents}\n"));
        } else {
            let total = self.evaluation.total(place, self.evaluation.documents().iter());
            for (part, tally) in total.iter().enumerate() {
                for (what, ratio) in lines(metric, part, *tally) {
                    let value = self.shown(ratio.value());
                    out.push_str(&format!("  {what} = {} = {value}\n", ratio_text(ratio)));
                }
            }
        }
        out.push_str(&format!("  {}\n\n", self.figures(self.evaluation.score(place))));
    }

    fn figures(&self, score: Score) -> String {
        let [recall, precision, f] = [score.recall, score.precision, score.f].map(|value| self.shown(value));
        format!("recall {recall}  precision {precision}  {} {f}", f_name(self.evaluation.beta()))
    }

    fn is_macro(&self) -> bool {
        self.evaluation.plan().averaging() == Averaging::Macro
    }

    fn tell_averages(&self, out: &mut String) {
        let scores = self.evaluation.scores();
        for (average, value) in self.evaluation.averages(&scores) {
            let metrics = self.evaluation.metrics();
            let place = |name: &&str| metrics.iter().position(|metric| metric.name == *name);
            let terms = average.of.iter().filter_map(place).map(|place| scores[place].f);
            let terms: Vec<Option<f64>> = match self.evaluation.undefined() {
                Undefined::Zero => terms.map(|term| Some(term.unwrap_or(0.0))).collect(),
                _ => terms.flatten().map(Some).collect(),
            };
            let shown: Vec<String> = terms.iter().map(|term| self.shown(*term)).collect();
            let (title, count, value) = (average.title, terms.len(), self.shown(value));
            out.push_str(&format!("{title} = ({}) / {count} = {value}\n\n", shown.join(" + ")));
        }
    }

    /// A percentage as `corefeval score` prints it.
    fn shown(&self, value: Option<f64>) -> String {
        percent(value, self.evaluation.plan())
    }
}

/// Whether a document is shown as a sum only.
fn is_sum(document: &Explanation) -> bool {
    matches!(document, Explanation::Sums | Explanation::OtherRule)
}

/// The final ratios: recall and precision of a part, or three means for NEC.
fn lines(metric: &Metric, part: usize, tally: Tally) -> Vec<(String, Ratio)> {
    match (metric.explain, part) {
        (Explain::Names(_), 0) => {
            vec![("mean recall".to_owned(), tally.recall), ("mean precision".to_owned(), tally.precision)]
        }
        (Explain::Names(_), _) => vec![("mean F1".to_owned(), tally.recall)],
        _ => [("recall", tally.recall), ("precision", tally.precision)]
            .map(|(what, ratio)| (format!("{what}{}", part_title(metric, part)), ratio))
            .to_vec(),
    }
}

fn part_title(metric: &Metric, part: usize) -> String {
    metric.part_names.get(part).map_or_else(String::new, |name| format!(" of {name}"))
}
