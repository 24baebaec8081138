//! The brackets in a cell: four passes, each over what the pass before has left.
//!
//! `(1+2)` is discarded, `(3)` is a one-token mention, `(4` opens and `5)` closes a mention.
//! Each pass removes the leftmost match and closes the gap, so `(1(2)3)` is a mention of 2 and then one of
//! 13.

/// What a bracket does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    /// A split antecedent, `(1+2)`: it is only reported.
    Discarded,
    /// A one-token mention, `(1)`.
    Whole,
    /// The first token of a mention, `(1`.
    Open,
    /// The last token of a mention, `1)`.
    Close,
}

/// Calls `found` for every bracket of `cell`, with its text or id; stops at the first error.
pub(super) fn scan<E>(
    cell: &mut Vec<u8>,
    found: &mut impl FnMut(Bracket, &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    take_closed(cell, split_antecedent, &mut |text| found(Bracket::Discarded, text))?;
    take_closed(cell, one_token, &mut |text| found(Bracket::Whole, &text[1..text.len() - 1]))?;
    take_opens(cell, &mut |id| found(Bracket::Open, id))?;
    for_each_close(cell, &mut |id| found(Bracket::Close, id))
}

/// Removes what ends in `)` and begins where `start` says.
///
/// Such a match holds one `(` and one `)`, so the leftmost match is the one that ends first, also after a gap was closed.
fn take_closed<E>(
    cell: &mut Vec<u8>,
    start: fn(&[u8]) -> Option<usize>,
    found: &mut impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut kept = 0;
    for at in 0..cell.len() {
        cell[kept] = cell[at];
        kept += 1;
        if cell[at] != b')' {
            continue;
        }
        if let Some(start) = start(&cell[..kept]) {
            found(&cell[start..kept])?;
            kept = start;
        }
    }
    cell.truncate(kept);
    Ok(())
}

/// Where `(` digits `+` digit `)` begins, if the text ends with it.
fn split_antecedent(text: &[u8]) -> Option<usize> {
    let second = text.strip_suffix(b")")?;
    let plus = before_last_digit(second)?.strip_suffix(b"+")?;
    opening(plus)
}

/// Where `(` digits `)` begins, if the text ends with it.
fn one_token(text: &[u8]) -> Option<usize> {
    opening(text.strip_suffix(b")")?)
}

/// Where `(` digits begins, if the text ends with it.
fn opening(text: &[u8]) -> Option<usize> {
    let before = &text[..digits_start(text)];
    let open = before.strip_suffix(b"(")?;
    (before.len() < text.len()).then_some(open.len())
}

fn before_last_digit(text: &[u8]) -> Option<&[u8]> {
    let (last, before) = text.split_last()?;
    last.is_ascii_digit().then_some(before)
}

/// Where the digits at the end of the text begin.
fn digits_start(text: &[u8]) -> usize {
    let digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit());
    text.len() - digits.count()
}

/// Removes `(` and the digits after it. No digit is left there, so closing the gap makes no new match.
fn take_opens<E>(cell: &mut Vec<u8>, found: &mut impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
    let (mut kept, mut at) = (0, 0);
    while at < cell.len() {
        let id = id_opened(&cell[at..]);
        if id.is_empty() {
            cell[kept] = cell[at];
            kept += 1;
            at += 1;
        } else {
            found(id)?;
            at += 1 + id.len();
        }
    }
    cell.truncate(kept);
    Ok(())
}

/// The digits after a `(` at the start of the text; none if there is no such bracket.
fn id_opened(text: &[u8]) -> &[u8] {
    let inside = text.strip_prefix(b"(").unwrap_or_default();
    let digits = inside.iter().take_while(|byte| byte.is_ascii_digit());
    &inside[..digits.count()]
}

/// Finds digits followed by `)`. They begin after something other than a digit, so closing the gap would make
/// no new match.
fn for_each_close<E>(cell: &[u8], found: &mut impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
    let mut pieces = cell.split(|&byte| byte == b')').peekable();
    while let Some(piece) = pieces.next() {
        let id = &piece[digits_start(piece)..];
        if pieces.peek().is_some() && !id.is_empty() {
            found(id)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Bracket, scan};

    fn brackets(cell: &str) -> String {
        let mut seen = Vec::new();
        let mut text = cell.as_bytes().to_vec();
        let result: Result<(), ()> = scan(&mut text, &mut |bracket, id| {
            let id = String::from_utf8_lossy(id).into_owned();
            seen.push(match bracket {
                Bracket::Discarded => format!("drop {id}"),
                Bracket::Whole => id,
                Bracket::Open => format!("{id}<"),
                Bracket::Close => format!(">{id}"),
            });
            Ok(())
        });
        assert_eq!(result, Ok(()));
        seen.join(" ")
    }

    #[test]
    fn one_token_mentions_come_first_then_opens_then_closes() {
        assert_eq!(brackets("1)|(2|(3)"), "3 2< >1");
        assert_eq!(brackets("5)|(5"), "5< >5");
    }

    #[test]
    fn only_digits_count() {
        assert_eq!(brackets("(a)"), "");
        assert_eq!(brackets("(e1)"), ">1");
        assert_eq!(brackets("(1e)"), "1<");
        assert_eq!(brackets("(-1)|( 2)|(3 )"), "3< >1 >2");
        assert_eq!(brackets("-"), "");
        assert_eq!(brackets("()"), "");
    }

    #[test]
    fn gaps_are_closed() {
        assert_eq!(brackets("(1(2)3)"), "2 13");
        assert_eq!(brackets("((1+2)1+2)"), "drop (1+2) drop (1+2)");
        assert_eq!(brackets("(12(3)4)5)"), "3 124 >5");
        assert_eq!(brackets("7(12(3)4))"), "3 124 >7");
    }

    #[test]
    fn a_split_antecedent_has_one_digit_after_the_plus() {
        assert_eq!(brackets("(12+3)"), "drop (12+3)");
        assert_eq!(brackets("(1+23)"), "1< >23");
        assert_eq!(brackets("(1+2"), "1<");
        assert_eq!(brackets("(+2)"), ">2");
    }

    #[test]
    fn opens_may_follow_each_other() {
        assert_eq!(brackets("((1(2)|(3"), "2 1< 3<");
        assert_eq!(brackets("1)2)3)"), ">1 >2 >3");
    }
}
