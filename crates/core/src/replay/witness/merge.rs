//! Witnesses of disjoint rounds, added up: `A = sum A_k`, `v = sum v_k`.
//!
//! Where they went on from the same witnesses, what these proved is counted once: of each only what
//! came [since](Witness::since) is added.
//!
//! Feasible duals of some rounds and feasible duals of others are feasible duals of all of them, so
//! the sum proves what it says about all. Open blocks are closed first. Predictors that were
//! followed know the rounds of one shard only: they are dropped.

use super::classes::{ClassLane, Several};
use super::ones::{LANES, Ones};
use super::run::{Kind, Totals, Witness};
use super::scaled::{Reference, Scaled};
use crate::error::{Error, Result};

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

impl Witness {
    /// Closes the open block and drops what merging does not use: the merged witness is the same,
    /// from fewer bytes.
    pub fn end_shard(&mut self) {
        self.close_block();
        self.followed = None;
    }

    /// These witnesses with their features and classes at other places: coordinate j at
    /// `coordinates[j]`, class k at `classes[k]`; those beyond the lists stay.
    #[must_use]
    pub fn moved(&self, coordinates: &[u32], classes: &[usize]) -> Witness {
        let mut moved = self.clone();
        moved.close_block();
        moved.followed = None;
        let place = |j: usize| coordinates.get(j).map_or(j, |&place| place as usize);
        match &mut moved.kind {
            Kind::Ones(ones) => ones.move_to(place),
            Kind::Several(several) => several.move_to(place, classes),
        }
        moved
    }

    /// What they have proved since they were `began`; `None` if that cannot be told, because rounds
    /// of then were still open.
    #[must_use]
    pub fn since(&self, began: &Witness) -> Option<Witness> {
        let mut since = self.clone();
        since.close_block();
        since.followed = None;
        if began.totals.rounds == 0 {
            return Some(since);
        }
        if began.kept() > 0 || since.totals.gave_up {
            return None;
        }
        let began = &*began.caught_up();
        let Totals { rounds, weight, squares, closed, blocks, .. } = &began.totals;
        let own = &mut since.totals;
        own.rounds = own.rounds.checked_sub(*rounds)?;
        own.blocks = own.blocks.checked_sub(*blocks)?;
        for (own, began) in
            [(&mut own.weight, weight), (&mut own.squares, squares), (&mut own.closed, closed)]
        {
            own.take_off(began);
        }
        if let (Some(own), Some(began)) = (&mut since.scaled, &began.scaled) {
            own.standard.moments = own.standard.moments.since(&began.standard.moments);
        }
        match (&mut since.kind, &began.kind) {
            (Kind::Ones(own), Kind::Ones(began)) => own.take_off(began),
            (Kind::Several(own), Kind::Several(began)) => own.take_off(began)?,
            _ => return None,
        }
        Some(since)
    }
}

impl Ones {
    fn move_to(&mut self, place: impl Fn(usize) -> usize) {
        let width = (0..self.table.len()).map(|j| place(j) + 1).max().unwrap_or(0);
        let old = std::mem::replace(&mut self.table, vec![[0.0; LANES]; width]);
        for (j, each) in old.into_iter().enumerate() {
            self.table[place(j)] = each;
        }
    }

    /// Takes off what is in another, which is a part of this.
    fn take_off(&mut self, began: &Ones) {
        for (own, began) in self.table.iter_mut().zip(&began.table) {
            own.iter_mut().zip(began).for_each(|(v, began)| *v -= began);
        }
        for k in 0..LANES {
            self.sums[k] -= began.sums[k];
            self.tallies[k].take_off(&began.tallies[k]);
        }
    }

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
    fn move_to(&mut self, place: impl Fn(usize) -> usize, classes: &[usize]) {
        let class = |k: usize| classes.get(k).copied().unwrap_or(k);
        let known = (0..self.classes).map(|k| class(k) + 1).max().unwrap_or(0);
        let (old_stride, old_classes) = (self.stride(), self.classes);
        let lanes = std::mem::take(&mut self.lanes);
        self.classes = known;
        for lane in lanes {
            let cells = lane.table.chunks_exact(old_stride);
            let width = (0..cells.len()).map(|j| place(j) + 1).max().unwrap_or(0);
            let mut table = vec![0.0; width * self.stride()];
            for (j, cell) in cells.enumerate() {
                let to = place(j) * self.stride();
                (0..old_classes).for_each(|k| table[to + class(k)] = cell[k]);
            }
            let mut sums = vec![0.0; known];
            lane.sums.iter().enumerate().for_each(|(k, sum)| sums[class(k)] = *sum);
            self.lanes.push(ClassLane { table, sums, ..lane });
        }
    }

    /// Takes off what is in another, which is a part of this; `None` if it is none.
    fn take_off(&mut self, began: &Several) -> Option<()> {
        if self.lanes.len() != began.lanes.len() || self.classes < began.classes {
            return None;
        }
        let mut began = began.clone();
        began.widen(0, self.classes);
        for (own, began) in self.lanes.iter_mut().zip(&began.lanes) {
            own.table.iter_mut().zip(&began.table).for_each(|(v, began)| *v -= began);
            own.sums.iter_mut().zip(&began.sums).for_each(|(sum, began)| *sum -= began);
            own.tally.take_off(&began.tally);
        }
        Some(())
    }

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
    /// Takes in the moments of other rounds.
    fn absorb(&mut self, other: &Scaled) {
        self.standard.moments.absorb(&other.standard.moments);
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
