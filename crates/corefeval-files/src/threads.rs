//! Pools of threads.

use crate::{Error, Result};

/// The largest number of threads.
pub const MOST_THREADS: usize = 1024;

/// A pool with this number of threads; one for each core by default.
pub fn pool(threads: Option<usize>) -> Result<rayon::ThreadPool> {
    match threads {
        Some(asked) if asked > MOST_THREADS => Err(Error::TooManyThreads { asked }),
        _ => Ok(rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build()?),
    }
}
