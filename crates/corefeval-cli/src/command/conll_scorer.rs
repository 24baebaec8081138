//! `corefeval conll-scorer`: prints what the CoNLL reference scorer prints, called by its own name or as a command.

use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;

use corefeval::dropin::conll_scorer::{Failure, Request, score, usage};
use corefeval_files::Error;

use crate::dropin::print_reference as print;

/// If the program is called by this name, it acts as the reference scorer.
pub(crate) const PROGRAM: &str = "scorer.pl";

/// Print what the CoNLL scorer v8.01 (scorer.pl) prints.
///
/// The output is byte for byte that of the reference scorer. A link named scorer.pl to this program works as well.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// METRIC KEY RESPONSE [NAME]: muc, bcub, ceafm, ceafe, blanc or all; two files; a document, or `none` to print only the
    /// totals.
    #[arg(value_name = "ARGUMENT")]
    arguments: Vec<OsString>,
    /// Stop at the eleventh repeated mention, as the reference does.
    #[arg(long)]
    refuse_repeats: bool,
}

impl Arguments {
    /// Acts as the reference scorer.
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        run(&self.arguments, self.refuse_repeats)
    }
}

/// The exit status of a failure without an error number of the system.
const DIED: u8 = 255;

/// Acts as the reference scorer when called by its name; the one option may be at any position.
pub(crate) fn run_as_program(mut arguments: Vec<OsString>) -> anyhow::Result<ExitCode> {
    let given = arguments.len();
    arguments.retain(|argument| argument != "--refuse-repeats");
    run(&arguments, arguments.len() < given)
}

fn run(arguments: &[OsString], refuse_repeats: bool) -> anyhow::Result<ExitCode> {
    let [metric, key, response, rest @ ..] = arguments else {
        return print(&usage());
    };
    let (key, response) = contents(key, response);
    print(&score(&Request {
        metric: metric.as_encoded_bytes(),
        key: key.as_deref().map_err(Failure::clone),
        response: response.as_deref().map_err(Failure::clone),
        name: rest.first().map(|name| name.as_encoded_bytes()),
        refuse_repeats,
    }))
}

type Contents = Result<Vec<u8>, Failure>;

/// The contents of the files. Standard input can be read only once: if it is given twice, both get the same contents.
fn contents(key: &OsStr, response: &OsStr) -> (Contents, Contents) {
    let first = read(key);
    let second = if key == "-" && response == "-" { first.clone() } else { read(response) };
    (first, second)
}

fn read(path: &OsStr) -> Contents {
    corefeval_files::contents(Path::new(path)).or_else(|error| match error.cause() {
        // the reference reads a folder as an empty file
        Some(cause) if cause.kind() == ErrorKind::IsADirectory => Ok(Vec::new()),
        cause => Err(cannot_open(path, &error, cause)),
    })
}

fn cannot_open(path: &OsStr, error: &Error, cause: Option<&std::io::Error>) -> Failure {
    let reason = cause.map_or_else(|| error.to_string(), ToString::to_string);
    let reason = reason.split(" (os error").next().unwrap_or_default();
    let number = cause.and_then(std::io::Error::raw_os_error).and_then(|number| u8::try_from(number).ok());
    Failure { message: format!("Can not open {}: {reason}", path.display()), code: number.unwrap_or(DIED) }
}
