//! `corefeval task codabench`: a task as a competition bundle.

use std::io::{Cursor, Write};
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use corefeval::task::{competition, pages, score_script};
use corefeval_files::paths::{Links, walk};
use corefeval_files::task::TaskFolder;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::cache::Cache;
use super::scorer::Scorer;
use super::{ReadingArguments, TaskArgument};
use crate::output::{self, write_file};
use crate::paths::{self, name};
use crate::problems::Problems;

/// Write a competition bundle for Codabench.
///
/// A zip file with competition.yaml, pages, the keys as reference data, and this program as the scoring program. Pages in
/// the task's folder `pages` (overview.md, data.md, evaluation.md, terms.md) and its logo.png replace the
/// generated ones.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  # a bundle to upload\n  corefeval task codabench my-task -o bundle.zip\n  # with a program built for the platform\n  corefeval task codabench my-task --program corefeval-linux -o bundle.zip"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    task: TaskArgument,
    /// The bundle.
    #[arg(short, long, value_name = "FILE", default_value = "codabench.zip", help_heading = "Output")]
    out: PathBuf,
    /// The program to put into the bundle, which must run on the platform's machines [default: this program].
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    program: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// The logo of competitions that have none.
const LOGO: &[u8] = include_bytes!("logo.png");

/// Writes a bundle.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = TaskFolder::open(&arguments.task.task)?;
    paths::check(folder.sources().iter().map(PathBuf::as_path), [arguments.out.as_path()])?;
    let reading = &arguments.reading;
    // keys that cannot be read are reported now, before participants are affected
    Scorer::open(
        &folder,
        Cache::new(None),
        reading.strictness(),
        Problems::new(reading.strict, reading.quiet),
    )?;
    let mut bundle = Bundle { zip: ZipWriter::new(Cursor::new(Vec::new())) };
    let task = folder.task();
    bundle.add("competition.yaml", competition(task).as_bytes())?;
    let logo = folder.root().join("logo.png");
    let logo = if logo.exists() { corefeval_files::contents(&logo)? } else { LOGO.to_vec() };
    bundle.add("logo.png", &logo)?;
    for (page, _, made) in pages(task) {
        let own = folder.root().join("pages").join(format!("{page}.md"));
        let text = if own.exists() { corefeval_files::text(&own)? } else { made };
        bundle.add(&format!("pages/{page}.md"), text.as_bytes())?;
    }
    bundle.add_data(&folder)?;
    let program = arguments.program.clone().map_or_else(std::env::current_exe, Ok)?;
    bundle.add("scoring_program/metadata", b"command: sh $program/score.sh $input $output\n")?;
    bundle.add("scoring_program/score.sh", score_script().as_bytes())?;
    bundle.add_executable("scoring_program/corefeval", &corefeval_files::contents(&program)?)?;
    write_file(&arguments.out, &bundle.finish()?)?;
    output::write(&format!("{}: upload it to Codabench\n", name(&arguments.out)), None)?;
    Ok(ExitCode::SUCCESS)
}

struct Bundle {
    zip: ZipWriter<Cursor<Vec<u8>>>,
}

impl Bundle {
    fn add(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        self.put(name, bytes, 0o644)
    }

    fn add_executable(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        self.put(name, bytes, 0o755)
    }

    fn put(&mut self, name: &str, bytes: &[u8], mode: u32) -> Result<()> {
        self.zip.start_file(name, SimpleFileOptions::default().unix_permissions(mode))?;
        Ok(self.zip.write_all(bytes)?)
    }

    /// Adds the keys, only for the scoring program, and the given files, also for participants.
    fn add_data(&mut self, folder: &TaskFolder) -> Result<()> {
        let definition = corefeval_files::contents(&folder.root().join("task.toml"))?;
        self.add("reference_data/task.toml", &definition)?;
        self.add("public_data/task.toml", &definition)?;
        for dataset in &folder.task().datasets {
            self.add_files(folder, &dataset.key, &["reference_data"])?;
            for path in dataset.given.values() {
                self.add_files(folder, path, &["reference_data", "public_data"])?;
            }
        }
        Ok(())
    }

    /// Adds the file, or all files of the folder, that a task names.
    fn add_files(&mut self, folder: &TaskFolder, named: &str, places: &[&str]) -> Result<()> {
        let inside = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if !Path::new(named).components().all(inside) {
            bail!(
                "`{named}` is not in the task's folder; put it there, so that it can be part of the bundle"
            );
        }
        let path = folder.path(named);
        let files = if path.is_dir() { walk(&path, Links::Follow, |_| true)? } else { vec![path] };
        for file in files {
            let bytes = corefeval_files::packed_contents(&file)?;
            let inner = file.strip_prefix(folder.root()).unwrap_or(&file);
            let inner = inner.to_str().with_context(|| format!("{}: the name is not UTF-8", name(&file)))?;
            for place in places {
                self.add(&format!("{place}/{inner}"), &bytes)?;
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Vec<u8>> {
        Ok(self.zip.finish()?.into_inner())
    }
}
