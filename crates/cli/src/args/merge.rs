//! `noregret merge` as typed.

use clap::Args;
use std::path::PathBuf;

/// `noregret merge`.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// The model that all shards went on from
    pub(crate) base: PathBuf,
    /// Models that went on from it (learn --resume BASE --shard K/N), in an order that counts
    #[arg(required = true)]
    pub(crate) shards: Vec<PathBuf>,
    /// Where to write the merged model
    #[arg(short, long, value_name = "MODEL")]
    pub(crate) output: PathBuf,
    /// How much the weights of each shard count; else as many rows as it learned
    #[arg(long, value_name = "W,W,…", value_delimiter = ',')]
    pub(crate) weights: Vec<f64>,
    /// JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
    /// No report
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
