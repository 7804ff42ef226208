//! One stored round: its instances, what it asked, and the dual variables it has now.

use super::DualityGap;
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::round::{Block, Constraint, Term};
use crate::vector::Instance;
use std::ops::Range;

/// An instance with memory of its own; dense ones have no indices.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pattern {
    pub(crate) indices: Option<Box<[u32]>>,
    pub(crate) values: Box<[f64]>,
}

impl Pattern {
    fn new(x: Instance<'_>) -> Self {
        let indices = match x {
            Instance::Sparse { indices, .. } => Some(indices.into()),
            Instance::Dense(_) => None,
            Instance::Tailed { .. } => {
                let (indices, values) = x.to_lists();
                return Pattern { indices: Some(indices.into()), values: values.into() };
            }
        };
        Pattern { indices, values: x.values().into() }
    }

    pub(crate) fn instance(&self) -> Instance<'_> {
        match &self.indices {
            Some(indices) => Instance::Sparse { indices, values: &self.values },
            None => Instance::Dense(&self.values),
        }
    }
}

/// One constraint: where its terms end, its shift and its dual variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StoredConstraint {
    pub(crate) terms_end: usize,
    pub(crate) shift: f64,
    pub(crate) dual: f64,
}

/// Constraints that share one slack: where they end, and how often their loss counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Slack {
    pub(crate) end: usize,
    pub(crate) share: f64,
}

/// A round that can be revisited.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stored {
    pub(crate) parts: Box<[Pattern]>,
    pub(crate) terms: Box<[Term]>,
    pub(crate) constraints: Box<[StoredConstraint]>,
    pub(crate) slacks: Box<[Slack]>,
    pub(crate) weight: f64,
}

impl Stored {
    /// The round of this block, after its ascent.
    pub(crate) fn new(parts: &[Instance<'_>], block: &Block, weight: f64) -> Self {
        let of = |(k, &dual): (&Constraint, &f64)| StoredConstraint {
            terms_end: k.terms.1,
            shift: k.shift,
            dual,
        };
        let slack = |group: usize| Slack {
            end: block.constraints_of(group).end,
            share: block.share_of(group),
        };
        Stored {
            parts: parts.iter().map(|&x| Pattern::new(x)).collect(),
            terms: block.terms.as_slice().into(),
            constraints: block.constraints.iter().zip(&block.duals).map(of).collect(),
            slacks: (0..block.groups()).map(slack).collect(),
            weight,
        }
    }

    /// The constraints of a group.
    pub(crate) fn members(&self, group: usize) -> Range<usize> {
        let start = if group == 0 { 0 } else { self.slacks[group - 1].end };
        start..self.slacks[group].end
    }

    /// The direction of constraint `i`.
    pub(crate) fn direction(&self, i: usize) -> &[Term] {
        let start = if i == 0 { 0 } else { self.constraints[i - 1].terms_end };
        &self.terms[start..self.constraints[i].terms_end]
    }

    /// The cap on the dual variables of a group.
    pub(crate) fn cap(&self, group: usize) -> f64 {
        self.weight * self.slacks[group].share
    }

    /// Sum of the dual variables of a group.
    pub(crate) fn total(&self, group: usize) -> f64 {
        self.constraints[self.members(group)].iter().map(|k| k.dual).sum()
    }

    /// What the round costs some weights, given that of each (coordinate, row).
    pub(crate) fn loss<L: Loss>(&self, loss: &L, weight: impl Fn(usize, usize) -> f64) -> f64 {
        let score = |part: usize, row: usize| {
            let mut sum = 0.0;
            self.parts[part].instance().for_each(|j, x| sum += x * weight(j, row));
            sum
        };
        DualityGap::of_round(loss, self, score, &mut Vec::new()).loss
    }

    /// Inner product of the first directions of two rounds, in the space of a hypothesis.
    pub(super) fn inner(&self, other: &Stored, space: &impl Hypothesis) -> f64 {
        let pairs =
            self.direction(0).iter().flat_map(|t| other.direction(0).iter().map(move |u| (t, u)));
        let inner = |(t, u): (&Term, &Term)| {
            let (x, y) = (self.parts[t.part].instance(), other.parts[u.part].instance());
            let similarity = space.similarity(t.row, x.inner(y), x.square(), y.square());
            t.coef * u.coef * similarity
        };
        pairs.filter(|(t, u)| t.row == u.row).map(inner).sum()
    }
}

/// Calls `f` with the instances of a round.
pub(super) fn with_parts<T>(parts: &[Pattern], f: impl FnOnce(&[Instance<'_>]) -> T) -> T {
    match parts {
        [x] => f(&[x.instance()]),
        several => f(&several.iter().map(Pattern::instance).collect::<Vec<_>>()),
    }
}
