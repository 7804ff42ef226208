//! Prediction with the advice of experts: every round each of n experts has a loss, and the player,
//! who holds a weight for each, loses their weighted mean.
//!
//! - `hedge`: weights `softmax(-L/c)`, L the losses so far, and the certificate
//! - `rate`: how c is chosen: fixed, growing with the rounds, with the losses, or with what they
//!   prove
//! - `majority`: votes on answers: weighted majority, with weights or by a draw
//!
//! This is the entropy geometry of the learner with the linear loss `g(w) = <w,l>` on the simplex
//! (thesis Cor. 1, Example 4), but not a learner of its own: the dual variable of a linear loss is
//! the loss itself, so there is no step to choose and nothing to bound: `sum_t g_t(u) = <L,u>`
//! exactly, for every mixture u of the experts, and the regret against each is a difference of two
//! numbers that are kept.

mod hedge;
mod majority;
mod rate;

pub use hedge::{Advised, Hedge};
pub use majority::{Majority, plurality};
pub use rate::Rate;
