//! Two levels, one above and one below the worst pair, that take up the same mass.
//!
//! For labels with gaps `g` from the worst one, a level `P` takes up `sum [P - g]_+`; if `n` gaps
//! with sum `G` are under water, a mass `B` stands at `(G + B) / n`, a sum of terms that are not
//! negative. A [`Margin`] says which pairs of levels are far enough apart. For fixed wet labels it
//! gives the mass; the wet labels at its levels give the next mass, until they repeat. Each pass is
//! exact on its piece (Newton's method), the levels seen so far bracket the answer, and a level
//! outside of the bracket is replaced by its middle. `O(k)` per pass, no sorting; a handful of
//! passes.

/// How far the worst pair moves, each side by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Levels {
    pub(super) up: f64,
    pub(super) down: f64,
}

/// The gaps under water: how many, and their sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wet {
    pub(super) count: f64,
    pub(super) sum: f64,
}

impl Wet {
    /// The worst label alone.
    const WORST: Wet = Wet { count: 1.0, sum: 0.0 };

    /// The gaps up to a level.
    fn at(gaps: &[f64], level: f64) -> Wet {
        // Four independent sums, for the vector unit.
        let (mut count, mut sum) = ([0.0; 4], [0.0; 4]);
        let (quads, rest) = gaps.as_chunks::<4>();
        for quad in quads {
            for i in 0..4 {
                count[i] += if quad[i] <= level { 1.0 } else { 0.0 };
                sum[i] += if quad[i] <= level { quad[i] } else { 0.0 };
            }
        }
        for (i, &gap) in rest.iter().enumerate().filter(|(_, gap)| **gap <= level) {
            count[i] += 1.0;
            sum[i] += gap;
        }
        Wet { count: count.iter().sum(), sum: sum.iter().sum() }
    }

    /// Where a mass stands over these labels.
    pub(super) fn level(&self, mass: f64) -> f64 {
        (self.sum + mass) / self.count
    }

    /// What these labels take up to a level.
    pub(super) fn mass(&self, level: f64) -> f64 {
        self.count * level - self.sum
    }
}

/// Both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sides {
    pub(super) up: Wet,
    pub(super) down: Wet,
}

impl Sides {
    pub(super) fn levels(&self, mass: f64) -> Levels {
        Levels { up: self.up.level(mass), down: self.down.level(mass) }
    }
}

/// Which levels are apart as demanded.
pub(super) trait Margin {
    /// The mass that brings these labels apart as demanded, infinite if none does; near `guess`,
    /// perhaps.
    fn mass(&self, wet: &Sides, guess: f64) -> f64;
    /// Whether these levels are not yet apart as demanded.
    fn is_missed(&self, levels: Levels) -> bool;
    /// The lower level that belongs to an upper one, infinite if there is none.
    fn partner(&self, up: f64) -> f64;
}

const ROUNDING: f64 = 1e-12;

/// The levels at which both sides take up the same mass and are apart as `margin` demands, or take
/// up `cap`.
pub(super) fn meet(ups: &[f64], downs: &[f64], cap: f64, margin: &impl Margin) -> Levels {
    // A level is at least the mass over the number of labels; if that is enough, so is the cap.
    let least = Levels { up: cap / ups.len() as f64, down: cap / downs.len() as f64 };
    if margin.is_missed(least) {
        let levels = Levels { up: fill(ups, cap), down: fill(downs, cap) };
        if margin.is_missed(levels) {
            return levels;
        }
    }
    let mut wet = Sides { up: Wet::WORST, down: Wet::WORST };
    let (mut low, mut high) = (0.0, f64::INFINITY);
    let mut mass = margin.mass(&wet, 0.0);
    let mut levels = wet.levels(mass);
    // A piece is never visited twice; the count only guards against rounding.
    for _ in 0..2 * (ups.len() + downs.len()) {
        let next = Sides { up: Wet::at(ups, levels.up), down: Wet::at(downs, levels.down) };
        if next == wet {
            break;
        }
        let excess = next.up.mass(levels.up) > next.down.mass(levels.down);
        if excess {
            high = levels.up;
        } else {
            low = levels.up;
        }
        wet = next;
        mass = margin.mass(&wet, mass);
        levels = wet.levels(mass);
        // Beyond rounding only; a root at an end of the bracket is the answer.
        if levels.up < low * (1.0 - ROUNDING) || levels.up > high * (1.0 + ROUNDING) {
            let up = 0.5 * (low + high);
            levels = Levels { up, down: margin.partner(up) };
        }
    }
    wet.levels(mass.min(cap))
}

/// The level of a mass poured over all gaps: gaps above the level of those that remain are dropped.
fn fill(gaps: &[f64], mass: f64) -> f64 {
    let mut wet = Wet::at(gaps, f64::INFINITY);
    loop {
        let level = wet.level(mass);
        let next = Wet::at(gaps, level);
        if next.count >= wet.count {
            return level;
        }
        wet = next;
    }
}
