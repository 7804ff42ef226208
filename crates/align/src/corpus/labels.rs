//! Phones and their starts, from TextGrid, HTK and TIMIT label files.
//!
//! An interval without a label is silence, called `sil`; so is what the labels leave out of the
//! recording: more than 20 ms before the first, after the last or between two of them. Less is
//! given to a neighbour. A `.lab` file counts seconds if its times have a point, else units of 100
//! ns, as HTK does; a `.phn` file counts samples.

use std::path::Path;

use noregret_io::Source;

use crate::audio::Audio;
use crate::error::{Error, Place};
use crate::files::{Interval, TextGrid, TimeUnit, labels_from_bytes};

/// The phone of an interval without a label.
pub const SILENCE: &str = "sil";

/// A gap shorter than this is not silence, in seconds.
const LEAST_SILENCE: f64 = 0.02;
/// How much later than the recording labels may end, in seconds.
const BEYOND: f64 = 0.05;

/// The phones of a recording, and when each starts.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Labels {
    /// The symbols, in order.
    pub phones: Vec<String>,
    /// The starts in seconds; the first is 0.
    pub starts: Vec<f64>,
}

impl Labels {
    /// Reads the labels of a recording that lasts `duration` seconds at `rate` samples a second.
    ///
    /// # Errors
    /// If the file is broken, holds no label, or its labels end after the recording.
    pub fn open(path: &Path, tier: Option<&str>, sound: (f64, u32)) -> Result<Self, Error> {
        let (duration, rate) = sound;
        let name = path.to_string_lossy();
        let intervals = intervals(path, tier, rate)?;
        let end = intervals.iter().fold(0.0, |end: f64, interval| end.max(interval.end));
        if intervals.is_empty() {
            return Err(Error::whole(&name, "there is no label in it"));
        }
        if end > duration + BEYOND {
            let reason = format!("labels go on to here, but the recording ends at {duration:.3} s");
            return Err(Error::in_file(&name, Place::Time(end), reason));
        }
        Ok(Self::of(&intervals, duration))
    }

    /// The labels of intervals, with silence where they leave a gap.
    fn of(intervals: &[Interval], duration: f64) -> Self {
        let mut labels = Labels::default();
        let mut reached = 0.0_f64;
        for interval in intervals {
            if interval.start - reached > LEAST_SILENCE {
                labels.push(SILENCE, reached);
                reached = interval.start;
            }
            let text = interval.text.trim();
            // A start that is a little late is that of the end before.
            labels.push(if text.is_empty() { SILENCE } else { text }, reached);
            // Times do not go back where an interval ends within the one before.
            reached = interval.end.max(reached);
        }
        if duration - reached > LEAST_SILENCE {
            labels.push(SILENCE, reached);
        }
        labels
    }

    fn push(&mut self, phone: &str, start: f64) {
        // Blanks separate phones elsewhere.
        self.phones.push(phone.split_whitespace().collect::<Vec<_>>().join("_"));
        self.starts.push(start);
    }
}

/// The phones that a file lists: labels of a TextGrid, `.lab` or `.phn` file, or words of a text.
///
/// Labels are read as they are for learning: there is silence where they leave a gap in `audio`.
/// Lines of a text that begin with `#` are comments.
///
/// # Errors
/// If the file cannot be read, is broken or holds no phone.
pub fn read_phones(path: &Path, tier: Option<&str>, audio: &Audio) -> Result<Vec<String>, Error> {
    let phones = match ending(path).as_str() {
        "textgrid" | "lab" | "phn" => {
            let intervals = intervals(path, tier, audio.rate)?;
            // Without any label there is nothing to align, not silence.
            if intervals.is_empty() {
                Vec::new()
            } else {
                Labels::of(&intervals, audio.duration()).phones
            }
        }
        _ => {
            let bytes = Source::open(path)?.read_all()?;
            let text = std::str::from_utf8(&bytes);
            let text = text.map_err(|_| no_phone(path, "the text is not valid UTF-8"))?;
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            lines.flat_map(str::split_whitespace).map(str::to_owned).collect()
        }
    };
    if phones.is_empty() { Err(no_phone(path, "there is no phone in it")) } else { Ok(phones) }
}

fn no_phone(path: &Path, reason: &str) -> Error {
    Error::whole(&path.to_string_lossy(), reason)
}

/// The ending of a file in lower case, that of a compression aside.
pub(super) fn ending(path: &Path) -> String {
    let name = path.to_string_lossy().to_lowercase();
    let plain = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
    plain.rsplit_once('.').map_or(String::new(), |(_, ending)| ending.to_owned())
}

/// The intervals of a label file; `rate` is the sample rate of its recording.
fn intervals(path: &Path, tier: Option<&str>, rate: u32) -> Result<Vec<Interval>, Error> {
    let ending = ending(path);
    if ending == "textgrid" {
        return TextGrid::read_intervals(path, tier);
    }
    let bytes = Source::open(path)?.read_all()?;
    let unit = match ending.as_str() {
        "phn" => TimeUnit::Samples(f64::from(rate)),
        _ if has_points(&bytes) => TimeUnit::Seconds,
        _ => TimeUnit::Htk,
    };
    labels_from_bytes(&path.to_string_lossy(), &bytes, unit)
}

/// Whether a time of the file has a point.
fn has_points(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    text.lines().any(|line| line.split_whitespace().take(2).any(|time| time.contains('.')))
}

#[cfg(test)]
mod tests {
    use super::{Interval, Labels};

    fn labels(times: &[(f64, f64, &str)], duration: f64) -> Vec<(String, f64)> {
        let interval =
            |&(start, end, text): &(f64, f64, &str)| Interval { start, end, text: text.into() };
        let labels = Labels::of(&times.iter().map(interval).collect::<Vec<_>>(), duration);
        labels.phones.into_iter().zip(labels.starts).collect()
    }

    #[test]
    fn gaps_are_silence_unless_they_are_short() {
        let of = |list: &[(&str, f64)]| -> Vec<(String, f64)> {
            list.iter().map(|&(phone, start)| (phone.to_owned(), start)).collect()
        };
        let all = [(0.1, 0.3, "a"), (0.31, 0.5, ""), (0.7, 0.9, "b c")];
        let expected = [("sil", 0.0), ("a", 0.1), ("sil", 0.3), ("sil", 0.5), ("b_c", 0.7)];
        assert_eq!(labels(&all, 0.91), of(&expected));
        assert_eq!(labels(&[(0.01, 0.3, "a")], 0.4), of(&[("a", 0.0), ("sil", 0.3)]));
        let nested = [(0.0, 0.5, "a"), (0.1, 0.2, "b"), (0.5, 0.8, "c")];
        assert_eq!(labels(&nested, 0.8), of(&[("a", 0.0), ("b", 0.5), ("c", 0.5)]));
    }
}
