//! What the misses and the dual variables of a row say together, in one pass: largest and least
//! misses with and without mass, `sum_r d_r` and `sum_r d_r e_r`.
//!
//! Four lanes, whose order is fixed, so results do not depend on the machine.

/// The misses of a row beside its dual variables.
pub(super) struct Glance {
    /// The largest miss.
    pub(super) top: f64,
    /// The largest one without mass.
    pub(super) rest: f64,
    /// The least one with mass.
    pub(super) lowest: f64,
    /// Sum of the dual variables.
    pub(super) total: f64,
    /// Sum of the dual variables, each times its miss.
    pub(super) inner: f64,
}

impl Glance {
    #[inline(always)]
    pub(super) fn new(misses: &[f64], duals: &[f64]) -> Self {
        const FOUR: usize = 4;
        let (mut top, mut rest) = ([f64::NEG_INFINITY; FOUR], [f64::NEG_INFINITY; FOUR]);
        let (mut lowest, mut total, mut inner) = ([f64::INFINITY; FOUR], [0.0; FOUR], [0.0; FOUR]);
        for (e, d) in misses.as_chunks::<FOUR>().0.iter().zip(duals.as_chunks::<FOUR>().0) {
            for k in 0..FOUR {
                let has_mass = d[k] > 0.0;
                let (with, without) = (
                    if has_mass { e[k] } else { f64::INFINITY },
                    if has_mass { f64::NEG_INFINITY } else { e[k] },
                );
                top[k] = if e[k] > top[k] { e[k] } else { top[k] };
                rest[k] = if without > rest[k] { without } else { rest[k] };
                lowest[k] = if with < lowest[k] { with } else { lowest[k] };
                total[k] += d[k];
                // Not infinity times 0.
                inner[k] += d[k] * if has_mass { e[k] } else { 0.0 };
            }
        }
        Glance {
            top: top.into_iter().fold(f64::NEG_INFINITY, f64::max),
            rest: rest.into_iter().fold(f64::NEG_INFINITY, f64::max),
            lowest: lowest.into_iter().fold(f64::INFINITY, f64::min),
            total: total.iter().sum(),
            inner: inner.iter().sum(),
        }
    }
}
