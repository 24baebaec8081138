//! The explanation of a score as text: the entities that cost most come first.

use std::cmp::Reverse;

use corefeval::evaluation::Averaging;
use corefeval::metric::contribution::{Contribution, Explanation, NamedPair, Walk};
use corefeval::metric::{Explain, Metric, Ratio, Score, Tally, Undefined};
use corefeval::pair::Cell;
use corefeval::report::{self, f_name, percent};

use super::{Members, Story};
use crate::command::terminal::wrapped;

/// The number of mentions shown of an entity.
const MENTIONS_SHOWN: usize = 5;

/// Longer mentions are truncated.
const LONGEST_MENTION: usize = 40;

/// The number of entities of the other side that are named for an entity, largest overlap first.
const SHARES_SHOWN: usize = 4;

/// The number of findings named for an entity.
const FINDINGS_SHOWN: usize = 4;

/// Recall or precision of a part of a metric.
#[derive(Clone, Copy)]
enum Half {
    Recall,
    Precision,
}

impl Half {
    fn of(self, walk: &Walk) -> &[Contribution] {
        match self {
            Self::Recall => &walk.recall,
            Self::Precision => &walk.precision,
        }
    }

    fn ratio(self, tally: Tally) -> Ratio {
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

/// How an entity with a name was found in the response.
fn named_text(one: &NamedPair, response: &Members<'_>) -> String {
    match one.response {
        Some(entity) => format!(
            "2 · {} / ({} + {}) with {} in the response; candidates: {}",
            one.shared,
            one.key_size,
            one.response_size,
            report::shown(response.label(entity)),
            one.candidates
        ),
        None => format!("{} mentions, no candidate has one of its names", one.key_size),
    }
}

/// An item that can be shown or left out: what it adds to the sum, and its lines, which are written if it is shown.
struct Item<'i> {
    ratio: Ratio,
    is_wanted: bool,
    lines: Box<dyn Fn() -> String + 'i>,
}

impl Item<'_> {
    /// How much score it costs.
    fn loss(&self) -> f64 {
        self.ratio.denominator - self.ratio.numerator
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

    /// Both halves of each part, over all documents whose entities add up.
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

    /// Key and response of every document, as a metric sees them.
    fn sides(&self, metric: &Metric) -> Vec<[Members<'_>; 2]> {
        let pairs = self.scenes.iter().map(|scene| scene.pair(metric));
        pairs.map(|pair| [Members::new(pair.key()), Members::new(pair.response())]).collect()
    }

    fn items<'i>(
        &'i self,
        part: usize,
        half: Half,
        documents: &'i [Explanation],
        sides: &'i [[Members<'_>; 2]],
    ) -> Vec<Item<'i>> {
        let mut items = Vec::new();
        for (number, (document, [key, response])) in documents.iter().zip(sides).enumerate() {
            let Explanation::Entities(walks) = document else { continue };
            let (own, other) = match half {
                Half::Recall => (key, response),
                Half::Precision => (response, key),
            };
            let entities = half.of(&walks[part]);
            let in_key = matches!(half, Half::Recall);
            items.extend(entities.iter().map(|one| self.entity_item((number, in_key), one, own, other)));
        }
        items
    }

    /// An entity of a document, of its key or of the response.
    fn entity_item<'i>(
        &'i self,
        place: (usize, bool),
        one: &'i Contribution,
        own: &'i Members<'_>,
        other: &'i Members<'_>,
    ) -> Item<'i> {
        let lines = Box::new(move || self.entity_lines(place, one, own, other));
        Item { ratio: one.ratio, is_wanted: self.is_wanted(own, one.entity), lines }
    }

    fn entity_lines(
        &self,
        (number, in_key): (usize, bool),
        one: &Contribution,
        own: &Members<'_>,
        other: &Members<'_>,
    ) -> String {
        if own.is_added(one.entity) {
            return line(one.ratio, "a singleton added by the variant");
        }
        let spread = self.spread(one, other);
        let mentions = crate::problems::in_words(one.size as usize, "mention");
        let name = self.named(number, own.label(one.entity));
        line(one.ratio, &format!("{name} ({mentions}: {})", spread.join("; ")))
            + &self.mentions(own, one.entity)
            + &self.errors(number, in_key, own.label(one.entity))
    }

    /// The errors about an entity, by the ids that `corefeval show` takes.
    fn errors(&self, number: usize, in_key: bool, label: &str) -> String {
        let found = self.scenes[number].findings_about(in_key, label);
        let ids: Vec<String> = found.map(|finding| format!("{} {}", finding.kind, finding.id)).collect();
        let most = if self.is_asked() { ids.len() } else { FINDINGS_SHOWN };
        let mut shown: Vec<String> = ids.iter().take(most).cloned().collect();
        shown.extend((ids.len() > most).then(|| format!("… and {} more", ids.len() - most)));
        if shown.is_empty() {
            return String::new();
        }
        let indent = " ".repeat(22);
        format!("{indent}{}\n", wrapped(&format!("errors: {}", shown.join(" · ")), 22, &indent))
    }

    /// Where the mentions of an entity are on the other side: its partner first, then by overlap.
    fn spread(&self, one: &Contribution, other: &Members<'_>) -> Vec<String> {
        let mut cells: Vec<&Cell> = one.shares.iter().collect();
        cells.sort_by_key(|cell| (one.partner != Some(cell.column), Reverse(cell.count)));
        let most = if self.is_asked() { cells.len() } else { SHARES_SHOWN };
        let share = |cell: &&Cell| {
            let aligned = if one.partner == Some(cell.column) { ", aligned" } else { "" };
            format!("{} in {}{aligned}", cell.count, report::shown(other.label(cell.column)))
        };
        let mut spread: Vec<String> = cells.iter().take(most).map(share).collect();
        if let Some(rest) = cells.get(most..).filter(|rest| !rest.is_empty()) {
            let count: u32 = rest.iter().map(|cell| cell.count).sum();
            let others =
                if rest.len() == 1 { "1 other".to_owned() } else { format!("{} others", rest.len()) };
            spread.push(format!("{count} in {others}"));
        }
        let alone = one.size.saturating_sub(one.shares.iter().map(|cell| cell.count).sum());
        spread.extend((alone > 0).then(|| format!("{alone} in none")));
        spread
    }

    /// The name of an entity, with its document where there are several.
    fn named(&self, number: usize, label: &str) -> String {
        let label = report::shown(label);
        if self.scenes.len() > 1 {
            format!("{label} of {}", report::shown(&self.scenes[number].name))
        } else {
            label.into_owned()
        }
    }

    /// The mentions of an entity; only the first few unless the entity was requested.
    fn mentions(&self, own: &Members<'_>, entity: u32) -> String {
        let all = own.mentions(entity);
        let most = if self.is_asked() { all.len() } else { MENTIONS_SHOWN };
        let mut shown: Vec<String> = all.iter().take(most).map(|text| self.shortened(text)).collect();
        shown.extend((all.len() > most).then(|| format!("… and {} more", all.len() - most)));
        let indent = " ".repeat(22);
        format!("{indent}{}\n", wrapped(&report::shown(&shown.join(" · ")), 22, &indent))
    }

    /// A mention, shortened unless its entity was requested.
    fn shortened(&self, text: &str) -> String {
        match (text.rsplit_once(" ["), text.char_indices().nth(LONGEST_MENTION)) {
            (Some((_, place)), Some((end, _))) if !self.is_asked() => {
                format!("{}… [{place}", text[..end].trim_end())
            }
            _ => text.to_owned(),
        }
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

    fn named_item<'i>(
        &'i self,
        number: usize,
        one: &'i NamedPair,
        [key, response]: &'i [Members<'_>; 2],
    ) -> Item<'i> {
        let ratio = Ratio::new(one.f1(), 1.0);
        let lines = Box::new(move || {
            let found = named_text(one, response);
            let name = self.named(number, key.label(one.key));
            line(ratio, &format!("{name} ({found})")) + &self.mentions(key, one.key)
        });
        Item { ratio, is_wanted: self.is_wanted(key, one.key), lines }
    }

    /// Shows the most costly items, sums up the others, and adds up everything in file order.
    fn tell_items(&self, out: &mut String, items: Vec<Item<'_>>, one: &str, several: &str) {
        let sum: Ratio = items.iter().map(|item| item.ratio).sum();
        let count = items.len();
        let (mut wanted, mut hidden): (Vec<Item<'_>>, Vec<Item<'_>>) =
            items.into_iter().partition(|item| item.is_wanted);
        wanted.sort_by(|one, other| other.loss().total_cmp(&one.loss()));
        if wanted.len() > self.limit {
            hidden.extend(wanted.split_off(self.limit));
        }
        for item in &wanted {
            out.push_str(&(item.lines)());
        }
        let counted = |number: usize| format!("{number} {}", if number == 1 { one } else { several });
        if !hidden.is_empty() {
            let rest: Ratio = hidden.iter().map(|item| item.ratio).sum();
            out.push_str(&line(rest, &format!("in {} not shown", counted(hidden.len()))));
        }
        out.push_str(&line(sum, &format!("sum of {}", counted(count))));
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

    fn sum_item(
        &self,
        (place, part): (usize, usize),
        half: Half,
        number: usize,
        one: &Explanation,
    ) -> Item<'static> {
        let ratio = half.ratio(self.counted(place, number)[part]);
        let name = report::shown(&self.scenes[number].name).into_owned();
        let about = match one {
            Explanation::OtherRule => {
                format!("{name}, not the sum of its entities: {}", self.other_rule(place, number))
            }
            _ => name,
        };
        Item { ratio, is_wanted: true, lines: Box::new(move || line(ratio, &about)) }
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

/// A ratio and its description.
fn line(ratio: Ratio, about: &str) -> String {
    let (above, below) = (number_text(ratio.numerator), number_text(ratio.denominator));
    let about = wrapped(about, 22, &" ".repeat(22));
    format!("    {above:>8} / {below:<6} {about}\n")
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

fn ratio_text(ratio: Ratio) -> String {
    format!("{} / {}", number_text(ratio.numerator), number_text(ratio.denominator))
}

fn number_text(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.4}") }
}
