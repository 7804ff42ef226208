//! The hypothesis of any [`Domain`]: a potential and, per row, the threshold that brings the
//! weights into the set.
//!
//! Scores cost O(nnz). A step, a new feature and a new trade-off ask for new thresholds: a few
//! passes over the row, from the old threshold on. Every row has the set for itself: f, f* and
//! support functions are sums over the rows (block sums).

mod average;
mod line;
mod merge;

pub(crate) use self::average::Averaged;
use self::line::{Bent, Line};
use super::curve::Curve;
use super::potential::Potential;
use super::{
    Coordinates, DualPoint, Grid, Hypothesis, Rebuild, Response, average_scores, support_within,
};
use crate::geometry::Class;
use crate::geometry::domain::find_level;
use crate::geometry::{Curvature, Domain, Shift, Tally};
use crate::loss::Loss;
use crate::number::Sum;
use crate::round::{Direction, Gap, View};
use crate::vector::Instance;

/// Weights on a set with a threshold per row.
#[derive(Clone, Debug)]
pub struct Projected<D: Domain> {
    domain: D,
    /// A threshold is kept of each row.
    pub(crate) potential: Potential<Shift>,
    pub(crate) average: Option<Averaged>,
    line: Line,
}

impl<D: Domain> Projected<D> {
    /// The hypothesis with zero potential; with `average`, the mean of the weights is kept too,
    /// round t counted `t^average` times.
    pub fn new(domain: D, rows: usize, average: Option<u32>) -> Self {
        let shift = Shift { top: 0.0, level: 0.0, c: 1.0 };
        let potential = Potential::new(rows, vec![shift; rows]);
        let average = average.map(|power| Averaged::new(power, rows));
        Projected { domain, potential, average, line: Line::default() }
    }

    /// Whether the table and the shifts fit the number of rows: a state read from a file may not.
    pub(crate) fn is_consistent(&self) -> bool {
        let fits = |a: &Averaged| a.is_consistent(self.rows(), self.potential.v.len());
        self.potential.is_consistent(self.rows()) && self.average.as_ref().is_none_or(fits)
    }

    /// The potentials of a row.
    fn row(&self, row: usize) -> impl Iterator<Item = f64> + Clone + '_ {
        self.potential.behind(row)
    }

    /// The threshold of a row at trade-off `c`.
    fn shift_at(&self, row: usize, c: f64) -> Shift {
        let (domain, n, old) = (&self.domain, self.dimension(), &self.potential.kept[row]);
        let (rate, edge) = (domain.rate(c), domain.edge(n));
        let Some(top) = self.row(row).map(|v| domain.height(v)).reduce(f64::max) else {
            return Shift { top: 0.0, level: 0.0, c };
        };
        let tally_at = |level: f64| {
            let mut tally = Tally::default();
            for v in self.row(row) {
                let gap = (top - domain.height(v)) * rate;
                domain.enter(gap, level - gap > edge, &mut tally);
            }
            tally
        };
        // The old threshold, in potentials, is near the new one unless c has changed a lot.
        let guess = (top - old.top) * rate + old.level * (old.c / c);
        Shift { top, level: find_level(domain, (top * rate, n), guess, tally_at).0, c }
    }

    fn refresh(&mut self, c: f64) {
        self.potential.kept = (0..self.potential.rows).map(|row| self.shift_at(row, c)).collect();
    }

    /// Trade-off of the thresholds.
    fn c(&self) -> f64 {
        self.potential.kept.first().map_or(1.0, |s| s.c)
    }

    /// Weights and potentials of a row at a threshold.
    fn pairs<'a>(&'a self, row: usize, shift: &'a Shift) -> impl Iterator<Item = (f64, f64)> + 'a {
        let n = self.dimension();
        self.row(row).map(move |v| (self.domain.weight(v, shift, n), v))
    }

    /// Lays the direction out for moves of up to `most` along it.
    fn gather(&mut self, direction: &Direction<'_>, most: f64) {
        let mut line = std::mem::take(&mut self.line);
        line.begin(direction.c);
        for row in 0..self.potential.rows {
            let start = line.cells.len();
            self.potential.touch(direction, (row, false), &mut line.cells);
            if line.cells.len() > start {
                let shift = &self.potential.kept[row];
                line.close(&self.domain, shift, self.row(row), (start, most));
            }
        }
        self.line = line;
    }

    /// `c f*(v/c)` of a row, rounded up: the certificate takes it off.
    fn conjugate(&self, row: usize, c: f64) -> f64 {
        let (domain, n, shift) = (&self.domain, self.dimension(), self.shift_at(row, c));
        if n == 0 {
            return 0.0;
        }
        let rate = domain.rate(c);
        let gaps = self.row(row).map(|v| (shift.top - domain.height(v)) * rate);
        let sum = domain.conjugate_at(gaps, (shift.top * rate, shift.level), n);
        c * (sum.value() + sum.slack())
    }

    fn curve(&self) -> Bent<'_, D> {
        Bent { line: &self.line, domain: &self.domain }
    }
}

impl<D: Domain> Hypothesis for Projected<D> {
    fn dimension(&self) -> usize {
        self.potential.dimension()
    }

    fn rows(&self) -> usize {
        self.potential.rows
    }

    fn widen(&mut self, rows: usize) {
        if rows > self.rows() {
            let c = self.c();
            self.potential.widen(rows, rows, Shift { top: 0.0, level: 0.0, c });
            self.refresh(c);
        }
    }

    fn mark(&mut self) {
        self.potential.mark();
    }

    fn undo(&mut self) {
        self.potential.undo();
    }

    fn prepare(&mut self, c: f64) {
        if self.c() != c {
            self.refresh(c);
        }
    }

    fn look(&self, parts: &[Instance<'_>], view: &mut View) {
        view.measure(parts, |x| self.domain.size(x));
    }

    fn meet(&mut self, parts: &[Instance<'_>], view: &mut View) {
        self.reserve(parts.iter().map(|x| x.end()).max().unwrap_or(0));
        self.look(parts, view);
    }

    fn score(&self, parts: &[Instance<'_>], _c: f64, view: &mut View) {
        view.scores.clear();
        let n = self.dimension();
        for x in parts {
            for (row, shift) in self.potential.kept.iter().enumerate() {
                let mut along = 0.0;
                x.for_each(|j, x| {
                    if let Some(&v) = self.potential.v.get(j * self.potential.rows + row) {
                        along += x * self.domain.weight(v, shift, n);
                    }
                });
                view.scores.push(along);
            }
        }
    }

    fn own_square(&self, _c: f64) -> f64 {
        self.pairs(0, &self.potential.kept[0]).map(|(w, _)| w * w).sum()
    }

    fn gap(&self, _x: Instance<'_>, _c: f64, _view: &View) -> Gap {
        // A centre (uniclass) has no place on these sets.
        Gap::default()
    }

    fn curvature(&self, direction: &Direction<'_>, rule: Curvature) -> f64 {
        let n = self.dimension();
        let reach = |x: Instance<'_>| self.domain.reach(x, x.stored() == n, rule);
        let of = |row: usize| direction.size_in(row, reach);
        (0..self.potential.rows).map(|row| of(row).powi(2)).sum::<f64>() / direction.c
    }

    // Kept out of the choice among the geometries, which would else save registers for the longest
    // of them.
    #[inline(never)]
    fn exact<L: Loss>(&mut self, direction: &Direction<'_>, z: f64, loss: &L, cap: f64) -> f64 {
        let unit = cap * loss.slope(z);
        if unit == 0.0 {
            return 0.0;
        }
        self.gather(direction, unit);
        if self.line.cells.is_empty() { unit } else { self.curve().best_step(z, loss, cap) }
    }

    fn rise(&mut self, direction: &Direction<'_>) -> f64 {
        self.gather(direction, 1.0);
        self.curve().conjugate(1.0) - self.curve().conjugate(0.0)
    }

    fn response(&self, _parts: &[Instance<'_>], _part: usize, _view: &View, _c: f64) -> Response {
        Response::Numeric
    }

    fn along(&mut self, direction: &Direction<'_>, d: f64) -> (f64, f64) {
        let scale = direction.scale();
        // Far enough for the difference that stands for a derivative.
        self.gather(direction, 2.0 * d.abs() + scale);
        self.curve().slope_at(d, scale)
    }

    fn apply(&mut self, step: &Direction<'_>) {
        if self.average.is_some() {
            self.settle_average();
        }
        for t in step.terms {
            step.parts[t.part]
                .for_each(|j, x| self.potential.v[j * self.potential.rows + t.row] += t.coef * x);
        }
        for row in 0..self.potential.rows {
            if step.terms.iter().any(|t| t.row == row) {
                self.potential.kept[row] = self.shift_at(row, self.c());
            }
        }
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
        let conjugate = (0..self.potential.rows).map(|row| self.conjugate(row, c)).sum();
        let steepness = self.class().reach();
        DualPoint { norm: self.dual_norm(&self.potential.v), conjugate, steepness }
    }

    fn own_complexity(&self, c: f64) -> f64 {
        let (mut sum, n) = (Sum::default(), self.dimension());
        for row in 0..self.potential.rows {
            let shift = self.shift_at(row, c);
            self.pairs(row, &shift).for_each(|(w, _)| sum.add(self.domain.term(w, n)));
        }
        sum.value()
    }

    fn support(&self, level: f64) -> f64 {
        let (n, rows) = (self.dimension(), self.potential.rows as f64);
        if level >= rows * self.domain.most(n) {
            return (0..self.potential.rows).map(|row| self.domain.farthest(self.row(row))).sum();
        }
        // Below the least f there is nobody: the answer is that of the nearest class with a member.
        support_within(self, level.max(rows * self.domain.least(n)), self.domain.radius())
    }

    fn class(&self) -> Class {
        self.domain.class(self.dimension(), self.potential.rows)
    }

    fn raised(&self, rest: &Grid) -> Self {
        self.rebuilt(Grid::potential(self).plus(rest), self.c())
    }
}

impl<D: Domain> Coordinates for Projected<D> {
    fn reserve(&mut self, dimension: usize) {
        if dimension > self.dimension() {
            self.potential.v.resize(dimension * self.potential.rows, 0.0);
            self.refresh(self.c());
        }
    }

    fn complexity(&self, u: &[f64], _c: f64) -> f64 {
        if !self.domain.contains(u) {
            return f64::INFINITY;
        }
        u.iter().map(|&w| self.domain.term(w, u.len())).sum()
    }

    fn weight(&self, coordinate: usize, row: usize, _c: f64) -> f64 {
        let slot = coordinate * self.potential.rows + row;
        self.potential
            .v
            .get(slot)
            .map_or(0.0, |&v| self.domain.weight(v, &self.potential.kept[row], self.dimension()))
    }

    fn potential_at(&self, coordinate: usize, row: usize) -> f64 {
        self.potential.at(coordinate, row)
    }

    fn dual_norm(&self, v: &[f64]) -> f64 {
        let rows = self.potential.rows;
        let of = |row: usize| v.iter().skip(row).step_by(rows).copied();
        (0..rows).map(|row| self.domain.norm(of(row)).powi(2)).sum::<f64>().sqrt()
    }

    fn average_weight(&self, coordinate: usize, row: usize) -> Option<f64> {
        self.mean_weight(coordinate * self.potential.rows + row)
    }
}
