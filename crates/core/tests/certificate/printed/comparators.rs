//! Fixed predictors to hold against a run: those that lose nothing if a batch Perceptron (or
//! exponential weights, on a simplex) finds them, sums of directions, the last weights, random
//! ones.

use super::asked::{Asked, Constraint};
use super::run::Run;
use crate::support::realisable::HIDDEN;
use crate::support::{Rng, dot, plus, scaled};
use noregret_core::geometry::AnyGeometry;
use noregret_core::problem::Problem;

const PASSES: usize = 300;

/// Predictors of the set that the learner of this run is compared with.
pub fn comparators(run: &Run) -> Vec<Vec<f64>> {
    let mut rng = Rng::new(73);
    let Some(set) = Set::of(&run.spec.geometry) else { return on_line(run, &mut rng) };
    let size = run.start.len();
    let sum = sum(run);
    let mut all: Vec<Vec<f64>> =
        [0.0, 0.3, 1.0, 3.0, 30.0].iter().map(|s| set.point(run, &scaled(&sum, *s))).collect();
    all.extend((0..4).map(|_| set.point(run, &scaled(&rng.vector(size), 4.0))));
    all.extend(teacher(run, |v| set.point(run, v), 0.3));
    if size == HIDDEN.len() {
        all.push(HIDDEN.to_vec());
    }
    all
}

/// Predictors of any size.
fn on_line(run: &Run, rng: &mut Rng) -> Vec<Vec<f64>> {
    let (sum, last, size) = (sum(run), run.weights(), run.start.len());
    let mut all = vec![run.start.clone()];
    if run.spec.problem.name() == "uniclass" {
        let points = run.rounds.iter().map(|r| &r.parts[0]);
        let centre =
            points.fold(vec![0.0; size], |c, x| plus(&c, 1.0 / run.rounds.len() as f64, x));
        all.extend([0.5, 1.0].map(|s| plus(&run.start, s, &plus(&centre, -1.0, &run.start))));
        return all;
    }
    for s in [0.02, 0.1, 0.25, 0.5, 1.0, 2.0] {
        all.extend([scaled(&sum, s), scaled(&last, s)]);
    }
    all.extend((0..3).map(|_| scaled(&rng.vector(size), 2.0)));
    if let Some(best) = teacher(run, <[f64]>::to_vec, 1.0) {
        all.extend([0.5, 1.0, 2.0].map(|s| scaled(&best, s)));
    }
    all
}

/// The sum over the rounds of the mean of their directions.
fn sum(run: &Run) -> Vec<f64> {
    let mut sum = vec![0.0; run.start.len()];
    for round in &run.rounds {
        let all = round.asked.constraints();
        for k in &all {
            sum = plus(&sum, 1.0 / all.len() as f64, &k.a);
        }
    }
    sum
}

/// A predictor without loss, if batch learning finds one.
fn teacher(run: &Run, point: impl Fn(&[f64]) -> Vec<f64>, rate: f64) -> Option<Vec<f64>> {
    if run.spec.problem.two_sided() {
        return None;
    }
    let groups = run.rounds.iter().filter(|r| matches!(r.asked, Asked::Groups(_)));
    let all: Vec<&Constraint> = groups.flat_map(|r| r.asked.constraints()).collect();
    let asked = run.spec.loss.margin().unwrap_or(1.0);
    let mut v = vec![0.0; run.start.len()];
    for _ in 0..PASSES {
        let mut clean = true;
        for k in &all {
            if dot(&k.a, &point(&v)) - k.b < asked {
                clean = false;
                v = plus(&v, rate, &k.a);
            }
        }
        if clean {
            break;
        }
    }
    let u = point(&v);
    let missed = |k: &&&Constraint| dot(&k.a, &u) - k.b < 0.0;
    (!all.is_empty() && all.iter().filter(missed).count() == 0).then_some(u)
}

/// A bounded set of predictors.
enum Set {
    Simplex { radius: f64, joint: bool, floor: f64 },
    Balanced { radius: f64 },
}

impl Set {
    fn of(geometry: &AnyGeometry) -> Option<Set> {
        match geometry {
            AnyGeometry::Entropy(g) => {
                Some(Set::Simplex { radius: g.radius, joint: g.joint, floor: 0.0 })
            }
            AnyGeometry::EntropyFloor(g) => {
                Some(Set::Simplex { radius: g.radius, joint: false, floor: g.floor })
            }
            AnyGeometry::Balanced(g) => Some(Set::Balanced { radius: g.radius }),
            _ => None,
        }
    }

    /// A point of the set from any vector.
    fn point(&self, run: &Run, v: &[f64]) -> Vec<f64> {
        match *self {
            Set::Simplex { radius, joint, floor } => {
                let p = run.shape.normalised(v, joint);
                let uniform = floor / run.shape.wide as f64;
                p.iter().map(|p| radius * ((1.0 - floor) * p + uniform)).collect()
            }
            Set::Balanced { radius } => {
                let both: Vec<f64> = v.iter().copied().chain(v.iter().map(|v| -v)).collect();
                let shape = super::asked::Shape { wide: both.len(), rows: 1 };
                let p = shape.normalised(&both, true);
                let n = v.len();
                (0..n).map(|j| radius * (p[j] - p[n + j])).collect()
            }
        }
    }
}
