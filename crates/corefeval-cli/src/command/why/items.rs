//! The items that add up to a score: entities, names, and documents that are counted as a whole. The most
//! costly come first.

use std::cmp::Reverse;

use corefeval::metric::Ratio;
use corefeval::metric::contribution::{Contribution, Explanation, NamedPair};
use corefeval::pair::Cell;
use corefeval::report;

use super::text::Half;
use super::{Members, Story};
use crate::command::terminal::wrapped;
use crate::problems::in_words;

/// The number of mentions shown of an entity.
const MENTIONS_SHOWN: usize = 5;

/// Longer mentions are truncated.
const LONGEST_MENTION: usize = 40;

/// The number of entities of the other side that are named for an entity, largest overlap first.
const SHARES_SHOWN: usize = 4;

/// The number of findings named for an entity.
const FINDINGS_SHOWN: usize = 4;

/// An item that can be shown or left out: what it adds to the sum, and its lines, which are written if it is shown.
pub(super) struct Item<'i> {
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
    pub(super) fn items<'i>(
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

    /// Lines on where the mentions of an entity are on the other side: its partner first, then by overlap.
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

    /// The name of an entity, with its document if there are several.
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

    pub(super) fn named_item<'i>(
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

    pub(super) fn sum_item(
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

    /// Shows the most costly items, sums up the others, and adds up everything in file order.
    pub(super) fn tell_items(&self, out: &mut String, items: Vec<Item<'_>>, one: &str, several: &str) {
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
        None => format!("{}, no candidate has one of its names", in_words(one.key_size as usize, "mention")),
    }
}

/// A ratio and its description.
fn line(ratio: Ratio, about: &str) -> String {
    let (above, below) = (number_text(ratio.numerator), number_text(ratio.denominator));
    let about = wrapped(about, 22, &" ".repeat(22));
    format!("    {above:>8} / {below:<6} {about}\n")
}

pub(super) fn ratio_text(ratio: Ratio) -> String {
    format!("{} / {}", number_text(ratio.numerator), number_text(ratio.denominator))
}

fn number_text(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.4}") }
}
