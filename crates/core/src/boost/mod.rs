//! Boosting: weak hypotheses combined to a strong one, by the same duality with the roles turned
//! round.
//!
//! The weights are over the m *examples*, in the entropy geometry; a round's "instance" is what the
//! weak hypothesis says about all of them, `v_i = y_i h(x_i)`. With the edge `e = <w,v>` (1 - 2
//! error for answers of -1 and 1) and the step alpha that a [rule] chooses,
//!
//! ```text
//! w_i ~ exp(-margin_i),   margin_i += alpha v_i
//! H(x) = sum_t alpha_t h_t(x),   margin_i = y_i H(x_i)
//! ```
//!
//! What is certified, live: the mean exp-loss `mean exp(-margin)` is the product of
//! `Z_t = sum_i w_i exp(-alpha_t v_i)`; it bounds the training error, and is itself at most
//! `exp(-1/2 sum e_t^2)` where the rule steps well ([`BoostCertificate`]). (Shalev-Shwartz 2007,
//! ch. 6; Freund and Schapire 1997.)
//!
//! | file | what it holds |
//! |---|---|
//! | `weak` | what a weak learner is |
//! | `weights` | the weights of the examples |
//! | `rule` | how far a round steps, one rule a file |
//! | `booster` | the round |
//! | `certificate` | what is proved |
//! | `stump`, `columns`, `stumps` | decision stumps: one, the sorted data, the search |
//! | `committee` | a strong hypothesis of stumps |

mod booster;
mod certificate;
mod columns;
mod committee;
pub mod rule;
mod stump;
mod stumps;
mod weak;
mod weights;

pub use booster::{BoostStep, Booster};
pub use certificate::BoostCertificate;
pub use committee::Committee;
pub use rule::{AnyRule, Rule};
pub use stump::Stump;
pub use stumps::{Leaves, Stumps};
pub use weak::WeakLearner;
pub use weights::ExampleWeights;
