//! What users type and what they see: the sessions in `tests/commands/` are run and compared.

#[test]
fn sessions_print_what_they_show() {
    trycmd::TestCases::new().case("tests/commands/*.md");
}

#[test]
fn the_readme_shows_what_its_first_command_prints() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).expect("the README");
    let command = readme.lines().find_map(|line| line.strip_prefix("cargo run -- ")).expect("a command");
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_corefeval"))
        .args(command.split_whitespace())
        .current_dir(root)
        .output()
        .expect("the program runs");
    let printed = String::from_utf8(run.stdout).expect("text");
    assert!(run.status.success() && readme.contains(printed.trim_end()), "{printed}");
}

/// The commands of the README's console blocks, with what is shown below each.
fn shown(readme: &str) -> Vec<(String, String)> {
    let blocks = readme.split("```console\n").skip(1).filter_map(|rest| rest.split_once("\n```"));
    let sessions = blocks.filter_map(|(block, _)| block.strip_prefix("$ corefeval ")?.split_once('\n'));
    sessions.map(|(command, output)| (command.to_owned(), output.to_owned())).collect()
}

#[test]
fn the_readme_shows_what_its_examples_print() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).expect("the README");
    let shown = shown(&readme);
    assert_eq!(shown.len(), 3);
    for (command, output) in shown {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_corefeval"));
        let run =
            program.args(command.split_whitespace()).current_dir(root).output().expect("the program runs");
        assert_eq!(String::from_utf8_lossy(&run.stdout).trim_end(), output, "corefeval {command}");
    }
}
