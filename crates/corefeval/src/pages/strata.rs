//! Pages of strata.

use super::Page;
use crate::strata::Strata;

pub(super) fn strata(strata: &'static Strata) -> Page {
    let values: Vec<String> =
        strata.values.iter().map(|value| format!("{:<14} {}", value.name, value.about.trim())).collect();
    let values = if values.is_empty() {
        "as the file has them, the largest first".to_owned()
    } else {
        values.join("\n")
    };
    Page::new(format!("{} (strata)", strata.name))
        .with("What mentions are sorted by", strata.about)
        .with("Strata", values)
        .with("What it needs", strata.needs)
        .with("Use", format!("corefeval score KEY RESPONSE --by {}", strata.name))
}
