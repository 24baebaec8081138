//! Document names in JSON records, in which the part may be joined to the id: `bc/cctv/00/cctv_0000_0`.

use crate::document::Name;

/// Reads a name as it is written in records.
///
/// A final `_0` is a part; so is any other number without leading zeros after a number of four digits, as in OntoNotes.
pub(super) fn read(text: &str) -> Name {
    if text.trim_start().starts_with('(') {
        return Name::parse(text);
    }
    match with_part(text) {
        Some((id, part)) => Name { id: id.to_owned(), part: Some(part) },
        None => Name::plain(text),
    }
}

fn with_part(text: &str) -> Option<(&str, u32)> {
    let (id, part) = text.rsplit_once('_')?;
    let plain = part == "0" || !part.starts_with('0') && part.bytes().all(|byte| byte.is_ascii_digit());
    let (_, number) = id.rsplit_once('_').unwrap_or(("", ""));
    let numbered = number.len() >= 4 && number.bytes().all(|byte| byte.is_ascii_digit());
    if !plain || id.is_empty() || !(numbered || part == "0") {
        return None;
    }
    Some((id, part.parse().ok()?))
}

/// Writes a name in such a way that it is read again unchanged.
pub(super) fn write(name: &Name) -> String {
    let joined = match name.part {
        Some(part) => format!("{}_{part}", name.id),
        None => name.id.clone(),
    };
    if read(&joined) == *name {
        return joined;
    }
    match name.part {
        Some(_) => name.to_string(),
        None => format!("({})", name.id),
    }
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use crate::document::Name;

    fn name(id: &str, part: Option<u32>) -> Name {
        Name { id: id.to_owned(), part }
    }

    #[test]
    fn a_part_may_be_joined_to_the_id() {
        assert_eq!(read("bc/cctv/00/cctv_0000_0"), name("bc/cctv/00/cctv_0000", Some(0)));
        assert_eq!(read("tc/ch/00/ch_0010_12"), name("tc/ch/00/ch_0010", Some(12)));
        assert_eq!(read("158_emma_0"), name("158_emma", Some(0)));
        assert_eq!(read("(nw~2008-39); part 045"), name("nw~2008-39", Some(45)));
    }

    #[test]
    fn other_numbers_are_part_of_the_id() {
        for text in ["nw/wsj/00/wsj_0020", "GUM_letter_2", "1023_bleak_house", "dev_7", "x_", "_0", ""] {
            assert_eq!(read(text), name(text, None));
        }
    }

    #[test]
    fn names_are_written_so_that_they_are_read_again() {
        for (id, part) in
            [("a/b_0001", Some(3)), ("emma", Some(3)), ("emma", None), ("x_0", None), ("x_0", Some(0))]
        {
            let name = name(id, part);
            assert_eq!(read(&write(&name)), name);
        }
    }
}
