//! The `noregret` program: parse what was typed, run it, turn the outcome into an exit code.

mod args;
mod command;
mod failure;
mod observer;
mod place;
mod report;
mod signal;

use args::Cli;
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let code = match command::run(Cli::parse()) {
        Ok(()) => 0,
        Err(failure) if failure.is_closed_pipe() => 0,
        Err(failure) => {
            eprintln!("noregret: {failure}");
            failure.exit_code()
        }
    };
    ExitCode::from(signal::caught().map_or(code, signal::Caught::exit_code))
}
