//! The past of a learner: the rounds it keeps, and the scope that says which are revisited when.

use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::replay::scope::{AnyScope, Scope};
use crate::replay::stored::{LearnerParts, Store, Stored, Visit};

/// The rounds kept, and their scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    scope: AnyScope,
    pub(crate) store: Store,
}

impl Past {
    /// No rounds yet; the scope `current` keeps all of them.
    pub(crate) fn new(scope: AnyScope) -> Self {
        let store = Store::new(scope.seed());
        Past { scope, store }
    }

    /// Stores a round that was just learned from, and raises the dual over those that are stored.
    pub(crate) fn look_back<L: Loss, H: Hypothesis>(
        &mut self,
        round: Stored,
        learner: LearnerParts<'_, L, H>,
    ) {
        let Past { scope, store } = self;
        let newest = store.place(round, |arrival| scope.place(arrival));
        scope.look_back(&mut Visit { learner, store, newest });
    }
}
