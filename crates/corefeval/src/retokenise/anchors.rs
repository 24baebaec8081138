//! Cuts long texts at passages that occur exactly once in both, so that only the text between them has to be
//! searched.

use rustc_hash::FxHashMap;

use super::edits::{Run, Stretch, align, push};

/// The number of letters of a passage; this many letters in a row rarely recur by chance.
const PASSAGE: usize = 24;

/// The largest number of letters times edits that may be tried for a whole document.
const EFFORT: usize = 1_000_000_000;

/// The letters that agree, in order.
pub(super) fn runs(key: &[char], response: &[char]) -> Vec<Run> {
    let most = EFFORT / (key.len() + response.len() + 1);
    let mut runs = Vec::new();
    let (mut k, mut r) = (0, 0);
    let whole = Stretch { key, response, at: (0, 0) };
    if key == response {
        push(&mut runs, Run { key: 0, response: 0, length: key.len() as u32 });
        return runs;
    }
    for (key_at, response_at) in in_order(&shared_passages(key, response)) {
        if key_at < k || response_at < r {
            continue; // inside the run of the previous passage
        }
        align(part(whole, (k, r), (key_at, response_at)), most, &mut runs);
        let length = common(&key[key_at..], &response[response_at..]);
        push(&mut runs, Run { key: key_at as u32, response: response_at as u32, length: length as u32 });
        (k, r) = (key_at + length, response_at + length);
    }
    align(part(whole, (k, r), (key.len(), response.len())), most, &mut runs);
    runs
}

fn part(whole: Stretch<'_>, from: (usize, usize), to: (usize, usize)) -> Stretch<'_> {
    Stretch {
        key: &whole.key[from.0..to.0],
        response: &whole.response[from.1..to.1],
        at: (from.0 as u32, from.1 as u32),
    }
}

fn common(one: &[char], other: &[char]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

/// The places of the passages that occur once in the key and once in the response, by place in the key.
fn shared_passages(key: &[char], response: &[char]) -> Vec<(usize, usize)> {
    let (in_key, in_response) = (single_passages(key), single_passages(response));
    let mut shared: Vec<(usize, usize)> = Vec::new();
    for (place, passage) in passages(key).enumerate() {
        let places = in_key.get(&passage).zip(in_response.get(&passage));
        if let Some((Some(_), Some(other))) = places {
            // two passages may have the same number by chance
            if key[place..place + PASSAGE] == response[*other as usize..*other as usize + PASSAGE] {
                shared.push((place, *other as usize));
            }
        }
    }
    shared
}

/// The place of each passage that occurs once; none for passages that recur.
fn single_passages(letters: &[char]) -> FxHashMap<u64, Option<u32>> {
    let mut places: FxHashMap<u64, Option<u32>> = FxHashMap::default();
    for (place, passage) in passages(letters).enumerate() {
        places.entry(passage).and_modify(|place| *place = None).or_insert(Some(place as u32));
    }
    places
}

/// A rolling hash of the passage at each place, computed from the previous one.
fn passages(letters: &[char]) -> impl Iterator<Item = u64> + '_ {
    const BASE: u64 = 0x9E37_79B9_7F4A_7C15;
    let add = |number: u64, letter: char| number.wrapping_mul(BASE).wrapping_add(u64::from(letter));
    let gone = (0..PASSAGE).fold(1_u64, |power, _| power.wrapping_mul(BASE));
    let mut number = letters.iter().take(PASSAGE - 1).fold(0, |number, &letter| add(number, letter));
    letters.iter().enumerate().skip(PASSAGE - 1).map(move |(place, &letter)| {
        number = add(number, letter);
        if let Some(first) = place.checked_sub(PASSAGE) {
            number = number.wrapping_sub(gone.wrapping_mul(u64::from(letters[first])));
        }
        number
    })
}

/// The largest selection of pairs in which both places rise.
fn in_order(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // for each length, the pair with the smallest second place that ends a selection of this length
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, &(_, second)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| pairs[end].1 < second);
        before.push(length.checked_sub(1).map(|length| ends[length]));
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut row = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(index) = next {
        row.push(pairs[index]);
        next = before[index];
    }
    row.reverse();
    row
}

#[cfg(test)]
mod tests {
    use super::{in_order, runs, shared_passages};

    fn letters(text: &str) -> Vec<char> {
        text.chars().filter(|letter| !letter.is_whitespace()).collect()
    }

    #[test]
    fn passages_that_occur_once_on_both_sides_are_found() {
        let key = letters("the quick brown fox jumps over the lazy dog and sleeps");
        let response = letters("XX the quick brown fox jumps over the lazy dog and sleeps");
        let shared = shared_passages(&key, &response);
        assert_eq!(shared.len(), key.len() - 23);
        assert!(shared.iter().all(|(one, other)| one + 2 == *other));
        assert_eq!(shared_passages(&letters(&"ab".repeat(40)), &letters(&"ab".repeat(40))), []);
    }

    #[test]
    fn what_was_moved_does_not_break_the_order() {
        assert_eq!(in_order(&[(0, 5), (1, 1), (2, 2), (3, 9), (4, 3)]), [(1, 1), (2, 2), (4, 3)]);
    }

    #[test]
    fn a_long_text_with_a_passage_left_out_is_aligned_around_it() {
        let sentence = |number: usize| {
            format!("In chapter {number} the hero, number {number}, meets {}.", number * 7919)
        };
        let all: Vec<String> = (0..3000).map(sentence).collect();
        let key = letters(&all.concat());
        let response = letters(&[&all[..1000], &all[1400..]].concat().concat());
        let found = runs(&key, &response);
        let total: u32 = found.iter().map(|run| run.length).sum();
        assert_eq!(total as usize, response.len());
    }
}
