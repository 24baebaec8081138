//! The walk through a score for people.

use corefeval::evaluation::Averaging;
use corefeval::metric::contribution::{Contribution, Explanation, NamedPair, Walk};
use corefeval::metric::{Explain, Metric, Ratio, Score, Tally, Undefined};
use corefeval::report::{self, f_name, percent};

use super::{Members, Story};

/// In documents with so few mentions, all of them are shown.
const SHORT: usize = 40;

impl Story<'_> {
    pub(super) fn as_text(&self) -> String {
        let mut out = String::new();
        for (place, metric) in self.evaluation.metrics().iter().enumerate() {
            out.push_str(&format!("{}: {}\n", metric.title, metric.summary));
            for number in 0..self.scenes.len() {
                out.push_str(&format!("\n  {}\n", report::shown(&self.scenes[number].name)));
                self.tell_document(&mut out, place, number);
                if self.is_macro() {
                    let document = self.evaluation.documents().get(number);
                    let score = self.evaluation.score_of(place, document.into_iter());
                    out.push_str(&format!("    {}\n", self.figures(score)));
                }
            }
            self.tell_score(&mut out, place);
        }
        self.tell_averages(&mut out);
        out
    }

    fn tell_document(&self, out: &mut String, place: usize, number: usize) {
        let metric = self.evaluation.metrics()[place];
        let counted = self.counted(place, number);
        match self.explained(place, number) {
            Explanation::Entities(walks) => {
                for (part, walk) in walks.iter().enumerate() {
                    self.tell_walk(out, (metric, part, number), walk);
                }
            }
            Explanation::Names(pairs) => self.tell_names(out, metric, number, &pairs),
            Explanation::Sums => tell_sums(out, metric, counted),
            Explanation::OtherRule => {
                let rule = self.other_rule(place, number);
                out.push_str(&format!("    not the sum of its entities: {rule}\n"));
                tell_sums(out, metric, counted);
            }
        }
    }

    fn tell_walk(&self, out: &mut String, (metric, part, number): (&Metric, usize, usize), walk: &Walk) {
        let pair = self.scenes[number].pair(metric);
        let (key, response) = (Members::new(&pair.key), Members::new(&pair.response));
        let title = part_title(metric, part);
        let halves = [
            ("recall", "key", &walk.recall, &key, &response),
            ("precision", "response", &walk.precision, &response, &key),
        ];
        for (what, owner, side, own, other) in halves {
            out.push_str(&format!("    {what}{title}, by {owner} entity\n"));
            let (added, entities): (Vec<_>, Vec<_>) = side.iter().partition(|one| own.is_added(one.entity));
            let shown = entities.into_iter().filter(|one| self.is_wanted(own, one));
            shown.for_each(|one| self.tell_entity(out, one, own, other));
            tell_added(out, &added);
            let sum = ratio_text(side.iter().map(|one| one.ratio).sum());
            out.push_str(&format!("      sum of {} entities: {sum}\n", side.len()));
        }
    }

    fn tell_entity(&self, out: &mut String, one: &Contribution, own: &Members<'_>, other: &Members<'_>) {
        let (above, below) = (number_text(one.ratio.numerator), number_text(one.ratio.denominator));
        let share = |cell: &corefeval::pair::Cell| {
            let aligned = if one.partner == Some(cell.column) { ", aligned" } else { "" };
            format!("{} in {}{aligned}", cell.count, report::shown(other.label(cell.column)))
        };
        let mut spread: Vec<String> = one.shares.iter().map(share).collect();
        let alone = one.size.saturating_sub(one.shares.iter().map(|cell| cell.count).sum());
        spread.extend((alone > 0).then(|| format!("{alone} in none")));
        let (name, spread) = (report::shown(own.label(one.entity)), spread.join("; "));
        out.push_str(&format!("      {above:>8} / {below:<6} {name} ({} mentions: {spread})\n", one.size));
        self.tell_mentions(out, own, one.entity);
    }

    fn tell_mentions(&self, out: &mut String, own: &Members<'_>, entity: u32) {
        if self.arguments.entity.is_some() || own.side.mentions.len() <= SHORT {
            out.push_str(&format!("{:25}{}\n", "", report::shown(&own.mentions(entity).join(" · "))));
        }
    }

    fn tell_names(&self, out: &mut String, metric: &Metric, number: usize, pairs: &[NamedPair]) {
        let pair = self.scenes[number].pair(metric);
        let (key, response) = (Members::new(&pair.key), Members::new(&pair.response));
        out.push_str("    F1, by key entity with a name\n");
        let asked = self.arguments.entity.as_deref();
        for one in pairs.iter().filter(|one| asked.is_none_or(|label| key.label(one.key) == label)) {
            let (shared, sizes) =
                (2 * u64::from(one.shared), u64::from(one.key_size) + u64::from(one.response_size));
            let found = match one.response {
                Some(entity) => format!(
                    "2 · {} / ({} + {}) with {} in the response; candidates: {}",
                    one.shared,
                    one.key_size,
                    one.response_size,
                    report::shown(response.label(entity)),
                    one.candidates
                ),
                None => format!("{} mentions, no candidate has a name of it", one.key_size),
            };
            let f1 = number_text(Ratio::of(shared, sizes).or_zero());
            out.push_str(&format!(
                "      {f1:>8} / 1      {} ({found})\n",
                report::shown(key.label(one.key))
            ));
            self.tell_mentions(out, &key, one.key);
        }
        let sum: Ratio = pairs.iter().map(|pair| Ratio::new(pair.f1(), 1.0)).sum();
        out.push_str(&format!("      sum of {} entities: {}\n", pairs.len(), ratio_text(sum)));
    }

    /// What the documents add up to, or the mean of their scores.
    fn tell_score(&self, out: &mut String, place: usize) {
        let metric = self.evaluation.metrics()[place];
        out.push('\n');
        if self.is_macro() {
            out.push_str(&format!("  the mean of {} documents\n", self.scenes.len()));
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
                Undefined::Skip => terms.flatten().map(Some).collect(),
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

/// What is divided at the end: recall and precision of a part or, of NEC, three means.
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

/// Mentions that a variant added, all in one line.
fn tell_added(out: &mut String, added: &[&Contribution]) {
    if !added.is_empty() {
        let sum: Ratio = added.iter().map(|one| one.ratio).sum();
        let (above, below) = (number_text(sum.numerator), number_text(sum.denominator));
        out.push_str(&format!("      {above:>8} / {below:<6} {} singletons added\n", added.len()));
    }
}

/// What a document was scored with, part by part.
fn tell_sums(out: &mut String, metric: &Metric, counted: &[Tally]) {
    for (part, tally) in counted.iter().enumerate() {
        let (title, recall, precision) =
            (part_title(metric, part), ratio_text(tally.recall), ratio_text(tally.precision));
        out.push_str(&format!("    recall{title} {recall}, precision {precision}\n"));
    }
}

fn part_title(metric: &Metric, part: usize) -> &'static str {
    match (metric.parts.len(), part) {
        (1, _) => "",
        (_, 0) => " of coreference links",
        _ => " of non-coreference links",
    }
}

fn ratio_text(ratio: Ratio) -> String {
    format!("{} / {}", number_text(ratio.numerator), number_text(ratio.denominator))
}

fn number_text(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.4}") }
}
