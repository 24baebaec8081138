//! What is wrong with a response: every error one by one, by kind, and what repairing each kind would gain.
//!
//! One file or folder for each way of looking at errors, listed in [`ANALYSES`]. All of them read pairs and give [`Finding`]s, which
//! are data: where an error is, which mentions it concerns, and the rule that gives its kind.
//!
//! ```
//! use corefeval::analysis::{Options, analyse};
//! use corefeval::document::Document;
//! use corefeval::evaluation::{Aids, Plan, each_pair};
//!
//! let text = |clusters: &[(&str, u32)]| {
//!     let mut builder = Document::builder("letter");
//!     builder.words(["Mary", "saw", "Ann", "and", "she", "waved"]);
//!     clusters.iter().for_each(|(entity, token)| {
//!         builder.mention(*token..*token + 1, entity);
//!     });
//!     builder.build()
//! };
//! let key = text(&[("mary", 0), ("ann", 2), ("mary", 4)])?;
//! let response = text(&[("1", 0), ("2", 2), ("2", 4)])?;
//! let plan = Plan::default();
//! let options = Options::default();
//! let (systems, _) = each_pair([key], [[response]], &plan, &Aids::default(), |pair, _| {
//!     analyse(&plan, &pair, &options)
//! })?;
//! let kinds: Vec<&str> = systems[0][0].findings.iter().map(|finding| finding.kind).collect();
//! assert_eq!(kinds, ["conflated", "divided", "missed-link", "wrong-link"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod antecedents;
pub mod boundaries;
mod counts;
mod finding;
mod heads;
mod impact;
mod kind;
pub mod links;
mod rebuilt;
mod summary;
pub mod transformations;
mod view;

pub use antecedents::{GivenAntecedents, Unused};
pub use counts::Counts;
pub use finding::{Concerned, Context, Finding, In, Role};
pub use impact::Repair;
pub use summary::{Analysed, Findings, Lacks, Options, Summary, analyse, analyse_with, wanted};
pub use view::View;

use crate::choice::Value;

/// A way of looking at errors: what it is called, and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Analysis {
    /// What it is called on the command line and in findings.
    pub name: &'static str,
    /// One sentence that says what it finds.
    pub summary: &'static str,
    /// Who proposed it.
    pub citation: &'static str,
    /// The kinds of its findings.
    pub kinds: &'static [Value],
    /// The rules by which a finding is of its kind.
    pub rules: &'static [Value],
}

/// Every analysis.
pub const ANALYSES: &[Analysis] = &[transformations::TRANSFORMATIONS, links::LINKS, boundaries::BOUNDARIES];

#[cfg(test)]
mod tests;
