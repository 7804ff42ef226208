//! Base functions times weights: what inference adds up.
//!
//! `score(y) = sum_i p_i(y_i) + sum_i d_i(y_{i+1} - y_i) + q sum_i (r_i - r_{i-1})^2 + constant`.

use super::size::{check_memory, real_lengths};
use super::{BaseFunctions, Infeasible, Window};

/// The scores of all candidates of an example, in parts.
#[derive(Clone, Debug)]
pub struct Chain {
    frames: usize,
    windows: Vec<Window>,
    lengths: Vec<(usize, usize)>,
    /// `p_i` over the window of event i.
    starts: Vec<Vec<f64>>,
    /// `d_i` from the least to the largest length of event i.
    durations: Vec<Vec<f64>>,
    paces: Vec<f64>,
    joined: Vec<bool>,
    /// q, the weight of the change of the rate.
    change: f64,
    constant: f64,
}

impl Chain {
    /// The chain of these weights, one for each base function.
    ///
    /// # Errors
    /// If there is no candidate, the number of weights is not that of base functions, or inference
    /// would take more than 1 GiB for back pointers.
    pub fn new(base: &impl BaseFunctions, weights: &[f64]) -> Result<Self, Infeasible> {
        let (bounds, count) = (base.bounds(), base.count());
        if weights.len() != count {
            let reason = format!("{} weights for {count} base functions", weights.len());
            return Err(Infeasible::Signal(reason));
        }
        let windows = bounds.windows()?;
        let lengths = real_lengths(bounds, &windows);
        check_memory(&windows, &lengths)?;
        let mut psi = vec![0.0; count];
        let mut score = |fill: &dyn Fn(&mut [f64])| {
            psi.fill(0.0);
            fill(&mut psi);
            psi.iter().zip(weights).map(|(psi, w)| psi * w).sum::<f64>()
        };
        let of_event = |event: usize| {
            let Window { first, last } = windows[event];
            (first..=last)
                .map(|frame| score(&|psi: &mut [f64]| base.at_start(event, frame, psi)))
                .collect()
        };
        let starts: Vec<Vec<f64>> = (0..bounds.events()).map(of_event).collect();
        let durations = lengths.iter().enumerate().map(|(event, &(shortest, longest))| {
            (shortest..=longest)
                .map(|length| score(&|psi: &mut [f64]| base.over_length(event, length, psi)))
                .collect()
        });
        let durations = durations.collect();
        let end = |psi: &mut [f64]| base.at_start(bounds.events(), bounds.frames(), psi);
        Ok(Chain {
            frames: bounds.frames(),
            constant: score(&end),
            windows,
            starts,
            durations,
            paces: (0..lengths.len()).map(|event| base.pace(event)).collect(),
            joined: (0..lengths.len()).map(|event| event > 0 && base.is_joined(event)).collect(),
            lengths,
            change: weights[count - 1],
        })
    }

    /// Adds `price` to the score of every start that is more than `reach` frames from the truth,
    /// the first event left out: a cost that is a sum over events.
    pub fn augment(&mut self, truth: &[usize], reach: usize, price: f64) {
        let events = self.windows.iter().zip(&mut self.starts).zip(truth).skip(1);
        for ((window, scores), &right) in events {
            for (frame, score) in (window.first..).zip(scores) {
                if frame.abs_diff(right) > reach {
                    *score += price;
                }
            }
        }
    }

    /// Number of events.
    pub fn events(&self) -> usize {
        self.windows.len()
    }

    /// Where event `event` may start; for the number of events itself, where the signal ends.
    pub fn window(&self, event: usize) -> Window {
        let end = Window { first: self.frames, last: self.frames };
        self.windows.get(event).copied().unwrap_or(end)
    }

    /// The least and the largest length of an event.
    pub fn lengths(&self, event: usize) -> (usize, usize) {
        self.lengths[event]
    }

    /// The score of a start, in the window of its event.
    pub fn start(&self, event: usize, frame: usize) -> f64 {
        self.starts[event][frame - self.windows[event].first]
    }

    /// The least and the largest length of every event.
    pub(super) fn all_lengths(&self) -> &[(usize, usize)] {
        &self.lengths
    }

    /// The scores of the lengths of an event, from the least on.
    pub fn durations(&self, event: usize) -> &[f64] {
        &self.durations[event]
    }

    /// The rate of an event for each frame.
    pub fn pace(&self, event: usize) -> f64 {
        self.paces[event]
    }

    /// The weight of the change of the rate from the event before to this one.
    pub fn change(&self, event: usize) -> f64 {
        if self.joined[event] { self.change } else { 0.0 }
    }

    /// What every alignment scores.
    pub fn constant(&self) -> f64 {
        self.constant
    }

    /// The score of a candidate.
    pub fn score(&self, starts: &[usize]) -> f64 {
        let mut sum = 0.0;
        let mut before = 0.0;
        for (event, &start) in starts.iter().enumerate() {
            let length = starts.get(event + 1).copied().unwrap_or(self.frames) - start;
            let rate = length as f64 * self.paces[event];
            sum += self.start(event, start) + self.durations[event][length - self.lengths[event].0];
            sum += self.change(event) * (rate - before) * (rate - before);
            before = rate;
        }
        sum + self.constant
    }
}
