//! The `corefeval` command.

fn main() {}
