//! Online learning with certificates: one loop, few orthogonal choices.
//!
//! A learner is a composition of a [`problem`], a [`loss`], an [`ascent`], a [`geometry`], a
//! [`schedule`] and a [`readout`]; published algorithms are rows of one table, [`algorithms`]. A
//! [`Spec`] names the choice, [`Spec::build`] makes a [`Learner`], and the learner proves at any
//! moment how far it can be from the best fixed predictor ([`certificate`]).
//!
//! ```
//! use noregret_core::{Instance, Label, Spec};
//!
//! let mut learner = Spec::named("pa1", "binary")?.build()?;
//! for (x, y) in [([1.0, 0.5], 1.0), ([-1.0, 0.2], -1.0), ([0.8, 0.9], 1.0)] {
//!     learner.learn(Instance::Dense(&x), Label::Number(y))?;
//! }
//! assert!(learner.certificate().regret_at[1].regret >= 0.0);
//! # Ok::<(), noregret_core::Error>(())
//! ```

pub mod algorithms;
pub mod ascent;
pub mod boost;
pub mod certificate;
pub mod error;
pub mod experts;
#[cfg(test)]
mod folders;
pub mod generate;
pub mod geometry;
pub mod hypothesis;
pub mod kernel;
pub mod learner;
pub mod loss;
pub mod merge;
pub mod metric;
pub mod number;
mod prefetch;
pub mod prelude;
pub mod problem;
pub mod random;
pub mod readout;
pub mod registry;
pub mod replay;
pub mod risk;
pub mod round;
pub mod schedule;
pub mod snapshot;
mod solve;
pub mod spec;
pub mod stage;
mod state;
pub mod vector;

pub use certificate::Certificate;
pub use error::{Error, Result};
pub use learner::{AnyLearner, BatchError, Learner, Progress};
pub use round::{Batch, ClassName, Example, Label, Outcome, Prediction};
pub use spec::Spec;
pub use vector::Instance;
