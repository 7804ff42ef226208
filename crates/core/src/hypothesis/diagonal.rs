//! The hypothesis of any [`Metric`]: weights, potentials and spreads by coordinate, and the scales of the features.
//!
//! Weights are kept apart from the rest, so that scoring reads nothing else. A round first raises the scales of its
//! features where they fall short (before anything is predicted), then scores, then pushes its step into the cells it
//! touches. What the raise changed is noted, so that a round that fails leaves no trace. Comparators are measured by the
//! Euclidean norm.

use super::rows::{Table, places};
use super::{Class, Coordinates, Direction, DualPoint, Gap, Hypothesis, Response, View, relaid};
use crate::ascent::Curvature;
use crate::geometry::{Metric, MetricCell as Cell, Push};
use crate::loss::Loss;
use crate::solve::Sum;
use crate::vector::Instance;

/// No scale is smaller: its square must stay a number.
const SMALLEST_SCALE: f64 = 1e-100;

/// Weights in an adaptive geometry.
#[derive(Clone, Debug)]
pub struct Diagonal<M: Metric> {
    metric: M,
    pub(crate) rows: usize,
    /// Places for rows in the tables, at least `rows`.
    pub(crate) stride: usize,
    pub(crate) weights: Vec<f64>,
    pub(crate) potential: Vec<f64>,
    pub(crate) spread: Vec<f64>,
    /// One a feature; empty if they are not followed.
    pub(crate) scales: Vec<f64>,
    /// Whether the round under way has raised a scale since it looked at its instances.
    raised: bool,
    mark: Mark,
}

/// What a round that fails has to take back.
#[derive(Clone, Debug, Default)]
struct Mark {
    rows: usize,
    stride: usize,
    features: usize,
    /// (feature, scale before), and the weights of those features in the same order.
    scales: Vec<(usize, f64)>,
    weights: Vec<f64>,
}

impl<M: Metric> Diagonal<M> {
    /// The zero hypothesis.
    pub fn new(metric: M, rows: usize) -> Self {
        Diagonal {
            metric,
            rows,
            stride: places(rows),
            weights: Vec::new(),
            potential: Vec::new(),
            spread: Vec::new(),
            scales: Vec::new(),
            raised: false,
            mark: Mark::default(),
        }
    }

    /// Whether the tables fit each other: a state read from a file may not.
    pub(crate) fn is_consistent(&self) -> bool {
        if self.rows == 0 || self.rows > self.stride {
            return false;
        }
        let same = [&self.potential, &self.spread].iter().all(|t| t.len() == self.weights.len());
        let scales = if self.metric.is_scaled() { self.dimension() } else { 0 };
        let sound = |s: &f64| *s >= SMALLEST_SCALE;
        self.weights.len().is_multiple_of(self.stride)
            && same
            && self.scales.len() == scales
            && self.scales.iter().all(sound)
            && self.spread.iter().all(|s| *s >= 0.0)
    }

    #[inline(always)]
    fn scale(&self, feature: usize) -> f64 {
        self.scales.get(feature).copied().unwrap_or(1.0)
    }

    fn lay_out(&mut self, stride: usize) {
        let old = std::mem::replace(&mut self.stride, stride);
        for table in [&mut self.weights, &mut self.potential, &mut self.spread] {
            *table = relaid(table, old, stride);
        }
    }

    fn cut(&mut self, features: usize) {
        for table in [&mut self.weights, &mut self.potential, &mut self.spread] {
            table.truncate(features * self.stride);
        }
        self.scales.truncate(features);
    }

    /// Raises the scale of a feature and restates its weights.
    #[cold]
    fn raise(&mut self, feature: usize, to: f64) {
        self.reserve(feature + 1);
        let from = self.scales[feature];
        self.scales[feature] = to;
        if feature >= self.mark.features {
            return;
        }
        self.raised = true;
        let cells = feature * self.stride..feature * self.stride + self.rows;
        self.mark.scales.push((feature, from));
        self.mark.weights.extend_from_slice(&self.weights[cells.clone()]);
        for slot in cells.filter(|_| to > from) {
            let mut cell = self.cell(slot);
            self.metric.rescale(&mut cell, from, to);
            self.weights[slot] = cell.weight;
        }
    }

    fn cell(&self, slot: usize) -> Cell {
        let [weight, potential, spread] =
            [&self.weights, &self.potential, &self.spread].map(|table| table[slot]);
        Cell { weight, potential, spread }
    }

    /// `sum_j x_j^2 / (c H_j)` in one row.
    fn curvature_of(&self, x: Instance<'_>, row: usize, c: f64) -> f64 {
        let mut sum = 0.0;
        x.for_each(|j, x| {
            let spread = self.spread.get(j * self.stride + row).copied().unwrap_or(0.0);
            sum += x * x / self.metric.stiffness(spread, self.scale(j), c);
        });
        sum
    }

    fn push(&mut self, x: Instance<'_>, (row, coef): (usize, f64), c: f64, weight: f64) {
        let (stride, scales, metric) = (self.stride, &self.scales, &self.metric);
        let (weights, potential, spread) =
            (&mut self.weights[..], &mut self.potential[..], &mut self.spread[..]);
        x.for_each(|j, x| {
            let slot = j * stride + row;
            let scale = scales.get(j).copied().unwrap_or(1.0);
            let mut cell =
                Cell { weight: weights[slot], potential: potential[slot], spread: spread[slot] };
            let square = weight * x * x;
            metric.push(&mut cell, &Push { square, step: coef * x, scale, c });
            (weights[slot], potential[slot], spread[slot]) =
                (cell.weight, cell.potential, cell.spread);
        });
    }

    /// Scores of one instance from what is stored, without the rate; returns its square.
    fn look_at(&self, x: Instance<'_>, view: &mut View) -> f64 {
        if self.stride == 1 {
            let probe = x.probe(&self.weights);
            view.scores.push(probe.dot);
            view.beyond |= probe.beyond;
            return probe.square;
        }
        let table = Table { cells: &self.weights, stride: self.stride, rows: self.rows };
        let seen = table.push_scores(x, &mut view.scores);
        view.beyond |= seen.end > self.dimension();
        seen.square
    }
}

impl<M: Metric> Hypothesis for Diagonal<M> {
    fn dimension(&self) -> usize {
        self.weights.len() / self.stride
    }

    fn rows(&self) -> usize {
        self.rows
    }

    fn admit(&mut self, parts: &[Instance<'_>]) {
        if !self.metric.is_scaled() {
            return;
        }
        for part in parts {
            part.for_each(|j, x| {
                let size = x.abs().max(SMALLEST_SCALE);
                if self.scales.get(j).is_none_or(|&scale| scale < size) {
                    self.raise(j, size);
                }
            });
        }
    }

    fn widen(&mut self, rows: usize) {
        if rows > self.stride {
            // Room for an eighth more, so that many classes one by one cost no more than a few layouts.
            self.lay_out(places(rows.max(self.stride + self.stride / 8)));
        }
        self.rows = rows.max(self.rows);
    }

    fn mark(&mut self) {
        (self.mark.rows, self.mark.stride) = (self.rows, self.stride);
        self.mark.features = self.dimension();
        self.mark.scales.clear();
        self.mark.weights.clear();
    }

    fn undo(&mut self) {
        self.raised = false;
        self.rows = self.mark.rows;
        if self.stride != self.mark.stride {
            self.lay_out(self.mark.stride);
        }
        self.cut(self.mark.features);
        let noted = self.mark.scales.iter().zip(self.mark.weights.chunks(self.rows));
        // The first note of a feature is the oldest.
        for (&(feature, scale), weights) in noted.rev() {
            let at = feature * self.stride;
            self.scales[feature] = scale;
            self.weights[at..at + self.rows].copy_from_slice(weights);
        }
    }

    fn prepare(&mut self, _c: f64) {}

    fn look(&self, parts: &[Instance<'_>], view: &mut View) {
        view.sizes.clear();
        view.squares.clear();
        view.scores.clear();
        view.beyond = false;
        for &x in parts {
            let square = self.look_at(x, view);
            view.sizes.push(square.sqrt());
            view.squares.push(square);
        }
    }

    fn score(&self, parts: &[Instance<'_>], c: f64, view: &mut View) {
        if self.raised {
            view.scores.clear();
            for &x in parts {
                self.look_at(x, view);
            }
        }
        let rate = self.metric.rate(c);
        if rate != 1.0 {
            view.scores.iter_mut().for_each(|s| *s *= rate);
        }
    }

    fn own_square(&self, c: f64) -> f64 {
        let rate = self.metric.rate(c);
        self.weights.iter().map(|w| (rate * w).powi(2)).sum()
    }

    fn gap(&self, _x: Instance<'_>, _c: f64, _view: &View) -> Gap {
        Gap::default()
    }

    fn curvature(&self, direction: &Direction<'_>, _rule: Curvature) -> f64 {
        let of = |t: &crate::block::Term| {
            t.coef * t.coef * self.curvature_of(direction.parts[t.part], t.row, direction.c)
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

    fn apply(&mut self, step: &Direction<'_>) {
        if step.view.beyond {
            let end = step.parts.iter().map(|x| x.end()).max();
            self.reserve(end.unwrap_or(0));
        }
        for t in step.terms.iter().filter(|t| t.coef != 0.0) {
            self.push(step.parts[t.part], (t.row, t.coef), step.c, step.weight);
        }
    }

    fn tick(&mut self, _c: f64, _view: &View) {
        self.raised = false;
    }

    fn dual(&self, c: f64) -> DualPoint {
        let (mut square, mut conjugate, mut steep) = (Sum::default(), Sum::default(), 0.0);
        for (slot, v) in self.potential.iter().enumerate().filter(|(_, v)| **v != 0.0) {
            let scale = self.scale(slot / self.stride);
            let slope = v / self.metric.stiffness(self.spread[slot], scale, c);
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
        Class::Norm("norm")
    }

    fn is_steady(&self) -> bool {
        false
    }
}

impl<M: Metric> Coordinates for Diagonal<M> {
    fn reserve(&mut self, dimension: usize) {
        if dimension <= self.dimension() {
            return;
        }
        for table in [&mut self.weights, &mut self.potential, &mut self.spread] {
            table.resize(dimension * self.stride, 0.0);
        }
        if self.metric.is_scaled() {
            self.scales.resize(dimension, SMALLEST_SCALE);
        }
    }

    fn complexity(&self, u: &[f64], c: f64) -> f64 {
        let stiffness = |j: usize| {
            let spread = self.spread.get(j * self.stride).copied().unwrap_or(0.0);
            self.metric.stiffness(spread, self.scale(j), c) / c
        };
        0.5 * u.iter().enumerate().map(|(j, u)| stiffness(j) * u * u).sum::<f64>()
    }

    fn weight(&self, coordinate: usize, row: usize, c: f64) -> f64 {
        let stored = self.weights.get(coordinate * self.stride + row).copied().unwrap_or(0.0);
        if c > 0.0 { self.metric.rate(c) * stored } else { 0.0 }
    }
}
