//! Sweeps until the gap is small enough, for every search that estimates its gap along a sweep.
//!
//! When the estimate says so the gap is computed exactly, over all rounds and with weights summed
//! afresh from the duals: whenever the estimate is a fifth of the last gap, and when it promises
//! the goal. One that promised too much is trusted less from then on.
//!
//! *Shrinking.* Rounds that are farther from where they would move than twice the mean violation of
//! the last sweep are left out. Those that turn out to be wrong there come back when the gap is
//! next computed, which is often enough for so bold a rule, and no search ends without that.

use super::{Bounds, Goal, GoesOn, start};

/// The gap is computed again when the estimate has fallen to this share of it.
const PROGRESS: f64 = 0.2;
/// A margin is at rest if it has more room than so many times the mean violation.
const AT_REST: f64 = 2.0;

/// What was seen along a sweep.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sweep {
    /// Of the gap, what the rounds had when they were visited.
    pub(crate) gap: f64,
    /// How far margins were from where they belong, in all.
    pub(crate) violation: f64,
    /// How many rounds were visited.
    pub(crate) visited: usize,
}

/// A search that goes on in sweeps.
pub(super) trait Sweeps {
    /// Visits the rounds that are not left out, in random order; those with more room than
    /// `threshold` are left out from now on.
    fn sweep(&mut self, random: &mut u64, threshold: f64) -> Sweep;

    /// The exact values, with weights summed afresh; rounds without so much room are visited again.
    fn check(&mut self, threshold: f64) -> Bounds;

    /// Moves many dual variables at once, where that helps, after so many sweeps.
    fn leap(&mut self, _sweeps: u64) {}
}

/// Where a search ended.
pub(super) struct End {
    pub(super) bounds: Bounds,
    pub(super) sweeps: u64,
    pub(super) reached: bool,
}

/// Sweeps until the goal is met, the sweeps are used up or nobody wants more.
pub(super) fn run(search: &mut impl Sweeps, goal: &Goal, goes_on: &mut GoesOn<'_>) -> End {
    let mut random = start(goal.seed);
    // A round whose margin has more room than this is left out.
    let mut threshold = f64::INFINITY;
    let mut bounds = search.check(threshold);
    // The estimate at which the gap is computed.
    let mut promise = PROGRESS * bounds.gap();
    let (mut sweeps, mut visited, mut reached) = (0, 0, bounds.meet(goal));
    while !reached && sweeps < goal.max_sweeps {
        let sweep = search.sweep(&mut random, threshold);
        sweeps += 1;
        visited += sweep.visited as u64;
        if !goes_on(visited) {
            break;
        }
        if goal.shrink {
            threshold = AT_REST * sweep.violation / sweep.visited.max(1) as f64;
        }
        if sweep.gap > promise && sweeps < goal.max_sweeps {
            search.leap(sweeps);
            continue;
        }
        bounds = search.check(threshold);
        let wanted = goal.gap * bounds.primal;
        reached = bounds.meet(goal);
        promise = (wanted * (sweep.gap / bounds.gap()).min(1.0)).max(PROGRESS * bounds.gap());
    }
    End { bounds, sweeps, reached }
}

/// So many sweeps and no look at the gap; rounds at rest are left out of those after the first.
pub(super) fn some(search: &mut impl Sweeps, passes: u64, seed: u64) {
    let (mut random, mut threshold) = (start(seed), f64::INFINITY);
    for _ in 0..passes {
        let sweep = search.sweep(&mut random, threshold);
        threshold = AT_REST * sweep.violation / sweep.visited.max(1) as f64;
    }
}
