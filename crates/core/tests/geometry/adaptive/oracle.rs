//! The adaptive geometries against a slow oracle.
//!
//! Full tables, every formula as it is printed, every feature every round. Sparse streams with late
//! features and late classes; and the units of the features, which do not matter.
//!
//! Reference: Duchi, Hazan & Singer 2011; Crammer, Kulesza & Dredze 2009; Ross, Mineiro & Langford
//! 2013.

use crate::support::primal_dual::{name, spec};
use crate::support::{Rng, near};
use noregret_core::geometry::AnyGeometry;
use noregret_core::hypothesis::Hypothesis;
use noregret_core::loss::Loss;
use noregret_core::problem::AnyProblem;
use noregret_core::snapshot::Array;
use noregret_core::{AnyLearner, Instance, Label, Spec};

const N: usize = 24;

/// A sparse example.
#[derive(Clone)]
struct Row {
    at: Vec<u32>,
    x: Vec<f64>,
    y: f64,
}

impl Row {
    fn learn(&self, learner: &mut AnyLearner) -> noregret_core::Outcome {
        let x = Instance::sparse(&self.at, &self.x).unwrap();
        learner.learn(x, Label::Number(self.y)).unwrap()
    }

    fn full(&self) -> Vec<f64> {
        let mut full = vec![0.0; N];
        self.at.iter().zip(&self.x).for_each(|(&j, x)| full[j as usize] = *x);
        full
    }

    fn in_units(&self, units: &[f64]) -> Row {
        let x = self.at.iter().zip(&self.x).map(|(&j, x)| units[j as usize] * x).collect();
        Row { x, ..self.clone() }
    }
}

/// Features arrive one by one, sizes differ by four orders of magnitude, the third class comes
/// after 30 rounds.
fn stream(rng: &mut Rng, problem: &str, len: usize) -> Vec<Row> {
    let hidden = rng.vector(N);
    let one = |t: usize| {
        let known = (4 + t / 3).min(N);
        let mut at: Vec<u32> = (0..known as u32).filter(|_| rng.unit() < 0.3).collect();
        if at.is_empty() {
            at.push(rng.below(known) as u32);
        }
        let x: Vec<f64> = at.iter().map(|&j| rng.signed() * 10f64.powi(j as i32 % 5 - 2)).collect();
        let score: f64 = at
            .iter()
            .zip(&x)
            .map(|(&j, x)| x * hidden[j as usize] / 10f64.powi(j as i32 % 5 - 2))
            .sum();
        let y = match problem {
            "binary" => (score + 0.3 * rng.signed()).signum(),
            "regression" => score,
            _ if t < 2 => t as f64,
            _ if t == 30 || (t > 30 && score > 0.5) => 2.0,
            _ => f64::from(score < 0.0),
        };
        Row { at, x, y }
    };
    (0..len).map(one).collect()
}

#[derive(Clone, Copy, Default)]
struct Cell {
    w: f64,
    v: f64,
    spread: f64,
}

/// The state as formulas: a full table per row.
struct Oracle<'a> {
    spec: &'a Spec,
    c: f64,
    scales: Vec<f64>,
    rows: Vec<[Cell; N]>,
}

impl Oracle<'_> {
    fn new(spec: &Spec, c: f64, rows: usize) -> Oracle<'_> {
        let smallest = if spec.geometry.is_scale_free() { 1e-100 } else { 1.0 };
        Oracle { spec, c, scales: vec![smallest; N], rows: vec![[Cell::default(); N]; rows] }
    }

    /// `c H_j`.
    fn stiffness(&self, row: usize, j: usize) -> f64 {
        let (s, spread) = (self.scales[j], self.rows[row][j].spread);
        match &self.spec.geometry {
            AnyGeometry::AdaGrad(g) => self.c * s * (g.delta * s * s + spread).sqrt(),
            _ => self.c * s * s + 2.0 * spread,
        }
    }

    fn is_adagrad(&self) -> bool {
        matches!(self.spec.geometry, AnyGeometry::AdaGrad(_))
    }

    /// Raises the scales; AdaGrad's weights are a function of the rest, AROW keeps `|w| s`.
    fn see(&mut self, x: &[f64]) {
        let adagrad = self.is_adagrad();
        for (j, x) in x.iter().enumerate() {
            let before = self.scales[j];
            if self.spec.geometry.is_scale_free() {
                self.scales[j] = before.max(x.abs());
            }
            for row in 0..self.rows.len() {
                let stiffness = self.stiffness(row, j);
                let cell = &mut self.rows[row][j];
                if adagrad {
                    cell.w = cell.v / stiffness;
                } else {
                    cell.w *= before / self.scales[j];
                }
            }
        }
    }

    fn score(&self, row: usize, x: &[f64]) -> f64 {
        self.rows[row].iter().zip(x).map(|(cell, x)| cell.w * x).sum()
    }

    /// A group of one constraint: margin and direction `(row, coef)` terms; returns the dual
    /// variable.
    fn step(&mut self, z: f64, direction: &[(usize, f64)], x: &[f64]) -> f64 {
        let mut q = 0.0;
        for &(row, coef) in direction {
            q += (0..N).map(|j| (coef * x[j]).powi(2) / self.stiffness(row, j)).sum::<f64>();
        }
        if self.spec.loss.value(z) == 0.0 {
            return 0.0;
        }
        let unit = self.spec.ascent.name() == "fixed";
        let d = if unit { self.spec.loss.slope(z) } else { self.spec.loss.step(z, q, 1.0) };
        if d == 0.0 {
            return 0.0;
        }
        for &(row, coef) in direction {
            for j in (0..N).filter(|&j| x[j] != 0.0) {
                let stiffness = self.stiffness(row, j);
                let adagrad = self.is_adagrad();
                let (step, cell) = (d * coef * x[j], &mut self.rows[row][j]);
                cell.v += step;
                cell.spread += if adagrad { step * step } else { x[j] * x[j] };
                cell.w += step / stiffness;
                let (v, stiffness) = (cell.v, self.stiffness(row, j));
                if adagrad {
                    self.rows[row][j].w = v / stiffness;
                }
            }
        }
        d.abs()
    }

    /// Weights, potentials and spreads are those of the learner.
    fn check(&self, learner: &AnyLearner, what: &str) {
        let arrays = learner.snapshot(self.spec).arrays;
        let table = |name: &str| match arrays.iter().find(|(n, _)| n == name) {
            Some((_, Array::F64(table))) => table.as_slice(),
            _ => panic!("no {name}"),
        };
        let (potential, spread) = (table("potential"), table("spread"));
        let stride = potential.len() / learner.hypothesis().dimension().max(1);
        for (r, cells) in self.rows.iter().enumerate() {
            for (j, cell) in cells.iter().enumerate() {
                let at = |table: &[f64]| table.get(j * stride + r).copied().unwrap_or(0.0);
                let slot = format!("{j} of row {r}, {what}");
                near(at(potential), cell.v, 1e-9, &format!("potential {slot}"));
                near(at(spread), cell.spread, 1e-9, &format!("spread {slot}"));
                near(learner.weight(j, r), cell.w, 1e-9, &format!("weight {slot}"));
            }
        }
    }

    /// The round; the sum of the sizes of its dual variables.
    fn learn(&mut self, x: &[f64], y: f64) -> f64 {
        self.see(x);
        match self.spec.problem.name() {
            "binary" => self.step(y * self.score(0, x), &[(0, y)], x),
            "regression" => self.step(self.score(0, x) - y, &[(0, 1.0)], x),
            problem => {
                let y = y as usize;
                if y == self.rows.len() {
                    self.rows.push([Cell::default(); N]);
                }
                let scores: Vec<f64> = (0..self.rows.len()).map(|r| self.score(r, x)).collect();
                if problem == "multiclass" {
                    let wrong = (0..scores.len()).filter(|&r| r != y);
                    let best = wrong.reduce(|a, b| if scores[b] > scores[a] { b } else { a });
                    return best.map_or(0.0, |r| {
                        self.step(scores[y] - scores[r], &[(y, 1.0), (r, -1.0)], x)
                    });
                }
                let side = |r: usize| if r == y { 1.0 } else { -1.0 };
                (0..scores.len()).map(|r| self.step(side(r) * scores[r], &[(r, side(r))], x)).sum()
            }
        }
    }
}

fn specs() -> Vec<Spec> {
    let mut all = Vec::new();
    for problem in ["binary", "regression", "multiclass", "one-vs-rest"] {
        let losses = match problem {
            "regression" => ["eps-insensitive", "squared-eps-insensitive:epsilon=0", "squared"],
            _ => ["hinge", "squared-hinge", "logistic"],
        };
        for loss in losses {
            for ascent in ["exact", "fixed"] {
                for geometry in [
                    "adagrad",
                    "adagrad:delta=0.2,scale=false",
                    "confidence",
                    "confidence:scale=true",
                ] {
                    let mut s = spec(loss, ascent, geometry, "fixed:C=0.4");
                    s.problem = AnyProblem::parse(problem).unwrap();
                    // A unit step on a square runs away.
                    if ascent == "exact" || !loss.starts_with("sq") {
                        all.push(s);
                    }
                }
            }
        }
    }
    all
}

#[test]
fn every_round_is_that_of_the_oracle() {
    let mut rng = Rng::new(311);
    for s in specs() {
        let what = format!("{} {}", s.problem, name(&s));
        let mut learner = s.build().unwrap();
        let mut oracle = Oracle::new(&s, 2.5, 1);
        let mut moved = 0;
        for (t, row) in stream(&mut rng, s.problem.name(), 120).iter().enumerate() {
            let step = row.learn(&mut learner).step;
            near(step, oracle.learn(&row.full(), row.y), 1e-9, &format!("step {t}: {what}"));
            moved += i32::from(step != 0.0);
            oracle.check(&learner, &format!("round {t}: {what}"));
        }
        assert!(moved > 20, "{what}: only {moved} rounds moved");
        let conjugate: f64 = (0..oracle.rows.len())
            .flat_map(|r| (0..N).map(move |j| (r, j)))
            .map(|(r, j)| 0.5 * oracle.rows[r][j].v.powi(2) / oracle.stiffness(r, j))
            .sum();
        near(learner.hypothesis().dual(2.5).conjugate, conjugate, 1e-9, &what);
    }
}

/// Units that are powers of two are exact in floating point: not one bit of a score may change.
#[test]
fn predictions_do_not_depend_on_the_units() {
    let mut rng = Rng::new(312);
    let mut disagree = 0;
    for s in specs() {
        let units: Vec<f64> = (0..N).map(|_| 2f64.powi(rng.below(41) as i32 - 20)).collect();
        let (mut ours, mut theirs) = (s.build().unwrap(), s.build().unwrap());
        let mut same = true;
        for row in stream(&mut rng, s.problem.name(), 80) {
            let (a, b) = (row.learn(&mut ours), row.in_units(&units).learn(&mut theirs));
            same &= a == b;
            if s.geometry.is_scale_free() {
                assert_eq!(a, b, "{} {}", s.problem, name(&s));
            }
        }
        for j in (0..N).filter(|_| s.geometry.is_scale_free()) {
            assert_eq!(ours.weight(j, 0), units[j] * theirs.weight(j, 0));
        }
        disagree += i32::from(!same);
    }
    let bound_to_units = specs().iter().filter(|s| !s.geometry.is_scale_free()).count();
    assert_eq!(disagree as usize, bound_to_units, "without scales the units matter");
}
