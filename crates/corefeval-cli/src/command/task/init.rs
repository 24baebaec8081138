//! `corefeval task init`: writes an initial `task.toml`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::document::{Document, Wanted};
use corefeval::format::Role;
use corefeval::nec::{Heads, Material};
use corefeval::task::{KeyFacts, template};
use corefeval_files::{Files, Options};

use crate::output::{self, write_file};
use crate::paths::name;

/// Write a commented task.toml for some keys.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  # begin a task with two datasets\n  corefeval task init keys/en.conll keys/de.jsonlines\n  # in another folder\n  corefeval task init --task new-task keys/en.conll"
)]
pub(crate) struct Arguments {
    /// The keys, one for each dataset: files or folders.
    #[arg(required = true)]
    keys: Vec<PathBuf>,
    /// The folder of the task, where task.toml is written.
    #[arg(short, long, default_value = ".", value_name = "FOLDER")]
    task: PathBuf,
}

/// Begins a task.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let file = arguments.task.join("task.toml");
    if file.exists() {
        bail!("{} is there already; it is not written over", name(&file));
    }
    std::fs::create_dir_all(&arguments.task)?;
    let root = arguments.task.canonicalize()?;
    let mut keys: Vec<KeyFacts> = Vec::new();
    for path in &arguments.keys {
        let taken: Vec<String> = keys.iter().map(|key| key.name.clone()).collect();
        keys.push(facts(path, &root, &taken)?);
    }
    let title = root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    write_file(&file, template(&title, &keys).as_bytes())?;
    let folder = file.parent().map(name).filter(|folder| !matches!(folder.as_str(), "" | "."));
    let folder = folder.map(|folder| format!(" {folder}")).unwrap_or_default();
    output::write(&format!("{}: edit it, then `corefeval task run{folder}`\n", name(&file)), None)?;
    Ok(ExitCode::SUCCESS)
}

fn facts(path: &Path, root: &Path, taken: &[String]) -> Result<KeyFacts> {
    let mut files = Files::open(path, &Options::new().role(Role::Key))?;
    let format = files.inputs().first().map(|input| input.format().name.to_owned()).unwrap_or_default();
    let parts = files.read_all(Wanted::ALL)?;
    let documents: Vec<&Document> = parts.iter().flat_map(|part| &part.reading.documents).collect();
    if documents.is_empty() {
        bail!("{}: there is no document to score; `corefeval validate` says why", name(path));
    }
    let material =
        documents.iter().fold(Material::default(), |seen, document| seen.or(Material::of(document)));
    let mut genres: Vec<String> =
        documents.iter().filter_map(|document| document.name().genre().map(str::to_owned)).collect();
    genres.sort();
    genres.dedup();
    let full = path.canonicalize()?;
    let key = full.strip_prefix(root).unwrap_or(&full).to_string_lossy().into_owned();
    Ok(KeyFacts {
        name: dataset_name(path, taken),
        path: key,
        format,
        documents: documents.len(),
        singletons: documents.iter().map(|document| singletons(document)).sum(),
        zeros: documents.iter().map(|document| document.zeros().len()).sum(),
        names: material.lacks(Heads::Auto).is_none(),
        genres,
    })
}

/// A name made from the file's name, or from its folder's if the file is only called `key` or the like;
/// different from names already taken.
fn dataset_name(path: &Path, taken: &[String]) -> String {
    let stem = |path: &Path| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let stem = name.split('.').next().unwrap_or_default().to_owned();
        stem.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).collect::<String>()
    };
    let own = stem(path);
    let says_nothing = ["", "key", "gold", "test", "dev"].contains(&own.as_str());
    let of_folder =
        path.canonicalize().ok().and_then(|path| path.parent().map(stem)).filter(|_| says_nothing);
    let name = of_folder.filter(|name| !name.is_empty()).unwrap_or(own);
    let is_new = |name: &String| !taken.contains(name);
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.clone()).chain(numbered).find(is_new).unwrap_or(name)
}

fn singletons(document: &Document) -> usize {
    let mut sizes = vec![0usize; document.entity_count()];
    for mention in document.mentions() {
        sizes[mention.entity as usize] += 1;
    }
    sizes.into_iter().filter(|size| *size == 1).count()
}
