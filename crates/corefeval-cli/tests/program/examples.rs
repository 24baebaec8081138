//! Every example in the help of a command can be typed as it is: the files that it names are made here, and it ends well.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn corefeval(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_corefeval"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

fn help(arguments: &[&str]) -> String {
    let output = corefeval(Path::new("."), &[arguments, &["--help"]].concat());
    String::from_utf8(output.stdout).expect("text")
}

/// The commands that help lists, and those of `task`.
fn commands() -> Vec<Vec<String>> {
    let name = |line: &str| -> Option<String> {
        let (name, about) = line.strip_prefix("  ")?.split_once(' ')?;
        let is_name = name.starts_with(|letter: char| letter.is_ascii_lowercase()) && about.starts_with(' ');
        is_name.then(|| name.to_owned())
    };
    let listed = |text: &str| -> Vec<String> { text.lines().filter_map(name).collect() };
    let mut commands: Vec<Vec<String>> = listed(&help(&[])).into_iter().map(|one| vec![one]).collect();
    let of_task = help(&["task"]);
    let of_task = of_task.split("Options:").next().unwrap_or_default();
    for one in listed(of_task).into_iter().filter(|one| one != "help") {
        commands.push(vec!["task".to_owned(), one]);
    }
    commands
}

fn examples(command: &[String]) -> Vec<String> {
    let arguments: Vec<&str> = command.iter().map(String::as_str).collect();
    let text = help(&arguments);
    let (_, examples) = text.split_once("Examples:\n").unwrap_or_default();
    let typed = examples.lines().filter_map(|line| line.strip_prefix("  corefeval "));
    typed.map(str::to_owned).collect()
}

/// The files that examples name.
fn prepare(folder: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let release = root.join("tests/data/release");
    let key = fs::read_to_string(release.join("own_0001.conll")).expect("a file");
    let system = key.replace("(1)|(2", "(2");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("written");
    };
    // one entity is called 12, as in an example
    let numbered = |text: &str| text.replace("(1)", "(12)");
    for name in ["key.conll", "b.conll", "b1.conll", "b2.conll", "named.conll", "auto.conll", "keys/en.conll"]
    {
        write(name, &numbered(&key));
    }
    for name in ["system.conll", "a.conll", "a1.conll", "a2.conll"] {
        write(name, &numbered(&system));
    }
    for (side, format, made) in [
        ("key", "corefud", "key.conllu"),
        ("system", "corefud", "system.conllu"),
        ("key", "arrau", "key.CONLL"),
        ("system", "arrau", "system.CONLL"),
        ("key", "ua", "ua-key.CONLLUA"),
        ("system", "ua", "ua-system.CONLLUA"),
        ("key", "scorch", "key.json"),
        ("system", "scorch", "system.json"),
        ("key", "jsonlines", "keys/de.jsonlines"),
    ] {
        let output =
            corefeval(folder, &["convert", &format!("{side}.conll"), "-q", "-t", format, "-o", made]);
        assert!(output.status.success(), "{made}: {}", String::from_utf8_lossy(&output.stderr));
    }
    for layer in ["parse", "coref", "name", "speaker", "sense", "prop"] {
        let text = fs::read_to_string(release.join(format!("own_0001.{layer}"))).expect("a file");
        write(&format!("ontonotes/annotations/bc/own/00/own_0001.{layer}"), &text);
    }
    let skeleton = |line: &str| {
        let mut cells: Vec<&str> = line.split('\t').collect();
        if cells.len() > 5 {
            cells[3] = "[WORD]";
        }
        cells.join("\t") + "\n"
    };
    write("skeletons/own_0001.v4_gold_skel", &key.lines().map(skeleton).collect::<String>());
    write("all.id", "bc/own/00/own_0001\n");
    write("gap-system.tsv", "d-1\tTRUE\tFALSE\n");
    let head = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL";
    let row = "d-1\tAnn met Eve when she left.\tshe\t17\tAnn\t0\tTRUE\tEve\t8\tFALSE\thttp://x.org/x";
    write("gap-key.tsv", &format!("{head}\n{row}\n"));
    fs::copy(env!("CARGO_BIN_EXE_corefeval"), folder.join("corefeval-linux")).expect("copied");
    let task = root.join("../../examples/task");
    copy(&task, &folder.join("my-task"));
    copy(&task.join("submissions/north/one"), &folder.join("my-run"));
    copy(&task, &folder.join("input/ref"));
    copy(&task.join("submissions/north/one"), &folder.join("input/res"));
    fs::create_dir_all(folder.join("new-task")).expect("a folder");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("copied");
        }
    }
}

/// The id of an error.
fn finding(folder: &Path) -> String {
    let output = corefeval(folder, &["analyse", "--as", "json", "key.conll", "system.conll"]);
    let text = String::from_utf8(output.stdout).expect("text");
    let (_, rest) = text.split_once("\"id\": \"").expect("an error with an id");
    rest.split('"').next().unwrap_or_default().to_owned()
}

#[test]
fn every_command_has_two_examples_that_run() {
    let made = tempfile::tempdir().expect("a folder");
    let folder = made.path();
    prepare(folder);
    let finding = finding(folder);
    let mut failed = Vec::new();
    let commands = commands();
    assert!(commands.len() > 35, "{commands:?}");
    for command in commands {
        let examples = examples(&command);
        assert!(examples.len() >= 2, "{command:?} has {} examples", examples.len());
        for example in examples {
            // what is written elsewhere is the shell's business
            let typed = example.split(" > ").next().unwrap_or_default();
            // losing heads and layers is an error there, as it says
            if typed.contains("--strict -q") {
                continue;
            }
            let mut arguments: Vec<&str> = typed.split_whitespace().collect();
            // errors of other files have other ids
            if let Some(place) = arguments.iter().position(|argument| *argument == "--id") {
                arguments[place + 1] = &finding;
            }
            let output = corefeval(folder, &arguments);
            if !output.status.success() {
                failed.push(format!("{example}: {}", String::from_utf8_lossy(&output.stderr)));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
