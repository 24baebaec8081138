//! Reads several sides at once: chunks in parallel, and no side far ahead of another.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use corefeval::document::Wanted;
use corefeval::format::Reading;
use rayon::prelude::*;

use crate::chunk::Task;
use crate::stream::Stream;
use crate::{Files, Result};

/// How far one side may be ahead of another, in documents.
const AHEAD: usize = 256;

/// The contents of a piece of a file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Part {
    /// The number of its side.
    pub side: usize,
    /// The file.
    pub path: Arc<Path>,
    /// Documents and problems; lines count from the start of the file.
    pub reading: Reading,
}

/// A step of the reading, reported by the thread that made it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// The number of the side.
    pub side: usize,
    /// How many bytes were read; for streams 0, since their size is unknown.
    pub bytes: u64,
    /// How many documents were in them.
    pub documents: usize,
}

/// Reads sides in parallel, on the threads of the pool in which it is called.
///
/// The parts come in file order on each side, whatever the number of threads.
pub struct Reader<'a> {
    sides: &'a mut [Files],
    wanted: &'a [Wanted],
    progress: &'a (dyn Fn(Progress) + Sync),
}

/// The result of a task.
enum Done {
    Read(Reading),
    Pulled(Stream, Vec<Vec<u8>>),
}

impl<'a> Reader<'a> {
    /// A reader that reads from each side what `wanted` says.
    #[must_use]
    pub fn new(sides: &'a mut [Files], wanted: &'a [Wanted]) -> Self {
        Self { sides, wanted, progress: &|_| () }
    }

    /// Sets a function that gets progress reports.
    #[must_use]
    pub fn progress(self, progress: &'a (dyn Fn(Progress) + Sync)) -> Self {
        Self { progress, ..self }
    }

    /// Reads the next pieces of the sides that are not ahead of the others; `None` if all sides have ended.
    ///
    /// After the last piece of a file, checks that the file has not changed since it was opened.
    pub fn read_some(&mut self) -> Result<Option<Vec<Part>>> {
        let each = (2 * rayon::current_num_threads()).div_ceil(self.sides.len().max(1));
        let tasks = self.next_tasks(each)?;
        let (wanted, progress) = (self.wanted, self.progress);
        let work = |(side, input, task): (usize, usize, Task)| {
            let done = match task {
                Task::Read(chunk) => {
                    let wanted = wanted.get(side).copied().unwrap_or(Wanted::MENTIONS);
                    let reading = BUFFER.with_borrow_mut(|buffer| chunk.read(wanted, buffer))?;
                    let documents = reading.documents.len();
                    progress(Progress { side, bytes: chunk.size(), documents });
                    Done::Read(reading)
                }
                Task::Pull(pull) => {
                    // one fewer than are handed out, so that the stream is read further while its blocks are
                    // processed
                    let (stream, blocks) = pull.blocks((each - 1).max(1))?;
                    Done::Pulled(stream, blocks)
                }
            };
            Ok((side, input, done))
        };
        let done: Result<Vec<(usize, usize, Done)>> = tasks.into_par_iter().map(work).collect();
        let mut parts = Vec::new();
        for (side, input, done) in done? {
            match done {
                Done::Pulled(stream, blocks) => self.sides[side].pulled(input, stream, blocks),
                Done::Read(mut reading) => {
                    parts.extend(self.without_documents(side, input));
                    let path = self.sides[side].arrive(input, &mut reading);
                    parts.push(Part { side, path, reading });
                }
            }
        }
        for side in 0..self.sides.len() {
            self.sides[side].settle()?;
            parts.extend(self.without_documents(side, self.sides[side].current()));
        }
        let ended = parts.is_empty() && self.sides.iter().all(Files::ended);
        Ok((!ended).then_some(parts))
    }

    /// What is said of files of a side before this one, all read, that have no documents.
    fn without_documents(&mut self, side: usize, before: usize) -> impl Iterator<Item = Part> + use<> {
        let nothing = self.sides[side].without_documents(before).into_iter();
        nothing.map(move |(path, reading)| Part { side, path, reading })
    }

    fn next_tasks(&mut self, each: usize) -> Result<Vec<(usize, usize, Task)>> {
        let unfinished = self.sides.iter().filter(|files| !files.ended());
        let Some(least) = unfinished.map(Files::documents).min() else { return Ok(Vec::new()) };
        let mut tasks = Vec::new();
        for (side, files) in self.sides.iter_mut().enumerate() {
            if files.documents() <= least + AHEAD {
                let next = files.next_tasks(each)?;
                tasks.extend(next.into_iter().map(|(input, task)| (side, input, task)));
            }
        }
        Ok(tasks)
    }
}

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}
