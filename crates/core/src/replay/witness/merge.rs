//! Witnesses of disjoint rounds, added up: `A = sum A_k`, `v = sum v_k`.
//!
//! Feasible duals of some rounds and feasible duals of others are feasible duals of all of them, so
//! the sum proves what it says about all. Open blocks are closed first. Predictors that were
//! followed know the rounds of one shard only: they are let go.

use super::classes::Several;
use super::ones::{LANES, Ones};
use super::run::{Kind, Witness};
use super::scaled::{Reference, Scaled};
use crate::error::{Error, Result};
use crate::stage::Moments;

impl Witness {
    /// Adds what other witnesses prove about other rounds, with the same features in the same
    /// places.
    ///
    /// # Errors
    /// If they are witnesses of another kind of problem or of other columns.
    pub fn absorb(&mut self, other: &Witness) -> Result<()> {
        let mut other = other.clone();
        let unlike = || Error::Spec("these witnesses are not of the same columns".into());
        if self.columns != other.columns || self.bias != other.bias {
            return Err(unlike());
        }
        self.close_block();
        other.close_block();
        match (&mut self.scaled, &other.scaled) {
            (Some(own), Some(others)) => own.absorb(others),
            // No round has set the columns here yet.
            (None, Some(others)) => self.scaled = Some(others.clone()),
            (_, None) => {}
        }
        let stretch = match (&self.scaled, &mut other.scaled) {
            (Some(own), Some(others)) => others.rebase(own, &mut other.kind),
            _ => 1.0,
        };
        match (&mut self.kind, &other.kind) {
            (Kind::Ones(own), Kind::Ones(others)) => own.absorb(others, stretch),
            (Kind::Several(own), Kind::Several(others)) => own.absorb(others, stretch)?,
            _ => return Err(unlike()),
        }
        let (own, others) = (&mut self.totals, &other.totals);
        own.rounds += others.rounds;
        own.weight.absorb(&others.weight);
        own.squares.absorb(&others.squares);
        own.closed.absorb(&others.closed);
        own.blocks += others.blocks.max(1);
        own.left = own.left.min(others.left);
        own.gave_up |= others.gave_up;
        self.followed = None;
        Ok(())
    }
}

impl Ones {
    fn absorb(&mut self, other: &Ones, stretch: f64) {
        if self.table.len() < other.table.len() {
            self.table.resize(other.table.len(), [0.0; LANES]);
        }
        for (own, more) in self.table.iter_mut().zip(&other.table) {
            own.iter_mut().zip(more).for_each(|(v, more)| *v += more);
        }
        for k in 0..LANES {
            self.sums[k] += other.sums[k];
            self.tallies[k].absorb(&other.tallies[k], stretch);
        }
    }
}

impl Several {
    fn absorb(&mut self, other: &Several, stretch: f64) -> Result<()> {
        if self.lanes.len() != other.lanes.len() {
            return Err(Error::Spec("these witnesses have other trade-offs".into()));
        }
        let mut other = other.clone();
        let widest = |several: &Several| {
            let cells = several.lanes.iter().map(|lane| lane.table.len()).max().unwrap_or(0);
            cells / several.stride()
        };
        let (width, classes) = (widest(self).max(widest(&other)), self.classes.max(other.classes));
        self.widen(width, classes);
        other.widen(width, classes);
        for (own, more) in self.lanes.iter_mut().zip(&other.lanes) {
            own.table.iter_mut().zip(&more.table).for_each(|(v, more)| *v += more);
            own.sums.iter_mut().zip(&more.sums).for_each(|(sum, more)| *sum += more);
            own.tally.absorb(&more.tally, stretch);
        }
        Ok(())
    }
}

impl Scaled {
    /// Takes in the moments of other rounds (Chan et al. 1979).
    fn absorb(&mut self, other: &Scaled) {
        let (own, more) = (&mut self.standard.moments, &other.standard.moments);
        let (a, b) = (own.count as f64, more.count as f64);
        if more.count == 0 {
            return;
        }
        let Moments { means, squares, .. } = own;
        let each = means.iter_mut().zip(squares).zip(more.means.iter().zip(&more.squares));
        for ((mean, square), (other, more)) in each {
            let apart = other - *mean;
            *mean += apart * (b / (a + b));
            *square += more + apart * apart * (a * b / (a + b));
        }
        own.count += more.count;
    }

    /// Writes potentials in the columns of another reference; by how much their errors may grow.
    fn rebase(&self, to: &Scaled, kind: &mut Kind) -> f64 {
        let (from, to) = (&self.reference, &to.reference);
        let first = self.columns.first;
        let column = |j: usize| {
            let at = j.checked_sub(first)?;
            let old = (*from.means.get(at)?, *from.deviations.get(at)?);
            Some((old, (*to.means.get(at)?, *to.deviations.get(at)?)))
        };
        let moved = |j: usize, v: f64, sum: f64| match column(j) {
            None => v,
            Some((old, new)) => (old.1 * v + sum * (old.0 - new.0)) / new.1,
        };
        match kind {
            Kind::Ones(ones) => {
                for (j, each) in ones.table.iter_mut().enumerate() {
                    (0..LANES).for_each(|k| each[k] = moved(j, each[k], ones.sums[k]));
                }
            }
            Kind::Several(several) => {
                let stride = several.stride();
                for lane in &mut several.lanes {
                    for (j, places) in lane.table.chunks_exact_mut(stride).enumerate() {
                        let own = places.iter_mut().zip(&lane.sums);
                        own.for_each(|(v, sum)| *v = moved(j, *v, *sum));
                    }
                }
            }
        }
        let Reference { means, .. } = from;
        let (mut largest, mut apart) = (1.0_f64, 0.0);
        for (old, new) in (0..means.len()).filter_map(|at| column(first + at)) {
            largest = largest.max(old.1 / new.1);
            apart += ((old.0 - new.0) / new.1).powi(2);
        }
        largest + apart.sqrt()
    }
}
