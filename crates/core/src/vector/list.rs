//! The pass over listed coordinates and plain weights, four at a time in one vector.
//!
//! Sums are those of [`Lanes::add_sparse`], lane by lane and bit for bit: a compiler that is left
//! alone puts inner product and square of one coordinate into a vector, and spends its time on
//! taking them apart. Sums stay in registers until the end: lanes that are written and read in
//! other widths are waited for.

use super::single::{Lanes, fold};
use super::{Probe, Tail};

/// Coordinates and their values; the tail comes last.
#[derive(Clone, Copy)]
pub(super) struct List<'a> {
    pub(super) indices: &'a [u32],
    pub(super) values: &'a [f64],
    pub(super) tail: Option<&'a Tail>,
}

/// Coordinates and values in blocks of four.
type Fours<'a> = (&'a [[u32; 4]], &'a [[f64; 4]]);

impl List<'_> {
    /// Inner product with weights and square, in one pass.
    #[inline(always)]
    pub(super) fn look(self, w: &[f64]) -> Probe {
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = pulp::x86::V3::try_new() {
            return wide::look(simd, w, self);
        }
        self.look_one_by_one(w)
    }

    /// The pass, one coordinate after the other.
    #[inline(always)]
    fn look_one_by_one(self, w: &[f64]) -> Probe {
        let (fours, rest) = self.split();
        let mut lanes = Lanes::default();
        lanes.add_sparse(fours.0.as_flattened(), fours.1.as_flattened(), |j, _| w.get(j).copied());
        self.probe(w, rest, lanes)
    }

    /// Blocks of four, and what is left over.
    #[inline(always)]
    fn split(&self) -> (Fours<'_>, (&[u32], &[f64])) {
        let (indices, values) = (self.indices.as_chunks(), self.values.as_chunks());
        ((indices.0, values.0), (indices.1, values.1))
    }

    /// Adds what is left over: in lane 0, unless the tail makes it a block of four.
    #[inline(always)]
    fn probe(self, w: &[f64], (indices, values): (&[u32], &[f64]), mut lanes: Lanes) -> Probe {
        let weight = |j: u32| w.get(j as usize).copied();
        let blocks = lanes.square;
        let mut alone = blocks[0];
        values.iter().for_each(|x| alone += x * x);
        match (indices, values, self.tail) {
            (&[i, j, k], &[x, y, z], Some(tail)) => {
                lanes.add(0, weight(i), x);
                lanes.add(1, weight(j), y);
                lanes.add(2, weight(k), z);
                lanes.add(3, weight(tail.coordinate), tail.value);
            }
            _ => {
                for (&j, &x) in indices.iter().zip(values) {
                    lanes.add(0, weight(j), x);
                }
                if let Some(tail) = self.tail {
                    lanes.add(0, weight(tail.coordinate), tail.value);
                }
            }
        }
        let alone = fold([alone, blocks[1], blocks[2], blocks[3]]);
        Probe { alone: Some(alone), ..lanes.probe() }
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{Fours, Lanes, List, Probe};
    use pulp::x86::V3;
    use pulp::{cast, f64x4};

    #[inline(always)]
    pub(super) fn look(simd: V3, w: &[f64], list: List<'_>) -> Probe {
        simd.vectorize(
            #[inline(always)]
            || {
                let ((fours, cells), rest) = list.split();
                list.probe(w, rest, sums_of_fours(simd, w, (fours, cells)))
            },
        )
    }

    #[inline(always)]
    fn sums_of_fours(simd: V3, w: &[f64], (fours, cells): Fours<'_>) -> Lanes {
        let (mut dot, mut square) = (simd.splat_f64x4(0.0), simd.splat_f64x4(0.0));
        let mut known = 0;
        for (j, x) in fours.iter().zip(cells) {
            let [Some(a), Some(b), Some(c), Some(d)] = j.map(|j| w.get(j as usize)) else { break };
            let x: f64x4 = cast(*x);
            square = simd.add_f64x4(square, simd.mul_f64x4(x, x));
            dot = simd.add_f64x4(dot, simd.mul_f64x4(f64x4(*a, *b, *c, *d), x));
            known += 1;
        }
        let mut lanes = Lanes { dot: cast(dot), square: cast(square), beyond: false };
        // Features that are new come last in a row: one after the other from there.
        if let (Some(fours @ [_, ..]), Some(cells)) = (fours.get(known..), cells.get(known..)) {
            let weight = |j: usize, _| w.get(j).copied();
            lanes.add_sparse(fours.as_flattened(), cells.as_flattened(), weight);
        }
        lanes
    }
}

#[cfg(test)]
mod tests {
    use super::super::square;
    use super::*;

    /// The sums over lists written out, in whose blocks of four the tail takes part.
    fn written(list: List<'_>, w: &[f64]) -> Probe {
        let (mut j, mut x) = (list.indices.to_vec(), list.values.to_vec());
        j.extend(list.tail.map(|tail| tail.coordinate));
        x.extend(list.tail.map(|tail| tail.value));
        let mut lanes = Lanes::default();
        lanes.add_sparse(&j, &x, |j, _| w.get(j).copied());
        Probe { alone: Some(square(list.values)), ..lanes.probe() }
    }

    #[test]
    fn sums_are_those_of_one_coordinate_after_the_other() {
        let w: Vec<f64> = (0..40).map(|j| f64::from(j * 37 % 23) / 7.0 - 1.3).collect();
        let bits = |it: Probe| {
            (it.dot.to_bits(), it.square.to_bits(), it.alone.map(f64::to_bits), it.beyond)
        };
        for (length, step) in (0..23).flat_map(|length| [1, 2, 3].map(|step| (length, step))) {
            let indices: Vec<u32> = (0..length).map(|k| k * step).collect();
            let values: Vec<f64> =
                indices.iter().map(|&j| f64::from(j * 29 % 17) / 3.0 - 2.1).collect();
            for coordinate in [None, Some(39), Some(length * step), Some(100)] {
                let tail = coordinate.map(|coordinate| Tail {
                    coordinate,
                    value: 0.7,
                    counted: true,
                    alone: false,
                });
                let list = List { indices: &indices, values: &values, tail: tail.as_ref() };
                let told = format!("{length} coordinates, every {step}, tail {coordinate:?}");
                assert_eq!(bits(list.look(&w)), bits(written(list, &w)), "{told}");
                assert_eq!(bits(list.look_one_by_one(&w)), bits(written(list, &w)), "{told}");
            }
        }
    }
}
