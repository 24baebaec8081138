//! Lists of lists of a few numbers, the form of entities in records. They have a separate parser, because
//! reading them takes most of the time.

/// The numbers of all mentions, and where the mentions of each entity end.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Lists<const N: usize> {
    pub(super) mentions: Vec<[u32; N]>,
    pub(super) ends: Vec<usize>,
}

/// Reads `[[[0, 1], [4, 4]], [[2, 2]]]`; a mention of one number may be written without its list. `None` for
/// anything else.
pub(super) fn read<const N: usize>(value: &[u8]) -> Option<Lists<N>> {
    let mut cursor = Cursor { bytes: value, at: 0 };
    // a mention is rarely written with fewer bytes
    let mut lists = Lists { mentions: Vec::with_capacity(value.len() / 8), ends: Vec::new() };
    cursor.list(|cursor| {
        cursor.list(|cursor| {
            lists.mentions.push(cursor.mention()?);
            Some(())
        })?;
        lists.ends.push(lists.mentions.len());
        Some(())
    })?;
    (cursor.at == value.len()).then_some(lists)
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    /// Reads a list whose items `item` reads.
    fn list(&mut self, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.take(b'[')?;
        if self.take(b']').is_some() {
            return Some(());
        }
        loop {
            item(self)?;
            if self.take(b',').is_none() {
                return self.take(b']');
            }
        }
    }

    fn mention<const N: usize>(&mut self) -> Option<[u32; N]> {
        let mut numbers = [0; N];
        let listed = self.take(b'[').is_some();
        if !listed && N > 1 {
            return None;
        }
        for (index, number) in numbers.iter_mut().enumerate() {
            if index > 0 {
                self.take(b',')?;
            }
            *number = self.number()?;
        }
        if listed {
            self.take(b']')?;
        }
        Some(numbers)
    }

    /// Skips blanks and a byte after them.
    #[inline]
    fn take(&mut self, byte: u8) -> Option<()> {
        self.skip_blanks();
        let found = self.bytes.get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found.then_some(())
    }

    #[inline]
    fn number(&mut self) -> Option<u32> {
        self.skip_blanks();
        let start = self.at;
        let mut number = 0_u32;
        while let Some(digit) =
            self.bytes.get(self.at).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10)
        {
            number = number.wrapping_mul(10).wrapping_add(u32::from(digit));
            self.at += 1;
        }
        // JSON has no leading zeros; ten digits may be too many
        let digits = self.at - start;
        let is_fine = digits == 1 || (2..10).contains(&digits) && self.bytes[start] != b'0';
        is_fine.then_some(number)
    }

    #[inline]
    fn skip_blanks(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Lists, read};

    #[test]
    fn lists_are_read_flat() {
        let lists = Lists { mentions: vec![[0, 1], [4, 4], [12, 13]], ends: vec![2, 2, 3] };
        assert_eq!(read(b"[[[0, 1],[4,4]], [], [[12 , 13]]]"), Some(lists));
        assert_eq!(read::<2>(b"[ ]").map(|lists| lists.ends), Some(vec![]));
        assert_eq!(read(b"[[1, [2]]]"), Some(Lists { mentions: vec![[1], [2]], ends: vec![2] }));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "[", "[[0, 1]]", "[[[0, 1]]", "[[[0 1]]]", "[[[0]]]", "[[[0, 1, 2]]]", "[[[0, 1],]]"]
        {
            assert_eq!(read::<2>(text.as_bytes()), None, "{text}");
        }
        for text in
            ["[[[00, 1]]]", "[[[-1, 1]]]", "[[[0, 4294967296]]]", "[[[0, 1.5]]]", "[[[0, 1]]] x", "null"]
        {
            assert_eq!(read::<2>(text.as_bytes()), None, "{text}");
        }
    }
}
