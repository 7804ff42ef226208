//! How much work proof may take, as typed.

use clap::{Args, ValueEnum};
use noregret::Certify;

/// The flag of commands that learn.
#[derive(Clone, Debug, Args)]
pub(crate) struct ProofArgs {
    /// Work on proof: off, live (as much as on learning; default), tight
    #[arg(
        long,
        value_name = "MODE",
        default_value = "live",
        hide_default_value = true,
        hide_possible_values = true
    )]
    certificate: Certificate,
}

impl ProofArgs {
    /// How much work proof may take.
    pub(crate) fn mode(&self) -> Certify {
        self.certificate.into()
    }
}

/// How much work proof may take.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Certificate {
    /// None
    Off,
    /// About as much as learning
    #[default]
    Live,
    /// As much as it takes; rows are kept in memory
    Tight,
}

impl From<Certificate> for Certify {
    fn from(typed: Certificate) -> Self {
        match typed {
            Certificate::Off => Certify::Off,
            Certificate::Live => Certify::Live,
            Certificate::Tight => Certify::Tight,
        }
    }
}
