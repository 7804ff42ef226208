//! The `noregret` program: parse what was typed, run it, turn the outcome into an exit code.

mod args;
mod command;
mod failure;
mod observer;
mod place;
mod report;

use args::Cli;
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match command::run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("noregret: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}
