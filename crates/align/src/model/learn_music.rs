//! Learning a music model from performances.

use std::path::Path;

use super::{MusicModel, named};
use crate::audio::{BandParams, Bands};
use crate::corpus::{CorpusOptions, Performance, performances};
use crate::dynamic::Frames;
use crate::error::Error;
use crate::music::{MusicAligner, MusicExample};
use crate::output::{Accuracy, Report};
use crate::train::TrainingOptions;

/// How a music model is learned.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct MusicLearning {
    /// How the weights are learned.
    pub training: TrainingOptions,
}

impl MusicLearning {
    /// Learns from the recordings of a folder; see [`performances`].
    ///
    /// # Errors
    /// As [`performances`] and [`run`](Self::run).
    pub fn folder(
        &self,
        path: &Path,
        params: &BandParams,
        options: &CorpusOptions,
    ) -> Result<(MusicModel, Report), Error> {
        let bands = Bands::new(params)?;
        let corpus = performances(path, &bands, options)?;
        let model = self.run(&corpus.examples, bands)?;
        let mut accuracy = Accuracy::default();
        for performance in &corpus.examples {
            let found = model.onsets(performance)?;
            let pairs = performance.onsets.iter().zip(found);
            pairs.for_each(|(&truth, found)| found.iter().for_each(|&o| accuracy.add(truth, o)));
        }
        let report = Report {
            what: "performance",
            examples: corpus.examples.len(),
            phones: None,
            accuracy,
            summary: model.aligner().summary().clone(),
            resampled: (corpus.resampled, params.sample_rate),
            skipped: corpus.skipped,
        };
        Ok((model, report))
    }

    /// Learns from performances.
    ///
    /// # Errors
    /// If there is none, one cannot be aligned, or an option is refused.
    pub fn run(&self, performances: &[Performance], bands: Bands) -> Result<MusicModel, Error> {
        let mut examples = Vec::with_capacity(performances.len());
        for performance in performances {
            let Performance { name, energies, score, starts, .. } = performance;
            let energies = Frames::of(energies);
            let energies = energies.map_err(|reason| Error::whole(name, reason.to_string()))?;
            examples.push(MusicExample { energies, score, starts });
        }
        let aligner = MusicAligner::train(&examples, &self.training);
        let aligner = aligner.map_err(|error| named(error, |i| performances[i].name.clone()))?;
        Ok(MusicModel::new(bands, aligner))
    }
}
