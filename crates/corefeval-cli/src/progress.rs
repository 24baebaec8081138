//! A progress bar on terminals for long work.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use corefeval_files::{Input, Progress as Step};

use crate::problems::in_words;

/// The delay before a bar is shown.
const WORTH_A_BAR: Duration = Duration::from_millis(700);

/// The progress of reading.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    started: Instant,
    /// How many documents of the first side have been read.
    documents: AtomicUsize,
}

impl Progress {
    /// A bar over these files, if standard error is a terminal; it is shown only if the work takes long.
    pub(crate) fn over<'a>(inputs: impl Iterator<Item = &'a Input>) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let size: u64 = inputs.filter_map(Input::size).sum();
            let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {bytes}/{total_bytes}  {msg}");
            ProgressBar::with_draw_target(Some(size), ProgressDrawTarget::hidden())
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { bar, started: Instant::now(), documents: AtomicUsize::new(0) }
    }

    /// A bar over this number of jobs, if standard error is a terminal; it is shown only if the work takes
    /// long.
    pub(crate) fn of_jobs(jobs: usize) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  resampling");
            ProgressBar::with_draw_target(Some(jobs as u64), ProgressDrawTarget::hidden())
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { bar, started: Instant::now(), documents: AtomicUsize::new(0) }
    }

    /// Counts a finished job.
    pub(crate) fn done(&self) {
        if let Some(bar) = self.shown() {
            bar.inc(1);
        }
    }

    /// Counts a piece that has been read.
    pub(crate) fn step(&self, step: Step) {
        let Some(bar) = self.shown() else { return };
        bar.inc(step.bytes);
        if step.side == 0 {
            let documents = self.documents.fetch_add(step.documents, Ordering::Relaxed) + step.documents;
            bar.set_message(in_words(documents, "document"));
        }
    }

    /// The bar, made visible once the work has taken long.
    fn shown(&self) -> Option<&ProgressBar> {
        let bar = self.bar.as_ref()?;
        if bar.is_hidden() && self.started.elapsed() >= WORTH_A_BAR {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        Some(bar)
    }

    /// Shows the next stage of the work, if reading took long.
    pub(crate) fn then(&self, what: &'static str) {
        if let Some(bar) = self.bar.as_ref().filter(|bar| !bar.is_hidden() && !bar.is_finished()) {
            let style = ProgressStyle::with_template("{spinner} {msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.set_message(what);
            bar.enable_steady_tick(Duration::from_millis(120));
        }
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}
