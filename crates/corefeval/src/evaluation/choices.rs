//! The table of choices: one entry each, from which signatures, options of the command line and documentation are made.

use super::{
    Averaging, BlancRule, Missing, Plan, Repeats, Rounding, Scope, Singletons, SplitAntecedents, Tokens,
    known,
};
use crate::choice::Value;
use crate::matching::{Matching, ZeroMatching};
use crate::metric::Undefined;
use crate::selection::{MentionKind, Nested, NonReferring, Phrases, Stages, Zeros};

/// A setting of a run that can change a printed figure.
#[derive(Debug)]
#[non_exhaustive]
pub struct Choice {
    /// Its name in signatures and, after `--`, on the command line.
    pub name: &'static str,
    /// What is chosen, in a sentence.
    pub about: &'static str,
    /// The form of its values.
    pub shape: Shape,
    /// Whether signatures name it even if it has its usual value.
    pub always_shown: bool,
    get: fn(&Plan) -> Vec<String>,
    set: fn(&mut Plan, &[&str]) -> Result<(), String>,
}

/// The form of the values of a choice.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// One of these.
    OneOf(fn() -> Vec<Value>),
    /// One or several of these.
    SomeOf(fn() -> Vec<Value>),
    /// Any texts.
    Texts,
    /// A number.
    Number,
    /// The digest of a file that the run takes besides key and responses.
    Files,
}

impl Choice {
    /// The values that a plan has for this choice: one, or for lists all of them.
    #[must_use]
    pub fn get(&self, plan: &Plan) -> Vec<String> {
        (self.get)(plan)
    }

    /// Sets the choice in a plan.
    pub fn set(&self, plan: &mut Plan, values: &[&str]) -> Result<(), String> {
        (self.set)(plan, values)?;
        plan.settle();
        Ok(())
    }

    /// Sets the choice from typed text: values of lists are separated by commas.
    pub fn set_typed(&self, plan: &mut Plan, text: &str) -> Result<(), String> {
        match self.shape {
            Shape::SomeOf(_) | Shape::Texts => {
                let values: Vec<&str> =
                    text.split(',').map(str::trim).filter(|value| !value.is_empty()).collect();
                self.set_written(plan, &values)
            }
            _ => self.set(plan, &[text]),
        }
    }

    /// Sets the choice from written values: an empty list is an error here, although plans may have empty
    /// lists.
    pub(super) fn set_written(&self, plan: &mut Plan, values: &[&str]) -> Result<(), String> {
        self.set(plan, values)?;
        if values.is_empty() { Err("a value is expected".to_owned()) } else { Ok(()) }
    }

    /// Whether a plan has the usual value.
    #[must_use]
    pub fn is_usual(&self, plan: &Plan) -> bool {
        self.get(plan) == self.get(&Plan::default())
    }
}

/// The choice with that name.
#[must_use]
pub fn choice(name: &str) -> Option<&'static Choice> {
    CHOICES.iter().find(|choice| choice.name == name)
}

/// A choice between the values of an enum, kept in a field of the plan.
macro_rules! one_of {
    ($name:literal, $shown:literal, $about:literal, $kind:ty, $($field:ident).+) => {
        Choice {
            name: $name,
            about: $about,
            shape: Shape::OneOf(|| <$kind>::VALUES.to_vec()),
            always_shown: $shown,
            get: |plan| vec![plan.$($field).+.to_string()],
            set: |plan, values| {
                plan.$($field).+ = one(values)?.parse()?;
                Ok(())
            },
        }
    };
}

/// Files that a run takes besides key and responses, named in signatures by their digests.
macro_rules! files {
    ($name:literal, $about:literal, $($field:ident).+) => {
        Choice {
            name: $name,
            about: $about,
            shape: Shape::Files,
            always_shown: false,
            get: |plan| plan.$($field).+.iter().map(ToString::to_string).collect(),
            set: |plan, values| {
                plan.$($field).+ = values.iter().map(|value| value.parse()).collect::<Result<_, _>>()?;
                Ok(())
            },
        }
    };
}

/// Every choice, in the order in which signatures name them.
pub const CHOICES: &[Choice] = &[
    Choice {
        name: "metrics",
        about: "The metrics to compute.",
        shape: Shape::SomeOf(known::values),
        always_shown: true,
        get: |plan| plan.asked.iter().map(|metric| metric.name.to_owned()).collect(),
        set: |plan, values| {
            plan.asked = known::listed(values)?;
            Ok(())
        },
    },
    Choice {
        name: "match",
        about: "How mentions are matched.",
        shape: Shape::SomeOf(matching_values),
        always_shown: true,
        get: matching,
        set: set_matching,
    },
    one_of!(
        "singletons",
        true,
        "How to treat entities with one mention (singletons).",
        Singletons,
        protocol.singletons
    ),
    one_of!(
        "repeats",
        true,
        "How to treat repeated mentions, which have the same span.",
        Repeats,
        protocol.repeats
    ),
    one_of!(
        "missing",
        true,
        "How to treat a key document that is missing from a response.",
        Missing,
        protocol.missing
    ),
    one_of!("blanc", true, "Which kinds of link BLANC leaves out.", BlancRule, protocol.blanc),
    Choice {
        name: "beta",
        about: "The weight of recall against precision in F.",
        shape: Shape::Number,
        always_shown: true,
        get: |plan| vec![plan.protocol.beta.to_string()],
        set: |plan, values| {
            plan.protocol.beta = beta(one(values)?)?;
            Ok(())
        },
    },
    one_of!("scope", false, "Which documents are scored as one unit.", Scope, protocol.scope),
    one_of!("tokens", false, "Whether key and response must have the same tokens.", Tokens, protocol.tokens),
    one_of!(
        "relation",
        false,
        "Which relation is scored: identity, discourse deixis, or both.",
        Stages,
        protocol.selection.stages
    ),
    one_of!(
        "non-referring",
        false,
        "How to treat non-referring expressions, such as expletives.",
        NonReferring,
        protocol.selection.non_referring
    ),
    one_of!(
        "zeros",
        false,
        "How to treat mentions that are zeros (empty nodes).",
        Zeros,
        protocol.selection.zeros
    ),
    one_of!(
        "zero-match",
        false,
        "How zeros (empty nodes) are matched, before all other mentions.",
        ZeroMatching,
        protocol.zero_matching
    ),
    Choice {
        name: "types",
        about: "The types of entities to score; all by default.",
        shape: Shape::Texts,
        always_shown: false,
        get: |plan| plan.protocol.selection.entity_types.clone(),
        set: |plan, values| {
            plan.protocol.selection.entity_types = values.iter().map(|&value| value.to_owned()).collect();
            Ok(())
        },
    },
    Choice {
        name: "kinds",
        about: "The kinds of mentions to score; all by default.",
        shape: Shape::SomeOf(|| MentionKind::VALUES.to_vec()),
        always_shown: false,
        get: |plan| plan.protocol.selection.mention_kinds.iter().map(ToString::to_string).collect(),
        set: |plan, values| {
            plan.protocol.selection.mention_kinds =
                values.iter().map(|value| value.parse()).collect::<Result<_, _>>()?;
            Ok(())
        },
    },
    one_of!("phrases", false, "Which phrases to score.", Phrases, protocol.selection.phrases),
    one_of!(
        "nested",
        false,
        "How to treat mentions nested in others of their entity.",
        Nested,
        protocol.selection.nested
    ),
    one_of!("splits", false, "How to treat split antecedents.", SplitAntecedents, protocol.split_antecedents),
    one_of!("average", false, "How documents are averaged.", Averaging, averaging),
    one_of!("undefined", false, "How averages treat undefined scores.", Undefined, undefined),
    one_of!("round", false, "How percentages are rounded.", Rounding, rounding),
    Choice {
        name: "decimals",
        about: "The number of decimals of percentages.",
        shape: Shape::Number,
        always_shown: false,
        get: |plan| vec![plan.decimals.to_string()],
        set: |plan, values| {
            let decimals: u8 =
                one(values)?.parse().map_err(|_| "a number from 0 to 15 is expected".to_owned())?;
            if decimals > MOST_DECIMALS {
                return Err("a number from 0 to 15 is expected".to_owned());
            }
            plan.decimals = decimals;
            Ok(())
        },
    },
    files!("trees", "Trees for the key, from a separate file.", aids.trees),
    files!("topics", "The topics of documents.", aids.topics),
    files!("entity-map", "Which entities of different documents are the same.", aids.entity_maps),
];

/// The most decimals of a score; more would not be significant.
const MOST_DECIMALS: u8 = 15;

fn one<'v>(values: &[&'v str]) -> Result<&'v str, String> {
    match values {
        [value] => Ok(value),
        _ => Err(format!("one value is expected, not {}", values.len())),
    }
}

/// Reads the weight of recall: a number above 0.
fn beta(text: &str) -> Result<f64, String> {
    let beta: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    if beta > 0.0 && beta.is_finite() { Ok(beta) } else { Err("beta must be above 0".to_owned()) }
}

/// The value of `match` that means every rule.
const EVERY_RULE: &str = "all";

fn matching_values() -> Vec<Value> {
    let every = Value { name: EVERY_RULE, about: "every rule that is possible with the key, side by side" };
    let rule = |rule: &Matching| Value { name: rule.name(), about: rule.summary() };
    Matching::ALL.iter().map(rule).chain([every]).collect()
}

fn matching(plan: &Plan) -> Vec<String> {
    match &plan.rules[..] {
        [] => vec![plan.protocol.matching.to_string()],
        rules if rules == Matching::ALL => vec![EVERY_RULE.to_owned()],
        rules => rules.iter().map(ToString::to_string).collect(),
    }
}

fn set_matching(plan: &mut Plan, values: &[&str]) -> Result<(), String> {
    let mut rules: Vec<Matching> = match values {
        [EVERY_RULE] => Matching::ALL.to_vec(),
        values if values.contains(&EVERY_RULE) => {
            return Err(format!("`{EVERY_RULE}` is every rule that is possible with the key: give it alone"));
        }
        values => values.iter().map(|value| value.parse()).collect::<Result<_, _>>()?,
    };
    let Some(&first) = rules.first() else { return Err("a rule is expected".to_owned()) };
    if rules.len() == 1 {
        rules.clear();
    }
    plan.protocol.matching = first;
    plan.rules = rules;
    Ok(())
}
