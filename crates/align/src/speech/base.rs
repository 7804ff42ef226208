//! The seven base functions of speech (Shalev-Shwartz 2007, Eq. 9.4 to 9.7).
//!
//! ```text
//! psi_1..4 = |x_{y_i - j} - x_{y_i + j}|, j = 1..4      distance of frames around a boundary
//! psi_5    = sum of g_{e_i}(x_t) over the segment        confidence of the frame classifier
//! psi_6    = log N(length; mu, sigma) of the phone       length
//! psi_7    = (r_i - r_{i-1})^2, r_i = length / mu        change of the speaking rate
//! ```
//!
//! Frames outside the signal are its first or last. Distances are those of normalised frames.

use super::{FrameClassifier, Phones, Utterance};
use crate::dynamic::{BaseFunctions, Bounds, Frames, Infeasible};
use crate::train::Widen;

/// Number of base functions.
pub const COUNT: usize = 7;

/// What the base functions are called, in their order.
pub const NAMES: [&str; COUNT] =
    ["distance 1", "distance 2", "distance 3", "distance 4", "confidence", "length", "rate change"];

/// How many distances there are.
const DISTANCES: usize = 4;
const CONFIDENCE: usize = 4;
const LENGTH: usize = 5;

/// How much longer than any seen a segment may be.
const LONGER: f64 = 1.5;
/// Frames that a segment may be longer beyond that.
const SPARE: usize = 5;

/// The base functions of an utterance.
#[derive(Clone, Debug)]
pub struct SpeechBase<'a> {
    bounds: Bounds,
    phones: &'a Phones,
    /// The class of every event.
    classes: Vec<usize>,
    distances: Vec<[f64; DISTANCES]>,
    /// Cumulative confidences, frames + 1 for each class that occurs.
    sums: Vec<f64>,
    /// The place of every event's class among the sums.
    places: Vec<usize>,
}

impl<'a> SpeechBase<'a> {
    /// The base functions; phones last `gap` frames or more.
    ///
    /// # Errors
    /// If the frames have another width than those learned from.
    pub fn new(
        utterance: Utterance<'_>,
        classifier: &FrameClassifier,
        phones: &'a Phones,
        gap: usize,
    ) -> Result<Self, Infeasible> {
        let frames = utterance.frames;
        let (count, width) = (frames.count(), classifier.normal().width());
        if frames.width() != width {
            let reason = format!("frames of {} numbers, not {width}", frames.width());
            return Err(Infeasible::Signal(reason));
        }
        let normalised = classifier.normal().apply(frames);
        let normalised = Frames::new(&normalised, width)?;
        let classes: Vec<usize> =
            utterance.phones.iter().map(|phone| phones.class(phone)).collect();
        let (sums, places) = sums(&classifier.log_posteriors(normalised), count, &classes);
        let longest =
            |&class: &usize| (phones.duration(class).longest as f64 * LONGER) as usize + SPARE;
        let mut bounds = Bounds::new(count, gap, classes.iter().map(longest).collect());
        bounds.stretch(LONGER);
        let distances = (0..count).map(|t| distances(normalised, t)).collect();
        Ok(SpeechBase { bounds, phones, classes, distances, sums, places })
    }

    fn sum(&self, event: usize, frame: usize) -> f64 {
        self.sums[self.places[event] * (self.bounds.frames() + 1) + frame]
    }
}

impl BaseFunctions for SpeechBase<'_> {
    fn count(&self) -> usize {
        COUNT
    }

    fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    fn at_start(&self, event: usize, frame: usize, psi: &mut [f64]) {
        if event > 0 {
            psi[CONFIDENCE] += self.sum(event - 1, frame);
        }
        if event < self.classes.len() {
            psi[CONFIDENCE] -= self.sum(event, frame);
            let distances = self.distances[frame].iter();
            psi.iter_mut().zip(distances).for_each(|(psi, distance)| *psi += distance);
        }
    }

    fn over_length(&self, event: usize, length: usize, psi: &mut [f64]) {
        psi[LENGTH] += self.phones.duration(self.classes[event]).log_density(length as f64);
    }

    fn pace(&self, event: usize) -> f64 {
        1.0 / self.phones.duration(self.classes[event]).mean
    }

    fn is_joined(&self, event: usize) -> bool {
        event > 0
    }
}

impl Widen for SpeechBase<'_> {
    fn widen(&mut self, starts: &[usize]) -> Result<bool, Infeasible> {
        self.bounds.widen(starts)
    }
}

/// Euclidean distances of the frames around `t`.
fn distances(frames: Frames<'_>, t: usize) -> [f64; DISTANCES] {
    std::array::from_fn(|j| {
        let (t, j) = (t as isize, j as isize + 1);
        let pairs = frames.clamped(t - j).iter().zip(frames.clamped(t + j));
        pairs.map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
    })
}

/// Cumulative sums of the columns of the classes that occur, and where each event finds its own.
fn sums(confidences: &[f64], frames: usize, classes: &[usize]) -> (Vec<f64>, Vec<usize>) {
    let columns = confidences.len() / frames.max(1);
    let mut present: Vec<usize> = classes.to_vec();
    present.sort_unstable();
    present.dedup();
    let mut sums = Vec::with_capacity(present.len() * (frames + 1));
    for &class in &present {
        let mut sum = 0.0;
        sums.push(sum);
        for t in 0..frames {
            sum += confidences[t * columns + class];
            sums.push(sum);
        }
    }
    let place = |class: &usize| present.binary_search(class).unwrap_or_default();
    (sums, classes.iter().map(place).collect())
}
