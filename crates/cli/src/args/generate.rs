//! `noregret generate` as typed.

use clap::Args;
use std::path::PathBuf;

/// `noregret generate`.
#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// Which data, see `noregret list generators`
    pub(crate) name: String,
    /// Parameters, key=value
    pub(crate) settings: Vec<String>,
    /// Rows at most
    #[arg(
        long,
        default_value_t = 1000,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..=u64::from(u32::MAX) - 1)
    )]
    pub(crate) rows: u64,
    /// The same seed gives the same rows
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// Whom an adversary plays against, see `noregret list algorithms` (else the Perceptron)
    #[arg(long, value_name = "ALGORITHM")]
    pub(crate) against: Option<String>,
    /// Where to write; the extension chooses the format (else svmlight on standard output)
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
    /// Format of the output, if its extension does not say
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
}
