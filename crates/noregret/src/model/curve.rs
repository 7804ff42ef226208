//! How a learner did along the way: a few points a decade of rounds, so that the longest run has
//! few.

use super::{Meter, Recent};
use noregret_core::problem::Problem;
use noregret_core::{AnyLearner, Outcome};

/// Points a factor of ten.
const A_DECADE: f64 = 16.0;
/// The norm of the comparators that regrets are about, unless their class is bounded.
pub const NORM: f64 = 1.0;

/// Where a run stood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// After so many rounds.
    pub rounds: f64,
    /// Percent wrong so far, or mean squared error where labels are numbers.
    pub error: f64,
    /// Percent wrong, or mean squared error, of the last [`WINDOW`](super::WINDOW) rounds.
    pub recent: f64,
    /// Mean loss so far.
    pub loss: f64,
    /// Mean loss so far as witnesses count it; not a number where they do not.
    pub judged: f64,
    /// Certified regret so far, a round; not a number if there is none.
    pub regret: f64,
}

/// The points of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    points: Vec<Point>,
    recent: Recent,
    /// What witnesses count of the loss so far.
    judged: f64,
    /// The round of the next point.
    next: u64,
}

impl Curve {
    /// No point yet of a run of this problem.
    pub fn new(problem: &impl Problem) -> Self {
        Curve { recent: Recent::new(problem), ..Curve::default() }
    }

    /// Called after every round.
    #[inline]
    pub fn see(&mut self, meter: &Meter, learner: &AnyLearner, outcome: &Outcome, judged: f64) {
        if outcome.counted {
            self.recent.add(outcome);
        }
        self.judged = judged;
        if meter.examples >= self.next.max(1) {
            self.add(meter, learner);
        }
    }

    #[cold]
    fn add(&mut self, meter: &Meter, learner: &AnyLearner) {
        let rounds = meter.examples as f64;
        self.next = meter.examples + 1;
        self.next = self.next.max((rounds * 10f64.powf(1.0 / A_DECADE)).round() as u64);
        self.points.push(Point {
            rounds,
            error: meter.curve().1,
            recent: self.recent_error(),
            loss: meter.mean_loss().unwrap_or(f64::NAN),
            judged: self.judged / meter.weight.value(),
            regret: certified_regret(learner).unwrap_or(f64::NAN) / rounds,
        });
    }

    /// The error of the last rounds, as [`Point::recent`] has it.
    fn recent_error(&self) -> f64 {
        let scale = if self.recent.is_rate() { 100.0 } else { 1.0 };
        self.recent.error().map_or(f64::NAN, |error| scale * error)
    }

    /// All points, the last round among them.
    pub fn finish(mut self, meter: &Meter, learner: &AnyLearner) -> Vec<Point> {
        if self.points.last().is_none_or(|last| last.rounds < meter.examples as f64) {
            self.add(meter, learner);
        }
        self.points
    }
}

/// The certified regret against the comparators of norm [`NORM`], or all of the bounded class.
pub fn certified_regret(learner: &AnyLearner) -> Option<f64> {
    learner.certificate().at_norm(NORM).map(|level| level.regret)
}

#[cfg(test)]
mod tests {
    use super::*;
    use noregret_core::metric::Judged;
    use noregret_core::{Instance, Label, Spec};

    #[test]
    fn a_long_run_has_few_points_and_the_last_round_is_one() {
        let spec = Spec::named("pa1", "binary").unwrap();
        let mut learner = spec.build().unwrap();
        let (mut meter, mut curve) = (Meter::new(&spec.problem), Curve::new(&spec.problem));
        for t in 0..10_000 {
            let y = if t % 3 == 0 { -1.0 } else { 1.0 };
            let label = Label::Number(y);
            let outcome = learner.learn(Instance::Dense(&[1.0, y]), label).unwrap();
            meter.add(&Judged { outcome: &outcome, label, weight: 1.0 });
            curve.see(&meter, &learner, &outcome, f64::NAN);
        }
        let points = curve.finish(&meter, &learner);
        assert!((50..70).contains(&points.len()), "{}", points.len());
        assert!(points.windows(2).all(|two| two[0].rounds < two[1].rounds));
        let last = points.last().unwrap();
        assert_eq!((points[0].rounds, last.rounds), (1.0, 10_000.0));
        assert_eq!(last.loss, meter.mean_loss().unwrap());
        assert_eq!(last.regret, certified_regret(&learner).unwrap() / 10_000.0);
    }
}
