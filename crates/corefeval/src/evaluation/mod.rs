//! From documents to scores: which documents are paired, what each pair contributes, and how the
//! contributions add up.
//!
//! [`evaluate`] takes documents and gives an [`Evaluation`] for each response. Programs that read documents
//! one by one, or do something with pairs other than scoring, use [`Pairing`], on which `evaluate` is built.

mod aids;
mod choices;
pub mod contrast;
mod counting;
mod data;
pub mod decisions;
mod evaluate;
mod figures;
mod known;
mod lookup;
mod pairing;
pub mod pieces;
mod plan;
mod practice;
mod preset;
mod protocol;
mod repeats;
pub mod resample;
pub mod scope;
mod scoring;
mod signature;

pub use crate::metric::blanc::BlancRule;
pub use aids::{AidDigests, AidError, Aids, Digest, EntityMap, Topics, Trees};
pub use choices::{CHOICES, Choice, Shape, choice};
pub use counting::{Counted, DocumentTallies, Labels};
pub use data::{Evaluation, OtherPlan, StoredEvaluation};
pub use evaluate::{EachPair, Outcome, Refusal, Ruled, each_pair, evaluate, evaluate_with};
pub use figures::{Averaging, Rounding};
pub use known::{
    LAYERED, all as all_metrics, by_name, unknown as unknown_metric, values as values_of_metrics,
};
pub use pairing::{DocumentPair, Look, Noticed, Origin, Pairing, wanted};
pub use plan::{OtherAids, Plan};
pub use practice::{PRACTICES, Practice, practice_for};
pub use preset::{PRESETS, Preset};
pub use protocol::{Missing, Protocol, Singletons, SplitAntecedents, Tokens};
pub use repeats::{Repeat, Repeats};
pub use scope::Scope;
pub use scoring::{PairScore, Scoring, evaluation_of};
pub use signature::{OwnFields, SignatureError, other_version};
