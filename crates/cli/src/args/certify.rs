//! `noregret certify` as typed.

use super::learner::Bias;
use super::{Certificate, DataArgs};
use clap::{Args, ValueEnum};
use noregret::train::{Certification, Form};
use noregret::{Choice, Training};
use std::path::PathBuf;

/// What the lines of the predictions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum As {
    /// Classes by name
    Labels,
    /// Numbers whose sign, or whose largest, decides
    Scores,
    /// Of the positive class, or of each
    Probabilities,
}

/// Whether models are linear in standardised columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Standardise {
    /// Tables of few columns
    Auto,
    /// They are
    Yes,
    /// They are not
    No,
}

/// `noregret certify`.
#[derive(Debug, Args)]
pub(crate) struct CertifyArgs {
    /// Data files in this order (gzip and zstd too), or `-`
    #[arg(required = true)]
    pub(crate) data: Vec<PathBuf>,
    /// Predictions of any program, one a row: labels, scores, probabilities, numbers (gzip too; `-`
    /// for standard input)
    #[arg(long, value_name = "FILE")]
    pub(crate) predictions: PathBuf,
    /// What the lines are; else they tell
    #[arg(
        long = "as",
        value_enum,
        value_name = "labels|scores|probabilities",
        hide_possible_values = true
    )]
    pub(crate) form: Option<As>,
    /// How much work proof may take: as much as learning, or as much as it takes
    #[arg(long, value_name = "live|tight", default_value = "live", hide_possible_values = true)]
    pub(crate) certificate: Certificate,
    /// Whether models are linear in standardised columns; auto: in tables
    #[arg(
        long,
        value_enum,
        default_value = "auto",
        value_name = "auto|yes|no",
        hide_possible_values = true
    )]
    pub(crate) standardise: Standardise,
    /// What the label asks, if the labels are not to tell: two classes, several, numbers
    #[arg(long, value_name = "P")]
    pub(crate) problem: Option<String>,
    /// Constant feature: from the data, or its value
    #[arg(long, default_value = "auto", value_name = "auto|X", allow_hyphen_values = true)]
    pub(crate) bias: Bias,
    /// No constant feature
    #[arg(long, conflicts_with = "bias")]
    pub(crate) no_bias: bool,
    /// Hash features into 2^BITS slots instead of keeping their names
    #[arg(long, value_name = "BITS", value_parser = clap::value_parser!(u8).range(1..=30))]
    pub(crate) hash: Option<u8>,
    /// JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: DataArgs,
}

impl CertifyArgs {
    /// The audit that was asked for, for the engine.
    pub(crate) fn certification(&self) -> Certification {
        let choice = Choice {
            problem: self.problem.clone(),
            bias: self.bias.choice(self.no_bias),
            hash: self.hash,
            ..Choice::default()
        };
        Certification {
            training: Training {
                data: self.data.clone(),
                choice,
                reading: self.reading.reading(),
                certify: self.certificate.into(),
                ..Training::default()
            },
            predictions: self.predictions.clone(),
            text: None,
            form: self.form.map(|form| match form {
                As::Labels => Form::Labels,
                As::Scores => Form::Scores,
                As::Probabilities => Form::Probabilities,
            }),
            standardise: match self.standardise {
                Standardise::Auto => None,
                Standardise::Yes => Some(true),
                Standardise::No => Some(false),
            },
        }
    }
}
