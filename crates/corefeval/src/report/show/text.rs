//! A scene as text for a terminal: each sentence with its brackets, and below it the errors.

use unicode_width::UnicodeWidthStr;

use super::brackets::{Look, Piece, cells};
use super::errors::Error;
use super::fold::{Margin, push, words};
use super::legend::legend;
use super::{Answer, Line, Scene};
use crate::report::{Page, Style, shown};

/// The text of a scene.
#[must_use]
pub fn text(scene: &Scene<'_>, page: Page) -> String {
    let width = page.width.unwrap_or(USUAL).max(NARROWEST);
    let layout = Layout { scene, width, style: page.style, margin: margin(scene) };
    let mut out = layout.head();
    let mut before = true;
    for sentence in 0..scene.shown.len() {
        if scene.shown[sentence] {
            layout.sentence(&mut out, sentence);
        } else if before {
            layout.line(&mut out, Vec::new(), &[vec![(Look::Faint, "⋯".to_owned())]]);
        }
        before = scene.shown[sentence];
    }
    out.push('\n');
    out + &legend(scene, width, page.style)
}

/// The default width of lines.
const USUAL: usize = 80;

/// The smallest width of lines.
const NARROWEST: usize = 32;

/// The largest number of columns for names of systems.
const LONGEST_NAME: usize = 10;

struct Layout<'s, 'a> {
    scene: &'s Scene<'a>,
    width: usize,
    style: Style,
    /// The widths of the numbers of tokens and of the names of systems.
    margin: (usize, usize),
}

fn margin(scene: &Scene<'_>) -> (usize, usize) {
    let names = scene.answers.iter().map(|answer| name(answer).width()).max().unwrap_or(0);
    (scene.key.document.tokens.to_string().len(), names.max(if scene.answers.is_empty() { 0 } else { 4 }))
}

/// The name of a system, shortened.
fn name(answer: &Answer<'_>) -> String {
    let name = shown(answer.system);
    if name.width() <= LONGEST_NAME {
        return name.into_owned();
    }
    // names usually differ at the end
    let mut start = name.len();
    for (place, _) in name.char_indices().rev() {
        if name[place..].width() >= LONGEST_NAME {
            break;
        }
        start = place;
    }
    format!("…{}", &name[start..])
}

impl Layout<'_, '_> {
    fn head(&self) -> String {
        let mut out = String::new();
        let document = self.scene.key.document;
        let title = shown(&document.name.to_string()).into_owned();
        let margin = Margin { text: Vec::new(), width: 0 };
        push(&mut out, margin, &words(Look::Bracket(0), &title), self.width, self.style);
        for answer in &self.scene.answers {
            let text = format!("{}: {}", shown(answer.system), answer.figures);
            push(
                &mut out,
                Margin { text: Vec::new(), width: 0 },
                &words(Look::Faint, &text),
                self.width,
                self.style,
            );
        }
        out.push('\n');
        out
    }

    fn sentence(&self, out: &mut String, sentence: usize) {
        let start = self.scene.key.sentences[sentence].start.to_string();
        let key = cells(&self.scene.key, sentence);
        let answers: Vec<Vec<Vec<Piece>>> =
            self.scene.answers.iter().map(|answer| cells(&answer.line, sentence)).collect();
        let same = answers.iter().all(|answer| *answer == key);
        let label = match answers.len() {
            0 => "",
            1 if same => "both",
            _ if same => "all",
            _ => "key",
        };
        self.line(out, self.label(&start, label), &key);
        for (answer, cells) in self.scene.answers.iter().zip(answers) {
            if !same {
                self.line(out, self.label("", &name(answer)), &cells);
            }
            self.errors(out, answer, sentence);
        }
    }

    fn errors(&self, out: &mut String, answer: &Answer<'_>, sentence: usize) {
        // errors are in text order
        let first = answer.errors.partition_point(|error| error.sentence < sentence);
        let errors = answer.errors[first..].iter().take_while(|error| error.sentence == sentence);
        for error in errors.filter(|error| error.is_shown) {
            let about = shown(&describe(error, &self.scene.key, &answer.line)).into_owned();
            let mut margin = self.label("", "");
            margin.push((Look::Sign, format!("{} ", error.sign)));
            let mut cells = words(Look::Plain, &about);
            if !error.findings.is_empty() {
                let findings = error.findings.iter().map(|place| &answer.findings[*place]);
                let ids: Vec<String> = findings.map(|one| format!("{} {}", one.kind, one.id)).collect();
                cells.extend(words(Look::Faint, &format!("· {}", ids.join(" · "))));
            }
            let width = self.width_of_label() + 2;
            push(out, Margin { text: margin, width }, &cells, self.width, self.style);
        }
    }

    fn width_of_label(&self) -> usize {
        let (numbers, names) = self.margin;
        numbers + if names > 0 { names + 3 } else { 2 }
    }

    /// The number of a token and the name of a system, in front of a line.
    fn label(&self, number: &str, name: &str) -> Vec<Piece> {
        let (numbers, names) = self.margin;
        let mut pieces = vec![(Look::Faint, format!("{number:>numbers$}"))];
        if names > 0 {
            let blank = " ".repeat(names.saturating_sub(name.width()));
            pieces.push((Look::Faint, format!(" {name}{blank}")));
        }
        pieces.push((Look::Plain, "  ".to_owned()));
        pieces
    }

    fn line(&self, out: &mut String, label: Vec<Piece>, cells: &[Vec<Piece>]) {
        push(out, Margin { text: label, width: self.width_of_label() }, cells, self.width, self.style);
    }
}

/// A description of an error.
fn describe(error: &Error, key: &Line<'_>, response: &Line<'_>) -> String {
    let own = error.response.map(|place| response.quoted(place));
    let of_key = error.key.map(|place| key.quoted(place));
    let subject =
        if error.key.is_some() && error.kind != "boundary" { of_key.clone() } else { own.or(of_key.clone()) };
    let subject = subject.unwrap_or_default();
    let is =
        |place: Option<usize>, line: &Line<'_>| place.map(|place| line.quoted(place)).unwrap_or_default();
    let (right, wrong) = (is(error.key_antecedent, key), is(error.response_antecedent, response));
    match error.kind {
        "missed" => format!("{subject} missed"),
        "spurious" => format!("{subject} spurious"),
        "boundary" => {
            let difference = error.difference.unwrap_or_default();
            format!("{subject} boundary ({difference}): {} in the key", of_key.unwrap_or_default())
        }
        "wrong-antecedent" => format!("{subject} wrong-antecedent: {wrong}, in the key {right}"),
        "no-antecedent" => format!("{subject} no-antecedent: in the key {right}"),
        "not-new" => format!("{subject} not-new: {wrong}, new in the key"),
        _ => subject,
    }
}
