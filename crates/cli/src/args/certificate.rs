//! How much work proof may take, as typed.

use clap::ValueEnum;
use noregret::Certify;

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
