//! The library for browsers: requests in, answers out, all in memory.
//!
//! A request is a JSON text, a NUL byte, and the bytes of the files that it names, one after the other. An
//! answer is a JSON text and, if it has bytes (a converted file, a report), a NUL byte and these bytes. JSON
//! texts never contain NUL. `Engine` does the work and is tested like any other code; `module` has the few
//! functions that a browser calls.

mod about;
mod converted;
mod engine;
mod files;
mod module;
mod problems;
mod scored;
mod sets;

pub use engine::{Answer, Engine};
pub use module::{answer, answer_length, answer_place, request_place};
