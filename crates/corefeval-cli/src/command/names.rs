//! `corefeval names`: how are named entities mentioned?

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use corefeval::document::Document;
use corefeval::metric::Ratio;
use corefeval::nec::{
    self, Conjuncts, Heads, KeySingletons, Material, Options, Pattern, Patterns, Possessive, Pronouns,
};
use corefeval::problem::Problem;
use corefeval::report::{Alignment, Row, Table, UNDEFINED};
use serde_json::{Map, Value, json};

use super::arguments::{InputArguments, OutputArguments};
use super::genres;
use super::reading::{read, settle};
use crate::paths;
use crate::problems::Problems;

/// Show how named entities are mentioned: name, pronoun, nominal.
///
/// How often they are mentioned in each way, and which have no name.
///
/// These are the patterns of section 4 of Agarwal et al. 2019 for any corpus with named entities (column 11 of CoNLL-2012)
/// and dependencies or trees, which are needed to find the heads of mentions: entities and mentions by type of name; kinds of mentions by
/// type and genre; how often what is named is mentioned again; entities without a name. With --tagged, entities in which an
/// automatic tagger finds no name.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Annotated files or folders, or - for standard input.
    #[arg(required = true, value_name = "KEY")]
    files: Vec<PathBuf>,
    /// The same documents with the names of an automatic tagger.
    #[arg(long, value_name = "FILE")]
    tagged: Option<PathBuf>,
    /// Types of names, with commas between.
    #[arg(long, value_delimiter = ',', value_name = "TYPES", default_value = "PERSON,ORG,GPE")]
    name_types: Vec<String>,
    /// Only documents of these genres, with commas between: nw,bn,mz in the paper.
    #[arg(long, value_delimiter = ',', value_name = "GENRES")]
    genres: Vec<String>,
    /// Whether entities with one mention are counted: keep, drop.
    #[arg(long, value_name = "POLICY", default_value = "keep", help_heading = "Decisions")]
    singletons: KeySingletons,
    /// Which tokens are pronouns: personal (PRP, PRP$), wide (WP, WP$ and DT as well).
    #[arg(long, value_name = "WHICH", default_value = "personal", help_heading = "Decisions")]
    pronouns: Pronouns,
    /// Whether `Ann and Bob` is a mention by name: no-name, first (the first conjunct heads it).
    #[arg(long, value_name = "HOW", default_value = "no-name", help_heading = "Decisions")]
    conjuncts: Conjuncts,
    /// How the head of a mention is found: auto (dependencies, else trees, else the last proper noun), dep, const, last-nnp.
    #[arg(long, value_name = "WHAT", default_value = "auto", help_heading = "Decisions")]
    heads: Heads,
    /// Whether a possessive 's is part of a name: drop, keep.
    #[arg(long, value_name = "HOW", default_value = "drop", help_heading = "Decisions")]
    possessive: Possessive,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// The patterns of each genre, by name.
type Genres = BTreeMap<String, Patterns>;

/// Counts patterns.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let inputs = arguments.files.iter().chain(&arguments.tagged);
    paths::check(inputs.map(PathBuf::as_path), arguments.output.file())?;
    let mut problems = arguments.input.problems();
    let mut documents = read(&arguments.input, &arguments.files, &mut problems)?;
    let tagged = arguments.tagged.as_ref().map(std::slice::from_ref);
    let tagged = tagged.map(|path| read(&arguments.input, path, &mut problems)).transpose()?;
    check_genres(arguments, &documents, &mut problems);
    documents.retain(|document| arguments.has_genre(document));
    check(arguments, &documents, &mut problems)?;
    settle(&problems)?;
    let counted = arguments.count(&documents, tagged.as_deref())?;
    let mut all = Patterns::new(arguments.name_types.len());
    for patterns in counted.values() {
        all += patterns;
    }
    arguments.output.write_tables(&arguments.tables(&counted, &all), || arguments.json(&counted, &all))?;
    Ok(ExitCode::SUCCESS)
}

fn check(arguments: &Arguments, documents: &[Document], problems: &mut Problems) -> Result<()> {
    let Some(path) = arguments.files.first() else { return Ok(()) };
    if documents.is_empty() && problems.errors() == 0 {
        bail!("{}: no document is of the genres {}", path.display(), arguments.genres.join(", "));
    }
    let material =
        documents.iter().fold(Material::default(), |seen, document| seen.or(Material::of(document)));
    check_selected(arguments, documents, problems);
    match material.lacks(arguments.heads).filter(|_| problems.errors() == 0) {
        Some(lack) => bail!("{}: there are {lack}; names cannot be counted without them", path.display()),
        None => {
            if let Some(makeshift) = material.makeshift(arguments.heads) {
                problems.warn(path, "missing-layer", makeshift.to_owned());
            }
            Ok(())
        }
    }
}

/// Warns about genres without documents.
fn check_genres(arguments: &Arguments, documents: &[Document], problems: &mut Problems) {
    let Some(path) = arguments.files.first() else { return };
    if let Some(problem) = genres::absent(&arguments.genres, documents.iter().map(Document::name)) {
        problems.add(path, problem);
    }
}

/// Warns about types of names that do not occur.
fn check_selected(arguments: &Arguments, documents: &[Document], problems: &mut Problems) {
    let Some(path) = arguments.files.first() else { return };
    let names = documents.iter().flat_map(|document| nec::names(document, arguments.possessive));
    let known: BTreeSet<String> = names.map(|name| name.kind).collect();
    let absent: Vec<&str> =
        arguments.name_types.iter().filter(|kind| !known.contains(*kind)).map(String::as_str).collect();
    let asked =
        arguments.name_types != Options::default().types || absent.len() == arguments.name_types.len();
    if !absent.is_empty() && !known.is_empty() && asked {
        let has: Vec<&str> = known.iter().map(String::as_str).collect();
        let message = format!("no name has the type {}", absent.join(", "));
        let hint = format!("the names have the types {}", has.join(", "));
        problems.add(path, Problem::warning("nothing-selected", 0, message).hint(hint));
    }
}

impl Arguments {
    fn has_genre(&self, document: &Document) -> bool {
        let genre = document.name().genre().unwrap_or("");
        self.genres.is_empty() || self.genres.iter().any(|wanted| wanted == genre)
    }

    fn options(&self) -> Options {
        Options {
            types: self.name_types.clone(),
            key_singletons: self.singletons,
            pronouns: self.pronouns,
            conjuncts: self.conjuncts,
            heads: self.heads,
            possessive: self.possessive,
            ..Options::default()
        }
    }

    fn count(&self, documents: &[Document], tagged: Option<&[Document]>) -> Result<Genres> {
        let options = self.options();
        let mut genres = Genres::new();
        let path = self.tagged.as_deref().unwrap_or(Path::new(""));
        for document in documents {
            let find = |tagged: &'_ [Document]| tagged.iter().position(|one| one.name() == document.name());
            let other = match tagged {
                Some(tagged) => Some(
                    &tagged[find(tagged).ok_or_else(|| {
                        anyhow!("{}: there is no document {}", path.display(), document.name())
                    })?],
                ),
                None => None,
            };
            let genre = document.name().genre().unwrap_or("").to_owned();
            let patterns = genres.entry(genre).or_insert_with(|| Patterns::new(self.name_types.len()));
            let added = patterns.add(document, other, &options);
            added.with_context(|| format!("{}: {}", path.display(), document.name()))?;
        }
        Ok(genres)
    }

    fn tables(&self, genres: &Genres, all: &Patterns) -> Vec<Table> {
        let mut tables = vec![
            self.entities(all).titled("Entities with a name"),
            self.kinds(genres, all).titled("Mentions of entities with a name, by kind"),
            self.again(all).titled("How often what is named is mentioned again"),
        ];
        if self.tagged.is_some() {
            tables.push(self.missed(all).titled("Entities whose name the tagger missed"));
        }
        tables
    }

    /// The patterns of each type, and of all of them if there are several.
    fn types(&self, patterns: &Patterns) -> Vec<(String, Pattern)> {
        let types = self.name_types.iter().cloned().zip(patterns.types.iter().copied());
        let together = (self.name_types.len() > 1).then(|| ("these".to_owned(), patterns.named()));
        types.chain(together).collect()
    }

    fn entities(&self, all: &Patterns) -> Table {
        let mut table = with_columns(&["Type"], &["Entities", "%", "Mentions", "%", "Size", "Singletons"]);
        let total = all.all();
        let mut rows = self.types(all);
        let rest = [("other names", all.other), ("no name", all.nameless), ("all", total)];
        rows.extend(rest.map(|(name, pattern)| (name.to_owned(), pattern)));
        for (name, pattern) in rows {
            let cells = [
                pattern.entities.to_string(),
                share(pattern.entities, total.entities),
                pattern.mentions().to_string(),
                share(pattern.mentions(), total.mentions()),
                mean(pattern.mentions(), pattern.entities),
                (pattern.entities - pattern.repeated).to_string(),
            ];
            table.push(std::iter::once(name).chain(cells));
        }
        let [with_pronoun, nameless] = all.third_person;
        table.notes.push(format!(
            "of the entities with he, she and the like, {nameless} of {with_pronoun} ({}%) have no name",
            share(nameless, with_pronoun)
        ));
        table
    }

    fn kinds(&self, genres: &Genres, all: &Patterns) -> Table {
        let mut table = with_columns(&["Genre", "Type"], &["Mentions", "Name %", "Pronoun %", "Nominal %"]);
        let shown = |genre: &String| if genre.is_empty() { "(none)".to_owned() } else { genre.clone() };
        let everything = [("all".to_owned(), all)];
        let named = genres.iter().map(|(genre, patterns)| (shown(genre), patterns));
        let rows: Vec<(String, &Patterns)> =
            if genres.len() > 1 { named.chain(everything).collect() } else { named.collect() };
        for (genre, patterns) in rows {
            for (number, (name, pattern)) in self.types(patterns).into_iter().enumerate() {
                let genre = if number == 0 { genre.clone() } else { String::new() };
                let shares = pattern.kinds.map(|count| share(count, pattern.mentions()));
                let cells = [genre, name, pattern.mentions().to_string()];
                table.push(cells.into_iter().chain(shares));
                if let Some(Row { ruled, .. }) = table.rows.last_mut().filter(|_| number == 0) {
                    *ruled = genres.len() > 1;
                }
            }
        }
        if let Some(first) = table.rows.first_mut() {
            first.ruled = false;
        }
        table
    }

    fn again(&self, all: &Patterns) -> Table {
        let columns = ["Named", "Again %", "By name again %", "By name only %", "Names", "Forms"];
        let mut table = with_columns(&["Type"], &columns);
        for (name, pattern) in self.types(all) {
            let cells = [
                pattern.things().to_string(),
                share(pattern.repeated, pattern.things()),
                share(pattern.named_again, pattern.things()),
                share(pattern.only_named, pattern.entities),
                mean(pattern.kinds[0], pattern.entities),
                mean(pattern.forms, pattern.entities),
            ];
            table.push(std::iter::once(name).chain(cells));
        }
        table.notes.extend([
            "named: entities with a name, and names that head no mention; again: with another mention"
                .to_owned(),
            "by name only: of entities; names, forms: mentions by name, and different names, of an entity"
                .to_owned(),
        ]);
        table
    }

    fn missed(&self, all: &Patterns) -> Table {
        let mut table = with_columns(&["Type"], &["Entities", "No name", "%", "Other type", "%"]);
        for (name, pattern) in self.types(all) {
            let [missed, mistyped] = [pattern.missed, pattern.mistyped];
            let cells = [
                pattern.entities.to_string(),
                missed.to_string(),
                share(missed, pattern.entities),
                mistyped.to_string(),
                share(mistyped, pattern.entities),
            ];
            table.push(std::iter::once(name).chain(cells));
        }
        table
    }

    fn json(&self, genres: &Genres, all: &Patterns) -> Value {
        let pattern = |pattern: &Pattern| pattern_json(pattern, self.tagged.is_some());
        let group = |patterns: &Patterns| {
            let types: Map<String, Value> =
                self.name_types.iter().cloned().zip(patterns.types.iter().map(pattern)).collect();
            let [with_pronoun, nameless] = patterns.third_person;
            json!({
                "types": types, "other_names": pattern(&patterns.other), "no_name": pattern(&patterns.nameless),
                "third_person": {"entities": with_pronoun, "without_name": nameless},
            })
        };
        let genres: Map<String, Value> =
            genres.iter().map(|(genre, patterns)| (genre.clone(), group(patterns))).collect();
        json!({"schema": 1, "corefeval": env!("CARGO_PKG_VERSION"), "all": group(all), "genres": genres})
    }
}

/// A pattern as JSON, in which figures about an automatic tagger are null unless its names were given.
fn pattern_json(pattern: &Pattern, is_tagged: bool) -> Value {
    let [name, pronoun, nominal] = pattern.kinds;
    json!({
        "entities": pattern.entities, "mentions": pattern.mentions(), "repeated": pattern.repeated,
        "by_kind": {"name": name, "pronoun": pronoun, "nominal": nominal},
        "named_again": pattern.named_again, "only_named": pattern.only_named, "forms": pattern.forms,
        "unlinked_names": pattern.unlinked,
        "missed_by_tagger": is_tagged.then_some(pattern.missed),
        "mistyped_by_tagger": is_tagged.then_some(pattern.mistyped),
    })
}

fn with_columns(words: &[&str], numbers: &[&str]) -> Table {
    let words = words.iter().map(|name| (*name, Alignment::Left));
    let columns: Vec<(&str, Alignment)> =
        words.chain(numbers.iter().map(|name| (*name, Alignment::Right))).collect();
    Table::new(&columns)
}

fn share(count: u64, of: u64) -> String {
    Ratio::of(count, of).value().map_or_else(|| UNDEFINED.to_owned(), |share| format!("{:.1}", share * 100.0))
}

fn mean(sum: u64, of: u64) -> String {
    Ratio::of(sum, of).value().map_or_else(|| UNDEFINED.to_owned(), |mean| format!("{mean:.2}"))
}
