//! How good an answer was, beyond right or wrong.

mod gains;
mod ranking;

pub use gains::Gains;
pub use ranking::{Ranking, rank_by};

/// The measures of one round, as its problem has them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Quality {
    /// Right or wrong, or a residual: nothing more to say.
    #[default]
    Plain,
    /// How well the relevant ones were ranked.
    Ranking(Ranking),
    /// The same, and what the grades of the first places add up to.
    Graded(Ranking, Gains),
    /// Several tasks at once.
    Tasks {
        /// Share of the tasks whose answer was wrong or tied.
        wrong: f64,
    },
    /// How many ranks the answer was off.
    Ordinal {
        /// `|predicted rank - rank|`.
        distance: f64,
    },
}
