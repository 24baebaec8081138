//! Several sides read at once: chunks in parallel, no side far ahead of another.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use corefeval::document::Wanted;
use corefeval::format::Reading;
use rayon::prelude::*;

use crate::{Chunk, Files, Result};

/// How far one side may be ahead of another, in documents.
const AHEAD: usize = 256;

/// Where a piece of text is from, for whoever decides what is wanted of it.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The number of its side.
    pub side: usize,
    /// Whether it is the start of a file, a small piece of which more may be asked than of the rest.
    pub at_start: bool,
}

/// What was found in a piece of a file.
#[derive(Debug)]
pub struct Part {
    /// The number of its side.
    pub side: usize,
    /// The file.
    pub path: Arc<Path>,
    /// Documents and problems; lines count from the start of the file.
    pub reading: Reading,
}

/// A step of the reading, told by the thread that made it.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The number of the side.
    pub side: usize,
    /// How many bytes were read; for streams 0, since nobody knows how many there are.
    pub bytes: u64,
    /// How many documents were in them.
    pub documents: usize,
}

/// Reads sides in parallel, on the threads of the pool in which it is called.
///
/// The parts come in file order on each side, whatever the number of threads.
pub struct Reader<'a> {
    sides: &'a mut [Files],
    wanted: &'a (dyn Fn(Place) -> Wanted + Sync),
    progress: &'a (dyn Fn(Progress) + Sync),
}

type Task = (usize, usize, Chunk);

impl<'a> Reader<'a> {
    /// A reader that takes from each place what is wanted of it.
    #[must_use]
    pub fn new(sides: &'a mut [Files], wanted: &'a (dyn Fn(Place) -> Wanted + Sync)) -> Self {
        Self { sides, wanted, progress: &|_| () }
    }

    /// The same reader, which tells how far it has come.
    #[must_use]
    pub fn progress(self, progress: &'a (dyn Fn(Progress) + Sync)) -> Self {
        Self { progress, ..self }
    }

    /// Reads the next pieces of the sides that are not ahead of the others; `None` when all have ended.
    pub fn read_some(&mut self) -> Result<Option<Vec<Part>>> {
        let Some(tasks) = self.next_tasks()? else { return Ok(None) };
        let readings: Result<Vec<_>> = tasks.into_par_iter().map(|task| self.read(task)).collect();
        let arrive = |(side, input, mut reading): (usize, usize, Reading)| {
            let path = self.sides[side].arrive(input, &mut reading);
            Part { side, path, reading }
        };
        Ok(Some(readings?.into_iter().map(arrive).collect()))
    }

    fn next_tasks(&mut self) -> Result<Option<Vec<Task>>> {
        let unfinished = self.sides.iter().filter(|files| !files.ended());
        let Some(least) = unfinished.map(Files::documents).min() else { return Ok(None) };
        let each = (2 * rayon::current_num_threads()).div_ceil(self.sides.len()).max(1);
        let mut tasks: Vec<Task> = Vec::new();
        for (side, files) in self.sides.iter_mut().enumerate() {
            if files.documents() <= least + AHEAD {
                for _ in 0..each {
                    let Some((input, chunk)) = files.next_chunk()? else { break };
                    tasks.push((side, input, chunk));
                }
            }
        }
        Ok(Some(tasks))
    }

    fn read(&self, (side, input, chunk): Task) -> Result<(usize, usize, Reading)> {
        let wanted = (self.wanted)(Place { side, at_start: chunk.is_first() });
        let from = &self.sides[side].inputs()[input];
        let reading = BUFFER.with_borrow_mut(|buffer| from.read(&chunk, wanted, buffer))?;
        (self.progress)(Progress { side, bytes: chunk.size(), documents: reading.documents.len() });
        Ok((side, input, reading))
    }
}

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}
