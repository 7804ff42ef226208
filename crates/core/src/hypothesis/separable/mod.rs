//! The hypothesis of any [`Link`] geometry: a potential and, per row, the running sum behind its
//! normaliser.
//!
//! The sum follows each update in O(nnz), with its rounding error carried along, so it stays exact
//! to the last digits while the terms behind it are not too much larger than itself. It is
//! recomputed from the coordinates when they are, and when the trade-off changes.

mod average;
mod line;
mod merge;
mod pair;
mod sum;

pub(crate) use self::average::Averaged;
use self::line::Line;
use self::sum::RowSum;
use super::curve::Curve;
use super::potential::Potential;
use super::{
    Coordinates, DualPoint, Grid, Hypothesis, Rebuild, Response, average_scores, support_within,
};
use crate::geometry::Class;
use crate::geometry::{Curvature, Frame, Link};
use crate::loss::Loss;
use crate::number::Sum;
use crate::round::{Direction, Gap, View};
use crate::vector::Instance;

/// Weights in a separable geometry.
#[derive(Clone, Debug)]
pub struct LinkSpace<G: Link> {
    link: G,
    /// A sum is kept of each row, or of all together in a joint geometry.
    pub(crate) potential: Potential<RowSum>,
    pub(crate) average: Option<Averaged>,
    line: Line,
}

impl<G: Link> LinkSpace<G> {
    /// The hypothesis with zero potential; with `average`, the mean of the weights is kept too,
    /// round t counted `t^average` times.
    pub fn new(link: G, rows: usize, average: Option<u32>) -> Self {
        let sums = vec![RowSum::default(); if link.is_joint() { 1 } else { rows }];
        let average = average.map(|power| Averaged::new(power, rows));
        LinkSpace { link, potential: Potential::new(rows, sums), average, line: Line::default() }
    }

    /// Whether the table and the sums fit the number of rows: a state read from a file may not.
    pub(crate) fn is_consistent(&self) -> bool {
        let sums = self.sums_for(self.rows());
        let fits = |a: &Averaged| a.is_consistent(self.rows(), self.potential.v.len(), sums);
        self.potential.is_consistent(sums) && self.average.as_ref().is_none_or(fits)
    }

    /// How many sums so many rows have.
    fn sums_for(&self, rows: usize) -> usize {
        if self.link.is_joint() { 1 } else { rows }
    }

    /// Which sum a row has part in.
    fn sum_of(&self, row: usize) -> usize {
        if self.link.is_joint() { 0 } else { row }
    }

    /// How many coordinates share one sum.
    fn shared(&self) -> usize {
        if self.link.is_joint() { self.potential.v.len() } else { self.dimension() }
    }

    /// Frame and sum at trade-off `c`, from the coordinates.
    fn recompute(&self, sum: usize, c: f64) -> RowSum {
        self.sum_up(self.potential.behind(sum), c)
    }

    fn sum_up(&self, potentials: impl Iterator<Item = f64> + Clone, c: f64) -> RowSum {
        let top = potentials.clone().map(|v| self.link.height(v)).reduce(f64::max).unwrap_or(0.0);
        let frame = Frame { top, c };
        RowSum { frame, sum: potentials.map(|v| self.link.pair(v, &frame).1).collect() }
    }

    fn add(&mut self, row: usize, coordinate: usize, amount: f64) {
        let (slot, sum) = (coordinate * self.potential.rows + row, self.sum_of(row));
        let state = &mut self.potential.kept[sum];
        let before = self.link.pair(self.potential.v[slot], &state.frame).1;
        self.potential.v[slot] += amount;
        // Two terms, not their difference, so that what was once added is taken off exactly.
        state.sum.add(self.link.pair(self.potential.v[slot], &state.frame).1);
        state.sum.add(-before);
    }

    fn control_drift(&mut self) {
        for sum in 0..self.potential.kept.len() {
            if !self.potential.kept[sum].is_sound() {
                self.potential.kept[sum] = self.recompute(sum, self.potential.kept[sum].frame.c);
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
}

impl<G: Link> Hypothesis for LinkSpace<G> {
    fn dimension(&self) -> usize {
        self.potential.dimension()
    }

    fn rows(&self) -> usize {
        self.potential.rows
    }

    fn widen(&mut self, rows: usize) {
        if rows <= self.rows() {
            return;
        }
        let c = self.potential.kept.first().map_or(1.0, |s| s.frame.c);
        self.potential.widen(rows, self.sums_for(rows), RowSum::default());
        for sum in 0..self.potential.kept.len() {
            self.potential.kept[sum] = self.recompute(sum, c);
        }
    }

    fn mark(&mut self) {
        self.potential.mark();
    }

    fn undo(&mut self) {
        self.potential.undo();
    }

    fn prepare(&mut self, c: f64) {
        for sum in 0..self.potential.kept.len() {
            if !self.link.folds_with_c() {
                self.potential.kept[sum].frame.c = c;
            } else if self.potential.kept[sum].frame.c != c {
                self.potential.kept[sum] = self.recompute(sum, c);
            }
        }
    }

    fn look(&self, parts: &[Instance<'_>], view: &mut View) {
        view.measure(parts, |x| self.link.size(x));
    }

    fn meet(&mut self, parts: &[Instance<'_>], view: &mut View) {
        self.reserve(parts.iter().map(|x| x.end()).max().unwrap_or(0));
        self.look(parts, view);
    }

    fn score(&self, parts: &[Instance<'_>], _c: f64, view: &mut View) {
        view.scores.clear();
        for x in parts {
            for row in 0..self.potential.rows {
                let RowSum { frame, sum } = &self.potential.kept[self.sum_of(row)];
                let mut along = 0.0;
                x.for_each(|j, x| {
                    if let Some(&v) = self.potential.v.get(j * self.potential.rows + row) {
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
        let rounding = f64::EPSILON * (n as f64 + 8.0 * sizes / square.sqrt());
        Gap { square, inner: x.dot(&apart), start, rounding }
    }

    fn curvature(&self, direction: &Direction<'_>, rule: Curvature) -> f64 {
        let reach = if direction.own != 0.0 {
            self.link.reach(Instance::Dense(&self.full_direction(direction)), true, rule).powi(2)
        } else if self.link.is_joint() {
            // Over all cells of the matrix the width is at most twice the largest entry.
            let of = |row: usize| direction.size_in(row, |x| self.link.size(x));
            (0..self.rows()).map(of).fold(0.0, f64::max).powi(2)
        } else {
            let n = self.dimension();
            let reach = |x: Instance<'_>| self.link.reach(x, x.stored() == n, rule);
            let of = |row: usize| direction.size_in(row, reach);
            (0..self.rows()).map(|row| of(row).powi(2)).sum()
        };
        reach / direction.c
    }

    // Kept out of the choice among the geometries, which would else save registers for the longest
    // of them.
    #[inline(never)]
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
        let mut values = parts[part].each_value();
        let size = values.next().filter(|&size| size > 0.0);
        let equal = size.filter(|&size| values.all(|x| x == size));
        match equal.and_then(|size| self.link.logistic(size, c)) {
            Some((scale, rate)) => Response::Logistic { scale, rate },
            None => Response::Numeric,
        }
    }

    fn along(&mut self, direction: &Direction<'_>, d: f64) -> (f64, f64) {
        self.gather(direction);
        self.curve().slope_at(d, direction.scale())
    }

    fn apply(&mut self, step: &Direction<'_>) {
        if self.average.is_some() {
            self.settle_average(step);
        }
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

    fn tick(&mut self, _c: f64, _view: &View) {
        if self.average.is_some() {
            self.count_round();
        }
    }

    fn average(&self, parts: &[Instance<'_>], view: &mut View) -> bool {
        average_scores(self, parts, view)
    }

    fn dual(&self, c: f64) -> DualPoint {
        let sums = 0..self.potential.kept.len();
        let conjugate = sums
            .filter(|_| !self.potential.v.is_empty())
            .map(|s| {
                let fresh = self.recompute(s, c);
                self.link.conjugate(fresh.sum.value(), &fresh.frame, self.shared())
            })
            .sum();
        let norm = self.dual_norm(&self.potential.v);
        let steepness = match self.class() {
            Class::Bounded { reach, .. } => reach,
            Class::Norm(_) | Class::Distance => norm / c,
        };
        DualPoint { norm, conjugate, steepness }
    }

    /// `f(w) = <w, v/c> - f*(v/c)`.
    fn own_complexity(&self, c: f64) -> f64 {
        let slots =
            (0..self.dimension()).flat_map(|j| (0..self.potential.rows).map(move |r| (j, r)));
        let along = slots
            .map(|(j, r)| self.weight(j, r, c) * self.potential.v[j * self.potential.rows + r]);
        ((along.collect::<Sum>().value() - self.dual(c).conjugate) / c).max(0.0)
    }

    fn support(&self, level: f64) -> f64 {
        match self.class() {
            Class::Norm(_) | Class::Distance => level * self.dual(1.0).norm,
            Class::Bounded { most, .. } if level >= most => (0..self.potential.kept.len())
                .map(|s| self.link.farthest(self.potential.behind(s)))
                .sum(),
            Class::Bounded { reach, .. } => support_within(self, level, reach),
        }
    }

    fn class(&self) -> Class {
        self.link.class(self.shared(), self.potential.kept.len())
    }

    fn raised(&self, rest: &Grid) -> Self {
        let c = self.potential.kept.first().map_or(1.0, |sum| sum.frame.c);
        self.rebuilt(Grid::potential(self).plus(rest), c)
    }
}

impl<G: Link> Coordinates for LinkSpace<G> {
    fn reserve(&mut self, dimension: usize) {
        let new = dimension.saturating_sub(self.dimension());
        if new == 0 {
            return;
        }
        self.potential.v.resize(dimension * self.potential.rows, 0.0);
        let share = self.potential.rows / self.potential.kept.len();
        for state in &mut self.potential.kept {
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
        let RowSum { frame, sum } = &self.potential.kept[self.sum_of(row)];
        let Some(&v) = self.potential.v.get(coordinate * self.potential.rows + row) else {
            return 0.0;
        };
        self.link.pair(v, frame).0 * self.link.factor(sum.value(), frame)
    }

    fn potential_at(&self, coordinate: usize, row: usize) -> f64 {
        self.potential.at(coordinate, row)
    }

    fn dual_norm(&self, v: &[f64]) -> f64 {
        let sums = self.potential.kept.len();
        let behind = |s: usize| v.iter().skip(s).step_by(sums).copied();
        (0..sums).map(|s| self.link.norm(behind(s)).powi(2)).sum::<f64>().sqrt()
    }

    fn average_weight(&self, coordinate: usize, row: usize) -> Option<f64> {
        self.mean_weight(coordinate * self.potential.rows + row)
    }
}
