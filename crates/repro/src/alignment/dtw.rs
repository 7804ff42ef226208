//! A baseline without learning: dynamic time warping of chroma.
//!
//! The score becomes frames at the mean tempo, each with the pitch classes that sound; the
//! recording's chroma are energies (20 dB and more above silence) added up by pitch class. Steps
//! (1,1), (1,0), (0,1), cost one minus the cosine, in a band of a quarter of the recording.

use noregret_align::dynamic::Frames;
use noregret_align::music::{LOWEST, Score};

const CLASSES: usize = 12;
/// Energies up to this say nothing, in decibels of the data.
const FLOOR: f64 = 20.0;
/// Half the width of the band, as a share of the recording.
const BAND: f64 = 0.125;

type Chroma = [f64; CLASSES];

/// The starts of the events of a score, the silence before it first.
pub(super) fn starts(energies: Frames<'_>, score: &Score) -> Vec<usize> {
    let frames = energies.count();
    let tempo = frames as f64 / score.beats();
    let place = |event: usize| ((score.place(event) * tempo) as usize).min(frames - 1);
    let heard: Vec<Chroma> = (0..frames).map(|t| unit(heard(energies.row(t)))).collect();
    let mut written = vec![[0.0; CLASSES]; frames];
    for (i, event) in score.events().iter().enumerate() {
        let end = if i + 1 < score.events().len() { place(i + 2) } else { frames };
        for chroma in &mut written[place(i + 1)..end] {
            event.pitches.iter().for_each(|&pitch| chroma[usize::from(pitch) % CLASSES] += 1.0);
            *chroma = unit(*chroma);
        }
    }
    let path = warp(&written, &heard);
    let mut starts = vec![0];
    starts.extend((1..=score.events().len()).map(|event| path[place(event)]));
    starts
}

fn heard(row: &[f64]) -> Chroma {
    let mut chroma = [0.0; CLASSES];
    for (column, energy) in row.iter().enumerate() {
        chroma[(column + usize::from(LOWEST)) % CLASSES] += (energy - FLOOR).max(0.0);
    }
    chroma
}

fn unit(chroma: Chroma) -> Chroma {
    let norm = chroma.iter().map(|x| x * x).sum::<f64>().sqrt();
    if norm > 0.0 { chroma.map(|x| x / norm) } else { chroma }
}

/// For every frame of the score the first frame of the recording that the best path pairs it with.
fn warp(written: &[Chroma], heard: &[Chroma]) -> Vec<usize> {
    let count = heard.len();
    let reach = ((count as f64 * BAND) as usize).max(1);
    let width = 2 * reach + 1;
    let mut before = vec![f64::INFINITY; width];
    let mut steps = vec![0_u8; written.len() * width];
    for (i, a) in written.iter().enumerate() {
        let mut now = vec![f64::INFINITY; width];
        for k in 0..width {
            let Some(j) = (i + k).checked_sub(reach).filter(|&j| j < count) else { continue };
            let cost = 1.0 - a.iter().zip(&heard[j]).map(|(a, b)| a * b).sum::<f64>();
            // The band moves with i: the cell (i-1, j-1) has the same k, (i-1, j) the next.
            let up = before.get(k + 1).copied().unwrap_or(f64::INFINITY);
            let left = if k > 0 { now[k - 1] } else { f64::INFINITY };
            let from = [before[k], up, left];
            let best = (0..3).fold(0, |best, s| if from[s] < from[best] { s } else { best });
            let start = if i == 0 && j == 0 { 0.0 } else { from[best] };
            now[k] = start + cost;
            steps[i * width + k] = best as u8;
        }
        before = now;
    }
    trace(&steps, written.len(), count, reach)
}

fn trace(steps: &[u8], rows: usize, count: usize, reach: usize) -> Vec<usize> {
    let width = 2 * reach + 1;
    let mut path = vec![0; rows];
    let (mut i, mut j) = (rows - 1, count - 1);
    while i > 0 || j > 0 {
        path[i] = j;
        match steps[i * width + (j + reach - i).min(width - 1)] {
            0 if i > 0 && j > 0 => (i, j) = (i - 1, j - 1),
            1 if i > 0 => i -= 1,
            _ if j > 0 => j -= 1,
            _ => i -= 1,
        }
    }
    path[0] = 0;
    path
}
