//! The files of one side: a key, or a response.

use std::path::Path;
use std::sync::Arc;

use corefeval::document::Wanted;
use corefeval::format::{Problem, Reading};

use crate::chunk::Task;
use crate::input::Next;
use crate::reader::{Part, Reader};
use crate::stream::Stream;
use crate::{Input, Options, Progress, Result, paths};

/// The files of a key, or of a system's response, read one after the other.
#[derive(Debug)]
pub struct Files {
    inputs: Vec<Input>,
    /// The first file that still has tasks to hand out.
    current: usize,
    /// The first file that has not been finished.
    unfinished: usize,
    /// How many lines of each file have been read.
    lines: Vec<u64>,
    /// Whether each file gave a document, or an error that says why it did not.
    gave: Vec<bool>,
    /// The first file of which it has not been said if it gave nothing.
    unsaid: usize,
    documents: usize,
}

impl Files {
    /// Opens the files of a path: the file itself, or all files of a folder; `-` is standard input.
    pub fn open(path: &Path, options: &Options) -> Result<Self> {
        Self::open_all(std::slice::from_ref(&path), options)
    }

    /// Opens the files of several paths as one side.
    pub fn open_all(paths: &[impl AsRef<Path>], options: &Options) -> Result<Self> {
        let mut inputs = Vec::new();
        for path in paths {
            for path in paths::expand(path.as_ref())? {
                inputs.push(Input::open(&path, options)?);
            }
        }
        Ok(Self::new(inputs))
    }

    fn new(inputs: Vec<Input>) -> Self {
        let (lines, gave) = (vec![0; inputs.len()], vec![false; inputs.len()]);
        Self { inputs, current: 0, unfinished: 0, lines, gave, unsaid: 0, documents: 0 }
    }

    /// Whether all files can be read again; pipes cannot.
    #[must_use]
    pub fn can_be_read_again(&self) -> bool {
        self.inputs.iter().all(Input::can_be_read_again)
    }

    /// The same files, to be read again.
    pub(crate) fn again(&self) -> Self {
        Self::new(self.inputs.iter().map(Input::again).collect())
    }

    /// The path for messages about the whole side.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.inputs.first().map_or(Path::new(""), Input::path)
    }

    /// The files.
    #[must_use]
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// How many documents have been read.
    #[must_use]
    pub fn documents(&self) -> usize {
        self.documents
    }

    /// Reads everything that is left, in parallel; the parts are in file order.
    pub fn read_all(&mut self, wanted: Wanted) -> Result<Vec<Part>> {
        self.read_all_telling(wanted, &|_| ())
    }

    /// Reads everything that is left, and reports progress.
    pub fn read_all_telling(
        &mut self,
        wanted: Wanted,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Vec<Part>> {
        let wanted = [wanted];
        let mut reader = Reader::new(std::slice::from_mut(self), &wanted).progress(progress);
        let mut parts = Vec::new();
        while let Some(more) = reader.read_some()? {
            parts.extend(more);
        }
        Ok(parts)
    }

    /// The next tasks, at most `most`, each with the number of its file.
    pub(crate) fn next_tasks(&mut self, most: usize) -> Result<Vec<(usize, Task)>> {
        let mut tasks = Vec::new();
        while tasks.len() < most
            && let Some(input) = self.inputs.get_mut(self.current)
        {
            match input.next(most)? {
                Next::Task(task) => tasks.push((self.current, task)),
                Next::Wait => break,
                Next::End => self.current += 1,
            }
        }
        Ok(tasks)
    }

    pub(crate) fn ended(&self) -> bool {
        self.current >= self.inputs.len()
    }

    /// Processes the reading of a piece, in file order: makes lines count from the start of the file.
    pub(crate) fn arrive(&mut self, input: usize, reading: &mut Reading) -> Arc<Path> {
        reading.shift_lines(self.lines[input]);
        self.lines[input] += reading.lines;
        self.gave[input] |= !reading.documents.is_empty() || reading.failed();
        self.documents += reading.documents.len();
        self.inputs[input].shared_path()
    }

    pub(crate) fn pulled(&mut self, input: usize, stream: Stream, blocks: Vec<Vec<u8>>) {
        self.inputs[input].pulled(stream, blocks);
    }

    /// Warnings for the files before this one that gave nothing, each said once.
    pub(crate) fn without_documents(&mut self, before: usize) -> Vec<(Arc<Path>, Reading)> {
        let nothing = (self.unsaid..before).filter(|&input| !self.gave[input]);
        self.unsaid = self.unsaid.max(before);
        nothing.map(|input| (self.inputs[input].shared_path(), without_documents())).collect()
    }

    /// The first file of which something may be left.
    pub(crate) fn current(&self) -> usize {
        self.current
    }

    /// Finishes the files that have been read completely. Must be called when every task that was handed out
    /// is done.
    pub(crate) fn settle(&mut self) -> Result<()> {
        for input in &mut self.inputs[self.unfinished..self.current] {
            input.finish()?;
        }
        self.unfinished = self.current;
        Ok(())
    }
}

fn without_documents() -> Reading {
    let problem = Problem::warning("no-documents", 0, "the file has no documents")
        .hint("is it the right file, and all of it?");
    let mut reading = Reading::default();
    reading.problems.push(problem);
    reading
}
