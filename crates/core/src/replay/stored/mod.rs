//! Past rounds, kept so that their dual variables can be raised again.
//!
//! The dual `D = A - c f*(v/c)` with `v = sum_t sum_i d_ti a_ti` and
//! `A = sum_t (sum_i d_ti b_ti + gain(sum_i d_ti))` is concave in all dual variables together. A
//! stored round keeps its instances, directions, shifts and dual variables, so that the best ones
//! with all others fixed can be found again later: `v += (new - old) a`, `A += what changed`. Every
//! such step raises D, whatever round it is taken on and however often, so the regret bounds and
//! the certificate of the run hold as before. Losses met, mistakes and rounds are what they were.
//! (Shalev-Shwartz 2007, sec. 5.2.2.)

mod change;
mod gap;
mod pair;
mod raise;
mod random;
mod round;
mod saved;
mod shifted;
mod step;
mod visit;

pub use gap::DualityGap;

pub(crate) use raise::{Buffers, LearnerParts};
pub(crate) use random::SavedRandom;
pub(crate) use round::Stored;
pub(crate) use visit::Visit;

/// The rounds kept, and what a scope remembers from round to round.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    pub(crate) rounds: Vec<Stored>,
    /// Rounds that arrived, kept or not.
    arrived: u64,
    random: SavedRandom,
    /// Whose turn it is.
    turn: usize,
    /// c when the rounds were last settled.
    settled: f64,
    pub(crate) buffers: Buffers,
}

/// A round that is about to be stored.
pub(crate) struct Arrival<'a> {
    /// How many are stored.
    pub(crate) kept: usize,
    /// How many came before.
    pub(crate) before: u64,
    pub(crate) random: &'a mut SavedRandom,
}

impl Store {
    /// No rounds yet, and the random numbers of this seed.
    pub(crate) fn new(seed: u64) -> Self {
        Store { random: SavedRandom::new(seed), ..Store::default() }
    }

    /// Stores a round where `choose` says, instead of an old one or as the next; returns its place.
    pub(crate) fn place(
        &mut self,
        round: Stored,
        choose: impl FnOnce(&mut Arrival<'_>) -> Option<usize>,
    ) -> Option<usize> {
        let Store { rounds, arrived, random, .. } = self;
        let place = choose(&mut Arrival { kept: rounds.len(), before: *arrived, random });
        *arrived += 1;
        match place.map(|at| (at, rounds.get_mut(at))) {
            Some((_, Some(old))) => *old = round,
            Some((_, None)) => rounds.push(round),
            None => {}
        }
        place
    }
}
