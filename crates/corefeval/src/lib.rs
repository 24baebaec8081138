//! Evaluation of coreference resolution: how good is a response, given a key?
//!
//! A *key* (gold annotation) and *responses* (system output) are [documents](document::Document): tokens, and mentions
//! grouped into entities (clusters). A [`Plan`](evaluation::Plan) says what is counted and how; its printed form is the
//! signature to publish. [`evaluate`](evaluation::evaluate) pairs documents, checks that they are the same
//! text, and gives an [`Evaluation`](evaluation::Evaluation) for each response: tallies of every document,
//! which add up, and the scores that are computed from their sums.
//!
//! ```
//! use corefeval::document::{Document, Wanted};
//! use corefeval::evaluation::{Plan, evaluate};
//! use corefeval::format::{Block, by_name};
//!
//! // clusters of mentions, each from its first token up to the token after its last
//! let key = Document::from_clusters("letter", 9, [vec![0..2, 3..4, 5..6], vec![6..7, 8..9]])?;
//!
//! // or a file in one of many formats
//! let text = "#begin document (letter);\n0 The (1\n0 king 1)\n0 said -\n0 he (1)\n0 saw -\n0 him (2)\n0 her (3)\n0 and -\n0 hers (3)\n#end document\n";
//! let conll = by_name("conll").ok_or("no such format")?;
//! let reading = conll.read(&Block::whole(text.as_bytes()), Wanted::MENTIONS);
//!
//! let plan: Plan = "metrics:muc+b-cubed+ceaf-e|match:exact|singletons:keep".parse()?;
//! let outcome = evaluate([key], [reading.documents], &plan)?;
//! let evaluation = &outcome.systems()[0];
//! for (metric, score) in plan.metrics().iter().zip(evaluation.scores()) {
//!     println!("{}: {:?}", metric.title, score.f);
//! }
//! assert_eq!(evaluation.score(0).recall, Some(2.0 / 3.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Problems are values: [`Problem`](problem::Problem)s are returned with the result. The library prints
//! nothing, opens no files and starts no threads. The crate `corefeval-files` reads files and works in
//! parallel.
//!
//! The folders of the source are rooms, each with one job:
//!
//! - [`document`]: what an annotated text is; [`format`](mod@format): bytes to documents and back
//! - [`selection`], [`matching`], [`pair`]: which mentions count, which are twins, how entities overlap
//! - [`metric`]: from overlap tables to tallies and scores, each metric in its own file
//! - [`evaluation`]: plans, pairs of documents, evaluations; [`report`]: results as tables and JSON
//! - [`disagreement`]: what two annotators disagree about
//! - [`ontonotes`]: the files of an OntoNotes release, layer by layer
//! - [`analysis`]: errors one by one, by kind, with what repairing each kind would gain
//! - [`strata`]: scores split by properties of mentions
//! - [`task`]: shared tasks of several datasets and many submissions
//! - [`pages`]: explanations of everything that has a name; [`dropin`]: older scorers, reproduced exactly

pub mod analysis;
pub mod assignment;
pub mod choice;
pub mod corpus;
pub mod disagreement;
pub mod document;
pub mod dropin;
pub mod evaluation;
pub mod format;
pub mod layer_scores;
pub mod leaderboard;
pub mod matching;
pub mod measures;
pub mod metric;
pub mod nec;
pub mod ontonotes;
pub mod pages;
pub mod pair;
pub mod probe;
pub mod problem;
pub mod report;
pub mod retokenise;
pub mod selection;
pub mod spans;
pub mod strata;
pub mod task;
