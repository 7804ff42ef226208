//! Utterances of one speaker: 13 cepstra with their slopes, phones, start times.
//!
//! Slopes are regressions over 2 frames either side; with slopes of slopes 39 numbers a frame.

use super::table::{bytes, lines};
use crate::failure::{Failure, Result};
use noregret_align::audio::{FrameMatrix, delta};
use noregret_align::dynamic::Frames;
use noregret_align::speech::{SpeechExample, Utterance};
use std::collections::HashMap;
use std::path::Path;

/// Cepstra of a frame.
const CEPSTRA: usize = 13;
/// Frames either side that a slope is taken over.
const WINDOW: usize = 2;
/// Numbers of a frame, slopes included.
const WIDTH: usize = 3 * CEPSTRA;

/// An utterance with its true starts.
pub(super) struct Spoken {
    values: Vec<f64>,
    phones: Vec<String>,
    starts: Vec<usize>,
    /// The true starts in seconds.
    pub(super) times: Vec<f64>,
}

impl Spoken {
    /// The utterance as the library takes it.
    pub(super) fn example(&self) -> Result<SpeechExample<'_>> {
        let frames = Frames::new(&self.values, WIDTH)?;
        let utterance = Utterance { frames, phones: &self.phones };
        Ok(SpeechExample { utterance, starts: &self.starts })
    }

    /// Its length in seconds.
    pub(super) fn seconds(&self) -> f64 {
        (self.values.len() / WIDTH) as f64 / noregret_align::speech::RATE
    }
}

/// All utterances, in the order of the index.
pub(super) fn load(dir: &Path) -> Result<Vec<Spoken>> {
    let dir = dir.join("speech_alignment");
    let raw = bytes(&dir.join("mfcc.i16le.gz"))?;
    let scales = lines(&dir.join("scale.tsv.gz"), 0, 2)?;
    let scales = scales.iter().map(|line| line.number(1)).collect::<Result<Vec<f64>>>()?;
    let mut segments: HashMap<String, Vec<(String, f64, usize)>> = HashMap::new();
    for line in lines(&dir.join("segments.tsv.gz"), 1, 6)? {
        let segment = (line.text(2).to_owned(), line.number(3)?, line.number(5)?);
        segments.entry(line.text(0).to_owned()).or_default().push(segment);
    }
    let mut all = Vec::new();
    for line in lines(&dir.join("index.tsv.gz"), 1, 3)? {
        let (first, count): (usize, usize) = (line.number(1)?, line.number(2)?);
        let missing = || Failure::other(format!("{} has no frames or segments", line.text(0)));
        let range = 2 * CEPSTRA * first..2 * CEPSTRA * (first + count);
        let numbers = raw.get(range).filter(|_| scales.len() == CEPSTRA).ok_or_else(missing)?;
        let pairs = numbers.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let scaled = pairs.zip(scales.iter().cycle()).map(|(x, scale)| f64::from(x) * scale);
        let cepstra: Vec<f64> = scaled.collect();
        let segments = segments.remove(line.text(0)).ok_or_else(missing)?;
        all.push(Spoken {
            values: with_slopes(cepstra).ok_or_else(missing)?,
            times: segments.iter().map(|segment| segment.1).collect(),
            starts: segments.iter().map(|s| s.2.min(count.saturating_sub(1))).collect(),
            phones: segments.into_iter().map(|segment| segment.0).collect(),
        });
    }
    Ok(all)
}

/// Cepstra, their slopes and the slopes of these, frame by frame.
fn with_slopes(cepstra: Vec<f64>) -> Option<Vec<f64>> {
    let cepstra = FrameMatrix::from_data(CEPSTRA, cepstra)?;
    let first = delta(&cepstra, WINDOW);
    let second = delta(&first, WINDOW);
    let frames = cepstra.rows().zip(first.rows()).zip(second.rows());
    Some(frames.flat_map(|((x, first), second)| [x, first, second].concat()).collect())
}
