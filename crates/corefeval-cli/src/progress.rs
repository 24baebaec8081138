//! A bar on a terminal when there is much to read.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicUsize, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use corefeval_files::{Input, Progress as Step};

/// Work that ends before a bar could be looked at gets none.
const WORTH_A_BAR: u64 = 64 << 20;

/// How far the reading has come.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    /// How many documents of the key have been read.
    documents: AtomicUsize,
}

impl Progress {
    /// A bar over these files, if standard error is a terminal and there is much to read.
    pub(crate) fn over<'a>(inputs: impl Iterator<Item = &'a Input>) -> Self {
        let size: u64 = inputs.filter_map(Input::size).sum();
        let shown = size >= WORTH_A_BAR && std::io::stderr().is_terminal();
        let bar = shown.then(|| {
            let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {bytes}/{total_bytes}  {msg}");
            ProgressBar::new(size).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { bar, documents: AtomicUsize::new(0) }
    }

    /// A piece has been read.
    pub(crate) fn step(&self, step: Step) {
        if let Some(bar) = &self.bar {
            bar.inc(step.bytes);
            if step.side == 0 {
                let documents = self.documents.fetch_add(step.documents, Ordering::Relaxed) + step.documents;
                bar.set_message(format!("{documents} documents"));
            }
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
