//! Inference by the plain recursion of Fig. 9.1, and by looking at every alignment.

use noregret_align::dynamic::{Bounds, Chain};
use std::collections::HashMap;

/// The recursion `D(i, t, t') = max_t'' D(i-1, t', t'') + …`, in O(K N L^2).
pub(crate) struct Plain<'a> {
    chain: &'a Chain,
    frames: usize,
    known: HashMap<(usize, usize, usize), Option<f64>>,
}

impl<'a> Plain<'a> {
    /// The best score of a chain, if there is a candidate.
    pub(crate) fn best(chain: &'a Chain) -> Option<f64> {
        let frames = chain.window(chain.events()).last;
        let mut plain = Plain { chain, frames, known: HashMap::new() };
        let last = chain.events() - 1;
        let scores = (0..frames).filter_map(|start| plain.at(last, frames, start));
        scores.reduce(f64::max).map(|score| score + chain.constant())
    }

    /// Best score of events 0..=event if the last of them starts at `start` and ends at `end`.
    fn at(&mut self, event: usize, end: usize, start: usize) -> Option<f64> {
        if let Some(known) = self.known.get(&(event, end, start)) {
            return *known;
        }
        let found = self.look(event, end, start);
        self.known.insert((event, end, start), found);
        found
    }

    fn look(&mut self, event: usize, end: usize, start: usize) -> Option<f64> {
        let chain = self.chain;
        let (shortest, longest) = chain.lengths(event);
        let (window, length) = (chain.window(event), end.checked_sub(start)?);
        let inside = (window.first..=window.last).contains(&start);
        if !inside || !(shortest..=longest).contains(&length) || start >= self.frames {
            return None;
        }
        let own = chain.start(event, start) + chain.durations(event)[length - shortest];
        if event == 0 {
            return (start == 0).then_some(own);
        }
        let rate = length as f64 * chain.pace(event);
        let mut best: Option<f64> = None;
        for before in 0..=start {
            if let Some(score) = self.at(event - 1, start, before) {
                let change = rate - (start - before) as f64 * chain.pace(event - 1);
                let score = score + chain.change(event) * change * change;
                best = Some(best.map_or(score, |best| best.max(score)));
            }
        }
        best.map(|best| best + own)
    }
}

/// Every candidate.
pub(crate) fn candidates(bounds: &Bounds) -> Vec<Vec<usize>> {
    let mut all = vec![vec![0]];
    for _ in 1..bounds.events() {
        all = all
            .into_iter()
            .flat_map(|starts: Vec<usize>| {
                let last = starts.last().copied().unwrap_or(0);
                (last..bounds.frames()).map(move |next| [&starts[..], &[next]].concat())
            })
            .collect();
    }
    all.retain(|starts| bounds.admit(starts));
    all
}
