//! The cells of a row: markables, minima and tags, each a list separated by `@`.

use super::super::conllu::row::number;

/// One markable of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    /// Whether it begins here; otherwise it continues.
    pub(super) begins: bool,
    pub(super) markable: &'a [u8],
    pub(super) set: &'a [u8],
    pub(super) minimum: &'a [u8],
    pub(super) tag: &'a [u8],
}

/// Reads one item of the second column: `B-markable_1=set_1` or `I-markable_1=set_1`.
fn piece(item: &[u8]) -> Option<Piece<'_>> {
    let begins = item.starts_with(b"B-");
    let rest = item.strip_prefix(b"B-").or_else(|| item.strip_prefix(b"I-"))?;
    let equals = memchr::memchr(b'=', rest)?;
    let (markable, set) = (&rest[..equals], &rest[equals + 1..]);
    let named = !markable.is_empty() && !set.is_empty();
    named.then_some(Piece { begins, markable, set, minimum: b"", tag: b"" })
}

/// The markables of a row; `None` for an item that is not a markable. Minima are in the third of four
/// columns, tags in the last of three or more; a list of another length than the markables is ignored.
pub(super) fn pieces<'a>(cells: &[&'a [u8]]) -> Vec<(&'a [u8], Option<Piece<'a>>)> {
    let list = |cell: Option<&&'a [u8]>| -> Vec<&'a [u8]> {
        cell.map_or_else(Vec::new, |cell| cell.split(|&byte| byte == b'@').collect())
    };
    let items = list(cells.get(1));
    let same_length = |values: &Vec<&'a [u8]>| values.len() == items.len();
    let minima = Some(list(cells.get(2).filter(|_| cells.len() > 3))).filter(same_length);
    let tags = Some(list(cells.last().filter(|_| cells.len() > 2))).filter(same_length);
    let at = |values: &Option<Vec<&'a [u8]>>, index: usize| {
        values.as_ref().map_or(&b""[..], |values| values[index])
    };
    let numbered = items.iter().enumerate();
    let with_rest = |(index, item): (usize, &&'a [u8])| {
        let piece = piece(item);
        (*item, piece.map(|piece| Piece { minimum: at(&minima, index), tag: at(&tags, index), ..piece }))
    };
    numbered.map(with_rest).collect()
}

/// The first and the last token of `word_3` or `word_3..word_5`, counted from 1.
pub(super) fn words(text: &[u8]) -> Option<(u32, u32)> {
    let word = |text: &[u8]| number(text.strip_prefix(b"word_")?).filter(|&number| number > 0);
    match memchr::memmem::find(text, b"..") {
        Some(at) => Some((word(&text[..at])?, word(&text[at + 2..])?)),
        None => word(text).map(|only| (only, only)),
    }
}

#[cfg(test)]
mod tests {
    use super::{pieces, words};

    #[test]
    fn lists_go_together_item_by_item() {
        let row: Vec<&[u8]> =
            vec![b"w", b"B-markable_1=set_1@I-markable_2=set_2", b"word_1@word_2", b"new@old"];
        let found = pieces(&row);
        assert_eq!(found.len(), 2);
        let second = found[1].1.unwrap();
        assert_eq!(
            (second.begins, second.set, second.minimum, second.tag),
            (false, &b"set_2"[..], &b"word_2"[..], &b"old"[..])
        );
        assert_eq!(pieces(&[b"w", b"B-markable_1=set_1", b"a@b"])[0].1.unwrap().tag, b"");
        assert!(pieces(&[b"w", b"markable_1"])[0].1.is_none());
    }

    #[test]
    fn words_are_counted_from_one() {
        assert_eq!(words(b"word_10..word_11"), Some((10, 11)));
        assert_eq!(words(b"word_3"), Some((3, 3)));
        assert_eq!((words(b"word_0"), words(b"3")), (None, None));
    }
}
