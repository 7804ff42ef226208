//! Which hypothesis of a run to keep.
//!
//! *A random one* (thesis B.3.3, scheme 1): r uniform on 1 … T and independent of the examples, the
//! hypothesis before round r. T need not be known: before every round t the hypothesis of that
//! moment replaces the kept one with probability 1/t, and all are equally likely in the end; ln T
//! are kept on the way, on average.
//!
//! *Validation with amplification* (scheme 2, Thm. 12): [`blocks`] = ceil(ln 1/delta) runs that
//! begin anew, a random hypothesis of each, and of these the one with the least loss on fresh
//! examples. The examples are dealt out one by one ([`fold`]), which for independent examples is
//! the same as cutting the stream into blocks, and needs no T either; every [`FRESH_EVERY`]th is
//! kept for the choice.

/// Every so manieth example is kept for the choice.
pub const FRESH_EVERY: u64 = 5;

/// Decides, before every round, whether the hypothesis of that moment is kept; the draws depend on
/// the seed alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    seed: u64,
    rounds: u64,
    kept: u64,
}

impl Stop {
    /// The draws of this seed.
    pub fn new(seed: u64) -> Self {
        Stop { seed, rounds: 0, kept: 0 }
    }

    /// Whether to keep the hypothesis before the next round; always before the first.
    pub fn keeps_next(&mut self) -> bool {
        self.rounds += 1;
        let keeps = self.drawn() * (self.rounds as f64) < 1.0;
        if keeps {
            self.kept = self.rounds;
        }
        keeps
    }

    /// The round before which the kept hypothesis was taken, from 1; 0 if there was none.
    pub fn kept(&self) -> u64 {
        self.kept
    }

    /// Uniform on [0, 1), a function of seed and round (splitmix64).
    fn drawn(&self) -> f64 {
        let mixed = mix(mix(self.seed) ^ self.rounds.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        (mixed >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// How many runs amplify the probability to 1 - delta.
pub fn blocks(delta: f64) -> usize {
    (-delta.ln()).ceil().max(1.0) as usize
}

/// The run that the example with this number (from 0) belongs to; none if it is kept for the
/// choice.
pub fn fold(number: u64, blocks: usize) -> Option<usize> {
    let (all, place) = (number / FRESH_EVERY, number % FRESH_EVERY);
    let learned = all * (FRESH_EVERY - 1) + place;
    (place + 1 < FRESH_EVERY).then(|| (learned % blocks.max(1) as u64) as usize)
}
