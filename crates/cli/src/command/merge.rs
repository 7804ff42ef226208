//! `noregret merge`: one model of several that went on from one base.

use crate::args::MergeArgs;
use crate::failure::{Failure, Result};
use crate::report::{self, Finished};
use noregret::io::model::check_writable;
use noregret::model::{Merged, Shard};
use noregret::source::{is_same_file, is_stdin};
use noregret::{Model, words};
use std::path::PathBuf;

/// Runs the command.
pub(crate) fn run(args: &MergeArgs) -> Result<()> {
    check(args)?;
    let base = Model::load(&args.base)?;
    let shards = args.shards.iter().map(Model::load).collect::<noregret::Result<Vec<Model>>>()?;
    let named = shards.iter().zip(&args.shards).enumerate().map(|(at, (model, path))| {
        let shard = Shard::new(model).named(path.display().to_string());
        match args.weights.get(at) {
            Some(weight) => shard.with_weight(*weight),
            None => shard,
        }
    });
    let Merged { model, notes } = base.merge(&named.collect::<Vec<_>>())?;
    notes.iter().for_each(|what| eprintln!("noregret: {what}"));
    model.save(&args.output)?;
    let finished = Finished::of(&model);
    if args.json {
        return report::say(&report::line(&report::end(&finished, "merged")));
    }
    if args.quiet {
        return Ok(());
    }
    let count = words::count(shards.len() as u64, "model");
    report::say(&format!("{count} merged\n{}", report::finished(&finished)))?;
    report::say(&format!("model: {}", args.output.display()))
}

/// Refuses what could not end well before anything is read.
fn check(args: &MergeArgs) -> Result<()> {
    let all: Vec<&PathBuf> = std::iter::once(&args.base).chain(&args.shards).collect();
    for (at, path) in all.iter().enumerate() {
        if all[..at].iter().any(|other| is_same_file(other, path)) {
            let path = path.display();
            return Err(Failure::usage(format!(
                "{path} is named twice: what it has learned would count twice"
            )));
        }
    }
    // In place of the base it is the base of the next round; a shard would be lost.
    if args.shards.iter().any(|path| is_same_file(path, &args.output)) {
        let path = args.output.display();
        return Err(Failure::usage(format!("{path} is one of the shards: it would be lost")));
    }
    if !args.weights.is_empty() && args.weights.len() != args.shards.len() {
        let numbers = words::count(args.weights.len() as u64, "number");
        let models = words::count(args.shards.len() as u64, "model");
        return Err(Failure::usage(format!("--weights has {numbers} for {models}")));
    }
    if is_stdin(&args.output) {
        return Err(Failure::usage("a model goes into a file, not to standard output"));
    }
    Ok(check_writable(&args.output)?)
}
