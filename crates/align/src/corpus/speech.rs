//! Utterances to learn from: `x.wav` with `x.TextGrid`, `x.lab` or `x.phn` in a folder.

use std::path::Path;

use super::{Corpus, CorpusOptions, Folder, Labels, Pair, Recording, Skipped};
use crate::audio::{FrameMatrix, Mfcc};
use crate::dynamic::Frames;
use crate::error::{Error, Place};
use crate::speech::{RATE, SpeechExample, Utterance};
use crate::words::count;

/// The endings of label files, the preferred first.
const ENDINGS: [&str; 3] = ["TextGrid", "lab", "phn"];

/// An utterance with its phones and their true times.
#[derive(Clone, Debug)]
pub struct LabelledUtterance {
    /// The file of the recording.
    pub name: String,
    /// Cepstra.
    pub frames: FrameMatrix,
    /// Its phones and when they start.
    pub labels: Labels,
    /// The frames at which they start.
    pub starts: Vec<usize>,
}

impl LabelledUtterance {
    /// An utterance of a recording and its labels.
    ///
    /// # Errors
    /// If the recording has fewer frames than phones.
    pub fn new(recording: &Recording, labels: Labels, mfcc: &Mfcc) -> Result<Self, Error> {
        let frames = mfcc.features(&recording.audio);
        check_length(recording, frames.frames(), labels.phones.len())?;
        let last = frames.frames() - 1;
        let frame = |&start: &f64| ((start * RATE).round() as usize).min(last);
        let starts = labels.starts.iter().map(frame).collect();
        Ok(LabelledUtterance { name: recording.name.clone(), frames, labels, starts })
    }

    /// What is learned from.
    ///
    /// # Errors
    /// If a number of the cepstra is not finite.
    pub fn example(&self) -> Result<SpeechExample<'_>, Error> {
        let frames = Frames::of(&self.frames);
        let frames = frames.map_err(|reason| Error::whole(&self.name, reason.to_string()))?;
        let utterance = Utterance { frames, phones: &self.labels.phones };
        Ok(SpeechExample { utterance, starts: &self.starts })
    }
}

/// Refuses a recording with fewer frames than phones.
pub(crate) fn check_length(
    recording: &Recording,
    frames: usize,
    phones: usize,
) -> Result<(), Error> {
    if phones <= frames {
        return Ok(());
    }
    let duration = recording.audio.duration();
    let (frames, phones) = (count(frames, "frame"), count(phones, "phone"));
    let reason = format!(
        "the recording is too short for its phones: {duration:.3} s make {frames} of 10 ms, for \
         {phones}"
    );
    Err(Error::in_file(&recording.name, Place::Whole, reason))
}

/// Reads the utterances of a folder.
///
/// # Errors
/// If there is none, or a file is broken and broken files are not left out.
pub fn utterances(
    path: &Path,
    mfcc: &Mfcc,
    options: &CorpusOptions,
) -> Result<Corpus<LabelledUtterance>, Error> {
    let folder = Folder::open(path, &ENDINGS)?;
    let (pairs, skipped) = folder.pairs(&ENDINGS)?;
    let mut corpus = Corpus { examples: Vec::new(), skipped, resampled: 0 };
    for pair in pairs {
        match utterance(&pair, mfcc, options) {
            Ok((utterance, is_resampled)) => {
                corpus.resampled += usize::from(is_resampled);
                corpus.examples.push(utterance);
            }
            Err(error) if options.skip_broken => {
                corpus.skipped.push(Skipped { reason: error.to_string() });
            }
            Err(error) => return Err(error),
        }
    }
    Ok(corpus)
}

fn utterance(
    pair: &Pair<'_>,
    mfcc: &Mfcc,
    options: &CorpusOptions,
) -> Result<(LabelledUtterance, bool), Error> {
    let recording = Recording::open(pair.sound, options.channel)?;
    let sound = (recording.audio.duration(), recording.audio.rate);
    let labels = Labels::open(pair.companion, options.tier.as_deref(), sound)?;
    let is_resampled = recording.audio.rate != mfcc.params().sample_rate;
    Ok((LabelledUtterance::new(&recording, labels, mfcc)?, is_resampled))
}
