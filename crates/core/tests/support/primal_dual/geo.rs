//! Every geometry by its slow formulas.

use super::Example;
use crate::support::{Rng, dot, doubled, p_norm, scaled};

/// A geometry written out the slow way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Geo {
    Euclid,
    Entropy(f64),
    Balanced(f64),
    PNorm(f64),
    Ball(f64),
    Simplex(f64),
    L1Ball(f64),
    /// Radius, and least weight as a share of the uniform one.
    Floor(f64, f64),
}

/// The restricted sets beside the plain simplex.
pub const SETS: [Geo; 6] = [
    Geo::Ball(1.5),
    Geo::Simplex(1.0),
    Geo::Simplex(4.0),
    Geo::L1Ball(2.0),
    Geo::Floor(1.0, 0.2),
    Geo::Floor(3.0, 0.01),
];

pub const GEOMETRIES: [Geo; 11] = [
    Geo::Euclid,
    Geo::Entropy(1.0),
    Geo::Entropy(3.0),
    Geo::Balanced(1.0),
    Geo::Balanced(2.5),
    Geo::PNorm(2.5),
    Geo::PNorm(6.0),
    Geo::Ball(1.5),
    Geo::Simplex(1.0),
    Geo::L1Ball(2.0),
    Geo::Floor(3.0, 0.2),
];

impl Geo {
    pub fn text(self) -> String {
        match self {
            Geo::Euclid => "euclid".into(),
            Geo::Entropy(r) => format!("entropy:radius={r}"),
            Geo::Balanced(r) => format!("balanced:radius={r}"),
            Geo::PNorm(p) => format!("p-norm:p={p}"),
            Geo::Ball(r) => format!("ball:radius={r}"),
            Geo::Simplex(r) => format!("simplex:radius={r}"),
            Geo::L1Ball(r) => format!("l1-ball:radius={r}"),
            Geo::Floor(r, floor) => format!("entropy-floor:radius={r},floor={floor}"),
        }
    }

    pub fn is_bounded(self) -> bool {
        !matches!(self, Geo::Euclid | Geo::PNorm(_))
    }

    /// Whether f is half the squared norm.
    pub fn is_euclidean(self) -> bool {
        matches!(self, Geo::Euclid | Geo::Ball(_) | Geo::Simplex(_) | Geo::L1Ball(_))
    }

    /// Whether zero is no weight vector of the set.
    pub fn is_one_sided(self) -> bool {
        matches!(self, Geo::Entropy(_) | Geo::Simplex(_) | Geo::Floor(..))
    }

    /// The largest norm in a bounded set.
    pub fn reach(self) -> f64 {
        match self {
            Geo::Ball(r) | Geo::Simplex(r) | Geo::L1Ball(r) => r,
            Geo::Entropy(_) | Geo::Balanced(_) | Geo::Floor(..) => 1.0,
            Geo::Euclid | Geo::PNorm(_) => f64::INFINITY,
        }
    }

    /// The norm of weights in which f is strongly convex.
    pub fn primal_norm(self, w: &[f64]) -> f64 {
        match self {
            Geo::Entropy(r) | Geo::Balanced(r) | Geo::Floor(r, _) => p_norm(w, 1.0) / r,
            Geo::PNorm(p) => p_norm(w, p / (p - 1.0)),
            _ => p_norm(w, 2.0),
        }
    }

    /// f*(t).
    pub fn conjugate(self, t: &[f64]) -> f64 {
        match self {
            Geo::Euclid => 0.5 * dot(t, t),
            Geo::Entropy(r) => log_mean_exp(&scaled(t, r)),
            Geo::Balanced(r) => log_mean_exp(&doubled(&scaled(t, r))),
            Geo::PNorm(p) => p_norm(t, p).powi(2) / (2.0 * (p - 1.0)),
            Geo::Ball(_) | Geo::Simplex(_) | Geo::L1Ball(_) | Geo::Floor(..) => {
                let w = self.weights(t);
                dot(&w, t) - self.value(&w)
            }
        }
    }

    /// grad f*(t).
    pub fn weights(self, t: &[f64]) -> Vec<f64> {
        match self {
            Geo::Euclid => t.to_vec(),
            Geo::Entropy(r) => scaled(&softmax(&scaled(t, r)), r),
            Geo::Balanced(r) => {
                let both = softmax(&doubled(&scaled(t, r)));
                let (up, down) = both.split_at(t.len());
                up.iter().zip(down).map(|(a, b)| r * (a - b)).collect()
            }
            Geo::PNorm(p) => {
                let size = p_norm(t, p);
                let part = |x: &f64| (x.abs() / size).powf(p - 1.0).copysign(*x) * size / (p - 1.0);
                t.iter().map(|x| if size > 0.0 { part(x) } else { 0.0 }).collect()
            }
            Geo::Ball(r) => scaled(t, 1f64.min(r / p_norm(t, 2.0).max(f64::MIN_POSITIVE))),
            Geo::Simplex(r) => {
                let top = t.iter().fold(f64::NEG_INFINITY, |m, x| m.max(*x));
                let at = |h: f64| t.iter().map(|x| (h - (top - x)).max(0.0)).collect();
                level_of(r, 0.0, 2.0 * r, at)
            }
            Geo::L1Ball(r) if p_norm(t, 1.0) <= r => t.to_vec(),
            Geo::L1Ball(r) => {
                let sizes: Vec<f64> = t.iter().map(|x| x.abs()).collect();
                let w = Geo::Simplex(r).weights(&sizes);
                w.iter().zip(t).map(|(w, t)| w.copysign(*t)).collect()
            }
            Geo::Floor(r, floor) => {
                let (least, t) = (floor / t.len() as f64, scaled(t, r));
                let top = t.iter().fold(f64::NEG_INFINITY, |m, x| m.max(*x));
                let at = |h: f64| t.iter().map(|x| (h + (x - top)).exp().max(least)).collect();
                scaled(&level_of(1.0, -50.0, 50.0, at), r)
            }
        }
    }

    /// f(w), exactly; infinite outside the domain.
    pub fn value(self, w: &[f64]) -> f64 {
        match self {
            Geo::Euclid => 0.5 * dot(w, w),
            Geo::Entropy(r) => relative_entropy(&scaled(w, 1.0 / r)),
            Geo::Balanced(r) => least_split_entropy(&scaled(w, 1.0 / r)),
            Geo::PNorm(p) => {
                let q = p / (p - 1.0);
                p_norm(w, q).powi(2) / (2.0 * (q - 1.0))
            }
            Geo::Ball(r) if p_norm(w, 2.0) > r * (1.0 + 1e-9) => f64::INFINITY,
            Geo::L1Ball(r) if p_norm(w, 1.0) > r * (1.0 + 1e-9) => f64::INFINITY,
            Geo::Simplex(r) if !relative_entropy(&scaled(w, 1.0 / r)).is_finite() => f64::INFINITY,
            Geo::Ball(_) | Geo::Simplex(_) | Geo::L1Ball(_) => 0.5 * dot(w, w),
            Geo::Floor(r, floor) => {
                let least = r * floor / w.len() as f64 * (1.0 - 1e-9);
                let inside = w.iter().all(|&w| w >= least);
                if inside { relative_entropy(&scaled(w, 1.0 / r)) } else { f64::INFINITY }
            }
        }
    }

    pub fn dual_norm(self, x: &[f64]) -> f64 {
        match self {
            Geo::Euclid | Geo::Ball(_) | Geo::Simplex(_) | Geo::L1Ball(_) => p_norm(x, 2.0),
            Geo::Entropy(r) | Geo::Balanced(r) | Geo::Floor(r, _) => r * p_norm(x, f64::INFINITY),
            Geo::PNorm(p) => p_norm(x, p),
        }
    }

    /// A comparator of the domain.
    pub fn comparator(self, rng: &mut Rng, n: usize) -> Vec<f64> {
        match self {
            Geo::Euclid | Geo::PNorm(_) => {
                let size = rng.any_size(-1.0, 1.0);
                scaled(&rng.vector(n), size)
            }
            Geo::Entropy(r) => scaled(&rng.simplex_or_corner(n), r),
            Geo::Balanced(r) => {
                let both = rng.simplex_or_corner(2 * n);
                (0..n).map(|j| r * (both[j] - both[n + j])).collect()
            }
            Geo::Ball(r) => {
                let u = rng.vector(n);
                let size = r / p_norm(&u, 2.0) * rng.unit().sqrt();
                scaled(&u, size)
            }
            Geo::Simplex(r) => scaled(&rng.simplex_or_corner(n), r),
            Geo::L1Ball(r) => Geo::Balanced(r).comparator(rng, n),
            Geo::Floor(r, floor) => {
                let inner = |p: &f64| r * (floor / n as f64 + (1.0 - floor) * p);
                rng.simplex_or_corner(n).iter().map(inner).collect()
            }
        }
    }

    /// The complexity by which the certificate measures u: a norm, or f.
    pub fn level(self, u: &[f64]) -> f64 {
        match self {
            Geo::Euclid => p_norm(u, 2.0),
            Geo::PNorm(p) => p_norm(u, p / (p - 1.0)),
            _ => self.value(u),
        }
    }

    /// The largest complexity of a bounded domain.
    pub fn most(self, n: usize) -> f64 {
        match self {
            Geo::Entropy(_) => (n as f64).ln(),
            Geo::Balanced(_) => (2.0 * n as f64).ln(),
            Geo::Ball(r) | Geo::Simplex(r) | Geo::L1Ball(r) => 0.5 * r * r,
            Geo::Floor(r, floor) => {
                let mut corner = vec![r * floor / n as f64; n];
                corner[0] += r * (1.0 - floor);
                self.value(&corner)
            }
            Geo::Euclid | Geo::PNorm(_) => f64::INFINITY,
        }
    }
}

/// The point `at(h)` whose entries add up to `total`, by bisection: the sum grows with h.
fn level_of(total: f64, low: f64, high: f64, at: impl Fn(f64) -> Vec<f64>) -> Vec<f64> {
    let (mut low, mut high) = (low, high);
    for _ in 0..200 {
        let h = 0.5 * (low + high);
        if at(h).iter().sum::<f64>() < total { low = h } else { high = h }
    }
    at(low)
}

fn log_mean_exp(t: &[f64]) -> f64 {
    let top = t.iter().fold(f64::NEG_INFINITY, |m, x| m.max(*x));
    top + (t.iter().map(|x| (x - top).exp()).sum::<f64>() / t.len() as f64).ln()
}

fn softmax(t: &[f64]) -> Vec<f64> {
    let top = t.iter().fold(f64::NEG_INFINITY, |m, x| m.max(*x));
    let e: Vec<f64> = t.iter().map(|x| (x - top).exp()).collect();
    let total: f64 = e.iter().sum();
    e.iter().map(|x| x / total).collect()
}

fn relative_entropy(p: &[f64]) -> f64 {
    let (n, total) = (p.len() as f64, p.iter().sum::<f64>());
    if p.iter().any(|&p| p < 0.0) || (total - 1.0).abs() > 1e-9 {
        return f64::INFINITY;
    }
    p.iter().filter(|p| **p > 0.0).map(|p| p * (n * p).ln()).sum()
}

/// Least relative entropy over the splits `u = p - m` of the doubled simplex.
///
/// `p_i m_i = k^2` for all i, and k is found by bisection of
/// `sum_i (p_i + m_i) = sum_i sqrt(u_i^2 + 4 k^2) = 1`.
fn least_split_entropy(u: &[f64]) -> f64 {
    let mass = |k: f64| u.iter().map(|u| u.hypot(2.0 * k)).sum::<f64>();
    if mass(0.0) > 1.0 + 1e-9 {
        return f64::INFINITY;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..200 {
        let k = 0.5 * (low + high);
        if mass(k) < 1.0 { low = k } else { high = k }
    }
    let both = |u: &f64| {
        let s = u.hypot(2.0 * low);
        // The smaller half of s without cancellation.
        let large = 0.5 * (s + u.abs());
        [large, if large > 0.0 { low * low / large } else { 0.0 }]
    };
    let term = |p: f64| if p > 0.0 { p * (2.0 * u.len() as f64 * p).ln() } else { 0.0 };
    u.iter().flat_map(both).map(term).sum()
}

/// A comparator with f(u) <= most: shrunk towards the start of the geometry.
pub fn within(rng: &mut Rng, geo: Geo, n: usize, most: f64) -> Vec<f64> {
    let (start, u) = (geo.weights(&vec![0.0; n]), geo.comparator(rng, n));
    let mix = |s: f64| -> Vec<f64> { start.iter().zip(&u).map(|(a, b)| a + s * (b - a)).collect() };
    let share = (0..60).map(|k| 0.8f64.powi(k)).find(|s| geo.value(&mix(*s)) <= most);
    mix(share.unwrap_or(0.0))
}

/// Largest dual norm of an instance.
pub fn largest_norm(geo: Geo, stream: &[Example]) -> f64 {
    stream.iter().map(|e| geo.dual_norm(&e.x)).fold(0.0, f64::max)
}
