//! Pages of choices, their values, and presets.

use super::{Page, presets_with};
use crate::choice::Value;
use crate::evaluation::{CHOICES, Choice, Plan, Preset, Shape};

/// The name of a choice on the command line.
fn option(choice: &Choice) -> String {
    match choice.name {
        "metrics" => "--metric".to_owned(),
        "tokens" => "--align (tokens:aligned)".to_owned(),
        "average" => "--macro (average:macro)".to_owned(),
        name => format!("--{name}"),
    }
}

pub(super) fn choice(choice: &'static Choice) -> Page {
    let values = match choice.shape {
        Shape::OneOf(values) | Shape::SomeOf(values) => listed(&values()),
        Shape::Texts => "any texts, separated by commas".to_owned(),
        Shape::Number => "a number".to_owned(),
        Shape::Files => "a file; signatures name it by a digest of its contents".to_owned(),
    };
    let usual = choice.get(&Plan::default()).join(", ");
    Page::new(format!("{} (choice): {}", choice.name, choice.about))
        .with("Values", values)
        .with("Unless given", usual)
        .with("Option", option(choice))
        .with("In signatures", format!("{}:…", choice.name))
}

fn listed(values: &[Value]) -> String {
    let width = values.iter().map(|value| value.name.len()).max().unwrap_or(0);
    let line = |value: &Value| format!("{:<width$}  {}", value.name, value.about.trim());
    values.iter().map(line).collect::<Vec<_>>().join("\n")
}

pub(super) fn value(choice: &'static Choice, value: Value) -> Page {
    let has = |plan: &Plan| choice.get(plan).iter().any(|one| one == value.name);
    let usual = if has(&Plan::default()) { "this is the default" } else { "" };
    let option = match (choice.name, value.name) {
        ("tokens", "aligned") => "--align".to_owned(),
        ("average", "macro") => "--macro".to_owned(),
        ("tokens" | "average", _) => String::new(),
        (name, value) => format!("--{name} {value}"),
    };
    Page::new(format!("{}:{} (value of a choice)", choice.name, value.name))
        .with("The choice", choice.about)
        .with("What this value means", value.about.trim())
        .with("Unless given", usual)
        .with("Option", option)
        .with("Presets that use it", presets_with(has))
}

pub(super) fn preset(preset: &'static Preset) -> Page {
    let plan: Plan = preset.signature.parse().unwrap_or_default();
    let made = CHOICES.iter().filter(|choice| !choice.is_usual(&plan) || choice.always_shown);
    let lines: Vec<(&str, String)> = made.map(|choice| (choice.name, choice.get(&plan).join(", "))).collect();
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let lines: Vec<String> = lines.iter().map(|(name, value)| format!("{name:<width$}  {value}")).collect();
    Page::new(format!("{} (preset): {}", preset.name, preset.title))
        .with("What it sets", lines.join("\n"))
        .with("When to use it", format!("to compare with the figures of: {}", preset.title))
        .with("Use", format!("--preset {}", preset.name))
}
