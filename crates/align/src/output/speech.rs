//! Phones with their times.
//!
//! As text a line `start end phone` each, times in seconds: what Audacity imports as labels.

use serde_json::json;

use super::Form;
use crate::files::{Interval, TextGrid};

/// The tier of a TextGrid.
const TIER: &str = "phones";

/// The phones of an utterance with their times.
#[derive(Clone, Debug, PartialEq)]
pub struct SpeechAlignment {
    /// The recording.
    pub file: String,
    /// How long it is, in seconds.
    pub duration: f64,
    /// `<w, phi(y)>`.
    pub score: f64,
    /// The phones in order, without gaps.
    pub segments: Vec<Interval>,
}

impl SpeechAlignment {
    /// The alignment as text, with a line end.
    ///
    /// ```
    /// use noregret_align::files::Interval;
    /// use noregret_align::output::{Form, SpeechAlignment};
    ///
    /// let segments = vec![Interval { start: 0.0, end: 0.25, text: "h".into() }];
    /// let file = "h.wav".to_owned();
    /// let aligned = SpeechAlignment { file, duration: 0.25, score: 1.0, segments };
    /// assert_eq!(aligned.render(Form::Text), "0.000\t0.250\th\n");
    /// ```
    pub fn render(&self, form: Form) -> String {
        match form {
            Form::Text => self.segments.iter().map(line).collect(),
            Form::TextGrid => TextGrid::of_intervals(TIER, self.segments.clone()).to_string(),
            Form::Json => format!("{}\n", self.json()),
        }
    }

    fn json(&self) -> serde_json::Value {
        let segment = |i: &Interval| json!({ "start": i.start, "end": i.end, "phone": i.text });
        let segments: Vec<_> = self.segments.iter().map(segment).collect();
        json!({
            "event": "alignment", "file": self.file, "duration": self.duration,
            "score": self.score, "segments": segments,
        })
    }
}

fn line(segment: &Interval) -> String {
    format!("{:.3}\t{:.3}\t{}\n", segment.start, segment.end, segment.text)
}
