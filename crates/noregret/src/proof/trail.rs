//! What was proved along the way: a few points a decade of rounds, for pictures.

use noregret_core::replay::witness::{Bound, Findings};

/// Points a factor of ten.
const A_DECADE: f64 = 8.0;

/// Floors of the first loss at some moments of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    /// Rounds, their weight and the floors of the witnesses.
    points: Vec<(f64, f64, Vec<Bound>)>,
    next: u64,
}

impl Trail {
    /// Whether a point is due after so many rounds.
    pub(super) fn is_due(&self, rounds: u64) -> bool {
        rounds >= self.next.max(1)
    }

    /// Adds a point, unless the last one is as late.
    pub(super) fn push(&mut self, findings: &Findings) {
        let Findings { rounds, weight, measures } = findings;
        if self.points.last().is_some_and(|(last, ..)| *last >= *rounds as f64) {
            return;
        }
        let bounds = measures.first().map_or(Vec::new(), |measure| measure.bounds.clone());
        self.points.push((*rounds as f64, *weight, bounds));
        let next = (*rounds as f64 * 10f64.powf(1.0 / A_DECADE)).round() as u64;
        self.next = next.max(rounds + 1);
    }

    /// What no linear model of this norm had gone below, a row, after so many rounds.
    pub(crate) fn floors(&self, norm: f64) -> Vec<(f64, f64)> {
        let floor = |(rounds, weight, bounds): &(f64, f64, Vec<Bound>)| {
            let best = bounds.iter().map(|bound| bound.at(norm)).fold(0.0, f64::max);
            (*rounds, best / weight)
        };
        self.points.iter().map(floor).collect()
    }
}
