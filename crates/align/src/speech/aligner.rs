//! The speech aligner: classifier, statistics, scales and weights.

use super::{ClassifierOptions, FrameClassifier, Phones, SpeechBase, SpeechExample, Utterance};
use crate::dynamic::{Aligned, Chain, Infeasible, decode};
use crate::train::model_file::{self, Vectors};
use crate::train::{
    Example, Learned, ModelError, Scales, Summary, TrainingError, TrainingOptions, learn,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Frames in a second.
pub const RATE: f64 = 100.0;

const KIND: &str = "speech-aligner";

/// How a speech aligner is trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SpeechOptions {
    /// How the frame classifier is learned.
    pub classifier: ClassifierOptions,
    /// The share of the examples, the first ones, that the classifier and the lengths of phones
    /// are learned from; the weights are learned from the others. Default: a quarter.
    pub classifier_share: f64,
    /// How the weights are learned.
    pub training: TrainingOptions,
}

impl Default for SpeechOptions {
    fn default() -> Self {
        SpeechOptions {
            classifier: ClassifierOptions::default(),
            classifier_share: 0.25,
            training: TrainingOptions::default(),
        }
    }
}

/// A trained aligner of speech.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpeechAligner {
    phones: Phones,
    classifier: FrameClassifier,
    scales: Scales,
    weights: Vec<f64>,
    gap: usize,
    summary: Summary,
}

impl SpeechAligner {
    /// Learns from examples, the first of them for the classifier.
    ///
    /// # Errors
    /// If there are fewer than 2 examples, or one cannot be aligned.
    pub fn train(
        examples: &[SpeechExample<'_>],
        options: &SpeechOptions,
    ) -> Result<Self, TrainingError> {
        if examples.len() < 2 {
            return Err(TrainingError::TooFew { given: examples.len(), needed: 2 });
        }
        for (i, example) in examples.iter().enumerate() {
            example.check().map_err(at(i))?;
        }
        let share = (examples.len() as f64 * options.classifier_share).round() as usize;
        let (first, others) = examples.split_at(share.clamp(1, examples.len() - 1));
        let phones = Phones::of(first);
        let classifier = FrameClassifier::train(first, &phones, &options.classifier)?;
        let gap = options.training.gap;
        let shared = shared(others, &classifier, &phones, gap)
            .map_err(|(i, reason)| at(first.len() + i)(reason))?;
        let learned = learn(&shared, &options.training)?;
        drop(shared);
        Ok(Self::with(phones, classifier, &learned, gap))
    }

    /// An aligner of parts that were learned one by one.
    pub fn with(
        phones: Phones,
        classifier: FrameClassifier,
        learned: &Learned,
        gap: usize,
    ) -> Self {
        SpeechAligner {
            phones,
            classifier,
            scales: learned.scales.clone(),
            weights: learned.weights.clone(),
            gap,
            summary: Summary::of(learned),
        }
    }

    /// The alignment of an utterance.
    ///
    /// # Errors
    /// If there is none; the error says why.
    pub fn align(&self, utterance: Utterance<'_>) -> Result<Aligned, Infeasible> {
        let base = SpeechBase::new(utterance, &self.classifier, &self.phones, self.gap)?;
        let weights = self.scales.unscale(&self.weights, utterance.phones.len());
        let best = decode(&Chain::new(&base, &weights)?)?;
        Ok(Aligned::new(best, utterance.frames.count(), RATE))
    }

    /// The phones that are known.
    pub fn phones(&self) -> &Phones {
        &self.phones
    }

    /// The scales of the base functions.
    pub fn scales(&self) -> &Scales {
        &self.scales
    }

    /// The weights of the scaled base functions.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Figures of the run that learned the weights.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The aligner as the bytes of a model file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn to_bytes(&self) -> Result<Vec<u8>, ModelError> {
        let vectors = Vectors::from(self.classifier.vectors());
        model_file::write(KIND, self, vectors)
    }

    /// The aligner that the bytes of a model file hold.
    ///
    /// # Errors
    /// If they hold none.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let (mut aligner, mut vectors): (SpeechAligner, _) = model_file::read(KIND, bytes)?;
        let mut take = |name: &str| vectors.remove(name).unwrap_or_default();
        aligner.classifier.restore(&mut take).map_err(ModelError::Content)?;
        let (scales, weights) = (aligner.scales.values(), &aligner.weights);
        let are_right = scales.len() == super::COUNT
            && weights.len() == super::COUNT
            && scales.iter().all(|&s| s > 0.0)
            && aligner.classifier.classes() == aligner.phones.count()
            && aligner.phones.is_sound();
        if !are_right {
            return Err(ModelError::Content("its parts do not fit together".into()));
        }
        Ok(aligner)
    }
}

/// The examples with their base functions; an error comes with the number of its example.
pub fn shared<'a>(
    examples: &[SpeechExample<'_>],
    classifier: &FrameClassifier,
    phones: &'a Phones,
    gap: usize,
) -> Result<Vec<Arc<Example<SpeechBase<'a>>>>, (usize, Infeasible)> {
    let of = |(i, example): (usize, &SpeechExample<'_>)| {
        let base = SpeechBase::new(example.utterance, classifier, phones, gap);
        let example = base.and_then(|base| Example::new(base, example.starts));
        example.map(Arc::new).map_err(|reason| (i, reason))
    };
    examples.iter().enumerate().map(of).collect()
}

fn at(i: usize) -> impl Fn(Infeasible) -> TrainingError {
    move |reason| TrainingError::Example { number: i + 1, reason }
}
