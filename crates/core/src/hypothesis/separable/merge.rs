//! Merging weights of a separable geometry: potentials are mixed, the sums of the rows found anew.

use super::{Averaged, LinkSpace};
use crate::error::Result;
use crate::geometry::Link;
use crate::hypothesis::merge::{Merge, Part, Plan, Rebuild, Summed, Sums, mix};
use crate::hypothesis::{Grid, Means};

impl<G: Link> Merge for LinkSpace<G> {
    fn merged(&self, parts: &[Part<'_, Self>], plan: Plan) -> Result<(Self, Grid)> {
        Ok(mix(self, parts, plan))
    }
}

impl<G: Link> Rebuild for LinkSpace<G> {
    fn rebuilt(&self, potential: Grid, c: f64) -> Self {
        let mut rebuilt = LinkSpace::new(self.link.clone(), potential.rows, None);
        rebuilt.potential.v = potential.cells;
        for sum in 0..rebuilt.potential.kept.len() {
            rebuilt.potential.kept[sum] = rebuilt.recompute(sum, c);
        }
        rebuilt
    }
}

impl<G: Link> Summed for LinkSpace<G> {
    fn sums(&self) -> Option<Sums> {
        let Averaged { means, frames } = self.average.as_ref()?;
        Some(means.all_sums(self.potential.v.len(), |slot| self.value(frames, slot)))
    }

    fn set_sums(&mut self, sums: Sums) {
        let means = Means::of_sums(sums, self.potential.kept.len());
        self.average = Some(Averaged::of(means));
    }
}
