//! The best path through a chain of tags, O(m k^2) for m tokens and k tags.
//!
//! Forwards only the best value of each tag is kept; the path is found backwards, by asking again
//! which tag that value came from. So the inner loop is an addition and a maximum, over a few tags
//! at a time, compiled for the vectors the machine has; a maximum has no rounding, so that the
//! answer is the same on all. Of equal paths the one with the lower tags, looked at from the end,
//! is the answer. (Viterbi 1967; Shalev-Shwartz 2007, sec. 5.3.3.)

use super::chain::Chain;
use pulp::{Arch, Simd, WithSimd};

/// Tags that are reached at once.
const LANES: usize = 8;

/// The best path, and its score.
pub(super) fn best_path(chain: &Chain<'_>) -> (Vec<usize>, f64) {
    let (m, k) = (chain.tokens(), chain.tags());
    if m == 0 || k == 0 {
        return (vec![0; m], 0.0);
    }
    let stride = k.next_multiple_of(LANES);
    let mut transitions = vec![f64::NEG_INFINITY; k * stride];
    for (from, row) in transitions.chunks_exact_mut(stride).enumerate() {
        row[..k].copy_from_slice(chain.transitions(from));
    }
    let mut values = vec![f64::NEG_INFINITY; m * stride];
    Arch::new().dispatch(Forward { chain, transitions: &transitions, values: &mut values, stride });
    let at = |t: usize| &values[t * stride..][..k];
    let (last, score) = first_best(at(m - 1), chain.stop().iter());
    let mut path = vec![last; m];
    for t in (1..m).rev() {
        let into = transitions[path[t]..].iter().step_by(stride);
        path[t - 1] = first_best(at(t - 1), into).0;
    }
    (path, score)
}

/// The best value of each tag of each token.
struct Forward<'a> {
    chain: &'a Chain<'a>,
    /// The scores of the transitions from each tag, `stride` apart.
    transitions: &'a [f64],
    /// The values of each token, `stride` apart.
    values: &'a mut [f64],
    stride: usize,
}

impl WithSimd for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _simd: S) {
        let Forward { chain, transitions, values, stride } = self;
        let k = chain.tags();
        values[..k].copy_from_slice(chain.start());
        chain.emit(0, &mut values[..k]);
        for t in 1..chain.tokens() {
            let (before, now) = values[(t - 1) * stride..(t + 1) * stride].split_at_mut(stride);
            reach((transitions, stride), &before[..k], now);
            chain.emit(t, &mut now[..k]);
        }
    }
}

/// The best value with which each tag is reached.
#[inline(always)]
fn reach((transitions, stride): (&[f64], usize), before: &[f64], now: &mut [f64]) {
    for (block, now) in now.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
        let mut best = [f64::NEG_INFINITY; LANES];
        for (row, &value) in transitions.chunks_exact(stride).zip(before) {
            let Some(steps) = row[block * LANES..].first_chunk::<LANES>() else { continue };
            for (best, step) in best.iter_mut().zip(steps) {
                let reached = value + step;
                *best = if reached > *best { reached } else { *best };
            }
        }
        *now = best;
    }
}

/// The first tag whose value is largest with what is added to each, and that sum.
fn first_best<'a>(values: &[f64], more: impl Iterator<Item = &'a f64>) -> (usize, f64) {
    let (mut tag, mut best) = (0, f64::NEG_INFINITY);
    for (r, (value, more)) in values.iter().zip(more).enumerate() {
        let sum = value + more;
        // Two choices without a branch, which could not be guessed.
        tag = if sum > best { r } else { tag };
        best = if sum > best { sum } else { best };
    }
    (tag, best)
}
