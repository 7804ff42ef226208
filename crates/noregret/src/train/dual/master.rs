//! What the machine that gathers knows: v, and from values that shards tell the gap.

use super::momentum::Momentum;
use super::report::{self, Report};
use crate::array::Column;
use crate::model::{Kind, Model, Single};
use crate::{Error, Result};
use noregret_core::AnyLearner;
use noregret_core::hypothesis::Hypothesis;
use noregret_core::number::{Sum, all_finite};
use noregret_core::problem::Problem;
use noregret_core::replay::hindsight::{Bounds, Played, Rounds, Shard, Sums, bounds_of};

/// By how much, relative to the largest potential, v may differ from what the dual variables make
/// of the rows: rounding is far below, a lost step far above.
const APART: f64 = 1e-6;

/// Gathers what shards find.
#[derive(Clone, Debug)]
pub struct DualMaster {
    base: Model,
    c: f64,
    v: Vec<Sum>,
    /// The change of v in the last round.
    change: Vec<f64>,
    momentum: Momentum,
    shards: usize,
    rounds: u64,
}

impl DualMaster {
    /// Begins at zero: with the problem and its classes, the loss, the C, the constant and the
    /// features of this model, and besides the features of these columns. Whatever the model has
    /// learned is left out.
    ///
    /// # Errors
    /// If there is no such search for the model, and why.
    pub fn new(model: &Model, shards: usize, columns: &[Column]) -> Result<Self> {
        if shards == 0 {
            return Err(Error::Usage("there is at least one shard".into()));
        }
        let base = base(model, columns)?;
        let single = base.one()?;
        // Refuses what cannot be searched for.
        let known = base.space.len();
        let shard = Shard::new(&single.learner, &single.spec, Rounds::default(), known)?;
        let (c, width, momentum) = (shard.tradeoff(), shard.width(), Momentum::default());
        let (v, change) = (vec![Sum::default(); width], vec![0.0; width]);
        Ok(DualMaster { base, c, v, change, momentum, shards, rounds: 0 })
    }

    /// What shards begin from: a model without rows.
    pub fn base(&self) -> &Model {
        &self.base
    }

    /// The potentials v: a coordinate of each row of the weights, row by row.
    pub fn v(&self) -> Vec<f64> {
        self.v.iter().map(Sum::value).collect()
    }

    /// Where a step with momentum begins: v and so much of its last change.
    pub fn ahead(&self) -> Vec<f64> {
        let beta = self.momentum();
        self.v.iter().zip(&self.change).map(|(v, by)| v.value() + beta * by).collect()
    }

    /// The momentum of the next step.
    pub fn momentum(&self) -> f64 {
        self.momentum.beta()
    }

    /// How many steps were added up so far, one of each shard counting once.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The safe sigma: how many shards there are.
    pub fn sigma(&self) -> f64 {
        self.shards as f64
    }

    /// Adds the changes of v that shards have found, in the order given.
    ///
    /// # Errors
    /// If they are more than shards, or do not fit; nothing is added then.
    pub fn add(&mut self, changes: &[impl AsRef<[f64]>]) -> Result<()> {
        let (found, shards) = (changes.len(), self.shards);
        if found > shards {
            return Err(Error::Usage(format!("{found} steps of {shards} shards")));
        }
        for change in changes.iter().map(AsRef::as_ref) {
            let (found, wanted) = (change.len(), self.v.len());
            if found != wanted || !all_finite(change) {
                let reason = format!("{wanted} finite potentials were expected, not {found}");
                return Err(Error::Usage(reason));
            }
        }
        self.change.fill(0.0);
        for change in changes.iter().map(AsRef::as_ref) {
            let cells = self.v.iter_mut().zip(&mut self.change).zip(change);
            cells.filter(|(_, by)| **by != 0.0).for_each(|((v, sum), by)| {
                v.add(*by);
                *sum += by;
            });
        }
        self.momentum.advance();
        self.rounds += 1;
        Ok(())
    }

    /// Value and bound at the present v, from what every shard has told about it; where the bound
    /// has fallen, momentum begins anew.
    ///
    /// # Errors
    /// If not every shard has told: the gap of some rows is not that of all.
    pub fn bounds(&mut self, sums: &[Sums]) -> Result<Bounds> {
        let (found, shards) = (sums.len(), self.shards);
        if found != shards {
            return Err(Error::Usage(format!("{found} values of {shards} shards")));
        }
        let bounds = bounds_of(&self.v(), self.c, sums.iter().copied());
        self.momentum.see(bounds.dual);
        Ok(bounds)
    }

    /// The model of the predictor that was found, and how good it is.
    ///
    /// # Errors
    /// If there is not a report of each shard, or the dual variables are not those that made v.
    pub fn finish(&self, reports: &[Report]) -> Result<(Model, Bounds)> {
        let (found, shards) = (reports.len(), self.shards);
        if found != shards {
            return Err(Error::Usage(format!("{found} reports of {shards} shards")));
        }
        let played: Vec<Played> = reports.iter().map(|report| report.played.clone()).collect();
        let v = Played::sum(played.iter());
        self.check_sum(&v)?;
        let sums = played
            .iter()
            .map(|part| Sums { loss: part.ledger.loss.value(), gain: part.ledger.gain.value() });
        let bounds = bounds_of(&v, self.c, sums);
        let mut model = self.base.clone();
        model.meter = report::added(model.problem(), reports)?;
        let single = model.one_mut()?;
        single.learner = AnyLearner::of_shards(&single.spec, self.c, &played, &bounds)?;
        Ok((model, bounds))
    }

    fn check_sum(&self, v: &[f64]) -> Result<()> {
        let own = self.v();
        let largest = own.iter().chain(v).fold(0.0, |top: f64, v| top.max(v.abs()));
        let apart = own.iter().zip(v).fold(0.0, |top: f64, (a, b)| top.max((a - b).abs()));
        if own.len() == v.len() && apart <= APART * largest {
            return Ok(());
        }
        Err(Error::Usage(
            "the dual variables of the shards do not add up to v: those of one step were lost, or \
             v has one that was not kept"
                .into(),
        ))
    }
}

/// The model without rows that searches for the best predictor begin from.
fn base(model: &Model, columns: &[Column]) -> Result<Model> {
    let single = model.one()?;
    let spec = single.learner.best_spec(&single.spec)?;
    let mut space = model.space.clone();
    for column in columns {
        let interned = match column {
            Column::Key(key) => space.intern(&key.to_string()),
            Column::Name(name) => space.intern(name),
        };
        interned.map_err(|full| Error::Other(full.to_string()))?;
    }
    let mut found = Single::new(spec)?;
    found.learner.reserve(space.len());
    if found.learner.hypothesis().rows() != single.learner.problem().rows() {
        return Err(Error::Usage("the classes of this model are not settled".into()));
    }
    let kind = Kind::One(Box::new(found));
    Ok(Model::new_empty(kind, space, model.reading.clone()))
}
