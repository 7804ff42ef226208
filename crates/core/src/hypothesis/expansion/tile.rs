//! Up to 32 instances side by side, so that one walk over a pattern gives its inner product with
//! each of them.
//!
//! `cells[slot][lane]` holds a feature of all of them. Only features that occur have a slot, in
//! ascending order; slot 0 holds zeros and stands for every other feature.

use super::point::Point;

/// Instances in a tile.
pub(super) const LANES: usize = 32;
/// One number for each of them.
pub(super) type Lanes = [f64; LANES];

/// A tile and the table that finds its slots.
pub(super) struct Tile {
    /// From the feature to its slot, 0 if it has none.
    slots: Vec<u32>,
    features: Vec<u32>,
    cells: Vec<Lanes>,
    /// `<x,x>` of each instance.
    pub(super) squares: Lanes,
}

impl Tile {
    /// An empty tile for patterns of `dimension` features.
    pub(super) fn new(dimension: usize) -> Self {
        Tile {
            slots: vec![0; dimension],
            features: Vec::new(),
            cells: Vec::new(),
            squares: [0.0; LANES],
        }
    }

    /// Fills it with at most [`LANES`] instances.
    pub(super) fn load<'a>(&mut self, points: impl Iterator<Item = &'a Point> + Clone) {
        self.lay_out(points.clone());
        self.squares = [0.0; LANES];
        for (lane, point) in points.enumerate().take(LANES) {
            self.squares[lane] = point.square;
            for (&j, &x) in point.indices.iter().zip(&point.values) {
                if let Some(&slot) = self.slots.get(j as usize) {
                    self.cells[slot as usize][lane] = x;
                }
            }
        }
    }

    fn lay_out<'a>(&mut self, points: impl Iterator<Item = &'a Point>) {
        for j in self.features.drain(..) {
            self.slots[j as usize] = 0;
        }
        for &j in points.flat_map(|point| &point.indices) {
            // A feature no pattern has does not matter.
            if let Some(slot) = self.slots.get_mut(j as usize).filter(|slot| **slot == 0) {
                *slot = 1;
                self.features.push(j);
            }
        }
        // In the order in which patterns are walked.
        self.features.sort_unstable();
        for (slot, &j) in (1..).zip(&self.features) {
            self.slots[j as usize] = slot;
        }
        self.cells.clear();
        self.cells.resize(self.features.len() + 1, [0.0; LANES]);
    }

    /// Inner products of a pattern with the instances.
    #[inline(always)]
    pub(super) fn dots(&self, pattern: &Point) -> Lanes {
        let mut dots = [0.0; LANES];
        for (&j, &x) in pattern.indices.iter().zip(&pattern.values) {
            let slot = self.slots.get(j as usize).copied().unwrap_or(0);
            if let Some(cells) = self.cells.get(slot as usize) {
                for (dot, cell) in dots.iter_mut().zip(cells) {
                    *dot += x * cell;
                }
            }
        }
        dots
    }
}
