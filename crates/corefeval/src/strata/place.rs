//! Strata by the place of a mention in the document, and by whether it is a zero.

use super::{Label, Strata, View, value};
use crate::choice::Value;

/// Quarters of the document.
pub(super) const POSITION: Strata = Strata {
    name: "position",
    title: "Quarter",
    about: "The quarter of the document in which the mention begins.",
    values: &QUARTERS,
    labels: quarters,
    ..Strata::PLAIN
};

const QUARTERS: [Value; 4] = [
    value("1st", "the first quarter of the document's tokens"),
    value("2nd", "the second quarter"),
    value("3rd", "the third quarter"),
    value("4th", "the last quarter"),
];

/// Zeros and all others.
pub(super) const ZERO: Strata = Strata {
    name: "zero",
    title: "Mention",
    about: "Whether the mention is a zero (empty node), which has no words.",
    values: &ZEROS,
    labels: zeros,
    ..Strata::PLAIN
};

const ZEROS: [Value; 2] = [value("overt", "a mention with words"), value("zero", "an empty node")];

fn quarters(view: &View<'_>) -> Vec<Label> {
    let tokens = u64::from(view.key().tokens.max(1));
    let quarter = |start: u32| (u64::from(view.key_token(start)) * 4 / tokens).min(3) as usize;
    view.side().mentions.iter().map(|mention| QUARTERS[quarter(mention.span.start)].name.into()).collect()
}

fn zeros(view: &View<'_>) -> Vec<Label> {
    let document = view.side().document;
    let label = |is_zero: bool| ZEROS[usize::from(is_zero)].name;
    view.side().mentions.iter().map(|mention| label(document.is_zero_mention(mention)).into()).collect()
}
