//! Update III by filling with water: exact, `O(k log k)`, for potentials whose scores have levels.
//!
//! At the optimum the relevant labels that move share one new key (they were below it) and so do the
//! irrelevant ones (they were above it). The key is the score itself (Euclid, one unit of `alpha` moves it by
//! `c = |x|^2`) or the logit of the score (entropy with binary `x`, `c = 1`). In gaps from the worst pair,
//! `g_r = key_r - min key`, `g_s = max key - key_s`, and with levels `P`, `N` above and below it
//!
//! ```text
//! sum_r [P - g_r]_+ = sum_s [N - g_s]_+ = B = c A      alpha_r = [P - g_r]_+ / c,  alpha_s = -[N - g_s]_+ / c
//! ```
//!
//! `B` is the smaller of `c C` and the mass at which the new margin is `gamma`.
//!
//! Euclid: there `P + N = gamma - margin = loss`, so that `i`, `j` active labels with gaps adding up to `G`, `H`
//! give `B = (i j loss - j G - i H) / (i + j)`. Adding the next label under water, on either side, never
//! lets an earlier one fall dry, so one scan over the sorted gaps finds the set.
//!
//! Logit: a root of `gamma - sigmoid(min key + P) + sigmoid(max key - N)` in `B`.

use super::keys::{Keys, Levels, distance};
use super::{Demand, WorstPair, sigmoid};
use crate::solve::bracketed_root;
use crate::solve::level::Basin;

/// The solver with its workspace, to be kept from round to round.
#[derive(Clone, Debug, Default)]
pub struct WaterFilling {
    up: Basin,
    down: Basin,
}

impl WaterFilling {
    /// Squared norm: fills `alpha` and returns `A`. `square` is `|x|^2`, the cap may be infinite.
    ///
    /// Without a loss, without a pair, or with scores that are not finite `alpha` is zero. For `x = 0` the
    /// worst pair gets a finite cap, which moves nothing but counts in the dual.
    pub fn euclid(
        &mut self,
        scores: &[f64],
        demand: &Demand<'_>,
        square: f64,
        alpha: &mut [f64],
    ) -> f64 {
        alpha.fill(0.0);
        let Some(pair) = demand.worst_pair(scores) else { return 0.0 };
        let keys = Keys::new(scores, demand, pair, square);
        let loss = demand.margin - (keys.low - keys.high);
        if !(loss > 0.0 && loss < f64::INFINITY) {
            return 0.0;
        }
        let cap = square * demand.cap;
        if cap < f64::MIN_POSITIVE || square < f64::MIN_POSITIVE {
            return all_on(pair, demand.cap, alpha);
        }
        let most = keys.most(loss);
        self.dig(&keys, &Levels { up: most.up.min(cap), down: most.down.min(cap) });
        let levels = scan(self.up.heights(), self.down.heights(), loss, cap);
        keys.fill(&levels, alpha)
    }

    /// Entropy with binary `x`: fills `alpha` from the logits of the scores and returns `A`.
    ///
    /// `unit` is what one unit of `alpha` adds to a logit, one unless the conjugate is scaled. Infinite logits
    /// are allowed: a relevant score of zero or an irrelevant one of one cannot be moved, so that the cap
    /// is used up, as it is for `gamma >= 1`; if it is infinite then, `alpha` is zero.
    pub fn logit(
        &mut self,
        logits: &[f64],
        demand: &Demand<'_>,
        unit: f64,
        alpha: &mut [f64],
    ) -> f64 {
        alpha.fill(0.0);
        let Some(pair) = demand.worst_pair(logits) else { return 0.0 };
        let keys = Keys::new(logits, demand, pair, unit);
        let bounds = keys.bounds(demand.margin);
        let loss = demand.margin - (sigmoid(keys.low) - sigmoid(keys.high));
        let (few, many) = (bounds.few.min(unit * demand.cap), bounds.many.min(unit * demand.cap));
        if loss.is_nan() || loss <= 0.0 || many == f64::INFINITY {
            return 0.0;
        }
        let most = Levels { up: bounds.levels.up.min(many), down: bounds.levels.down.min(many) };
        self.dig(&keys, &most);
        let excess = |mass: f64| {
            let (up, down) = (self.up.level(mass), self.down.level(mass));
            demand.margin - sigmoid(keys.low + up) + sigmoid(keys.high - down)
        };
        let mass = bracketed_root(few, many, excess);
        keys.fill(&Levels { up: self.up.level(mass), down: self.down.level(mass) }, alpha)
    }

    /// Loads the gaps below what the levels can reach.
    fn dig(&mut self, keys: &Keys<'_>, most: &Levels) {
        let labels = || keys.keys.iter().zip(keys.relevant);
        let ups = labels().filter(|(_, r)| **r).map(|(&key, _)| distance(key, keys.low));
        self.up.dig(ups.filter(|&gap| gap == 0.0 || gap < most.up));
        let downs = labels().filter(|(_, r)| !**r).map(|(&key, _)| distance(keys.high, key));
        self.down.dig(downs.filter(|&gap| gap == 0.0 || gap < most.down));
    }
}

/// Puts all on the worst pair; nothing if the cap is infinite.
fn all_on(pair: WorstPair, cap: f64, alpha: &mut [f64]) -> f64 {
    if cap == f64::INFINITY {
        return 0.0;
    }
    alpha[pair.relevant] = cap;
    alpha[pair.irrelevant] = -cap;
    cap
}

/// The levels that close the loss, or use up the cap, in Euclid's geometry; both slices ascend from zero.
fn scan(ups: &[f64], downs: &[f64], loss: f64, cap: f64) -> Levels {
    let (mut i, mut j) = (1, 1);
    let (mut up_sum, mut down_sum) = (0.0, 0.0);
    loop {
        let (n, m) = (i as f64, j as f64);
        let mass = ((n * m * loss - m * up_sum - n * down_sum) / (n + m)).min(cap);
        let levels = Levels { up: (up_sum + mass) / n, down: (down_sum + mass) / m };
        if let Some(&gap) = ups.get(i).filter(|gap| **gap < levels.up) {
            (i, up_sum) = (i + 1, up_sum + gap);
        } else if let Some(&gap) = downs.get(j).filter(|gap| **gap < levels.down) {
            (j, down_sum) = (j + 1, down_sum + gap);
        } else {
            return levels;
        }
    }
}
