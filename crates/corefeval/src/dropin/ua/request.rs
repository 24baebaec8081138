//! The options of version 2 and its fork, the settings of shared tasks, and options that exclude each other.

use std::fmt;

use super::{Format, Keep, Matching, Options, Version};
use crate::dropin::anaphora::Metric;

/// A shared task whose settings are the defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// CoNLL-2012.
    Conll12,
    /// CRAC 2018.
    Crac18,
    /// CRAFT 2019.
    Craft19,
    /// CRAC 2022.
    Crac22,
    /// CODI-CRAC 2022, anaphora resolution.
    CodiCrac22Ar,
    /// CODI-CRAC 2022, bridging.
    CodiCrac22Br,
    /// CODI-CRAC 2022, discourse deixis.
    CodiCrac22Dd,
}

/// The options as given on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the scorers")]
pub struct Request {
    /// Which scorer is emulated.
    pub version: Version,
    /// `-f`
    pub format: Option<Format>,
    /// `-m`
    pub metrics: Option<Vec<String>>,
    /// `-s`, `-l`, `-z`
    pub keep: Keep,
    /// `--zero-match-method dependent`
    pub dependent_zeros: bool,
    /// `-p` or `--no-partial-match`; in the fork, whether `-a` is partial
    pub partial: Option<bool>,
    /// `--partial-match-method craft`; in the fork `-a partial-craft`
    pub craft: Option<bool>,
    /// `-a head`, in the fork
    pub head: bool,
    /// `-d`
    pub deixis: bool,
    /// `--only-split-antecedent`
    pub only_splits: bool,
    /// `--allow-boundary-crossing`
    pub crossing: bool,
    /// `--np-only`
    pub np_only: bool,
    /// `--remove-nested-mentions`
    pub remove_nested: bool,
    /// `-t`
    pub task: Option<Task>,
    /// Whether to print 0 for non-referring markables and bridging, as version 2 always does.
    pub no_relations: bool,
}

/// Why the given options cannot be combined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(String);

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Request {
    /// The settings, or why the options cannot be combined.
    pub fn options(&self) -> Result<Options, Refusal> {
        let task = Preset::of(self.task);
        let format = self.format.unwrap_or(task.format);
        let deixis = self.deixis || task.deixis;
        let splits = self.keep.splits || task.keep.splits || deixis || self.only_splits;
        let singletons = self.keep.singletons || task.keep.singletons || splits;
        let names = self.metrics.as_deref().map(|names| names.iter().map(String::as_str).collect());
        let (metrics, mention) = metrics(&names.unwrap_or(task.metrics), format, self.version)?;
        let options = Options {
            version: self.version,
            format,
            metrics,
            keep: Keep { singletons, splits, zeros: self.keep.zeros || task.keep.zeros },
            matching: self.matching(task.matching),
            craft: self.version == Version::Two && self.craft(task.matching),
            head: self.head,
            dependent_zeros: self.dependent_zeros,
            minimum: false,
            deixis,
            only_splits: self.only_splits && !deixis,
            crossing: self.crossing,
            np_only: self.np_only,
            remove_nested: self.remove_nested,
            mention,
            no_relations: self.no_relations,
        };
        self.check(&options)?;
        Ok(options)
    }

    fn matching(&self, default: Matching) -> Matching {
        let partial = self.partial.unwrap_or(default != Matching::Exact);
        match self.craft(default) {
            _ if !partial => Matching::Exact,
            false => Matching::Minimum,
            true => Matching::Craft,
        }
    }

    fn craft(&self, default: Matching) -> bool {
        self.craft.unwrap_or(default == Matching::Craft)
    }

    fn check(&self, options: &Options) -> Result<(), Refusal> {
        let (ua, conll) = (options.format == Format::Ua, options.format == Format::Conll);
        let corefud = options.format == Format::CorefUd;
        let has = |metric: Metric| options.metrics.contains(&metric);
        let fork = self.version == Version::Fork;
        let rules = [
            (options.mention.is_some() && !conll && !fork, "the metric mention needs the format conll"),
            (has(Metric::Overlap) && !corefud && !fork, "the metric mor needs the format corefud"),
            (has(Metric::Zero) && !corefud, "the metric zero needs the format corefud"),
            (has(Metric::NonReferring) && !ua, "the metric non-referring needs the format ua"),
            (has(Metric::Bridging) && !ua, "the metric bridging needs the format ua"),
            (options.keep.splits && !ua, "split antecedents and discourse deixis need the format ua"),
            (options.crossing && !ua, "--allow-boundary-crossing needs the format ua"),
            (options.matching == Matching::Craft && !ua, "craft matching needs the format ua"),
            (self.np_only && !conll, "--np-only needs the format conll"),
            (self.remove_nested && !conll, "--remove-nested-mentions needs the format conll"),
            (
                options.keep.zeros && self.dependent_zeros && !corefud,
                "dependent zero matching needs the format corefud",
            ),
        ];
        match rules.iter().find(|(broken, _)| *broken) {
            Some((_, message)) => Err(Refusal((*message).to_owned())),
            None => Ok(()),
        }
    }
}

/// What a shared task sets.
struct Preset {
    format: Format,
    metrics: Vec<&'static str>,
    keep: Keep,
    matching: Matching,
    deixis: bool,
}

const NOTHING: Keep = Keep { singletons: false, splits: false, zeros: false };
const SINGLETONS: Keep = Keep { singletons: true, ..NOTHING };
const SPLITS: Keep = Keep { splits: true, ..SINGLETONS };
const ZEROS: Keep = Keep { zeros: true, ..NOTHING };

impl Preset {
    fn of(task: Option<Task>) -> Self {
        let plain = Self {
            format: Format::Ua,
            metrics: vec!["conll"],
            keep: NOTHING,
            matching: Matching::Exact,
            deixis: false,
        };
        match task {
            None => plain,
            Some(Task::Conll12) => Self { format: Format::Conll, ..plain },
            Some(Task::Crac18) => {
                Self { metrics: vec!["muc", "bcub", "ceafe", "non-referring"], keep: SINGLETONS, ..plain }
            }
            Some(Task::Craft19) => Self { keep: SINGLETONS, matching: Matching::Craft, ..plain },
            Some(Task::Crac22) => Self {
                format: Format::CorefUd,
                metrics: vec!["lea", "muc", "bcub", "ceafe", "ceafm", "blanc", "mor", "zero"],
                keep: ZEROS,
                matching: Matching::Minimum,
                ..plain
            },
            Some(Task::CodiCrac22Ar) => Self { keep: SPLITS, ..plain },
            Some(Task::CodiCrac22Br) => Self { metrics: vec!["bridging"], keep: SINGLETONS, ..plain },
            Some(Task::CodiCrac22Dd) => Self { keep: SPLITS, deixis: true, ..plain },
        }
    }
}

const CONLL: [Metric; 3] = [Metric::Muc, Metric::BCubed, Metric::CeafE];
const CLUSTERS: [Metric; 6] =
    [Metric::Muc, Metric::BCubed, Metric::CeafE, Metric::CeafM, Metric::Blanc, Metric::Lea];

/// Metrics by name, and the place of `mention` among them; `all` and `conll` override others.
fn metrics(
    names: &[&str],
    format: Format,
    version: Version,
) -> Result<(Vec<Metric>, Option<usize>), Refusal> {
    if names.is_empty() {
        return Err(Refusal("no metric is asked for".to_owned()));
    }
    if names.contains(&"all") {
        return all_metrics(format, version);
    }
    if names.contains(&"conll") {
        return Ok((CONLL.to_vec(), None));
    }
    let by_name = |name: &&str| {
        let all = Metric::COREFUD.into_iter().chain([Metric::NonReferring, Metric::Bridging]);
        all.into_iter().find(|metric| metric.name() == *name)
    };
    let mention = names.iter().position(|name| *name == "mention");
    Ok((names.iter().filter_map(by_name).collect(), mention))
}

fn all_metrics(format: Format, version: Version) -> Result<(Vec<Metric>, Option<usize>), Refusal> {
    match (format, version) {
        (Format::CorefUd, _) => Ok((Metric::COREFUD.to_vec(), None)),
        (Format::Ua, Version::Fork) => {
            let relations = [Metric::Overlap, Metric::NonReferring, Metric::Bridging];
            Ok((CLUSTERS.into_iter().chain(relations).collect(), Some(CLUSTERS.len())))
        }
        (Format::Conll, _) => Ok((CLUSTERS.to_vec(), Some(CLUSTERS.len()))),
        (Format::Ua, _) => Err(Refusal("all metrics, mor among them, need the format corefud".to_owned())),
    }
}
