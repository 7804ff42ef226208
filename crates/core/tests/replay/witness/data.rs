//! Rounds with noise for witnesses, comparators for them, and losses by slow formulas.

use crate::support::{Rng, dot};
use noregret_core::problem::{AnyProblem, Problem};
use noregret_core::replay::witness::{Bound, Effort, Witness};
use noregret_core::stage::Bias;
use noregret_core::{Instance, Label};

/// Features of a row; the constant comes after them.
pub(super) const N: usize = 6;
pub(super) const BIAS: f64 = 0.5;

/// What a label asks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Asks {
    Sign,
    Number,
    Class(usize),
}

pub(super) const ALL: [Asks; 4] = [Asks::Sign, Asks::Number, Asks::Class(3), Asks::Class(11)];

/// A row, its label and its weight.
pub(super) type Round = (Vec<f64>, f64, f64);

impl Asks {
    pub(super) fn problem(self) -> AnyProblem {
        let name = match self {
            Asks::Sign => "binary",
            Asks::Number => "regression",
            Asks::Class(_) => "multiclass",
        };
        let mut problem = AnyProblem::parse(name).unwrap();
        for y in self.labels() {
            problem.admit(Label::Number(y)).unwrap();
        }
        problem
    }

    fn labels(self) -> Vec<f64> {
        match self {
            Asks::Sign => vec![-1.0, 1.0],
            Asks::Number => Vec::new(),
            Asks::Class(k) => (0..k).map(|r| r as f64).collect(),
        }
    }

    /// Rows of a planted predictor with noise; columns of several sizes, some rows are zero.
    pub(super) fn rounds(self, rng: &mut Rng, count: usize) -> Vec<Round> {
        let k = if let Asks::Class(k) = self { k } else { 1 };
        let planted: Vec<Vec<f64>> = (0..k).map(|_| rng.vector(N)).collect();
        let round = |t: usize| {
            let mut x = if t % 17 == 16 { vec![0.0; N] } else { rng.vector(N) };
            x[1] *= 8.0;
            x[2] = if rng.chance(0.7) { 0.0 } else { x[2] };
            let scores: Vec<f64> = planted.iter().map(|u| dot(u, &x)).collect();
            let y = match self {
                Asks::Sign if rng.chance(0.15) => -scores[0].signum(),
                Asks::Sign => scores[0].signum(),
                Asks::Number => scores[0] + (2.0 * rng.signed()),
                Asks::Class(k) if rng.chance(0.2) => rng.below(k) as f64,
                Asks::Class(k) => {
                    (0..k).max_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap() as f64
                }
            };
            (x, y, rng.magnitude(0.5, 2.0))
        };
        (0..count).map(round).collect()
    }

    /// The losses that witnesses speak about, of a comparator with a row of weights a class, the
    /// last weight of each for the constant.
    pub(super) fn losses(self, u: &[Vec<f64>], rounds: &[Round]) -> Vec<(&'static str, f64)> {
        let score = |u: &[f64], x: &[f64]| dot(&u[..N], x) + BIAS * u[N];
        let (mut hinge, mut logistic, mut squared) = (0.0, 0.0, 0.0);
        for (x, y, weight) in rounds {
            let z = match self {
                Asks::Number => {
                    squared += weight * (score(&u[0], x) - y).powi(2);
                    continue;
                }
                Asks::Sign => y * score(&u[0], x),
                Asks::Class(_) => {
                    let scores: Vec<f64> = u.iter().map(|u| score(u, x)).collect();
                    let others = scores.iter().enumerate().filter(|(r, _)| *r != *y as usize);
                    scores[*y as usize] - others.map(|(_, s)| *s).fold(f64::NEG_INFINITY, f64::max)
                }
            };
            hinge += weight * (1.0 - z).max(0.0);
            logistic += weight * (-z).exp().ln_1p();
        }
        match self {
            Asks::Number => vec![("squared", squared)],
            Asks::Sign => vec![("hinge", hinge), ("logistic", logistic)],
            Asks::Class(_) => vec![("hinge", hinge)],
        }
    }

    /// How many rows of weights a comparator has.
    pub(super) fn rows(self) -> usize {
        if let Asks::Class(k) = self { k } else { 1 }
    }
}

/// Small blocks, so that there are many.
pub(super) fn small(cells: usize) -> Effort {
    Effort { block_cells: cells, allowance: 1e4, ..Effort::LIVE }
}

/// Witnesses that have seen these rounds.
pub(super) fn watched(asks: Asks, rounds: &[Round], effort: Effort) -> Witness {
    let mut witness = fresh(asks, effort);
    see(&mut witness, asks, rounds);
    witness
}

pub(super) fn fresh(asks: Asks, effort: Effort) -> Witness {
    Witness::new(&asks.problem(), Some(Bias::new(N as u32, BIAS)), effort).unwrap()
}

pub(super) fn see(witness: &mut Witness, asks: Asks, rounds: &[Round]) {
    let problem = asks.problem();
    for (x, y, weight) in rounds {
        witness.see(&problem, Instance::Dense(x), Label::Number(*y), *weight).unwrap();
    }
}

/// The norm of all rows together.
pub(super) fn norm(u: &[Vec<f64>]) -> f64 {
    u.iter().map(|u| dot(u, u)).sum::<f64>().sqrt()
}

/// Random comparators of many sizes, and ones that follow the gradient of the hinge or the squared
/// loss downhill.
pub(super) fn comparators(asks: Asks, rng: &mut Rng, rounds: &[Round]) -> Vec<Vec<Vec<f64>>> {
    let mut all = Vec::new();
    for size in [0.01, 0.1, 0.3, 1.0, 3.0, 10.0] {
        for _ in 0..5 {
            let row = |rng: &mut Rng| rng.vector(N + 1).iter().map(|x| size * x).collect();
            all.push((0..asks.rows()).map(|_| row(rng)).collect());
        }
    }
    let value = |u: &[Vec<f64>]| asks.losses(u, rounds)[0].1;
    let mut u: Vec<Vec<f64>> = vec![vec![0.0; N + 1]; asks.rows()];
    let (mut step, mut best) = (0.3, value(&u));
    for _ in 0..300 {
        let mut next = u.clone();
        let (r, j) = (rng.below(asks.rows()), rng.below(N + 1));
        next[r][j] += step * (2.0 * rng.signed());
        let now = value(&next);
        if now < best {
            (u, best) = (next, now);
        } else {
            step = (step * 0.99).max(0.01);
        }
    }
    all.push(u);
    all
}

/// Means and deviations of the columns over all rounds.
pub(super) fn moments(rounds: &[Round]) -> Vec<(f64, f64)> {
    let n = rounds.len() as f64;
    let column = |j: usize| {
        let mean = rounds.iter().map(|(x, _, _)| x[j]).sum::<f64>() / n;
        let square = rounds.iter().map(|(x, _, _)| (x[j] - mean).powi(2)).sum::<f64>() / n;
        (mean, square.sqrt())
    };
    (0..N).map(column).collect()
}

/// The rows in columns standardised with these moments.
pub(super) fn standardised(rounds: &[Round], moments: &[(f64, f64)]) -> Vec<Round> {
    let row = |(x, y, weight): &Round| {
        let z =
            x.iter().zip(moments).map(|(x, (mean, s))| if *s > 0.0 { (x - mean) / s } else { 0.0 });
        (z.collect(), *y, *weight)
    };
    rounds.iter().map(row).collect()
}

/// Rows whose columns drift far from where they began; one never varies, one only late.
pub(super) fn drifting(asks: Asks, rng: &mut Rng, count: usize) -> Vec<Round> {
    let mut rounds = asks.rounds(rng, count);
    for (t, (x, _, _)) in rounds.iter_mut().enumerate() {
        let late = t as f64 / count as f64;
        x[0] = 100.0 + 30.0 * late + 3.0 * x[0];
        x[3] = 7.0;
        x[4] = if late < 0.5 { 2.0 } else { x[4] };
        x[5] *= 0.01 + late;
    }
    rounds
}

/// Rounds of so little weight that every dual variable of the first witness is at its cap; two of
/// three have one label, and a column drifts.
pub(super) fn capped(asks: Asks, rng: &mut Rng, count: usize) -> Vec<Round> {
    let labels = if asks == Asks::Sign { [1.0, -1.0] } else { [0.0, 1.0] };
    let round = |t: usize| {
        let mut x = rng.vector(N);
        x[0] = 50.0 + 2.0 * x[0] + 0.2 * t as f64;
        (x, labels[usize::from(t.is_multiple_of(3))], rng.magnitude(0.01, 0.04))
    };
    (0..count).map(round).collect()
}

/// The floor of the first witness if all of its dual variables are at their caps: `A = sum weight`
/// and `v = sum weight a`, a of two classes `x` in one row and `-x` in the other.
pub(super) fn at_the_caps(asks: Asks, rounds: &[Round]) -> Bound {
    let side = |y: f64| if asks == Asks::Sign { y } else { 1.0 - 2.0 * y };
    let mut v = [0.0; N + 1];
    for (x, y, weight) in rounds {
        v.iter_mut().zip(x.iter().chain([&BIAS])).for_each(|(v, x)| *v += weight * side(*y) * x);
    }
    let rows = if asks == Asks::Sign { 1.0 } else { 2.0 };
    let gain = rounds.iter().map(|(_, _, weight)| weight).sum();
    Bound { gain, slope: (rows * dot(&v, &v)).sqrt() }
}

/// Whether two floors are the same but for rounding.
pub(super) fn same(one: &Bound, other: &Bound) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * b;
    near(one.gain, other.gain) && near(one.slope, other.slope)
}
