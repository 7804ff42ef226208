//! The average of weights that are a common factor times a value of their own, round t counted
//! `t^power` times.
//!
//! `w_{t,j} = factor_t s_j` with one factor for a group of cells (the normaliser of a row), so with
//! `reach = sum_t t^power factor_t` a cell whose value stays the same from mark to reach adds
//! `s_j (reach - mark_j)`: only cells that change have to be settled, and the average costs O(nnz) a
//! round like the weights themselves. When all values change, or the factors have become so small
//! that the reach does not feel them, all cells are settled at once and the reach starts anew.
//! Rounds count with the weights after their update, and a cell that is not there yet with 0.
//! (Shalev-Shwartz 2007, App. B.3.3.)

use super::{Grid, Sums, relaid};
use crate::number::is_countable;
use serde::{Deserialize, Serialize};

/// Factor, relative to the reach, below which the reach starts anew.
const STRAINED: f64 = 1e-6;

/// Sums of the weights over the rounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Means {
    power: u32,
    rounds: u64,
    /// `sum_t t^power`.
    total: f64,
    /// Rows of the tables.
    rows: usize,
    /// One per row, or a single one that all rows share.
    reach: Vec<f64>,
    /// What each cell has added up to its mark.
    #[serde(skip)]
    pub(super) sums: Vec<f64>,
    #[serde(skip)]
    pub(super) marks: Vec<f64>,
}

impl Means {
    /// Of no rounds.
    pub(super) fn new(power: u32, rows: usize) -> Self {
        let [reach, sums, marks] = Default::default();
        Means { power, rounds: 0, total: 0.0, rows, reach, sums, marks }
    }

    /// Whether the tables fit each other and this many cells at most: a state read from a file may
    /// not.
    pub(super) fn is_consistent(&self, rows: usize, cells: usize) -> bool {
        self.rows == rows
            && is_countable(self.rounds)
            && self.sums.len() == self.marks.len()
            && self.sums.len() <= cells
            && self.total >= 0.0
            && (self.sums.is_empty() || self.reach.len() == 1 || self.reach.len() == rows)
    }

    /// Lays the tables out for so many cells in so many rows, which have so many factors.
    pub(super) fn fit(&mut self, cells: usize, rows: usize, factors: usize) {
        self.reach.resize(factors, 0.0);
        if rows != self.rows {
            let old = std::mem::replace(&mut self.rows, rows);
            self.sums = relaid(&self.sums, old, rows);
            self.marks = relaid(&self.marks, old, rows);
            for slot in (0..self.marks.len()).filter(|slot| slot % rows >= old) {
                self.marks[slot] = self.reach_of(slot);
            }
        }
        for slot in self.sums.len()..cells {
            self.sums.push(0.0);
            self.marks.push(self.reach_of(slot));
        }
    }

    /// [`Means::fit`] with one factor, for cells whose value is 0 when they come: whatever their
    /// mark, they add nothing until they change, so it stays 0 and takes no room in a sparse file.
    pub(super) fn fit_zeros(&mut self, cells: usize, rows: usize) {
        self.reach.resize(1, 0.0);
        if rows != self.rows {
            let old = std::mem::replace(&mut self.rows, rows);
            self.sums = relaid(&self.sums, old, rows);
            self.marks = relaid(&self.marks, old, rows);
        }
        let cells = cells.max(self.sums.len());
        self.sums.resize(cells, 0.0);
        self.marks.resize(cells, 0.0);
    }

    fn reach_of(&self, slot: usize) -> f64 {
        match self.reach.as_slice() {
            [one] => *one,
            each => each.get(slot % self.rows).copied().unwrap_or(0.0),
        }
    }

    /// Brings a cell up to date before its value changes.
    pub(super) fn settle(&mut self, slot: usize, value: impl FnOnce() -> f64) {
        let reach = self.reach_of(slot);
        let passed = reach - self.marks[slot];
        // A value that has changed since may be anything.
        if passed != 0.0 {
            self.sums[slot] += value() * passed;
            self.marks[slot] = reach;
        }
    }

    /// Brings all cells up to date before their values change.
    pub(super) fn settle_all(&mut self, value: impl Fn(usize) -> f64) {
        (0..self.sums.len()).for_each(|slot| self.settle(slot, || value(slot)));
        self.reach.fill(0.0);
        self.marks.fill(0.0);
    }

    /// Whether a round with these factors would be lost in the reach.
    pub(super) fn is_strained(&self, factors: &[f64]) -> bool {
        let share = ((self.rounds + 1) as f64).powi(self.power as i32);
        let lost = |(factor, reach): (&f64, &f64)| (share * factor).abs() < STRAINED * reach.abs();
        factors.iter().zip(&self.reach).any(lost)
    }

    /// Counts a round with these factors.
    pub(super) fn tick(&mut self, factors: &[f64]) {
        self.rounds += 1;
        let share = (self.rounds as f64).powi(self.power as i32);
        self.total += share;
        for (reach, factor) in self.reach.iter_mut().zip(factors) {
            *reach += share * factor;
        }
    }

    /// What a cell that has this value has added up.
    fn sum(&self, slot: usize, value: impl FnOnce() -> f64) -> f64 {
        let Some((sum, mark)) = self.sums.get(slot).zip(self.marks.get(slot)) else { return 0.0 };
        let passed = self.reach_of(slot) - mark;
        let late = if passed != 0.0 { value() * passed } else { 0.0 };
        sum + late
    }

    /// The average weight of a cell that has this value.
    pub(super) fn mean(&self, slot: usize, value: impl FnOnce() -> f64) -> f64 {
        self.sum(slot, value) / self.total.max(1.0)
    }

    /// The sums of all cells, which have these values.
    pub(super) fn all_sums(&self, cells: usize, value: impl Fn(usize) -> f64) -> Sums {
        let sums = (0..cells).map(|slot| self.sum(slot, || value(slot))).collect();
        let grid = Grid { rows: self.rows, cells: sums };
        Sums { power: self.power, rounds: self.rounds as f64, total: self.total, grid }
    }

    /// Means that go on from these sums, with so many factors.
    pub(super) fn of_sums(sums: Sums, factors: usize) -> Self {
        Means {
            power: sums.power,
            rounds: sums.rounds as u64,
            total: sums.total,
            rows: sums.grid.rows,
            reach: vec![0.0; factors],
            marks: vec![0.0; sums.grid.cells.len()],
            sums: sums.grid.cells,
        }
    }
}
