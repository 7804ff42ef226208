//! What witnesses have proved and found: floors under the loss of every fixed predictor, and fixed
//! predictors with their loss.

use serde::Serialize;

/// No fixed predictor of norm B has lost less than `gain - slope B`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bound {
    /// A, less what rounding may have added.
    pub gain: f64,
    /// `|v|`, and what rounding may have taken from it.
    pub slope: f64,
}

impl Bound {
    /// The floor at this norm; it may be negative, which says nothing.
    pub fn at(&self, norm: f64) -> f64 {
        self.gain - self.slope * norm
    }
}

/// A fixed predictor that was found, and what it lost on all rounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fixed {
    /// Its norm, as comparators are measured.
    pub norm: f64,
    /// Its loss on all rounds.
    pub loss: f64,
    /// The weight of the rounds that it gets wrong; 0 where labels are numbers.
    pub mistakes: f64,
}

/// What is known about one loss.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measure {
    /// The name of the loss.
    pub loss: &'static str,
    /// A floor of each witness.
    pub bounds: Vec<Bound>,
    /// Predictors whose loss on all rounds is known.
    pub found: Vec<Fixed>,
}

impl Measure {
    /// No fixed predictor of this norm has lost less.
    pub fn lower_bound(&self, norm: f64) -> f64 {
        self.bounds.iter().map(|bound| bound.at(norm)).fold(0.0, f64::max)
    }

    /// The largest norm up to which every fixed predictor has lost more than `loss`; `None` if that
    /// is not proved of any.
    pub fn norm_above(&self, loss: f64) -> Option<f64> {
        let reach = |bound: &Bound| match bound.gain > loss {
            true if bound.slope > 0.0 => Some((bound.gain - loss) / bound.slope),
            true => Some(f64::INFINITY),
            false => None,
        };
        self.bounds.iter().filter_map(reach).reduce(f64::max)
    }
}

/// What witnesses say about the rounds they have seen.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Findings {
    /// How many rounds.
    pub rounds: u64,
    /// Their weight.
    pub weight: f64,
    /// What is known, a loss each.
    pub measures: Vec<Measure>,
}

impl Findings {
    /// What is known about this loss.
    pub fn measure(&self, loss: &str) -> Option<&Measure> {
        self.measures.iter().find(|measure| measure.loss == loss)
    }
}
