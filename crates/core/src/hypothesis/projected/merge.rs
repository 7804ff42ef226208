//! Merging weights on a set: potentials are mixed, the thresholds of the rows found anew.

use super::{Averaged, Projected};
use crate::error::Result;
use crate::geometry::{Domain, Shift};
use crate::hypothesis::merge::{Merge, Part, Plan, Rebuild, Summed, Sums, mix};
use crate::hypothesis::{Grid, Means};

impl<D: Domain> Merge for Projected<D> {
    fn merged(&self, parts: &[Part<'_, Self>], plan: Plan) -> Result<(Self, Grid)> {
        Ok(mix(self, parts, plan))
    }
}

impl<D: Domain> Rebuild for Projected<D> {
    fn rebuilt(&self, potential: Grid, c: f64) -> Self {
        let mut rebuilt = Projected::new(self.domain.clone(), potential.rows, None);
        rebuilt.potential.v = potential.cells;
        rebuilt.potential.kept.fill(Shift { top: 0.0, level: 0.0, c });
        rebuilt.refresh(c);
        rebuilt
    }
}

impl<D: Domain> Summed for Projected<D> {
    fn sums(&self) -> Option<Sums> {
        let average = self.average.as_ref()?;
        Some(average.all_sums(self))
    }

    fn set_sums(&mut self, sums: Sums) {
        self.average = Some(Averaged::of(Means::of_sums(sums, 1)));
    }
}
