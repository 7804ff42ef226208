//! What most programs need, in one import.
//!
//! ```
//! use noregret_core::prelude::*;
//!
//! let spec = Spec { loss: AnyLoss::parse("squared-hinge")?, ..Spec::named("pa1", "binary")? };
//! let mut learner: AnyLearner = spec.build()?;
//! let outcome = learner.learn(Instance::Dense(&[3.0, 4.0]), Label::Number(1.0))?;
//! assert!(outcome.mistake || outcome.violation);
//! # Ok::<(), Error>(())
//! ```

pub use crate::ascent::{AnyAscent, Ascent};
pub use crate::certificate::Certificate;
pub use crate::error::Error;
pub use crate::geometry::AnyGeometry;
pub use crate::hypothesis::{AnyHypothesis, Coordinates, Hypothesis};
pub use crate::kernel::AnyKernel;
pub use crate::learner::{AnyLearner, Learner, Progress};
pub use crate::loss::{AnyLoss, Loss};
pub use crate::problem::{AnyProblem, Problem};
pub use crate::readout::Readout;
pub use crate::replay::scope::AnyScope;
pub use crate::round::{ClassName, Label, Outcome, Prediction};
pub use crate::schedule::{AnySchedule, Schedule};
pub use crate::spec::Spec;
pub use crate::vector::Instance;
