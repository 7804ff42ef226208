//! Projections onto `{l <= x_i <= u, sum x = z}`, Euclidean and entropic.
//!
//! Both have the form `x_i = clamp(f(v_i - t), l, u)` with one number `t`, fixed by the sum: `f` is
//! the identity, or the exponential when `v` are the logarithms of the weights that the
//! Kullback-Leibler distance is taken from. The sum falls in `t` and has its kinks where an entry
//! reaches a bound; they are sorted and the right interval is found by halving, each step a fresh
//! sum: `O(n log n)`, and no running sum whose digits cancel. On the interval `t` has a closed
//! form.
//!
//! With `l = eps`, `u = inf` the entropic one is Fig. 7.3 of the thesis (whose `1 - eps` must be
//! `1 - l eps`).

use noregret_core::number::Sum;

/// The set `{floor <= x_i <= cap, sum x = total}`; `floor >= 0`, `cap` may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxSimplex {
    /// Least value of an entry.
    pub floor: f64,
    /// Largest value of an entry.
    pub cap: f64,
    /// What the entries add up to; if the bounds do not allow it, all entries stop at the nearer
    /// bound.
    pub total: f64,
}

impl BoxSimplex {
    /// Projects `v`, whose entries are finite, in the Euclidean distance; `scratch` is overwritten.
    pub fn euclidean(&self, v: &mut [f64], scratch: &mut Vec<f64>) {
        // Seen from the largest entry the shift is small, and so is its rounding.
        let top = v.iter().fold(f64::NEG_INFINITY, |top: f64, &x| top.max(x));
        v.iter_mut().for_each(|x| *x -= top);
        let link = Link { forward: |a| a, floor: self.floor, cap: self.cap };
        self.project(v, scratch, &link, |free, rest| {
            (free.iter().copied().collect::<Sum>().value() - rest) / free.len() as f64
        });
    }

    /// Replaces the logarithms of positive weights `w` by the point nearest to the weights in
    /// `sum x ln(x/w) - x + w`; `total > 0`. A weight of zero (minus infinity) stays at the floor.
    pub fn entropic(&self, logs: &mut [f64], scratch: &mut Vec<f64>) {
        let link = Link { forward: f64::exp, floor: self.floor.ln(), cap: self.cap.ln() };
        self.project(logs, scratch, &link, |free, rest| {
            let top = free.iter().fold(f64::NEG_INFINITY, |top: f64, &x| top.max(x));
            let mass: f64 = free.iter().map(|x| (x - top).exp()).sum();
            top + (mass / rest.max(f64::MIN_POSITIVE)).ln()
        });
    }

    /// `shift(free entries, what they add up to)` solves `sum f(v_i - t) = rest`.
    fn project<F: Fn(f64) -> f64>(
        &self,
        v: &mut [f64],
        scratch: &mut Vec<f64>,
        link: &Link<F>,
        shift: impl Fn(&[f64], f64) -> f64,
    ) {
        let entry = |x: f64, t: f64| (link.forward)(x - t).clamp(self.floor, self.cap);
        let sum = |t: f64| v.iter().map(|&x| entry(x, t)).collect::<Sum>().value();
        let (left, right) = link.interval(v, scratch, |t| sum(t) >= self.total);
        let mut rest = Sum::default();
        rest.add(self.total);
        scratch.clear();
        for &x in v.iter() {
            match link.place(x, left, right) {
                Place::Free => scratch.push(x),
                Place::Floor => rest.add(-self.floor),
                Place::Cap => rest.add(-self.cap),
            }
        }
        let flat = if right < f64::INFINITY { left.max(f64::MIN) } else { f64::MAX };
        let t = if scratch.is_empty() { flat } else { shift(scratch, rest.value()) };
        v.iter_mut().for_each(|x| *x = entry(*x, t));
    }
}

enum Place {
    Floor,
    Free,
    Cap,
}

/// How an entry follows from `v_i - t`, and the values of `v_i - t` at which it reaches its bounds.
struct Link<F> {
    forward: F,
    floor: f64,
    cap: f64,
}

impl<F> Link<F> {
    /// The shifts between which an entry is free.
    fn span(&self, x: f64) -> [f64; 2] {
        [x - self.cap, x - self.floor]
    }

    /// The neighbouring kinks between which `enough` turns from true to false.
    fn interval(
        &self,
        v: &[f64],
        kinks: &mut Vec<f64>,
        enough: impl Fn(f64) -> bool,
    ) -> (f64, f64) {
        kinks.clear();
        kinks.extend(v.iter().flat_map(|&x| self.span(x)).filter(|t| t.is_finite()));
        kinks.sort_unstable_by(f64::total_cmp);
        let next = kinks.partition_point(|&t| enough(t));
        let left = if next == 0 { f64::NEG_INFINITY } else { kinks[next - 1] };
        (left, kinks.get(next).copied().unwrap_or(f64::INFINITY))
    }

    /// Where an entry is for all shifts between two neighbouring kinks.
    fn place(&self, x: f64, left: f64, right: f64) -> Place {
        let [from, to] = self.span(x);
        if x == f64::NEG_INFINITY || to <= left {
            Place::Floor
        } else if from >= right {
            Place::Cap
        } else {
            Place::Free
        }
    }
}
