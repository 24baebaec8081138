//! Evaluation of coreference resolution.
