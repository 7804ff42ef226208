//! One hypothesis of several that began alike and learned from disjoint rounds.
//!
//! ```text
//! weights    v    = v_B + sum_k mu_k (v_k - v_B),   sum_k mu_k = 1
//! evidence   v^e  = v_B + sum_k      (v_k - v_B),   rest = v^e - v
//! averages   S    = S_B + sum_k      (S_k - S_B)
//! ```
//!
//! What is mixed is the potential, not the weights: `f(u) + f*(v) - <v,u>` is convex in v, so the
//! mixture is no farther from any u than the parts are on average; for weights that are not linear
//! in v that is not so. The certificate needs the sum. Geometries that adapt to the data add
//! precisions instead ([`Diagonal`](super::Diagonal)), kernels join their patterns
//! ([`Expansion`](super::Expansion)). (McDonald, Hall & Mann 2010: iterative parameter mixing;
//! proofs in docs/guarantees.md.)

mod places;
mod sums;

pub(crate) use places::Places;
pub(super) use sums::Sums;

use super::{Coordinates, Grid};
use crate::error::Result;

/// One of the hypotheses that are merged.
#[derive(Debug)]
pub(crate) struct Part<'a, H> {
    pub(crate) hypothesis: &'a H,
    /// mu: its share in the weights.
    pub(crate) share: f64,
    pub(crate) places: &'a Places,
}

/// What the merged hypothesis is to be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Rows.
    pub(crate) rows: usize,
    /// Trade-off.
    pub(crate) c: f64,
}

/// A hypothesis that can be merged with others of its geometry.
pub(crate) trait Merge: Sized {
    /// The merged hypothesis, and what its potential lacks to be the sum of all dual variables.
    fn merged(&self, parts: &[Part<'_, Self>], plan: Plan) -> Result<(Self, Grid)>;
}

/// A hypothesis whose average can be taken apart.
pub(super) trait Summed: Coordinates + Sized {
    /// The sums behind the average, if it is kept.
    fn sums(&self) -> Option<Sums>;

    /// Goes on from these sums.
    fn set_sums(&mut self, sums: Sums);
}

/// A hypothesis that its potential, and the sums behind its average, make up.
pub(super) trait Rebuild: Summed {
    /// This geometry at another potential, without an average.
    fn rebuilt(&self, potential: Grid, c: f64) -> Self;
}

/// Mixes potentials and adds up averages.
pub(super) fn mix<H: Rebuild>(base: &H, parts: &[Part<'_, H>], plan: Plan) -> (H, Grid) {
    let began = Grid::potential(base);
    let dimension = united_dimension(base, parts);
    let mut mixed = began.widened(dimension, plan.rows);
    let mut rest = Grid::zeros(dimension, plan.rows);
    for part in parts {
        let grid = Grid::potential(part.hypothesis);
        part.places.each_change(&grid, &began, |(j, row), change| {
            mixed.cells[j * plan.rows + row] += part.share * change;
            rest.cells[j * plan.rows + row] += (1.0 - part.share) * change;
        });
    }
    let mut merged = base.rebuilt(mixed, plan.c);
    if let Some(sums) = merged_sums(base, parts, (dimension, plan.rows)) {
        merged.set_sums(sums);
    }
    (merged, rest)
}

/// One past the last coordinate that any of them knows.
pub(super) fn united_dimension<H: Coordinates>(base: &H, parts: &[Part<'_, H>]) -> usize {
    let end = |part: &Part<'_, H>| part.places.end(part.hypothesis.dimension());
    parts.iter().map(end).fold(base.dimension(), usize::max)
}

/// The sums behind the merged average, if one is kept.
pub(super) fn merged_sums<H: Summed>(
    base: &H,
    parts: &[Part<'_, H>],
    shape: (usize, usize),
) -> Option<Sums> {
    let began = base.sums()?;
    let mut sums = began.widened(shape);
    for part in parts {
        if let Some(own) = part.hypothesis.sums() {
            sums.absorb(&own, &began, part);
        }
    }
    Some(sums.rounded())
}
