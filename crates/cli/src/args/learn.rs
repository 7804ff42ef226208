//! `noregret learn` as typed.

use super::{AutoArgs, DataArgs, LearnerArgs, LiveArgs, ProofArgs, RiskArgs};
use clap::{Args, ValueEnum};
use noregret::core::replay::convert::{self, Tolerance};
use noregret::core::replay::hindsight::Goal;
use noregret::io::Interaction;
use noregret::train::ShardNumber;
use noregret::{ReadingOptions, Training};
use std::path::PathBuf;

/// `noregret learn`.
#[derive(Clone, Debug, Args)]
#[command(mut_arg("limit", |limit| limit
    .value_parser(clap::value_parser!(u64))
    .help("Then read N rows at most; 0: a model that has learned nothing")))]
pub(crate) struct LearnArgs {
    /// Data files in this order (gzip and zstd too), `-`, tcp://HOST:PORT, unix://PATH
    #[arg(required = true)]
    pub(crate) data: Vec<PathBuf>,
    /// Where to write the model
    #[arg(short, long, value_name = "MODEL")]
    pub(crate) output: Option<PathBuf>,
    /// Go on from this model, with the options that are in it
    #[arg(long, value_name = "MODEL")]
    pub(crate) resume: Option<PathBuf>,
    /// How often to go through the data
    #[arg(
        long,
        default_value_t = 1,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub(crate) passes: u64,
    /// Learn from the examples K, K + N, K + 2N, … only (see `merge`)
    #[arg(long, value_name = "K/N")]
    pub(crate) shard: Option<ShardNumber>,
    /// Keep the data in binary form in DATA.nrc, to be read while it is fresh
    #[arg(long)]
    pub(crate) cache: bool,
    /// Error on this data after learning
    #[arg(long, value_name = "DATA")]
    pub(crate) test: Option<PathBuf>,
    /// Test on every Nth row (`holdout`: of the last pass), not learn from it
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "tolerance",
        value_parser = clap::value_parser!(u64).range(2..)
    )]
    pub(crate) test_every: Option<u64>,
    /// Write the answer to every row, given before it is learned from (`-` for standard output; the
    /// report then goes to standard error)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tolerance", "test_every"])]
    pub(crate) predictions: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) live: LiveArgs,
    /// Add products of the features of two or more namespaces, columns or JSON keys (`:` for all);
    /// repeatable
    #[arg(long, value_name = "A,B", help_heading = "Reading data")]
    pub(crate) interact: Vec<Interaction>,
    /// Learn until the squared loss of every example is at most this (reads the data into memory)
    #[arg(long, value_name = "BETA", help_heading = "Batch conversion", conflicts_with = "passes")]
    pub(crate) tolerance: Option<f64>,
    /// Order of the examples under --tolerance
    #[arg(
        long,
        value_enum,
        default_value = "cyclic",
        help_heading = "Batch conversion",
        requires = "tolerance"
    )]
    pub(crate) order: Order,
    /// Give up after so many updates under --tolerance
    #[arg(
        long,
        default_value_t = 1_000_000,
        value_name = "N",
        help_heading = "Batch conversion",
        requires = "tolerance"
    )]
    pub(crate) max_updates: u64,
    /// Learn the best fixed predictor, to this duality gap
    #[arg(
        long,
        value_name = "GAP",
        help_heading = "Batch conversion",
        conflicts_with_all = ["passes", "tolerance", "test_every", "predictions", "resume"]
    )]
    pub(crate) until_gap: Option<f64>,
    /// Give up after so many sweeps under --until-gap
    #[arg(
        long,
        default_value_t = 10_000,
        value_name = "N",
        help_heading = "Batch conversion",
        requires = "until_gap"
    )]
    pub(crate) max_sweeps: u64,
    /// Write every round, a JSON line each (`-`: the report goes to stderr)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tolerance", "until_gap", "stop"])]
    pub(crate) trace: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) proof: ProofArgs,
    /// Seed of everything random
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// JSON lines on standard output
    #[arg(long)]
    pub(crate) json: bool,
    /// No report and no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Show the progress bar even if this is no terminal
    #[arg(long, overrides_with = "no_progress")]
    pub(crate) progress: bool,
    /// Never show the progress bar
    #[arg(long, overrides_with = "progress")]
    pub(crate) no_progress: bool,
    #[command(flatten)]
    pub(crate) learner: LearnerArgs,
    #[command(flatten)]
    pub(crate) auto: AutoArgs,
    #[command(flatten)]
    pub(crate) risk: RiskArgs,
    #[command(flatten)]
    pub(crate) reading: DataArgs,
}

impl LearnArgs {
    /// The run that was asked for, for the engine.
    pub(crate) fn training(&self) -> Training {
        Training {
            data: self.data.clone(),
            memory: None,
            choice: self.learner.choice(),
            auto: None,
            reading: ReadingOptions { follow: self.live.follow, ..self.reading.reading() },
            interact: self.interact.clone(),
            cache: self.cache,
            resume: self.resume.clone(),
            output: self.output.clone(),
            saving: self.live.saving(),
            from_start: self.reading.skip == Some(0),
            head: self.live.head(),
            trace: self.trace.clone(),
            certify: self.proof.mode(),
            passes: self.passes,
            shard: self.shard,
            test_every: self.test_every,
            risk: self.risk.risk(),
            tolerance: self.tolerance.map(|beta| self.conversion(beta)),
            until_gap: self.until_gap.map(|gap| Goal {
                gap,
                max_sweeps: self.max_sweeps,
                seed: self.seed,
                ..Goal::default()
            }),
            seed: self.seed,
        }
    }

    fn conversion(&self, beta: f64) -> Tolerance {
        let order = match self.order {
            Order::Cyclic => convert::Order::Cyclic,
            Order::Random => convert::Order::Random,
            Order::MostViolated => convert::Order::MostViolated,
        };
        Tolerance { beta, max_updates: self.max_updates, order, seed: self.seed }
    }
}

/// Order of the examples in a batch conversion.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Order {
    /// Round and round
    #[default]
    Cyclic,
    /// At random
    Random,
    /// The one that loses most first
    MostViolated,
}
