//! The hypothesis of any [`Adaptive`]: weights, potentials and spreads by coordinate, and the
//! scales of the features.
//!
//! A round first raises the scales of its features where they fall short (before anything is
//! predicted), then scores, then pushes its step into the cells it touches. What the raise changed
//! is noted, so that a round that fails leaves no trace. Comparators are measured by the Euclidean
//! norm. Cells lie in memory as `layout.rs` says.

mod average;
mod layout;
mod merge;
mod singles;
mod tables;

use super::rows::{more_places, places};
use super::{Coordinates, DualPoint, Grid, Hypothesis, Means, Response, average_scores};
use crate::geometry::{Adaptive, AdaptiveCell as Cell, Curvature};
use crate::geometry::{Class, Load, NormKind};
use crate::loss::Loss;
use crate::number::Sum;
use crate::round::{Direction, Gap, View};
use crate::vector::Instance;
use layout::{Cells, Layout, Mark, Step, each_layout};
use std::borrow::Cow;

/// No scale is smaller: its square must stay a number.
const SMALLEST_SCALE: f64 = 1e-100;

/// Weights in an adaptive geometry.
#[derive(Clone, Debug)]
pub struct Diagonal<M: Adaptive> {
    metric: M,
    rows: usize,
    cells: Cells,
    mark: Mark,
    pub(crate) average: Option<Means>,
}

/// The state as it is written down: tables by feature and row, with `stride` places for rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written {
    pub(crate) rows: usize,
    pub(crate) stride: usize,
    pub(crate) weights: Vec<f64>,
    pub(crate) potential: Vec<f64>,
    pub(crate) spread: Vec<f64>,
    /// One per feature; empty if they are not followed.
    pub(crate) scales: Vec<f64>,
}

impl Written {
    /// Whether the tables fit each other: a state read from a file may not.
    fn is_consistent(&self, is_scaled: bool) -> bool {
        if self.rows == 0 || self.rows > self.stride {
            return false;
        }
        let same = [&self.potential, &self.spread].iter().all(|t| t.len() == self.weights.len());
        let scales = if is_scaled { self.weights.len() / self.stride } else { 0 };
        let sound = |s: &f64| *s >= SMALLEST_SCALE;
        self.weights.len().is_multiple_of(self.stride)
            && same
            && self.scales.len() == scales
            && self.scales.iter().all(sound)
            && self.spread.iter().all(|s| *s >= 0.0)
    }
}

impl<M: Adaptive> Diagonal<M> {
    /// The zero hypothesis; with `average`, the mean of the weights is kept too, round t counted
    /// `t^average` times.
    pub fn new(metric: M, rows: usize, average: Option<u32>) -> Self {
        let average = average.map(|power| Means::new(power, rows));
        Diagonal { metric, rows, cells: Cells::new(places(rows)), mark: Mark::default(), average }
    }

    /// Places for rows in the tables.
    pub(crate) fn stride(&self) -> usize {
        self.cells.stride()
    }

    /// The tables of weights, potentials and spreads, and the scales if they are followed.
    pub(crate) fn tables(&self) -> [Cow<'_, [f64]>; 4] {
        let [weights, potential, spread, scales] =
            each_layout!(&self.cells, cells => cells.tables());
        let scales = if self.metric.is_scaled() { scales } else { Cow::default() };
        [weights, potential, spread, scales]
    }

    /// Takes over a state that was written down; false if it is none.
    pub(crate) fn read(&mut self, from: Written) -> bool {
        if !from.is_consistent(self.metric.is_scaled()) {
            return false;
        }
        let Written { rows, stride, weights, potential, spread, mut scales } = from;
        if !self.metric.is_scaled() {
            scales.resize(weights.len() / stride, 1.0);
        }
        (self.rows, self.cells) = (rows, Cells::with([weights, potential, spread, scales], stride));
        true
    }

    /// The cell of a feature, which may be unknown, and its scale.
    fn at(&self, feature: usize, row: usize) -> (Cell, f64) {
        each_layout!(&self.cells, cells => match feature < cells.features() {
            true => (cells.cell(feature, row), cells.scale(feature)),
            false => (Cell::default(), 1.0),
        })
    }

    /// Takes in a step over several parts, which may share coordinates: a coordinate moves once, by
    /// the sum.
    fn push_merged(&mut self, step: &Direction<'_>) {
        for (row, j, coef) in step.cells() {
            let (indices, push) = ([j as u32], Step { row, coef, c: step.c, weight: step.weight });
            let unit = Instance::Sparse { indices: &indices, values: &[1.0] };
            each_layout!(&mut self.cells, cells => cells.push(&self.metric, unit, &push));
        }
    }

    /// All cells in use, with the scales of their features.
    fn each(&self) -> impl Iterator<Item = (Cell, f64)> + '_ {
        (0..self.dimension()).flat_map(move |j| (0..self.rows).map(move |row| self.at(j, row)))
    }
}

impl<M: Adaptive> Hypothesis for Diagonal<M> {
    fn dimension(&self) -> usize {
        each_layout!(&self.cells, cells => cells.features())
    }

    fn rows(&self) -> usize {
        self.rows
    }

    fn widen(&mut self, rows: usize) {
        let stride = self.cells.stride();
        if rows > stride {
            self.cells = self.cells.relaid(more_places(stride, rows));
        }
        self.rows = rows.max(self.rows);
    }

    fn mark(&mut self) {
        (self.mark.rows, self.mark.stride) = (self.rows, self.cells.stride());
        self.mark.features = self.dimension();
        self.mark.scales.clear();
        self.mark.weights.clear();
    }

    fn undo(&mut self) {
        self.rows = self.mark.rows;
        if self.cells.stride() != self.mark.stride {
            self.cells = self.cells.relaid(self.mark.stride);
        }
        each_layout!(&mut self.cells, cells => cells.undo(&self.mark));
    }

    fn prepare(&mut self, _c: f64) {}

    fn look(&self, parts: &[Instance<'_>], view: &mut View) {
        each_layout!(&self.cells, cells => {
            let mut later = parts.iter().skip(1);
            view.look(parts, |x, view| {
                later.next().into_iter().for_each(|&next| cells.expect(next, self.rows));
                cells.look(x, self.rows, view)
            });
        });
    }

    fn meet(&mut self, parts: &[Instance<'_>], view: &mut View) {
        if !self.metric.is_scaled() {
            return self.look(parts, view);
        }
        let (metric, mark) = (&self.metric, &mut self.mark);
        each_layout!(&mut self.cells, cells => match parts {
            [_] => view.look(parts, |x, view| cells.meet(metric, x, mark, view)),
            _ => {
                parts.iter().for_each(|&x| cells.admit(metric, x, mark));
                self.look(parts, view);
            }
        });
    }

    fn score(&self, _parts: &[Instance<'_>], c: f64, view: &mut View) {
        let rate = self.metric.rate(c);
        if rate != 1.0 {
            view.scores.iter_mut().for_each(|s| *s *= rate);
        }
    }

    fn own_square(&self, c: f64) -> f64 {
        let rate = self.metric.rate(c);
        self.each().map(|(cell, _)| (rate * cell.weight).powi(2)).sum()
    }

    fn gap(&self, _x: Instance<'_>, _c: f64, _view: &View) -> Gap {
        Gap::default()
    }

    fn curvature(&self, direction: &Direction<'_>, _rule: Curvature) -> f64 {
        let of = |t: &crate::round::Term| {
            let (x, place) = (direction.parts[t.part], (t.row, direction.c));
            let along = each_layout!(&self.cells, cells => cells.curvature(&self.metric, x, place));
            t.coef * t.coef * along
        };
        direction.terms.iter().map(of).sum()
    }

    fn exact<L: Loss>(&mut self, direction: &Direction<'_>, z: f64, loss: &L, cap: f64) -> f64 {
        loss.step(z, self.curvature(direction, Curvature::Width), cap)
    }

    fn response(&self, _parts: &[Instance<'_>], _part: usize, _view: &View, _c: f64) -> Response {
        // Every row has a metric of its own.
        Response::Numeric
    }

    #[inline(always)]
    fn bears(&self, load: &Load) -> bool {
        self.metric.bears(load)
    }

    fn apply(&mut self, step: &Direction<'_>) {
        if step.view.beyond {
            let end = step.parts.iter().map(|x| x.end()).max();
            self.reserve(end.unwrap_or(0));
        }
        if self.average.is_some() {
            self.settle_average(Some(step));
        }
        if step.parts.len() > 1 {
            return self.push_merged(step);
        }
        for t in step.terms.iter().filter(|t| t.coef != 0.0) {
            let push = Step { row: t.row, coef: t.coef, c: step.c, weight: step.weight };
            each_layout!(&mut self.cells, cells => {
                cells.push(&self.metric, step.parts[t.part], &push);
            });
        }
    }

    fn tick(&mut self, c: f64, _view: &View) {
        if self.average.is_some() {
            self.count_round(c);
        }
    }

    fn average(&self, parts: &[Instance<'_>], view: &mut View) -> bool {
        average_scores(self, parts, view)
    }

    fn dual(&self, c: f64) -> DualPoint {
        let (mut square, mut conjugate, mut steep) = (Sum::default(), Sum::default(), 0.0);
        for (Cell { potential: v, spread, .. }, scale) in self.each() {
            if v == 0.0 {
                continue;
            }
            let slope = v / self.metric.stiffness(spread, scale, c);
            square.add(v * v);
            conjugate.add(0.5 * v * slope);
            steep += slope * slope;
        }
        DualPoint {
            norm: square.value().sqrt(),
            conjugate: conjugate.value(),
            steepness: steep.sqrt(),
        }
    }

    fn support(&self, level: f64) -> f64 {
        level * self.dual(1.0).norm
    }

    fn class(&self) -> Class {
        Class::Norm(NormKind::Euclidean)
    }

    fn raised(&self, rest: &Grid) -> Self {
        let mut raised = self.clone();
        let rows = raised.rows;
        each_layout!(&mut raised.cells, cells => {
            for slot in 0..cells.features() * rows {
                let (feature, row) = (slot / rows, slot % rows);
                let mut cell = cells.cell(feature, row);
                cell.potential += rest.at(feature, row);
                cells.put(feature, row, cell);
            }
        });
        raised
    }

    fn is_steady(&self) -> bool {
        false
    }
}

impl<M: Adaptive> Coordinates for Diagonal<M> {
    fn reserve(&mut self, dimension: usize) {
        if dimension > self.dimension() {
            let scale = if self.metric.is_scaled() { SMALLEST_SCALE } else { 1.0 };
            each_layout!(&mut self.cells, cells => cells.resize(dimension, scale));
        }
    }

    fn complexity(&self, u: &[f64], c: f64) -> f64 {
        let stiffness = |j: usize| {
            let (cell, scale) = self.at(j, 0);
            self.metric.stiffness(cell.spread, scale, c) / c
        };
        0.5 * u.iter().enumerate().map(|(j, u)| stiffness(j) * u * u).sum::<f64>()
    }

    fn weight(&self, coordinate: usize, row: usize, c: f64) -> f64 {
        if c > 0.0 { self.metric.rate(c) * self.at(coordinate, row).0.weight } else { 0.0 }
    }

    fn potential_at(&self, coordinate: usize, row: usize) -> f64 {
        self.at(coordinate, row).0.potential
    }

    fn average_weight(&self, coordinate: usize, row: usize) -> Option<f64> {
        self.mean_weight(coordinate, row)
    }
}
