//! The table of commands: their groups in help, and two examples of each.

use std::fmt::Write;

use clap::Command;

/// Commands that belong together in help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// Scores and their explanation.
    Score,
    /// Files and formats.
    Check,
    /// Whole corpora and shared tasks.
    Corpora,
    /// The output of older scorers.
    Others,
    /// About the program itself.
    Program,
}

impl Group {
    const ALL: [Self; 5] = [Self::Score, Self::Check, Self::Corpora, Self::Others, Self::Program];

    const fn title(self) -> &'static str {
        match self {
            Self::Score => "Score and understand",
            Self::Check => "Check and convert",
            Self::Corpora => "Corpora and tasks",
            Self::Others => "Other scorers' output",
            Self::Program => "About the program",
        }
    }
}

/// A command in help.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    group: Group,
    /// Example commands, each with what it shows.
    pub(crate) examples: [(&'static str, &'static str); 2],
}

const fn entry(name: &'static str, group: Group, examples: [(&'static str, &'static str); 2]) -> Entry {
    Entry { name, group, examples }
}

/// Every command, in the order of help. A new command adds a line.
pub(crate) const COMMANDS: &[Entry] = &[
    entry(
        "score",
        Group::Score,
        [
            ("corefeval score key.conll system.conll", "every metric and the CoNLL score"),
            (
                "corefeval score key.conll a.conll b.conll -o results.tex",
                "a table of two systems for a paper",
            ),
        ],
    ),
    entry(
        "compare",
        Group::Score,
        [
            ("corefeval compare key.conll a.conll b.conll", "is b better than a, and where?"),
            (
                "corefeval compare key.conll A=a1.conll,a2.conll B=b1.conll,b2.conll",
                "two runs of each system",
            ),
        ],
    ),
    entry(
        "report",
        Group::Score,
        [
            (
                "corefeval report key.conll a.conll b.conll -o report.html",
                "scores, errors and texts to look at",
            ),
            (
                "corefeval report key.conllu system.conllu --preset crac25 -o report.html",
                "the same under the protocol of a shared task",
            ),
        ],
    ),
    entry(
        "analyse",
        Group::Score,
        [
            ("corefeval analyse key.conll system.conll", "errors by kind, and what each kind costs"),
            (
                "corefeval analyse --kind missing-mention --contains her key.conll system.conll",
                "errors one by one, in their context",
            ),
        ],
    ),
    entry(
        "show",
        Group::Score,
        [
            ("corefeval show --errors-only key.conll system.conll", "texts in brackets, with errors below"),
            ("corefeval show --id mcemmghk key.conll system.conll", "one finding of analyse in its text"),
        ],
    ),
    entry(
        "why",
        Group::Score,
        [
            ("corefeval why -m b3 key.conll system.conll", "the entities that cost most"),
            ("corefeval why -m muc --entity 12 key.conll system.conll", "how one entity was resolved"),
        ],
    ),
    entry(
        "probe",
        Group::Score,
        [
            ("corefeval probe key.conll", "what each metric does to a key that is damaged more and more"),
            (
                "corefeval probe key.conll system.conll --damage merged",
                "why MUC rises when entities are merged",
            ),
        ],
    ),
    entry(
        "variants",
        Group::Score,
        [
            ("corefeval variants key.conll system.conll", "every published way to count"),
            ("corefeval variants --explain-figure b3=68.31 key.conll system.conll", "who counted like this?"),
        ],
    ),
    entry(
        "measures",
        Group::Score,
        [
            ("corefeval measures key.conll system.conll", "the response as a clustering"),
            ("corefeval measures --weights muc=1,lea=2 key.conll system.conll", "MELA with other weights"),
        ],
    ),
    entry(
        "nec",
        Group::Score,
        [
            ("corefeval nec named.conll system.conll", "persons, organisations and places"),
            (
                "corefeval nec --name-types PERSON -o nec.csv named.conll system.conll",
                "persons, for a spreadsheet",
            ),
        ],
    ),
    entry(
        "arcs",
        Group::Score,
        [
            ("corefeval arcs named.conll system.conll", "antecedents by kind of mention"),
            ("corefeval arcs --as json named.conll system.conll", "the same for a program"),
        ],
    ),
    entry(
        "gap",
        Group::Score,
        [
            ("corefeval gap gap-key.tsv gap-system.tsv", "F1 of both genders, and bias"),
            ("corefeval gap --as markdown gap-key.tsv gap-system.tsv", "a table to paste"),
        ],
    ),
    entry(
        "explain",
        Group::Score,
        [
            ("corefeval explain b3", "what a metric is, with a worked example"),
            ("corefeval explain", "everything that has a page"),
        ],
    ),
    entry(
        "validate",
        Group::Check,
        [
            ("corefeval validate system.conll", "what is wrong or odd, line by line"),
            ("corefeval validate system.conll --against key.conll", "is it the same text as the key?"),
        ],
    ),
    entry(
        "convert",
        Group::Check,
        [
            ("corefeval convert key.conll --to jsonlines -o key.jsonl", "CoNLL columns to jsonlines"),
            (
                "corefeval convert key.conll --to corefud --strict -q -o key.conllu",
                "write nothing if anything is lost",
            ),
        ],
    ),
    entry(
        "formats",
        Group::Check,
        [
            ("corefeval formats", "what can be read and written"),
            ("corefeval formats --as json", "the same for a program"),
        ],
    ),
    entry(
        "presets",
        Group::Check,
        [
            ("corefeval presets", "protocols of shared tasks and older scorers"),
            ("corefeval presets --as json", "the same for a program"),
        ],
    ),
    entry(
        "stats",
        Group::Corpora,
        [
            ("corefeval stats key.conll", "mentions, entities, links by genre"),
            ("corefeval stats --by file key.conll system.conll", "files side by side"),
        ],
    ),
    entry(
        "names",
        Group::Corpora,
        [
            ("corefeval names named.conll", "names, pronouns and nominals of named entities"),
            ("corefeval names --name-types PERSON named.conll -o names.csv", "persons, for a spreadsheet"),
        ],
    ),
    entry(
        "spans",
        Group::Corpora,
        [
            ("corefeval spans named.conll -o spans.tsv", "every mention with its minimum span and head"),
            ("corefeval spans --summary --by file named.conll", "lengths of spans, file by file"),
        ],
    ),
    entry(
        "agree",
        Group::Corpora,
        [
            ("corefeval agree a.conll b.conll", "every metric, and Krippendorff's α"),
            (
                "corefeval agree a.conll b.conll --adjudicated key.conll --by genre",
                "with the adjudicated file",
            ),
        ],
    ),
    entry(
        "disagreements",
        Group::Corpora,
        [
            ("corefeval disagreements a.conll b.conll", "counts by kind, and the first of them"),
            ("corefeval disagreements a.conll b.conll -o to-judge.tsv", "all of them, for people to judge"),
        ],
    ),
    entry(
        "split",
        Group::Corpora,
        [
            ("corefeval split key.conll", "train, development and test"),
            ("corefeval split --ids all.id -o lists", "the three lists as files"),
        ],
    ),
    entry(
        "extract",
        Group::Corpora,
        [
            ("corefeval extract --layer coref key.conll", "coreference as plain text"),
            ("corefeval extract --native named.conll -o release", "the files of an OntoNotes release"),
        ],
    ),
    entry(
        "assemble",
        Group::Corpora,
        [
            ("corefeval assemble skeletons --words ontonotes -o made", "OntoNotes: words into skeletons"),
            ("corefeval assemble ontonotes/annotations -o made", "an OntoNotes release as CoNLL files"),
        ],
    ),
    entry(
        "layers",
        Group::Corpora,
        [
            ("corefeval layers named.conll auto.conll", "tags, trees, names and senses"),
            ("corefeval layers named.conll auto.conll -o layers.json", "the same for a program"),
        ],
    ),
    entry(
        "rank",
        Group::Corpora,
        [
            ("corefeval rank --table conll-2012-en --score 61.3", "the rank of 61.3"),
            ("corefeval rank --table conll-2012-en key.conll system.conll", "score and rank"),
        ],
    ),
    entry(
        "task",
        Group::Corpora,
        [
            ("corefeval task run my-task", "check, score and rank every submission"),
            ("corefeval task check my-run --task my-task", "a participant, before sending"),
        ],
    ),
    entry(
        "conll-scorer",
        Group::Others,
        [
            ("corefeval conll-scorer all key.conll system.conll none", "what scorer.pl prints"),
            ("corefeval conll-scorer muc key.conll system.conll", "one metric, document by document"),
        ],
    ),
    entry(
        "coval",
        Group::Others,
        [
            ("corefeval coval key.conll system.conll", "what CoVal's scorer.py prints"),
            ("corefeval coval key.conll system.conll remove_singletons", "with one of its options"),
        ],
    ),
    entry(
        "coval-arrau",
        Group::Others,
        [
            ("corefeval coval-arrau key.CONLL system.CONLL", "what CoVal's ARRAU scorer prints"),
            ("corefeval coval-arrau key.CONLL system.CONLL remove_singletons", "with one of its options"),
        ],
    ),
    entry(
        "corefud-scorer",
        Group::Others,
        [
            ("corefeval corefud-scorer key.conllu system.conllu", "what corefud-scorer.py prints"),
            ("corefeval corefud-scorer key.conllu system.conllu -a exact", "with one of its options"),
        ],
    ),
    entry(
        "ua-scorer",
        Group::Others,
        [
            ("corefeval ua-scorer ua-key.CONLLUA ua-system.CONLLUA", "what ua-scorer.py prints"),
            ("corefeval ua-scorer --help", "every option"),
        ],
    ),
    entry(
        "scorch",
        Group::Others,
        [
            ("corefeval scorch key.json system.json", "what scorch prints"),
            ("corefeval scorch key.json system.json scores.txt", "into a file"),
        ],
    ),
    entry(
        "scorch-conll",
        Group::Others,
        [
            ("corefeval scorch-conll key.conll key-json", "a JSON file for each document, in a folder"),
            ("corefeval scorch-conll --help", "every option"),
        ],
    ),
    entry(
        "completions",
        Group::Program,
        [
            ("corefeval completions bash > ~/.local/share/bash-completion/completions/corefeval", "for bash"),
            ("corefeval completions zsh > ~/.zfunc/_corefeval", "for zsh"),
        ],
    ),
    entry(
        "man",
        Group::Program,
        [("corefeval man", "the manual page of the program"), ("corefeval man score", "that of a command")],
    ),
];

/// The program with the options of the command that the first argument names; if it names none, with all commands and
/// their options.
pub(crate) fn called(program: Command, first: Option<&str>) -> Command {
    match COMMANDS.iter().find(|entry| Some(entry.name) == first) {
        Some(entry) => with_examples(program, entry),
        None => described(program),
    }
}

/// The program with its groups of commands, and the examples of each command.
pub(crate) fn described(program: Command) -> Command {
    let commands = commands(&program);
    COMMANDS.iter().fold(program, with_examples).help_template(format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n{commands}\nOptions:\n{{options}}{{after-help}}"
    ))
}

fn with_examples(program: Command, entry: &Entry) -> Command {
    program.mut_subcommand(entry.name, |command| command.after_help(examples(entry)))
}

fn examples(entry: &Entry) -> String {
    let mut text = String::from("Examples:\n");
    for (command, purpose) in entry.examples {
        let _ = write!(text, "  # {purpose}\n  {command}\n");
    }
    text.trim_end().to_owned()
}

fn commands(program: &Command) -> String {
    let mut text = String::new();
    for group in Group::ALL {
        let _ = write!(text, "\n{}:\n", group.title());
        for entry in COMMANDS.iter().filter(|entry| entry.group == group) {
            let about = program.find_subcommand(entry.name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {:<15} {about}", entry.name);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, Group, commands};
    use clap::CommandFactory;

    #[test]
    fn every_command_is_in_the_table_once() {
        let mut known: Vec<&str> = COMMANDS.iter().map(|entry| entry.name).collect();
        let program = <crate::Arguments>::command();
        let mut all: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
        known.sort_unstable();
        all.sort_unstable();
        assert_eq!(known, all);
    }

    #[test]
    fn the_list_of_commands_fits_a_terminal() {
        let text = commands(&<crate::Arguments>::command());
        let wide: Vec<&str> = text.lines().filter(|line| line.chars().count() > 80).collect();
        assert!(wide.is_empty(), "{wide:#?}");
    }

    #[test]
    fn every_value_that_can_be_chosen_is_explained() {
        let program = crate::program();
        for entry in COMMANDS.iter().filter(|entry| !matches!(entry.group, Group::Others | Group::Program)) {
            let command = program.find_subcommand(entry.name).expect("a command");
            for option in command.get_arguments().filter(|option| option.get_action().takes_values()) {
                let unexplained =
                    option.get_possible_values().into_iter().find(|value| value.get_help().is_none());
                assert!(unexplained.is_none(), "{} {}: {unexplained:?}", entry.name, option.get_id());
            }
        }
    }

    #[test]
    fn every_example_can_be_parsed() {
        for entry in COMMANDS {
            for (example, purpose) in entry.examples {
                let typed = example.split(" > ").next().unwrap_or_default().split_whitespace();
                let typed: Vec<&str> = typed.collect();
                let program = super::called(<crate::Arguments>::command(), typed.get(1).copied());
                let parsed = program.try_get_matches_from(typed);
                let is_help = |error: &clap::Error| error.kind() == clap::error::ErrorKind::DisplayHelp;
                assert!(parsed.as_ref().err().is_none_or(is_help), "{example}: {parsed:?}");
                assert!(example.contains(entry.name) && !purpose.is_empty());
            }
        }
    }
}
