//! Relative entropy on the simplex of radius R without its rim: `f(Rp) = sum p_i ln(n p_i)` on
//! `p_i >= eps`, eps = floor/n; the weights are the entropic projection of `e^(R v/c)`,
//! `p_i = max(eps, e^(R v_i/c - theta))`.
//!
//! No weight dies, so what was once bad can come back, and grad f stays bounded, which logarithmic
//! regret asks for. The floor is a share of the uniform weight: it fits however many features
//! arrive. Dual norm `R |x|_inf`, curvature as of the whole simplex.
//! `f*(t) = theta - ln n + sum over the floor of eps (R t_i - theta - ln eps)`. Every row (class)
//! has its own simplex. Defaults R = 1, floor = 0.01. (Thesis 7.1.3, Fig. 7.3 with `1 - l eps`.)

use super::domain::{Domain, Shift, Tally};
use super::{Class, Complexity};
use super::{Entropy, Geometry, Link};
use crate::error::{Error, Result, at_least};
use crate::geometry::Curvature;
use crate::number::Sum;
use crate::registry::Component;
use crate::vector::Instance;
use serde::{Deserialize, Serialize};

/// Relative entropy with weights that stay above a share of the uniform one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EntropyFloor {
    /// Sum of the weights.
    pub radius: f64,
    /// Least weight as a share of the uniform one, below 1.
    pub floor: f64,
}

impl Default for EntropyFloor {
    fn default() -> Self {
        EntropyFloor { radius: 1.0, floor: 0.01 }
    }
}

impl EntropyFloor {
    /// The entropy geometry without the floor.
    fn whole(&self) -> Entropy {
        Entropy { radius: self.radius, joint: false }
    }

    fn least_share(&self, n: usize) -> f64 {
        self.floor / n.max(1) as f64
    }
}

impl Geometry for EntropyFloor {
    fn check(&self) -> Result<()> {
        at_least("radius", self.radius, f64::MIN_POSITIVE)?;
        if (0.0..1.0).contains(&self.floor) {
            return Ok(());
        }
        Err(Error::Spec(format!("floor must be at least 0 and below 1, not {}", self.floor)))
    }

    fn is_one_sided(&self) -> bool {
        true
    }

    fn is_bounded(&self) -> bool {
        true
    }
}

impl Component for EntropyFloor {
    const ABOUT: &'static str = "f = sum p ln(n p), w = R p on the simplex with p >= floor/n \
        (multiplicative, no weight dies)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 7.1.3, Fig. 7.3, corrected";
}

/// `p ln(n p)`.
fn entropy_of(p: f64, n: usize) -> f64 {
    if p > 0.0 { p * (n as f64 * p).ln() } else { 0.0 }
}

impl Domain for EntropyFloor {
    const SET: &'static str = "floored simplex";

    fn radius(&self) -> f64 {
        self.radius
    }

    fn rate(&self, c: f64) -> f64 {
        self.radius / c
    }

    fn height(&self, v: f64) -> f64 {
        v
    }

    fn start(&self) -> f64 {
        0.0
    }

    fn edge(&self, n: usize) -> f64 {
        self.least_share(n).ln()
    }

    fn enter(&self, gap: f64, is_free: bool, tally: &mut Tally) {
        if is_free {
            tally.free += 1.0;
            tally.sum += (-gap).exp();
        } else {
            tally.bound += 1.0;
            tally.bound_sum += gap;
        }
    }

    fn raise(&self, tally: &mut Tally, rise: f64) {
        tally.sum *= (-rise).exp();
        tally.bound_sum += tally.bound * rise;
    }

    fn level(&self, tally: &Tally, _top: f64, n: usize) -> f64 {
        ((1.0 - tally.bound * self.least_share(n)) / tally.sum).ln()
    }

    fn conjugate(&self, tally: &Tally, top: f64, level: f64, n: usize) -> f64 {
        let whole = top - level - (n.max(1) as f64).ln();
        if tally.bound == 0.0 {
            return whole;
        }
        let below = tally.bound * (level - self.edge(n)) - tally.bound_sum;
        whole + self.least_share(n) * below
    }

    fn conjugate_at(
        &self,
        gaps: impl Iterator<Item = f64>,
        (top, level): (f64, f64),
        n: usize,
    ) -> Sum {
        let (least, edge) = (self.least_share(n), self.edge(n));
        let mut sum = Sum::default();
        for term in [top, -level, -1.0, -(n.max(1) as f64).ln()] {
            sum.add(term);
        }
        for gap in gaps {
            let free = level - gap > edge;
            sum.add(if free { (level - gap).exp() } else { least * (1.0 + level - gap - edge) });
        }
        sum
    }

    fn weight(&self, v: f64, shift: &Shift, n: usize) -> f64 {
        let share = (shift.level - (shift.top - v) * self.rate(shift.c)).exp();
        self.radius * share.max(self.least_share(n))
    }

    fn term(&self, w: f64, n: usize) -> f64 {
        entropy_of(w / self.radius, n)
    }

    fn contains(&self, u: &[f64]) -> bool {
        let least = self.radius * self.least_share(u.len());
        u.iter().all(|&u| u >= least * (1.0 - 1e-9)) && self.whole().value(u).is_finite()
    }

    fn most(&self, n: usize) -> f64 {
        let (eps, others) = (self.least_share(n), n.max(1) as f64 - 1.0);
        entropy_of(1.0 - others * eps, n.max(1)) + others * entropy_of(eps, n)
    }

    fn size(&self, x: Instance<'_>) -> f64 {
        self.whole().size(x)
    }

    fn reach(&self, a: Instance<'_>, full: bool, rule: Curvature) -> f64 {
        self.whole().reach(a, full, rule)
    }

    fn norm(&self, row: impl Iterator<Item = f64>) -> f64 {
        self.whole().norm(row)
    }

    fn farthest(&self, row: impl Iterator<Item = f64> + Clone) -> f64 {
        let (n, sum) = row.clone().fold((0, 0.0), |(n, sum), v| (n + 1, sum + v));
        self.floor * (self.radius * sum / f64::from(n.max(1)))
            + (1.0 - self.floor) * self.whole().farthest(row)
    }

    fn class(&self, n: usize, rows: usize) -> Class {
        let (most, reach) = (rows as f64 * self.most(n), (rows as f64).sqrt());
        Class::Bounded {
            set: Self::SET,
            radius: self.radius,
            most,
            measure: Complexity::Entropy,
            reach,
        }
    }
}
