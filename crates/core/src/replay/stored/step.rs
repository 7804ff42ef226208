//! A step on one or two dual variables of a group: new values, their sum, their direction.

use super::Stored;
use crate::round::Term;

/// New dual variables of one or two constraints.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    first: (usize, f64),
    second: Option<(usize, f64)>,
}

impl Step {
    /// Constraint `i` gets the dual variable `d`.
    pub(super) fn one(i: usize, d: f64) -> Self {
        Step { first: (i, d), second: None }
    }

    /// Two at once.
    pub(super) fn two(first: (usize, f64), second: (usize, f64)) -> Self {
        Step { first, second: Some(second) }
    }

    /// The constraints with their new dual variables.
    pub(super) fn all(self) -> impl Iterator<Item = (usize, f64)> {
        std::iter::once(self.first).chain(self.second)
    }

    /// Sum of the dual variables of a group after the step.
    pub(super) fn total(self, round: &Stored, group: usize) -> f64 {
        let new = |i: usize| self.all().find(|(at, _)| *at == i).map(|(_, d)| d);
        round.members(group).map(|i| new(i).unwrap_or(round.constraints[i].dual)).sum()
    }

    /// The step with its sum at most `most` to the last bit: what rounding put above it is taken
    /// off the first.
    pub(super) fn within(mut self, round: &Stored, group: usize, most: f64) -> Option<Self> {
        for _ in 0..4 {
            let above = self.total(round, group) - most;
            if above <= 0.0 {
                return Some(self);
            }
            self.first.1 = (self.first.1 - above).max(0.0);
        }
        None
    }

    /// What the step adds to v, one term per (part, row).
    pub(super) fn direction(self, round: &Stored, to: &mut Vec<Term>) {
        to.clear();
        for (i, d) in self.all() {
            add(to, round.direction(i), d - round.constraints[i].dual);
        }
        to.retain(|t| t.coef != 0.0);
    }
}

/// Adds `factor` times these terms.
pub(super) fn add(to: &mut Vec<Term>, terms: &[Term], factor: f64) {
    for t in terms {
        match to.iter_mut().find(|m| (m.part, m.row) == (t.part, t.row)) {
            Some(same) => same.coef += factor * t.coef,
            None => to.push(Term { coef: factor * t.coef, ..*t }),
        }
    }
}
