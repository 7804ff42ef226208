//! One file a command.

mod align;
mod boost;
mod certify;
mod compare;
mod convert;
mod generate;
mod hindsight;
mod inspect;
mod learn;
mod list;
mod merge;
mod predict;
mod test;
mod verify;

pub(crate) use learn::Predictions;

use crate::args::{Cli, Command};
use crate::failure::Result;
use clap::CommandFactory;
use std::io::Write;

/// Runs what was asked.
pub(crate) fn run(cli: Cli) -> Result<()> {
    match cli.command {
        Command::Learn(args) => learn::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Boost(args) => boost::run(&args),
        Command::Hindsight(args) => hindsight::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Predict(args) => predict::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Certify(args) => certify::run(&args),
        Command::Align(args) => align::run(&args),
        Command::List(args) => list::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Completions { shell } => {
            // Not straight to standard output: a closed pipe would be a panic there.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "noregret", &mut script);
            Ok(std::io::stdout().write_all(&script)?)
        }
    }
}
