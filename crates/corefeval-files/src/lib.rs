//! Reads documents from paths: all input of corefeval from files is read by this crate.
//!
//! [`Files`] are the files of one side, a key or a response: a file, a folder, or `-` for standard input. A [`Reader`] reads
//! several sides in parallel and at about the same speed, so memory is bounded by the documents being
//! processed. [`each_pair`] pairs the documents of a key and of responses as a plan says, and processes the
//! pairs in parallel. [`contents`] and [`text`] return small files as a whole; [`task`] reads the folder of a
//! shared task. If a file cannot be read, the [`Error`] names it.
//!
//! ```
//! use corefeval::document::Wanted;
//! use corefeval_files::{Files, Options, Reader, pool};
//!
//! # let folder = tempfile::tempdir()?;
//! # for name in ["key.conll", "response.conll"] {
//! #     std::fs::write(folder.path().join(name), "#begin document (a);\n0\the\t(1)\n\n#end document\n")?;
//! # }
//! let options = Options::new().fingerprints(true);
//! let mut sides = [
//!     Files::open(&folder.path().join("key.conll"), &options)?,
//!     Files::open(&folder.path().join("response.conll"), &options)?,
//! ];
//! // four threads, which read spans and entities of mentions and nothing else
//! pool(Some(4))?.install(|| -> corefeval_files::Result<()> {
//!     let mut reader = Reader::new(&mut sides, &[Wanted::MENTIONS, Wanted::MENTIONS]);
//!     while let Some(parts) = reader.read_some()? {
//!         for part in parts {
//!             for document in &part.reading.documents {
//!                 println!("{} of side {}: {}", part.path.display(), part.side, document.name());
//!             }
//!         }
//!     }
//!     Ok(())
//! })?;
//! assert!(sides[0].inputs()[0].fingerprint().is_some_and(|print| print.starts_with("blake3:")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - **Folders** are read with all subfolders, each once even if several links lead to it; pipes, sockets and
//!   devices in them are refused by name. A pipe whose path is given is read.
//! - **Compression** (gzip, zstd) is recognised by the first bytes, for files of any name and for streams.
//! - **Limits**: a document may have [`LONGEST_DOCUMENT`] bytes, and packed data may unpack to [`MOST_UNPACKED`].
//! - **A file that changes** while it is read is an error.
//! - **Fingerprints** are computed while files are read, by all threads together.

// the example in the README must compile too
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod chunk;
mod companion;
mod contents;
mod encoding;
mod error;
mod files;
mod fingerprint;
mod input;
pub mod names;
mod options;
mod packing;
mod pairs;
pub mod paths;
mod reader;
mod source;
mod stamp;
mod stream;
pub mod task;
mod threads;
mod window;
mod zstd_frames;

pub use contents::{contents, packed_contents, text};
pub use error::{Error, Result};
pub use files::Files;
pub use fingerprint::digest;
pub use input::Input;
pub use options::{LONGEST_DOCUMENT, MOST_UNPACKED, Options};
pub use pairs::{Annotators, Run, each_pair, tell};
pub use reader::{Part, Progress, Reader};
pub use threads::{MOST_THREADS, pool};
