//! `corefeval task given`: the files that participants get, made from the keys.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use corefeval::format::Format;
use corefeval::task::{Condition, Dataset, GivenLayers};
use corefeval_files::Options;
use corefeval_files::task::TaskFolder;

use super::super::given::{LayersFrom, is_withheld, prepare, read};
use super::super::reading::settle;
use super::TaskArgument;
use crate::output::{self, write_files};
use crate::paths::name;
use crate::problems::Problems;
use crate::{choices, paths};

/// Make the files that participants get from the keys of a task.
///
/// For each dataset and condition of task.toml: the text alone (predicted), all noun phrases of the key's trees
/// (gold-boundaries), or the mentions of the key (gold-mentions), each mention alone in its entity. Files go where
/// `dataset.given` says, or to given/CONDITION/DATASET with the key's extension; then the lines to add to task.toml are
/// printed.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  # make what participants get\n  corefeval task given my-task\n  # with words and speakers alone\n  corefeval task given my-task --layers text"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    task: TaskArgument,
    /// The layers besides the words, such as tags and trees; `auto` takes them from the file that `dataset.auto` names.
    #[arg(long, value_name = "WHICH", default_value = "gold", value_parser = choices::one_of::<GivenLayers>(GivenLayers::VALUES))]
    layers: GivenLayers,
    /// Only this condition.
    #[arg(long, value_name = "CONDITION", value_parser = choices::one_of::<Condition>(Condition::VALUES))]
    condition: Option<Condition>,
    /// Treat warnings as errors.
    #[arg(long, help_heading = "Input")]
    strict: bool,
    /// Show no warnings.
    #[arg(short, long, help_heading = "Input")]
    quiet: bool,
}

/// A file to write.
struct Made {
    path: PathBuf,
    bytes: Vec<u8>,
}

/// Makes the files.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = TaskFolder::open(&arguments.task.task)?;
    let mut problems = Problems::new(arguments.strict, arguments.quiet);
    let (mut made, mut to_add) = (Vec::new(), String::new());
    for dataset in &folder.task().datasets {
        let mut lines = Vec::new();
        for condition in arguments.conditions(&folder) {
            let work = Work { folder: &folder, dataset, condition };
            let file = work.make(arguments, &mut problems)?;
            if work.named().is_none() {
                let place = file.path.strip_prefix(folder.root()).unwrap_or(&file.path).to_string_lossy();
                lines.push(format!("{condition} = \"{place}\"\n"));
            }
            made.push(file);
        }
        if !lines.is_empty() {
            to_add += &format!("\n[dataset.given]    # of dataset {}\n{}", dataset.name, lines.concat());
        }
    }
    settle(&problems)?;
    write(&made)?;
    let listed: Vec<String> = made.iter().map(|file| name(&file.path)).collect();
    output::write(&format!("{}\n", listed.join("\n")), None)?;
    if !to_add.is_empty() {
        output::write(
            &format!("\nadd to task.toml, so that `task check` and `task run` use them:\n{to_add}"),
            None,
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    fn conditions(&self, folder: &TaskFolder) -> Vec<Condition> {
        self.condition.map_or_else(|| folder.task().conditions.clone(), |only| vec![only])
    }
}

/// One dataset under one condition.
struct Work<'a> {
    folder: &'a TaskFolder,
    dataset: &'a Dataset,
    condition: Condition,
}

impl Work<'_> {
    /// The path of the file in task.toml.
    fn named(&self) -> Option<PathBuf> {
        self.dataset.given(self.condition).map(|path| self.folder.path(path))
    }

    fn make(&self, arguments: &Arguments, problems: &mut Problems) -> Result<Made> {
        let key = self.folder.path(&self.dataset.key);
        let options = Options::new().format(self.dataset.format);
        let (documents, format) = read(&key, &options, problems)?;
        let path = self.named().unwrap_or_else(|| self.place(&key, format));
        paths::check([key.as_path()], Some(path.as_path()))?;
        let format = by_ending(&path).unwrap_or(format);
        if !format.is_writable() {
            bail!(
                "{}: format `{}` can be read but not written; set `dataset.given` to a file of another format",
                name(&key),
                format.name
            );
        }
        let documents = prepare(&documents, self.condition, &self.layers(arguments.layers)?, problems)
            .with_context(|| format!("dataset {}, {}", self.dataset.name, self.condition))?;
        let mut bytes = Vec::new();
        for loss in format.write(&documents, &mut bytes).unwrap_or_default() {
            if !is_withheld(&loss) {
                problems.add(&path, loss);
            }
        }
        Ok(Made { path, bytes })
    }

    fn layers(&self, layers: GivenLayers) -> Result<LayersFrom> {
        Ok(match layers {
            GivenLayers::Text => LayersFrom::Nowhere,
            GivenLayers::Auto => {
                let path = self.dataset.auto.as_ref().ok_or_else(|| {
                    anyhow!(
                        "dataset `{}` has no `auto`: the path of its text with automatic layers",
                        self.dataset.name
                    )
                })?;
                LayersFrom::File(self.folder.path(path))
            }
            _ => LayersFrom::Key,
        })
    }

    /// `given/CONDITION/DATASET.EXTENSION`.
    fn place(&self, key: &Path, format: &Format) -> PathBuf {
        let own = key.extension().filter(|_| key.is_file() && format.has_ending(&name(key)));
        let own = own.map(|own| own.to_string_lossy().into_owned()).filter(|own| own != "gz" && own != "zst");
        let ending = own.or_else(|| format.extensions.first().map(|&first| first.to_owned()));
        let file = format!("{}.{}", self.dataset.name, ending.unwrap_or_else(|| "txt".to_owned()));
        self.folder.root().join("given").join(self.condition.name()).join(file)
    }
}

/// The format determined by a file name, if only one format has that ending.
fn by_ending(path: &Path) -> Option<&'static Format> {
    let file = path.file_name()?.to_string_lossy();
    let mut fits =
        corefeval::format::FORMATS.iter().filter(|format| format.has_ending(&file) && format.is_writable());
    let first = fits.next()?;
    fits.next().is_none().then_some(*first)
}

/// Writes all files, or none of them.
fn write(made: &[Made]) -> Result<()> {
    for file in made {
        let above = file.path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(above).with_context(|| format!("cannot make {}", name(above)))?;
    }
    let files: Vec<(PathBuf, &[u8])> = made.iter().map(|file| (file.path.clone(), &file.bytes[..])).collect();
    write_files(&files)
}
