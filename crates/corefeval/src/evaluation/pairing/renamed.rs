//! Names that differ only in how the part is written: `(x); part 000`, `x`, `x_0` and `x-000` are one document.

use rustc_hash::FxHashMap;

use crate::document::Name;

/// Key documents by the ways in which their names can be written.
#[derive(Debug, Default)]
pub(super) struct Spellings {
    /// By the name with its part, where no part means part 0: `x_0`.
    with_part: FxHashMap<String, Vec<usize>>,
    /// By the name with its part in three digits: `x-000`.
    with_dash: FxHashMap<String, Vec<usize>>,
    /// By the id, for names without a part.
    bare: FxHashMap<String, Vec<usize>>,
}

impl Spellings {
    /// The spellings of names, which are numbered in order.
    pub(super) fn new<'n>(names: impl Iterator<Item = &'n Name>) -> Self {
        let mut spellings = Self::default();
        for (number, name) in names.enumerate() {
            spellings.with_part.entry(with_part(name)).or_default().push(number);
            spellings.with_dash.entry(with_dash(name)).or_default().push(number);
            if name.part.is_none() {
                spellings.bare.entry(name.id.clone()).or_default().push(number);
            }
        }
        spellings
    }

    /// The lowest number of a name that means the same document and is not taken.
    pub(super) fn find(&self, name: &Name, is_free: impl Fn(usize) -> bool) -> Option<usize> {
        let (part, dash) = (with_part(name), with_dash(name));
        let id = name.part.is_none().then_some(&name.id);
        let found = [
            self.with_part.get(&part),
            self.bare.get(&part),
            self.bare.get(&dash),
            id.and_then(|id| self.with_part.get(id)),
            id.and_then(|id| self.with_dash.get(id)),
        ];
        let numbers = found.into_iter().flatten().flatten().copied();
        numbers.filter(|&number| is_free(number)).min()
    }
}

/// Whether two names mean the same document.
pub(super) fn same_document(one: &Name, other: &Name) -> bool {
    Spellings::new(std::iter::once(one)).find(other, |_| true).is_some()
}

fn with_part(name: &Name) -> String {
    format!("{}_{}", name.id, name.part.unwrap_or(0))
}

fn with_dash(name: &Name) -> String {
    format!("{}-{:03}", name.id, name.part.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::{Spellings, same_document};
    use crate::document::Name;

    #[test]
    fn parts_may_be_written_in_several_ways() {
        let same = |one: &str, other: &str| {
            let (one, other) = (Name::parse(one), Name::parse(other));
            assert_eq!(same_document(&one, &other), same_document(&other, &one));
            same_document(&one, &other)
        };
        assert!(same("(x); part 000", "x") && same("(x); part 001", "x_1") && same("x-002", "(x); part 002"));
        assert!(!same("(x); part 001", "x") && !same("x", "y") && !same("x_1", "x_2"));
    }

    #[test]
    fn the_first_free_document_is_found() {
        let names = [Name::plain("x"), Name::parse("(x); part 000")];
        let spellings = Spellings::new(names.iter());
        assert_eq!(spellings.find(&Name::plain("x_0"), |_| true), Some(0));
        assert_eq!(spellings.find(&Name::plain("x_0"), |number| number > 0), Some(1));
    }

    #[test]
    fn ten_times_the_renamed_documents_take_ten_times_the_looks() {
        let looks = |documents: usize| {
            let names: Vec<Name> = (0..documents).map(|number| Name::plain(&format!("d{number}"))).collect();
            let spellings = Spellings::new(names.iter());
            let looks = std::cell::Cell::new(0);
            let is_free = |_| {
                looks.set(looks.get() + 1);
                true
            };
            for number in 0..documents {
                let other = Name::parse(&format!("(d{number}); part 000"));
                assert_eq!(spellings.find(&other, is_free), Some(number));
            }
            looks.get()
        };
        assert_eq!(looks(5_000), 10 * looks(500));
    }
}
