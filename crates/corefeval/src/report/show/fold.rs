//! Breaks pieces of text into lines of a terminal, on which some letters take two columns and some none.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::brackets::{Colour, Look, Piece};
use crate::report::Style;

/// The margin of lines: its text in the first line, and its width.
pub(super) struct Margin {
    pub(super) text: Vec<Piece>,
    pub(super) width: usize,
}

/// Appends cells with blanks between them, on as many lines as needed.
pub(super) fn push(out: &mut String, margin: Margin, cells: &[Vec<Piece>], width: usize, style: Style) {
    let room = width.saturating_sub(margin.width).max(NARROWEST);
    let mut lines: Vec<Vec<Piece>> = vec![Vec::new()];
    let mut column = 0;
    for cell in cells.iter().flat_map(|cell| cut(cell, room)) {
        let own = width_of(&cell);
        if column > 0 && column + 1 + own > room {
            lines.push(Vec::new());
            column = 0;
        }
        let line = lines.last_mut().expect("there is always a line");
        if column > 0 {
            line.push((Look::Plain, " ".to_owned()));
            column += 1;
        }
        column += own;
        line.extend(cell);
    }
    let blank = " ".repeat(margin.width);
    let mut first = Some(margin);
    for line in lines {
        match first.take() {
            Some(margin) => {
                let filled = width_of(&margin.text);
                push_pieces(out, &margin.text, style);
                out.push_str(&" ".repeat(margin.width.saturating_sub(filled)));
            }
            None => out.push_str(&blank),
        }
        push_pieces(out, &line, style);
        out.truncate(out.trim_end_matches(' ').len());
        out.push('\n');
    }
}

/// The smallest width to which text is folded.
const NARROWEST: usize = 16;

/// Running text as cells.
pub(super) fn words(look: Look, text: &str) -> Vec<Vec<Piece>> {
    text.split(' ').map(|word| vec![(look, word.to_owned())]).collect()
}

fn width_of(pieces: &[Piece]) -> usize {
    pieces.iter().map(|(_, text)| text.width()).sum()
}

/// Cuts a cell that is wider than a line, at any letter.
fn cut(cell: &[Piece], room: usize) -> Vec<Vec<Piece>> {
    if width_of(cell) <= room {
        return vec![cell.to_vec()];
    }
    let (mut cells, mut column) = (vec![Vec::new()], 0);
    for (look, text) in cell {
        for letter in text.chars() {
            let own = letter.width().unwrap_or(0);
            if column + own > room && column > 0 {
                cells.push(Vec::new());
                column = 0;
            }
            column += own;
            let last: &mut Vec<Piece> = cells.last_mut().expect("there is always a cell");
            match last.last_mut() {
                Some((same, piece)) if same == look => piece.push(letter),
                _ => last.push((*look, letter.to_string())),
            }
        }
    }
    cells
}

fn push_pieces(out: &mut String, pieces: &[Piece], style: Style) {
    for (look, text) in pieces {
        match code(*look).filter(|_| style == Style::Ansi) {
            Some(code) => out.push_str(&format!("\u{1b}[{code}m{text}\u{1b}[0m")),
            None => out.push_str(text),
        }
    }
}

/// Colours from the 256 of terminals that are readable on black and on white; neighbours are as different as
/// possible.
const PALETTE: [u8; 12] = [32, 130, 34, 127, 37, 136, 62, 168, 100, 133, 67, 172];

fn code(look: Look) -> Option<String> {
    match look {
        Look::Plain => None,
        Look::Word(colour) => Some(coloured(colour, "")),
        Look::Bracket(colour) => Some(coloured(colour, "1;")),
        Look::Sign => Some("1;31".to_owned()),
        Look::Faint => Some("2".to_owned()),
    }
}

/// The escape sequence of a colour; entities with letters are grey.
fn coloured(colour: Colour, bold: &str) -> String {
    let place = (colour as usize).checked_sub(1);
    let code = place.map_or(244, |place| PALETTE[place % PALETTE.len()]);
    format!("{bold}38;5;{code}")
}
