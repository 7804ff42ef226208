//! The model that aligns performances: band energies, then [`MusicAligner`].

use std::path::Path;

use super::{file, weights};
use crate::audio::{BandParams, Bands, FrameMatrix};
use crate::corpus::{Performance, Recording, score_of};
use crate::dynamic::{Aligned, Frames};
use crate::error::Error;
use crate::files::Note;
use crate::music::{LOWEST, MusicAligner, NAMES, PITCHES, RATE, Score};
use crate::output::{AlignedNote, Inspection, MusicAlignment};

pub(super) const ABOUT: &str = "a music alignment model: use noregret align music, or noregret \
                               align inspect to see what it holds";

/// A trained model of music.
#[derive(Clone, Debug)]
pub struct MusicModel {
    bands: Bands,
    aligner: MusicAligner,
}

impl MusicModel {
    /// A model of an aligner that learned from such energies.
    pub fn new(bands: Bands, aligner: MusicAligner) -> Self {
        MusicModel { bands, aligner }
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// If it cannot be read, is another kind of model or has bands that are not aligned.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let (params, bytes): (BandParams, _) = file::load(path, ABOUT)?;
        let failed = |reason: String| Error::whole(&path.to_string_lossy(), reason);
        check(&params).map_err(&failed)?;
        let bands = Bands::new(&params).map_err(|e| failed(e.to_string()))?;
        let aligner = MusicAligner::from_bytes(&bytes).map_err(|e| failed(e.to_string()))?;
        Ok(MusicModel { bands, aligner })
    }

    /// Writes a model file, replacing an older one at once.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        file::save(path, ABOUT, self.bands.params(), self.aligner.to_bytes())
    }

    /// The sample rate that recordings are brought to, in Hz.
    pub fn rate(&self) -> u32 {
        self.bands.params().sample_rate
    }

    /// What was learned.
    pub fn aligner(&self) -> &MusicAligner {
        &self.aligner
    }

    /// What the model holds.
    pub fn inspect(&self) -> Inspection {
        let aligner = &self.aligner;
        Inspection {
            kind: "music",
            rate: self.rate(),
            weights: weights(&NAMES, aligner.weights(), aligner.scales()),
            phones: None,
            rare: None,
            summary: aligner.summary().clone(),
        }
    }

    /// When each note of a score, which comes from the file `name`, is played.
    ///
    /// # Errors
    /// If the score has no notes or there is no alignment.
    pub fn align(
        &self,
        recording: &Recording,
        (name, notes): (&str, &[Note]),
    ) -> Result<MusicAlignment, Error> {
        let score = score_of(name, notes)?;
        let energies = self.bands.energies(&recording.audio);
        let aligned = self.aligned(&recording.name, &energies, &score)?;
        let onsets = onsets(&aligned, &score, notes.len());
        let note = |(note, onset): (&Note, Option<f64>)| AlignedNote {
            onset,
            beats: note.onset_beats,
            offset_beats: note.offset_beats,
            grace: note.grace,
            pitch: note.pitch,
            event: None,
        };
        let mut notes: Vec<AlignedNote> = notes.iter().zip(onsets).map(note).collect();
        notes.iter_mut().enumerate().for_each(|(i, note)| note.event = score.event_of(i));
        let (file, duration) = (recording.name.clone(), recording.audio.duration());
        Ok(MusicAlignment { file, duration, score: aligned.score, notes })
    }

    /// The onsets of a performance's notes, in seconds; none for grace notes.
    ///
    /// # Errors
    /// If there is no alignment.
    pub fn onsets(&self, performance: &Performance) -> Result<Vec<Option<f64>>, Error> {
        let Performance { name, energies, score, notes, .. } = performance;
        Ok(onsets(&self.aligned(name, energies, score)?, score, notes.len()))
    }

    fn aligned(&self, name: &str, energies: &FrameMatrix, score: &Score) -> Result<Aligned, Error> {
        let frames = Frames::of(energies);
        let aligned = frames.and_then(|frames| self.aligner.align(frames, score));
        aligned.map_err(|reason| Error::whole(name, reason.to_string()))
    }
}

/// Refuses bands that [`MusicAligner`] is not defined for.
fn check(params: &BandParams) -> Result<(), String> {
    let BandParams { frames_per_second, low_pitch, pitches, .. } = *params;
    if f64::from(frames_per_second) == RATE && low_pitch == LOWEST && pitches == PITCHES {
        return Ok(());
    }
    Err(format!(
        "the model is broken: {pitches} pitches from {low_pitch} on, {frames_per_second} frames a \
         second; music is aligned with {PITCHES} from {LOWEST} on, {RATE} frames a second"
    ))
}

fn onsets(aligned: &Aligned, score: &Score, notes: usize) -> Vec<Option<f64>> {
    (0..notes).map(|note| score.event_of(note).map(|event| aligned.times[event])).collect()
}

#[cfg(test)]
mod tests {
    use super::{BandParams, check};

    #[test]
    fn only_bands_that_the_aligner_knows_are_taken() {
        assert_eq!(check(&BandParams { sample_rate: 22_050, ..BandParams::default() }), Ok(()));
        for wrong in [
            BandParams { frames_per_second: 100, ..BandParams::default() },
            BandParams { low_pitch: 25, ..BandParams::default() },
            BandParams { pitches: 88, ..BandParams::default() },
        ] {
            assert!(check(&wrong).is_err(), "{wrong:?}");
        }
    }
}
