//! Learning a speech model from labelled utterances, with all of them for both of its parts.
//!
//! The frame classifier must not have seen the utterances that the weights are learned from: on
//! those it is surer than on others. So the utterances are dealt to folds, each fold gets the
//! confidences of a classifier that was trained on the other folds, the weights are learned from
//! all of these, and the classifier of the model is trained on all utterances. (Stacking: Wolpert
//! 1992.) Defaults: 4 folds, phones of at least one frame.

use std::path::Path;
use std::sync::Arc;

use super::{SpeechModel, named};
use crate::audio::{Mfcc, MfccParams};
use crate::corpus::{CorpusOptions, LabelledUtterance, utterances};
use crate::error::Error;
use crate::output::{Accuracy, Report};
use crate::speech::{
    ClassifierOptions, FrameClassifier, Phones, SpeechAligner, SpeechBase, SpeechExample,
};
use crate::train::{Example, TrainingError, TrainingOptions, learn};
use crate::words::count;

/// Utterances that a model needs at least.
const LEAST: usize = 2;

/// How a speech model is learned.
#[derive(Clone, Debug, PartialEq)]
pub struct SpeechLearning {
    /// How the frame classifier is learned.
    pub classifier: ClassifierOptions,
    /// How the weights are learned.
    pub training: TrainingOptions,
    /// Folds, at least 2; as many as there are utterances at most.
    pub folds: usize,
}

impl Default for SpeechLearning {
    fn default() -> Self {
        SpeechLearning {
            classifier: ClassifierOptions::default(),
            training: TrainingOptions { gap: 1, ..TrainingOptions::default() },
            folds: 4,
        }
    }
}

impl SpeechLearning {
    /// Learns from the recordings of a folder; see [`utterances`].
    ///
    /// # Errors
    /// As [`utterances`] and [`run`](Self::run).
    pub fn folder(
        &self,
        path: &Path,
        params: &MfccParams,
        options: &CorpusOptions,
    ) -> Result<(SpeechModel, Report), Error> {
        let mfcc = Mfcc::new(params)?;
        let corpus = utterances(path, &mfcc, options)?;
        let model = self.run(&corpus.examples, mfcc)?;
        let mut accuracy = Accuracy::default();
        for utterance in &corpus.examples {
            accuracy.add_starts(&utterance.labels.starts, &model.starts(utterance)?);
        }
        let report = Report {
            what: "utterance",
            examples: corpus.examples.len(),
            phones: Some(model.aligner().phones().names().len()),
            accuracy,
            summary: model.aligner().summary().clone(),
            resampled: (corpus.resampled, params.sample_rate),
            skipped: corpus.skipped,
        };
        Ok((model, report))
    }

    /// Learns from utterances.
    ///
    /// # Errors
    /// If there are fewer than 2, one cannot be aligned, or an option is refused.
    pub fn run(&self, utterances: &[LabelledUtterance], mfcc: Mfcc) -> Result<SpeechModel, Error> {
        if utterances.len() < LEAST {
            let given = count(utterances.len(), "utterance");
            let reason = format!("{given}: at least {LEAST} are needed to learn");
            return Err(Error::Parameter(reason));
        }
        let examples = utterances.iter().map(LabelledUtterance::example);
        let examples = examples.collect::<Result<Vec<_>, Error>>()?;
        let aligner = self.aligner(&examples);
        let aligner = aligner.map_err(|error| named(error, |i| utterances[i].name.clone()))?;
        Ok(SpeechModel::new(mfcc, aligner))
    }

    fn aligner(&self, examples: &[SpeechExample<'_>]) -> Result<SpeechAligner, TrainingError> {
        let folds = self.folds.clamp(LEAST, examples.len());
        let others = |fold: usize| {
            let others = examples.iter().enumerate().filter(|(i, _)| i % folds != fold);
            others.map(|(_, example)| *example).collect::<Vec<_>>()
        };
        let parts = (0..folds).map(|fold| self.classifier(&others(fold)));
        let parts = parts.collect::<Result<Vec<_>, TrainingError>>()?;
        let gap = self.training.gap;
        let mut shared = Vec::with_capacity(examples.len());
        for (i, example) in examples.iter().enumerate() {
            let (phones, classifier) = &parts[i % folds];
            let base = SpeechBase::new(example.utterance, classifier, phones, gap);
            let example = base.and_then(|base| Example::new(base, example.starts));
            let located = |reason| TrainingError::Example { number: i + 1, reason };
            shared.push(Arc::new(example.map_err(located)?));
        }
        let learned = learn(&shared, &self.training)?;
        let (phones, classifier) = self.classifier(examples)?;
        Ok(SpeechAligner::with(phones, classifier, &learned, gap))
    }

    /// Phones and classifier of some utterances.
    fn classifier(
        &self,
        examples: &[SpeechExample<'_>],
    ) -> Result<(Phones, FrameClassifier), TrainingError> {
        let phones = Phones::of(examples);
        // Few utterances have one that is held out too.
        let held_out = self.classifier.held_out.min(examples.len());
        let options = ClassifierOptions { held_out, ..self.classifier.clone() };
        let classifier = FrameClassifier::train(examples, &phones, &options)?;
        Ok((phones, classifier))
    }
}
