//! Base functions that are tables of random numbers.

use noregret_align::dynamic::{BaseFunctions, Bounds, Infeasible};
use noregret_align::train::Widen;
use noregret_core::random::Random;

/// Two base functions of the start, one of the length, and the change of the rate.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    pub(crate) bounds: Bounds,
    starts: Vec<Vec<[f64; 2]>>,
    lengths: Vec<Vec<f64>>,
    paces: Vec<f64>,
    joined: Vec<bool>,
}

/// How many base functions there are.
pub(crate) const COUNT: usize = 4;

impl Tables {
    /// Up to so many events and frames; limits, band and means at random.
    pub(crate) fn random(random: &mut Random, events: usize, frames: usize) -> Self {
        let gap = random.below(2);
        let (events, frames) = (1 + random.below(events), 1 + random.below(frames));
        let longest = (0..events).map(|_| 1 + random.below(frames)).collect();
        let mut bounds = Bounds::new(frames, gap, longest);
        if random.chance(0.3) {
            for event in 1..events {
                let place = event * frames / events;
                bounds.expect(event, place, 1 + random.below(frames));
            }
        }
        // Small whole numbers at times, so that there are ties.
        let whole = random.chance(0.3);
        let mut number = || if whole { random.below(3) as f64 } else { random.normal() };
        let starts =
            (0..=events).map(|_| (0..=frames).map(|_| [number(), number()]).collect()).collect();
        let lengths = (0..events).map(|_| (0..=frames).map(|_| number()).collect()).collect();
        let mut mean = || 1.0 / (1 + random.below(4)) as f64;
        let paces = (0..events).map(|_| mean()).collect();
        let joined = (0..events).map(|_| random.chance(0.8)).collect();
        Tables { bounds, starts, lengths, paces, joined }
    }
}

impl BaseFunctions for Tables {
    fn count(&self) -> usize {
        COUNT
    }
    fn bounds(&self) -> &Bounds {
        &self.bounds
    }
    fn at_start(&self, event: usize, frame: usize, psi: &mut [f64]) {
        psi[0] += self.starts[event][frame][0];
        psi[1] += self.starts[event][frame][1];
    }
    fn over_length(&self, event: usize, length: usize, psi: &mut [f64]) {
        psi[2] += self.lengths[event][length];
    }
    fn pace(&self, event: usize) -> f64 {
        self.paces[event]
    }
    fn is_joined(&self, event: usize) -> bool {
        self.joined[event]
    }
}

/// A weight vector of length about one, some of its numbers 0.
pub(crate) fn weights(random: &mut Random) -> Vec<f64> {
    (0..COUNT).map(|_| if random.chance(0.2) { 0.0 } else { random.normal() }).collect()
}

impl Widen for Tables {
    fn widen(&mut self, starts: &[usize]) -> Result<bool, Infeasible> {
        self.bounds.widen(starts)
    }
}
