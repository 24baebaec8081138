//! An initial `task.toml`, made from keys.

use std::fmt::Write;

/// The properties of a key that a new task needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyFacts {
    /// The name of its dataset.
    pub name: String,
    /// Its path, relative to the task's folder.
    pub path: String,
    /// Its format.
    pub format: String,
    /// How many documents it has.
    pub documents: usize,
    /// How many mentions are alone in their entity.
    pub singletons: usize,
    /// How many zeros there are.
    pub zeros: usize,
    /// Whether it has names, so that named entities can be scored.
    pub names: bool,
    /// The genres determined by the names of its documents.
    pub genres: Vec<String>,
}

/// The text of a `task.toml` for these keys, with a comment on everything that can be changed.
#[must_use]
pub fn template(name: &str, keys: &[KeyFacts]) -> String {
    let protocol = protocol(keys);
    let names = keys.iter().any(|key| key.names);
    let mut text = format!(
        "\
# A shared task on coreference resolution, for `corefeval task run`. docs/task.md describes every field.
name = {name}
# about = \"What the task is about, in a sentence.\"
# url = \"https://…\"

# How responses are scored: the name of a preset (`corefeval presets`), or a signature that `corefeval score` printed.
protocol = \"{protocol}\"
# Submissions are ranked by this metric or average.
primary = \"conll\"
# Metrics besides those of the protocol, and matching rules besides the official one, each for a table of its own.
# further = [\"lea\"]
# rules = [\"head\", \"mina\"]
# Score named entities where a key has names.
named-entities = {names}

# Tracks and conditions that submissions declare in their system.toml; the first is that of submissions which declare none.
# tracks = [\"closed\", \"open\"]
# conditions = [\"predicted\", \"gold-boundaries\", \"gold-mentions\"]
# Whether responses with gold mentions may leave out mentions that they link to no other: required, optional.
# unlinked = \"required\"

# A submission that lacks a dataset: unranked, or zero (the scores of that dataset count as 0).
# incomplete = \"unranked\"
# Which runs of a team get a rank: all, best.
# runs = \"all\"

# The folder of the submissions: TEAM/RUN/DATASET.conll and the like, with an optional system.toml in each run.
submissions = \"submissions\"
# A run to compare all others with, laid out like a submission.
# baseline = \"baseline\"
",
        name = quoted(name),
    );
    for key in keys {
        text += &dataset(key);
    }
    text
}

fn dataset(key: &KeyFacts) -> String {
    let KeyFacts { name, documents, singletons, zeros, format, .. } = key;
    let genres = match &key.genres[..] {
        [] => String::new(),
        genres => format!("; genres {}", genres.join(", ")),
    };
    let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let counts = [count(*documents, "document"), count(*singletons, "singleton"), count(*zeros, "zero")];
    let mut text = format!("\n# {}{genres}\n", counts.join(", "));
    let ending = if format == "corefud" { "conllu" } else { "conll" };
    // writing to a string cannot fail
    let _ = write!(
        text,
        "[[dataset]]\nname = {}\nkey = {}\nformat = {}\n# language = \"en\"\n# genre = \"news\"\n\
         # What participants are given under each condition; `corefeval task check` looks at these and never at the key.\n\
         # [dataset.given]\n# predicted = \"given/{name}.{ending}\"\n# gold-mentions = \"given/mentions/{name}.{ending}\"\n",
        quoted(name),
        quoted(&key.path),
        quoted(format),
    );
    text
}

/// The protocol that fits what the keys have.
fn protocol(keys: &[KeyFacts]) -> &'static str {
    // the protocol of the CRAC tasks needs heads, which other formats do not name
    if keys.iter().all(|key| key.format == "corefud") { "crac25" } else { "conll-2012" }
}

/// A TOML string, which has the syntax of a JSON string except for one character.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

#[cfg(test)]
mod tests {
    use super::{KeyFacts, template};
    use crate::task::Task;

    #[test]
    fn a_template_is_a_task() {
        let key = |name: &str, format: &str| KeyFacts {
            name: name.to_owned(),
            path: format!("keys/{name} \"x\".conll"),
            format: format.to_owned(),
            ..KeyFacts::default()
        };
        let task = Task::read(&template("A \"new\" task", &[key("en", "conll")])).unwrap();
        assert_eq!(
            (task.name.as_str(), task.datasets[0].key.as_str()),
            ("A \"new\" task", "keys/en \"x\".conll")
        );
        let task = Task::read(&template("T", &[key("cs", "corefud"), key("hu", "corefud")])).unwrap();
        assert!(task.plan().to_string().contains("match:head-corefud"));
        let task = Task::read(&template("T", &[key("en", "conll"), key("hu", "corefud")])).unwrap();
        assert!(task.plan().to_string().contains("match:exact"), "no heads are named in CoNLL files");
    }

    #[test]
    fn whatever_is_commented_out_can_be_put_in() {
        let text = template("T", &[KeyFacts { name: "en".to_owned(), ..KeyFacts::default() }]);
        let text = text.replace("format = \"\"\n", "").replace("# [dataset.given]", "[dataset.given]");
        let is_field =
            |line: &str| line.strip_prefix("# ").is_some_and(|rest| rest.split(' ').nth(1) == Some("="));
        let open = |line: &str| if is_field(line) { line[2..].to_owned() } else { line.to_owned() };
        let text: Vec<String> = text.lines().map(open).collect();
        let task = Task::read(&text.join("\n")).unwrap();
        assert_eq!((task.tracks.len(), task.conditions.len(), task.datasets[0].given.len()), (2, 3, 2));
    }
}
