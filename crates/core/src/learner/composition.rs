//! The components of a learner, borrowed, so that one loop serves them whatever their types.
//!
//! The components of an [`AnyLearner`](super::AnyLearner) are enums. Matched once, they lend what
//! is inside, and the loop of a whole batch is compiled for exactly that (see `compiled.rs`).

use super::{Learner, Run};

/// A composition and the run it is in.
#[derive(Debug)]
pub(super) struct Composition<'a, P, L, A, H, S> {
    pub(super) problem: &'a mut P,
    pub(super) loss: &'a L,
    pub(super) ascent: &'a A,
    pub(super) hypothesis: &'a mut H,
    pub(super) schedule: &'a mut S,
    pub(super) run: &'a mut Run,
}

impl<P, L, A, H, S> Composition<'_, P, L, A, H, S> {
    /// Lends the composition on. What is not compiled into the round takes a composition by value:
    /// the address of the round's own stays unknown, and its references stay in registers.
    #[inline(always)]
    pub(super) fn lend(&mut self) -> Composition<'_, P, L, A, H, S> {
        Composition {
            problem: self.problem,
            loss: self.loss,
            ascent: self.ascent,
            hypothesis: self.hypothesis,
            schedule: self.schedule,
            run: self.run,
        }
    }
}

impl<P, L, A, H, S> Learner<P, L, A, H, S> {
    /// The components, borrowed.
    #[inline(always)]
    pub(super) fn composition(&mut self) -> Composition<'_, P, L, A, H, S> {
        Composition {
            problem: &mut self.problem,
            loss: &self.loss,
            ascent: &self.ascent,
            hypothesis: &mut self.hypothesis,
            schedule: &mut self.schedule,
            run: &mut self.run,
        }
    }
}
