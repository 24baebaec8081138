//! The last column of a row, as CoVal parses it.
//!
//! Digits build a number; `(`, `)` and `|` use it; anything else is ignored, so that `(person-1)` is 1. An
//! opening that is followed by another one without a bar between them is lost.

use crate::dropin::python_text::{decimal, is_digit};

/// The mentions that begin and end at a token. An entity is identified by its number, which may have any
/// length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cell {
    /// Entities with a mention of only this token.
    pub(super) whole: Vec<String>,
    /// Entities of which a mention begins here.
    pub(super) opened: Vec<String>,
    /// Entities of which a mention ends here.
    pub(super) closed: Vec<String>,
}

impl Cell {
    /// Parses a cell; fails if a number or a bracket belongs to nothing.
    pub(super) fn new(text: &str) -> Result<Self, String> {
        let mut cell = Self::default();
        if !text.contains(['(', ')', '|']) {
            return Ok(cell);
        }
        let mut state = State::default();
        for character in text.chars() {
            match character {
                '(' => state = State { open: true, number: String::new() },
                ')' => cell.close(&mut state),
                '|' => cell.end_item(&mut state).map_err(|problem| format!("`{text}`: {problem}"))?,
                digit if is_digit(digit) => {
                    let value = decimal(digit).ok_or_else(|| format!("`{text}`: `{digit}` in a number"))?;
                    state.number.push(value);
                }
                _ => {}
            }
        }
        if state.open && !state.number.is_empty() {
            cell.opened.push(plain(&state.number));
        }
        Ok(cell)
    }

    fn close(&mut self, state: &mut State) {
        let State { open, number } = std::mem::take(state);
        if !number.is_empty() {
            if open { &mut self.whole } else { &mut self.closed }.push(plain(&number));
        }
    }

    fn end_item(&mut self, state: &mut State) -> Result<(), &'static str> {
        match std::mem::take(state) {
            State { open: true, number } if number.is_empty() => Err("nothing is opened before `|`"),
            State { open: true, number } => {
                self.opened.push(plain(&number));
                Ok(())
            }
            State { number, .. } if number.is_empty() => Ok(()),
            State { .. } => Err("the number before `|` has no bracket"),
        }
    }
}

/// What has been read since the last bracket or bar.
#[derive(Default)]
struct State {
    open: bool,
    number: String,
}

/// A number without leading zeros.
fn plain(number: &str) -> String {
    let trimmed = number.trim_start_matches('0');
    if trimmed.is_empty() { "0" } else { trimmed }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::Cell;

    #[track_caller]
    fn check(text: &str, whole: &[&str], opened: &[&str], closed: &[&str]) {
        let cell = Cell::new(text).unwrap();
        assert_eq!(
            (&cell.whole[..], &cell.opened[..], &cell.closed[..]),
            (&owned(whole)[..], &owned(opened)[..], &owned(closed)[..])
        );
    }

    fn owned(numbers: &[&str]) -> Vec<String> {
        numbers.iter().map(|&number| number.to_owned()).collect()
    }

    #[test]
    fn brackets_are_told_apart() {
        check("(0)|(1|2)", &["0"], &["1"], &["2"]);
        check("(0)(1)", &["0", "1"], &[], &[]);
        check("-", &[], &[], &[]);
    }

    #[test]
    fn what_is_neither_digit_nor_bracket_is_passed_over() {
        check("(person-1)", &["1"], &[], &[]);
        check("(1-5)", &["15"], &[], &[]);
        check("(007)", &["7"], &[], &[]);
        check("()", &[], &[], &[]);
    }

    #[test]
    fn an_opening_before_another_without_a_bar_is_lost() {
        check("(3(4)", &["4"], &[], &[]);
    }

    #[test]
    fn a_number_without_a_bracket_is_an_error() {
        assert!(Cell::new("3|(4)").is_err());
        assert!(Cell::new("(|4)").is_err());
    }
}
