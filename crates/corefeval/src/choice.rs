//! Choices that have a name on the command line and in signatures, each value with a sentence that explains it.

/// One value of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// What it is called on the command line and in signatures.
    pub name: &'static str,
    /// What it means, in a sentence.
    pub about: &'static str,
}

/// A choice with a name for each of its values; the comment above a value explains it to users as well.
macro_rules! choice {
    ($(#[doc = $doc:literal])+ $name:ident { $($(#[doc = $value_doc:literal])+ $value:ident = $text:literal),+ $(,)? }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $value_doc])+ $value),+ }

        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];
            /// Every value with its name and what it means.
            pub const VALUES: &'static [$crate::choice::Value] =
                &[$($crate::choice::Value { name: $text, about: concat!($($value_doc),+) }),+];

            /// What it is called on the command line and in signatures.
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

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let found = Self::ALL.iter().find(|value| value.name() == text).copied();
                found.ok_or_else(|| {
                    let names: Vec<&str> = Self::ALL.iter().map(|value| value.name()).collect();
                    format!("`{text}` is none of {}", names.join(", "))
                })
            }
        }
    };
}
pub(crate) use choice;
