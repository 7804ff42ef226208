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
mod random;
mod saved;
mod shifted;
mod stand;
mod step;
mod stored;
mod two;
mod visit;

pub use stand::Standing;

pub(crate) use change::Change;
pub(crate) use raise::{Desk, Site};
pub(crate) use random::Random;
pub(crate) use stored::Stored;
pub(crate) use visit::Visit;

use crate::replay::scope::{AnyScope, Scope};

/// The rounds kept, and what their scope remembers from round to round.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    pub(crate) scope: AnyScope,
    pub(crate) rounds: Vec<Stored>,
    /// Rounds that arrived, kept or not.
    arrived: u64,
    random: Random,
    /// Whose turn it is.
    turn: usize,
    /// c when the rounds were last settled.
    settled: f64,
    pub(crate) desk: Desk,
}

/// A round that is about to be stored.
pub(crate) struct Arrival<'a> {
    /// How many are stored.
    pub(crate) kept: usize,
    /// How many came before.
    pub(crate) before: u64,
    pub(crate) random: &'a mut Random,
}

impl Past {
    /// No rounds yet; `Current` keeps all of them.
    pub(crate) fn new(scope: AnyScope) -> Self {
        let random = Random::new(if let AnyScope::Mini(mini) = &scope { mini.seed } else { 0 });
        Past { scope, random, ..Past::default() }
    }

    /// Stores a round where its scope wants it; returns its place.
    pub(crate) fn store(&mut self, round: Stored) -> Option<usize> {
        let Past { scope, rounds, arrived, random, .. } = self;
        let place = scope.place(&mut Arrival { kept: rounds.len(), before: *arrived, random });
        *arrived += 1;
        match place.map(|at| (at, rounds.get_mut(at))) {
            Some((_, Some(old))) => *old = round,
            Some((_, None)) => rounds.push(round),
            None => {}
        }
        place
    }
}
