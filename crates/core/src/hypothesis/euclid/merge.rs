//! Merging weights in R^n: the table is laid out anew with scale 1.

use super::EuclidSpace;
use crate::error::Result;
use crate::hypothesis::average::Average;
use crate::hypothesis::merge::{Merge, Part, Plan, Rebuild, Summed, Sums, mix};
use crate::hypothesis::rows::places;
use crate::hypothesis::{Grid, relaid};

impl Merge for EuclidSpace {
    fn merged(&self, parts: &[Part<'_, Self>], plan: Plan) -> Result<(Self, Grid)> {
        Ok(mix(self, parts, plan))
    }
}

impl Rebuild for EuclidSpace {
    fn rebuilt(&self, potential: Grid, _c: f64) -> Self {
        let Grid { rows, cells } = potential;
        let mut rebuilt = EuclidSpace {
            origin: self.origin.clone(),
            origin_square: self.origin_square,
            started: self.started,
            stored: relaid(&cells, rows, places(rows)).into(),
            ..EuclidSpace::new(rows, None)
        };
        rebuilt.refresh();
        rebuilt
    }
}

impl Summed for EuclidSpace {
    fn sums(&self) -> Option<Sums> {
        let average = self.average.as_ref()?;
        Some(average.sums(|sum| {
            Grid::of(self, |j, row| {
                let slot = j * self.stride + row;
                sum(self.stored[slot], slot)
            })
        }))
    }

    fn set_sums(&mut self, sums: Sums) {
        let slots = relaid(&sums.grid.cells, sums.grid.rows, self.stride);
        self.average = Some(Average::of_sums(&sums, &slots));
    }
}
