//! A table for papers, with the rules of the `booktabs` package.

use super::table::{Alignment, Cell, Mark, Table};
use super::{Output, Readers, Style, shown};

/// A LaTeX `tabular`, the best of a column in bold.
pub(super) const LATEX: Output = Output {
    name: "latex",
    title: "a LaTeX tabular (needs booktabs)",
    readers: Readers::People,
    heading: |title| format!("% {}\n", shown(title)),
    layout: render,
};

fn render(table: &Table, _: Style) -> String {
    let columns: String = (0..table.head.len()).map(|column| letter(table.alignment(column))).collect();
    let mut out = format!("\\begin{{tabular}}{{{columns}}}\n\\toprule\n");
    if !table.groups.is_empty() {
        let groups = table.groups.iter().map(|(name, span)| match name.as_str() {
            "" => format!("\\multicolumn{{{span}}}{{c}}{{}}"),
            name => format!("\\multicolumn{{{span}}}{{c}}{{{}}}", typeset(name)),
        });
        push_row(&mut out, groups);
    }
    push_row(&mut out, table.head.iter().map(|head| typeset(head)));
    out.push_str("\\midrule\n");
    for row in &table.rows {
        if row.ruled {
            out.push_str("\\midrule\n");
        }
        push_row(&mut out, row.cells.iter().map(marked));
    }
    out.push_str("\\bottomrule\n\\end{tabular}\n");
    for note in &table.notes {
        out.push_str(&format!("% {}\n", shown(note)));
    }
    out
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

/// Text with the letters of CEAF's variants as subscripts, and nothing in it taken for a command.
fn typeset(text: &str) -> String {
    let escaped = escaped(text);
    escaped.replace("CEAFe", "CEAF\\textsubscript{e}").replace("CEAFm", "CEAF\\textsubscript{m}")
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in shown(text).chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', letter]),
            // two in a row would become a dash
            '-' if out.ends_with('-') => out.push_str("{}-"),
            letter => match TYPESET.iter().find(|(known, _)| *known == letter) {
                Some((_, command)) => out.push_str(command),
                None => out.push(letter),
            },
        }
    }
    out
}

/// What letters that LaTeX reads otherwise, or has no type for, are written as.
const TYPESET: &[(char, &str)] = &[
    ('\\', "\\textbackslash{}"),
    ('~', "\\textasciitilde{}"),
    ('^', "\\textasciicircum{}"),
    ('<', "\\textless{}"),
    ('>', "\\textgreater{}"),
    ('|', "\\textbar{}"),
    ('–', "--"),
    ('³', "\\textsuperscript{3}"),
    ('₀', "\\textsubscript{0}"),
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
        let expected = "\\begin{tabular}{lr}\n\\toprule\nSystem & B\\textsuperscript{3} \\\\\n\\midrule\n\
                        my\\_system \\& co & 91.65 \\\\\n\
                        \\textbackslash{}input\\{x\\}\\textasciitilde{}\\textasciicircum{}\\textless{}a\\textbar{}b\
                        \\textgreater{}-{}-c & 2 \\\\\n\\bottomrule\n\\end{tabular}\n";
        assert_eq!(LATEX.render(&table, Style::Plain), expected);
    }

    #[test]
    fn the_letters_of_ceaf_are_subscripts() {
        let table = Table::new(&[("CEAFe", Alignment::Right), ("CEAFm v4", Alignment::Right)]);
        let text = LATEX.render(&table, Style::Plain);
        assert!(text.contains("CEAF\\textsubscript{e} & CEAF\\textsubscript{m} v4 \\\\"), "{text}");
    }
}
