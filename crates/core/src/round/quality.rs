//! How good the answer of a round was, beyond right or wrong. A round that has nothing to add is
//! plain: it is right or wrong, or has a residual.

use super::{Gains, Ranking, TagCounts};

/// The measures of one round, as its problem has them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Quality {
    /// Right or wrong, or a residual: nothing more to say.
    #[default]
    Plain,
    /// How well the relevant ones were ranked.
    Ranking(Ranking),
    /// How well the relevant ones were ranked, and what the grades of the first places add up to.
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
    /// Wrong tags and chunks of a sentence.
    Tags(TagCounts),
    /// By how much the right class led the best other one, less than 0 if it did not.
    Lead(f64),
}

impl Quality {
    /// The measures of the ranking, if the answer was one.
    #[inline]
    pub fn ranking(&self) -> Option<&Ranking> {
        match self {
            Quality::Ranking(ranking) | Quality::Graded(ranking, _) => Some(ranking),
            _ => None,
        }
    }

    /// The gains of the ranking, if what it ranked was graded.
    #[inline]
    pub fn gains(&self) -> Option<&Gains> {
        if let Quality::Graded(_, gains) = self { Some(gains) } else { None }
    }

    /// The share of the tasks whose answer was wrong or tied, if there were several.
    #[inline]
    pub fn wrong_tasks(&self) -> Option<f64> {
        if let Quality::Tasks { wrong } = self { Some(*wrong) } else { None }
    }

    /// Wrong tags and chunks, if the answer was a tag for each token.
    #[inline]
    pub fn tags(&self) -> Option<&TagCounts> {
        if let Quality::Tags(counts) = self { Some(counts) } else { None }
    }

    /// By how much the right class led, if that is not the margin itself.
    #[inline]
    pub fn lead(&self) -> Option<f64> {
        if let Quality::Lead(lead) = self { Some(*lead) } else { None }
    }

    /// How many ranks the answer was off, if it was one.
    #[inline]
    pub fn rank_distance(&self) -> Option<f64> {
        if let Quality::Ordinal { distance } = self { Some(*distance) } else { None }
    }
}
