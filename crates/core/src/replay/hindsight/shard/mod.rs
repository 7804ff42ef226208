//! The best fixed predictor for rounds that lie on K machines, each of which sees its own: CoCoA+.
//!
//! Every machine has the dual variables of its rounds, and all know `v = sum_k v_k`, the sum of
//! all directions. In a step each raises a bound on its part of the dual,
//!
//! ```text
//! max_D  sum_t [-g*_t of d_t + D_t]  -  <v, sum_t D_t a_t>/c  -  sigma |sum_t D_t a_t|^2/(2c)
//! ```
//!
//! by sweeps of the ascent that one machine makes, with c/sigma instead of c and from the weights
//! v/c; the changes of v are added up. `|sum_k x_k|^2 <= K sum_k |x_k|^2`, so with sigma = K the
//! dual rises by at least what the machines have found in all, and never falls; with less it may.
//! Values are sums over machines too ([`Sums`]), so the gap is known after one more sum:
//!
//! ```text
//! P = c/2 |v/c|^2 + sum_k loss_k      D = sum_k gain_k - c/2 |v/c|^2
//! ```
//!
//! Defaults: sigma = K, one sweep a step. (Ma et al. 2015, "Adding vs. averaging in distributed
//! primal-dual optimization"; Smith et al. 2018, "CoCoA".)

mod found;
mod potential;

pub use found::Played;

use super::ascent::Search;
use super::classes::{ClassSearch, Needs};
use super::sweeps;
use super::{Bounds, Rounds, check, is_compact};
use crate::error::{Error, Result, at_least};
use crate::learner::AnyLearner;
use crate::loss::{AnyLoss, Loss, each_loss};
use crate::number::{Sum, all_finite, square_of};
use crate::problem::{AnyProblem, Problem};
use crate::spec::Spec;

/// What some rounds add to both values: `sum_t g_t(w)`, and the dual value without its norm.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums {
    /// Their loss.
    pub loss: f64,
    /// What their dual variables gain.
    pub gain: f64,
}

/// How a shard raises its part of the dual.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Local {
    /// How much steeper the norm is taken to be; the number of shards is safe.
    pub sigma: f64,
    /// Sweeps over the rounds.
    pub passes: u64,
    /// Seed of the order of the rounds.
    pub seed: u64,
}

/// Both values at the potentials v, from what every shard adds to them.
pub fn bounds_of(v: &[f64], c: f64, shards: impl IntoIterator<Item = Sums>) -> Bounds {
    let (mut loss, mut gain) = (Sum::default(), Sum::default());
    for sums in shards {
        loss.add(sums.loss);
        gain.add(sums.gain);
    }
    let (complexity, loss) = (0.5 * square_of(v) / c, loss.value());
    Bounds { primal: complexity + loss, dual: gain.value() - complexity, loss }
}

/// Rounds of one machine, with their dual variables.
///
/// ```
/// use noregret_core::replay::hindsight::{Local, Rounds, Shard, bounds_of};
/// use noregret_core::{Instance, Label, Spec};
///
/// let spec = Spec::named("pa1", "binary")?;
/// let mut learner = spec.build()?;
/// for y in [1.0, -1.0] {
///     learner.admit_label(Label::Number(y))?;
/// }
/// let rows = [([1.0, 0.5], 1.0), ([-1.0, 0.2], -1.0), ([0.8, 0.9], 1.0), ([0.1, -0.4], -1.0)];
/// let mut shards = Vec::new();
/// for rows in rows.chunks(2) {
///     let mut rounds = Rounds::default();
///     for (x, y) in rows {
///         learner.keep_round(&mut rounds, Instance::Dense(x), Label::Number(*y), 1.0)?;
///     }
///     shards.push(Shard::new(&learner, &spec, rounds, 2)?);
/// }
/// let mut v = vec![0.0; shards[0].width()];
/// for seed in 0..50 {
///     let local = Local { sigma: 2.0, passes: 1, seed };
///     let steps: Vec<_> = shards.iter_mut().map(|s| s.step(&v, &local)).collect::<Result<_, _>>()?;
///     steps.iter().for_each(|step| v.iter_mut().zip(step).for_each(|(v, by)| *v += by));
/// }
/// let sums: Vec<_> = shards.iter().map(|s| s.sums(&v)).collect::<Result<_, _>>()?;
/// assert!(bounds_of(&v, shards[0].tradeoff(), sums).relative_gap() < 1e-4);
/// # Ok::<(), noregret_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Shard {
    rounds: Rounds,
    problem: AnyProblem,
    loss: AnyLoss,
    c: f64,
    dimension: usize,
    duals: Vec<f64>,
}

impl Shard {
    /// A shard of rounds that [`AnyLearner::keep_round`] of this learner, which was built from
    /// `spec`, has stored; their coordinates are below `dimension`.
    ///
    /// # Errors
    /// If there is no such search for the learner, and why.
    pub fn new(
        learner: &AnyLearner,
        spec: &Spec,
        mut rounds: Rounds,
        dimension: usize,
    ) -> Result<Self> {
        check_spec(spec)?;
        let (problem, loss) = (learner.problem().clone(), learner.loss.clone());
        if rounds.rows.width() > dimension {
            let width = rounds.rows.width();
            return Err(Error::Shape(format!("{width} coordinates where {dimension} are known")));
        }
        rounds.rows.pack();
        let c = learner.hindsight_tradeoff()?;
        let mut shard = Shard { rounds, problem, loss, c, dimension, duals: Vec::new() };
        shard.duals = vec![0.0; shard.rounds.len() * shard.duals_a_round()];
        Ok(shard)
    }

    /// How many rounds there are.
    pub fn len(&self) -> usize {
        self.rounds.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rounds.is_empty()
    }

    /// How many numbers v has: a coordinate of each row of the weights, row by row.
    pub fn width(&self) -> usize {
        self.rows_of_weights() * self.dimension
    }

    /// The trade-off c.
    pub fn tradeoff(&self) -> f64 {
        self.c
    }

    /// How many dual variables a round has: one, or one a class.
    pub fn duals_a_round(&self) -> usize {
        self.rows_of_weights()
    }

    /// The dual variables, round by round.
    pub fn duals(&self) -> &[f64] {
        &self.duals
    }

    /// Goes on from these dual variables.
    ///
    /// # Errors
    /// If they are not as many, or not feasible.
    pub fn set_duals(&mut self, duals: &[f64]) -> Result<()> {
        let (found, wanted) = (duals.len(), self.duals.len());
        if found != wanted {
            return Err(Error::Shape(format!("{found} dual variables where there are {wanted}")));
        }
        if let Some(round) = (0..self.len()).find(|&i| !self.is_feasible(i, duals)) {
            let reason = format!("the dual variables of round {round} are out of their range");
            return Err(Error::State(reason));
        }
        self.duals.copy_from_slice(duals);
        Ok(())
    }

    /// Raises this part of the dual from the potentials v; the change of v.
    ///
    /// # Errors
    /// If v or what is asked makes no sense; nothing has changed then.
    pub fn step(&mut self, v: &[f64], local: &Local) -> Result<Vec<f64>> {
        self.check(v)?;
        at_least("sigma", local.sigma, 1.0)?;
        let found = self.ascended(v, local);
        let changes: Vec<f64> = found.iter().zip(&self.duals).map(|(new, old)| new - old).collect();
        let change = self.spread(&changes);
        if !all_finite(&change) {
            return Err(Error::NotFinite("the step is beyond all numbers".into()));
        }
        self.duals = found;
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

    /// The dual variables after a few sweeps.
    fn ascended(&self, v: &[f64], local: &Local) -> Vec<f64> {
        let Local { sigma, passes, seed } = *local;
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

    fn rows_of_weights(&self) -> usize {
        self.problem.rows()
    }

    fn is_feasible(&self, round: usize, duals: &[f64]) -> bool {
        let count = self.duals_a_round();
        let duals = &duals[round * count..][..count];
        if let Some(target) = self.rounds.targets.get(round) {
            let above = duals.iter().all(|d| *d >= 0.0) && duals[target.class] == 0.0;
            return above && duals.iter().sum::<f64>() <= target.weight * (1.0 + ROUNDING);
        }
        let (least, most) = self.loss.domain();
        let cap = self.rounds.asks[round].weight;
        duals.iter().all(|d| d.is_finite() && *d >= least * cap && *d <= most * cap)
    }

    fn check(&self, v: &[f64]) -> Result<()> {
        let (found, wanted) = (v.len(), self.width());
        if found != wanted {
            return Err(Error::Shape(format!("{found} potentials where there are {wanted}")));
        }
        match all_finite(v) {
            true => Ok(()),
            false => Err(Error::NotFinite("a potential is NaN or infinite".into())),
        }
    }
}

/// The dual variables of a row sum to its cap up to this.
const ROUNDING: f64 = 1e-12;

/// Why rounds of this composition cannot lie on several machines, if they cannot.
fn check_spec(spec: &Spec) -> Result<()> {
    check(spec)?;
    let reason = if spec.standard.is_some() {
        "columns are standardised by all rows: standardise them before"
    } else if !Rounds::take(&spec.problem, &spec.loss) {
        "it is for two classes, numbers, and several classes with the hinge loss"
    } else if !is_compact(spec) {
        "it is for the Euclidean geometry"
    } else {
        return Ok(());
    };
    Err(Error::Spec(format!("no dual learning of shards: {reason}")))
}
