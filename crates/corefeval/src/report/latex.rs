//! A table for papers, with the rules of the `booktabs` package.

use super::Output;
use super::table::{Alignment, Cell, Mark, Table};

/// A LaTeX `tabular`, the best of a column in bold.
pub(super) const LATEX: Output = Output { name: "latex", title: "a LaTeX tabular (needs booktabs)", render };

fn render(table: &Table) -> String {
    let columns: String = (0..table.head.len()).map(|column| letter(table.alignment(column))).collect();
    let mut out = format!("\\begin{{tabular}}{{{columns}}}\n\\toprule\n");
    if !table.groups.is_empty() {
        let groups = table.groups.iter().map(|(name, span)| match name.as_str() {
            "" => format!("\\multicolumn{{{span}}}{{c}}{{}}"),
            name => format!("\\multicolumn{{{span}}}{{c}}{{{}}}", escaped(name)),
        });
        push_row(&mut out, groups);
    }
    push_row(&mut out, table.head.iter().map(|head| escaped(head)));
    out.push_str("\\midrule\n");
    for row in &table.rows {
        if row.ruled {
            out.push_str("\\midrule\n");
        }
        push_row(&mut out, row.cells.iter().map(marked));
    }
    out.push_str("\\bottomrule\n\\end{tabular}\n");
    for note in &table.notes {
        out.push_str(&format!("% {note}\n"));
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
    let text = escaped(&cell.text);
    if cell.mark == Mark::Best { format!("\\textbf{{{text}}}") } else { text }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', letter]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '³' => out.push_str("\\textsuperscript{3}"),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::LATEX;
    use crate::report::{Alignment, Table};

    #[test]
    fn what_latex_would_read_otherwise_is_escaped() {
        let mut table = Table::new(&[("System", Alignment::Left), ("B³", Alignment::Right)]);
        table.push(["my_system & co", "91.65"]);
        let expected = "\\begin{tabular}{lr}\n\\toprule\nSystem & B\\textsuperscript{3} \\\\\n\\midrule\n\
                        my\\_system \\& co & 91.65 \\\\\n\\bottomrule\n\\end{tabular}\n";
        assert_eq!((LATEX.render)(&table), expected);
    }
}
