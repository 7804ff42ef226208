//! The hypothesis of any [`Link`] geometry: a potential and, per row, the running sum behind its normaliser.
//!
//! The sum follows each update in O(nnz), with its rounding error carried along, so it stays exact to the
//! last digits while the terms behind it are not too much larger than itself. It is recomputed from the
//! coordinates when they are, and when the trade-off changes.

use super::line::{Curve, Group, Line, Linked, merge};
use super::{
    Class, Coordinates, Direction, DualPoint, Gap, Hypothesis, Response, View, relaid,
    support_within,
};
use crate::ascent::Curvature;
use crate::geometry::{Cell, Frame, Link};
use crate::loss::Loss;
use crate::solve::Sum;
use crate::solve::ranking::pair_step_logit;
use crate::vector::Instance;
use serde::{Deserialize, Serialize};

/// How much larger than the sum the terms behind it may grow before it is recomputed.
const DRIFT: f64 = 1e12;
/// How far from 1 a sum may wander in its frame before that is made anew.
const FAR: f64 = 1e100;
/// Share of a sum below which what the touched coordinates leave is summed anew.
const CANCELLED: f64 = 1e-6;

/// Running sum of one row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RowSum {
    frame: Frame,
    sum: Sum,
}

impl RowSum {
    fn is_sound(&self) -> bool {
        let sum = self.sum.value();
        (1.0 / FAR..FAR).contains(&sum) && self.sum.magnitude() <= DRIFT * sum
    }
}

/// Weights in a separable geometry.
#[derive(Clone, Debug)]
pub struct Separable<G: Link> {
    link: G,
    pub(crate) rows: usize,
    pub(crate) v: Vec<f64>,
    pub(crate) sums: Vec<RowSum>,
    line: Line,
    /// Rows, length of `v` and sums before the round under way.
    marked: (usize, usize, Vec<RowSum>),
}

impl<G: Link> Separable<G> {
    /// The hypothesis with zero potential.
    pub fn new(link: G, rows: usize) -> Self {
        let start = RowSum { frame: Frame { top: 0.0, c: 1.0 }, sum: Sum::default() };
        let sums = vec![start; if link.is_joint() { 1 } else { rows }];
        let marked = (rows, 0, Vec::new());
        Separable { link, rows, v: Vec::new(), sums, line: Line::default(), marked }
    }

    /// Whether the table and the sums fit the number of rows: a state read from a file may not.
    pub(crate) fn is_consistent(&self) -> bool {
        let sums = if self.link.is_joint() { 1 } else { self.rows };
        self.rows > 0 && self.sums.len() == sums && self.v.len().is_multiple_of(self.rows)
    }

    /// Which sum a row has part in.
    fn sum_of(&self, row: usize) -> usize {
        if self.link.is_joint() { 0 } else { row }
    }

    /// How many coordinates share one sum.
    fn shared(&self) -> usize {
        if self.link.is_joint() { self.v.len() } else { self.dimension() }
    }

    /// The potentials behind one sum.
    fn behind(&self, sum: usize) -> impl Iterator<Item = f64> + Clone + '_ {
        let step = if self.link.is_joint() { 1 } else { self.rows };
        self.v.iter().skip(sum).step_by(step).copied()
    }

    /// Frame and sum at trade-off `c`, from the coordinates.
    fn recompute(&self, sum: usize, c: f64) -> RowSum {
        self.sum_up(self.behind(sum), c)
    }

    fn sum_up(&self, potentials: impl Iterator<Item = f64> + Clone, c: f64) -> RowSum {
        let top = potentials.clone().map(|v| self.link.height(v)).reduce(f64::max).unwrap_or(0.0);
        let frame = Frame { top, c };
        RowSum { frame, sum: potentials.map(|v| self.link.pair(v, &frame).1).collect() }
    }

    fn add(&mut self, row: usize, coordinate: usize, amount: f64) {
        let (slot, sum) = (coordinate * self.rows + row, self.sum_of(row));
        let state = &mut self.sums[sum];
        let before = self.link.pair(self.v[slot], &state.frame).1;
        self.v[slot] += amount;
        // Two terms, not their difference, so that what was once added is taken off exactly.
        state.sum.add(self.link.pair(self.v[slot], &state.frame).1);
        state.sum.add(-before);
    }

    fn control_drift(&mut self) {
        for sum in 0..self.sums.len() {
            if !self.sums[sum].is_sound() {
                self.sums[sum] = self.recompute(sum, self.sums[sum].frame.c);
            }
        }
    }

    /// A direction with a share of the weights, written out in full.
    fn full_direction(&self, direction: &Direction<'_>) -> Vec<f64> {
        let weights = (0..self.dimension()).map(|j| self.weight(j, 0, direction.c));
        let mut a: Vec<f64> = weights.map(|w| direction.own * w).collect();
        for t in direction.terms {
            direction.parts[t.part].add_to(&mut a, t.coef);
        }
        a
    }

    /// The exact step between two rows on one instance whose entries are equal, where it is known in closed form: update II of
    /// label ranking.
    fn exact_on_pair<L: Loss>(
        &self,
        direction: &Direction<'_>,
        z: f64,
        loss: &L,
        cap: f64,
    ) -> Option<f64> {
        let [up, down] = direction.terms else { return None };
        let is_pair =
            up.part == down.part && up.row != down.row && (up.coef, down.coef) == (1.0, -1.0);
        let (Some(kink), true) = (loss.kink(z), is_pair && direction.own == 0.0) else {
            return None;
        };
        let response = self.response(direction.parts, up.part, direction.view, direction.c);
        let Response::Logistic { scale, rate } = response else { return None };
        let score = |row: usize| direction.view.scores[up.part * self.rows + row];
        // Rounding may leave a score above what it tends to.
        let logit = |row: usize| (score(row) / (scale - score(row)).max(0.0)).ln();
        let target = kink + (score(up.row) - score(down.row)) - z;
        let step = pair_step_logit(logit(up.row), logit(down.row), target / scale, rate * cap);
        (step.is_finite() && step >= 0.0).then_some((step / rate).min(cap))
    }

    /// Lays the direction out for evaluation.
    fn gather(&mut self, direction: &Direction<'_>) {
        let mut line = std::mem::take(&mut self.line);
        line.cells.clear();
        line.groups.clear();
        for sum in 0..self.sums.len() {
            let start = line.cells.len();
            for t in direction.terms.iter().filter(|t| self.sum_of(t.row) == sum) {
                direction.parts[t.part].for_each(|j, x| {
                    let (a, slot) = (t.coef * x, j * self.rows + t.row);
                    if a != 0.0 {
                        let coordinate = if self.link.is_joint() { slot } else { j };
                        line.cells.push(Cell { coordinate, a, v: self.v[slot] });
                    }
                });
            }
            if direction.parts.len() > 1 {
                merge(&mut line.cells, start);
            }
            if line.cells.len() > start {
                line.groups.push(self.group(&line.cells[start..], start, sum));
            }
        }
        self.line = line;
    }

    /// The gathered direction.
    fn curve(&self) -> Linked<'_, G> {
        Linked { line: &self.line, link: &self.link }
    }

    fn group(&self, cells: &[Cell], start: usize, which: usize) -> Group {
        let RowSum { frame, sum } = self.sums[which];
        let (dimension, sum) = (self.shared(), sum.value());
        let touched: f64 = cells.iter().map(|c| self.link.pair(c.v, &frame).1).sum();
        let (mut rest, mut frame) = (sum - touched, frame);
        if cells.len() == dimension {
            rest = 0.0;
        } else if rest < CANCELLED * sum {
            let mut left: Vec<f64> = self.behind(which).collect();
            cells.iter().for_each(|c| left[c.coordinate] = f64::NAN);
            let left = self.sum_up(left.iter().copied().filter(|v| !v.is_nan()), frame.c);
            (rest, frame) = (left.sum.value(), left.frame);
        }
        Group { cells: (start, start + cells.len()), rest, frame, dimension }
    }
}

impl<G: Link> Hypothesis for Separable<G> {
    fn dimension(&self) -> usize {
        self.v.len() / self.rows
    }

    fn rows(&self) -> usize {
        self.rows
    }

    fn widen(&mut self, rows: usize) {
        if rows <= self.rows {
            return;
        }
        let c = self.sums.first().map_or(1.0, |s| s.frame.c);
        self.v = relaid(&self.v, self.rows, rows);
        self.rows = rows;
        let sums = if self.link.is_joint() { 1 } else { rows };
        self.sums = (0..sums).map(|sum| self.recompute(sum, c)).collect();
    }

    fn mark(&mut self) {
        self.marked.0 = self.rows;
        self.marked.1 = self.v.len();
        self.marked.2.clone_from(&self.sums);
    }

    fn undo(&mut self) {
        let (rows, length, _) = self.marked;
        if self.rows != rows {
            self.v = relaid(&self.v, self.rows, rows);
            self.rows = rows;
        }
        self.v.truncate(length);
        self.sums.clone_from(&self.marked.2);
    }

    fn prepare(&mut self, c: f64) {
        for sum in 0..self.sums.len() {
            if !self.link.folds_with_c() {
                self.sums[sum].frame.c = c;
            } else if self.sums[sum].frame.c != c {
                self.sums[sum] = self.recompute(sum, c);
            }
        }
    }

    fn look(&self, parts: &[Instance<'_>], view: &mut View) {
        view.sizes.clear();
        view.squares.clear();
        for &x in parts {
            view.sizes.push(self.link.size(x));
            view.squares.push(x.square());
        }
    }

    fn meet(&mut self, parts: &[Instance<'_>], view: &mut View) {
        self.reserve(parts.iter().map(|x| x.end()).max().unwrap_or(0));
        self.look(parts, view);
    }

    fn score(&self, parts: &[Instance<'_>], _c: f64, view: &mut View) {
        view.scores.clear();
        for x in parts {
            for row in 0..self.rows {
                let RowSum { frame, sum } = &self.sums[self.sum_of(row)];
                let mut along = 0.0;
                x.for_each(|j, x| {
                    if let Some(&v) = self.v.get(j * self.rows + row) {
                        along += x * self.link.pair(v, frame).0;
                    }
                });
                view.scores.push(along * self.link.factor(sum.value(), frame));
            }
        }
    }

    fn own_square(&self, c: f64) -> f64 {
        (0..self.dimension()).map(|j| self.weight(j, 0, c).powi(2)).sum()
    }

    fn gap(&self, x: Instance<'_>, c: f64, _view: &View) -> Gap {
        let n = self.dimension();
        let weight = |j: usize| if j < n { -self.weight(j, 0, c) } else { 0.0 };
        let mut apart: Vec<f64> = (0..n.max(x.end())).map(weight).collect();
        x.add_to(&mut apart, 1.0);
        let (square, start) = (Instance::Dense(&apart).square(), x.square().sqrt());
        let sizes = start + self.own_square(c).sqrt();
        let doubt = f64::EPSILON * (n as f64 + 8.0 * sizes / square.sqrt());
        Gap { square, lever: x.dot(&apart), start, doubt }
    }

    fn curvature(&self, direction: &Direction<'_>, rule: Curvature) -> f64 {
        let reach = if direction.own != 0.0 {
            self.link.reach(Instance::Dense(&self.full_direction(direction)), true, rule).powi(2)
        } else if self.link.is_joint() {
            // Over all cells of the matrix the width is at most twice the largest entry.
            let of = |row: usize| -> f64 {
                let terms = direction.terms.iter().filter(|t| t.row == row);
                terms.map(|t| t.coef.abs() * self.link.size(direction.parts[t.part])).sum()
            };
            (0..self.rows).map(of).fold(0.0, f64::max).powi(2)
        } else {
            let of = |row: usize| -> f64 {
                let terms = direction.terms.iter().filter(|t| t.row == row);
                terms
                    .map(|t| {
                        let x = direction.parts[t.part];
                        t.coef.abs() * self.link.reach(x, x.stored() == self.dimension(), rule)
                    })
                    .sum()
            };
            (0..self.rows).map(|row| of(row).powi(2)).sum()
        };
        reach / direction.c
    }

    fn exact<L: Loss>(&mut self, direction: &Direction<'_>, z: f64, loss: &L, cap: f64) -> f64 {
        let unit = cap * loss.slope(z);
        if unit == 0.0 {
            return 0.0;
        }
        if let Some(d) = self.exact_on_pair(direction, z, loss, cap) {
            return d;
        }
        self.gather(direction);
        if self.line.cells.is_empty() {
            return unit;
        }
        self.curve().best_step(z, loss, cap)
    }

    fn rise(&mut self, direction: &Direction<'_>) -> f64 {
        self.gather(direction);
        self.curve().conjugate(1.0) - self.curve().conjugate(0.0)
    }

    fn response(&self, parts: &[Instance<'_>], part: usize, _view: &View, c: f64) -> Response {
        let values = parts[part].values();
        let size = values.first().copied().filter(|&size| size > 0.0);
        let equal = size.filter(|size| values.iter().all(|x| x == size));
        match equal.and_then(|size| self.link.logistic(size, c)) {
            Some((scale, rate)) => Response::Logistic { scale, rate },
            None => Response::Numeric,
        }
    }

    fn along(&mut self, direction: &Direction<'_>, d: f64) -> (f64, f64) {
        self.gather(direction);
        let size = direction.terms.iter().map(|t| t.coef.abs() * direction.view.sizes[t.part]);
        // Scores answer on the scale c/|x|.
        self.curve().slope_at(d, direction.c / size.sum::<f64>().max(f64::MIN_POSITIVE))
    }

    fn apply(&mut self, step: &Direction<'_>) {
        if step.own != 0.0 {
            for (j, a) in self.full_direction(step).into_iter().enumerate() {
                self.add(0, j, a);
            }
        } else {
            for t in step.terms {
                step.parts[t.part].for_each(|j, x| self.add(t.row, j, t.coef * x));
            }
        }
        self.control_drift();
    }

    fn dual(&self, c: f64) -> DualPoint {
        let sums = 0..self.sums.len();
        let square: f64 = sums.clone().map(|s| self.link.norm(self.behind(s)).powi(2)).sum();
        let conjugate = sums
            .filter(|_| !self.v.is_empty())
            .map(|s| {
                let fresh = self.recompute(s, c);
                self.link.conjugate(fresh.sum.value(), &fresh.frame, self.shared())
            })
            .sum();
        let steepness = match self.class() {
            Class::Bounded { reach, .. } => reach,
            Class::Norm(_) | Class::Distance => square.sqrt() / c,
        };
        DualPoint { norm: square.sqrt(), conjugate, steepness }
    }

    /// `f(w) = <w, v/c> - f*(v/c)`.
    fn own_complexity(&self, c: f64) -> f64 {
        let slots = (0..self.dimension()).flat_map(|j| (0..self.rows).map(move |r| (j, r)));
        let along = slots.map(|(j, r)| self.weight(j, r, c) * self.v[j * self.rows + r]);
        ((along.collect::<Sum>().value() - self.dual(c).conjugate) / c).max(0.0)
    }

    fn support(&self, level: f64) -> f64 {
        match self.class() {
            Class::Norm(_) | Class::Distance => level * self.dual(1.0).norm,
            Class::Bounded { most, .. } if level >= most => {
                (0..self.sums.len()).map(|s| self.link.farthest(self.behind(s))).sum()
            }
            Class::Bounded { reach, .. } => support_within(self, level, reach),
        }
    }

    fn class(&self) -> Class {
        self.link.class(self.shared(), self.sums.len())
    }
}

impl<G: Link> Coordinates for Separable<G> {
    fn reserve(&mut self, dimension: usize) {
        let new = dimension.saturating_sub(self.dimension());
        if new == 0 {
            return;
        }
        self.v.resize(dimension * self.rows, 0.0);
        let share = self.rows / self.sums.len();
        for state in &mut self.sums {
            let (count, one) = ((new * share) as f64, self.link.pair(0.0, &state.frame).1);
            state.sum.add(count * one);
            state.sum.add(count.mul_add(one, -(count * one)));
        }
        self.control_drift();
    }

    fn complexity(&self, u: &[f64], _c: f64) -> f64 {
        self.link.value(u)
    }

    fn weight(&self, coordinate: usize, row: usize, _c: f64) -> f64 {
        let RowSum { frame, sum } = &self.sums[self.sum_of(row)];
        let Some(&v) = self.v.get(coordinate * self.rows + row) else { return 0.0 };
        self.link.pair(v, frame).0 * self.link.factor(sum.value(), frame)
    }
}
