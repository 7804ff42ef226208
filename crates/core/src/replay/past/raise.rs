//! The ascent on one stored round: the dual variables that maximise D with those of all other rounds fixed.
//!
//! A group of one constraint is solved exactly, by the closed form or line search of the hypothesis. In a group of
//! several the gap `cap phi(min z) + sum_i d_i z_i - gain(sum_i d_i)` has two parts: that of the total
//! at the least margin, and `sum_i d_i (z_i - min z)`. While it is not negligible the larger part is reduced by an exact
//! step, on the total (the worst constraint gains, or the best one loses) or on a pair (from the best to the
//! worst). A step is taken only if D grows by it, so the worst that rounding can do is to stop early.

use super::shifted::Shifted;
use super::stand::measure;
use super::step::{Step, add};
use super::stored::with_parts;
use super::{Change, Standing, Stored};
use crate::certificate::Ledger;
use crate::hypothesis::Hypothesis;
use crate::loss::{Hinge, Loss};
use crate::round::{Direction, Term, View};
use crate::vector::Instance;

/// A gap smaller than this, relative to the terms it is the sum of, is rounding.
const NEGLIGIBLE: f64 = 1e-10;

/// Where stored rounds are revisited: the learner they belong to.
pub(crate) struct Site<'a, L, H> {
    pub(crate) loss: &'a L,
    pub(crate) hypothesis: &'a mut H,
    pub(crate) ledger: &'a mut Ledger,
    pub(crate) c: f64,
}

/// Buffers of a visit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Desk {
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

impl<L: Loss, H: Hypothesis> Site<'_, L, H> {
    /// Raises D over the dual variables of this round; returns by how much.
    pub(crate) fn raise(&mut self, round: &mut Stored, desk: &mut Desk) -> f64 {
        let patterns = std::mem::take(&mut round.parts);
        let increase = with_parts(&patterns, |parts| {
            self.see(parts, desk);
            let groups = 0..round.slacks.len();
            groups.map(|group| self.raise_group(Place { parts, group }, round, desk)).sum()
        });
        round.parts = patterns;
        increase
    }

    /// How the round stands at the weights as they are now.
    pub(crate) fn standing(&self, round: &Stored, desk: &mut Desk) -> Standing {
        with_parts(&round.parts, |parts| self.see(parts, desk));
        let Desk { view, margins, .. } = desk;
        let rows = self.hypothesis.rows();
        Standing::at(self.loss, round, |part, row| view.scores[part * rows + row], margins)
    }

    /// Scores the parts at the weights as they are now.
    pub(super) fn see(&self, parts: &[Instance<'_>], desk: &mut Desk) {
        self.hypothesis.look(parts, &mut desk.view);
        self.hypothesis.score(parts, self.c, &mut desk.view);
    }

    fn raise_group(&mut self, at: Place<'_>, round: &mut Stored, desk: &mut Desk) -> f64 {
        let (count, mut increase) = (round.members(at.group).len(), 0.0);
        let most = if count == 1 { 1 } else { 10 * (1 + count) };
        let alone = count == 1 && round.slacks.len() == 1;
        for _ in 0..most {
            let Some(step) = self.choose(at, round, desk) else { break };
            let Some(grown) = self.take(at, round, step, desk) else { break };
            increase += grown;
            if !alone {
                self.see(at.parts, desk);
            }
        }
        increase
    }

    /// The next step of a group, if there is one worth taking.
    fn choose(&mut self, at: Place<'_>, round: &Stored, desk: &mut Desk) -> Option<Step> {
        let (rows, scores) = (self.hypothesis.rows(), &desk.view.scores);
        measure(round, at.group, |part, row| scores[part * rows + row], &mut desk.margins);
        let (members, z) = (round.members(at.group), &desk.margins);
        let start = members.start;
        if z.len() == 1 {
            return Some(Step::one(start, self.best_alone(at, round, start, desk)));
        }
        let worst = (0..z.len()).reduce(|a, b| if z[b] < z[a] { b } else { a })?;
        let moved = |&i: &usize| round.asked[start + i].dual != 0.0;
        let best = (0..z.len()).filter(moved).reduce(|a, b| if z[b] > z[a] { b } else { a });
        let standing = Standing::of(self.loss, round, at.group, z);
        let spread: f64 = members.map(|i| round.asked[i].dual * (z[i - start] - z[worst])).sum();
        if standing.gap <= NEGLIGIBLE * (standing.loss + standing.gain.abs() + spread) {
            return None;
        }
        let rising = round.cap(at.group) * self.loss.slope(z[worst]) > round.total(at.group);
        let one = match best {
            Some(best) if 2.0 * spread >= standing.gap && best != worst => {
                return Some(self.best_pair(at, round, [start + worst, start + best], desk));
            }
            Some(best) if !rising => start + best,
            _ => start + worst,
        };
        Some(Step::one(one, self.best_alone(at, round, one, desk)))
    }

    /// The best dual variable of constraint `i`, all others fixed.
    fn best_alone(&mut self, at: Place<'_>, round: &Stored, i: usize, desk: &mut Desk) -> f64 {
        let (cap, total) = (round.cap(at.group), round.total(at.group));
        let (d, z) = (round.asked[i].dual, desk.margins[i - round.members(at.group).start]);
        let Desk { view, terms, .. } = desk;
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
        desk: &mut Desk,
    ) -> Step {
        let start = round.members(at.group).start;
        let (gains, gives) = (round.asked[up].dual, round.asked[down].dual);
        let z = desk.margins[up - start] - desk.margins[down - start];
        let Desk { view, terms, .. } = desk;
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
        desk: &mut Desk,
    ) -> Option<f64> {
        let step = match self.loss.two_sided() {
            true => step,
            false => step.within(round, at.group, round.cap(at.group) * self.loss.domain().1)?,
        };
        step.direction(round, &mut desk.terms);
        let change = Change::of(self.loss, round, at.group, step, desk);
        let direction = self.along(at.parts, &desk.terms, &desk.view, round.cap(at.group));
        let increase = change.after - change.before - self.hypothesis.rise(&direction);
        let grows = increase > 0.0 && increase.is_finite();
        (grows && self.commit(&change, &direction)).then(|| {
            step.all().for_each(|(i, d)| round.asked[i].dual = d);
            increase
        })
    }

    /// Gives the first constraint of a round this dual variable, whether D grows by it or not.
    pub(super) fn set(&mut self, round: &mut Stored, d: f64, desk: &mut Desk) {
        let step = Step::one(0, d);
        step.direction(round, &mut desk.terms);
        let done = with_parts(&round.parts, |parts| {
            self.see(parts, desk);
            let change = Change::of(self.loss, round, 0, step, desk);
            let direction = self.along(parts, &desk.terms, &desk.view, round.cap(0));
            self.commit(&change, &direction)
        });
        if done {
            round.asked[0].dual = d;
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
