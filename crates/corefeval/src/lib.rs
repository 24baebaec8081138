//! Evaluation of coreference resolution.

pub mod arcs;
pub mod assignment;
pub mod choice;
pub mod corpus;
pub mod document;
pub mod dropin;
pub mod evaluation;
pub mod format;
pub mod gap;
pub mod kind_weights;
pub mod layer_scores;
pub mod leaderboard;
pub mod matching;
pub mod metric;
pub mod nec;
pub mod pair;
pub mod problem;
pub mod report;
pub mod retokenise;
pub mod selection;
