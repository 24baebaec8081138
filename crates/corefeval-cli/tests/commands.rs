//! What users type and what they see: the sessions in `tests/commands/` are run and compared.

#[test]
fn sessions_print_what_they_show() {
    trycmd::TestCases::new().case("tests/commands/*.md");
}

#[test]
fn the_readme_shows_what_its_first_command_prints() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).expect("the README");
    let command =
        readme.lines().find_map(|line| line.strip_prefix("cargo run --release -- ")).expect("a command");
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_corefeval"))
        .args(command.split_whitespace())
        .current_dir(root)
        .output()
        .expect("the program runs");
    let printed = String::from_utf8(run.stdout).expect("text");
    assert!(run.status.success() && readme.contains(printed.trim_end()), "{printed}");
}
