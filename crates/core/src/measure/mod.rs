//! How good an answer was, beyond right or wrong.

mod ranking;

pub use ranking::{Ranking, rank_by};

/// The measures of one round, as its problem has them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Quality {
    /// Right or wrong, or a residual: nothing more to say.
    #[default]
    Plain,
    /// How well the relevant ones were ranked.
    Ranking(Ranking),
    /// How many ranks the answer was off.
    Ordinal {
        /// `|predicted rank - rank|`.
        distance: f64,
    },
}
