//! The contents of the cells of a row.

/// The row of a token, or of a part of one.
#[derive(Debug)]
pub(super) struct Row<'a> {
    /// Sentence and token: `1-1`, and `1-1.1` for a part.
    pub(super) id: &'a str,
    pub(super) is_part: bool,
    /// The number of the token in the document.
    pub(super) token: u32,
    pub(super) line: u64,
    cells: Vec<&'a str>,
}

impl<'a> Row<'a> {
    /// Reads a row; the token's number is set later.
    pub(super) fn parse(line: &'a str, number: u64) -> Option<Self> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [id, offsets, _, ..] = cells[..] else { return None };
        let numbers = |text: &str| {
            text.split(['-', '.'])
                .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let sound = id.contains('-') && numbers(id) && offsets.contains('-') && numbers(offsets);
        sound.then(|| Self { id, is_part: id.contains('.'), token: 0, line: number, cells })
    }

    /// The row with the number of its token in the document.
    pub(super) fn of(self, token: u32) -> Self {
        Self { token, ..self }
    }

    /// A cell; empty if it is missing or has the mark of an empty cell.
    pub(super) fn cell(&self, column: usize) -> &'a str {
        match self.cells.get(column).copied().unwrap_or("") {
            "_" => "",
            cell => cell,
        }
    }

    /// The token's word without its escapes.
    pub(super) fn word(&self) -> String {
        let mut word = String::new();
        let mut characters = self.cells[2].chars();
        while let Some(character) = characters.next() {
            match character {
                '\\' => word.extend(characters.next()),
                _ => word.push(character),
            }
        }
        word
    }

    /// The first character of the token.
    pub(super) fn offset(&self) -> &'a str {
        self.cells[1].split('-').next().unwrap_or("")
    }
}

/// The annotations of a cell, `place[30]|abstract[31]`: values, with their numbers if they have one.
pub(super) fn annotations(cell: &str) -> impl Iterator<Item = (&str, Option<u32>)> {
    pieces(cell).map(|piece| match piece.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')) {
        Some((value, number)) => match number.parse() {
            Ok(number) => (value, Some(number)),
            Err(_) => (piece, None),
        },
        None => (piece, None),
    })
}

/// A relation that ends on a row.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TargetCell<'a> {
    /// The token at its other end.
    pub(super) token: &'a str,
    /// The number of the annotation there; 0 if it has none.
    pub(super) other: u32,
    /// The number of the annotation on the row itself; 0 if it has none.
    pub(super) own: u32,
}

/// The relations of a cell: `3-10[24_4]|1-27`.
pub(super) fn relations(cell: &str) -> impl Iterator<Item = TargetCell<'_>> {
    pieces(cell).map(|piece| {
        let bracketed = piece.strip_suffix(']').and_then(|rest| rest.split_once('['));
        let (token, numbers) = bracketed.unwrap_or((piece, "0_0"));
        let (other, own) = numbers.split_once('_').unwrap_or((numbers, "0"));
        TargetCell { token, other: other.parse().unwrap_or(0), own: own.parse().unwrap_or(0) }
    })
}

/// For each link of a cell, its chain and its place in the chain: `*->3-2|coref->4-1`.
pub(super) fn chain_links(cell: &str) -> impl Iterator<Item = (u32, u32)> {
    pieces(cell).filter_map(|piece| {
        let (chain, link) = piece.rsplit_once("->")?.1.split_once('-')?;
        let link = link.split('[').next().unwrap_or(link);
        Some((chain.parse().ok()?, link.parse().ok()?))
    })
}

/// The parts between bars; a bar after a backslash does not separate parts.
fn pieces(cell: &str) -> impl Iterator<Item = &str> {
    let mut rest = (!cell.is_empty()).then_some(cell);
    std::iter::from_fn(move || {
        let text = rest?;
        let bars = text.match_indices('|').map(|(at, _)| at);
        let bar = bars.into_iter().find(|&at| !text[..at].ends_with('\\'));
        rest = bar.map(|at| &text[at + 1..]);
        Some(bar.map_or(text, |at| &text[..at]))
    })
}
