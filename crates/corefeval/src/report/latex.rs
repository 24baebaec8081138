//! A table for papers, with the rules of the `booktabs` package.

use std::ops::Range;

use super::fold::{blocks, total, widths};
use super::table::{Alignment, Cell, Mark, Table};
use super::{Output, Page, Readers, shown};

/// A LaTeX table with a caption; the best figure of a column is bold.
pub(super) const LATEX: Output = Output {
    name: "latex",
    title: "a LaTeX table (needs booktabs)",
    endings: &["tex"],
    readers: Readers::Papers,
    layout: render,
};

/// About the number of letters that fit into a line in footnote size; wider tables are cut into several,
/// below each other.
const PAGE: usize = 84;

/// Tables with more letters in a line take both columns of a page that has two.
const COLUMN: usize = 44;

fn render(table: &Table, _: Page) -> String {
    let widths = widths(table);
    let name = if total(&widths) > COLUMN { "table*" } else { "table" };
    let mut out = "% needs \\usepackage{booktabs}\n".to_owned();
    out.push_str(&letters_note(table));
    out.push_str(&format!(
        "\\begin{{{name}}}\n\\centering\n\\footnotesize\n\\setlength{{\\tabcolsep}}{{3pt}}\n"
    ));
    // a signature has no blanks that could be stretched
    out.push_str("\\setlength{\\emergencystretch}{3em}\n");
    if total(&widths) <= PAGE {
        push_tabular(&mut out, table);
    } else {
        let blocks = blocks(table, &widths, PAGE);
        let parts = if blocks.is_empty() { vec![(0..widths.len()).collect()] } else { blocks };
        for (number, part) in parts.iter().enumerate() {
            out.push_str(if number > 0 { "\n\\medskip\n" } else { "" });
            push_tabular(&mut out, &table.with_columns(part));
        }
    }
    out.push_str(&caption(table));
    out.push_str(&format!("\\end{{{name}}}\n"));
    out
}

/// A note about letters that pdfLaTeX cannot typeset.
fn letters_note(table: &Table) -> String {
    let cells = table.rows.iter().flat_map(|row| &row.cells).map(|cell| &cell.text);
    let texts = cells.chain(&table.head).chain(&table.notes).chain([&table.title]);
    let strange = |letter: char| letter > '\u{17f}' && TYPESET.iter().all(|(known, _)| *known != letter);
    let has_strange = texts.into_iter().any(|text| text.contains(strange));
    let note =
        "% contains characters that pdfLaTeX cannot set: use LuaLaTeX or XeLaTeX with a suitable font\n";
    if has_strange { note.to_owned() } else { String::new() }
}

fn push_tabular(out: &mut String, table: &Table) {
    let columns: String = (0..table.head.len()).map(|column| letter(table.alignment(column))).collect();
    out.push_str(&format!("\\begin{{tabular}}{{@{{}}{columns}@{{}}}}\n\\toprule\n"));
    if !table.groups.is_empty() {
        push_groups(out, table);
    }
    push_row(out, table.head.iter().map(|head| typeset(head)));
    out.push_str("\\midrule\n");
    for row in &table.rows {
        if row.ruled {
            out.push_str("\\midrule\n");
        }
        push_row(out, row.cells.iter().map(marked));
    }
    out.push_str("\\bottomrule\n\\end{tabular}\n");
}

/// The heads of groups, each with a rule below it.
fn push_groups(out: &mut String, table: &Table) {
    let spans = table.group_spans();
    let group = |(name, span): &(&str, Range<usize>)| match *name {
        "" => "&".repeat(span.len() - 1),
        name => format!("\\multicolumn{{{}}}{{c}}{{{}}}", span.len(), typeset(name)),
    };
    push_row(out, spans.iter().map(group));
    for (_, span) in spans.iter().filter(|(name, _)| !name.is_empty()) {
        out.push_str(&format!("\\cmidrule(lr){{{}-{}}}\n", span.start + 1, span.end));
    }
}

/// The title, the remarks and the signature, which may break after any of its parts.
fn caption(table: &Table) -> String {
    let mut sentences = Vec::new();
    for text in std::iter::once(&table.title).chain(&table.notes).filter(|text| !text.is_empty()) {
        sentences.push(format!("{}.", typeset(text.trim_end_matches('.'))));
    }
    // only the first sentence goes into the list of tables
    let short = sentences.first().map_or_else(|| "Figures".to_owned(), Clone::clone);
    if !table.signature.is_empty() {
        let parts = table.signature.split_inclusive(['|', '+', ':', '/']).map(escaped);
        let signature = parts.collect::<Vec<_>>().join("\\allowbreak{}");
        sentences.push(format!("Signature: {{\\footnotesize\\texttt{{{signature}}}}}"));
    }
    match &sentences[..] {
        [] => String::new(),
        sentences => format!("\\caption[{{{short}}}]{{{}}}\n", sentences.join("\n")),
    }
}

fn push_row(out: &mut String, cells: impl Iterator<Item = String>) {
    let cells: Vec<String> = cells.collect();
    out.push_str(&format!("{} \\\\\n", cells.join(" & ")));
}

fn letter(alignment: Alignment) -> char {
    match alignment {
        Alignment::Left => 'l',
        Alignment::Right => 'r',
    }
}

fn marked(cell: &Cell) -> String {
    let text = typeset(&cell.text);
    if cell.mark == Mark::Best && !text.is_empty() { format!("\\textbf{{{text}}}") } else { text }
}

/// Text with the letters of CEAF's variants as subscripts, escaped for LaTeX.
fn typeset(text: &str) -> String {
    let mut out = String::new();
    for (number, piece) in escaped(text).split("CEAF").enumerate() {
        out.push_str(if number > 0 { "CEAF" } else { "" });
        let mut letters = piece.chars();
        let variant = letters.next().filter(|letter| number > 0 && matches!(letter, 'e' | 'm'));
        match variant.filter(|_| !letters.as_str().starts_with(char::is_alphanumeric)) {
            Some(variant) => out.push_str(&format!("$_{variant}${}", letters.as_str())),
            None => out.push_str(piece),
        }
    }
    out
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in shown(text).chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', letter]),
            // two of them in a row would become a dash or a quotation mark
            '-' | '\'' | ',' if out.ends_with(letter) => out.extend(['{', '}', letter]),
            letter => match TYPESET.iter().find(|(known, _)| *known == letter) {
                Some((_, command)) => out.push_str(command),
                None => out.push(letter),
            },
        }
    }
    out
}

/// How to write letters that are special in LaTeX or that it cannot typeset.
const TYPESET: &[(char, &str)] = &[
    ('\\', "\\textbackslash{}"),
    ('~', "\\textasciitilde{}"),
    ('^', "\\textasciicircum{}"),
    ('<', "\\textless{}"),
    ('>', "\\textgreater{}"),
    ('|', "\\textbar{}"),
    ('–', "--"),
    ('—', "---"),
    ('…', "\\ldots{}"),
    ('’', "'"),
    ('−', "$-$"),
    ('×', "$\\times$"),
    ('≥', "$\\ge$"),
    ('≤', "$\\le$"),
    ('`', "\\symbol{96}"),
    ('"', "\\symbol{34}"),
    // after the end of a row, these would be read as its options
    ('[', "{[}"),
    (']', "{]}"),
    ('*', "{*}"),
    ('³', "$^3$"),
    ('₀', "$_0$"),
    ('β', "$\\beta$"),
    ('φ', "$\\phi$"),
    ('α', "$\\alpha$"),
    ('→', "$\\to$"),
    ('▲', "$\\uparrow$"),
    ('▼', "$\\downarrow$"),
    ('†', "\\textdagger{}"),
];

#[cfg(test)]
mod tests {
    use super::LATEX;
    use crate::report::{Alignment, Style, Table};

    #[test]
    fn what_latex_would_read_otherwise_is_escaped() {
        let mut table = Table::new(&[("System", Alignment::Left), ("B³", Alignment::Right)]);
        table.push(["my_system & co", "91.65"]);
        table.push(["\\input{x}~^<a|b>--c", "2"]);
        table.push(["[*]''\"`", "3"]);
        let expected = "\\begin{tabular}{@{}lr@{}}\n\\toprule\nSystem & B$^3$ \\\\\n\\midrule\n\
                        my\\_system \\& co & 91.65 \\\\\n\
                        \\textbackslash{}input\\{x\\}\\textasciitilde{}\\textasciicircum{}\\textless{}a\\textbar{}b\
                        \\textgreater{}-{}-c & 2 \\\\\n\
                        {[}{*}{]}'{}'\\symbol{34}\\symbol{96} & 3 \\\\\n\\bottomrule\n\\end{tabular}\n";
        let text = LATEX.render(&table, Style::Plain);
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn the_letters_of_ceaf_are_subscripts() {
        let right = Alignment::Right;
        let table = Table::new(&[("CEAFe", right), ("CEAFm v4", right), ("CEAFextra CEAF", right)]);
        let text = LATEX.render(&table, Style::Plain);
        assert!(text.contains("CEAF$_e$ & CEAF$_m$ v4 & CEAFextra CEAF \\\\"), "{text}");
    }

    #[test]
    fn the_caption_has_the_signature_which_may_break() {
        let mut table = Table::new(&[("MUC", Alignment::Right)]).titled("F1 in percent.");
        table.notes.push("50% is half".to_owned());
        table.signature = "metrics:muc+lea|x_y:1".to_owned();
        let text = LATEX.render(&table, Style::Plain);
        let expected = "\\caption[{F1 in percent.}]{F1 in percent.\n50\\% is half.\n\
                        Signature: {\\footnotesize\\texttt{metrics:\\allowbreak{}muc+\\allowbreak{}lea\\textbar{}\
                        \\allowbreak{}x\\_y:\\allowbreak{}1}}}\n\\end{table}\n";
        assert!(text.ends_with(expected), "{text}");
    }

    #[test]
    fn tables_wider_than_a_page_are_cut() {
        let mut columns = vec![("System".to_owned(), Alignment::Left)];
        columns.extend((0..24).map(|number| (format!("Metric{number}"), Alignment::Right)));
        let columns: Vec<(&str, Alignment)> =
            columns.iter().map(|(name, side)| (name.as_str(), *side)).collect();
        let text = LATEX.render(&Table::new(&columns), Style::Plain);
        assert_eq!(text.matches("\\begin{tabular}").count(), 4, "{text}");
        assert_eq!(text.matches("System & ").count(), 4, "{text}");
        assert_eq!(
            (text.matches("\\begin{table*}").count(), text.matches("Metric23").count()),
            (1, 1),
            "{text}"
        );
    }
}
