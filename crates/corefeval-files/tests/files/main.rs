//! Files as they are found, read whole and in pieces. One program for all suites: each would link the whole library again.

// helper functions of a test may stop at what they did not expect, as tests do
#![allow(clippy::unwrap_used)]

mod changing;
mod folders;
mod made;
mod packed;
mod reading;
