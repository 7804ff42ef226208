//! Performances to learn from: `x.wav` with a score and the performed onsets, in a folder.
//!
//! A note list `x.tsv` or `x.txt` with a column `onset_s` has both. A score without them, a note
//! list or `x.mid`, needs the performance as `x.perf.mid`: its k-th note of a pitch is the k-th
//! note of that pitch in the score.

use std::collections::BTreeMap;
use std::path::Path;

use super::labels::ending;
use super::{Corpus, CorpusOptions, Folder, Pair, Recording, Skipped};
use crate::audio::{Bands, FrameMatrix};
use crate::dynamic::Infeasible;
use crate::error::{Error, Place};
use crate::files::{Note, read_notes};
use crate::music::{Score, ScoreNote};
use crate::words::count;

/// The endings of scores, the preferred first.
const ENDINGS: [&str; 4] = ["tsv", "txt", "mid", "midi"];
/// The endings of performances.
const PERFORMED: [&str; 2] = ["perf.mid", "perf.midi"];

/// How long a note is if its score does not say, in beats.
const NOTE: f64 = 1.0;
/// How much later than the recording a note may begin, in seconds.
const BEYOND: f64 = 0.05;

/// A recording with its score and the performed onsets.
#[derive(Clone, Debug)]
pub struct Performance {
    /// The file of the recording.
    pub name: String,
    /// Energies of the bands.
    pub energies: FrameMatrix,
    /// The notes of the score.
    pub notes: Vec<Note>,
    /// Their events.
    pub score: Score,
    /// When each note begins, in seconds; 0 for grace notes that were not timed.
    pub onsets: Vec<f64>,
    /// The frames at which the events start.
    pub starts: Vec<usize>,
}

/// The events of a score.
///
/// # Errors
/// If it has only grace notes.
pub fn score_of(name: &str, notes: &[Note]) -> Result<Score, Error> {
    let note = |note: &Note| {
        let offset = note.offset_beats.unwrap_or(note.onset_beats + NOTE);
        ScoreNote { offset, ..ScoreNote::from(note) }
    };
    let notes: Vec<ScoreNote> = notes.iter().map(note).collect();
    Score::new(&notes).map_err(|reason| Error::whole(name, reason.to_string()))
}

/// Reads the performances of a folder.
///
/// # Errors
/// If there is none, or a file is broken and broken files are not left out.
pub fn performances(
    path: &Path,
    bands: &Bands,
    options: &CorpusOptions,
) -> Result<Corpus<Performance>, Error> {
    let folder = Folder::open(path, &[&ENDINGS[..], &PERFORMED[..]].concat())?;
    let (pairs, skipped) = folder.pairs(&ENDINGS)?;
    let mut corpus = Corpus { examples: Vec::new(), skipped, resampled: 0 };
    for pair in pairs {
        match performance(&pair, bands, options) {
            Ok((performance, is_resampled)) => {
                corpus.resampled += usize::from(is_resampled);
                corpus.examples.push(performance);
            }
            Err(error) if options.skip_broken => {
                corpus.skipped.push(Skipped { reason: error.to_string() });
            }
            Err(error) => return Err(error),
        }
    }
    Ok(corpus)
}

fn performance(
    pair: &Pair<'_>,
    bands: &Bands,
    options: &CorpusOptions,
) -> Result<(Performance, bool), Error> {
    let name = pair.companion.to_string_lossy();
    let recording = Recording::open(pair.sound, options.channel)?;
    let notes = read_notes(pair.companion)?;
    let score = score_of(&name, &notes)?;
    let performed = PERFORMED.iter().find_map(|ending| pair.other(ending));
    let onsets = match performed {
        Some(performed) => matched(&name, &notes, performed)?,
        None => written(&name, &notes)?,
    };
    let duration = recording.audio.duration();
    if let Some(&late) = onsets.iter().find(|&&onset| onset > duration + BEYOND) {
        let reason = format!("a note begins here, but the recording ends at {duration:.3} s");
        return Err(Error::in_file(&name, Place::Time(late), reason));
    }
    let energies = bands.energies(&recording.audio);
    let starts = score.starts(&onsets, energies.frames());
    let starts = starts.map_err(|reason| match performed {
        Some(performed) => Error::whole(&performed.to_string_lossy(), reason.to_string()),
        None => Error::in_file(&name, place(&reason, &score, &notes), reason.to_string()),
    })?;
    let is_resampled = recording.audio.rate != bands.params().sample_rate;
    let name = recording.name;
    Ok((Performance { name, energies, notes, score, onsets, starts }, is_resampled))
}

/// The line of the first note that is performed out of order.
fn place(reason: &Infeasible, score: &Score, notes: &[Note]) -> Place {
    let Infeasible::Order { event, .. } = *reason else { return Place::Whole };
    let note = (0..notes.len()).find(|&note| score.event_of(note) == Some(event));
    line(note.and_then(|note| notes[note].line))
}

fn line(line: Option<usize>) -> Place {
    line.map_or(Place::Whole, Place::Line)
}

/// The onsets that a note list has beside its score.
fn written(name: &str, notes: &[Note]) -> Result<Vec<f64>, Error> {
    if matches!(ending(Path::new(name)).as_str(), "mid" | "midi") {
        let reason = "a score alone has no performed onsets: put the performance beside it, as a \
                      file that ends in .perf.mid";
        return Err(Error::whole(name, reason));
    }
    let onset = |(index, note): (usize, &Note)| match (note.onset_s, note.grace) {
        (Some(onset), _) => Ok(onset),
        (None, true) => Ok(0.0),
        (None, false) => {
            let (number, beats) = (index + 1, note.onset_beats);
            let reason =
                format!("note {number} (at beat {beats}) has no onset_s, the performed onset");
            Err(Error::in_file(name, line(note.line), reason))
        }
    };
    notes.iter().enumerate().map(onset).collect()
}

/// The onsets of a performance, note by note of each pitch.
fn matched(name: &str, notes: &[Note], performed: &Path) -> Result<Vec<f64>, Error> {
    let mut played: BTreeMap<u8, Vec<f64>> = BTreeMap::new();
    for note in read_notes(performed)? {
        played.entry(note.pitch).or_default().extend(note.onset_s);
    }
    played.values_mut().for_each(|onsets| onsets.sort_by(|a, b| b.total_cmp(a)));
    let mut take = |note: &Note| played.get_mut(&note.pitch).and_then(Vec::pop);
    let onset = |note: &Note| {
        take(note).ok_or_else(|| {
            let (pitch, beats) = (note.pitch, note.onset_beats);
            let reason = format!(
                "the note of pitch {pitch} at beat {beats} is not played in {}",
                performed.display()
            );
            Error::whole(name, reason)
        })
    };
    let onsets = notes.iter().map(onset).collect::<Result<Vec<f64>, Error>>()?;
    let left: usize = played.values().map(Vec::len).sum();
    if left > 0 {
        let verb = if left == 1 { "is" } else { "are" };
        let reason = format!("{} {verb} not in the score {name}", count(left, "note"));
        return Err(Error::whole(&performed.to_string_lossy(), reason));
    }
    Ok(onsets)
}
