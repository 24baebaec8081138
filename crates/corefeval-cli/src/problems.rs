//! Problems of the input, shown with their position and a hint.

use std::ops::Range;
use std::path::Path;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
pub(crate) use corefeval::problem::in_words;
use corefeval::problem::{self, Count, Problem, Severity, Strictness};
use corefeval::report::shown;
use serde_json::json;

use crate::output::{self, say, visible};

/// All problems, file by file, in order.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    pub(crate) found: problem::Problems,
    quiet: bool,
}

impl Problems {
    /// An empty collection; `strict` makes every warning an error, `quiet` hides warnings and notes.
    pub(crate) fn new(strict: bool, quiet: bool) -> Self {
        let strictness = if strict { Strictness::Strict } else { Strictness::Lenient };
        Self { found: problem::Problems::new(strictness), quiet }
    }

    /// The same with a listener that gets every problem as it is found.
    pub(crate) fn heard_by(self, listener: problem::Listener) -> Self {
        Self { found: self.found.heard_by(listener), ..self }
    }

    /// The collector that the library adds problems to.
    pub(crate) fn collected(&mut self) -> &mut problem::Problems {
        &mut self.found
    }

    /// Adds a problem of a file.
    pub(crate) fn add(&mut self, path: &Path, problem: Problem) {
        self.found.add(&path.to_string_lossy(), problem);
    }

    /// Adds a warning that is not about a line.
    pub(crate) fn warn(&mut self, path: &Path, code: &'static str, message: String) {
        self.add(path, Problem::warning(code, 0, message));
    }

    /// Adds an error that is not about a line.
    pub(crate) fn refuse(&mut self, path: &Path, code: &'static str, message: String, hint: &str) {
        self.add(path, Problem::error(code, 0, message).hint(hint));
    }

    /// Leaves out problems that were already reported for files that are read again.
    pub(crate) fn leave_out(&mut self, said: &Self) {
        self.found.leave_out(&said.found);
    }

    /// The number of errors.
    pub(crate) fn errors(&self) -> usize {
        self.found.errors()
    }

    /// The warnings and notes as lines of text, for outputs that include them: the first of each kind, and the number of others.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let kept = self.kept_others().map(|(path, problem)| one_line(path, problem));
        kept.chain(self.hidden_others().map(|count| more(&count))).collect()
    }

    /// The number of problems of each severity, in words.
    pub(crate) fn summary(&self) -> String {
        let count = |severity: Severity| self.found.count(severity);
        let (errors, warnings, notes) = (self.errors(), count(Severity::Warning), count(Severity::Note));
        let mut words = format!("{}, {}", in_words(errors, "error"), in_words(warnings, "warning"));
        match (errors + warnings, notes) {
            (0, 0) => return "no problems".to_owned(),
            (_, 0) => {}
            _ => words = format!("{words}, {}", in_words(notes, "note")),
        }
        words
    }

    /// Shows them on standard error, errors last, or hands them to whoever called the command.
    pub(crate) fn show(&self) {
        let hushed = |problem: &Problem| self.quiet && problem.severity != Severity::Error;
        if output::keep_problems(self.found.kept().filter(|(_, problem)| !hushed(problem))) {
            return;
        }
        if !self.quiet {
            self.kept_others().for_each(|(path, problem)| say(&rendered(path, problem)));
            self.hidden_others().for_each(|count| say(&more(&count)));
        }
        for (path, problem) in self.found.kept().filter(|(_, problem)| problem.severity == Severity::Error) {
            say(&rendered(path, problem));
        }
        for line in hidden_errors(self.found.counts()) {
            say(&line);
        }
    }

    fn kept_others(&self) -> impl Iterator<Item = (&str, &Problem)> {
        self.found.kept().filter(|(_, problem)| problem.severity != Severity::Error)
    }

    /// Warnings and notes of which only the first are kept.
    fn hidden_others(&self) -> impl Iterator<Item = Count<'_>> {
        self.found.counts().filter(|count| count.severity != Severity::Error && count.found > count.kept)
    }
}

/// A summary of errors that are not shown: a line for each code, with the number of errors, the number of files, and the first
/// file.
fn hidden_errors<'a>(counts: impl Iterator<Item = Count<'a>>) -> Vec<String> {
    let mut hidden: Vec<(&str, usize, Vec<&str>)> = Vec::new();
    for count in counts.filter(|count| count.severity == Severity::Error && count.found > count.kept) {
        let more = count.found - count.kept;
        match hidden.iter_mut().find(|(code, ..)| *code == count.code) {
            Some((_, found, sources)) => {
                *found += more;
                sources.push(count.source);
            }
            None => hidden.push((count.code, more, vec![count.source])),
        }
    }
    let line = |(code, found, sources): (&str, usize, Vec<&str>)| {
        let place = match &sources[..] {
            [source] => format!("in {}", shown(source)),
            sources => format!("in {} files, the first {}", sources.len(), shown(sources[0])),
        };
        format!("… and {} of this kind {place} [{code}]", in_words(found, "more error"))
    };
    hidden.into_iter().map(line).collect()
}

/// The number of further problems of a kind.
fn more(count: &Count<'_>) -> String {
    let hidden = in_words(count.found - count.kept, &format!("more {}", count.severity.name()));
    format!("{}: … and {hidden} of this kind [{}]", shown(count.source), count.code)
}

fn one_line(path: &str, problem: &Problem) -> String {
    let place = match (problem.line, problem.column) {
        (0, _) => path.to_owned(),
        (line, 0) => format!("{path}:{line}"),
        (line, column) => format!("{path}:{line}:{column}"),
    };
    format!("{place}: {} [{}]", problem.message, problem.code)
}

/// A problem with its position, as JSON.
pub(crate) fn as_json(path: &str, problem: &Problem) -> serde_json::Value {
    json!({
        "path": path, "line": problem.line, "column": problem.column, "length": problem.length,
        "severity": problem.severity.name(), "code": problem.code, "message": problem.message,
        "hint": problem.hint, "text": problem.text,
    })
}

/// A problem as text: the line, underlined, and a hint. Control characters are escaped.
pub(crate) fn rendered(path: &str, problem: &Problem) -> String {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        _ => Level::NOTE,
    };
    let (path, message, hint) = (shown(path), shown(&problem.message), shown(&problem.hint));
    let title = level.clone().primary_title(&*message).id(problem.code);
    let (text, range) = underlined(problem);
    let mut report = if text.is_empty() {
        let place = if problem.line == 0 { path.to_string() } else { format!("{path}:{}", problem.line) };
        title.element(annotate_snippets::Origin::path(place))
    } else {
        let snippet = Snippet::source(&text)
            .path(&*path)
            .line_start(problem.line as usize)
            .annotation(AnnotationKind::Primary.span(range));
        title.element(snippet)
    };
    if !hint.is_empty() {
        report = report.element(Level::HELP.message(&*hint));
    }
    Renderer::styled().render(&[report])
}

/// The line of a problem with control characters escaped, and the part to underline.
fn underlined(problem: &Problem) -> (String, Range<usize>) {
    let text = &problem.text;
    let start = (problem.column.saturating_sub(1) as usize).min(text.len());
    let end = (start + problem.length as usize).min(text.len());
    let in_bounds = text.is_char_boundary(start) && text.is_char_boundary(end);
    let (start, end) = if in_bounds { (start, end) } else { (0, text.len()) };
    let [before, inside, after] = [&text[..start], &text[start..end], &text[end..]].map(visible);
    let range = before.len()..before.len() + inside.len();
    (before + &inside + &after, range)
}

#[cfg(test)]
mod tests {
    use corefeval::problem::{Problem, Problems, Strictness};

    #[test]
    fn errors_that_are_not_shown_are_counted_by_code() {
        let mut problems = Problems::new(Strictness::Lenient);
        for number in 0..Problems::MOST_ERRORS + 5 {
            let source = if number % 2 == 0 { "a" } else { "b" };
            problems.add(source, Problem::error("same-name", 0, "x"));
        }
        problems.add("c", Problem::error("bad-line", 1, "x"));
        let lines = super::hidden_errors(problems.counts());
        let expected = [
            "… and 5 more errors of this kind in 2 files, the first a [same-name]",
            "… and 1 more error of this kind in c [bad-line]",
        ];
        assert_eq!(lines, expected);
    }
}
