//! The `corefeval` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    corefeval_cli::run(std::env::args_os().collect())
}
