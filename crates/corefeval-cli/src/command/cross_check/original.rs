//! The original scorers for cross-checks: the formats, metrics and options of each.

use corefeval::dropin::{conll_scorer, corefud, coval, ua};
use corefeval::evaluation::{CHOICES, Choice, Plan, choice};

/// A figure with our name for it: recall, precision and F, or only F for an average.
pub(super) type Figure = (&'static str, Vec<f64>);

/// The contents of a key and of a response.
pub(super) struct Contents {
    pub(super) key: Vec<u8>,
    pub(super) response: Vec<u8>,
}

/// An original scorer.
pub(super) struct Original {
    /// Its name.
    pub(super) name: &'static str,
    /// Our command that acts as it.
    pub(super) command: &'static str,
    /// The format that it reads.
    pub(super) format: &'static str,
    /// Its metrics: our name and its own.
    metrics: &'static [(&'static str, &'static str)],
    /// Its default choices that differ from those of `score`.
    usual: &'static str,
    /// The choices that it supports: a choice, the value, and the option for it; an empty option if this is
    /// its default.
    options: &'static [(&'static str, &'static str, &'static str)],
    /// Choices that change none of its metrics.
    unmoved: &'static [&'static str],
    /// Values that imply others: choice and value, then the implied choice and value.
    implied: &'static [(&'static str, &'static str, &'static str, &'static str)],
    run: fn(&Contents, &Plan, &Original) -> Result<Vec<Figure>, String>,
}

/// Choices that change no unrounded figure of an original.
const NEVER_MATTER: &[&str] = &["metrics", "round", "decimals", "trees"];

/// Every original. If several have a metric, the nearest to the plan is used, and among equally near ones the
/// first.
pub(super) const ORIGINALS: &[Original] = &[
    Original {
        name: "CoNLL scorer v8.01",
        command: "conll-scorer",
        format: "conll",
        metrics: &[
            ("mentions", "mentions"),
            ("muc", "muc"),
            ("b-cubed", "bcub"),
            ("ceaf-m", "ceafm"),
            ("ceaf-e", "ceafe"),
            ("blanc", "blanc"),
        ],
        usual: "match:exact|singletons:keep|repeats:reference|missing:empty|blanc:reference",
        options: &[],
        unmoved: &[],
        implied: &[],
        run: run_conll_scorer,
    },
    Original {
        name: "CoVal",
        command: "coval",
        format: "conll",
        metrics: &[
            ("mentions", "mentions"),
            ("muc", "muc"),
            ("b-cubed", "bcub"),
            ("ceaf-e", "ceafe"),
            ("lea", "lea"),
        ],
        usual: "match:exact|singletons:keep|repeats:coval",
        options: &[
            ("singletons", "drop", "remove_singletons"),
            ("match", "mina-coval", "min_spans"),
            ("phrases", "np-only-coval", "NP_only"),
            ("nested", "drop-coval", "remove_nested"),
        ],
        // it stops if a document is missing
        unmoved: &["blanc", "missing"],
        implied: &[],
        run: run_coval,
    },
    Original {
        name: "CorefUD scorer 1.2",
        command: "corefud-scorer",
        format: "corefud",
        metrics: &[
            ("muc", "muc"),
            ("b-cubed", "bcub"),
            ("ceaf-e", "ceafe"),
            ("ceaf-m", "ceafm"),
            ("blanc", "blanc"),
            ("lea", "lea"),
            ("mor", "mor"),
            ("zero-anaphora", "zero"),
        ],
        usual: "match:head-corefud|singletons:drop|repeats:corefud|blanc:corefud|zero-match:dependent",
        options: &[
            ("match", "exact", "--match exact"),
            ("match", "partial-corefud", "--match partial"),
            ("singletons", "keep", "--keep-singletons"),
            ("zero-match", "linear", "--zero-match-method linear"),
        ],
        unmoved: &[],
        implied: &[],
        run: run_corefud,
    },
    Original {
        name: "Universal Anaphora scorer 2.0",
        command: "ua-scorer",
        format: "ua",
        metrics: &[
            ("muc", "muc"),
            ("b-cubed", "bcub"),
            ("ceaf-e", "ceafe"),
            ("ceaf-m", "ceafm"),
            ("blanc", "blanc"),
            ("lea", "lea"),
            ("non-referring", "non-referring"),
        ],
        usual: "singletons:drop|repeats:last|blanc:corefud|relation:identity|non-referring:drop|zeros:drop",
        options: &[
            ("singletons", "keep", "--keep-singletons"),
            ("splits", "count", "--keep-split-antecedents"),
            ("zeros", "keep", "--keep-zeros"),
            ("relation", "deixis", "--evaluate-discourse-deixis"),
            ("match", "min", "--partial-match"),
            ("match", "partial-craft", "--partial-match --partial-match-method craft"),
        ],
        unmoved: &[],
        implied: &[("relation", "deixis", "splits", "count"), ("splits", "count", "singletons", "keep")],
        run: run_ua,
    },
];

/// The value of a choice as written in a signature.
pub(super) fn value(choice: &Choice, plan: &Plan) -> String {
    choice.get(plan).join("+")
}

fn has(plan: &Plan, name: &str, expected: &str) -> bool {
    choice(name).is_some_and(|choice| value(choice, plan) == expected)
}

/// A plan in which one choice is taken from another plan.
pub(super) fn with_choice(plan: &Plan, choice: &Choice, from: &Plan) -> Result<Plan, String> {
    let mut plan = plan.clone();
    let values = choice.get(from);
    choice.set(&mut plan, &values.iter().map(String::as_str).collect::<Vec<_>>())?;
    Ok(plan)
}

impl Original {
    /// Whether it has one of our metrics.
    pub(super) fn counts(&self, metric: &str) -> bool {
        self.metrics.iter().any(|(ours, _)| *ours == metric)
    }

    /// The plan that it computes if it is given all choices of a plan for which it has options.
    pub(super) fn plan(&self, asked: &Plan) -> Result<Plan, String> {
        let mut plan: Plan = self.usual.parse().map_err(|error| format!("{error}"))?;
        for choice in CHOICES.iter().filter(|choice| self.honours(choice, &value(choice, asked))) {
            plan = with_choice(&plan, choice, asked)?;
        }
        for (name, given, brought, to) in self.implied {
            if let Some(brought) = choice(brought).filter(|_| has(&plan, name, given)) {
                brought.set(&mut plan, &[to])?;
            }
        }
        Ok(plan)
    }

    fn honours(&self, choice: &Choice, asked: &str) -> bool {
        let can_be_told = self.options.iter().any(|(name, value, _)| *name == choice.name && *value == asked);
        can_be_told || NEVER_MATTER.contains(&choice.name) || self.unmoved.contains(&choice.name)
    }

    /// The options with which it computes this plan.
    pub(super) fn words(&self, plan: &Plan) -> Vec<&'static str> {
        let told = self.options.iter().filter(|(name, value, _)| has(plan, name, value));
        told.flat_map(|(.., option)| option.split(' ')).collect()
    }

    /// Its figures under its plan, or why it stopped.
    pub(super) fn figures(&self, contents: &Contents, plan: &Plan) -> Result<Vec<Figure>, String> {
        let found = (self.run)(contents, plan, self)?;
        let ours = |(theirs, values): (&'static str, Vec<f64>)| {
            let names = self.metrics.iter().find(|names| names.1 == theirs)?;
            Some((names.0, values))
        };
        Ok(found.into_iter().filter_map(ours).collect())
    }
}

fn run_conll_scorer(contents: &Contents, _: &Plan, _: &Original) -> Result<Vec<Figure>, String> {
    let request = conll_scorer::Request {
        metric: b"all",
        key: Ok(&contents.key),
        response: Ok(&contents.response),
        name: Some(b"none"),
        refuse_repeats: false,
    };
    let outcome = conll_scorer::score(&request);
    if outcome.code != 0 {
        return Err(outcome.stderr.trim().to_owned());
    }
    Ok(outcome.scores.iter().map(|scored| (scored.name, scored.score.or_zero().to_vec())).collect())
}

fn run_coval(contents: &Contents, plan: &Plan, original: &Original) -> Result<Vec<Figure>, String> {
    let options = coval::Options::from_words(&original.words(plan));
    let printout = coval::score(&contents.key, &contents.response, &options);
    match printout.failure {
        Some(failure) => Err(failure),
        None => {
            Ok(printout.scores.iter().map(|scored| (scored.name, scored.score.or_zero().to_vec())).collect())
        }
    }
}

fn run_corefud(contents: &Contents, plan: &Plan, _: &Original) -> Result<Vec<Figure>, String> {
    let matching = if has(plan, "match", "exact") {
        corefud::Matching::Exact
    } else if has(plan, "match", "partial-corefud") {
        corefud::Matching::Partial
    } else {
        corefud::Matching::Head
    };
    let linear = has(plan, "zero-match", "linear");
    let options = corefud::Options {
        metrics: corefeval::dropin::Metric::COREFUD.to_vec(),
        singletons: has(plan, "singletons", "keep"),
        matching,
        zeros: if linear { corefud::Zeros::Linear } else { corefud::Zeros::Dependent },
    };
    figures_of(corefud::score(&contents.key, &contents.response, &options))
}

fn run_ua(contents: &Contents, plan: &Plan, original: &Original) -> Result<Vec<Figure>, String> {
    let craft = has(plan, "match", "partial-craft");
    let deixis = has(plan, "relation", "deixis");
    let names = original.metrics.iter().map(|(_, theirs)| (*theirs).to_owned());
    let request = ua::Request {
        format: Some(ua::Format::Ua),
        metrics: Some(names.filter(|name| !deixis || name != "non-referring").collect()),
        keep: ua::Keep {
            singletons: has(plan, "singletons", "keep"),
            splits: has(plan, "splits", "count"),
            zeros: has(plan, "zeros", "keep"),
        },
        partial: Some(craft || has(plan, "match", "min")),
        craft: Some(craft),
        deixis,
        ..ua::Request::default()
    };
    let options = request.options().map_err(|refusal| refusal.to_string())?;
    figures_of(ua::score(&contents.key, &contents.response, &options))
}

fn figures_of(outcome: corefeval::dropin::Outcome) -> Result<Vec<Figure>, String> {
    match outcome.problem {
        Some((source, problem)) => Err(format!("{}: {problem}", side(source))),
        None => {
            let figure = |figure: &corefeval::dropin::Figure| {
                (figure.metric.name(), figure.score().or_zero().to_vec())
            };
            Ok(outcome.figures.iter().map(figure).collect())
        }
    }
}

fn side(source: corefeval::dropin::Source) -> &'static str {
    match source {
        corefeval::dropin::Source::Key => "key",
        corefeval::dropin::Source::Response => "response",
    }
}

#[cfg(test)]
mod tests {
    use corefeval::evaluation::{Plan, choice};
    use corefeval::metric::by_name;

    use super::ORIGINALS;

    #[test]
    fn originals_speak_of_metrics_choices_and_values_that_there_are() {
        for original in ORIGINALS {
            for (ours, _) in original.metrics {
                assert!(by_name(ours).is_some_and(|metric| metric.name == *ours), "{ours}");
            }
            for (name, value, _) in original.options {
                let mut plan = Plan::default();
                choice(name).unwrap().set_typed(&mut plan, value).unwrap();
            }
            assert!(original.unmoved.iter().all(|name| choice(name).is_some()), "{}", original.name);
            assert_eq!(
                original.plan(&Plan::default()).unwrap().metrics().len(),
                Plan::default().metrics().len()
            );
        }
    }

    #[test]
    fn an_original_is_told_what_it_can_be_told_and_keeps_to_its_own_otherwise() {
        let corefud = ORIGINALS.iter().find(|original| original.command == "corefud-scorer").unwrap();
        let plan: Plan = "match:exact|singletons:drop-after-detection|zero-match:linear".parse().unwrap();
        let told = corefud.plan(&plan).unwrap();
        assert_eq!(told.protocol().matching.to_string(), "exact");
        assert_eq!(told.protocol().singletons.to_string(), "drop");
        assert_eq!(corefud.words(&told), ["--match", "exact", "--zero-match-method", "linear"]);
    }

    #[test]
    fn options_bring_others_with_them() {
        let ua = ORIGINALS.iter().find(|original| original.command == "ua-scorer").unwrap();
        let told = ua.plan(&"relation:deixis|singletons:drop".parse().unwrap()).unwrap();
        assert_eq!(told.protocol().singletons.to_string(), "keep");
        assert_eq!(told.protocol().split_antecedents.to_string(), "count");
    }
}
