//! The choice of a learner as typed.

use clap::{Args, ValueEnum};
use noregret::Choice;
use noregret::choice::{self, Costs};
use std::path::PathBuf;
use std::str::FromStr;

/// The constant feature.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Bias {
    /// Chosen from the data.
    #[default]
    Auto,
    /// Of this value.
    Value(f64),
}

impl Bias {
    /// For the engine, unless there is to be `none`.
    pub(super) fn choice(self, none: bool) -> choice::Bias {
        match self {
            _ if none => choice::Bias::None,
            Bias::Auto => choice::Bias::Auto,
            Bias::Value(value) => choice::Bias::Value(value),
        }
    }
}

impl FromStr for Bias {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<f64>() {
            _ if text == "auto" => Ok(Bias::Auto),
            Ok(value) if value.is_finite() && value != 0.0 => Ok(Bias::Value(value)),
            _ => Err("neither 'auto' nor a number other than 0 (see --no-bias)".into()),
        }
    }
}

/// Whether an average answers, and how it weighs the rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Averaging {
    /// All alike.
    Plain,
    /// Round t counts t times.
    Linear,
    /// The last weights answer.
    None,
}

/// Flags that choose the learner.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Choosing the learner (nothing: the labels decide)")]
pub(crate) struct LearnerArgs {
    /// Published name, see `noregret list algorithms` (`learn`: `auto` follows several; `compare`:
    /// names, each also as name:C=X,margin=X,…)
    #[arg(short, long, value_name = "NAME")]
    pub(crate) algorithm: Option<String>,
    /// What the label asks (binary, …): name or name:key=value,…
    #[arg(long, value_name = "P")]
    pub(crate) problem: Option<String>,
    /// Required margins of pairs of classes: lines `right,wrong,margin`, `*` for any class
    #[arg(long, value_name = "FILE")]
    pub(crate) costs: Option<PathBuf>,
    /// What a missed margin costs
    #[arg(long, value_name = "L")]
    pub(crate) loss: Option<String>,
    /// How far the duals move
    #[arg(long, value_name = "A")]
    pub(crate) ascent: Option<String>,
    /// What a small change is
    #[arg(long, value_name = "G")]
    pub(crate) geometry: Option<String>,
    /// How the trade-off is chosen
    #[arg(long, value_name = "S")]
    pub(crate) schedule: Option<String>,
    /// Whose dual variables a round may move, see `noregret list scopes`
    #[arg(long, value_name = "W")]
    pub(crate) scope: Option<String>,
    /// Inner product of the weights' space, see `noregret list kernels`
    #[arg(long, value_name = "K")]
    pub(crate) kernel: Option<String>,
    /// Most patterns a kernel keeps: N, or size=N,rule=oldest|random|smallest,project=true
    #[arg(long, value_name = "N")]
    pub(crate) budget: Option<String>,
    /// Aggressiveness C = 1/c, where there is one (`inf` for no cap)
    #[arg(short = 'C', value_name = "X", allow_negative_numbers = true)]
    pub(crate) aggressiveness: Option<f64>,
    /// Required margin (MIRA: beta)
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) margin: Option<f64>,
    /// Insensitivity of regression losses
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) epsilon: Option<f64>,
    /// Exponent of the p-norm geometry
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) p: Option<f64>,
    /// Learning rate of multiplicative learners; the same as -C
    #[arg(
        long,
        value_name = "X",
        conflicts_with = "aggressiveness",
        allow_negative_numbers = true
    )]
    pub(crate) eta: Option<f64>,
    /// Answer with the average of all weights; `=linear`: round t counts t times, `=none`: the last
    /// weights (sequences are averaged unless it says so)
    #[arg(
        long,
        value_name = "HOW",
        hide_possible_values = true,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "plain",
        conflicts_with = "vote"
    )]
    pub(crate) average: Option<Averaging>,
    /// Answer with the vote of all past weights (stores every update)
    #[arg(long)]
    pub(crate) vote: bool,
    /// Constant feature: from the data, or its value
    #[arg(long, default_value = "auto", value_name = "auto|X", allow_hyphen_values = true)]
    pub(crate) bias: Bias,
    /// No constant feature
    #[arg(long, conflicts_with = "bias")]
    pub(crate) no_bias: bool,
    /// Hash features into 2^BITS slots instead of keeping their names
    #[arg(long, value_name = "BITS", value_parser = clap::value_parser!(u8).range(1..=30))]
    pub(crate) hash: Option<u8>,
}

impl LearnerArgs {
    /// The learner that was asked for, for the engine.
    pub(crate) fn choice(&self) -> Choice {
        Choice {
            algorithm: self.algorithm.clone(),
            problem: self.problem.clone(),
            costs: self.costs.clone().map_or(Costs::None, Costs::File),
            loss: self.loss.clone(),
            ascent: self.ascent.clone(),
            geometry: self.geometry.clone(),
            schedule: self.schedule.clone(),
            scope: self.scope.clone(),
            kernel: self.kernel.clone(),
            budget: self.budget.clone(),
            aggressiveness: self.aggressiveness.or(self.eta),
            margin: self.margin,
            epsilon: self.epsilon,
            p: self.p,
            average: self.average.map(|average| match average {
                Averaging::Plain => choice::Averaging::Plain,
                Averaging::Linear => choice::Averaging::Linear,
                Averaging::None => choice::Averaging::None,
            }),
            vote: self.vote,
            bias: self.bias.choice(self.no_bias),
            hash: self.hash,
        }
    }
}
