//! Scopes: whose dual variables a round may move, after its own ascent.
//!
//! The round's ascent moves its own dual variables first, which is all that the regret bounds ask
//! for; a scope then raises the dual further over past rounds that are stored (`replay/stored/`).
//! Every step of it raises the dual, so all bounds of the ascent alone hold, and the certificate is
//! that of the larger dual. (Shalev-Shwartz 2007, sec. 5.2.2.)

mod current;
mod leader;
mod mini;
mod window;

pub use current::Current;
pub use leader::Leader;
pub use mini::{Mini, RevisitOrder};
pub use window::Window;

use crate::error::{Error, Result};
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::components;
use crate::replay::stored::{Arrival, Visit};

/// What the learner asks of a scope.
pub(crate) trait Scope {
    /// Why these parameters cannot be used, if they cannot.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// Seed of its random numbers.
    fn seed(&self) -> u64 {
        0
    }

    /// Where a new round is stored: a place of an old one, which is forgotten, or the next free
    /// one; `None` if it is not.
    fn place(&self, arrival: &mut Arrival<'_>) -> Option<usize>;

    /// Raises the dual further, once a round was learned from and stored.
    fn look_back<L: Loss, H: Hypothesis>(&self, visit: &mut Visit<'_, L, H>);
}

components! { $
    /// Any scope, chosen at run time.
    AnyScope, each_scope {
        Current = "current",
        Window = "window",
        Leader = "leader",
        Mini = "mini",
    }
}

impl Default for AnyScope {
    fn default() -> Self {
        AnyScope::Current(Current::default())
    }
}

impl AnyScope {
    /// Whether only the current round is moved.
    pub fn is_current(&self) -> bool {
        matches!(self, AnyScope::Current(_))
    }

    /// Whether every round visits the whole past, so that the time of a round grows with it.
    pub fn visits_all(&self) -> bool {
        matches!(self, AnyScope::Leader(_))
    }
}

impl Scope for AnyScope {
    fn check(&self) -> Result<()> {
        each_scope!(self, s => s.check())
    }
    fn seed(&self) -> u64 {
        each_scope!(self, s => s.seed())
    }
    fn place(&self, arrival: &mut Arrival<'_>) -> Option<usize> {
        each_scope!(self, s => s.place(arrival))
    }
    fn look_back<L: Loss, H: Hypothesis>(&self, visit: &mut Visit<'_, L, H>) {
        each_scope!(self, s => s.look_back(visit));
    }
}

/// An error unless a gap is a number between 0 and 1.
fn check_gap(gap: f64) -> Result<()> {
    if gap > 0.0 && gap < 1.0 {
        return Ok(());
    }
    Err(Error::Spec(format!("the gap of a scope is between 0 and 1, not {gap}")))
}
