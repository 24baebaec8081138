//! Words for numbers of things, with the right plural.

/// A number and the name of the things counted, with an `s` unless the number is 1.
///
/// ```
/// use corefeval::problem::in_words;
///
/// assert_eq!([in_words(1, "word"), in_words(2, "word")], ["1 word", "2 words"]);
/// ```
#[must_use]
pub fn in_words(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// A number and the text for one thing or for several.
///
/// ```
/// use corefeval::problem::counted;
///
/// let what = ["word is missing", "words are missing"];
/// assert_eq!([counted(1, what), counted(2, what)], ["1 word is missing", "2 words are missing"]);
/// ```
#[must_use]
pub fn counted(number: usize, [one, several]: [&str; 2]) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}
