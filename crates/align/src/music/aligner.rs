//! The music aligner: scales and weights.

use super::{COUNT, MusicBase, RATE, Score};
use crate::dynamic::{Aligned, Chain, Frames, Infeasible, decode};
use crate::train::model_file::{self, Vectors};
use crate::train::{
    Example, Learned, ModelError, Scales, Summary, TrainingError, TrainingOptions, learn,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

const KIND: &str = "music-aligner";

/// A performance, its score and the frame at which each event starts.
#[derive(Clone, Copy, Debug)]
pub struct MusicExample<'a> {
    /// Energies of semitone bands in decibels, 50 frames a second.
    pub energies: Frames<'a>,
    /// The score.
    pub score: &'a Score,
    /// The true starts, the silence before the first note included ([`Score::starts`]).
    pub starts: &'a [usize],
}

/// A trained aligner of music.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MusicAligner {
    scales: Scales,
    weights: Vec<f64>,
    summary: Summary,
}

impl MusicAligner {
    /// Learns from examples.
    ///
    /// # Errors
    /// If there is none, or one cannot be aligned.
    pub fn train(
        examples: &[MusicExample<'_>],
        options: &TrainingOptions,
    ) -> Result<Self, TrainingError> {
        let mut shared = Vec::with_capacity(examples.len());
        for (i, example) in examples.iter().enumerate() {
            let base = MusicBase::new(example.energies, example.score);
            let example = base.and_then(|base| Example::new(base, example.starts));
            let located = |reason| TrainingError::Example { number: i + 1, reason };
            shared.push(Arc::new(example.map_err(located)?));
        }
        Ok(Self::with(&learn(&shared, options)?))
    }

    /// An aligner with weights that were learned.
    pub fn with(learned: &Learned) -> Self {
        MusicAligner {
            scales: learned.scales.clone(),
            weights: learned.weights.clone(),
            summary: Summary::of(learned),
        }
    }

    /// The alignment of a performance with its score; the first event is the silence before it.
    ///
    /// # Errors
    /// If there is none; the error says why.
    pub fn align(&self, energies: Frames<'_>, score: &Score) -> Result<Aligned, Infeasible> {
        let base = MusicBase::new(energies, score)?;
        let weights = self.scales.unscale(&self.weights, score.events().len() + 1);
        let best = decode(&Chain::new(&base, &weights)?)?;
        Ok(Aligned::new(best, energies.count(), RATE))
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
        model_file::write(KIND, self, Vectors::new())
    }

    /// The aligner that the bytes of a model file hold.
    ///
    /// # Errors
    /// If they hold none.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let (aligner, _): (MusicAligner, _) = model_file::read(KIND, bytes)?;
        let scales = aligner.scales.values();
        if scales.len() != COUNT
            || aligner.weights.len() != COUNT
            || scales.iter().any(|&s| s <= 0.0)
        {
            return Err(ModelError::Content("its parts do not fit together".into()));
        }
        Ok(aligner)
    }
}
