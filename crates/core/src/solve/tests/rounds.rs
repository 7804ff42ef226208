//! Random rounds of label ranking, the conjugates written down once more, and a slow solver over
//! the pairs.

use super::entropy::Entropy;
use super::support::Rng;

use crate::solve::ranking::{BinaryEntropy, Demand, Potential, Quadratic};

/// How scores answer to a step.
#[derive(Clone, Debug)]
pub(super) enum Geometry {
    Euclid { scores: Vec<f64>, square: f64 },
    Binary { scores: Vec<f64> },
    Real { values: Vec<f64>, weights: Vec<f64> },
}

#[derive(Clone, Debug)]
pub(super) struct Round {
    pub(super) geometry: Geometry,
    pub(super) relevant: Vec<bool>,
    pub(super) margin: f64,
    pub(super) cap: f64,
}

/// Which geometry a random round has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Euclid,
    Binary,
    Real,
}

pub(super) fn logits(scores: &[f64]) -> Vec<f64> {
    scores.iter().map(|q| q.ln() - (-q).ln_1p()).collect()
}

/// At least one label on each side.
pub(super) fn random_sides(k: usize, rng: &mut Rng) -> Vec<bool> {
    let share = rng.unit();
    let mut relevant: Vec<bool> = (0..k).map(|_| rng.chance(share)).collect();
    let first = rng.below(k);
    relevant[first] = true;
    relevant[(first + 1) % k] = false;
    relevant
}

impl Round {
    /// Ties are common; the cap is log-uniform around one.
    pub(super) fn random(kind: Kind, k: usize, rng: &mut Rng) -> Self {
        let relevant = random_sides(k, rng);
        let cap = rng.magnitude(1e-2, 30.0);
        let (geometry, margin) = match kind {
            Kind::Euclid => {
                let scores = (0..k).map(|_| tied(rng.between(-1.0, 1.0), rng)).collect();
                let square = rng.magnitude(0.1, 10.0);
                (Geometry::Euclid { scores, square }, rng.between(0.1, 2.0))
            }
            Kind::Binary => {
                let scores = (0..k).map(|_| tied(rng.between(0.01, 0.99), rng)).collect();
                (Geometry::Binary { scores }, rng.between(0.05, 0.95))
            }
            Kind::Real => {
                let n = 1 + rng.below(4);
                let values = rng.vector(n);
                let weights = (0..k).flat_map(|_| rng.simplex(n + 1)[..n].to_vec()).collect();
                (Geometry::Real { values, weights }, rng.between(0.05, 0.5))
            }
        };
        Round { geometry, relevant, margin, cap }
    }

    pub(super) fn demand(&self) -> Demand<'_> {
        Demand { relevant: &self.relevant, margin: self.margin, cap: self.cap }
    }

    /// Calls `f` with the crate's potential.
    pub(super) fn with_potential<T>(&self, mut f: impl FnMut(&dyn Potential) -> T) -> T {
        match &self.geometry {
            Geometry::Euclid { scores, square } => f(&Quadratic { scores, square: *square }),
            Geometry::Binary { scores } => f(&BinaryEntropy { logits: &logits(scores) }),
            Geometry::Real { values, weights } => f(&Entropy { values, weights }),
        }
    }

    /// `h_y(a)` by the table of the paper.
    pub(super) fn h(&self, y: usize, a: f64) -> f64 {
        match &self.geometry {
            Geometry::Euclid { scores, square } => a * scores[y] + 0.5 * a * a * square,
            Geometry::Binary { scores } => (scores[y] * a.exp() + 1.0 - scores[y]).ln(),
            Geometry::Real { values, weights } => {
                let w = &weights[y * values.len()..][..values.len()];
                let moved: f64 = w.iter().zip(values).map(|(w, x)| w * (a * x).exp()).sum();
                (1.0 - w.iter().sum::<f64>() + moved).ln()
            }
        }
    }

    /// `h_y'(a)`, the score after the step.
    pub(super) fn score(&self, y: usize, a: f64) -> f64 {
        match &self.geometry {
            Geometry::Euclid { scores, square } => scores[y] + a * square,
            Geometry::Binary { scores } => {
                let up = scores[y] * a.exp();
                up / (up + 1.0 - scores[y])
            }
            Geometry::Real { values, weights } => {
                let w = &weights[y * values.len()..][..values.len()];
                let terms = || w.iter().zip(values).map(|(w, x)| (w * (a * x).exp(), x));
                let mass = 1.0 - w.iter().sum::<f64>() + terms().map(|(p, _)| p).sum::<f64>();
                terms().map(|(p, x)| p * x).sum::<f64>() / mass
            }
        }
    }

    /// `gamma A - sum h`.
    pub(super) fn increase(&self, alpha: &[f64]) -> f64 {
        let gain = |(y, &a): (usize, &f64)| {
            let margin = if self.relevant[y] { self.margin * a } else { 0.0 };
            margin - self.h(y, a)
        };
        alpha.iter().enumerate().map(gain).sum()
    }

    #[track_caller]
    pub(super) fn assert_feasible(&self, alpha: &[f64]) {
        let scale: f64 = alpha.iter().map(|a| a.abs()).sum::<f64>() + f64::MIN_POSITIVE;
        let mut mass = 0.0;
        for (&a, &relevant) in alpha.iter().zip(&self.relevant) {
            assert!(if relevant { a >= 0.0 } else { a <= 0.0 }, "signs {alpha:?} {self:?}");
            mass += if relevant { a } else { 0.0 };
        }
        assert!(alpha.iter().sum::<f64>().abs() <= 1e-12 * scale, "sum {alpha:?} {self:?}");
        assert!(mass <= self.cap * (1.0 + 1e-12), "mass {mass} {self:?}");
    }

    /// The optimum by exchanging mass between pairs, one line search at a time.
    pub(super) fn slow_oracle(&self) -> Vec<f64> {
        let side = |wanted| (0..self.relevant.len()).filter(move |&y| self.relevant[y] == wanted);
        let pairs: Vec<(usize, usize)> =
            side(true).flat_map(|r| side(false).map(move |s| (r, s))).collect();
        let mut tau = vec![0.0; pairs.len()];
        let mut alpha = vec![0.0; self.relevant.len()];
        for _ in 0..20_000 {
            let slopes: Vec<f64> = pairs.iter().map(|&(r, s)| self.slope(&alpha, r, s)).collect();
            let left = self.cap - tau.iter().sum::<f64>();
            let up = (0..pairs.len()).max_by(|&a, &b| slopes[a].total_cmp(&slopes[b])).unwrap();
            let up = Some(up).filter(|&p| slopes[p] > 0.0);
            let wet = (0..pairs.len()).filter(|&p| tau[p] > 0.0);
            let down = wet.min_by(|&a, &b| slopes[a].total_cmp(&slopes[b]));
            let down = down.filter(|&p| slopes[p] < 0.0 || left <= 1e-15 * self.cap);
            let slope = |p: Option<usize>| p.map_or(0.0, |p| slopes[p]);
            if up == down || slope(up) - slope(down) < 1e-10 {
                break;
            }
            let most = down.map_or(left, |p| tau[p]);
            let step = self.search(&alpha, up.map(|p| pairs[p]), down.map(|p| pairs[p]), most);
            for (pair, change) in [(up, step), (down, -step)] {
                let Some(p) = pair else { continue };
                tau[p] = f64::max(0.0, tau[p] + change);
                alpha[pairs[p].0] += change;
                alpha[pairs[p].1] -= change;
            }
        }
        alpha
    }

    fn slope(&self, alpha: &[f64], r: usize, s: usize) -> f64 {
        self.margin - self.score(r, alpha[r]) + self.score(s, alpha[s])
    }

    /// Bisection on the derivative along the exchange.
    fn search(
        &self,
        alpha: &[f64],
        up: Option<(usize, usize)>,
        down: Option<(usize, usize)>,
        most: f64,
    ) -> f64 {
        let derivative = |t: f64| {
            let mut moved = alpha.to_vec();
            for (pair, change) in [(up, t), (down, -t)] {
                let Some((r, s)) = pair else { continue };
                moved[r] += change;
                moved[s] -= change;
            }
            let slope =
                |p: Option<(usize, usize)>| p.map_or(0.0, |(r, s)| self.slope(&moved, r, s));
            slope(up) - slope(down)
        };
        if derivative(most) >= 0.0 {
            return most;
        }
        let (mut low, mut high) = (0.0, most);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if derivative(middle) > 0.0 { low = middle } else { high = middle }
        }
        low
    }
}

/// Rounded to a coarse grid now and then.
fn tied(x: f64, rng: &mut Rng) -> f64 {
    if rng.chance(0.3) {
        ((x * 4.0).round() / 4.0).clamp(-1.0, 0.99).max(if x > 0.0 { 0.01 } else { -1.0 })
    } else {
        x
    }
}
