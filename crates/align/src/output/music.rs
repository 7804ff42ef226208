//! Notes with their onsets.
//!
//! As text a note list with a header, in the order of the score: `onset_s`, `onset_beats`,
//! `pitch`; with `offset_beats` if the score says when notes end and `grace` if it has grace notes,
//! so that the list can be learned from. A grace note is not aligned: its onset is a `-`. As
//! TextGrid a point for each distinct onset of the score, marked with its pitches.

use serde_json::json;

use super::Form;
use crate::files::{Point, TextGrid, Tier, TierContent};

/// The tier of a TextGrid.
const TIER: &str = "notes";

/// A note of a score and when it is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlignedNote {
    /// When it is played, in seconds; none for a grace note.
    pub onset: Option<f64>,
    /// When it begins in the score, in beats.
    pub beats: f64,
    /// When it ends in the score, in beats, if the score says so.
    pub offset_beats: Option<f64>,
    /// MIDI pitch.
    pub pitch: u8,
    /// Whether it is a grace note.
    pub grace: bool,
    /// The number of its event; notes of one event are played together.
    pub event: Option<usize>,
}

/// The notes of a recording with their onsets.
#[derive(Clone, Debug, PartialEq)]
pub struct MusicAlignment {
    /// The recording.
    pub file: String,
    /// How long it is, in seconds.
    pub duration: f64,
    /// `<w, phi(y)>`.
    pub score: f64,
    /// The notes, in the order of the score.
    pub notes: Vec<AlignedNote>,
}

impl MusicAlignment {
    /// The alignment as text, with a line end.
    pub fn render(&self, form: Form) -> String {
        match form {
            Form::Text => self.text(),
            Form::TextGrid => self.grid().to_string(),
            Form::Json => format!("{}\n", self.json()),
        }
    }

    fn text(&self) -> String {
        let has_ends = self.notes.iter().any(|note| note.offset_beats.is_some());
        let has_grace = self.notes.iter().any(|note| note.grace);
        let row = |first: String, end: String, grace: &str| {
            let end = if has_ends { format!("\t{end}") } else { String::new() };
            let grace = if has_grace { format!("\t{grace}") } else { String::new() };
            format!("{first}{end}{grace}\n")
        };
        let header = row("onset_s\tonset_beats\tpitch".into(), "offset_beats".into(), "grace");
        let line = |note: &AlignedNote| {
            let unknown = || "-".to_owned();
            let onset = note.onset.map_or_else(unknown, |onset| format!("{onset:.3}"));
            let end = note.offset_beats.map_or_else(unknown, |end| end.to_string());
            let first = format!("{onset}\t{}\t{}", note.beats, note.pitch);
            row(first, end, if note.grace { "1" } else { "0" })
        };
        std::iter::once(header).chain(self.notes.iter().map(line)).collect()
    }

    fn grid(&self) -> TextGrid {
        let mut points: Vec<Point> = Vec::new();
        let mut before = None;
        for note in &self.notes {
            let (Some(time), pitch) = (note.onset, note.pitch) else { continue };
            match points.last_mut() {
                Some(point) if before == note.event => point.text += &format!(" {pitch}"),
                _ => points.push(Point { time, text: pitch.to_string() }),
            }
            before = note.event;
        }
        let tier = Tier { name: TIER.into(), content: TierContent::Points(points) };
        TextGrid { start: 0.0, end: self.duration, tiers: vec![tier] }
    }

    fn json(&self) -> serde_json::Value {
        let note =
            |n: &AlignedNote| json!({ "onset": n.onset, "beats": n.beats, "pitch": n.pitch });
        let notes: Vec<_> = self.notes.iter().map(note).collect();
        json!({
            "event": "alignment", "file": self.file, "duration": self.duration,
            "score": self.score, "notes": notes,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{AlignedNote, Form, MusicAlignment};
    use crate::files::notes_from_bytes;

    #[test]
    fn printed_notes_are_read_as_they_were() {
        let note = AlignedNote {
            onset: Some(1.25),
            beats: -0.5,
            offset_beats: Some(1.0 / 3.0),
            pitch: 60,
            grace: false,
            event: Some(1),
        };
        let grace = AlignedNote { onset: None, beats: 1.0, grace: true, event: None, ..note };
        let open = AlignedNote { beats: 2.0, offset_beats: None, ..note };
        let notes = vec![note, grace, open];
        let all = MusicAlignment { file: "a.wav".into(), duration: 3.0, score: 0.0, notes };
        let read = notes_from_bytes("a.tsv", all.render(Form::Text).as_bytes()).unwrap();
        assert_eq!(read.len(), all.notes.len());
        for (read, note) in read.iter().zip(&all.notes) {
            assert_eq!((read.onset_s, read.onset_beats), (note.onset, note.beats));
            assert_eq!((read.offset_beats, read.pitch), (note.offset_beats, note.pitch));
            assert_eq!(read.grace, note.grace);
        }
    }
}
