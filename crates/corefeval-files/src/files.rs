//! The files of one side: a key, or a response.

use std::path::Path;
use std::sync::Arc;

use corefeval::document::Wanted;
use corefeval::format::{Format, Reading, Role};

use crate::reader::{Part, Reader};
use crate::{Chunk, Input, Result, paths};

/// How files are opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    pub(crate) format: Option<&'static Format>,
    pub(crate) role: Role,
}

impl Options {
    /// What is best for most: formats are told from the files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The format of all files, if it is known.
    #[must_use]
    pub fn format(self, format: Option<&'static Format>) -> Self {
        Self { format, ..self }
    }

    /// What the files are read as, for formats that hold two annotations side by side.
    #[must_use]
    pub fn role(self, role: Role) -> Self {
        Self { role, ..self }
    }
}

/// The files of a key, or of a system's response, read one after the other.
#[derive(Debug)]
pub struct Files {
    inputs: Vec<Input>,
    options: Options,
    current: usize,
    /// How many lines of each file have been read.
    lines: Vec<u64>,
    documents: usize,
}

impl Files {
    /// Opens the files that a path stands for.
    pub fn open(path: &Path, options: &Options) -> Result<Self> {
        let paths = paths::expand(path)?;
        let inputs: Result<Vec<Input>> = paths.iter().map(|path| Input::open(path, options)).collect();
        let inputs = inputs?;
        Ok(Self::new(inputs, *options))
    }

    fn new(inputs: Vec<Input>, options: Options) -> Self {
        Self { lines: vec![0; inputs.len()], inputs, options, current: 0, documents: 0 }
    }

    /// Whether all of them can be read once more; pipes cannot.
    pub(crate) fn can_reopen(&self) -> bool {
        self.inputs.iter().all(Input::can_reopen)
    }

    /// The same files, to be read once more.
    pub(crate) fn reopen(&self) -> Result<Self> {
        let inputs: Result<Vec<Input>> =
            self.inputs.iter().map(|input| Input::open(input.path(), &self.options)).collect();
        Ok(Self::new(inputs?, self.options))
    }

    /// The path to name in messages about the whole.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.inputs.first().map_or(Path::new(""), Input::path)
    }

    /// Each file.
    #[must_use]
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// How many documents have been read.
    #[must_use]
    pub fn documents(&self) -> usize {
        self.documents
    }

    /// Reads all that is left, in parallel; the parts are in file order.
    pub fn read_all(&mut self, wanted: Wanted) -> Result<Vec<Part>> {
        let everywhere = |_| wanted;
        let mut reader = Reader::new(std::slice::from_mut(self), &everywhere);
        let mut parts = Vec::new();
        while let Some(more) = reader.read_some()? {
            parts.extend(more);
        }
        Ok(parts)
    }

    /// The next piece to read, with the number of its file.
    pub(crate) fn next_chunk(&mut self) -> Result<Option<(usize, Chunk)>> {
        while let Some(input) = self.inputs.get_mut(self.current) {
            if let Some(chunk) = input.next_chunk()? {
                return Ok(Some((self.current, chunk)));
            }
            self.current += 1;
        }
        Ok(None)
    }

    pub(crate) fn ended(&self) -> bool {
        self.current >= self.inputs.len()
    }

    /// Takes in what a piece gave, in file order: its problems get lines counted from the start of the file.
    pub(crate) fn arrive(&mut self, input: usize, reading: &mut Reading) -> Arc<Path> {
        for problem in reading.problems.iter_mut().filter(|problem| problem.line > 0) {
            problem.line += self.lines[input];
        }
        self.lines[input] += reading.lines;
        self.documents += reading.documents.len();
        self.inputs[input].shared_path()
    }
}
