//! A and v from the dual variables of every round, each checked against what its example asks.

use super::asked::{Asked, Predictor, Wanted};
use noregret_core::Spec;
use noregret_core::ascent::Ascent;
use noregret_core::geometry::AnyGeometry;
use noregret_core::learner::{Dual, Traced};
use noregret_core::loss::Loss;
use noregret_core::number::Sum;
use noregret_core::problem::Problem;
use std::collections::BTreeSet;

/// Faults that are told; one is enough to know.
const TOLD: usize = 5;

/// What a round adds to A, and its largest sum of dual variables relative to the cap.
struct Step {
    gain: f64,
    peak: f64,
}

/// The sums so far.
pub(super) struct Replay<'a> {
    spec: &'a Spec,
    pub(super) rounds: u64,
    /// G.
    pub(super) loss: Sum,
    /// A and the peak: of every row, where each has a learner of its own, else one for all.
    sums: Vec<Sums>,
    /// v.
    pub(super) potential: Predictor,
    pub(super) faults: Vec<String>,
}

/// Sums that are multiplied together.
#[derive(Clone, Default)]
struct Sums {
    gain: Sum,
    /// The largest sum of dual variables of a slack, relative to its cap.
    peak: f64,
}

impl Sums {
    fn scale(&mut self, keep: f64) {
        self.gain.scale(keep);
        self.peak *= keep;
    }
}

impl<'a> Replay<'a> {
    /// Before the first round; all examples are known.
    pub(super) fn new<'b>(spec: &'a Spec, asked: impl Iterator<Item = &'b Asked>) -> Self {
        let (mut rows, mut wide) = (1, 1);
        for (r, w) in asked.map(Asked::extent) {
            (rows, wide) = (rows.max(r), wide.max(w));
        }
        let potential = Predictor::new(rows, wide);
        let apart = spec.ascent.rescales() && spec.problem.parts_rows();
        let sums = vec![Sums::default(); if apart { rows } else { 1 }];
        let (loss, faults) = (Sum::default(), Vec::new());
        Replay { spec, rounds: 0, loss, sums, potential, faults }
    }

    /// A.
    pub(super) fn gain(&self) -> f64 {
        let mut gain = Sum::default();
        self.sums.iter().for_each(|sums| gain.absorb(&sums.gain));
        gain.value()
    }

    /// The largest sum of dual variables of a slack, relative to its cap.
    pub(super) fn peak(&self) -> f64 {
        self.sums.iter().map(|sums| sums.peak).fold(0.0, f64::max)
    }

    /// Multiplies what was added up so far, or says why it cannot be.
    fn rescale(&mut self, traced: &Traced) -> Result<(), String> {
        let mut factors = traced.keeps.iter().map(|keep| keep.1).chain([traced.keep]);
        let rescales = self.spec.ascent.rescales();
        let fits = |keep: f64| keep == 1.0 || rescales && keep >= 0.0 && keep.is_finite();
        if let Some(keep) = factors.find(|&keep| !fits(keep)) {
            return Err(format!("A and v cannot be multiplied by {keep:?}"));
        }
        if traced.keep != 1.0 {
            self.sums.iter_mut().for_each(|sums| sums.scale(traced.keep));
            self.potential.weights.iter_mut().for_each(|v| *v *= traced.keep);
        }
        for &(row, keep) in &traced.keeps {
            let own = self.potential.weights.chunks_exact_mut(self.potential.wide).nth(row);
            let Some((sums, own)) = self.sums.get_mut(row).zip(own) else {
                return Err(format!("row {row} has no dual variables of its own"));
            };
            sums.scale(keep);
            own.iter_mut().for_each(|v| *v *= keep);
        }
        Ok(())
    }

    /// Takes in a round of this example.
    pub(super) fn take(&mut self, asked: &Asked, traced: &Traced) {
        self.rounds += 1;
        if let Err(reason) = self.check_loss(asked, traced) {
            self.tell(asked, &reason);
        }
        self.loss.add(traced.loss);
        if let Err(reason) = self.rescale(traced).and_then(|()| self.check(asked, traced)) {
            return self.tell(asked, &reason);
        }
        for dual in &traced.duals {
            asked.add(&dual.terms, dual.d, &mut self.potential);
        }
    }

    fn tell(&mut self, asked: &Asked, reason: &str) {
        if self.faults.len() < TOLD {
            self.faults.push(format!("line {}: {reason}", asked.line));
        }
    }

    /// Adds the gain of a round, or says what is wrong with its dual variables. A number that is not
    /// finite is wrong: no comparison with it tells anything.
    fn check(&mut self, asked: &Asked, traced: &Traced) -> Result<(), String> {
        let steps = self.steps(asked, traced)?;
        for (slack, Step { gain, peak }) in steps {
            let row = slack.min(self.sums.len() - 1);
            self.sums[row].gain.add(gain);
            self.sums[row].peak = self.sums[row].peak.max(peak);
        }
        Ok(())
    }

    /// What the slacks of a round add, or what is wrong with its dual variables.
    fn steps(&self, asked: &Asked, traced: &Traced) -> Result<Vec<(usize, Step)>, String> {
        let (mut steps, mut added, mut size, mut largest) = (Vec::new(), 0.0, 0.0, 0.0_f64);
        for (slack, (share, constraints)) in asked.slacks.iter().enumerate() {
            let own = traced.duals.iter().filter(|dual| dual.slack == slack);
            let (mut total, mut mass, mut gain) = (0.0, 0.0, 0.0);
            for dual in own {
                self.fits(dual, (asked, constraints))?;
                gain += dual.d * dual.shift;
                size += (dual.d * dual.shift).abs();
                (total, mass) = (total + dual.d, mass + dual.d.abs());
            }
            if mass == 0.0 {
                continue;
            }
            let cap = asked.weight * share;
            let peak = mass / cap;
            let cap = if self.spec.loss.linear_gain() { f64::INFINITY } else { cap };
            let own = self.spec.loss.gain(total, cap);
            (gain, size) = (gain + own, size + mass + own.abs());
            largest = peak.max(largest);
            added += gain;
            steps.push((slack, Step { gain, peak }));
        }
        if traced.duals.iter().any(|dual| dual.slack >= asked.slacks.len()) {
            return Err("a dual variable belongs to no constraint".into());
        }
        if !(size + largest + traced.gain.abs()).is_finite() {
            return Err("the dual variables are too large to add up".into());
        }
        if (added - traced.gain).abs() > 1e-9 * (1.0 + size) {
            return Err(format!("the dual variables add {added:?} to A, not {:?}", traced.gain));
        }
        Ok(steps)
    }

    /// Whether margin and loss are those of the weights before the round, which are `v/c` in the
    /// Euclidean geometry.
    fn check_loss(&self, asked: &Asked, traced: &Traced) -> Result<(), String> {
        let AnyGeometry::Euclid(_) = self.spec.geometry else { return Ok(()) };
        let by = asked.seen(&self.spec.loss, &self.potential, traced);
        let room = 1e-9 * by.size;
        // A loss may be the square of a margin.
        let room_of_loss = room * by.size * asked.weight.max(1.0);
        let costs = |margin: f64| asked.weight * self.spec.loss.value(margin) > room_of_loss;
        let is_open = asked.leaves_margin_open() && by.loss <= room_of_loss;
        let is_free = is_open && (traced.margin == 0.0 || !costs(traced.margin));
        for (what, found, by, room) in [
            ("margin", traced.margin, by.margin, if is_free { f64::MAX } else { room }),
            ("loss", traced.loss, by.loss, room_of_loss),
        ] {
            if (found - by).abs() > room || !(found - by).is_finite() {
                return Err(format!("the {what} is {by:?} by definition, not {found:?}"));
            }
        }
        Ok(())
    }

    /// Whether a dual variable has its sign and the direction of a constraint.
    fn fits(&self, dual: &Dual, (asked, constraints): (&Asked, &[Wanted])) -> Result<(), String> {
        if !(dual.d >= 0.0 || self.spec.problem.two_sided()) {
            return Err(format!("the dual variable {:?} is negative", dual.d));
        }
        let sorted = |terms: &[(usize, usize, f64)]| {
            let mut terms = terms.to_vec();
            terms.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
            terms
        };
        let terms = sorted(&dual.terms);
        let is = |k: &Wanted| k.shift == dual.shift && sorted(&k.terms) == terms;
        if constraints.iter().any(is) || is_mixture(dual, constraints) || asked.implies(dual) {
            return Ok(());
        }
        Err("the direction of a dual variable is not one of the example's".into())
    }
}

/// Whether a direction is a mixture of those between two sides of rows: where every row of one side
/// is asked to lead every row of the other, shares of either side that add up to 1 are one.
fn is_mixture(dual: &Dual, constraints: &[Wanted]) -> bool {
    let (mut up, mut down) = (BTreeSet::new(), BTreeSet::new());
    for k in constraints {
        match k.terms[..] {
            [(0, r, 1.0), (0, s, -1.0)] | [(0, s, -1.0), (0, r, 1.0)] if k.shift == dual.shift => {
                up.insert(r);
                down.insert(s);
            }
            _ => return false,
        }
    }
    let (mut above, mut below) = (0.0, 0.0);
    for &(part, row, coef) in &dual.terms {
        match (part, up.contains(&row), down.contains(&row)) {
            (0, true, false) if coef >= 0.0 => above += coef,
            (0, false, true) if coef <= 0.0 => below -= coef,
            _ => return false,
        }
    }
    let is_one = |x: f64| (x - 1.0).abs() < 1e-9;
    constraints.len() == up.len() * down.len() && is_one(above) && is_one(below)
}
