//! A visit of a row by witnesses of one score.
//!
//! Witness k moves dual variable d of a row with margin z to its best value given the others,
//! `step(z - q d, q)` with `q = |x|^2/c_k`. The logistic loss has no closed step; there d goes
//! towards `slope(z)` by Newton's step, which stays in its domain.

use super::block::{Asked, Block};
use super::ones::{Each, LANES, Ones, scores};
use crate::loss::{AnyLoss, Loss};

/// A dual variable of the logistic loss is at rest so near to where it would go.
const AT_HOME: f64 = 1e-3;

/// What a sweep has seen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    pub(super) losses: Each,
    pub(super) gaps: Each,
    pub(super) violations: Each,
    pub(super) cells: f64,
}

/// Visits rows.
pub(super) struct Visitor<'a> {
    pub(super) ones: &'a mut Ones,
    pub(super) block: &'a Block,
    pub(super) duals: &'a mut [Each],
    pub(super) c: Each,
    pub(super) thresholds: Each,
    pub(super) is_thorough: bool,
}

impl Visitor<'_> {
    /// Moves the dual variables of a row; whether all of them rest.
    #[inline(always)]
    pub(super) fn visit(&mut self, i: usize, seen: &mut Seen) -> bool {
        let Asked { target, shift, weight, square } = self.block.asked[i];
        let scores = scores(self.block, i, &self.ones.table);
        let (mut moves, mut moved, mut rests) = ([0.0; LANES], false, true);
        seen.cells += self.block.rows.cells_of(i) as f64;
        for k in 0..LANES {
            let (c, d) = (self.c[k], self.duals[i][k]);
            let z = target * (scores[k] / c) - shift;
            let best = match &self.ones.lanes[k].loss {
                AnyLoss::Hinge(loss) => {
                    seen.losses[k] += weight * loss.value(z);
                    let room = loss.room(z, d, weight);
                    rests &= room > self.thresholds[k];
                    if room >= 0.0 {
                        continue;
                    }
                    seen.violations[k] -= room;
                    seen.gaps[k] += loss.discrepancy(z, d, weight);
                    let q = square / c;
                    loss.step(z - q * d, q, weight)
                }
                AnyLoss::Logistic(loss) => {
                    let p = loss.slope(z);
                    if self.is_thorough {
                        seen.losses[k] += weight * loss.value(z);
                        seen.gaps[k] += loss.discrepancy(z, d, weight);
                        rests &= (weight * p - d).abs() <= AT_HOME * weight;
                    }
                    let q = weight * square / c;
                    (d + (weight * p - d) / (1.0 + q * p * (1.0 - p))).clamp(0.0, weight)
                }
                loss => {
                    seen.losses[k] += weight * loss.value(z);
                    rests = false;
                    seen.gaps[k] += loss.discrepancy(z, d, weight);
                    let q = square / c;
                    loss.step_near(z - q * d, q, weight, d)
                }
            };
            moves[k] = best - d;
            moved |= best != d;
            self.duals[i][k] = best;
        }
        if moved {
            self.add(i, target, &moves);
        }
        rests
    }

    /// Takes moved dual variables into the potentials.
    #[inline(always)]
    fn add(&mut self, i: usize, target: f64, moves: &Each) {
        // One coordinate longer, for the sums, and room for a feature in the constant's place.
        let size = (2.0 * self.block.asked[i].square + 1.0).sqrt();
        let steps = moves.map(|by| target * by);
        for k in 0..LANES {
            self.ones.tallies[k].step(moves[k].abs() * size);
            self.ones.sums[k] += steps[k];
        }
        let table = &mut self.ones.table;
        self.block.rows.for_each_kept(i, |j, x| {
            let each = &mut table[j as usize];
            (0..LANES).for_each(|k| each[k] += steps[k] * x);
        });
    }
}
