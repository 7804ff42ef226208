//! A and v from the dual variables of every round, each checked against what its example asks.

use super::asked::{Asked, Predictor, Wanted};
use noregret_core::Spec;
use noregret_core::ascent::AnyAscent;
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
    /// G, A and v.
    pub(super) loss: Sum,
    pub(super) gain: Sum,
    pub(super) potential: Predictor,
    /// The largest sum of dual variables of a slack, relative to its cap.
    pub(super) peak: f64,
    pub(super) faults: Vec<String>,
}

impl<'a> Replay<'a> {
    /// Before the first round; all examples are known.
    pub(super) fn new<'b>(spec: &'a Spec, asked: impl Iterator<Item = &'b Asked>) -> Self {
        let (mut rows, mut wide) = (1, 1);
        for (r, w) in asked.map(Asked::extent) {
            (rows, wide) = (rows.max(r), wide.max(w));
        }
        let potential = Predictor::new(rows, wide);
        let (loss, gain, faults) = (Sum::default(), Sum::default(), Vec::new());
        Replay { spec, rounds: 0, loss, gain, potential, peak: 0.0, faults }
    }

    /// Takes in a round of this example.
    pub(super) fn take(&mut self, asked: &Asked, traced: &Traced) {
        self.rounds += 1;
        if let Err(reason) = self.check_loss(asked, traced) {
            self.tell(asked, &reason);
        }
        self.loss.add(traced.loss);
        let Step { gain, peak } = match self.check(asked, traced) {
            Ok(step) => step,
            Err(reason) => return self.tell(asked, &reason),
        };
        if traced.keep != 1.0 {
            self.gain.scale(traced.keep);
            self.peak *= traced.keep;
            self.potential.weights.iter_mut().for_each(|v| *v *= traced.keep);
        }
        self.gain.add(gain);
        self.peak = self.peak.max(peak);
        for dual in &traced.duals {
            asked.add(&dual.terms, dual.d, &mut self.potential);
        }
    }

    fn tell(&mut self, asked: &Asked, reason: &str) {
        if self.faults.len() < TOLD {
            self.faults.push(format!("line {}: {reason}", asked.line));
        }
    }

    /// What a round adds, or what is wrong with its dual variables. A number that is not finite is
    /// wrong: no comparison with it tells anything.
    fn check(&self, asked: &Asked, traced: &Traced) -> Result<Step, String> {
        let rescales = matches!(self.spec.ascent, AnyAscent::Romma(_));
        if !traced.keep.is_finite() || traced.keep < 0.0 || (traced.keep != 1.0 && !rescales) {
            return Err(format!("A and v cannot be multiplied by {:?}", traced.keep));
        }
        let (mut gain, mut size, mut peak) = (0.0, 0.0, 0.0_f64);
        for (slack, (share, constraints)) in asked.slacks.iter().enumerate() {
            let own = traced.duals.iter().filter(|dual| dual.slack == slack);
            let (mut total, mut mass) = (0.0, 0.0);
            for dual in own {
                self.fits(dual, constraints)?;
                gain += dual.d * dual.shift;
                size += (dual.d * dual.shift).abs();
                (total, mass) = (total + dual.d, mass + dual.d.abs());
            }
            if mass == 0.0 {
                continue;
            }
            let cap = asked.weight * share;
            peak = peak.max(mass / cap);
            let cap = if self.spec.loss.linear_gain() { f64::INFINITY } else { cap };
            let added = self.spec.loss.gain(total, cap);
            (gain, size) = (gain + added, size + mass + added.abs());
        }
        if traced.duals.iter().any(|dual| dual.slack >= asked.slacks.len()) {
            return Err("a dual variable belongs to no constraint".into());
        }
        if !(size + peak + traced.gain.abs()).is_finite() {
            return Err("the dual variables are too large to add up".into());
        }
        if (gain - traced.gain).abs() > 1e-9 * (1.0 + size) {
            return Err(format!("the dual variables add {gain:?} to A, not {:?}", traced.gain));
        }
        Ok(Step { gain, peak })
    }

    /// Whether margin and loss are those of the weights before the round, which are `v/c` in the
    /// Euclidean geometry.
    fn check_loss(&self, asked: &Asked, traced: &Traced) -> Result<(), String> {
        let AnyGeometry::Euclid(_) = self.spec.geometry else { return Ok(()) };
        let by = asked.seen(&self.spec.loss, &self.potential, traced.c);
        let room = 1e-9 * by.size;
        // A loss may be the square of a margin.
        let room_of_loss = room * by.size * asked.weight.max(1.0);
        for (what, found, by, room) in [
            ("margin", traced.margin, by.margin, room),
            ("loss", traced.loss, by.loss, room_of_loss),
        ] {
            if (found - by).abs() > room || !(found - by).is_finite() {
                return Err(format!("the {what} is {by:?} by definition, not {found:?}"));
            }
        }
        Ok(())
    }

    /// Whether a dual variable has its sign and the direction of a constraint.
    fn fits(&self, dual: &Dual, constraints: &[Wanted]) -> Result<(), String> {
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
        if constraints.iter().any(is) || is_mixture(dual, constraints) {
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
