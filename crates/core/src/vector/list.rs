//! The pass over listed coordinates and plain weights, four at a time in one vector.
//!
//! Sums are those of [`Lanes::add_sparse`], lane by lane and bit for bit: a compiler that is left
//! alone puts inner product and square of one coordinate into a vector, and spends its time on
//! taking them apart.

use super::single::Lanes;

impl Lanes {
    /// The sums over coordinates; a block of four has one coordinate in each lane.
    #[inline(always)]
    pub(super) fn of_list(w: &[f64], indices: &[u32], values: &[f64]) -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = pulp::x86::V3::try_new() {
            return wide::sums(simd, (w, indices, values));
        }
        let mut lanes = Lanes::default();
        lanes.add_sparse(indices, values, |j, _| w.get(j).copied());
        lanes
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::Lanes;
    use pulp::x86::V3;
    use pulp::{cast, f64x4};

    /// Weights, coordinates and values.
    type List<'a> = (&'a [f64], &'a [u32], &'a [f64]);

    #[inline(always)]
    pub(super) fn sums(simd: V3, list: List<'_>) -> Lanes {
        simd.vectorize(
            #[inline(always)]
            || sums_of_fours(simd, list),
        )
    }

    #[inline(always)]
    fn sums_of_fours(simd: V3, (w, indices, values): List<'_>) -> Lanes {
        let ((fours, rest), (cells, left)) = (indices.as_chunks::<4>(), values.as_chunks::<4>());
        let mut lanes = Lanes::default();
        // Sums begin in registers: lanes of zeros, written and read in other widths, would be
        // waited for.
        let (mut dot, mut square) = (simd.splat_f64x4(0.0), simd.splat_f64x4(0.0));
        for (j, x) in fours.iter().zip(cells) {
            let wide: f64x4 = cast(*x);
            square = simd.add_f64x4(square, simd.mul_f64x4(wide, wide));
            let weights = j.map(|j| w.get(j as usize));
            if let [Some(a), Some(b), Some(c), Some(d)] = weights {
                dot = simd.add_f64x4(dot, simd.mul_f64x4(f64x4(*a, *b, *c, *d), wide));
                continue;
            }
            let mut sums: [f64; 4] = cast(dot);
            for k in 0..4 {
                match weights[k] {
                    Some(w) => sums[k] += w * x[k],
                    None => lanes.beyond = true,
                }
            }
            dot = cast(sums);
        }
        (lanes.dot, lanes.square) = (cast(dot), cast(square));
        lanes.add_sparse(rest, left, |j, _| w.get(j).copied());
        lanes
    }
}

#[cfg(test)]
mod tests {
    use super::Lanes;

    #[test]
    fn sums_are_those_of_one_coordinate_after_the_other() {
        let w: Vec<f64> = (0..40).map(|j| f64::from(j * 37 % 23) / 7.0 - 1.3).collect();
        for length in 0..23 {
            for step in [1, 2, 3] {
                let indices: Vec<u32> = (0..length).map(|k| k * step).collect();
                let values: Vec<f64> =
                    indices.iter().map(|&j| f64::from(j * 29 % 17) / 3.0 - 2.1).collect();
                let (one, mut other) = (Lanes::of_list(&w, &indices, &values), Lanes::default());
                other.add_sparse(&indices, &values, |j, _| w.get(j).copied());
                let bits = |lanes: Lanes| {
                    (lanes.dot.map(f64::to_bits), lanes.square.map(f64::to_bits), lanes.beyond)
                };
                assert_eq!(bits(one), bits(other), "{length} coordinates, every {step}");
            }
        }
    }
}
