//! A plan in one line, and back: `metrics:muc+b-cubed|match:exact|…|corefeval:0.1.0`.
//!
//! Values are escaped, so that no value can be mistaken for a field: all characters except letters, digits
//! and `-_./=,` are written as `%` and two hexadecimal digits for each byte.

use std::error::Error;
use std::fmt::{self, Write};
use std::str::FromStr;

use super::choices::{CHOICES, choice};
use super::{PRESETS, Plan};
use crate::choice::unknown;

/// The field that names the version of corefeval.
const VERSION: &str = "corefeval";

impl fmt::Display for Plan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = CHOICES.iter().filter(|choice| choice.always_shown || !choice.is_usual(self));
        for choice in shown {
            let values: Vec<String> = choice.get(self).iter().map(|value| escaped(value)).collect();
            write!(formatter, "{}:{}|", choice.name, values.join("+"))?;
        }
        write!(formatter, "{VERSION}:{}", env!("CARGO_PKG_VERSION"))
    }
}

/// A signature that cannot be read back.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SignatureError {
    /// The field that is wrong.
    pub field: String,
    /// Why.
    pub reason: String,
}

impl fmt::Display for SignatureError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "in the signature, `{}`: {}", self.field, self.reason)
    }
}

impl Error for SignatureError {}

impl FromStr for Plan {
    type Err = SignatureError;

    /// Reads a signature, or the name of a preset.
    fn from_str(text: &str) -> Result<Self, SignatureError> {
        let text = text.trim();
        let signature =
            PRESETS.iter().find(|preset| preset.name == text).map_or(text, |preset| preset.signature);
        if !signature.contains(':') {
            let reason = unknown(text, "a preset", PRESETS.iter().map(|preset| preset.name), []);
            return Err(SignatureError { field: text.to_owned(), reason });
        }
        Self::read_with(signature, &[]).map(|(plan, _)| plan)
    }
}

/// Fields of a signature that are not choices of a plan: names and values.
pub type OwnFields = Vec<(String, String)>;

impl Plan {
    /// The signature of a program that adds its own fields after those of the plan.
    #[must_use]
    pub fn signature_with(&self, own: &[(&str, String)]) -> String {
        let plan = self.to_string();
        let (choices, version) = plan.rsplit_once('|').unwrap_or((&plan, ""));
        let own = own.iter().map(|(name, value)| format!("|{name}:{}", escaped(value)));
        format!("{choices}{}|{version}", own.collect::<String>())
    }

    /// Reads a signature of a program that adds its own fields, with these names.
    pub fn read_with(text: &str, own: &[&str]) -> Result<(Self, OwnFields), SignatureError> {
        read(text.trim(), own)
    }
}

fn read(text: &str, own: &[&str]) -> Result<(Plan, OwnFields), SignatureError> {
    let mut plan = Plan::default();
    let mut own_fields = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for field in text.split('|') {
        let wrong = |reason: String| SignatureError { field: field.to_owned(), reason };
        let (name, value) = field.split_once(':').ok_or_else(|| wrong("expected name:value".to_owned()))?;
        if seen.contains(&name) {
            return Err(wrong("it occurs twice".to_owned()));
        }
        seen.push(name);
        if name == VERSION {
            continue;
        }
        if own.contains(&name) {
            own_fields.push((name.to_owned(), unescaped(value).map_err(wrong)?));
            continue;
        }
        let choice = choice(name)
            .ok_or_else(|| wrong(unknown(name, "a choice", CHOICES.iter().map(|choice| choice.name), [])))?;
        let values: Result<Vec<String>, String> =
            value.split('+').filter(|value| !value.is_empty()).map(unescaped).collect();
        let values = values.map_err(wrong)?;
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        choice.set_written(&mut plan, &values).map_err(wrong)?;
    }
    Ok((plan, own_fields))
}

/// The version of corefeval that a signature names, if it is not this one.
#[must_use]
pub fn other_version(signature: &str) -> Option<&str> {
    let fields = signature.trim().split('|').filter_map(|field| field.split_once(':'));
    let mut version = fields.filter(|(name, _)| *name == VERSION).map(|(_, version)| version);
    version.next().filter(|version| *version != env!("CARGO_PKG_VERSION"))
}

fn escaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for letter in value.chars() {
        if letter.is_alphanumeric() || "-_./=,".contains(letter) {
            text.push(letter);
        } else {
            for byte in letter.encode_utf8(&mut [0; 4]).bytes() {
                // writing to a string cannot fail
                let _ = write!(text, "%{byte:02X}");
            }
        }
    }
    text
}

fn unescaped(text: &str) -> Result<String, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = rest.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let digits = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let value = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(value.ok_or("`%` must be followed by two hexadecimal digits")?);
        rest = &rest[2..];
    }
    String::from_utf8(bytes).map_err(|_| format!("`{text}` is not UTF-8 after unescaping"))
}

#[cfg(test)]
mod tests {
    use super::super::{CHOICES, PRESETS, Plan, Singletons};
    use super::{escaped, other_version, unescaped};

    #[test]
    fn a_signature_reads_back_as_the_plan_it_was_printed_from() {
        let text = "metrics:muc+b-cubed|match:head|singletons:drop-after-detection|repeats:first|missing:skip|\
                    blanc:luo-2014|beta:0.5|types:a%2Bb+c|kinds:name+pronoun|average:macro|round:truncate|corefeval:";
        let text = format!("{text}{}", env!("CARGO_PKG_VERSION"));
        let plan: Plan = text.parse().unwrap();
        assert_eq!(plan.to_string(), text);
        assert_eq!(plan.protocol().singletons, Singletons::DropAfterDetection);
        assert_eq!(plan.protocol().selection.entity_types, ["a+b", "c"]);
    }

    #[test]
    fn values_cannot_forge_fields() {
        let mut plan = Plan::default();
        let types = super::choice("types").unwrap();
        types.set_typed(&mut plan, "person|singletons:drop").unwrap();
        let again: Plan = plan.to_string().parse().unwrap();
        assert_eq!(again.protocol().singletons, Singletons::Keep);
        assert_eq!(again.protocol().selection.entity_types, ["person|singletons:drop"]);
        assert_eq!(unescaped(&escaped("a|b:c+d%e\u{202e}é")), Ok("a|b:c+d%e\u{202e}é".to_owned()));
    }

    #[test]
    fn what_is_not_a_choice_is_refused() {
        for wrong in
            ["match:exact|colour:red", "beta:0", "match", "beta:1|beta:2", "types:%2", "match:", "match:nose"]
        {
            assert!(wrong.parse::<Plan>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_choice_of_nothing_is_refused() {
        let refused = [
            ("metrics", "a metric is expected"),
            ("match", "a rule is expected"),
            ("kinds", "a value is expected"),
            ("types", "a value is expected"),
        ];
        for (name, why) in refused {
            let read = format!("{name}:").parse::<Plan>().unwrap_err().to_string();
            assert!(read.ends_with(why), "{read}");
            let choice = super::choice(name).unwrap();
            assert_eq!(choice.set_typed(&mut Plan::default(), " , "), Err(why.to_owned()), "{name}");
        }
        let rule = super::choice("match").unwrap();
        let refused = rule.set_typed(&mut Plan::default(), "all,exact").unwrap_err();
        assert!(refused.ends_with("give it alone"), "{refused}");
    }

    #[test]
    fn every_preset_is_a_plan_and_prints_as_one() {
        for preset in PRESETS {
            let plan: Plan = preset.name.parse().unwrap();
            assert_eq!(plan.to_string().parse::<Plan>().unwrap(), plan, "{}", preset.name);
        }
    }

    #[test]
    fn names_of_choices_are_unique_and_explained() {
        for (place, choice) in CHOICES.iter().enumerate() {
            assert!(choice.about.ends_with('.'), "{}", choice.name);
            assert!(CHOICES[..place].iter().all(|other| other.name != choice.name), "{}", choice.name);
        }
    }

    #[test]
    fn another_version_is_noticed() {
        assert_eq!(other_version("match:exact|corefeval:0.0.1"), Some("0.0.1"));
        assert_eq!(other_version(&Plan::default().to_string()), None);
    }
}
