//! The k best paths through a chain of tags: for every token and tag the k best ways to get there,
//! each the way to a tag before it, of which at most k matter. O(m t^2 k) for m tokens and t tags,
//! unless many ways come in rising order. (Huang & Chiang 2005, algorithm 1; McDonald, Crammer &
//! Pereira 2005 use them in MIRA.)

use super::chain::Chain;

/// A way to a tag: its value, the tag before it and which of the ways to that one it goes on.
#[derive(Clone, Copy, Debug)]
struct Way {
    value: f64,
    from: usize,
    rank: usize,
}

/// The `count` best paths with their scores, the best first; all there are if those are fewer.
///
/// Of equal paths the one with the lower tags, looked at from the end, comes first.
pub(super) fn best_paths(chain: &Chain<'_>, count: usize) -> Vec<(Vec<usize>, f64)> {
    let (m, k) = (chain.tokens(), chain.tags());
    if m == 0 || k == 0 || count == 0 {
        return Vec::new();
    }
    let mut first = chain.start().to_vec();
    chain.emit(0, &mut first);
    let begin = |value: f64| vec![Way { value, from: 0, rank: 0 }];
    let mut ways: Vec<Vec<Vec<Way>>> = vec![first.into_iter().map(begin).collect()];
    for t in 1..m {
        let mut emitted = vec![0.0; k];
        chain.emit(t, &mut emitted);
        let reached = |(r, emit): (usize, &f64)| {
            let mut best = best_ways(&ways[t - 1], count, |p| chain.transitions(p)[r]);
            best.iter_mut().for_each(|way| way.value += emit);
            best
        };
        let now = emitted.iter().enumerate().map(reached).collect();
        ways.push(now);
    }
    let last = best_ways(&ways[m - 1], count, |r| chain.stop()[r]);
    last.iter().map(|way| (follow(&ways, way), way.value)).collect()
}

/// The best ways to go on from all ways to all tags, where each tag adds `more`.
fn best_ways(before: &[Vec<Way>], count: usize, more: impl Fn(usize) -> f64) -> Vec<Way> {
    let mut best: Vec<Way> = Vec::new();
    for (from, ways) in before.iter().enumerate() {
        let step = more(from);
        for (rank, way) in ways.iter().enumerate() {
            let value = way.value + step;
            // The other ways to this tag are no better.
            if best.len() == count && best.last().is_some_and(|worst| value <= worst.value) {
                break;
            }
            // After its equals, so that lower tags come first.
            let at = best.partition_point(|better| better.value >= value);
            best.insert(at, Way { value, from, rank });
            best.truncate(count);
        }
    }
    best
}

/// The tags of a path, from its last way back.
fn follow(ways: &[Vec<Vec<Way>>], last: &Way) -> Vec<usize> {
    let mut path = vec![last.from; ways.len()];
    let mut at = *last;
    for t in (0..ways.len()).rev() {
        path[t] = at.from;
        at = ways[t][at.from][at.rank];
    }
    path
}
