//! The arguments that several commands share: every choice that can move a score.

use anyhow::{Result, anyhow, bail};
use corefeval::evaluation::{self, LAYERED, PRESETS, Plan, Protocol};
use corefeval::matching::Matching;
use corefeval::metric::variant::VARIANTS;
use corefeval::metric::{AVERAGES, METRICS, Metric, SPECIAL};

/// Every choice that can move a score.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Protocol")]
pub(crate) struct ProtocolArguments {
    /// Metrics, with commas between; all that need nothing but mentions unless said otherwise. `conll` is MUC, B³ and
    /// CEAFe; `nec` is NEC F1, which needs named entities; `corefeval variants` names published variants.
    #[arg(short, long, value_delimiter = ',', value_name = "NAME")]
    metric: Vec<String>,
    /// The protocol of a shared task or an older scorer; what else is given changes it. See `corefeval presets`.
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// Repeat a run: take every choice from a printed signature.
    #[arg(long, value_name = "TEXT")]
    signature: Option<String>,
    #[arg(long = "match", value_name = "RULE", help = rules_help())]
    matching: Option<String>,
    /// What becomes of entities with one mention: keep, drop, drop-after-detection.
    #[arg(long, value_name = "POLICY")]
    singletons: Option<String>,
    /// What becomes of a second mention of the same span: reference, first, last, coval, corefud, error.
    #[arg(long, value_name = "POLICY")]
    repeats: Option<String>,
    /// What becomes of a key document that a response lacks: empty, skip, error.
    #[arg(long, value_name = "POLICY")]
    missing: Option<String>,
    /// Which kinds of link BLANC leaves out: reference, luo-2014.
    #[arg(long, value_name = "RULE")]
    blanc: Option<String>,
    /// How much recall weighs against precision in F.
    #[arg(long, value_name = "NUMBER")]
    beta: Option<String>,
    /// What is scored as a unit: document, topic, corpus. An id means the same entity throughout a unit.
    #[arg(long, value_name = "WHAT")]
    scope: Option<String>,
    /// Line up a response that cuts the text differently, or has other words, with the key's tokens.
    #[arg(long)]
    align: bool,
    /// What becomes of mentions that are zeros: keep, drop.
    #[arg(long, value_name = "POLICY")]
    zeros: Option<String>,
    /// How zeros are matched: linear (by place), dependent (by what they depend on).
    #[arg(long, value_name = "RULE")]
    zero_match: Option<String>,
    /// Which layer of anaphora counts: all, identity, deixis.
    #[arg(long, value_name = "LAYER")]
    layer: Option<String>,
    /// What becomes of expressions that do not refer: keep, drop.
    #[arg(long, value_name = "POLICY")]
    non_referring: Option<String>,
    /// Types of entities that count, with commas between; all unless given.
    #[arg(long, value_name = "TYPES")]
    types: Option<String>,
    /// Kinds of mentions that count: name, nominal, pronoun, verb, with commas between.
    #[arg(long, value_name = "KINDS")]
    kinds: Option<String>,
    /// Which phrases count: all, np-only, np-only-coval.
    #[arg(long, value_name = "WHICH")]
    phrases: Option<String>,
    /// What becomes of mentions inside others of their entity: keep, drop, drop-coval.
    #[arg(long, value_name = "POLICY")]
    nested: Option<String>,
    /// What becomes of split antecedents: ignore, count.
    #[arg(long, value_name = "POLICY")]
    splits: Option<String>,
}

fn rules_help() -> String {
    let names: Vec<String> = Matching::ALL.iter().map(ToString::to_string).collect();
    format!("Which mentions are twins: {}", names.join(", "))
}

impl ProtocolArguments {
    /// The protocol and metrics that were asked for.
    pub(crate) fn plan(&self) -> Result<Plan> {
        let (mut protocol, mut names) = (Protocol::default(), Vec::new());
        if let Some(name) = &self.preset {
            names = read_signature(preset(name)?, &mut protocol)?;
        }
        if let Some(signature) = &self.signature {
            names = read_signature(signature, &mut protocol)?;
        }
        for (name, value) in self.choices() {
            if let Some(value) = value {
                protocol.set(name, value).map_err(|error| anyhow!("--{name} {value}: {}", error.reason))?;
            }
        }
        if !self.metric.is_empty() {
            names.clone_from(&self.metric);
        }
        Ok(Plan::new(protocol, &metrics(&names)?))
    }

    /// The files besides key and responses that the given signature was made with.
    pub(crate) fn files_of_signature(&self) -> impl Iterator<Item = &str> {
        let fields = self.signature.iter().flat_map(|signature| signature.trim().split('|'));
        fields.filter_map(|field| field.strip_prefix("with:")).flat_map(|names| names.split('+'))
    }

    fn choices(&self) -> [(&'static str, Option<&str>); 17] {
        [
            ("match", self.matching.as_deref()),
            ("singletons", self.singletons.as_deref()),
            ("repeats", self.repeats.as_deref()),
            ("missing", self.missing.as_deref()),
            ("blanc", self.blanc.as_deref()),
            ("beta", self.beta.as_deref()),
            ("scope", self.scope.as_deref()),
            ("tokens", self.align.then_some("aligned")),
            ("zeros", self.zeros.as_deref()),
            ("zero-match", self.zero_match.as_deref()),
            ("layer", self.layer.as_deref()),
            ("non-referring", self.non_referring.as_deref()),
            ("types", self.types.as_deref()),
            ("kinds", self.kinds.as_deref()),
            ("phrases", self.phrases.as_deref()),
            ("nested", self.nested.as_deref()),
            ("splits", self.splits.as_deref()),
        ]
    }
}

fn preset(name: &str) -> Result<&'static str> {
    let found = PRESETS.iter().find(|preset| preset.name == name);
    found.map(|preset| preset.signature).ok_or_else(|| {
        let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
        anyhow!("`{name}` is not a preset; choose from {}", names.join(", "))
    })
}

/// The metrics that were asked for, in table order; all when none was.
fn metrics(names: &[String]) -> Result<Vec<&'static Metric>> {
    let mut wanted: Vec<&str> = Vec::new();
    for name in names {
        match AVERAGES.iter().find(|average| average.name == name) {
            Some(average) => wanted.extend(average.of),
            None if evaluation::by_name(name).is_some() => wanted.push(name),
            None => bail!("`{name}` is not a metric; choose from {}", known_metrics().join(", ")),
        }
    }
    let is_wanted = |metric: &&'static Metric| wanted.is_empty() || wanted.contains(&metric.name);
    let variants = VARIANTS.iter().map(|variant| &variant.metric);
    let by_name = SPECIAL.iter().chain(LAYERED).copied().chain(variants).filter(|_| !wanted.is_empty());
    Ok(METRICS.iter().copied().chain(by_name).filter(is_wanted).collect())
}

fn known_metrics() -> Vec<&'static str> {
    let metrics = METRICS.iter().chain(SPECIAL).chain(LAYERED).map(|metric| metric.name);
    let variants = VARIANTS.iter().map(|variant| variant.metric.name);
    metrics.chain(AVERAGES.iter().map(|average| average.name)).chain(variants).collect()
}

/// A run in one line: every choice that can move a score; `with` names the files it took besides key and responses.
pub(crate) fn signature(plan: &Plan, with: &[&str]) -> String {
    let metrics: Vec<&str> = plan.metrics.iter().map(|metric| metric.name).collect();
    let with = if with.is_empty() { String::new() } else { format!("|with:{}", with.join("+")) };
    format!("metrics:{}|{}{with}|corefeval:{}", metrics.join("+"), plan.protocol, env!("CARGO_PKG_VERSION"))
}

/// Reads a signature back: the protocol is filled in, the metrics are returned.
fn read_signature(signature: &str, protocol: &mut Protocol) -> Result<Vec<String>> {
    let mut metrics = Vec::new();
    for field in signature.trim().split('|') {
        match field.split_once(':') {
            Some(("metrics", names)) => metrics = names.split('+').map(str::to_owned).collect(),
            Some(("corefeval", version)) if version != env!("CARGO_PKG_VERSION") => {
                let ours = env!("CARGO_PKG_VERSION");
                crate::output::remark(&format!("the signature is of version {version}, this is {ours}"));
            }
            // these cannot be in a line; whoever takes such files asks for them
            Some(("corefeval" | "with", _)) => {}
            Some((name, value)) if protocol.set(name, value)? => {}
            _ => bail!("`{field}` is not a field of a signature"),
        }
    }
    Ok(metrics)
}
