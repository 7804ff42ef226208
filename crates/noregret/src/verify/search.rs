//! The search for a predictor that a certificate is wrong about.
//!
//! For every u the certificate says `F(u) = sum_t g_t(u) - A + <v,u> >= 0`, and F is convex: a
//! subgradient step of Polyak's length `F(u)/|dF(u)|^2` aims at `F = 0`, so it finds a u with
//! `F(u) < 0` if there is one not too flat. The search starts from zero weights, from the weights
//! of the model and from random ones of several sizes.

use super::asked::{Asked, Predictor};
use noregret_core::loss::AnyLoss;
use noregret_core::random::Random;

/// Steps from each start.
const STEPS: usize = 60;

/// The certificate, and what it is about.
pub(super) struct Claim<'a> {
    /// The rounds, and how often each was played.
    pub(super) rounds: [(&'a [Asked], f64); 2],
    pub(super) loss: &'a AnyLoss,
    pub(super) gain: f64,
    pub(super) potential: &'a Predictor,
}

/// A predictor that comes close to what the certificate says nobody passes.
#[derive(Clone, Debug)]
pub(super) struct Closest {
    /// `F(u)`.
    pub(super) room: f64,
    /// `sum_t g_t(u)`.
    pub(super) loss: f64,
    pub(super) norm: f64,
    pub(super) tried: u64,
}

impl Claim<'_> {
    /// `F(u)` and the loss of u; its subgradient is put into `slope`.
    fn room(&self, u: &Predictor, slope: &mut Predictor) -> (f64, f64) {
        let mut loss = 0.0;
        slope.weights.copy_from_slice(&self.potential.weights);
        for (rounds, times) in self.rounds {
            for round in rounds.iter().filter(|_| times > 0.0) {
                loss += times * round.loss(self.loss, u, (slope, times));
            }
        }
        (loss - self.gain + self.potential.dot(u), loss)
    }

    /// The predictor with the least room that the search meets.
    pub(super) fn search(&self, own: &Predictor, seed: u64) -> Closest {
        let mut best = Closest { room: f64::INFINITY, loss: 0.0, norm: 0.0, tried: 0 };
        let mut random = Random::new(seed, 0);
        let mut starts = vec![self.scaled(own, 0.0), own.clone(), self.scaled(own, 0.5)];
        for size in [0.1, 1.0, 10.0] {
            let mut start = own.clone();
            start.weights.iter_mut().for_each(|w| *w = 2.0 * random.unit() - 1.0);
            let norm = start.norm().max(f64::MIN_POSITIVE);
            starts.push(self.scaled(&start, size / norm));
        }
        starts.into_iter().for_each(|start| self.descend(start, &mut best));
        best
    }

    fn scaled(&self, u: &Predictor, times: f64) -> Predictor {
        let weights = u.weights.iter().map(|w| times * w).collect();
        Predictor { weights, ..*u }
    }

    fn descend(&self, mut u: Predictor, best: &mut Closest) {
        let mut slope = self.scaled(&u, 0.0);
        for _ in 0..STEPS {
            let (room, loss) = self.room(&u, &mut slope);
            best.tried += 1;
            if room < best.room {
                (best.room, best.loss, best.norm) = (room, loss, u.norm());
            }
            let square = slope.dot(&slope);
            if square <= 0.0 || !square.is_finite() {
                break;
            }
            let step = room.max(1e-6 * (1.0 + loss)) / square;
            let each = u.weights.iter_mut().zip(&slope.weights);
            each.for_each(|(u, slope)| *u -= step * slope);
        }
    }
}
