//! Witnesses: dual learners whose only task is proof. They run beside whatever predicts.
//!
//! A lower bound `sum_t g_t(u) >= A - <v,u>` is about the rows: it holds whoever predicted, for any
//! dual variables in their domain ([`certificate`](crate::certificate)). So a witness keeps a block
//! of rounds, visits its dual variables several times as dual coordinate ascent for
//! `c/2 |u|^2 + sum_t g_t(u)` would, starting from the v of the blocks before, and lets the rounds
//! go: `A` and `v` stay. Several witnesses with different c share the visits, and the frontier is
//! the best of their bounds at every norm.
//!
//! ```text
//! c_k = kappa_k q (t/10^4)^(1/4)      q the mean |x|^2, t the weight of the rounds so far
//! ```
//!
//! grows so slowly that early duals, chosen at a smaller c, are still nearly right later, and needs
//! no units. Defaults: kappa 30, 5.5 and 1 for the hinge and 3 for the logistic loss beside it;
//! squared errors 100, 10, 1 and 0.1. A round visits its row once, then again while
//! [`Effort`] lasts; rows at rest are left out. (Thesis, Lemma 1 read for any duals; Hsieh et al.
//! 2008 for the ascent.)
//!
//! ```
//! use noregret_core::problem::{AnyProblem, Problem};
//! use noregret_core::replay::witness::{Effort, Witness};
//! use noregret_core::{Instance, Label};
//!
//! let mut problem = AnyProblem::parse("binary")?;
//! let mut witness = Witness::new(&problem, None, Effort::LIVE).unwrap();
//! for (x, y) in [([1.0, 0.5], 1.0), ([1.0, 0.4], -1.0), ([0.8, 0.9], 1.0)] {
//!     problem.admit(Label::Number(y))?;
//!     witness.see(&problem, Instance::Dense(&x), Label::Number(y), 1.0)?;
//! }
//! let proved = witness.findings();
//! let hinge = proved.measure("hinge").unwrap();
//! // Two rows that are nearly the same have different labels: one of them must cost.
//! assert!(hinge.lower_bound(1.0) > 0.5 && hinge.found[0].loss >= hinge.lower_bound(1.0));
//! # Ok::<(), noregret_core::Error>(())
//! ```

mod block;
mod bounds;
mod class_visits;
mod classes;
mod closing;
mod effort;
mod findings;
mod followed;
mod merge;
mod ones;
mod run;
mod saved;
mod scaled;
mod slices;
mod tally;
mod visitor;
mod visits;

pub use bounds::{Bound, Findings, Fixed, Measure};
pub use effort::Effort;
pub use run::Witness;
