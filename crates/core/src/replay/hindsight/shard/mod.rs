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
//! *Momentum.* The bound may be drawn around `y = d + beta (d - d')` instead, d' the dual variables
//! before the last step: machines then go from `v + beta (v - v')`. With Nesterov's beta this takes
//! about the square root of the rounds; the dual may then fall, which tells to begin with beta = 0
//! again. Dual variables stay feasible, so both values mean what they mean.
//!
//! Defaults: sigma = K, one sweep a step, no momentum. (Ma et al. 2015, "Adding vs. averaging in
//! distributed primal-dual optimization"; Smith et al. 2018, "CoCoA"; Beck & Teboulle 2009, "A fast
//! iterative shrinkage-thresholding algorithm"; O'Donoghue & Candès 2015, restarts.)

mod duals;
mod found;
mod potential;
mod search;

pub use found::Played;

use super::{Bounds, Rounds, check, is_compact};
use crate::error::{Error, Result};
use crate::learner::AnyLearner;
use crate::loss::AnyLoss;
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
    /// beta: v is ahead of the dual variables by so much of the last step.
    pub momentum: f64,
}

impl Local {
    /// One sweep, without momentum.
    pub fn new(sigma: f64, seed: u64) -> Self {
        Local { sigma, passes: 1, seed, momentum: 0.0 }
    }
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
///     let local = Local::new(2.0, seed);
///     let steps = shards.iter_mut().map(|shard| shard.step(&v, &local));
///     let steps = steps.collect::<Result<Vec<_>, _>>()?;
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
    /// Those before the last step.
    previous: Vec<f64>,
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
        let duals = vec![0.0; rounds.len() * problem.rows()];
        let previous = duals.clone();
        Ok(Shard { rounds, problem, loss, c, dimension, duals, previous })
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

    fn rows_of_weights(&self) -> usize {
        self.problem.rows()
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
