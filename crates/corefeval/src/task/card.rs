//! The participants' description of a system, read from a `system.toml`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::definition::check_url;
use crate::problem::Problem;

/// A description of a system.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// Its name; if it has none, team and run are shown.
    pub name: Option<String>,
    /// Who made it.
    #[serde(default)]
    pub authors: Vec<String>,
    /// Where they work.
    pub affiliation: Option<String>,
    /// Where to read more.
    pub url: Option<String>,
    /// The track it takes part in.
    pub track: Option<String>,
    /// The condition under which it ran.
    pub condition: Option<String>,
    /// Training data and knowledge sources besides the task's own data.
    #[serde(default)]
    pub resources: Vec<String>,
    /// How it works, by the names in [`METHODS`] or others.
    #[serde(default)]
    pub methods: BTreeMap<String, String>,
    /// Unknown fields of the file.
    #[serde(flatten, skip_serializing)]
    unknown: BTreeMap<String, toml::Value>,
}

/// The dimensions in which Tables 22 and 23 of Pradhan et al. 2011 compare systems, with their titles in
/// tables.
pub const METHODS: &[(&str, &str)] = &[
    ("syntax", "Syntax"),
    ("learning", "Learning framework"),
    ("mentions", "Mention detection"),
    ("markables", "Markables"),
    ("verbs", "Verbs"),
    ("feature-selection", "Feature selection"),
    ("features", "Features"),
    ("training", "Training"),
    ("positive-examples", "Positive examples"),
    ("negative-examples", "Negative examples"),
    ("decoding", "Decoding"),
    ("parse", "Parse"),
];

/// Longer texts are shortened in tables.
const LONGEST: usize = 200;

impl Card {
    /// Reads the text of a `system.toml`. Text that cannot be read is an error; other problems are returned
    /// with the card.
    pub fn read(text: &str) -> Result<(Self, Vec<Problem>), Problem> {
        let mut card: Self = toml::from_str(text).map_err(|error| unreadable(text, &error))?;
        let odd = |message: String| Problem::warning("system-card", 0, message);
        let mut problems: Vec<Problem> =
            card.unknown.keys().map(|name| odd(format!("`{name}` has no meaning here"))).collect();
        if let Err(message) = check_url(card.url.as_deref()) {
            problems.push(odd(message + "; it is left out"));
            card.url = None;
        }
        card.unknown.clear();
        card.cut();
        Ok((card, problems))
    }

    fn cut(&mut self) {
        let texts =
            [&mut self.name, &mut self.affiliation, &mut self.url, &mut self.track, &mut self.condition];
        let lists = self.authors.iter_mut().chain(&mut self.resources).chain(self.methods.values_mut());
        for text in texts.into_iter().flatten().chain(lists) {
            if let Some((end, _)) = text.char_indices().nth(LONGEST) {
                text.truncate(end);
                text.push('…');
            }
        }
    }
}

/// An error of the file with its line.
fn unreadable(text: &str, error: &toml::de::Error) -> Problem {
    let at = error.span().map_or(0, |span| span.start.min(text.len()));
    let before = &text.as_bytes()[..at];
    let line = memchr::memchr_iter(b'\n', before).count();
    let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count();
    let shown = text.lines().nth(line).unwrap_or_default();
    let problem = Problem::error("system-card", line as u64 + 1, error.message());
    problem.at(shown.as_bytes(), column, error.span().map_or(0, |span| span.len()))
}

#[cfg(test)]
mod tests {
    use super::{Card, LONGEST};

    #[test]
    fn a_card_is_read_and_what_it_has_beyond_is_named() {
        let text = "name = 'S'\nauthors = ['A']\ncolour = 1\nurl = 'file:x'\n[methods]\nlearning = 'none'\n";
        let (card, problems) = Card::read(text).unwrap();
        assert_eq!((card.name.as_deref(), card.methods["learning"].as_str()), (Some("S"), "none"));
        let messages: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
        assert!(messages[0].contains("`colour`") && messages[1].contains("file:x"), "{messages:?}");
        assert_eq!((messages.len(), card.url), (2, None));
    }

    #[test]
    fn an_error_has_its_line() {
        let error = Card::read("name = 'S'\nauthors = 'A'\n").unwrap_err();
        assert_eq!((error.line, error.text.as_str()), (2, "authors = 'A'"));
        assert_eq!(Card::read("name = ").unwrap_err().line, 1);
    }

    #[test]
    fn nobody_reads_a_name_of_a_million_letters() {
        let (card, _) = Card::read(&format!("name = '{}'", "ü".repeat(1_000_000))).unwrap();
        assert_eq!(card.name.unwrap().chars().count(), LONGEST + 1);
    }
}
