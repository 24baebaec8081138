//! Paths become documents: everything that corefeval reads from outside comes through this crate.
//!
//! [`Files`] are the files of one side, a key or a response: a file, a folder, or `-` for standard input. A [`Reader`]
//! reads several sides at once, in parallel, and keeps them about level, so that memory is bounded by what is in flight.
//! [`each_pair`] reads a key and responses, lets their documents meet as a plan says, and works on the pairs in parallel.
//! [`contents`] and [`text`] give small files whole.

mod contents;
mod error;
mod files;
mod fingerprint;
mod input;
mod pairs;
pub mod paths;
mod reader;
mod threads;
mod window;

pub use contents::{contents, text};
pub use error::{Error, Result};
pub use files::{Files, Options};
pub use input::{Chunk, Input};
pub use pairs::{Run, each_pair, tell};
pub use reader::{Part, Place, Progress, Reader};
pub use threads::{MOST_THREADS, pool};
