//! A step of a shard: the ascent of one machine among its rows, with c/sigma.

use super::{Local, Shard, Sums};
use crate::error::{Error, Result, at_least};
use crate::loss::{AnyLoss, Loss, each_loss};
use crate::number::all_finite;
use crate::problem::AnyProblem;
use crate::replay::hindsight::ascent::Search;
use crate::replay::hindsight::classes::{ClassSearch, Needs};
use crate::replay::hindsight::{Rounds, sweeps};

impl Shard {
    /// Raises this part of the dual from the potentials v, which are ahead by the momentum; the
    /// change of v.
    ///
    /// # Errors
    /// If v or what is asked makes no sense; nothing has changed then.
    pub fn step(&mut self, v: &[f64], local: &Local) -> Result<Vec<f64>> {
        self.check(v)?;
        at_least("sigma", local.sigma, 1.0)?;
        at_least("momentum", local.momentum, 0.0)?;
        let found = match local.momentum {
            0.0 => self.ascended(v, local),
            momentum => self.ascended(&self.held_back(v, local.sigma * momentum), local),
        };
        let change = self.spread(&difference(&found, &self.duals));
        if !all_finite(&change) {
            return Err(Error::NotFinite("the step is beyond all numbers".into()));
        }
        self.previous = std::mem::replace(&mut self.duals, found);
        Ok(change)
    }

    /// What the rounds add to both values at the potentials v.
    ///
    /// # Errors
    /// If v makes no sense.
    pub fn sums(&self, v: &[f64]) -> Result<Sums> {
        self.check(v)?;
        Ok(match &self.problem {
            AnyProblem::Multiclass(_) => self.class_search(v, 1.0).sums_of_rows(),
            _ => each_loss!(&self.loss, loss => self.search(loss, v, 1.0).sums(f64::INFINITY)),
        })
    }

    /// v less so many times the last step of this shard, which its bound is drawn ahead of.
    fn held_back(&self, v: &[f64], factor: f64) -> Vec<f64> {
        let last = self.spread(&difference(&self.duals, &self.previous));
        v.iter().zip(last).map(|(v, by)| v - factor * by).collect()
    }

    /// The dual variables after a few sweeps.
    fn ascended(&self, v: &[f64], local: &Local) -> Vec<f64> {
        let Local { sigma, passes, seed, .. } = *local;
        if matches!(self.problem, AnyProblem::Multiclass(_)) {
            let mut search = self.class_search(v, sigma);
            sweeps::some(&mut search, passes, seed);
            return search.duals();
        }
        each_loss!(&self.loss, loss => {
            let mut search = self.search(loss, v, sigma);
            sweeps::some(&mut search, passes, seed);
            search.duals()
        })
    }

    fn search<'a, L: Loss>(&'a self, loss: &'a L, v: &[f64], sigma: f64) -> Search<'a, L> {
        let Rounds { rows, asks, .. } = &self.rounds;
        let search = Search::new(rows, asks, loss, self.c / sigma).starting_at(&self.duals);
        search.upon(v.iter().map(|v| v / self.c))
    }

    fn class_search(&self, v: &[f64], sigma: f64) -> ClassSearch<'_> {
        let Rounds { rows, targets, .. } = &self.rounds;
        let costs = match &self.problem {
            AnyProblem::Multiclass(problem) => problem.cost_table(),
            _ => &[],
        };
        let margin = self.loss.margin().unwrap_or(1.0);
        let needs = Needs { classes: self.rows_of_weights(), margin, costs };
        let weight = |j: usize, r: usize| v[r * self.dimension + j] / self.c;
        ClassSearch::new(rows, targets, needs, self.c / sigma).within(&self.duals, weight)
    }
}

fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}
