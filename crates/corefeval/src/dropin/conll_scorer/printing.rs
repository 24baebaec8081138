//! The lines the reference prints.

use super::number;
use super::reading::Reading;
use crate::metric::repeated::blanc::Blanc;
use crate::metric::repeated::{Matched, Repeat, Side};
use crate::metric::{Ratio, Tally};

/// Text being written; bytes, because names need not be UTF-8.
#[derive(Default)]
pub(super) struct Page {
    pub(super) bytes: Vec<u8>,
}

/// The line under every score.
const RULE: &str = "--------------------------------------------------------------------------";

impl Page {
    /// Writes a line.
    pub(super) fn line(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.push(b'\n');
    }

    /// Writes a line that holds a document's name.
    pub(super) fn named(&mut self, before: &str, name: &[u8]) {
        self.bytes.extend_from_slice(before.as_bytes());
        self.bytes.extend_from_slice(name);
        self.line(":");
    }

    /// Writes what the reference prints about a document while it reads it.
    pub(super) fn opening(&mut self, reading: &Reading) {
        self.named("====> ", reading.name);
        for text in &reading.discarded {
            self.bytes.extend_from_slice(b"Discarded ");
            self.bytes.extend_from_slice(text);
            self.line("");
        }
    }

    /// Writes the entities of a document that was read.
    pub(super) fn entities(&mut self, reading: &Reading) {
        self.named("File ", reading.name);
        for (index, entity) in reading.entities.iter().enumerate() {
            let spans = entity.iter().map(|(start, end)| format!(" ({start},{end})"));
            self.line(&format!("Entity {index}:{}", spans.collect::<String>()));
        }
    }

    /// Writes that a mention is repeated.
    pub(super) fn repeat(&mut self, repeat: &Repeat) {
        let side = match repeat.side {
            Side::Key => "key",
            Side::Response => "response",
        };
        let Repeat { span: (start, end), old, new, .. } = repeat;
        self.line(&format!("Repeated mention in the {side}: {start}, {end} {old}{new}"));
    }

    /// Writes how many mentions were found.
    pub(super) fn mentions(&mut self, matched: &Matched) {
        self.line(&format!("Total key mentions: {}", matched.key_spans));
        self.line(&format!("Total response mentions: {}", matched.response_spans));
        self.line(&format!("Strictly correct identified mentions: {}", matched.twins));
        self.line("Partially correct identified mentions: 0");
        self.line(&format!("No identified: {}", matched.key_spans - matched.twins));
        // too high by the number of repeated key mentions, as in the reference
        self.line(&format!("Invented: {}", matched.numbers - matched.key_spans));
    }

    /// Writes the beginning of the totals.
    pub(super) fn totals(&mut self, mentions: &Tally) {
        self.line("\n====== TOTALS =======");
        self.score("Identification of Mentions: ", mentions);
    }

    /// Writes a score and the line under it.
    pub(super) fn score(&mut self, title: &str, tally: &Tally) {
        self.score_line(title, tally, tally.score(1.0).or_zero()[2]);
    }

    /// Writes the totals of BLANC.
    pub(super) fn blanc(&mut self, blanc: &Blanc) {
        self.line("\nCoreference:");
        self.score("Coreference links: ", &blanc.coreferent);
        self.score("Non-coreference links: ", &blanc.other);
        let [recall, precision, f] = blanc.score().or_zero();
        let whole = |value| Ratio::new(value, 1.0);
        let tally = Tally { recall: whole(recall), precision: whole(precision) };
        self.score_line("BLANC: ", &tally, f);
    }

    fn score_line(&mut self, title: &str, tally: &Tally, f1: f64) {
        let (recall, precision) = (ratio(tally.recall), ratio(tally.precision));
        let f1 = percentage(f1);
        self.line(&format!("{title}Recall: {recall}\tPrecision: {precision}\tF1: {f1}"));
        self.line(RULE);
    }
}

fn ratio(ratio: Ratio) -> String {
    let numerator = number::text(ratio.numerator);
    let denominator = number::text(ratio.denominator);
    format!("({numerator} / {denominator}) {}", percentage(ratio.or_zero()))
}

/// A percentage truncated after two digits; the product is rounded first, so that 57 of 100 is shown as
/// 56.99.
fn percentage(value: f64) -> String {
    let percent = (value * 10000.0).trunc() / 100.0;
    format!("{}%", number::text(percent))
}

#[cfg(test)]
mod tests {
    use super::{Page, percentage};
    use crate::metric::Tally;

    #[test]
    fn percentages_are_cut_off() {
        assert_eq!(percentage(2.0 / 3.0), "66.66%");
        assert_eq!(percentage(57.0 / 100.0), "56.99%");
        assert_eq!(percentage(0.5), "50%");
        assert_eq!(percentage(0.0), "0%");
        assert_eq!(percentage(1.25), "125%");
    }

    #[test]
    fn a_score_is_a_line_with_a_rule_under_it() {
        let mut page = Page::default();
        page.score("Coreference: ", &Tally::shared(3.0, 3.0, 5.0));
        let text = String::from_utf8(page.bytes).unwrap();
        let (line, rule) = text.split_once('\n').unwrap();
        assert_eq!(line, "Coreference: Recall: (3 / 3) 100%\tPrecision: (3 / 5) 60%\tF1: 74.99%");
        assert_eq!(rule.trim_end().len(), 74);
    }
}
