//! The model that aligns utterances: cepstra, then [`SpeechAligner`].

use std::path::Path;

use super::{file, weights};
use crate::audio::{FrameMatrix, Mfcc, MfccParams};
use crate::corpus::{LabelledUtterance, Recording, check_length};
use crate::dynamic::{Aligned, Frames};
use crate::error::Error;
use crate::files::Interval;
use crate::output::{Inspection, SpeechAlignment};
use crate::speech::{NAMES, RATE, SpeechAligner, Utterance};

pub(super) const ABOUT: &str = "a speech alignment model: use noregret align speech, or noregret \
                               align inspect to see what it holds";

/// The largest window of slopes that a model may have, in frames on either side.
const WIDEST_DELTA: usize = 10;

/// A trained model of speech.
#[derive(Clone, Debug)]
pub struct SpeechModel {
    mfcc: Mfcc,
    aligner: SpeechAligner,
}

impl SpeechModel {
    /// A model of an aligner that learned from such cepstra.
    pub fn new(mfcc: Mfcc, aligner: SpeechAligner) -> Self {
        SpeechModel { mfcc, aligner }
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// If it cannot be read, is another kind of model or has frames that are not aligned.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let (params, bytes): (MfccParams, _) = file::load(path, ABOUT)?;
        let failed = |reason: String| Error::whole(&path.to_string_lossy(), reason);
        check(&params).map_err(&failed)?;
        let mfcc = Mfcc::new(&params).map_err(|e| failed(e.to_string()))?;
        let aligner = SpeechAligner::from_bytes(&bytes).map_err(|e| failed(e.to_string()))?;
        Ok(SpeechModel { mfcc, aligner })
    }

    /// Writes a model file, replacing an older one at once.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        file::save(path, ABOUT, self.mfcc.params(), self.aligner.to_bytes())
    }

    /// The sample rate that recordings are brought to, in Hz.
    pub fn rate(&self) -> u32 {
        self.mfcc.params().sample_rate
    }

    /// What was learned.
    pub fn aligner(&self) -> &SpeechAligner {
        &self.aligner
    }

    /// Of some phones those that were seen too seldom for a model of their own, each once.
    pub fn rare<'a>(&self, phones: &'a [String]) -> Vec<&'a str> {
        distinct(phones, |phone| self.aligner.phones().rare().contains(phone))
    }

    /// Of some phones those that were never seen, each once.
    pub fn unknown<'a>(&self, phones: &'a [String]) -> Vec<&'a str> {
        let known = self.aligner.phones();
        distinct(phones, |phone| !known.names().contains(phone) && !known.rare().contains(phone))
    }

    /// What the model holds.
    pub fn inspect(&self) -> Inspection {
        let aligner = &self.aligner;
        Inspection {
            kind: "speech",
            rate: self.rate(),
            weights: weights(&NAMES, aligner.weights(), aligner.scales()),
            phones: Some(aligner.phones().names().to_vec()),
            rare: Some(aligner.phones().rare().to_vec()),
            summary: aligner.summary().clone(),
        }
    }

    /// When each phone of a recording is spoken.
    ///
    /// # Errors
    /// If the recording has fewer frames than phones, or no alignment.
    pub fn align(
        &self,
        recording: &Recording,
        phones: &[String],
    ) -> Result<SpeechAlignment, Error> {
        if phones.is_empty() {
            return Err(Error::Parameter("there is no phone to align".into()));
        }
        let frames = self.mfcc.features(&recording.audio);
        check_length(recording, frames.frames(), phones.len())?;
        let aligned = self.times(&recording.name, &frames, phones)?;
        let duration = recording.audio.duration();
        let start = |i: usize| aligned.times.get(i).copied().unwrap_or(duration);
        let segment = |(i, phone): (usize, &String)| {
            // The last frame may be a little longer than what is there.
            let (start, end) = (start(i).min(duration), start(i + 1).min(duration));
            Interval { start, end, text: phone.clone() }
        };
        let segments = phones.iter().enumerate().map(segment).collect();
        let file = recording.name.clone();
        Ok(SpeechAlignment { file, duration, score: aligned.score, segments })
    }

    /// The starts of an utterance that has been labelled, in seconds.
    ///
    /// # Errors
    /// If there is no alignment.
    pub fn starts(&self, utterance: &LabelledUtterance) -> Result<Vec<f64>, Error> {
        let LabelledUtterance { name, frames, labels, .. } = utterance;
        Ok(self.times(name, frames, &labels.phones)?.times)
    }

    fn times(&self, name: &str, frames: &FrameMatrix, phones: &[String]) -> Result<Aligned, Error> {
        let frames = Frames::of(frames);
        let aligned = frames.and_then(|frames| self.aligner.align(Utterance { frames, phones }));
        aligned.map_err(|reason| Error::whole(name, reason.to_string()))
    }
}

/// The phones that a condition holds for, in the order of their first occurrence.
fn distinct(phones: &[String], holds: impl Fn(&String) -> bool) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for phone in phones.iter().filter(|phone| holds(phone)) {
        if !found.contains(&phone.as_str()) {
            found.push(phone);
        }
    }
    found
}

/// Refuses cepstra that [`SpeechAligner`] is not defined for.
fn check(params: &MfccParams) -> Result<(), String> {
    let MfccParams { shift_ms, delta_window, .. } = *params;
    let wanted = 1000.0 / RATE;
    if shift_ms != wanted {
        return Err(format!(
            "the model is broken: a frame every {shift_ms} ms; speech is aligned with one every \
             {wanted} ms"
        ));
    }
    if delta_window > WIDEST_DELTA {
        return Err(format!(
            "the model is broken: slopes over {delta_window} frames on either side, \
             {WIDEST_DELTA} are the most"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{MfccParams, check};

    #[test]
    fn only_frames_that_the_aligner_knows_are_taken() {
        assert_eq!(check(&MfccParams { delta_window: 10, ..MfccParams::default() }), Ok(()));
        assert!(check(&MfccParams { delta_window: 11, ..MfccParams::default() }).is_err());
        assert!(check(&MfccParams { shift_ms: 5.0, ..MfccParams::default() }).is_err());
    }
}
