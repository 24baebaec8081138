//! Whether the dependencies of a sentence make a tree: scorers find the heads of mentions by them.

use crate::document::{Document, Layer, Span};

/// What is wrong with the dependencies of a sentence, if anything.
pub(super) fn fault(document: &Document, sentence: Span) -> Option<String> {
    let column = document.layers.get(Layer::Head)?;
    let overt = (sentence.start..sentence.end).filter(|token| !document.is_zero(*token));
    let cells: Vec<&str> = overt.map(|token| column.get(token as usize).unwrap_or("_")).collect();
    let mut heads: Vec<Option<usize>> = Vec::with_capacity(cells.len());
    for (place, &cell) in cells.iter().enumerate() {
        // the root has none, and neither has a word without annotation
        let named = !matches!(cell, "_" | "" | "0");
        let head = cell.parse::<usize>().ok().filter(|head| (1..=cells.len()).contains(head));
        if named && head.is_none() {
            return Some(format!(
                "the head of word {} is `{cell}`, which is not a word of the sentence",
                place + 1
            ));
        }
        heads.push(head.map(|head| head - 1));
    }
    cycle(&heads).map(|place| format!("word {} depends on itself through its heads", place + 1))
}

/// A word that is its own ancestor, if there is one.
fn cycle(heads: &[Option<usize>]) -> Option<usize> {
    /// The number of the walk in which a word was visited; 0 for none.
    type Walk = usize;
    let mut visited: Vec<Walk> = vec![0; heads.len()];
    for start in 0..heads.len() {
        let mut at = Some(start);
        while let Some(place) = at.filter(|&place| visited[place] == 0) {
            visited[place] = start + 1;
            at = heads[place];
        }
        if let Some(place) = at.filter(|&place| visited[place] == start + 1) {
            return Some(place);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::fault;
    use crate::document::{Document, Layer, Span, Zero};

    fn of(heads: &[&str]) -> Option<String> {
        let mut document = Document { tokens: heads.len() as u32, ..Document::default() };
        document.zeros = vec![Zero { token: 1, rank: 1 }];
        document.layers.set(Layer::Head, heads.iter().collect());
        fault(&document, Span::new(0, heads.len() as u32))
    }

    #[test]
    fn heads_make_a_tree() {
        assert_eq!(of(&["2", "_", "0", "2"]), None);
        assert_eq!(of(&["_", "_", "_"]), None);
        assert!(of(&["2", "_", "3", "1"]).unwrap().contains("itself"));
        assert!(of(&["1", "_", "0"]).unwrap().contains("word 1 depends on itself"));
        for outside in ["4", "x", "-1", "99999999999999999999"] {
            assert!(of(&["0", "_", outside, "1"]).unwrap().contains("not a word"), "{outside}");
        }
    }
}
