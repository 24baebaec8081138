//! Letters and digits as Python classifies them, on which some scorers written in Python depend.

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// What Python counts as digits besides decimal digits: superscript, subscript, circled digits and the like.
const OTHER_DIGITS: [(char, char); 20] = [
    ('\u{b2}', '\u{b3}'),
    ('\u{b9}', '\u{b9}'),
    ('\u{1369}', '\u{1371}'),
    ('\u{19da}', '\u{19da}'),
    ('\u{2070}', '\u{2070}'),
    ('\u{2074}', '\u{2079}'),
    ('\u{2080}', '\u{2089}'),
    ('\u{2460}', '\u{2468}'),
    ('\u{2474}', '\u{247c}'),
    ('\u{2488}', '\u{2490}'),
    ('\u{24ea}', '\u{24ea}'),
    ('\u{24f5}', '\u{24fd}'),
    ('\u{24ff}', '\u{24ff}'),
    ('\u{2776}', '\u{277e}'),
    ('\u{2780}', '\u{2788}'),
    ('\u{278a}', '\u{2792}'),
    ('\u{10a40}', '\u{10a43}'),
    ('\u{10e60}', '\u{10e68}'),
    ('\u{11052}', '\u{1105a}'),
    ('\u{1f100}', '\u{1f10a}'),
];

/// Whether Python counts a character as a letter: not a vowel sign, a number such as `〇` or a circled letter.
#[must_use]
pub fn is_letter(character: char) -> bool {
    character.is_alphabetic() && character.general_category_group() == GeneralCategoryGroup::Letter
}

/// Whether Python counts a character as a digit: not a fraction, nor a number such as `〇`.
#[must_use]
pub fn is_digit(character: char) -> bool {
    is_decimal(character) || OTHER_DIGITS.iter().any(|&(first, last)| (first..=last).contains(&character))
}

fn is_decimal(character: char) -> bool {
    character.general_category() == GeneralCategory::DecimalNumber
}

/// Converts a decimal digit of any script to ASCII: in Unicode, decimal digits form rows that begin with a
/// zero.
#[must_use]
pub fn decimal(digit: char) -> Option<char> {
    let row = ('\0'..=digit).rev().take_while(|&character| is_decimal(character)).count();
    char::from_digit((row.checked_sub(1)? % 10) as u32, 10)
}

#[cfg(test)]
mod tests {
    use super::{decimal, is_digit, is_letter};

    #[test]
    fn letters_and_digits_are_those_of_python() {
        assert!("aªʰ一々ǅस".chars().all(is_letter));
        assert!(!"7²Ⅳ〇Ⓐ\u{5b4}\u{947}".chars().any(is_letter));
        assert!("7²①٣๓𝟘".chars().all(is_digit));
        assert!(!"x½Ⅳ〇一㊀".chars().any(is_digit));
        assert_eq!(
            "90٣๓𝟘𝟡𝟬²x".chars().map(decimal).map(|d| d.unwrap_or('-')).collect::<String>(),
            "9033090--"
        );
    }
}
