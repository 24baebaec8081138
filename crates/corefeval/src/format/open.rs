//! The brackets that have been opened and not yet closed; the last opened is closed first.

/// Open brackets by number, each with what is known about it.
#[derive(Debug)]
pub(super) struct OpenBrackets<T> {
    /// For each number the place of its newest bracket.
    newest: Vec<u32>,
    brackets: Vec<Bracket<T>>,
    open: usize,
}

#[derive(Debug)]
struct Bracket<T> {
    about: T,
    /// The place of the previous open bracket with the same number.
    older: u32,
}

const NONE: u32 = u32::MAX;

impl<T> Default for OpenBrackets<T> {
    fn default() -> Self {
        Self { newest: Vec::new(), brackets: Vec::new(), open: 0 }
    }
}

impl<T: Copy> OpenBrackets<T> {
    pub(super) fn open(&mut self, number: u32, about: T) {
        if self.newest.len() <= number as usize {
            self.newest.resize(number as usize + 1, NONE);
        }
        let older = std::mem::replace(&mut self.newest[number as usize], self.brackets.len() as u32);
        self.brackets.push(Bracket { about, older });
        self.open += 1;
    }

    /// Closes the newest bracket with that number, if one is open.
    pub(super) fn close(&mut self, number: u32) -> Option<T> {
        let newest = self.newest.get_mut(number as usize).filter(|newest| **newest != NONE)?;
        let bracket = &self.brackets[*newest as usize];
        *newest = bracket.older;
        let about = bracket.about;
        self.open -= 1;
        if self.open == 0 {
            self.brackets.clear();
        }
        Some(about)
    }

    /// Whether no bracket is open.
    pub(super) fn is_empty(&self) -> bool {
        self.open == 0
    }

    /// What is known about the brackets from a place on, in order of opening since no bracket was open,
    /// including brackets that have been closed.
    pub(super) fn since(&mut self, place: usize) -> impl Iterator<Item = &mut T> {
        self.brackets.iter_mut().skip(place).map(|bracket| &mut bracket.about)
    }

    /// Whether a bracket with that number is open.
    pub(super) fn is_open(&self, number: u32) -> bool {
        self.newest.get(number as usize).is_some_and(|&newest| newest != NONE)
    }

    /// Takes the number and data of each bracket that is still open, in order of opening.
    pub(super) fn take(&mut self) -> Vec<(u32, T)> {
        let mut left = Vec::with_capacity(self.open);
        if self.open > 0 {
            for (number, newest) in self.newest.iter().enumerate() {
                let mut at = *newest;
                while at != NONE {
                    left.push((at, number as u32));
                    at = self.brackets[at as usize].older;
                }
            }
        }
        left.sort_unstable();
        let brackets = std::mem::take(&mut self.brackets);
        self.newest.clear();
        self.open = 0;
        left.into_iter().map(|(at, number)| (number, brackets[at as usize].about)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::OpenBrackets;

    #[test]
    fn what_was_opened_last_is_closed_first() {
        let mut brackets = OpenBrackets::default();
        for (number, about) in [(3, 'a'), (0, 'b'), (3, 'c')] {
            brackets.open(number, about);
        }
        assert_eq!((brackets.close(3), brackets.close(3), brackets.close(3)), (Some('c'), Some('a'), None));
        brackets.open(3, 'd');
        assert!(brackets.is_open(3) && !brackets.is_open(1));
        assert_eq!(brackets.take(), [(0, 'b'), (3, 'd')]);
        assert_eq!(brackets.close(0), None);
    }
}
