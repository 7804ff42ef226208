//! The best path through a chain of tags, O(m k^2) for m tokens and k tags.
//!
//! Forwards only the best value of each tag is kept; the path is found backwards, by asking again
//! which tag that value came from. So the inner loop is an addition and a maximum. Of equal paths
//! the one with the lower tags, looked at from the end, is the answer. (Viterbi 1967;
//! Shalev-Shwartz 2007, sec. 5.3.3.)

use super::chain::Chain;

/// The best path, and its score.
pub(super) fn best_path(chain: &Chain<'_>) -> (Vec<usize>, f64) {
    let (m, k) = (chain.tokens(), chain.tags());
    if m == 0 || k == 0 {
        return (vec![0; m], 0.0);
    }
    let mut values = vec![f64::NEG_INFINITY; m * k];
    values[..k].copy_from_slice(chain.start());
    chain.emit(0, &mut values[..k]);
    for t in 1..m {
        let (before, now) = values[(t - 1) * k..(t + 1) * k].split_at_mut(k);
        reach(chain, before, now);
        chain.emit(t, now);
    }
    let (last, score) = first_best(&values[(m - 1) * k..], |r| chain.stop()[r]);
    let mut path = vec![last; m];
    for t in (1..m).rev() {
        let to = path[t];
        path[t - 1] = first_best(&values[(t - 1) * k..t * k], |p| chain.moves(p)[to]).0;
    }
    (path, score)
}

/// The best value with which each tag is reached.
#[inline]
fn reach(chain: &Chain<'_>, before: &[f64], now: &mut [f64]) {
    for (p, &value) in before.iter().enumerate() {
        for (best, step) in now.iter_mut().zip(chain.moves(p)) {
            let reached = value + step;
            *best = if reached > *best { reached } else { *best };
        }
    }
}

/// The first tag whose value is largest with what `more` adds, and that sum.
fn first_best(values: &[f64], more: impl Fn(usize) -> f64) -> (usize, f64) {
    let sums = values.iter().enumerate().map(|(r, value)| (r, value + more(r)));
    sums.reduce(|a, b| if b.1 > a.1 { b } else { a }).unwrap_or((0, f64::NEG_INFINITY))
}
