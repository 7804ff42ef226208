//! `learn --algorithm auto` as typed.

use clap::{Args, ValueEnum};

/// Flags of `-a auto`.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Several learners at once (-a auto)")]
pub(crate) struct AutoArgs {
    /// The learners to follow, each also as name:C=X,margin=X,…; else those of the default
    #[arg(long, value_name = "NAMES")]
    pub(crate) among: Option<String>,
    /// Each of them once for every value: C=0.01,0.1,1
    #[arg(long, value_name = "KEY=X,X,…")]
    pub(crate) grid: Option<String>,
    /// What the model keeps
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) keep: Option<Keep>,
}

impl AutoArgs {
    /// Whether nothing was said.
    pub(crate) fn is_empty(&self) -> bool {
        self.among.is_none() && self.grid.is_none() && self.keep.is_none()
    }
}

/// What a model keeps of several learners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Keep {
    /// All of them with their weights
    All,
    /// The one with the least loss
    Best,
}
