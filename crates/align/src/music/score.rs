//! The events of a score: its distinct onsets, each a chord of one or more notes.
//!
//! Single notes are often performed in another order than they are written, distinct onsets almost
//! never. Grace notes have no onset of their own and are left out. A silence before the first note
//! is the first event.

use crate::dynamic::Infeasible;
use crate::files::Note;

/// How much earlier than the onset before it an onset may be performed, in seconds.
///
/// The target of a chord is a median: neighbours that are played almost together may be swapped by
/// it. More than that contradicts the score: in the 36 performances of the published experiment
/// (`noregret-repro alignment-music`) no median is earlier than the one before at all.
const SWAPPED: f64 = 0.05;

/// Onsets nearer than this are one, in beats.
const SAME: f64 = 1e-6;

/// A note of a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreNote {
    /// Where it starts, in beats.
    pub onset: f64,
    /// Where it ends, in beats.
    pub offset: f64,
    /// MIDI pitch, 69 for 440 Hz.
    pub pitch: u8,
    /// Whether it is a grace note.
    pub grace: bool,
}

impl From<&Note> for ScoreNote {
    /// A note without an end lasts no time.
    fn from(note: &Note) -> Self {
        let onset = note.onset_beats;
        let offset = note.offset_beats.unwrap_or(onset);
        ScoreNote { onset, offset, pitch: note.pitch, grace: note.grace }
    }
}

/// Notes that start together.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreEvent {
    /// Where they start, in beats.
    pub onset: f64,
    /// Their pitches.
    pub pitches: Vec<u8>,
}

/// A score as it is aligned.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    events: Vec<ScoreEvent>,
    /// The event of every note, from 1; `None` for a grace note.
    of_note: Vec<Option<usize>>,
    end: f64,
}

impl Score {
    /// The events of notes, in any order.
    ///
    /// # Errors
    /// If there are only grace notes, or a time is not finite.
    pub fn new(notes: &[ScoreNote]) -> Result<Self, Infeasible> {
        if let Some(i) = notes.iter().position(|n| !n.onset.is_finite() || !n.offset.is_finite()) {
            return Err(Infeasible::Signal(format!("note {} has no finite time", i + 1)));
        }
        let mut order: Vec<usize> = (0..notes.len()).filter(|&i| !notes[i].grace).collect();
        order.sort_by(|&a, &b| notes[a].onset.total_cmp(&notes[b].onset));
        let mut events: Vec<ScoreEvent> = Vec::new();
        let mut of_note = vec![None; notes.len()];
        let mut end = f64::NEG_INFINITY;
        for i in order {
            let ScoreNote { onset, offset, pitch, .. } = notes[i];
            if events.last().is_none_or(|event| onset - event.onset > SAME) {
                events.push(ScoreEvent { onset, pitches: Vec::new() });
            }
            if let Some(event) = events.last_mut() {
                event.pitches.push(pitch);
            }
            of_note[i] = Some(events.len());
            end = end.max(offset).max(onset);
        }
        if events.is_empty() {
            return Err(Infeasible::NoEvents);
        }
        Ok(Score { events, of_note, end })
    }

    /// The events with notes.
    pub fn events(&self) -> &[ScoreEvent] {
        &self.events
    }

    /// The number of the alignment's event that holds a note; 0 is the silence before all of them.
    pub fn event_of(&self, note: usize) -> Option<usize> {
        self.of_note.get(note).copied().flatten()
    }

    /// Beats from the first onset to the end.
    pub fn beats(&self) -> f64 {
        let first = self.events.first().map_or(0.0, |event| event.onset);
        (self.end - first).max(SAME)
    }

    /// Beats from the first onset to that of event `event`, which is not the silence.
    pub fn place(&self, event: usize) -> f64 {
        self.events[event - 1].onset - self.events[0].onset
    }

    /// The true frames: the median onset of each event's notes, the silence before them.
    ///
    /// An event that is performed up to 50 ms before an earlier one starts with it.
    ///
    /// # Errors
    /// If there are fewer onsets than notes, or events are performed in another order.
    pub fn starts(&self, onsets: &[f64], frames: usize) -> Result<Vec<usize>, Infeasible> {
        if onsets.len() != self.of_note.len() || onsets.iter().any(|s| !s.is_finite()) {
            let reason = format!("{} notes need as many finite onsets", self.of_note.len());
            return Err(Infeasible::Signal(reason));
        }
        let mut of_event = vec![Vec::new(); self.events.len()];
        for (&event, &onset) in self.of_note.iter().zip(onsets) {
            if let Some(event) = event {
                of_event[event - 1].push(onset);
            }
        }
        let times: Vec<f64> = of_event.iter_mut().map(|onsets| median(onsets)).collect();
        let times = self.ordered(&times)?;
        let last = frames.saturating_sub(1);
        let frame = |time: f64| ((time * super::RATE).round().max(0.0) as usize).min(last);
        Ok(std::iter::once(0).chain(times.into_iter().map(frame)).collect())
    }

    /// The times of the events, none of them before that of an earlier event.
    fn ordered(&self, times: &[f64]) -> Result<Vec<f64>, Infeasible> {
        let mut latest: Option<(usize, f64)> = None;
        let mut ordered = Vec::with_capacity(times.len());
        for (event, &time) in times.iter().enumerate() {
            match latest {
                Some((before, late)) if late - time > SWAPPED => {
                    return Err(Infeasible::Order {
                        event: event + 1,
                        beat: self.events[event].onset,
                        seconds: time,
                        beat_before: self.events[before].onset,
                        seconds_before: late,
                    });
                }
                Some((_, late)) if late > time => {}
                _ => latest = Some((event, time)),
            }
            ordered.push(latest.map_or(time, |(_, late)| late));
        }
        Ok(ordered)
    }
}

/// The median of numbers, of which there is at least one.
fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let half = numbers.len() / 2;
    if numbers.len() % 2 == 1 { numbers[half] } else { (numbers[half - 1] + numbers[half]) / 2.0 }
}
