//! Which antecedents a response chose itself: a file with a line for each decision, as Martschat and Strube's toolkit writes it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::document::{Name, Span};
use crate::evaluation::Digest;
use crate::problem::Problem;

/// The antecedents that a response chose, document by document.
#[derive(Clone, Debug)]
pub struct GivenAntecedents {
    /// For each document its anaphors with their antecedents.
    by_document: BTreeMap<String, BTreeMap<Span, Span>>,
    digest: Digest,
}

/// Decisions that cannot be followed. Counts add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Unused {
    /// The anaphor or the antecedent is not a counted mention of the response.
    pub no_mention: u64,
    /// The antecedent is in another entity than the anaphor, or does not come before it.
    pub not_before: u64,
}

impl GivenAntecedents {
    /// Reads one line for each anaphor: document, anaphor and antecedent, separated by tabs. Spans are
    /// written `(4, 6)`: the first token and the last, counted from 0 in the document. Blank lines and lines
    /// that begin with `#` are passed over.
    ///
    /// ```
    /// use corefeval::analysis::GivenAntecedents;
    ///
    /// let given = GivenAntecedents::read("(letter); part 000\t(4, 4)\t(0, 1)\n")?;
    /// assert_eq!(given.len(), 1);
    /// let wrong = GivenAntecedents::read("letter\t(4, 4)\n").unwrap_err();
    /// assert_eq!((wrong.line, wrong.column), (1, 14));
    /// # Ok::<(), corefeval::problem::Problem>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, Problem> {
        let mut by_document: BTreeMap<String, BTreeMap<Span, Span>> = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let line = Line { number, text: line };
            let [document, anaphor, antecedent] = line.cells()?;
            let (own, before) = (line.span(anaphor)?, line.span(antecedent)?);
            let of_document = by_document.entry(Name::parse(document.1).to_string()).or_default();
            if of_document.insert(own, before).is_some_and(|known| known != before) {
                let message = format!("the anaphor {} has another antecedent in a line above", anaphor.1);
                return Err(line.wrong(anaphor, &message, "keep the one that the system chose"));
            }
        }
        Ok(Self { by_document, digest: Digest::of(text.as_bytes()) })
    }

    /// The digest that names the file in signatures.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// How many decisions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by_document.values().map(BTreeMap::len).sum()
    }

    /// Whether there are no decisions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_document.is_empty()
    }

    /// How many decisions belong to documents other than these.
    #[must_use]
    pub fn elsewhere<'n>(&self, names: impl IntoIterator<Item = &'n Name>) -> usize {
        let known: std::collections::BTreeSet<String> =
            names.into_iter().flat_map(|name| [name.to_string(), name.id.clone()]).collect();
        let others = self.by_document.iter().filter(|(name, _)| !known.contains(*name));
        others.map(|(_, decisions)| decisions.len()).sum()
    }

    /// The decisions in a document, listed under its whole name or only its id.
    pub(super) fn of(&self, name: &Name) -> impl Iterator<Item = (Span, Span)> {
        let found = self.by_document.get(&name.to_string()).or_else(|| self.by_document.get(&name.id));
        found.into_iter().flatten().map(|(anaphor, antecedent)| (*anaphor, *antecedent))
    }
}

/// A line of the file.
struct Line<'a> {
    number: u64,
    text: &'a str,
}

/// The byte at which a cell begins, and the cell.
type At<'a> = (usize, &'a str);

impl<'a> Line<'a> {
    fn cells(&self) -> Result<[At<'a>; 3], Problem> {
        let mut cells = Vec::new();
        let mut start = 0;
        for cell in self.text.split('\t') {
            cells.push((start + cell.len() - cell.trim_start().len(), cell.trim()));
            start += cell.len() + 1;
        }
        cells.try_into().map_err(|cells: Vec<At<'_>>| {
            let message = format!("a line has 3 cells, with tabs between; this has {}", cells.len());
            let end = cells.get(3).map_or(self.text.len(), |cell| cell.0);
            self.wrong((end, self.text.get(end..).unwrap_or("")), &message, HINT)
        })
    }

    fn span(&self, cell: At<'_>) -> Result<Span, Problem> {
        let inner = cell.1.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let ends = inner.and_then(|inner| inner.split_once(','));
        let ends = ends.and_then(|(first, last)| Some((number(first)?, number(last)?)));
        let message = format!("`{}` is not a span", cell.1);
        let (first, last) = ends.ok_or_else(|| self.wrong(cell, &message, HINT))?;
        if last < first {
            let message = format!("the span {} ends before it begins", cell.1);
            return Err(self.wrong(cell, &message, "write the first token and the last"));
        }
        Ok(Span::inclusive(first, last))
    }

    fn wrong(&self, (column, text): At<'_>, message: &str, hint: &str) -> Problem {
        let problem = Problem::error("bad-antecedent", self.number, message);
        problem.at(self.text.as_bytes(), column, text.len()).hint(hint)
    }
}

const HINT: &str =
    "write a document, an anaphor and an antecedent, such as `(a); part 000`, `(4, 4)` and `(0, 1)`";

/// A token number, if the number after it also fits a `u32`.
fn number(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|number| *number < u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::GivenAntecedents;
    use crate::document::{Name, Span};

    #[test]
    fn decisions_are_found_by_whole_name_or_id() {
        let given =
            GivenAntecedents::read("# remark\n(a); part 001\t(4, 4)\t(0, 1)\n\nb\t( 2,3 )\t(0, 0)\r\n")
                .unwrap();
        let of = |name: &str| given.of(&Name::parse(name)).collect::<Vec<_>>();
        assert_eq!(of("(a); part 001"), [(Span::new(4, 5), Span::new(0, 2))]);
        assert_eq!(of("(b); part 000"), [(Span::new(2, 4), Span::new(0, 1))]);
        assert!(of("(a); part 000").is_empty());
        assert_eq!(given.elsewhere([&Name::parse("(a); part 001")]), 1);
    }

    #[test]
    fn a_bad_line_is_told_with_line_column_and_text() {
        let wrong = |text: &str| {
            let problem = GivenAntecedents::read(text).unwrap_err();
            (problem.line, problem.column, problem.message)
        };
        let three = |count: u32| format!("a line has 3 cells, with tabs between; this has {count}");
        assert_eq!(wrong("a\t(4, 4)\t(0, 1)\na (4, 4) (0, 1)\n"), (2, 16, three(1)));
        assert_eq!(wrong("a\t(4, 4)\t(0, 1)\t(2, 2)\n"), (1, 17, three(4)));
        assert_eq!(wrong("a\t(4, 4)\t0-1\n"), (1, 10, "`0-1` is not a span".to_owned()));
        assert_eq!(wrong("a\t(4, x)\t(0, 1)\n"), (1, 3, "`(4, x)` is not a span".to_owned()));
        assert_eq!(wrong("a\t(4, 4294967295)\t(0, 1)\n").0, 1);
        assert_eq!(wrong("a\t(4, 4)\t(1, 0)\n"), (1, 10, "the span (1, 0) ends before it begins".to_owned()));
        let twice = "the anaphor (4, 4) has another antecedent in a line above".to_owned();
        assert_eq!(wrong("a\t(4, 4)\t(0, 1)\na\t(4, 4)\t(2, 2)\n"), (2, 3, twice));
        assert!(GivenAntecedents::read("a\t(4, 4)\t(0, 1)\na\t(4, 4)\t(0, 1)\n").is_ok());
    }
}
