//! The ascent on one stored round: the dual variables that maximise D with those of all other
//! rounds fixed.
//!
//! A group of one constraint is solved exactly, by the closed form or line search of the
//! hypothesis. In a group of several the gap `cap phi(min z) + sum_i d_i z_i - gain(sum_i d_i)` has
//! two parts: that of the total at the least margin, and `sum_i d_i (z_i - min z)`. While it is not
//! negligible the larger part is reduced by an exact step, on the total (the worst constraint
//! gains, or the best one loses) or on a pair (from the best to the worst). A step is taken only if
//! D grows by it, so the worst that rounding can do is to stop early.

use super::change::change_of;
use super::gap::measure;
use super::round::with_parts;
use super::shifted::Shifted;
use super::step::{Step, add};
use super::{DualityGap, Stored};
use crate::certificate::{Change, Ledger};
use crate::hypothesis::Hypothesis;
use crate::loss::{Hinge, Loss};
use crate::round::{Direction, Term, View};
use crate::vector::Instance;

/// A gap smaller than this, relative to the terms it is the sum of, is rounding.
const NEGLIGIBLE: f64 = 1e-10;

/// What a step on a stored round reads and moves of the learner it belongs to.
pub(crate) struct LearnerParts<'a, L, H> {
    pub(crate) loss: &'a L,
    pub(crate) hypothesis: &'a mut H,
    pub(crate) ledger: &'a mut Ledger,
    pub(crate) c: f64,
}

/// Buffers of a visit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buffers {
    pub(super) view: View,
    pub(super) margins: Vec<f64>,
    pub(super) terms: Vec<Term>,
}

/// A group of a stored round, with the instances of the round.
#[derive(Clone, Copy)]
struct Place<'a> {
    parts: &'a [Instance<'a>],
    group: usize,
}

impl<L: Loss, H: Hypothesis> LearnerParts<'_, L, H> {
    /// Raises D over the dual variables of this round; returns by how much.
    pub(crate) fn raise(&mut self, round: &mut Stored, buffers: &mut Buffers) -> f64 {
        let patterns = std::mem::take(&mut round.parts);
        let increase = with_parts(&patterns, |parts| {
            self.see(parts, buffers);
            let groups = 0..round.slacks.len();
            groups.map(|group| self.raise_group(Place { parts, group }, round, buffers)).sum()
        });
        round.parts = patterns;
        increase
    }

    /// Loss, dual gain and gap of the round at the weights as they are now.
    pub(crate) fn duality_gap(&self, round: &Stored, buffers: &mut Buffers) -> DualityGap {
        with_parts(&round.parts, |parts| self.see(parts, buffers));
        let Buffers { view, margins, .. } = buffers;
        let rows = self.hypothesis.rows();
        DualityGap::of_round(self.loss, round, |part, row| view.scores[part * rows + row], margins)
    }

    /// Scores the parts at the weights as they are now.
    pub(super) fn see(&self, parts: &[Instance<'_>], buffers: &mut Buffers) {
        self.hypothesis.look(parts, &mut buffers.view);
        self.hypothesis.score(parts, self.c, &mut buffers.view);
    }

    fn raise_group(&mut self, at: Place<'_>, round: &mut Stored, buffers: &mut Buffers) -> f64 {
        let (count, mut increase) = (round.members(at.group).len(), 0.0);
        let most = if count == 1 { 1 } else { 10 * (1 + count) };
        let alone = count == 1 && round.slacks.len() == 1;
        for _ in 0..most {
            let Some(step) = self.choose(at, round, buffers) else { break };
            let Some(grown) = self.take(at, round, step, buffers) else { break };
            increase += grown;
            if !alone {
                self.see(at.parts, buffers);
            }
        }
        increase
    }

    /// The next step of a group, if there is one worth taking.
    fn choose(&mut self, at: Place<'_>, round: &Stored, buffers: &mut Buffers) -> Option<Step> {
        let (rows, scores) = (self.hypothesis.rows(), &buffers.view.scores);
        measure(round, at.group, |part, row| scores[part * rows + row], &mut buffers.margins);
        let (members, z) = (round.members(at.group), &buffers.margins);
        let start = members.start;
        if z.len() == 1 {
            return Some(Step::one(start, self.best_alone(at, round, start, buffers)));
        }
        let worst = (0..z.len()).reduce(|a, b| if z[b] < z[a] { b } else { a })?;
        let moved = |&i: &usize| round.constraints[start + i].dual != 0.0;
        let best = (0..z.len()).filter(moved).reduce(|a, b| if z[b] > z[a] { b } else { a });
        let now = DualityGap::of_group(self.loss, round, at.group, z);
        let spread: f64 =
            members.map(|i| round.constraints[i].dual * (z[i - start] - z[worst])).sum();
        if now.gap <= NEGLIGIBLE * (now.loss + now.gain.abs() + spread) {
            return None;
        }
        let rising = round.cap(at.group) * self.loss.slope(z[worst]) > round.total(at.group);
        let one = match best {
            Some(best) if 2.0 * spread >= now.gap && best != worst => {
                return Some(self.best_pair(at, round, [start + worst, start + best], buffers));
            }
            Some(best) if !rising => start + best,
            _ => start + worst,
        };
        Some(Step::one(one, self.best_alone(at, round, one, buffers)))
    }

    /// The best dual variable of constraint `i`, all others fixed.
    fn best_alone(
        &mut self,
        at: Place<'_>,
        round: &Stored,
        i: usize,
        buffers: &mut Buffers,
    ) -> f64 {
        let (cap, total) = (round.cap(at.group), round.total(at.group));
        let (d, z) =
            (round.constraints[i].dual, buffers.margins[i - round.members(at.group).start]);
        let Buffers { view, terms, .. } = buffers;
        let mut direction = self.along(at.parts, round.direction(i), view, cap);
        let change = match self.loss.kink(z) {
            // A linear gain is the same wherever it starts from: only the room differs.
            Some(kink) if !self.loss.two_sided() && z < kink => {
                self.hypothesis.exact(&direction, z, self.loss, (cap - total).max(0.0))
            }
            Some(kink) if !self.loss.two_sided() => {
                terms.clear();
                add(terms, direction.terms, -1.0);
                direction.terms = terms;
                -self.hypothesis.exact(&direction, -z, &Hinge { margin: -kink }, d)
            }
            _ => {
                let spent = Shifted { loss: self.loss, total, cap };
                self.hypothesis.exact(&direction, z, &spent, cap)
            }
        };
        let (low, high) = self.loss.domain();
        (d + change).min(cap * high - (total - d)).max(if low < 0.0 { cap * low } else { 0.0 })
    }

    /// The best exchange between two constraints of a group: the first gains what the second gives.
    fn best_pair(
        &mut self,
        at: Place<'_>,
        round: &Stored,
        [up, down]: [usize; 2],
        buffers: &mut Buffers,
    ) -> Step {
        let start = round.members(at.group).start;
        let (gains, gives) = (round.constraints[up].dual, round.constraints[down].dual);
        let z = buffers.margins[up - start] - buffers.margins[down - start];
        let Buffers { view, terms, .. } = buffers;
        terms.clear();
        add(terms, round.direction(up), 1.0);
        add(terms, round.direction(down), -1.0);
        terms.retain(|t| t.coef != 0.0);
        let direction = self.along(at.parts, terms, view, gives);
        let level = Hinge { margin: 0.0 };
        let t = self.hypothesis.exact(&direction, z, &level, gives).min(gives);
        Step::two((up, gains + t), (down, gives - t))
    }

    pub(super) fn along<'b>(
        &self,
        parts: &'b [Instance<'b>],
        terms: &'b [Term],
        view: &'b View,
        weight: f64,
    ) -> Direction<'b> {
        Direction { parts, view, terms, own: 0.0, c: self.c, weight }
    }

    /// Takes a step if D grows by it and all totals stay finite; returns by how much it grew.
    fn take(
        &mut self,
        at: Place<'_>,
        round: &mut Stored,
        step: Step,
        buffers: &mut Buffers,
    ) -> Option<f64> {
        let step = match self.loss.two_sided() {
            true => step,
            false => step.within(round, at.group, round.cap(at.group) * self.loss.domain().1)?,
        };
        step.direction(round, &mut buffers.terms);
        let change = change_of(self.loss, round, at.group, step, buffers);
        let direction = self.along(at.parts, &buffers.terms, &buffers.view, round.cap(at.group));
        let increase = change.after - change.before - self.hypothesis.rise(&direction);
        let grows = increase > 0.0 && increase.is_finite();
        (grows && self.commit(&change, &direction)).then(|| {
            step.all().for_each(|(i, d)| round.constraints[i].dual = d);
            increase
        })
    }

    /// Gives the first constraint of a round this dual variable, whether D grows by it or not.
    pub(super) fn set(&mut self, round: &mut Stored, d: f64, buffers: &mut Buffers) {
        let step = Step::one(0, d);
        step.direction(round, &mut buffers.terms);
        let done = with_parts(&round.parts, |parts| {
            self.see(parts, buffers);
            let change = change_of(self.loss, round, 0, step, buffers);
            let direction = self.along(parts, &buffers.terms, &buffers.view, round.cap(0));
            self.commit(&change, &direction)
        });
        if done {
            round.constraints[0].dual = d;
        }
    }

    /// Moves the weights and enters the change; false, and nothing done, if a total would overflow.
    fn commit(&mut self, change: &Change, direction: &Direction<'_>) -> bool {
        let can = self.ledger.can_amend(change);
        if can && !direction.terms.is_empty() {
            self.hypothesis.apply(direction);
            self.ledger.amend(change);
        }
        can
    }
}
