//! Random numbers, the same on every platform: splitmix64, and two generators whose state is a bare
//! number that models keep.
//!
//! The state of the latter must not be 0, which they cannot leave. (Marsaglia 2003, "Xorshift
//! RNGs"; Vigna 2016 for the product.)

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The `stream`-th stream of a seed; different pairs start far apart.
    pub fn new(seed: u64, stream: u64) -> Self {
        Random(mix(seed) ^ mix(!stream))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// Uniform on [0, 1), in multiples of 2^-53.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// -1 or 1, both alike.
    pub fn sign(&mut self) -> f64 {
        if self.below(2) == 0 { 1.0 } else { -1.0 }
    }

    /// Normal with mean 0 and deviation 1 (Box and Muller 1958). The last digit is that of the
    /// platform's logarithm.
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }

    /// A number below `count`, which must not be 0. (The bias is below `count / 2^64`.)
    pub fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.next()) * count as u128) >> 64) as usize
    }
}

/// xorshift64*, which picks examples.
pub(crate) fn xorshift_star(state: &mut u64) -> u64 {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    state.wrapping_mul(0x2545_F491_4F6C_DD1D)
}

/// xorshift64, which picks the pattern that a full budget lets go.
pub(crate) fn xorshift(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn numbers_stay_in_range_and_fill_it() {
        let mut random = Random::new(7, 0);
        let mut seen = [0; 5];
        for _ in 0..5000 {
            assert!((0.0..1.0).contains(&random.unit()));
            seen[random.below(5)] += 1;
        }
        assert!(seen.iter().all(|&n| (900..1100).contains(&n)), "{seen:?}");
    }

    #[test]
    fn normal_numbers_have_their_moments() {
        let mut random = Random::new(3, 0);
        let all: Vec<f64> = (0..20_000).map(|_| random.normal()).collect();
        let mean = |of: fn(f64) -> f64| all.iter().map(|&x| of(x)).sum::<f64>() / 20_000.0;
        assert!(mean(|x| x).abs() < 0.03 && (mean(|x| x * x) - 1.0).abs() < 0.05);
        assert!((mean(|x| x.powi(4)) - 3.0).abs() < 0.3);
    }

    #[test]
    fn seeds_and_streams_differ() {
        let mut firsts: Vec<u64> = (0..64).map(|i| Random::new(i / 8, i % 8).next()).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 64);
    }
}
