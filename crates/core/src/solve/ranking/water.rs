//! Update III by filling with water: exact, for potentials whose scores have levels.
//!
//! At the optimum the relevant labels that move share one new key (they were below it) and so do
//! the irrelevant ones (they were above it). The key is the score itself (Euclid, one unit of
//! `alpha` moves it by `c = |x|^2`) or the logit of the score (entropy with binary `x`, `c = 1`).
//! In gaps from the worst pair, `g_r = key_r - min key`, `g_s = max key - key_s`, and with levels
//! `P`, `N` above and below it
//!
//! ```text
//! sum_r [P - g_r]_+ = sum_s [N - g_s]_+ = B = c A
//! alpha_r = [P - g_r]_+ / c,  alpha_s = -[N - g_s]_+ / c
//! ```
//!
//! `B` is the smaller of `c C` and the mass at which the new margin is `gamma`:
//! `P + N = gamma - margin` for Euclid, `sigmoid(min key + P) - sigmoid(max key - N) = gamma` for
//! logits.

use super::level::{Levels, Margin, Sides, meet};
use super::{Demand, WorstPair, sigmoid};

/// The solver with its workspace, to be kept from round to round.
#[derive(Clone, Debug, Default)]
pub(crate) struct WaterFilling {
    ups: Vec<f64>,
    downs: Vec<f64>,
}

impl WaterFilling {
    /// Squared norm: fills `alpha` and returns `A`. `square` is `|x|^2`, the cap may be infinite.
    ///
    /// Without a loss, without a pair, or with scores that are not finite `alpha` is zero. For
    /// `x = 0` the worst pair gets a finite cap, which moves nothing but counts in the dual.
    pub(crate) fn euclid(
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
        self.load(&keys, Levels { up: loss.min(cap), down: loss.min(cap) });
        keys.fill(meet(&self.ups, &self.downs, cap, &Distance { loss }), alpha)
    }

    /// Entropy with binary `x`: fills `alpha` from the logits of the scores and returns `A`.
    ///
    /// `unit` is what one unit of `alpha` adds to a logit, one unless the conjugate is scaled.
    /// Infinite logits are allowed: a relevant score of zero or an irrelevant one of one cannot be
    /// moved, so that the cap is used up, as it is for `gamma >= 1`; if it is infinite then,
    /// `alpha` is zero.
    pub(crate) fn logit(
        &mut self,
        logits: &[f64],
        demand: &Demand<'_>,
        unit: f64,
        alpha: &mut [f64],
    ) -> f64 {
        alpha.fill(0.0);
        let Some(pair) = demand.worst_pair(logits) else { return 0.0 };
        let keys = Keys::new(logits, demand, pair, unit);
        let margin = LogitMargin::new(keys.low, keys.high, demand.margin);
        let loss = demand.margin - (sigmoid(keys.low) - sigmoid(keys.high));
        let cap = unit * demand.cap;
        if loss.is_nan() || loss <= 0.0 || (cap == f64::INFINITY && !margin.is_within_reach()) {
            return 0.0;
        }
        let most = margin.most();
        self.load(&keys, Levels { up: most.up.min(cap), down: most.down.min(cap) });
        keys.fill(meet(&self.ups, &self.downs, cap, &margin), alpha)
    }

    /// Loads the gaps that the levels can reach.
    fn load(&mut self, keys: &Keys<'_>, most: Levels) {
        self.ups.clear();
        self.downs.clear();
        for (&key, &relevant) in keys.keys.iter().zip(keys.relevant) {
            let gap = keys.gap(key, relevant);
            if relevant {
                if gap == 0.0 || gap < most.up {
                    self.ups.push(gap);
                }
            } else if gap == 0.0 || gap < most.down {
                self.downs.push(gap);
            }
        }
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

/// The keys of a round; `unit` is what one unit of `alpha` moves a key by.
struct Keys<'a> {
    keys: &'a [f64],
    relevant: &'a [bool],
    /// The lowest relevant key.
    low: f64,
    /// The highest irrelevant key.
    high: f64,
    unit: f64,
}

impl<'a> Keys<'a> {
    fn new(keys: &'a [f64], demand: &Demand<'a>, pair: WorstPair, unit: f64) -> Self {
        let (low, high) = (keys[pair.relevant], keys[pair.irrelevant]);
        Keys { keys, relevant: demand.relevant, low, high, unit }
    }

    /// How far a key is from the worst of its side; zero for equal infinities.
    #[inline]
    fn gap(&self, key: f64, relevant: bool) -> f64 {
        let (above, below) = if relevant { (key, self.low) } else { (self.high, key) };
        if above == below { 0.0 } else { above - below }
    }

    /// Fills `alpha` up to the levels and returns what the relevant labels got.
    fn fill(&self, levels: Levels, alpha: &mut [f64]) -> f64 {
        let mut total = 0.0;
        for (a, (&key, &relevant)) in alpha.iter_mut().zip(self.keys.iter().zip(self.relevant)) {
            let level = if relevant { levels.up } else { levels.down };
            let depth = level - self.gap(key, relevant);
            if depth > 0.0 {
                let step = depth / self.unit;
                *a = if relevant { step } else { -step };
                total += if relevant { step } else { 0.0 };
            }
        }
        total
    }
}

/// Levels that add up to the loss.
struct Distance {
    loss: f64,
}

impl Margin for Distance {
    fn mass(&self, wet: &Sides, _guess: f64) -> f64 {
        let (n, m) = (wet.up.count, wet.down.count);
        ((n * m * self.loss - m * wet.up.sum - n * wet.down.sum) / (n + m)).max(0.0)
    }

    fn is_missed(&self, levels: Levels) -> bool {
        levels.up + levels.down <= self.loss
    }

    fn partner(&self, up: f64) -> f64 {
        self.loss - up
    }
}

/// Logits whose sigmoids are apart by the margin.
struct LogitMargin {
    low: f64,
    high: f64,
    margin: f64,
    /// `logit((1 + margin) / 2)`: levels there and at minus that are apart by the margin.
    even: f64,
}

impl LogitMargin {
    fn new(low: f64, high: f64, margin: f64) -> Self {
        LogitMargin { low, high, margin, even: logit(0.5 * (1.0 + margin)) }
    }

    /// Whether the worst pair can be brought apart by the margin.
    fn is_within_reach(&self) -> bool {
        self.low > f64::NEG_INFINITY && self.high < f64::INFINITY && self.even < f64::INFINITY
    }

    /// Levels beyond which one side has made up for the margin alone.
    fn most(&self) -> Levels {
        let top = logit(sigmoid(self.high) + self.margin);
        let bottom = logit(sigmoid(self.low) - self.margin);
        // A side whose worst key is infinite has no gaps to leave out.
        let bound = |x: f64| if x.is_nan() { f64::INFINITY } else { x };
        Levels { up: bound(top - self.low), down: bound(self.high - bottom) }
    }
}

impl Margin for LogitMargin {
    /// Newton's method between the masses that bring one side or both to the even levels.
    fn mass(&self, wet: &Sides, guess: f64) -> f64 {
        if !self.is_within_reach() {
            return f64::INFINITY;
        }
        let up = wet.up.mass(self.even - self.low);
        let down = wet.down.mass(self.high + self.even);
        let (mut few, mut many) = (up.min(down).max(0.0), up.max(down).max(0.0));
        let mut mass = if few < guess && guess < many { guess } else { 0.5 * (few + many) };
        for _ in 0..100 {
            let levels = wet.levels(mass);
            let (a, b) = (sigmoid(self.low + levels.up), sigmoid(self.high - levels.down));
            let missing = self.margin - a + b;
            if missing.abs() <= 2.0 * f64::EPSILON * (a + b) {
                return mass;
            }
            if missing > 0.0 {
                few = mass;
            } else {
                many = mass;
            }
            let slope = a * (1.0 - a) / wet.up.count + b * (1.0 - b) / wet.down.count;
            let newton = mass + missing / slope;
            let next = if few < newton && newton < many { newton } else { 0.5 * (few + many) };
            if (next - mass).abs() <= 2.0 * f64::EPSILON * mass {
                return next;
            }
            mass = next;
        }
        mass
    }

    fn is_missed(&self, levels: Levels) -> bool {
        sigmoid(self.low + levels.up) - sigmoid(self.high - levels.down) <= self.margin
    }

    fn partner(&self, up: f64) -> f64 {
        self.high - logit(sigmoid(self.low + up) - self.margin)
    }
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
