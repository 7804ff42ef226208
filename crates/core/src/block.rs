//! What one round asks of the weights: directions, tied by one slack.
//!
//! A problem turns scores and a label into a [`Block`] of constraints `<w, a_i> - b_i` large (or, for a
//! two-sided loss, near zero). A direction is a short list of [`Term`]s, `coef` times row `row` of the
//! hypothesis applied to part `part` of the example; binary problems have one constraint of one term,
//! multiclass one constraint a wrong class of two terms, label ranking one a pair, structured output
//! terms over several parts. The round's loss is `phi(min_i z_i)`, so the dual variables share one cap:
//! `sum_i d_i` lies in the domain of phi, and the round adds `sum_i d_i b_i + gain(sum_i d_i)` to the dual.

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

/// The constraints of one round, and after the ascent their dual variables. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The constraints.
    pub constraints: Vec<Constraint>,
    /// The terms of all constraints, one after the other.
    pub terms: Vec<Term>,
    /// One dual variable a constraint, filled by the ascent.
    pub duals: Vec<f64>,
    /// Whether the prediction of this round was wrong.
    pub mistake: bool,
}

impl Block {
    /// Empties the block, keeping its memory.
    pub fn clear(&mut self) {
        self.constraints.clear();
        self.terms.clear();
        self.duals.clear();
        self.mistake = false;
    }

    /// Adds a constraint; its dual variable starts at 0.
    pub fn push(&mut self, terms: &[Term], own: f64, shift: f64, z: f64) {
        let start = self.terms.len();
        self.terms.extend_from_slice(terms);
        self.constraints.push(Constraint { terms: (start, self.terms.len()), own, shift, z });
        self.duals.push(0.0);
    }

    /// The terms of constraint `i`.
    pub fn direction(&self, i: usize) -> &[Term] {
        let (start, end) = self.constraints[i].terms;
        &self.terms[start..end]
    }

    /// The constraint with the least margin.
    pub fn worst(&self) -> Option<usize> {
        if self.constraints.len() == 1 {
            return Some(0);
        }
        (0..self.constraints.len())
            .reduce(|a, b| if self.constraints[b].z < self.constraints[a].z { b } else { a })
    }
}
