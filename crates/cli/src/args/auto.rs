//! `learn --algorithm auto` as typed.

use clap::{Args, ValueEnum};
use noregret::train::{self, Auto};

/// Flags of `-a auto`.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Choosing the learner (nothing: the labels decide)")]
pub(crate) struct AutoArgs {
    /// Learners of -a auto, each also name:C=X,…; else the default's
    #[arg(long, value_name = "NAMES")]
    pub(crate) among: Option<String>,
    /// Each of them once for every value: C=0.01,0.1,1
    #[arg(long, value_name = "KEY=X,X,…")]
    pub(crate) grid: Option<String>,
    /// What a model of -a auto keeps: all and their weights, or the best
    #[arg(long, value_enum, value_name = "all|best", hide_possible_values = true)]
    pub(crate) keep: Option<Keep>,
}

impl AutoArgs {
    /// What `-a auto` may choose from, for the engine.
    pub(crate) fn auto(&self) -> Auto {
        let keep = match self.keep {
            Some(Keep::Best) => train::Keep::Best,
            Some(Keep::All) | None => train::Keep::All,
        };
        Auto { among: self.among.clone(), grid: self.grid.clone(), keep }
    }

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
