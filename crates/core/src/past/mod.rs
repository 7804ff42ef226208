//! Past rounds, kept so that their dual variables can be raised again.
//!
//! The dual `D = A - c f*(v/c)` with `v = sum_t sum_i d_ti a_ti` and `A = sum_t (sum_i d_ti b_ti + gain(sum_i d_ti))` is
//! concave in all dual variables together. A stored round keeps its instances, directions, shifts and dual variables,
//! so that the best ones with all others fixed can be found again later: `v += (new - old) a`, `A += what changed`.
//! Every such step raises D, whatever round it is taken on and however often, so the regret bounds and the certificate
//! of the run hold as before. Losses met, mistakes and rounds are what they were.
//! (Shalev-Shwartz 2007, sec. 5.2.2.)

mod change;
mod raise;
mod shifted;
mod stand;
mod step;
mod stored;

pub use stand::Standing;

pub(crate) use change::Change;
pub(crate) use raise::{Desk, Site};
pub(crate) use stored::Stored;

/// The rounds kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    pub(crate) rounds: Vec<Stored>,
    pub(crate) desk: Desk,
}
