//! The fewest insertions and deletions that turn one sequence of letters into another, in linear memory.
//!
//! Myers (1986), "An O(ND) difference algorithm and its variations": paths are followed from both ends until
//! they meet, and the parts before and after the meeting are solved separately.

/// A run of letters that agree: its place in the key, its place in the response, and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) key: u32,
    pub(super) response: u32,
    pub(super) length: u32,
}

/// Two sequences of letters to be aligned, and where they begin.
#[derive(Clone, Copy)]
pub(super) struct Stretch<'a> {
    pub(super) key: &'a [char],
    pub(super) response: &'a [char],
    pub(super) at: (u32, u32),
}

/// Adds the runs of a shortest edit of a stretch, in order. If that takes more than `most` edits, adds only
/// the letters that agree at its ends.
pub(super) fn align(stretch: Stretch<'_>, most: usize, runs: &mut Vec<Run>) {
    let front = agreeing(stretch.key.iter(), stretch.response.iter());
    let inner = stretch.without(front, 0);
    let back = agreeing(inner.key.iter().rev(), inner.response.iter().rev());
    push(runs, Run { key: stretch.at.0, response: stretch.at.1, length: front as u32 });
    let middle = inner.without(0, back);
    let differs = !middle.key.is_empty() && !middle.response.is_empty();
    if let Some(meeting) = differs.then(|| Search::new(middle, most).meeting()).flatten() {
        align(middle.before(meeting.start), most, runs);
        let (key, response) = meeting.start;
        let (key, response) = (middle.at.0 + key as u32, middle.at.1 + response as u32);
        push(runs, Run { key, response, length: meeting.length as u32 });
        align(middle.after(meeting.end()), most, runs);
    }
    let (key, response) = (middle.at.0 + middle.key.len() as u32, middle.at.1 + middle.response.len() as u32);
    push(runs, Run { key, response, length: back as u32 });
}

/// Adds a run, joined to the last one if it continues it.
pub(super) fn push(runs: &mut Vec<Run>, run: Run) {
    match runs.last_mut() {
        _ if run.length == 0 => {}
        Some(last) if last.key + last.length == run.key && last.response + last.length == run.response => {
            last.length += run.length;
        }
        _ => runs.push(run),
    }
}

fn agreeing<'a>(one: impl Iterator<Item = &'a char>, other: impl Iterator<Item = &'a char>) -> usize {
    one.zip(other).take_while(|(one, other)| one == other).count()
}

impl Stretch<'_> {
    fn without(self, front: usize, back: usize) -> Self {
        Self {
            key: &self.key[front..self.key.len() - back],
            response: &self.response[front..self.response.len() - back],
            at: (self.at.0 + front as u32, self.at.1 + front as u32),
        }
    }

    fn before(self, (key, response): (usize, usize)) -> Self {
        Self { key: &self.key[..key], response: &self.response[..response], ..self }
    }

    fn after(self, (key, response): (usize, usize)) -> Self {
        Self {
            key: &self.key[key..],
            response: &self.response[response..],
            at: (self.at.0 + key as u32, self.at.1 + response as u32),
        }
    }
}

/// The meeting of paths from both ends: a place, and the letters that agree from there on.
struct Meeting {
    start: (usize, usize),
    length: usize,
}

impl Meeting {
    fn end(&self) -> (usize, usize) {
        (self.start.0 + self.length, self.start.1 + self.length)
    }
}

/// The furthest paths on each diagonal, from the front and from the back.
struct Search<'a> {
    stretch: Stretch<'a>,
    /// How many letters the key and the response have in it.
    lengths: (isize, isize),
    most: isize,
    forward: Vec<isize>,
    backward: Vec<isize>,
}

/// No path has reached this diagonal.
const UNREACHED: isize = -1;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

impl<'a> Search<'a> {
    fn new(stretch: Stretch<'a>, most: usize) -> Self {
        let needed = (stretch.key.len() + stretch.response.len()).div_ceil(2);
        let most = needed.min(most.div_ceil(2));
        let diagonals = vec![UNREACHED; 2 * most + 3];
        let lengths = (stretch.key.len().cast_signed(), stretch.response.len().cast_signed());
        let most = most.cast_signed();
        Self { stretch, lengths, most, forward: diagonals.clone(), backward: diagonals }
    }

    /// Follows paths from both ends with an increasing number of edits.
    fn meeting(mut self) -> Option<Meeting> {
        (0..=self.most).find_map(|edits| {
            self.advance(edits, Direction::Forward).or_else(|| self.advance(edits, Direction::Backward))
        })
    }

    /// Extends every path in one direction by one edit. Returns a meeting if one reaches a path from the
    /// other end.
    fn advance(&mut self, edits: isize, direction: Direction) -> Option<Meeting> {
        let (n, m) = self.lengths;
        // diagonals that leave the stretch are not followed
        let (low, high) = (-(edits - 2 * (edits - m).max(0)), edits - 2 * (edits - n).max(0));
        let mut diagonal = low;
        while diagonal <= high {
            if let Some(from) = self.start(diagonal, edits, direction) {
                let length = self.slide(from, from - diagonal, direction);
                let reached = from + length;
                self.set(diagonal, reached, direction);
                if self.sees_other_end(diagonal, edits, direction) {
                    let met = self.get(n - m - diagonal, direction.opposite());
                    if met != UNREACHED && reached + met >= n {
                        return Some(self.met((from, from - diagonal), length, direction));
                    }
                }
            }
            diagonal += 2;
        }
        None
    }

    /// Whether a path may meet a path from the other end. Those have the same number of edits, or one fewer
    /// if this end is extended first.
    fn sees_other_end(&self, diagonal: isize, edits: isize, direction: Direction) -> bool {
        let across = self.lengths.0 - self.lengths.1;
        let behind = isize::from(direction == Direction::Forward);
        across.rem_euclid(2) == behind && (across - diagonal).abs() <= edits - behind
    }

    /// The start of a path with one more edit on a diagonal: the further of a deletion and an insertion that
    /// stay inside.
    fn start(&self, diagonal: isize, edits: isize, direction: Direction) -> Option<isize> {
        if edits == 0 {
            return Some(0);
        }
        let (n, m) = self.lengths;
        let (below, above) = (self.get(diagonal - 1, direction), self.get(diagonal + 1, direction));
        let deletion = (diagonal != -edits && below != UNREACHED && below < n).then_some(below + 1);
        let insertion = (diagonal != edits && above != UNREACHED && above - diagonal <= m).then_some(above);
        deletion.max(insertion)
    }

    /// How many letters agree from here on.
    fn slide(&self, x: isize, y: isize, direction: Direction) -> isize {
        let Stretch { key, response, .. } = self.stretch;
        let (x, y) = (x.cast_unsigned(), y.cast_unsigned());
        let agreeing = match direction {
            Direction::Forward => agreeing(key[x..].iter(), response[y..].iter()),
            Direction::Backward => {
                agreeing(key[..key.len() - x].iter().rev(), response[..response.len() - y].iter().rev())
            }
        };
        agreeing.cast_signed()
    }

    fn met(&self, (x, y): (isize, isize), length: isize, direction: Direction) -> Meeting {
        let (x, y, length) = (x.cast_unsigned(), y.cast_unsigned(), length.cast_unsigned());
        let start = match direction {
            Direction::Forward => (x, y),
            Direction::Backward => {
                (self.stretch.key.len() - x - length, self.stretch.response.len() - y - length)
            }
        };
        Meeting { start, length }
    }

    fn place(&self, diagonal: isize) -> usize {
        (diagonal + self.most + 1).cast_unsigned()
    }

    fn get(&self, diagonal: isize, direction: Direction) -> isize {
        let place = self.place(diagonal);
        if direction == Direction::Forward { self.forward[place] } else { self.backward[place] }
    }

    fn set(&mut self, diagonal: isize, value: isize, direction: Direction) {
        let place = self.place(diagonal);
        match direction {
            Direction::Forward => self.forward[place] = value,
            Direction::Backward => self.backward[place] = value,
        }
    }
}

impl Direction {
    fn opposite(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Run, Stretch, align};

    fn runs(key: &str, response: &str) -> Vec<(u32, u32, u32)> {
        let (key, response): (Vec<char>, Vec<char>) = (key.chars().collect(), response.chars().collect());
        let mut runs: Vec<Run> = Vec::new();
        align(Stretch { key: &key, response: &response, at: (0, 0) }, usize::MAX, &mut runs);
        runs.into_iter().map(|run| (run.key, run.response, run.length)).collect()
    }

    /// The longest common subsequence, by the table of all pairs.
    fn longest_common(key: &[char], response: &[char]) -> usize {
        let mut row = vec![0; response.len() + 1];
        for &one in key {
            let mut diagonal = 0;
            for (place, &other) in response.iter().enumerate() {
                let above = row[place + 1];
                row[place + 1] = if one == other { diagonal + 1 } else { above.max(row[place]) };
                diagonal = above;
            }
        }
        row[response.len()]
    }

    #[test]
    fn letters_that_agree_are_found_in_order() {
        assert_eq!(runs("abcabba", "abcabba"), [(0, 0, 7)]);
        assert_eq!(runs("abxc", "abc"), [(0, 0, 2), (3, 2, 1)]);
        assert_eq!(runs("abc", "xyz"), []);
        assert_eq!(runs("", "abc"), []);
        assert_eq!(runs("axb", "ayb"), [(0, 0, 1), (2, 2, 1)]);
    }

    #[test]
    fn texts_that_have_too_little_in_common_are_aligned_at_their_ends_alone() {
        let (key, response): (Vec<char>, Vec<char>) =
            ("ab123456yz".chars().collect(), "ab6x5y4z3w2v1uyz".chars().collect());
        let mut runs = Vec::new();
        align(Stretch { key: &key, response: &response, at: (0, 0) }, 2, &mut runs);
        assert_eq!(runs.iter().map(|run| run.length).collect::<Vec<_>>(), [2, 2]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn no_alignment_has_more_letters(key in "[abc]{0,24}", response in "[abc]{0,24}") {
            let found = runs(&key, &response);
            let (key, response): (Vec<char>, Vec<char>) = (key.chars().collect(), response.chars().collect());
            let total: u32 = found.iter().map(|run| run.2).sum();
            prop_assert_eq!(total as usize, longest_common(&key, &response));
            let (mut k, mut r) = (0, 0);
            for (key_at, response_at, length) in found {
                prop_assert!(key_at >= k && response_at >= r);
                (k, r) = (key_at + length, response_at + length);
                let (key_at, response_at, length) = (key_at as usize, response_at as usize, length as usize);
                prop_assert_eq!(&key[key_at..key_at + length], &response[response_at..response_at + length]);
            }
        }
    }
}
