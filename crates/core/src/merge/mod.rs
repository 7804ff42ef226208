//! One learner of several that went on from one state, each with rounds of its own.
//!
//! ```text
//! weights    v  = v_B + sum_k mu_k (v_k - v_B),     sum_k mu_k = 1,   c = sum_k mu_k c_k
//! evidence   A  = A_B + sum_k (A_k - A_B),          v^e = v_B + sum_k (v_k - v_B)
//! schedule   t  = t_B + sum_k mu_k (t_k - t_B)
//! ```
//!
//! The mixture answers and goes on learning; the certificate is that of all rounds: whoever is
//! compared has lost at least `A - max <v^e, u>` on them, because that holds for each round's dual
//! variables and both sides add up. The mixture is no farther from any u than the runs are on
//! average: `c f(u) + c f*(v/c) - <v,u>` is convex in (c, v). Counts, losses and averages are those
//! of all rounds, schedules those of a mean run. What comes out depends on the order in which the
//! shards are given and on nothing else. (McDonald, Hall & Mann 2010; proofs in
//! docs/guarantees.md.)
//!
//! ```
//! use noregret_core::merge::{Shard, merge};
//! use noregret_core::{Instance, Label, Spec};
//!
//! let base = Spec::named("pa1", "binary")?.build()?;
//! let (mut a, mut b) = (base.clone(), base.clone());
//! a.learn(Instance::Dense(&[1.0, 0.0]), Label::Number(1.0))?;
//! b.learn(Instance::Dense(&[0.0, 1.0]), Label::Number(-1.0))?;
//! let merged = merge(&base, &[Shard::new(&a), Shard::new(&b)])?;
//! assert_eq!((merged.weight(0, 0), merged.weight(1, 0)), (0.5, -0.5));
//! assert_eq!((merged.evidence_at(0, 0), merged.ledger().rounds), (1.0, 2));
//! # Ok::<(), noregret_core::Error>(())
//! ```

mod clock;
mod refusal;
mod rows;
mod totals;

use crate::error::{Error, Result};
use crate::hypothesis::{AnyHypothesis, Grid, Merge, Part, Places, Plan};
use crate::learner::{AnyLearner, Merged};
use crate::problem::Problem;
use crate::stage::Moments;
use std::borrow::Cow;

/// One of the learners that are merged.
#[derive(Clone, Debug)]
pub struct Shard<'a> {
    learner: &'a AnyLearner,
    weight: Option<f64>,
    coordinates: Cow<'a, [u32]>,
    name: Option<String>,
}

impl<'a> Shard<'a> {
    /// A shard that counts by the rounds it has learned; its coordinates are those of the base.
    pub fn new(learner: &'a AnyLearner) -> Self {
        Shard { learner, weight: None, coordinates: Cow::Borrowed(&[]), name: None }
    }

    /// Sets how much its weights count beside those of the other shards.
    #[must_use]
    pub fn with_weight(mut self, weight: f64) -> Self {
        self.weight = Some(weight);
        self
    }

    /// Sets where its coordinates go: j becomes `coordinates[j]` of the merged learner; those of
    /// the base stay.
    #[must_use]
    pub fn with_coordinates(mut self, coordinates: impl Into<Cow<'a, [u32]>>) -> Self {
        self.coordinates = coordinates.into();
        self
    }

    /// Names it for messages; without a name it is `shard 1`, `shard 2`, …
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The error that refuses it.
    fn refused(&self, at: usize, reason: &str) -> Error {
        let number = || format!("shard {}", at + 1);
        Error::Spec(format!("{}: {reason}", self.name.clone().unwrap_or_else(number)))
    }
}

/// The learner of all rounds: those of `base`, and those that each shard has learned since.
///
/// That a shard went on from `base` is its caller's word; what cannot have done so is refused.
///
/// # Errors
/// Why these cannot be merged; nothing is lost then.
pub fn merge(base: &AnyLearner, shards: &[Shard<'_>]) -> Result<AnyLearner> {
    refusal::check(base, shards)?;
    let (problem, places) = rows::unite(&base.problem, shards)?;
    let shares = clock::shares(base, shards)?;
    let each = shards.iter().zip(&places).zip(&shares);
    let parts: Vec<Part<'_, AnyHypothesis>> = each
        .map(|((shard, places), &share)| Part {
            hypothesis: &shard.learner.hypothesis,
            share,
            places,
        })
        .collect();
    let mut merged = base.clone();
    clock::merge(&mut merged, base, (shards, &shares));
    let c = if merged.run.c > 0.0 { merged.run.c } else { 1.0 };
    let (hypothesis, rest) = base.hypothesis.merged(&parts, Plan { rows: problem.rows(), c })?;
    (merged.problem, merged.hypothesis) = (problem, hypothesis);
    merged.run.ledger = totals::merged(base, shards, &merged.hypothesis);
    let rest = whole_rest(base, (shards, &places), (rest, merged.problem.rows()));
    let aside = clock::counts(base, shards, &shares).aside_of(&merged.run.ledger);
    merged.run.merged = Some(Box::new(Merged { rest, aside }));
    merge_moments(&mut merged, base, shards);
    match merged.run.ledger.is_sound() && merged.is_sound() {
        true => Ok(merged),
        false => Err(Error::NotFinite("what these learned is too large to be added up".into())),
    }
}

/// What the new potential lacks to be the sum of all dual variables: what the potentials of the
/// runs themselves lacked included.
fn whole_rest(
    base: &AnyLearner,
    (shards, places): (&[Shard<'_>], &[Places]),
    (rest, rows): (Grid, usize),
) -> Grid {
    let own = |learner: &AnyLearner| learner.run.merged.as_ref().map(|merged| merged.rest.clone());
    let began = own(base).unwrap_or_default();
    let mut whole = rest.plus(&began);
    for (shard, places) in shards.iter().zip(places) {
        let now = own(shard.learner).unwrap_or_default();
        if now != began {
            let minus = Places::default().moved(&began, rows).times(-1.0);
            whole = whole.plus(&places.moved(&now, rows)).plus(&minus);
        }
    }
    if whole.cells.iter().all(|number| *number == 0.0) { Grid::default() } else { whole }
}

/// Means and deviations of the columns of all rows.
fn merge_moments(merged: &mut AnyLearner, base: &AnyLearner, shards: &[Shard<'_>]) {
    let moments = |learner: &AnyLearner| -> Option<Moments> {
        learner.run.standard.as_ref().map(|standard| standard.moments.clone())
    };
    let (Some(standard), Some(began)) = (&mut merged.run.standard, moments(base)) else { return };
    standard.moments = began.clone();
    for own in shards.iter().filter_map(|shard| moments(shard.learner)) {
        standard.moments.absorb(&own.since(&began));
    }
}
