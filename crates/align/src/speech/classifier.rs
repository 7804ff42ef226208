//! Log-posteriors of the phones of a frame, `g_e(x_t)` of the thesis (Eq. 9.5).
//!
//! A multiclass learner of this library (PA-I, averaged) on random Fourier features of normalised
//! frames; its scores become `log softmax(scores / T)`, with the temperature T of least log-loss on
//! frames that were not learned from, and are clipped from below.
//!
//! A class that no frame was learned for, such as the background where every phone has a model of
//! its own, has no weights. It is not part of the softmax and its confidence is neutral: the mean
//! of the log-posteriors of the other classes.

use super::fourier::dot;
use super::{Fourier, Normal, Phones, SpeechExample};
use crate::dynamic::Frames;
use noregret_core::problem::Problem;
use noregret_core::random::Random;
use noregret_core::readout::Readout;
use noregret_core::schedule::{AnySchedule, FixedRate};
use noregret_core::{AnyLearner, Instance, Label, Result as CoreResult, Spec};
use serde::{Deserialize, Serialize};

const FREQUENCIES: &str = "fourier_frequencies";
const PHASES: &str = "fourier_phases";
const WEIGHTS: &str = "classifier_weights";

/// How the classifier is learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ClassifierOptions {
    /// Number of random Fourier features.
    pub features: usize,
    /// Width of the Gaussian kernel that they stand for.
    pub sigma: f64,
    /// Passes over the frames.
    pub passes: usize,
    /// Aggressiveness C of PA-I.
    pub aggressiveness: f64,
    /// Log-posteriors below this are raised to it.
    pub floor: f64,
    /// Every n-th example is held out, to choose the temperature.
    pub held_out: usize,
    /// Seed of the features and of the order of frames.
    pub seed: u64,
}

impl Default for ClassifierOptions {
    fn default() -> Self {
        ClassifierOptions {
            features: 1500,
            sigma: 6.24,
            passes: 3,
            aggressiveness: 1.0,
            floor: -8.0,
            held_out: 5,
            seed: 0,
        }
    }
}

/// What was learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrameClassifier {
    pub(super) normal: Normal,
    pub(super) fourier: Fourier,
    /// A row for every class.
    #[serde(skip)]
    pub(super) weights: Vec<f64>,
    classes: usize,
    temperature: f64,
    floor: f64,
}

impl FrameClassifier {
    /// Learns from examples; `phones` says which classes there are.
    ///
    /// # Errors
    /// If the learner refuses a frame.
    pub fn train(
        examples: &[SpeechExample<'_>],
        phones: &Phones,
        options: &ClassifierOptions,
    ) -> CoreResult<Self> {
        let frames: Vec<_> = examples.iter().map(|example| example.utterance.frames).collect();
        let normal = Normal::of(&frames);
        let fourier = Fourier::new(options.features, normal.width(), options.sigma, options.seed);
        let (mut own, mut held) = (Vec::new(), Vec::new());
        for (i, example) in examples.iter().enumerate() {
            let out = examples.len() > 1 && (i + 1).is_multiple_of(options.held_out.max(2));
            let frames = if out { &mut held } else { &mut own };
            frames.extend(labelled(example, phones, &normal));
        }
        let learner = learn(&own, &fourier, options)?;
        let weights = weights(&learner, &fourier, phones.count());
        let mut classifier = FrameClassifier {
            normal,
            fourier,
            weights,
            classes: phones.count(),
            temperature: 1.0,
            floor: options.floor,
        };
        classifier.temperature = classifier.best_temperature(&held);
        Ok(classifier)
    }

    /// The temperature T.
    pub fn temperature(&self) -> f64 {
        self.temperature
    }

    /// Number of classes.
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// What normalises the frames.
    pub fn normal(&self) -> &Normal {
        &self.normal
    }

    /// Log-posteriors of all classes for normalised frames, a row for every frame.
    pub fn log_posteriors(&self, normalised: Frames<'_>) -> Vec<f64> {
        let learned = self.learned();
        let count = learned.iter().filter(|&&is_learned| is_learned).count() as f64;
        let mut features = vec![0.0; self.fourier.count()];
        let mut all = Vec::with_capacity(normalised.count() * self.classes);
        for t in 0..normalised.count() {
            let row = self.scores(normalised.row(t), &learned, &mut features);
            let log_sum = log_sum(&row, self.temperature);
            let clip = |score: f64| (score / self.temperature - log_sum).max(self.floor);
            let logs = || row.iter().zip(&learned).map(|(&s, &l)| l.then(|| clip(s)));
            let neutral = logs().flatten().sum::<f64>() / count;
            all.extend(logs().map(|log| log.unwrap_or(neutral)));
        }
        all
    }

    /// The large vectors by name.
    pub(super) fn vectors(&self) -> [(&'static str, Vec<f64>); 3] {
        let Fourier { frequencies, phases, .. } = &self.fourier;
        [
            (FREQUENCIES, frequencies.clone()),
            (PHASES, phases.clone()),
            (WEIGHTS, self.weights.clone()),
        ]
    }

    /// Puts the large vectors back; the error says what is wrong.
    pub(super) fn restore(
        &mut self,
        take: &mut impl FnMut(&str) -> Vec<f64>,
    ) -> Result<(), String> {
        self.fourier.frequencies = take(FREQUENCIES);
        self.fourier.phases = take(PHASES);
        self.weights = take(WEIGHTS);
        let (count, width) = (self.fourier.count(), self.fourier.width());
        let are_right = count > 0
            && width == self.normal.width()
            && self.fourier.frequencies.len() == count * width
            && self.weights.len() == count * self.classes
            && self.temperature > 0.0
            && self.normal.is_sound();
        if are_right { Ok(()) } else { Err("the frame classifier lacks a part".into()) }
    }

    /// Which classes have weights; all of them if none has, as with a single class.
    fn learned(&self) -> Vec<bool> {
        let rows = self.weights.chunks_exact(self.fourier.count());
        let learned: Vec<bool> = rows.map(|row| row.iter().any(|&w| w != 0.0)).collect();
        if learned.contains(&true) { learned } else { vec![true; self.classes] }
    }

    /// The scores of all classes, `-inf` for those that were not learned.
    fn scores(&self, x: &[f64], learned: &[bool], features: &mut [f64]) -> Vec<f64> {
        self.fourier.map(x, features);
        let rows = self.weights.chunks_exact(features.len()).zip(learned);
        let score =
            |(row, &l): (&[f64], &bool)| if l { dot(row, features) } else { f64::NEG_INFINITY };
        rows.map(score).collect()
    }

    /// The temperature with the least log-loss on frames of learned classes, by golden section on
    /// its logarithm; 1 without frames.
    fn best_temperature(&self, held: &[Labelled]) -> f64 {
        let mut features = vec![0.0; self.fourier.count()];
        let learned = self.learned();
        let known = held.iter().filter(|(class, _)| learned[*class]);
        let scores: Vec<(usize, Vec<f64>)> =
            known.map(|(class, x)| (*class, self.scores(x, &learned, &mut features))).collect();
        if scores.is_empty() {
            return 1.0;
        }
        let loss = |log: f64| {
            let temperature = log.exp();
            let of = |(class, row): &(usize, Vec<f64>)| {
                log_sum(row, temperature) - row[*class] / temperature
            };
            scores.iter().map(of).sum::<f64>()
        };
        least(loss, -5.0, 5.0).exp()
    }
}

/// A normalised frame with its class.
type Labelled = (usize, Vec<f64>);

fn labelled(example: &SpeechExample<'_>, phones: &Phones, normal: &Normal) -> Vec<Labelled> {
    let rows = normal.apply(example.utterance.frames);
    let row = |t: usize| rows[t * normal.width()..][..normal.width()].to_vec();
    let of_segment = |(i, frames): (usize, std::ops::Range<usize>)| {
        let class = phones.class(&example.utterance.phones[i]);
        frames.map(|t| (class, row(t))).collect::<Vec<_>>()
    };
    example.segments().flat_map(of_segment).collect()
}

/// The learner after its passes, each in an order of its own.
fn learn(
    frames: &[Labelled],
    fourier: &Fourier,
    options: &ClassifierOptions,
) -> CoreResult<AnyLearner> {
    let mut spec = Spec::named("pa1", "multiclass")?;
    spec.readout = Readout::Average;
    let rate = FixedRate { aggressiveness: options.aggressiveness };
    spec.schedule = AnySchedule::FixedRate(rate);
    let mut learner = spec.build()?;
    let mut random = Random::new(options.seed, 1);
    let mut order: Vec<usize> = (0..frames.len()).collect();
    let mut features = vec![0.0; fourier.count()];
    for _ in 0..options.passes {
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        for &i in &order {
            let (class, x) = &frames[i];
            fourier.map(x, &mut features);
            learner.learn(Instance::Dense(&features), Label::Number(*class as f64))?;
        }
    }
    Ok(learner)
}

/// The averaged weights, a row for every class; 0 for a class that no frame had.
fn weights(learner: &AnyLearner, fourier: &Fourier, classes: usize) -> Vec<f64> {
    let row_of = |class: usize| {
        let known = learner.problem().class_names().unwrap_or_default();
        known.iter().position(|name| name.to_string() == class.to_string())
    };
    let of_class = |class: usize| {
        let row = row_of(class);
        let weight = move |d| row.map_or(0.0, |row| learner.answering_weight(d, row));
        (0..fourier.count()).map(weight)
    };
    (0..classes).flat_map(of_class).collect()
}

/// `ln sum_e exp(score_e / T)`.
fn log_sum(scores: &[f64], temperature: f64) -> f64 {
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = scores.iter().map(|score| ((score - most) / temperature).exp()).sum();
    most / temperature + sum.ln()
}

/// Where a unimodal function is least.
fn least(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    for _ in 0..40 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if f(a) <= f(b) { high = b } else { low = a }
    }
    (low + high) / 2.0
}
