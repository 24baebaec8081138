//! The numbers of the parts of a mention with gaps: `e5[1/3]`.

use super::super::conllu::row::number;

/// The part of a mention that a bracket belongs to: 1 of 1 unless the mention has gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) number: u32,
    pub(super) of: u32,
}

impl Part {
    pub(super) const WHOLE: Self = Self { number: 1, of: 1 };
}

/// Splits `e5[1/3]` into id and part; the part is `None` if it is not valid.
pub(super) fn id_and_part(id: &[u8]) -> (&[u8], Option<Part>) {
    let Some(inner) = id.strip_suffix(b"]") else {
        return (id, Some(Part::WHOLE));
    };
    let Some(bracket) = memchr::memrchr(b'[', inner) else {
        return (id, Some(Part::WHOLE));
    };
    let mut numbers = inner[bracket + 1..].splitn(2, |&byte| byte == b'/').map(number);
    let part = match (numbers.next().flatten(), numbers.next().flatten()) {
        (Some(number), Some(of)) if 1 <= number && number <= of => Some(Part { number, of }),
        _ => None,
    };
    (&id[..bracket], part)
}

#[cfg(test)]
mod tests {
    use super::{Part, id_and_part};

    #[test]
    fn parts_are_numbered() {
        assert_eq!(id_and_part(b"e5[2/3]"), (&b"e5"[..], Some(Part { number: 2, of: 3 })));
        assert_eq!(id_and_part(b"e5"), (&b"e5"[..], Some(Part::WHOLE)));
        for odd in ["e5[3/2]", "e5[0/2]", "e5[x]", "e5[1/2/3]"] {
            assert_eq!(id_and_part(odd.as_bytes()), (&b"e5"[..], None), "{odd}");
        }
    }
}
