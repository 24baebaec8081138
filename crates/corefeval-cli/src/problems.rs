//! What was wrong or odd in the input, shown with its place and a way out.

use std::path::Path;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use corefeval::format::{Problem, Severity};

/// How many errors are shown before the rest is only counted.
const MOST_ERRORS: usize = 20;
/// How many warnings with one code are shown for one file.
const MOST_WARNINGS: usize = 3;

/// Everything that was found, file by file, in order.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    found: Vec<(String, Problem)>,
    warnings_as_errors: bool,
    quiet: bool,
}

impl Problems {
    /// Nothing yet; `strict` makes every warning an error, `quiet` hides warnings.
    pub(crate) fn new(strict: bool, quiet: bool) -> Self {
        Self { found: Vec::new(), warnings_as_errors: strict, quiet }
    }

    /// Adds a problem of a file.
    pub(crate) fn add(&mut self, path: &Path, mut problem: Problem) {
        if self.warnings_as_errors {
            problem.severity = Severity::Error;
        }
        self.found.push((path.display().to_string(), problem));
    }

    /// Adds a warning that is not about a line.
    pub(crate) fn warn(&mut self, path: &Path, code: &'static str, message: String) {
        self.add(path, Problem::warning(code, 0, message));
    }

    /// Adds a remark that is no fault of the input: it stays a warning also when warnings are errors.
    pub(crate) fn note(&mut self, path: &Path, code: &'static str, message: String) {
        self.found.push((path.display().to_string(), Problem::warning(code, 0, message)));
    }

    /// Adds an error that is not about a line.
    pub(crate) fn refuse(&mut self, path: &Path, code: &'static str, message: String, hint: &str) {
        self.add(path, Problem::error(code, 0, message).hint(hint));
    }

    /// How many errors there are.
    pub(crate) fn errors(&self) -> usize {
        self.found.iter().filter(|(_, problem)| problem.severity == Severity::Error).count()
    }

    /// The warnings as lines of text, for outputs that carry them.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let warnings = self.found.iter().filter(|(_, problem)| problem.severity == Severity::Warning);
        warnings.map(|(path, problem)| one_line(path, problem)).collect()
    }

    /// Every problem with its place, for other programs.
    pub(crate) fn as_json(&self) -> serde_json::Value {
        let one = |(path, problem): &(String, Problem)| {
            let severity = if problem.severity == Severity::Error { "error" } else { "warning" };
            serde_json::json!({
                "path": path, "line": problem.line, "column": problem.column, "length": problem.length,
                "severity": severity, "code": problem.code, "message": problem.message,
                "hint": problem.hint, "text": problem.text,
            })
        };
        self.found.iter().map(one).collect()
    }

    /// How many there are of each severity, in words.
    pub(crate) fn summary(&self) -> String {
        match (self.errors(), self.found.len() - self.errors()) {
            (0, 0) => "no problems".to_owned(),
            (errors, warnings) => format!("{}, {}", in_words(errors, "error"), in_words(warnings, "warning")),
        }
    }

    /// Shows every one of them on standard error, in file order.
    pub(crate) fn show_all(&self) {
        for (path, problem) in &self.found {
            anstream::eprintln!("{}", rendered(path, problem));
        }
    }

    /// Shows them on standard error, errors last.
    pub(crate) fn show(&self) {
        if !self.quiet || self.errors() > 0 {
            self.show_warnings();
        }
        let errors = self.found.iter().filter(|(_, problem)| problem.severity == Severity::Error);
        for (path, problem) in errors.clone().take(MOST_ERRORS) {
            anstream::eprintln!("{}", rendered(path, problem));
        }
        let hidden = self.errors().saturating_sub(MOST_ERRORS);
        if hidden > 0 {
            anstream::eprintln!("… and {} more", in_words(hidden, "error"));
        }
    }

    fn show_warnings(&self) {
        let mut shown: Vec<(&str, &str, usize)> = Vec::new();
        for (path, problem) in self.found.iter().filter(|(_, problem)| problem.severity == Severity::Warning)
        {
            let known = shown.iter().position(|(file, code, _)| *file == path && *code == problem.code);
            let place = known.unwrap_or_else(|| {
                shown.push((path, problem.code, 0));
                shown.len() - 1
            });
            shown[place].2 += 1;
            if shown[place].2 <= MOST_WARNINGS {
                anstream::eprintln!("{}", rendered(path, problem));
            }
        }
        for (path, code, count) in shown.into_iter().filter(|(_, _, count)| *count > MOST_WARNINGS) {
            anstream::eprintln!(
                "{path}: … and {} more warnings of this kind [{code}]",
                count - MOST_WARNINGS
            );
        }
    }
}

/// A number of things in words.
pub(crate) fn in_words(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

fn one_line(path: &str, problem: &Problem) -> String {
    let place = match (problem.line, problem.column) {
        (0, _) => path.to_owned(),
        (line, 0) => format!("{path}:{line}"),
        (line, column) => format!("{path}:{line}:{column}"),
    };
    format!("{place}: {} [{}]", problem.message, problem.code)
}

/// A problem as people read it: the line, underlined, and what to do.
fn rendered(path: &str, problem: &Problem) -> String {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.clone().primary_title(&problem.message).id(problem.code);
    let start = (problem.column.saturating_sub(1) as usize).min(problem.text.len());
    let end = (start + problem.length as usize).clamp(start, problem.text.len());
    let in_bounds = problem.text.is_char_boundary(start) && problem.text.is_char_boundary(end);
    let whole = 0..problem.text.len();
    let range = if in_bounds { start..end } else { whole };
    let mut report = if problem.text.is_empty() {
        let place = if problem.line == 0 { path.to_owned() } else { format!("{path}:{}", problem.line) };
        title.element(annotate_snippets::Origin::path(place))
    } else {
        let snippet = Snippet::source(&problem.text)
            .path(path)
            .line_start(problem.line as usize)
            .annotation(AnnotationKind::Primary.span(range));
        title.element(snippet)
    };
    if !problem.hint.is_empty() {
        report = report.element(Level::HELP.message(&problem.hint));
    }
    Renderer::styled().render(&[report])
}
