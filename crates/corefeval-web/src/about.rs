//! The choices and formats of the library as JSON, for the page.

use corefeval::choice::Value as Named;
use corefeval::evaluation::{CHOICES, Choice, PRESETS, Plan, Shape, choice};
use corefeval::format::FORMATS;
use serde_json::{Value, json};

use crate::engine::plan;

/// Everything that the page offers by name.
pub(crate) fn about() -> Value {
    let formats = FORMATS.iter().map(|format| {
        json!({"name": format.name, "title": format.title, "writable": format.is_writable(), "extensions": format.extensions})
    });
    let presets = PRESETS
        .iter()
        .map(|preset| json!({"name": preset.name, "title": preset.title, "signature": preset.signature}));
    json!({
        "corefeval": env!("CARGO_PKG_VERSION"),
        "choices": CHOICES.iter().filter_map(offered).collect::<Vec<_>>(),
        "presets": presets.collect::<Vec<_>>(),
        "formats": formats.collect::<Vec<_>>(),
    })
}

/// A choice for the page; none if its values are files.
fn offered(choice: &Choice) -> Option<Value> {
    let (shape, values) = match choice.shape {
        Shape::OneOf(values) => ("one", values()),
        Shape::SomeOf(values) => ("some", values()),
        Shape::Texts => ("texts", Vec::new()),
        Shape::Number => ("number", Vec::new()),
        Shape::Files => return None,
    };
    let value = |value: &Named| json!({"name": value.name, "about": value.about.trim()});
    Some(json!({
        "name": choice.name, "about": choice.about, "shape": shape,
        "values": values.iter().map(value).collect::<Vec<_>>(),
        "usual": choice.get(&Plan::default()),
    }))
}

/// The signature of a protocol, and the values of its choices.
pub(crate) fn protocol(signature: &str, made: &[(String, String)]) -> Result<Value, Value> {
    let mut plan = plan(signature)?;
    for (name, value) in made {
        let choice = choice(name).ok_or_else(|| json!(format!("there is no choice `{name}`")))?;
        choice.set_typed(&mut plan, value).map_err(|error| json!(format!("{name}: {error}")))?;
    }
    let values = CHOICES.iter().map(|choice| (choice.name.to_owned(), json!(choice.get(&plan))));
    Ok(json!({"signature": plan.to_string(), "values": values.collect::<serde_json::Map<_, _>>()}))
}
