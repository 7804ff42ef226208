//! Merging weights that adapt to the data: scales are the largest, spreads add up, and weights move
//! by the mean of their moves, each counted by the stiffness that it brought:
//!
//! ```text
//! w = w_B + sum_k (P_k - P_B)(w_k - w_B) / sum_k (P_k - P_B)        P = c H
//! ```
//!
//! That lies between the runs, so that rounds of merging can follow each other. The product of
//! Gaussian posteriors, `P w = P_B w_B + sum_k (P_k w_k - P_B w_B)`, is nearly the same where the
//! base is vague, but adds up what all runs corrected alike where it is not, and diverges.
//!
//! Where weights are a function of the potential, the potential is that of the weights, and what it
//! lacks to be the sum of all dual variables is the rest.

use super::{Cell, Diagonal, SMALLEST_SCALE, Written};
use crate::error::Result;
use crate::geometry::Adaptive;
use crate::hypothesis::merge::{Merge, Part, Plan, Summed, Sums, merged_sums, united_dimension};
use crate::hypothesis::rows::places;
use crate::hypothesis::{Grid, Hypothesis, Means};

impl<M: Adaptive> Merge for Diagonal<M> {
    fn merged(&self, parts: &[Part<'_, Self>], plan: Plan) -> Result<(Self, Grid)> {
        let dimension = united_dimension(self, parts);
        let mut table = Table::new(self, dimension, plan);
        for part in parts {
            table.raise_scales(part);
        }
        table.start(self);
        for part in parts {
            table.add(self, part);
        }
        let mut merged = Diagonal::new(self.metric.clone(), plan.rows, None);
        let (written, rest) = table.written(&self.metric);
        merged.read(written);
        if let Some(sums) = merged_sums(self, parts, (dimension, plan.rows)) {
            merged.set_sums(sums);
        }
        Ok((merged, rest))
    }
}

impl<M: Adaptive> Summed for Diagonal<M> {
    fn sums(&self) -> Option<Sums> {
        let (rows, cells) = (self.rows, self.dimension() * self.rows);
        let weight = |slot: usize| self.at(slot / rows, slot % rows).0.weight;
        Some(self.average.as_ref()?.all_sums(cells, weight))
    }

    fn set_sums(&mut self, sums: Sums) {
        self.average = Some(Means::of_sums(sums, 1));
    }
}

impl<M: Adaptive> Diagonal<M> {
    /// A cell as it is when the scale of its feature is raised to this.
    fn raised_to(&self, coordinate: usize, row: usize, scale: f64) -> Cell {
        let (mut cell, from) = self.at(coordinate, row);
        if coordinate < self.dimension() && from != scale {
            self.metric.rescale(&mut cell, from, scale);
        }
        cell
    }

    /// Scale of a feature, the smallest there is where it is not known.
    fn scale_at(&self, coordinate: usize) -> f64 {
        match (self.metric.is_scaled(), coordinate < self.dimension()) {
            (false, _) => 1.0,
            (true, true) => self.at(coordinate, 0).1,
            (true, false) => SMALLEST_SCALE,
        }
    }
}

/// One merged cell on its way: the weight of the base, the potential and spread of all.
#[derive(Clone, Copy, Default)]
struct Entry {
    cell: Cell,
    /// The sums over those that have changed it, if any has.
    moves: Option<Moves>,
}

/// What the runs have changed in a cell.
#[derive(Clone, Copy, Default)]
struct Moves {
    /// `sum_k (P_k - P_B)`.
    stiffness: f64,
    /// `sum_k (P_k - P_B)(w_k - w_B)`.
    weighted: f64,
    /// `sum_k (w_k - w_B)`, and of how many, in case no stiffness came.
    plain: f64,
    runs: f64,
}

impl Moves {
    fn add(&mut self, stiffness: f64, by: f64) {
        self.stiffness += stiffness;
        self.weighted += stiffness * by;
        self.plain += by;
        self.runs += 1.0;
    }

    fn mean(&self) -> f64 {
        match self.stiffness > 0.0 {
            true => self.weighted / self.stiffness,
            false => self.plain / self.runs,
        }
    }
}

/// The merged table.
struct Table {
    plan: Plan,
    scales: Vec<f64>,
    entries: Vec<Entry>,
}

impl Table {
    fn new<M: Adaptive>(base: &Diagonal<M>, dimension: usize, plan: Plan) -> Self {
        let scales = (0..dimension).map(|j| base.scale_at(j)).collect();
        Table { plan, scales, entries: vec![Entry::default(); dimension * plan.rows] }
    }

    fn raise_scales<M: Adaptive>(&mut self, part: &Part<'_, Diagonal<M>>) {
        let rows = part.hypothesis.rows;
        for (own, row) in (0..part.hypothesis.dimension() * rows).map(|at| (at / rows, at % rows)) {
            let scale = &mut self.scales[part.places.coordinate(own, row)];
            *scale = scale.max(part.hypothesis.scale_at(own));
        }
    }

    fn start<M: Adaptive>(&mut self, base: &Diagonal<M>) {
        let rows = self.plan.rows;
        for (slot, entry) in self.entries.iter_mut().enumerate() {
            let (j, row) = (slot / rows, slot % rows);
            if row < base.rows {
                entry.cell = base.raised_to(j, row, self.scales[j]);
            }
        }
    }

    /// Adds what a part has changed.
    fn add<M: Adaptive>(&mut self, base: &Diagonal<M>, part: &Part<'_, Diagonal<M>>) {
        let c = self.plan.c;
        for own in 0..part.hypothesis.dimension() {
            for row in 0..part.hypothesis.rows {
                let j = part.places.coordinate(own, row);
                let scale = self.scales[j];
                let stiff = |cell: &Cell| base.metric.stiffness(cell.spread, scale, c);
                let cell = part.hypothesis.raised_to(own, row, scale);
                let began = match row < base.rows {
                    true => base.raised_to(own, row, scale),
                    false => Cell::default(),
                };
                if cell == began {
                    continue;
                }
                let entry = &mut self.entries[j * self.plan.rows + part.places.row(row)];
                let came = (stiff(&cell) - stiff(&began)).max(0.0);
                let moves = entry.moves.get_or_insert_default();
                moves.add(came, cell.weight - began.weight);
                entry.cell.potential += cell.potential - began.potential;
                entry.cell.spread += (cell.spread - began.spread).max(0.0);
            }
        }
    }

    /// The merged cells, and what their potentials lack.
    fn written<M: Adaptive>(self, metric: &M) -> (Written, Grid) {
        let (rows, dimension) = (self.plan.rows, self.scales.len());
        let stride = places(rows);
        let [mut weights, mut potential, mut spread] =
            [(); 3].map(|()| vec![0.0; dimension * stride]);
        let mut rest = Grid::zeros(dimension, rows);
        for (slot, Entry { cell: summed, moves }) in self.entries.iter().enumerate() {
            let (j, row) = (slot / rows, slot % rows);
            let cell = moves.map_or(*summed, |moves| {
                let weight = summed.weight + moves.mean();
                metric.merged_cell(Cell { weight, ..*summed }, self.scales[j])
            });
            rest.cells[slot] = summed.potential - cell.potential;
            let to = j * stride + row;
            (weights[to], potential[to], spread[to]) = (cell.weight, cell.potential, cell.spread);
        }
        let scales = if metric.is_scaled() { self.scales } else { Vec::new() };
        (Written { rows, stride, weights, potential, spread, scales }, rest)
    }
}
