//! From online to batch with a tolerance: repeat Passive-Aggressive or MIRA updates on examples that
//! still lose too much, until none does.
//!
//! Repeat: pick an example with `loss^2 > beta`, learn from it; stop when there is none. If some w*
//! has no loss (at an insensitivity smaller by `room >= 0`), the number of *updates* is at most
//! `X^2 |w* - w_1|^2 / (beta + 2 room sqrt(beta))` and every loss ends at most sqrt(beta). The
//! source counts one less and is off by one. Data that no w* fits may never stop, hence
//! `max_updates`. A fresh uniclass learner takes the first example as its centre w_1, which is not
//! an update. (Crammer et al. 2003, end of sec. 4 and Lemma 2.)

use crate::ascent::{AnyAscent, Ascent, Trigger};
use crate::error::{Error, Result};
use crate::learner::AnyLearner;
use crate::random::xorshift_star;
use crate::round::Label;
use crate::vector::Instance;
use serde::{Deserialize, Serialize};

/// In which order the examples are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Round and round.
    #[default]
    Cyclic,
    /// A random example, then round from there (seeded).
    Random,
    /// The one that loses most; one scan per update.
    MostViolated,
}

/// When to stop and how to choose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Squared loss that is tolerated.
    pub beta: f64,
    /// Give up after this many updates.
    pub max_updates: u64,
    /// Order of the examples.
    pub order: Order,
    /// Seed of the random order.
    pub seed: u64,
}

/// How the conversion ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Converted {
    /// Updates made.
    pub updates: u64,
    /// Whether every loss is within the tolerance.
    pub within: bool,
    /// Largest squared loss at the end.
    pub worst: f64,
}

/// One example of the batch.
pub type LabelledInstance<'a> = (Instance<'a>, Label<'a>);

/// Learns until every example loses at most `sqrt(beta)`, or `max_updates` is reached.
///
/// The learner's labels must be known or declared before examples are measured, so each one is
/// admitted first.
pub fn convert(
    learner: &mut AnyLearner,
    data: &[LabelledInstance<'_>],
    tolerance: &Tolerance,
) -> Result<Converted> {
    if !learner.can_convert() {
        return Err(Error::Spec(
            "a batch conversion needs the exact, the bounded or MIRA's step on any loss, and a loss \
             that reaches zero"
                .into(),
        ));
    }
    for (_, label) in data {
        learner.admit_label(*label)?;
    }
    if let [(x, label), ..] = data
        && learner.awaits_start()
    {
        learner.learn(*x, *label)?;
    }
    let mut random = tolerance.seed.wrapping_mul(2).wrapping_add(1);
    let (mut at, mut updates, mut passed) = (0, 0, 0);
    while passed < data.len() && updates < tolerance.max_updates {
        if tolerance.order == Order::MostViolated {
            at = most_violated(learner, data)?;
        }
        if squared_loss(learner, &data[at])? > tolerance.beta {
            learner.learn(data[at].0, data[at].1)?;
            (updates, passed) = (updates + 1, 0);
            if tolerance.order == Order::Random {
                at = (xorshift_star(&mut random) % data.len() as u64) as usize;
                continue;
            }
        } else if tolerance.order == Order::MostViolated {
            break;
        } else {
            passed += 1;
        }
        at = (at + 1) % data.len();
    }
    let worst = match data {
        [] => 0.0,
        _ => squared_loss(learner, &data[most_violated(learner, data)?])?,
    };
    Ok(Converted { updates, within: worst <= tolerance.beta, worst })
}

impl AnyLearner {
    /// Whether each update of this learner lowers the loss of its example until there is none.
    fn can_convert(&self) -> bool {
        // MIRA projects onto all margins of an example at once, so it goes as far or further.
        let steps =
            matches!(self.ascent, AnyAscent::Exact(_) | AnyAscent::Bounded(_) | AnyAscent::Mira(_));
        steps && self.ascent.trigger() == Trigger::Loss && self.miss(f64::MAX).is_finite()
    }
}

/// The squared miss of the margin, whatever power the loss of the learner has.
fn squared_loss(learner: &AnyLearner, (x, label): &LabelledInstance<'_>) -> Result<f64> {
    Ok(learner.miss(learner.evaluate(*x, *label)?.margin).powi(2))
}

fn most_violated(learner: &AnyLearner, data: &[LabelledInstance<'_>]) -> Result<usize> {
    let mut best = (0, f64::NEG_INFINITY);
    for (i, example) in data.iter().enumerate() {
        let l = squared_loss(learner, example)?;
        if l > best.1 {
            best = (i, l);
        }
    }
    Ok(best.0)
}
