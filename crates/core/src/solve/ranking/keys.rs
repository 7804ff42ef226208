//! The keys of one round seen from its worst pair, and how far filling can move them.

use super::{Demand, WorstPair, sigmoid};

/// How far the worst pair moves, each side by itself.
pub(super) struct Levels {
    pub(super) up: f64,
    pub(super) down: f64,
}

/// Bounds on the solution for logits: the mass between `few` and `many`, and the levels at most these.
pub(super) struct Bounds {
    pub(super) few: f64,
    pub(super) many: f64,
    pub(super) levels: Levels,
}

/// The keys of a round; `unit` is what one unit of `alpha` moves a key by.
pub(super) struct Keys<'a> {
    pub(super) keys: &'a [f64],
    pub(super) relevant: &'a [bool],
    /// The lowest relevant key.
    pub(super) low: f64,
    /// The highest irrelevant key.
    pub(super) high: f64,
    unit: f64,
}

impl<'a> Keys<'a> {
    pub(super) fn new(keys: &'a [f64], demand: &Demand<'a>, pair: WorstPair, unit: f64) -> Self {
        let (low, high) = (keys[pair.relevant], keys[pair.irrelevant]);
        Keys { keys, relevant: demand.relevant, low, high, unit }
    }

    /// Bounds on the levels in Euclid's geometry: the level of `n` labels is at least an `n`-th of the mass,
    /// the other side's at most the mass, and both together are the loss.
    pub(super) fn most(&self, loss: f64) -> Levels {
        let n = self.relevant.iter().filter(|r| **r).count() as f64;
        let m = self.relevant.len() as f64 - n;
        Levels { up: loss * (m / (1.0 + m)), down: loss * (n / (1.0 + n)) }
    }

    /// Bounds for logits; infinite where no mass reaches the margin.
    ///
    /// Levels at `+-l` with `l = logit((1 + margin) / 2)` are apart by the margin: a mass that brings neither
    /// side there is too small, one that brings both is enough. So is one that lifts the relevant side to
    /// the margin above the highest irrelevant score, or lowers the other side likewise.
    pub(super) fn bounds(&self, margin: f64) -> Bounds {
        let symmetric = logit(0.5 * (1.0 + margin));
        let ceiling = logit(sigmoid(self.high) + margin);
        let floor = logit(sigmoid(self.low) - margin);
        let (up, down) = (self.mass_up(symmetric), self.mass_down(-symmetric));
        let alone = self.mass_up(ceiling).min(self.mass_down(floor));
        let levels = Levels { up: ceiling - self.low, down: self.high - floor };
        Bounds { few: up.min(down).min(alone), many: up.max(down).min(alone), levels }
    }

    /// What lifts the relevant keys to `level`; no mass reaches infinity.
    fn mass_up(&self, level: f64) -> f64 {
        if level == f64::INFINITY {
            return level;
        }
        let ups = self.keys.iter().zip(self.relevant).filter(|(_, r)| **r);
        ups.map(|(key, _)| (level - key).max(0.0)).sum()
    }

    /// What lowers the irrelevant keys to `level`; no mass reaches infinity.
    fn mass_down(&self, level: f64) -> f64 {
        if level == f64::NEG_INFINITY {
            return f64::INFINITY;
        }
        let downs = self.keys.iter().zip(self.relevant).filter(|(_, r)| !**r);
        downs.map(|(key, _)| (key - level).max(0.0)).sum()
    }

    /// Fills `alpha` up to the levels and returns what the relevant labels got.
    pub(super) fn fill(&self, levels: &Levels, alpha: &mut [f64]) -> f64 {
        let mut total = 0.0;
        for (a, (&key, &relevant)) in alpha.iter_mut().zip(self.keys.iter().zip(self.relevant)) {
            let gap = if relevant { distance(key, self.low) } else { distance(self.high, key) };
            let depth = if relevant { levels.up - gap } else { levels.down - gap };
            if depth > 0.0 {
                let step = depth / self.unit;
                *a = if relevant { step } else { -step };
                total += if relevant { step } else { 0.0 };
            }
        }
        total
    }
}

/// `a - b` for `a >= b`, zero for equal infinities.
#[inline]
pub(super) fn distance(a: f64, b: f64) -> f64 {
    if a == b { 0.0 } else { a - b }
}

/// `ln p - ln(1 - p)`, infinite outside of (0, 1).
fn logit(p: f64) -> f64 {
    if p <= 0.0 {
        f64::NEG_INFINITY
    } else if p >= 1.0 {
        f64::INFINITY
    } else {
        (p / (1.0 - p)).ln()
    }
}
