//! What an example asks of every predictor, from the definition of its problem: the constraints of
//! its slacks, each a direction and a shift, written out over the features.

use super::implied::Implied;
use crate::example::{ExampleLabel, instances};
use noregret_core::learner::{Dual, Traced};
use noregret_core::loss::{AnyLoss, Loss};
use noregret_core::problem::{AnyProblem, Problem};
use noregret_core::round::{Block, View};
use noregret_core::{Instance, Result, Spec};
use noregret_io::Row;
use std::borrow::Cow;

/// A constraint by its terms, and its shift.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub(super) terms: Vec<(usize, usize, f64)>,
    pub(super) shift: f64,
}

impl Wanted {
    /// A constraint of a round.
    pub(super) fn written(block: &Block, i: usize) -> Self {
        Wanted {
            terms: block.direction(i).iter().map(|t| (t.part, t.row, t.coef)).collect(),
            shift: block.constraints[i].shift,
        }
    }
}

/// An example: its parts, and its constraints slack by slack.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) weight: f64,
    pub(super) line: u64,
    parts: Vec<Vec<(usize, f64)>>,
    /// The constraints that are not among those of the slacks.
    implied: Option<Implied>,
    /// How often the loss of a slack counts, and its constraints.
    pub(super) slacks: Vec<(f64, Vec<Wanted>)>,
}

/// What an example means for a predictor.
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) margin: f64,
    pub(super) loss: f64,
    pub(super) size: f64,
}

/// Weights of all rows, `row * wide + feature`.
#[derive(Clone, Debug, Default)]
pub(super) struct Predictor {
    pub(super) wide: usize,
    pub(super) weights: Vec<f64>,
}

impl Asked {
    /// What these rows ask; labels that are new become known to the problem.
    pub(super) fn new(spec: &Spec, problem: &mut AnyProblem, rows: &[Row]) -> Result<Self> {
        let asked = ExampleLabel::of(problem, rows)?;
        let label = asked.label();
        let units = problem.companions(label);
        let mut block = Block::default();
        for attempt in 0..2 {
            let scores = vec![0.0; (rows.len() + units) * problem.rows()];
            let view = View { scores, ..View::default() };
            block.clear(&spec.loss, f64::INFINITY);
            match problem.constrain(&view, label, &mut block) {
                Ok(()) => break,
                Err(error) if attempt > 0 => return Err(error),
                Err(_) => problem.admit(label)?,
            }
        }
        let wanted = |i: usize| Wanted::written(&block, i);
        let slack = |s: usize| (block.share_of(s), block.constraints_of(s).map(wanted).collect());
        let mut parts: Vec<_> = instances(rows).into_iter().map(|x| listed(spec, x)).collect();
        parts.extend((0..units).map(|i| vec![(i, 1.0)]));
        let slacks = (0..block.groups()).map(slack).collect();
        let implied = Implied::new(spec, problem, rows);
        Ok(Asked { weight: rows[0].weight, line: rows[0].line, parts, implied, slacks })
    }

    /// Keeps what it has in common with the example before it only once.
    pub(super) fn share(&mut self, before: &Asked) {
        if let (Some(own), Some(before)) = (&mut self.implied, &before.implied) {
            own.share(before);
        }
    }

    /// The slacks with the constraints that count, some found by `find` if they are implied.
    fn counting(&self, find: impl Fn(&Implied) -> Vec<Wanted>) -> Cow<'_, [(f64, Vec<Wanted>)]> {
        match &self.implied {
            Some(implied) => Cow::Owned(vec![(1.0, find(implied))]),
            None => Cow::Borrowed(&self.slacks),
        }
    }

    /// Whether a dual variable belongs to a constraint of a problem that does not write all.
    pub(super) fn implies(&self, dual: &Dual) -> bool {
        self.implied.as_ref().is_some_and(|implied| implied.asks(self.parts.len(), dual))
    }

    /// The margin of a constraint at a predictor.
    fn margin(&self, wanted: &Wanted, u: &Predictor) -> f64 {
        self.products(wanted, u).sum::<f64>() - wanted.shift
    }

    /// The products whose sum is the score of a direction.
    fn products<'a>(
        &'a self,
        wanted: &'a Wanted,
        u: &'a Predictor,
    ) -> impl Iterator<Item = f64> + 'a {
        wanted.terms.iter().flat_map(move |&(part, row, coef)| {
            self.parts[part].iter().map(move |&(j, x)| coef * x * u.at(j, row))
        })
    }

    /// Whether a round that costs nothing may be about any constraint that does not, or none: where
    /// the worst of them is looked for, the right answer may be found to be as good.
    pub(super) fn leaves_margin_open(&self) -> bool {
        let is_open = |implied: &Implied| self.weight == 0.0 || !implied.is_about_answer();
        self.implied.as_ref().is_some_and(is_open)
    }

    /// The least margin and the loss of the predictor v/c before a round, by the definition of the
    /// problem, and how large the numbers are that are added up for them; the margin is 0 if
    /// nothing is asked.
    pub(super) fn seen(&self, loss: &AnyLoss, v: &Predictor, round: &Traced) -> Definition {
        let rate = if round.c > 0.0 { 1.0 / round.c } else { 0.0 };
        let mut seen = Definition { margin: f64::INFINITY, loss: 0.0, size: 1.0 };
        let slacks = self.counting(|implied| implied.written(&self.parts, (v, rate), &round.duals));
        for (share, constraints) in slacks.iter() {
            let mut least = f64::INFINITY;
            for wanted in constraints {
                let (mut z, mut size) = (-wanted.shift, wanted.shift.abs());
                for product in self.products(wanted, v) {
                    (z, size) = (z + rate * product, size + (rate * product).abs());
                }
                (least, seen.size) = (least.min(z), seen.size.max(size));
            }
            if !constraints.is_empty() {
                seen.loss += self.weight * share * loss.value(least);
            }
            seen.margin = seen.margin.min(least);
        }
        if seen.margin == f64::INFINITY {
            seen.margin = 0.0;
        }
        seen
    }

    /// What the example costs a predictor; its subgradient, so many times, is added to `slope`.
    pub(super) fn loss(
        &self,
        loss: &AnyLoss,
        u: &Predictor,
        (slope, times): (&mut Predictor, f64),
    ) -> f64 {
        let mut total = 0.0;
        let slacks = self.counting(|implied| implied.worst(&self.parts, u));
        for (share, constraints) in slacks.iter() {
            let margins = constraints.iter().map(|k| (self.margin(k, u), k));
            let Some((z, worst)) = margins.min_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
            let weight = self.weight * share;
            total += weight * loss.value(z);
            self.add(&worst.terms, -times * weight * loss.slope(z), slope);
        }
        total
    }

    /// Adds so many times a direction.
    pub(super) fn add(&self, terms: &[(usize, usize, f64)], times: f64, to: &mut Predictor) {
        for &(part, row, coef) in terms {
            for &(j, x) in self.parts.get(part).into_iter().flatten() {
                *to.at_mut(j, row) += times * coef * x;
            }
        }
    }

    /// How many rows and features it speaks of.
    pub(super) fn extent(&self) -> (usize, usize) {
        let wide = self.parts.iter().flatten().map(|&(j, _)| j + 1).max().unwrap_or(0);
        let terms = self.slacks.iter().flat_map(|(_, all)| all).flat_map(|k| &k.terms);
        let rows = terms.map(|&(_, row, _)| row + 1).max().unwrap_or(1);
        (rows.max(self.implied.as_ref().map_or(1, Implied::rows)), wide)
    }
}

impl Predictor {
    pub(super) fn new(rows: usize, wide: usize) -> Self {
        Predictor { wide, weights: vec![0.0; rows * wide] }
    }

    /// The weight there; 0 where there is none.
    pub(super) fn at(&self, feature: usize, row: usize) -> f64 {
        let place = (feature < self.wide).then(|| row * self.wide + feature);
        place.and_then(|place| self.weights.get(place)).copied().unwrap_or(0.0)
    }

    pub(super) fn rows(&self) -> usize {
        self.weights.len() / self.wide
    }

    fn at_mut(&mut self, feature: usize, row: usize) -> &mut f64 {
        &mut self.weights[row * self.wide + feature]
    }

    pub(super) fn dot(&self, other: &Predictor) -> f64 {
        self.weights.iter().zip(&other.weights).map(|(a, b)| a * b).sum()
    }

    pub(super) fn norm(&self) -> f64 {
        self.dot(self).sqrt()
    }
}

/// An instance with its constant.
fn listed(spec: &Spec, x: Instance<'_>) -> Vec<(usize, f64)> {
    let (mut indices, mut values) = x.to_lists();
    if let Some(bias) = spec.bias {
        bias.append(&mut indices, &mut values);
    }
    indices.into_iter().map(|j| j as usize).zip(values).collect()
}
