//! The regret of an online run against the best fixed predictor u found: true beside certified.
//!
//! ```text
//! true        G - sum_t g_t(u)               certified  G - LB(level)
//! regularised G - (c f(u) + sum_t g_t(u))    certified  G - D_c of the run
//! ```
//!
//! G is the loss of the run and LB the lower bound its own dual variables prove for every predictor
//! of a complexity up to `level`, that of u rounded up to six digits. No predictor of the
//! complexity of u, or less, has a loss smaller than that of u by more than the duality gap, so the
//! true regret against the best of them is known to within the gap. (Thesis Lemma 1,
//! read for every u.)

use super::Optimum;
use crate::geometry::Class;
use crate::hypothesis::Hypothesis;
use crate::learner::AnyLearner;
use crate::spec::Spec;
use serde::Serialize;

/// What a run lost more than the best fixed predictor.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Regret {
    /// G, the loss of the run.
    pub online_loss: f64,
    /// Loss of the best fixed predictor.
    pub best_loss: f64,
    /// Its complexity: its norm, or f where the class is bounded.
    pub complexity: f64,
    /// How reports name that complexity.
    pub measured_by: String,
    /// `G - sum_t g_t(u)`.
    pub regret: f64,
    /// A predictor of that complexity may lose less than the one found, but by no more than this.
    pub within: f64,
    /// The complexity rounded up to few digits, so that it can be told.
    pub level: f64,
    /// A predictor of complexity `level` may lose less by so much more.
    pub rounding: f64,
    /// What the run itself proves of the regret against all predictors of complexity `level`;
    /// `None` where columns are standardised, which the run saw by moments that moved.
    pub certified: Option<f64>,
    /// `G - (c f(u) + sum_t g_t(u))`.
    pub regularised: f64,
    /// What the run itself proves of that, if its dual variables are feasible as they are and
    /// columns are not standardised.
    pub regularised_certified: Option<f64>,
}

/// Both regrets are differences of sums; they may be off by this share of those.
const ROUNDING: f64 = 1e-12;

impl Regret {
    /// Whether less is certified than is true, which no run may do.
    pub fn is_violated(&self) -> bool {
        let rounding = ROUNDING * (self.online_loss.abs() + self.best_loss.abs());
        self.certified.is_some_and(|certified| certified < self.regret - rounding)
    }

    /// How many times the true regret is certified.
    pub fn ratio(&self) -> Option<f64> {
        self.certified.filter(|_| self.regret > 0.0).map(|certified| certified / self.regret)
    }
}

impl AnyLearner {
    /// The regret of this run, of a learner built from `spec`, against the best predictor for the
    /// same rounds.
    pub fn regret_to(&self, best: &Optimum, spec: &Spec) -> Regret {
        let (online_loss, bounds) = (self.run.ledger.loss.value(), &best.bounds);
        // Rounded up: the class that is spoken about holds the predictor.
        let f = best.complexity * (1.0 + ROUNDING);
        let class = self.hypothesis.class();
        // Where f is half a squared norm times this.
        let curvature = spec.geometry.curvature();
        let complexity = curvature.map_or(f, |k| (2.0 * f / k).sqrt());
        let level = match class {
            Class::Bounded { most, .. } => round_up(complexity).min(most),
            Class::Norm(_) | Class::Distance => round_up(complexity),
        };
        let most_f = curvature.map_or(level, |k| 0.5 * k * level * level);
        let measured_by = match class {
            Class::Norm(norm) => norm.name().to_owned(),
            Class::Distance => "distance".to_owned(),
            Class::Bounded { set, measure, .. } => format!("{} in the {set}", measure.name()),
        };
        let most = online_loss + self.run.ledger.loss.slack();
        // About the rows as the run saw them.
        let speaks = self.run.standard.is_none();
        Regret {
            online_loss,
            best_loss: bounds.loss,
            complexity,
            measured_by,
            regret: online_loss - bounds.loss,
            within: bounds.gap().max(0.0),
            level,
            rounding: (best.c * (most_f - f)).max(0.0),
            certified: speaks.then(|| most - self.lower_bound(level)),
            regularised: online_loss - bounds.primal,
            regularised_certified: self.proved_value(spec).filter(|_| speaks).map(|d| most - d),
        }
    }

    /// What the run proves of `c f(u) + loss of u` for every u, with the f of the search.
    fn proved_value(&self, spec: &Spec) -> Option<f64> {
        let proved = self.certificate();
        if !spec.geometry.is_adaptive() {
            return proved.dual_value;
        }
        // The least of A - s |v| + c s^2/2, slack included.
        let ([constant, path], c) = (proved.slack, proved.tradeoff);
        let length = proved.potential_norm + path;
        proved.dual_value.map(|_| proved.dual_gain - constant - length * length / (2.0 * c))
    }
}

/// Significant digits of a complexity that is told.
const DIGITS: i32 = 6;

/// The number with few digits that is not below this one.
fn round_up(x: f64) -> f64 {
    if !(x > 0.0 && x.is_finite()) {
        return x;
    }
    // Powers of ten that are finite, and whole numbers, so that the decimal is the nearest there
    // is.
    let places = (DIGITS - 1 - x.log10().floor() as i32).clamp(-300, 300);
    let whole = 10f64.powi(places.abs());
    let units = if places < 0 { x / whole } else { x * whole }.ceil();
    let decimal = |units: f64| if places < 0 { units * whole } else { units / whole };
    if decimal(units) < x { decimal(units + 1.0) } else { decimal(units) }
}

#[cfg(test)]
mod tests {
    use super::round_up;

    #[test]
    fn decimals_are_short_and_not_below() {
        for (x, text) in [
            (2.101_999_5, "2.102"),
            (0.489_095_7, "0.489096"),
            (123_456_789.0, "123457000"),
            (7.0, "7"),
            (0.0, "0"),
        ] {
            assert_eq!(round_up(x).to_string(), text);
        }
        assert!([1e-310, 1.7e308].into_iter().all(|x| round_up(x) >= x));
        let mut x = 1e-9;
        while x < 1e9 {
            let up = round_up(x);
            assert!(up >= x && up <= x * (1.0 + 1.1e-5), "{x}: {up}");
            assert!(up.to_string().trim_matches(['0', '.']).len() <= 7, "{up}");
            x *= 1.037;
        }
    }
}
