//! What the tests of the MIRA solvers share: rounds of every scale, and the four solvers on them.

use super::support::Rng;
use crate::solve::MiraSolver;

pub(super) const SOLVERS: [MiraSolver; 4] =
    [MiraSolver::Sort, MiraSolver::FixedPoint, MiraSolver::Bisection, MiraSolver::ActiveSet];

pub(super) fn solve(excess: &[f64], cap: f64, solver: MiraSolver) -> Vec<f64> {
    // Stale content must not matter.
    let (mut scratch, mut duals) = (vec![7.0; 3], vec![f64::NAN; excess.len()]);
    solver.solve(excess, cap, &mut scratch, &mut duals);
    duals
}

pub(super) fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |a: f64, &b| a.max(b))
}

#[track_caller]
pub(super) fn agree(left: &[f64], right: &[f64], tolerance: f64, what: &str) {
    let scale = largest(left).max(largest(right));
    assert_eq!(left.len(), right.len());
    for (l, r) in left.iter().zip(right) {
        assert!((l - r).abs() <= tolerance * scale, "{what}: {left:?} is not {right:?}");
    }
}

/// One round as the learner sees it.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub(super) scores: Vec<f64>,
    pub(super) y: usize,
    pub(super) a: f64,
    pub(super) beta: f64,
    pub(super) cap: f64,
}

impl Problem {
    pub(super) fn new(scores: &[f64], y: usize, a: f64, beta: f64) -> Self {
        Problem { scores: scores.to_vec(), y, a, beta, cap: 1.0 }
    }

    /// Log-uniform from 1e-8 to 1e16 in `a`; the scores include ties and equal excesses.
    pub(super) fn random(rng: &mut Rng) -> Self {
        let (k, a) = (2 + rng.below(29), rng.magnitude(1e-8, 1e16));
        let beta = [0.0, 0.01, 1.0, a][rng.below(4)];
        let cap = [0.01, 1.0, 1e3, f64::INFINITY][rng.below(4)];
        let scores = scores(k, a, beta, rng);
        Problem { scores, y: rng.below(k), a, beta, cap }
    }

    pub(super) fn excess(&self) -> Vec<f64> {
        let right = self.scores[self.y];
        let wrong = self.scores.iter().enumerate().filter(|(r, _)| *r != self.y);
        wrong.map(|(_, b)| (b - right + self.beta) / self.a).collect()
    }

    pub(super) fn tau(&self, solver: MiraSolver) -> Vec<f64> {
        let duals = solve(&self.excess(), self.cap, solver);
        let mut tau: Vec<f64> = duals.iter().map(|d| -d).collect();
        tau.insert(self.y, duals.iter().sum());
        tau
    }

    /// `A theta`, from any active class.
    pub(super) fn threshold(&self, tau: &[f64]) -> f64 {
        let active = (0..tau.len()).find(|&r| tau[r] < 0.0).unwrap();
        self.scores[active] + self.a * tau[active]
    }

    pub(super) fn after(&self, tau: &[f64]) -> Vec<f64> {
        self.scores.iter().zip(tau).map(|(b, t)| b + self.a * t).collect()
    }

    /// `-2 Q`.
    pub(super) fn gain(&self, tau: &[f64]) -> f64 {
        let linear: f64 = self.scores.iter().zip(tau).map(|(b, t)| b * t).sum();
        let square: f64 = tau.iter().map(|t| t * t).sum();
        2.0 * (self.beta * tau[self.y] - linear) - self.a * square
    }
}

fn scores(k: usize, a: f64, beta: f64, rng: &mut Rng) -> Vec<f64> {
    let kind = rng.below(7);
    let heavy = rng.magnitude(1e-3, 1e3);
    let one = |rng: &mut Rng| match kind {
        0 => 0.0,
        1 => rng.between(-1.0, 1.0),
        2 => rng.below(3) as f64,
        3 => a * rng.between(-2.0, 2.0),
        4 => beta * rng.between(-1.0, 1.0),
        5 => heavy * -rng.unit().max(1e-12).ln(),
        _ => a * rng.below(4) as f64,
    };
    (0..k).map(|_| one(rng)).collect()
}

pub(super) fn for_random_problems(
    seed: u64,
    rounds: usize,
    mut check: impl FnMut(&Problem, &mut Rng),
) {
    let mut rng = Rng::new(seed);
    for _ in 0..rounds {
        let problem = Problem::random(&mut rng);
        check(&problem, &mut rng);
    }
}
