//! What one round asks of the weights: directions, in groups tied by one slack each.
//!
//! A problem turns scores and a label into a [`Block`] of constraints `<w, a_i> - b_i` large (or,
//! for a two-sided loss, near zero). A direction is a short list of [`Term`]s, `coef` times row
//! `row` of the hypothesis applied to part `part` of the example; binary problems have one
//! constraint of one term, multiclass one constraint per wrong class of two terms, label ranking
//! one per pair, structured output terms over several parts. The loss of a group is
//! `phi(min_i z_i)`, so its dual variables share one cap: `sum_i d_i` lies in the domain of phi,
//! and the group adds `sum_i d_i b_i + gain(sum_i d_i)` to the dual. Most problems have one group;
//! one-vs-rest has one per class. The loss of a group may count for a share only: an average over
//! sets of constraints has one group per set.

use super::Quality;
use super::Sides;
use crate::loss::Loss;
use std::ops::Range;

/// `coef` times (row `row`, part `part`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// Which instance of the example.
    pub part: usize,
    /// Which row of the hypothesis.
    pub row: usize,
    /// Factor.
    pub coef: f64,
}

/// One direction `a`, with its shift and its margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constraint {
    /// Range of its terms in [`Block::terms`].
    pub terms: (usize, usize),
    /// Share of the weight vector itself in `a` (uniclass: `a = (x - w)/|x - w|`).
    pub own: f64,
    /// `b` in `z = <a,w> - b`.
    pub shift: f64,
    /// The margin at the current weights.
    pub z: f64,
}

/// Constraints that share one slack.
#[derive(Clone, Debug, PartialEq)]
struct Group {
    constraints: Range<usize>,
    /// Where those begin that were written though they are beyond reach.
    near: usize,
    violated: bool,
    share: f64,
}

/// The constraints of one round, and after the ascent their dual variables. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The constraints.
    pub constraints: Vec<Constraint>,
    /// The terms of all constraints, one after the other.
    pub terms: Vec<Term>,
    /// One dual variable per constraint, filled by the ascent.
    pub duals: Vec<f64>,
    /// Of constraints with a margin from here on a problem need only write the worst: they cost
    /// nothing, or the ascent does not look at them.
    pub reach: f64,
    /// Whether constraints beyond reach that a step on the others may break are to be written too,
    /// after those within reach, for an ascent that solves the round. Stays from round to round.
    pub whole: bool,
    /// What a margin of 0 misses of that without loss; 0 if there is none.
    pub margin: f64,
    /// Whether the decision of this round was wrong.
    pub mistake: bool,
    /// Whether some wrong answer scored at least as high as the right one: ties count, as in the
    /// proofs.
    pub violation: bool,
    /// How good the answer was, beyond that.
    pub quality: Quality,
    /// How much more the best dual variables could have given, as far as an ascent that solves
    /// rounds has come.
    pub gap: f64,
    /// Whether the ascent acts on mistakes only, so that it asks about the answer that was given.
    /// Stays from round to round.
    pub on_mistakes: bool,
    /// The number behind the decision, where a problem finds it on the way.
    pub score: Option<f64>,
    /// Whether groups have rows in common, so that their directions need not be orthogonal.
    pub overlapping: bool,
    /// Whether the ascent moves the rows of two sides themselves, so that of a group of all pairs
    /// between them only the worst need be written, if `leads` says which rows stand where. Stays
    /// from round to round.
    pub by_rows: bool,
    /// For every row whether it should lead the others on the first part; empty where `by_rows`
    /// does not ask for it, and where there are no two sides.
    pub leads: Vec<bool>,
    /// Vectors lent by [`Block::take_scratch`].
    scratch: [Vec<f64>; 2],
    /// Terms that an ascent may overwrite.
    pub(crate) spare_terms: Vec<Term>,
    /// Memory of an ascent that moves the rows of two sides.
    pub(crate) spare_sides: Sides,
    groups: Vec<Group>,
    focus: usize,
    /// Where each (part, row) stands among the moves, while they are combined.
    places: Vec<usize>,
}

/// A (part, row) that is not among the moves.
const NOWHERE: usize = usize::MAX;

impl Block {
    /// Empties the block for a round with this loss, keeping its memory; margins from `reach` on
    /// need not be written but for the worst.
    #[inline]
    pub fn clear<L: Loss>(&mut self, loss: &L, reach: f64) {
        let miss = loss.miss(0.0);
        self.margin = if miss.is_finite() { miss } else { 0.0 };
        self.constraints.clear();
        self.terms.clear();
        self.duals.clear();
        self.groups.clear();
        (self.focus, self.reach) = (0, reach);
        (self.mistake, self.violation) = (false, false);
        (self.overlapping, self.gap) = (false, 0.0);
        self.leads.clear();
        (self.quality, self.score) = (Quality::Plain, None);
    }

    /// Lends an ascent two vectors whose memory is reused, with whatever they hold; they come back
    /// by [`Block::keep_scratch`].
    #[inline]
    pub fn take_scratch(&mut self) -> [Vec<f64>; 2] {
        std::mem::take(&mut self.scratch)
    }

    /// Takes back the vectors of [`Block::take_scratch`] for the next round.
    #[inline]
    pub fn keep_scratch(&mut self, scratch: [Vec<f64>; 2]) {
        self.scratch = scratch;
    }

    /// Begins a group of constraints with a slack of its own; `violated` if its answer is wrong or
    /// tied.
    #[inline]
    pub fn begin(&mut self, violated: bool) {
        self.begin_share(violated, 1.0);
    }

    /// Begins a group of constraints whose loss counts `share` times.
    #[inline]
    pub fn begin_share(&mut self, violated: bool, share: f64) {
        let at = self.constraints.len();
        self.groups.push(Group { constraints: at..at, near: at, violated, share });
    }

    /// Adds a constraint to the group last begun; its dual variable starts at 0.
    #[inline]
    pub fn push(&mut self, terms: &[Term], own: f64, shift: f64, z: f64) {
        self.push_beyond(terms, own, shift, z);
        if let Some(group) = self.groups.last_mut() {
            group.near = group.constraints.end;
        }
    }

    /// Adds a constraint beyond reach to the group last begun, after all those within it.
    #[inline]
    pub fn push_beyond(&mut self, terms: &[Term], own: f64, shift: f64, z: f64) {
        let start = self.terms.len();
        self.terms.extend_from_slice(terms);
        self.constraints.push(Constraint { terms: (start, self.terms.len()), own, shift, z });
        self.duals.push(0.0);
        if let Some(group) = self.groups.last_mut() {
            group.constraints.end = self.constraints.len();
        }
    }

    /// The terms of constraint `i`.
    #[inline]
    pub fn direction(&self, i: usize) -> &[Term] {
        let (start, end) = self.constraints[i].terms;
        &self.terms[start..end]
    }

    /// How many groups there are.
    #[inline]
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    /// Turns to one group: what follows speaks of its constraints.
    #[inline]
    pub fn turn_to(&mut self, group: usize) {
        self.focus = group;
    }

    /// The constraints of a group.
    #[inline]
    pub fn constraints_of(&self, group: usize) -> Range<usize> {
        self.groups.get(group).map_or(0..0, |g| g.constraints.clone())
    }

    /// The constraints of a group within reach.
    #[inline]
    pub fn near_of(&self, group: usize) -> Range<usize> {
        self.groups.get(group).map_or(0..0, |g| g.constraints.start..g.near)
    }

    /// Whether a dual variable of a group is not 0.
    #[inline]
    pub fn has_moved(&self, group: usize) -> bool {
        self.duals[self.constraints_of(group)].iter().any(|d| *d != 0.0)
    }

    /// The row that the first constraint of a group is about.
    #[inline]
    pub fn row_of(&self, group: usize) -> usize {
        let first = self.constraints_of(group).next();
        first.and_then(|i| self.direction(i).first()).map_or(0, |term| term.row)
    }

    /// How often the loss of a group counts.
    #[inline]
    pub fn share_of(&self, group: usize) -> f64 {
        self.groups.get(group).map_or(1.0, |g| g.share)
    }

    /// Whether the answer of a group is wrong or tied.
    #[inline]
    pub fn violated_in(&self, group: usize) -> bool {
        self.groups.get(group).is_some_and(|g| g.violated)
    }

    /// The constraint of a group with the least margin, the first of equals.
    #[inline]
    pub fn worst_of(&self, group: usize) -> Option<usize> {
        self.least(group, |k| k.z)
    }

    /// The constraints of the group in focus.
    #[inline]
    pub fn active(&self) -> Range<usize> {
        self.constraints_of(self.focus)
    }

    /// The number of the group in focus.
    #[inline]
    pub fn focus(&self) -> usize {
        self.focus
    }

    /// Whether the answer of the group in focus is wrong or tied.
    #[inline]
    pub fn violated(&self) -> bool {
        self.violated_in(self.focus)
    }

    /// The constraint of the group in focus with the least margin.
    #[inline]
    pub fn worst(&self) -> Option<usize> {
        self.worst_of(self.focus)
    }

    /// The constraint of the group in focus where `<a,w>` is least: the answer that was given,
    /// whatever its required margin.
    pub fn predicted(&self) -> Option<usize> {
        self.least(self.focus, |k| k.z + k.shift)
    }

    /// The combined direction `sum_i d_i a_i` of all groups, one term per (part, row).
    pub fn combine(&mut self, moves: &mut Vec<Term>) {
        self.combine_some(0..self.constraints.len(), moves);
    }

    /// The combined direction of the group in focus.
    pub fn combine_active(&mut self, moves: &mut Vec<Term>) {
        self.combine_some(self.active(), moves);
    }

    fn combine_some(&mut self, which: Range<usize>, moves: &mut Vec<Term>) {
        moves.clear();
        if let (&[d], [_] | [_, _]) = (self.duals.as_slice(), self.terms.as_slice())
            && d != 0.0
            && !self.has_twin()
        {
            moves.extend(self.terms.iter().map(|t| Term { coef: d * t.coef, ..*t }));
            return;
        }
        if self.combine_rising(which.clone(), moves) {
            return;
        }
        moves.clear();
        let rows = 1 + self.terms.iter().map(|t| t.row).max().unwrap_or(0);
        let parts = 1 + self.terms.iter().map(|t| t.part).max().unwrap_or(0);
        let mut places = std::mem::take(&mut self.places);
        places.resize(places.len().max(rows * parts), NOWHERE);
        for i in which.filter(|&i| self.duals[i] != 0.0) {
            let d = self.duals[i];
            for t in self.direction(i) {
                let place = &mut places[t.part * rows + t.row];
                if *place == NOWHERE {
                    *place = moves.len();
                    moves.push(Term { coef: 0.0, ..*t });
                }
                moves[*place].coef += d * t.coef;
            }
        }
        moves.iter().for_each(|m| places[m.part * rows + m.row] = NOWHERE);
        self.places = places;
    }

    /// Combines directions whose terms come in rising order of their places, so that none is met
    /// twice; false if they do not.
    fn combine_rising(&self, which: Range<usize>, moves: &mut Vec<Term>) -> bool {
        moves.reserve(which.len());
        let mut free = (0, 0);
        for (&d, k) in self.duals[which.clone()].iter().zip(&self.constraints[which]) {
            if d == 0.0 {
                continue;
            }
            for t in &self.terms[k.terms.0..k.terms.1] {
                if (t.part, t.row) < free {
                    return false;
                }
                free = (t.part, t.row + 1);
                moves.push(Term { coef: d * t.coef, ..*t });
            }
        }
        true
    }

    /// Whether the first two terms are of one (part, row).
    #[inline]
    fn has_twin(&self) -> bool {
        matches!(self.terms.as_slice(), [a, b, ..] if (a.part, a.row) == (b.part, b.row))
    }

    #[inline]
    fn least(&self, group: usize, value: impl Fn(&Constraint) -> f64) -> Option<usize> {
        let active = self.constraints_of(group);
        if active.len() == 1 {
            return Some(active.start);
        }
        active.reduce(
            |a, b| {
                if value(&self.constraints[b]) < value(&self.constraints[a]) { b } else { a }
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn combined(terms: &[Term], dual: f64) -> Vec<Term> {
        let (mut block, mut moves) = (Block::default(), Vec::new());
        block.begin(true);
        block.push(terms, 0.0, 0.0, 0.0);
        block.duals[0] = dual;
        block.combine(&mut moves);
        moves
    }

    #[test]
    fn one_constraint_moves_each_place_once() {
        let term = |row, coef| Term { part: 0, row, coef };
        assert_eq!(combined(&[term(2, 1.0), term(0, -1.0)], 0.5), [term(2, 0.5), term(0, -0.5)]);
        assert_eq!(combined(&[term(1, 1.0), term(1, 2.0)], 0.5), [term(1, 1.5)]);
        assert_eq!(combined(&[term(1, 1.0)], 0.0), []);
        let many = [term(0, 1.0), term(1, 2.0), term(3, -1.0)];
        assert_eq!(combined(&many, 0.5), [term(0, 0.5), term(1, 1.0), term(3, -0.5)]);
        let mixed = [term(1, 1.0), term(3, -1.0), term(1, 2.0)];
        assert_eq!(combined(&mixed, 0.5), [term(1, 1.5), term(3, -0.5)]);
    }
}
