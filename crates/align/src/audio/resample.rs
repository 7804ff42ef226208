//! Another sample rate, by a windowed sinc.
//!
//! `y(t) = sum_k x_k h(t - k)` at times t = n from/to, where
//!
//! ```text
//! h(t) = c sinc(c t) I0(b sqrt(1 - (c t / Z)^2)) / I0(b),   |c t| < Z,
//! ```
//!
//! is a Kaiser window (b = 8.6: what is folded back lies 86 dB lower) over Z = 64 zero crossings,
//! and c = 0.957 min(1, to/from) puts the stop band at the lower one of the two Nyquist
//! frequencies; up to 0.91 of it the sound passes unchanged. For rates p/q of small terms the
//! values of h are tabulated, one row for each of the p phases (a polyphase filter). The weights of
//! a row are divided by their sum, so that a constant stays what it is. Before and after the
//! recording there is silence. References: J. F. Kaiser, Nonrecursive digital filter design using
//! the I0-sinh window function, ISCAS 1974; R. E. Crochiere and L. R. Rabiner, Multirate Digital
//! Signal Processing, 1983.

const ZEROS: f64 = 64.0;
const BETA: f64 = 8.6;
const CUTOFF: f64 = 0.957;
/// Ratios with more phases than this are computed without a table.
const MAX_PHASES: u64 = 1024;

/// The samples of the same sound at rate `to` instead of `from`.
///
/// ```
/// use noregret_align::audio::resample;
///
/// let hum: Vec<f32> = (0..4410).map(|n| (n as f32 * 0.05).sin()).collect();
/// assert_eq!(resample(&hum, 44_100, 16_000).len(), 1600);
/// ```
#[must_use]
pub fn resample(samples: &[f32], from: u32, to: u32) -> Vec<f32> {
    if from == to || from == 0 || to == 0 {
        return samples.to_vec();
    }
    let divisor = gcd(from, to);
    let (from, to) = (u64::from(from / divisor), u64::from(to / divisor));
    let filter = Filter::new(from, to);
    let length = (samples.len() as u64 * to).div_ceil(from);
    let mut row = Vec::new();
    let table: Vec<Vec<f64>> = match to <= MAX_PHASES {
        true => (0..to).map(|phase| filter.row(phase, Vec::new())).collect(),
        false => Vec::new(),
    };
    let at = |n: u64| {
        let (whole, phase) = (n * from / to, n * from % to);
        let weights = match table.get(phase as usize) {
            Some(row) => row,
            None => {
                row = filter.row(phase, std::mem::take(&mut row));
                &row
            }
        };
        filter.apply(samples, whole as usize, weights) as f32
    };
    (0..length).map(at).collect()
}

/// The kernel h for one ratio of rates.
struct Filter {
    to: u64,
    cutoff: f64,
    half: usize,
}

impl Filter {
    fn new(from: u64, to: u64) -> Self {
        let cutoff = CUTOFF * (to as f64 / from as f64).min(1.0);
        Self { to, cutoff, half: (ZEROS / cutoff).ceil() as usize }
    }

    /// Weights of the samples `1 - half ..= half` around a time that is `phase / to` after 0.
    fn row(&self, phase: u64, mut row: Vec<f64>) -> Vec<f64> {
        let shift = phase as f64 / self.to as f64;
        let half = self.half as i64;
        row.clear();
        row.extend((1 - half..=half).map(|k| self.kernel(shift - k as f64)));
        let sum: f64 = row.iter().sum();
        row.iter_mut().for_each(|weight| *weight /= sum);
        row
    }

    fn kernel(&self, t: f64) -> f64 {
        let zeros = self.cutoff * t;
        if zeros.abs() >= ZEROS {
            return 0.0;
        }
        let angle = std::f64::consts::PI * zeros;
        let sinc = if angle == 0.0 { 1.0 } else { angle.sin() / angle };
        sinc * bessel_i0(BETA * (1.0 - (zeros / ZEROS).powi(2)).sqrt())
    }

    /// The weighted sum around sample `whole`; samples outside the recording are 0.
    fn apply(&self, samples: &[f32], whole: usize, weights: &[f64]) -> f64 {
        let first = whole as i64 + 1 - self.half as i64;
        let skipped = (-first).max(0) as usize;
        let begin = first.max(0) as usize;
        let end = (whole + self.half + 1).min(samples.len());
        match (weights.get(skipped..), samples.get(begin..end)) {
            (Some(weights), Some(samples)) => dot(weights, samples),
            _ => 0.0,
        }
    }
}

/// The inner product over the shorter length, in four lanes.
fn dot(weights: &[f64], samples: &[f32]) -> f64 {
    let length = weights.len().min(samples.len());
    let (weights, samples) = (&weights[..length], &samples[..length]);
    let mut lanes = [0.0; 4];
    let (w, x) = (weights.chunks_exact(4), samples.chunks_exact(4));
    let rest = w.remainder().iter().zip(x.remainder());
    let rest: f64 = rest.map(|(w, &x)| w * f64::from(x)).sum();
    for (w, x) in w.zip(x) {
        for lane in 0..4 {
            lanes[lane] += w[lane] * f64::from(x[lane]);
        }
    }
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]) + rest
}

/// The modified Bessel function of order 0, by its power series.
fn bessel_i0(x: f64) -> f64 {
    let square = x * x / 4.0;
    let (mut sum, mut term, mut k) = (1.0, 1.0, 1.0);
    while term > 1e-17 * sum {
        term *= square / (k * k);
        sum += term;
        k += 1.0;
    }
    sum
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
