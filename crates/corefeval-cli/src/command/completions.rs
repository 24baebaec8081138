//! `corefeval completions` and `corefeval man`: completion scripts and manual pages.

use std::process::ExitCode;

use anyhow::Result;
use clap_complete::Shell;

use crate::output;

/// Print a completion script for a shell.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The shell.
    shell: Shell,
}

/// Print the manual page of the program or of a command.
#[derive(Debug, clap::Args)]
pub(crate) struct ManArguments {
    /// The command; the whole program by default.
    command: Option<String>,
}

/// Prints a completion script.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut crate::program(), "corefeval", &mut script);
    output::write_bytes(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints a manual page.
pub(crate) fn run_man(arguments: &ManArguments) -> Result<ExitCode> {
    let program = crate::program();
    let command = match &arguments.command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command.clone().display_name(format!("corefeval-{name}")),
            None => {
                let names = program.get_subcommands().map(clap::Command::get_name);
                anyhow::bail!("{}", corefeval::choice::unknown(name, "a command", names, []))
            }
        },
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    output::write_bytes(&page)?;
    Ok(ExitCode::SUCCESS)
}
