//! Choices that have a name on the command line and in signatures, each value with a sentence that explains it.

/// One value of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its name on the command line and in signatures.
    pub name: &'static str,
    /// What it means, in a sentence.
    pub about: &'static str,
}

/// Whether two names are the same except for case, hyphens, underscores and blanks; ³ counts as 3.
#[must_use]
pub fn same_name(one: &str, other: &str) -> bool {
    folded(one) == folded(other)
}

fn folded(name: &str) -> String {
    let letters = name.chars().filter(|letter| !matches!(letter, '-' | '_' | ' ' | '^'));
    let letters = letters.map(|letter| match letter {
        '³' => '3',
        'φ' | 'Φ' => 'p',
        letter => letter,
    });
    letters.flat_map(char::to_lowercase).collect()
}

/// How similar names must be for a suggestion: an edit in a short name, two in a longer one.
const ALIKE: f64 = 0.8;

/// The name that was probably meant.
pub fn nearest<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let text = folded(text);
    let likeness = |name: &str| {
        let name = folded(name);
        // one wrong letter is the likeliest mistake, then a name that is not complete
        let is_typo = text.len() > 3 && strsim::osa_distance(&text, &name) <= 1;
        let begins = text.len() > 2 && name.starts_with(&text);
        match (is_typo, begins) {
            (true, _) => 2.0,
            (_, true) => 1.0,
            _ => strsim::jaro_winkler(&text, &name),
        }
    };
    let rated = names.into_iter().map(|name| (likeness(name), name));
    let best = rated
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, name)| name)
}

/// The message for a name that is not in a table: with the name that was probably meant, or with all names.
pub fn unknown<'n>(
    text: &str,
    what: &str,
    names: impl IntoIterator<Item = &'n str>,
    aliases: impl IntoIterator<Item = &'n str>,
) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match nearest(text, names.iter().copied().chain(aliases)) {
        Some(meant) => format!("`{text}` is not {what}; did you mean `{meant}`?"),
        None => format!("`{text}` is not {what}; choose from {}", names.join(", ")),
    }
}

/// The message for a value that a choice does not have.
pub fn none_of<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    let all = format!("`{text}` is none of {}", names.join(", "));
    match nearest(text, names.iter().copied()) {
        Some(meant) if names.len() > SHORT_LIST => format!("`{text}` is not known; did you mean `{meant}`?"),
        Some(meant) => format!("{all}; did you mean `{meant}`?"),
        None => all,
    }
}

/// Like [`none_of`], for the values of a choice; one function for all choices, to keep the program small.
pub(crate) fn no_value(text: &str, values: &[Value]) -> String {
    none_of(text, values.iter().map(|value| value.name))
}

/// Longer lists of names are shown only if there is no suggestion.
const SHORT_LIST: usize = 6;

/// Defines a choice with a name for each of its values; the comment above a value is also its explanation for
/// users.
macro_rules! choice {
    ($(#[doc = $doc:literal])+ $name:ident { $($(#[doc = $value_doc:literal])+ $value:ident = $text:literal),+ $(,)? }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $name { $($(#[doc = $value_doc])+ $value),+ }

        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];
            /// Every value with its name and what it means.
            pub const VALUES: &'static [$crate::choice::Value] =
                &[$($crate::choice::Value { name: $text, about: concat!($($value_doc),+) }),+];

            /// Its name on the command line and in signatures.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $text),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.name())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let found = Self::ALL.iter().find(|value| value.name() == text).copied();
                found.ok_or_else(|| $crate::choice::no_value(text, Self::VALUES))
            }
        }
    };
}
pub(crate) use choice;

#[cfg(test)]
mod tests {
    use super::{nearest, none_of};

    #[test]
    fn one_wrong_letter_is_likelier_than_half_a_name() {
        let names = ["head-set", "head", "head-conll2011"];
        assert_eq!(nearest("heads", names), Some("head"));
        assert_eq!(nearest("head-con", names), Some("head-conll2011"));
        assert_eq!(nearest("x", names), None);
    }

    #[test]
    fn long_lists_are_not_shown_with_a_suggestion() {
        let many = ["head", "mina", "min", "exact", "overlap", "semeval", "partial-craft"];
        assert_eq!(none_of("heads", many), "`heads` is not known; did you mean `head`?");
        assert_eq!(none_of("heads", ["head", "min"]), "`heads` is none of head, min; did you mean `head`?");
    }
}
