//! Single commands: if the first argument names a command, the options of all other commands are not built,
//! because this would take as long as reading a small file.

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Error, FromArgMatches, Subcommand};

use super::{compare, conll_scorer, convert, corefud_scorer, coval, score, ua_scorer, validate};

/// Adds the options of a command to it.
type AddOptions = fn(clap::Command) -> clap::Command;

/// The commands that scripts call for many small files, each with the function that adds its options.
const COMMANDS: [(&str, AddOptions); 8] = [
    ("score", score::Arguments::augment_args),
    ("compare", compare::Arguments::augment_args),
    ("conll-scorer", conll_scorer::Arguments::augment_args),
    ("corefud-scorer", corefud_scorer::Arguments::augment_args),
    ("ua-scorer", ua_scorer::Arguments::augment_args),
    ("coval", coval::Arguments::augment_args),
    ("convert", convert::Arguments::augment_args),
    ("validate", validate::Arguments::augment_args),
];

/// The command with that name, if it is one of these.
pub(crate) fn command(name: &str) -> Option<clap::Command> {
    let (name, with_options) = COMMANDS.into_iter().find(|(known, _)| *known == name)?;
    Some(with_options(clap::Command::new(name)))
}

/// No commands: used instead of the enum of all commands.
#[derive(Debug)]
pub(crate) enum Nothing {}

impl FromArgMatches for Nothing {
    fn from_arg_matches(_: &ArgMatches) -> Result<Self, Error> {
        Err(Error::new(ErrorKind::MissingSubcommand))
    }

    fn update_from_arg_matches(&mut self, _: &ArgMatches) -> Result<(), Error> {
        Ok(())
    }
}

impl Subcommand for Nothing {
    fn augment_subcommands(command: clap::Command) -> clap::Command {
        command
    }

    fn augment_subcommands_for_update(command: clap::Command) -> clap::Command {
        command
    }

    fn has_subcommand(_: &str) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use crate::Arguments;

    #[test]
    fn commands_by_themselves_are_those_among_all() {
        let help = |mut program: clap::Command, name: &str| {
            program.build();
            program.find_subcommand_mut(name).map(|command| command.render_long_help().to_string())
        };
        for (name, _) in super::COMMANDS {
            let alone = super::command(name).expect("one of these");
            let alone = Arguments::<super::Nothing>::command().subcommand(alone);
            let among_all = <Arguments>::command();
            assert!(among_all.find_subcommand(name).is_some(), "{name}");
            assert_eq!(help(alone, name), help(among_all, name), "{name}");
        }
    }
}
