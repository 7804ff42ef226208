//! What was typed, and nothing more: no file is touched and nothing is built here.

mod align;
mod auto;
mod boost;
mod certificate;
mod certify;
mod compare;
mod data;
mod generate;
mod hindsight;
mod learn;
mod learner;
mod live;
mod merge;
mod risk;
mod verify;

pub(crate) use align::{
    AlignArgs, AlignCommand, AlignInspectArgs, AlignMusicArgs, AlignSpeechArgs, FormArgs,
    LearnMusicArgs, LearnSpeechArgs, LearningArgs,
};
pub(crate) use auto::AutoArgs;
pub(crate) use boost::BoostArgs;
pub(crate) use certificate::{Certificate, ProofArgs};
pub(crate) use certify::CertifyArgs;
pub(crate) use compare::CompareArgs;
pub(crate) use data::DataArgs;
pub(crate) use generate::GenerateArgs;
pub(crate) use hindsight::HindsightArgs;
pub(crate) use learn::LearnArgs;
pub(crate) use learner::LearnerArgs;
pub(crate) use live::LiveArgs;
pub(crate) use merge::MergeArgs;
pub(crate) use risk::{RiskArgs, StopRule};
pub(crate) use verify::VerifyArgs;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Online learning that proves how far it can be from the best fixed predictor in hindsight.
#[derive(Debug, Parser)]
#[command(name = "noregret", version, max_term_width = 100, disable_help_flag = true)]
pub(crate) struct Cli {
    /// Print help
    // The short form for both spellings: one page a command.
    #[arg(short, long, action = clap::ArgAction::HelpShort, global = true)]
    help: Option<bool>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Learn from data, one example at a time, and report progressive error and certificate
    Learn(Box<LearnArgs>),
    /// Several algorithms on the same data, read once: progressive and test error, certified
    /// regret, time
    Compare(Box<CompareArgs>),
    /// Boost decision stumps on two classes: error, edges and what they prove
    Boost(BoostArgs),
    /// The best fixed predictor for the data, and what an online run lost more than it: true and
    /// certified regret
    Hindsight(Box<HindsightArgs>),
    /// One model of several that went on from one base, each with rows of its own: weights mixed,
    /// evidence added
    Merge(MergeArgs),
    /// Predict: one line a row
    Predict(PredictArgs),
    /// Error on labelled data, without learning
    Test(TestArgs),
    /// What a model is, what it was fed, its certificate, its heaviest features
    Inspect(InspectArgs),
    /// Check the certificate of a model against its data: replay its dual variables, look for a
    /// predictor that breaks it
    Verify(VerifyArgs),
    /// Prove how much better a fixed linear model could be than predictions of another program
    Certify(Box<CertifyArgs>),
    /// Times of the phones of an utterance or the notes of a score, and learning to find them
    Align(AlignArgs),
    /// The algorithms, components and formats there are
    List(ListArgs),
    /// Rewrite data in another format
    Convert(ConvertArgs),
    /// Make up data: adversaries, and the synthetic sets of the papers
    Generate(GenerateArgs),
    /// Completion script for a shell
    Completions {
        /// bash, zsh, fish, elvish or powershell
        shell: clap_complete::Shell,
    },
}

/// `noregret predict`.
#[derive(Debug, Args)]
pub(crate) struct PredictArgs {
    /// Model file
    pub(crate) model: PathBuf,
    /// Data file, `-`, or a socket: tcp://HOST:PORT, unix://PATH
    pub(crate) data: PathBuf,
    /// Wait at the end of the file for more rows, as tail -F does
    #[arg(long)]
    pub(crate) follow: bool,
    /// Also print the number behind each decision
    #[arg(long)]
    pub(crate) scores: bool,
    /// The N best classes, or of a ranking of labels the first N
    #[arg(long, value_name = "N")]
    pub(crate) top: Option<usize>,
    /// JSON lines on standard output
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: DataArgs,
}

/// `noregret test`.
#[derive(Debug, Args)]
pub(crate) struct TestArgs {
    /// Model file
    pub(crate) model: PathBuf,
    /// Data file, or `-`
    pub(crate) data: PathBuf,
    /// Also print how often each class was taken for each
    #[arg(long)]
    pub(crate) confusion: bool,
    /// JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: DataArgs,
}

/// `noregret inspect`.
#[derive(Debug, Args)]
pub(crate) struct InspectArgs {
    /// Model file
    pub(crate) model: PathBuf,
    /// JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
    /// How many of the heaviest features to show (of each class)
    #[arg(long, default_value_t = 10, value_name = "N")]
    pub(crate) top: usize,
    /// What follows if some predictor of norm 1 had this margin: refuted, or how many mistakes can
    /// come
    #[arg(long, value_name = "MARGIN", allow_hyphen_values = true)]
    pub(crate) assume_margin: Option<f64>,
}

/// `noregret list`.
#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// What to list; everything if left out
    #[arg(value_parser = PossibleValuesParser::new(listings()))]
    pub(crate) what: Option<String>,
    /// JSON lines on standard output
    #[arg(long, conflicts_with = "markdown")]
    pub(crate) json: bool,
    /// The page docs/algorithms.md
    #[arg(long, conflicts_with = "what")]
    pub(crate) markdown: bool,
}

/// What the published names are listed under.
pub(crate) const ALGORITHMS: &str = "algorithms";
/// What the formats are listed under.
pub(crate) const FORMATS: &str = "formats";

/// What can be listed: the axes of the engine between the published names and the formats.
fn listings() -> Vec<PossibleValue> {
    let axes = noregret::axes().into_iter().map(|axis| (axis.name, axis.about));
    let all = std::iter::once((ALGORITHMS, "Published names and their compositions")).chain(axes);
    let all = all.chain([(FORMATS, "Data formats")]);
    all.map(|(name, about)| PossibleValue::new(name).help(about)).collect()
}

/// `noregret convert`.
#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// Data file, or `-`
    pub(crate) data: PathBuf,
    /// Where to write; the extension chooses the format
    pub(crate) out: PathBuf,
    /// Format of the output, if its extension does not say
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    /// Write a group of candidates for each row, one a class, whose features say what was common
    /// (2) and rare (-1) in the earlier rows of that class
    #[arg(
        long,
        value_name = "COMMON,RARE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "2,-1"
    )]
    pub(crate) class_features: Option<String>,
    #[command(flatten)]
    pub(crate) reading: DataArgs,
}
