//! Label files: a line `start end label` for each segment, as HTK and TIMIT have them.
//!
//! What follows the third column (scores) is ignored. Times are in a [`TimeUnit`].

use std::path::Path;

use noregret_io::Source;

use super::textgrid::Interval;
use crate::error::{Error, Place};

/// What the times of a label file count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TimeUnit {
    /// Seconds.
    Seconds,
    /// Units of 100 ns, as in HTK.
    Htk,
    /// Samples at a rate in Hz, as in TIMIT.
    Samples(f64),
}

impl TimeUnit {
    fn seconds(self, time: f64) -> f64 {
        match self {
            Self::Seconds => time,
            Self::Htk => time * 1e-7,
            Self::Samples(rate) => time / rate,
        }
    }
}

/// Reads a label file.
///
/// # Errors
/// If the file cannot be read, a line is not `start end label`, or segments overlap.
pub fn read_labels(path: &Path, unit: TimeUnit) -> Result<Vec<Interval>, Error> {
    labels_from_bytes(&path.to_string_lossy(), &Source::open(path)?.read_all()?, unit)
}

/// Reads the content of a label file called `name`.
///
/// ```
/// use noregret_align::files::{TimeUnit, labels_from_bytes};
///
/// let labels = labels_from_bytes("a.lab", b"0 2500000 h\n2500000 3000000 i\n", TimeUnit::Htk)?;
/// assert_eq!((labels[1].start, labels[1].text.as_str()), (0.25, "i"));
/// # Ok::<(), noregret_align::Error>(())
/// ```
///
/// # Errors
/// As [`read_labels`].
pub fn labels_from_bytes(name: &str, bytes: &[u8], unit: TimeUnit) -> Result<Vec<Interval>, Error> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Error::in_file(name, Place::Whole, "the text is not valid UTF-8"))?;
    let mut labels: Vec<Interval> = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let end = labels.last().map_or(0.0, |last| last.end);
        let label = label(line, unit).and_then(|label| match label.start < end - 1e-6 {
            true => Err(format!("a segment begins at {:.4} s, before {end:.4} s", label.start)),
            false => Ok(label),
        });
        labels.push(label.map_err(|r| Error::in_file(name, Place::Line(index + 1), r))?);
    }
    Ok(labels)
}

fn label(line: &str, unit: TimeUnit) -> Result<Interval, String> {
    let mut words = line.split_whitespace();
    let (Some(start), Some(end), Some(text)) = (words.next(), words.next(), words.next()) else {
        return Err("start, end and label are expected".to_owned());
    };
    let time = |word: &str| match word.parse::<f64>() {
        Ok(time) if time.is_finite() && time >= 0.0 => Ok(unit.seconds(time)),
        _ => Err(format!("\"{word}\" is not a time")),
    };
    let (start, end) = (time(start)?, time(end)?);
    match start <= end {
        true => Ok(Interval { start, end, text: text.to_owned() }),
        false => Err(format!("a segment ends at {end:.4} s, before it begins at {start:.4} s")),
    }
}
