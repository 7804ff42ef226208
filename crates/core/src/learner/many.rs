//! Learning from a batch: the loop of a whole batch, whose outcomes are those of one round after
//! the other, bit for bit.

use super::learn::check_weight;
use super::{Composition, check_pairs};
use crate::ascent::Ascent;
use crate::error::{Error, Result};
use crate::hypothesis::Hypothesis;
use crate::learner::AnyLearner;
use crate::loss::Loss;
use crate::problem::Problem;
use crate::round::{Batch, Draw, Example, Label, Outcome, Parts};
use crate::schedule::Schedule;
use crate::vector::Instance;
use std::fmt;
use std::ops::Range;

/// Why learning from a batch stopped: the examples before `position` were learned from, this one
/// left no trace, and those after it were not looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchError {
    /// Position of the example in the batch, from 0.
    pub position: usize,
    /// What is wrong with it.
    pub error: Error,
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "example {} of the batch: {}", self.position, self.error)
    }
}

impl std::error::Error for BatchError {}

/// Who is told of every round, with its position.
pub(super) type Each<'a> = &'a mut dyn FnMut(usize, &Outcome);

/// The position up to which a batch was learned from.
pub(super) type Played = std::result::Result<usize, BatchError>;

impl AnyLearner {
    /// Learns from the examples of a batch in order and tells `each` the position and the outcome
    /// of every round.
    ///
    /// Equal to [`learn`](super::Learner::learn) in a loop, bit for bit, but the composition is
    /// looked up once, and nothing is allocated per example. A learner of types that are known when
    /// it is compiled has nothing to look up: there a loop does.
    ///
    /// ```
    /// use noregret_core::{Batch, Example, Instance, Label, Spec};
    ///
    /// let rows = [([1.0, 0.5], 1.0), ([-1.0, 0.2], -1.0), ([0.8, 0.9], 1.0)];
    /// let examples: Vec<_> =
    ///     rows.iter().map(|(x, y)| Example::new(Instance::Dense(x), Label::Number(*y))).collect();
    /// let mut learner = Spec::named("pa1", "binary")?.build()?;
    /// let mut loss = 0.0;
    /// learner.learn_many(Batch::Examples(&examples), |_, round| loss += round.loss)?;
    /// assert_eq!(loss, learner.ledger().loss.value());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn learn_many(
        &mut self,
        batch: Batch<'_>,
        mut each: impl FnMut(usize, &Outcome),
    ) -> std::result::Result<(), BatchError> {
        let mut batch = batch;
        self.learn_all(&mut batch, &mut each).map(drop)
    }

    /// Learns from examples as they are drawn, up to the first that cannot be; returns its
    /// position, and what [`learn_many`](Self::learn_many) says otherwise.
    pub fn learn_drawn(
        &mut self,
        examples: &mut dyn Draw,
        mut each: impl FnMut(usize, &Outcome),
    ) -> std::result::Result<usize, BatchError> {
        self.learn_all(examples, &mut each)
    }

    fn learn_all<D: Draw + ?Sized>(&mut self, examples: &mut D, each: Each<'_>) -> Played {
        let (mut position, end) = (0, examples.len());
        while position < end {
            let rest = match self.learn_compiled(examples, position, each) {
                Some(played) => {
                    position = played?;
                    // One that the compiled loop does not take, if there is one.
                    position..end.min(position + 1)
                }
                None => position..end,
            };
            position = self.composition().learn_any(examples, rest.clone(), each)?;
            if position < rest.end {
                break;
            }
        }
        Ok(position)
    }
}

impl<P, L, A, H, S> Composition<'_, P, L, A, H, S>
where
    P: Problem + Clone,
    L: Loss,
    A: Ascent,
    H: Hypothesis,
    S: Schedule,
{
    /// Learns from some examples, whatever the stages of the learner and the parts of the examples,
    /// up to the first that cannot be drawn; returns its position.
    #[inline(never)]
    pub(super) fn learn_any<D: Draw + ?Sized>(
        mut self,
        examples: &mut D,
        which: Range<usize>,
        each: Each<'_>,
    ) -> Played {
        for position in which.clone() {
            let Some(example) = examples.draw(position) else { return Ok(position) };
            let Example { parts, label, weight } = example;
            match self.learn_parts(parts.as_slice(), label, weight) {
                Ok(outcome) => each(position, &outcome),
                Err(error) => return Err(BatchError { position, error }),
            }
        }
        Ok(which.end)
    }

    /// Learns from the examples from `start` on that are one instance each and need not be written
    /// out, up to the first that does, or cannot be drawn; returns its position. Columns are not
    /// standardised here.
    #[inline(never)]
    pub(super) fn learn_plain<D: Draw + ?Sized>(
        mut self,
        examples: &mut D,
        start: usize,
        each: Each<'_>,
    ) -> Played {
        let (bias, single) = (self.run.bias, self.plays_single());
        let new = bias.is_some_and(|bias| examples.end() <= bias.coordinate());
        for position in start..examples.len() {
            let Some(example) = examples.draw(position) else { return Ok(position) };
            let Example { parts: Parts::One(x), label, weight } = example else {
                return Ok(position);
            };
            let Some(x) = bias.as_ref().map_or(Some(x), |it| it.tailed_if(new, x)) else {
                return Ok(position);
            };
            if let Some(steady) = single
                && check_pairs(&x).is_ok()
                && let Some(outcome) = self.learn_single(x, label, weight, steady)
            {
                each(position, &outcome);
                continue;
            }
            let round = check_weight(weight)
                .and_then(|()| check_pairs(&x))
                .and_then(|()| self.learn_unusual(x, label, weight));
            match round {
                Ok(outcome) => each(position, &outcome),
                Err(error) => return Err(BatchError { position, error }),
            }
        }
        Ok(examples.len())
    }

    /// Plays a round of any kind; it is compiled into the loop only where the loop has no other.
    #[inline(always)]
    fn learn_unusual(&mut self, x: Instance<'_>, label: Label<'_>, weight: f64) -> Result<Outcome> {
        if P::IS_SINGLE && A::STEPS_SINGLE {
            return self.lend().learn_changed(&[x], label, weight);
        }
        self.learn_as_is(&[x], label, weight)
    }
}
