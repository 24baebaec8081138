//! How many threads may work.

use crate::{Error, Result};

/// More threads than this are refused.
pub const MOST_THREADS: usize = 1024;

/// A pool with so many threads; one for each core unless a number is given.
pub fn pool(threads: Option<usize>) -> Result<rayon::ThreadPool> {
    match threads {
        Some(asked) if asked > MOST_THREADS => Err(Error::TooManyThreads { asked }),
        _ => Ok(rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build()?),
    }
}
