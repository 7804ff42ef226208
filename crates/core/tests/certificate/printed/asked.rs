//! What an example asks, written down from the definition of its problem: directions, shifts, and
//! the loss of any predictor. Predictors are lists of rows, one after the other, each `wide` long.

use crate::support::realisable::Example;
use crate::support::{basis, distance, dot, plus, scaled};
use noregret_core::Label;
use noregret_core::loss::{AnyLoss, Loss};
use noregret_core::problem::{AnyProblem, Problem};

/// Classes, and ranks, of the adversaries.
pub const K: usize = 3;

/// A direction and its shift.
#[derive(Clone, Debug)]
pub struct Constraint {
    pub a: Vec<f64>,
    pub b: f64,
}

/// What one example asks: groups of constraints that share a slack, or a ball around its instance.
#[derive(Clone, Debug)]
pub enum Asked {
    Groups(Vec<Vec<Constraint>>),
    Within(Vec<f64>, f64),
}

/// How wide and how many the rows of a predictor are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    pub wide: usize,
    pub rows: usize,
}

impl Shape {
    pub fn of(problem: &AnyProblem, n: usize) -> Self {
        let rows = match problem.name() {
            "multiclass" | "one-vs-rest" | "label-ranking" | "sequence" => K,
            "ordinal" => 2,
            _ => 1,
        };
        Shape { wide: problem.reserved() + n.max(if rows == 2 { K - 1 } else { 0 }), rows }
    }

    fn put(self, x: &[f64], row: usize, coef: f64) -> Vec<f64> {
        let mut a = vec![0.0; self.wide * self.rows];
        x.iter().enumerate().for_each(|(j, x)| a[row * self.wide + j] = coef * x);
        a
    }

    /// Row `up` less row `down`.
    fn pair(self, x: &[f64], up: usize, down: usize) -> Constraint {
        let a = plus(&self.put(x, up, 1.0), -1.0, &self.put(x, down, 1.0));
        Constraint { a, b: 0.0 }
    }

    pub fn asked(self, problem: &AnyProblem, margin: f64, e: &Example) -> Asked {
        let x = &e.parts[0];
        let plain = |a: Vec<f64>| Constraint { a, b: 0.0 };
        let all: Vec<Constraint> = match problem.name() {
            "binary" => vec![plain(self.put(x, 0, e.y))],
            "regression" => vec![Constraint { a: self.put(x, 0, 1.0), b: e.y }],
            "uniclass" => return Asked::Within(self.put(x, 0, 1.0), 1.0),
            "multiclass" => {
                let y = e.y as usize;
                (0..K).filter(|&r| r != y).map(|r| self.pair(x, y, r)).collect()
            }
            "one-vs-rest" => {
                let side = |r: usize| if r == e.y as usize { 1.0 } else { -1.0 };
                let each = (0..K).map(|r| vec![plain(self.put(x, r, side(r)))]);
                return Asked::Groups(each.collect());
            }
            "label-ranking" => {
                let of = |r: &usize| e.set.contains(&noregret_core::Label::Number(*r as f64));
                let (up, down): (Vec<usize>, Vec<usize>) = (0..K).partition(of);
                up.iter().flat_map(|&r| down.iter().map(move |&s| self.pair(x, r, s))).collect()
            }
            "ordinal" => {
                let side = |i: usize| if (i as f64) < e.y - 1.0 { 1.0 } else { -1.0 };
                let of = |i: usize| {
                    let unit = basis(self.wide, i);
                    plain(plus(&self.put(x, 0, side(i)), -side(i), &self.put(&unit, 1, 1.0)))
                };
                (0..K - 1).map(of).collect()
            }
            "candidates" => {
                let y = e.y as usize;
                let of = |r: usize| plain(self.put(&plus(&e.parts[y], -1.0, &e.parts[r]), 0, 1.0));
                (0..e.parts.len()).filter(|&r| r != y).map(of).collect()
            }
            "tasks" => {
                let sides = e.parts.iter().zip(&e.each);
                sides.map(|(x, side)| plain(self.put(x, 0, *side))).collect()
            }
            "queries" => self.graded(margin, e),
            "sequence" => self.tagged(margin, e),
            other => panic!("no definition of {other}"),
        };
        Asked::Groups(vec![all])
    }

    /// The features of a tag sequence, its moves among them.
    fn path(self, e: &Example, tags: &[usize]) -> Vec<f64> {
        let ends = [(0, tags[0]), (1, tags[tags.len() - 1])];
        let moves = tags.windows(2).map(|pair| (2 + pair[0], pair[1]));
        let tokens = e.parts.iter().zip(tags).map(|(x, &tag)| self.put(x, tag, 1.0));
        let units = ends.into_iter().chain(moves);
        let units = units.map(|(unit, tag)| self.put(&basis(self.wide, unit), tag, 1.0));
        tokens.chain(units).reduce(|a, b| plus(&a, 1.0, &b)).unwrap()
    }

    /// The right tags against all others, each ahead by the number of wrong tags.
    fn tagged(self, margin: f64, e: &Example) -> Vec<Constraint> {
        let (m, tag) = (e.parts.len() as u32, |at: usize, t: u32| at / K.pow(t) % K);
        let all = (0..K.pow(m)).map(|at| (0..m).map(|t| tag(at, t)).collect::<Vec<_>>());
        let row = |label: &Label<'_>| if let Label::Number(y) = label { *y as usize } else { 0 };
        let right: Vec<usize> = e.tags.iter().map(row).collect();
        let truth = self.path(e, &right);
        let of = |tags: Vec<usize>| {
            let wrong = tags.iter().zip(&right).filter(|(a, b)| a != b).count() as f64;
            Constraint { a: plus(&truth, -1.0, &self.path(e, &tags)), b: margin * (wrong - 1.0) }
        };
        all.filter(|tags| *tags != right).map(of).collect()
    }

    fn graded(self, margin: f64, e: &Example) -> Vec<Constraint> {
        let pairs = (0..e.parts.len()).flat_map(|i| (0..e.parts.len()).map(move |j| (i, j)));
        let above = pairs.filter(|&(i, j)| e.each[i] > e.each[j]);
        let of = |(i, j): (usize, usize)| Constraint {
            a: self.put(&plus(&e.parts[i], -1.0, &e.parts[j]), 0, 1.0),
            b: margin * (e.each[i] - e.each[j] - 1.0),
        };
        above.map(of).collect()
    }

    /// The same predictor, row for row, on the simplex: weights in proportion to `e^v`.
    pub fn normalised(self, v: &[f64], joint: bool) -> Vec<f64> {
        let softmax = |v: &[f64]| {
            let top = v.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let raw: Vec<f64> = v.iter().map(|v| (v - top).exp()).collect();
            scaled(&raw, 1.0 / raw.iter().sum::<f64>())
        };
        if joint { softmax(v) } else { v.chunks(self.wide).flat_map(softmax).collect() }
    }
}

impl Asked {
    pub fn loss(&self, loss: &AnyLoss, u: &[f64]) -> f64 {
        match self {
            Asked::Within(x, radius) => loss.value(radius - distance(x, u)),
            Asked::Groups(groups) => groups.iter().map(|g| loss.value(least(g, u))).sum(),
        }
    }

    /// The least lead, `min <a,u>`; shifts do not count.
    pub fn lead(&self, u: &[f64]) -> f64 {
        self.constraints().iter().map(|k| dot(&k.a, u)).fold(f64::INFINITY, f64::min)
    }

    pub fn constraints(&self) -> Vec<&Constraint> {
        match self {
            Asked::Within(..) => Vec::new(),
            Asked::Groups(groups) => groups.iter().flatten().collect(),
        }
    }

    /// The direction of the worst constraint at the weights w.
    pub fn worst(&self, w: &[f64]) -> Vec<f64> {
        match self {
            Asked::Within(x, _) => {
                let apart = plus(x, -1.0, w);
                scaled(&apart, 1.0 / distance(x, w).max(f64::MIN_POSITIVE))
            }
            Asked::Groups(groups) => {
                let of = |k: &&Constraint| dot(&k.a, w) - k.b;
                let all = groups.iter().flatten();
                let worst = all.min_by(|a, b| of(a).total_cmp(&of(b)));
                worst.map_or(vec![0.0; w.len()], |k| k.a.clone())
            }
        }
    }
}

fn least(group: &[Constraint], u: &[f64]) -> f64 {
    group.iter().map(|k| dot(&k.a, u) - k.b).fold(f64::INFINITY, f64::min)
}
