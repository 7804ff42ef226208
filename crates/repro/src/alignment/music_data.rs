//! Performances of three pieces by twelve pianists: energies of semitone bands, scores, onsets.

use super::table::{bytes, lines};
use crate::failure::{Failure, Result};
use noregret_align::dynamic::Frames;
use noregret_align::music::{MusicBase, PITCHES, Score, ScoreNote};
use std::path::Path;

/// The pieces.
pub(super) const PIECES: [&str; 3] = ["Chopin_op10_no3", "Chopin_op38", "Schubert_D783_no15"];
/// Performances with energies.
pub(super) const PERFORMANCES: usize = 12;

/// A performance.
pub(super) struct Performance {
    pub(super) piece: usize,
    pub(super) number: usize,
    energies: Vec<f64>,
    pub(super) score: Score,
    onsets: Vec<f64>,
    pub(super) starts: Vec<usize>,
}

impl Performance {
    /// The energies in decibels.
    pub(super) fn energies(&self) -> Result<Frames<'_>> {
        Frames::new(&self.energies, PITCHES).map_err(Failure::from)
    }

    /// Its base functions.
    pub(super) fn base(&self) -> Result<MusicBase<'_>> {
        MusicBase::new(self.energies()?, &self.score).map_err(Failure::from)
    }

    /// Mean distance of the notes' onsets from these starts in milliseconds.
    pub(super) fn error(&self, starts: &[usize]) -> f64 {
        let off = |(note, onset): (usize, &f64)| {
            let event = self.score.event_of(note)?;
            Some((starts[event] as f64 / noregret_align::music::RATE - onset).abs())
        };
        let off: Vec<f64> = self.onsets.iter().enumerate().filter_map(off).collect();
        1000.0 * off.iter().sum::<f64>() / off.len().max(1) as f64
    }
}

/// The first `most` performances of every piece.
pub(super) fn load(dir: &Path, most: usize) -> Result<Vec<Performance>> {
    let dir = dir.join("music_alignment");
    let mut all = Vec::new();
    for (piece, name) in PIECES.iter().enumerate() {
        for number in 1..=PERFORMANCES.min(most) {
            let file = format!("{name}_p{number:02}");
            let energies = bytes(&dir.join(format!("bands/{file}.u8.gz")))?;
            let energies: Vec<f64> = energies.into_iter().map(f64::from).collect();
            if energies.is_empty() || !energies.len().is_multiple_of(PITCHES) {
                return Err(Failure::other(format!("{file}: the energies are cut short")));
            }
            let (mut notes, mut onsets) = (Vec::new(), Vec::new());
            for line in lines(&dir.join(format!("notes/{file}.tsv.gz")), 1, 7)? {
                notes.push(ScoreNote {
                    onset: line.number(0)?,
                    offset: line.number(1)?,
                    pitch: line.number(2)?,
                    grace: line.text(6) == "1",
                });
                onsets.push(line.number(3)?);
            }
            let score = Score::new(&notes)?;
            let starts = score.starts(&onsets, energies.len() / PITCHES)?;
            all.push(Performance { piece, number, energies, score, onsets, starts });
        }
    }
    Ok(all)
}
