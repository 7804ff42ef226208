//! Note lists: a score, or a performance of it, as text or MIDI.
//!
//! Text has a note a line, columns separated by tabs or blanks. A header names them:
//!
//! | column | other names | meaning |
//! |---|---|---|
//! | `onset_beats` | `score_onset_beats`, `onset` | begin in beats; required |
//! | `pitch` | | MIDI pitch, 0 to 127; required |
//! | `offset_beats` | `score_offset_beats` | end in beats |
//! | `onset_s`, `offset_s` | `perf_onset_s`, `perf_offset_s` | begin and end in seconds |
//! | `velocity` | | 0 to 127 |
//! | `grace` | | 1 for a grace note |
//!
//! Other columns are ignored. Without a header there are two columns, onset in beats and pitch.
//! Empty lines and lines that begin with `#` are skipped. An empty field or `-` is not known.

use std::path::Path;

use noregret_io::Source;

use super::midi::midi_notes;
use crate::error::{Error, Place};
use crate::words::count;

/// A note of a score.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Note {
    /// When it begins in the score, in beats; upbeats may be negative.
    pub onset_beats: f64,
    /// When it ends in the score, in beats.
    pub offset_beats: Option<f64>,
    /// When it begins in the performance, or in the score played at its tempo, in seconds.
    pub onset_s: Option<f64>,
    /// When it ends, in seconds.
    pub offset_s: Option<f64>,
    /// MIDI pitch; 69 is 440 Hz.
    pub pitch: u8,
    /// How hard it is struck, 0 to 127.
    pub velocity: Option<u8>,
    /// Whether it is a grace note, which takes no time in the score.
    pub grace: bool,
    /// The line of a note list that it comes from, from 1; none in MIDI.
    pub line: Option<usize>,
}

/// Reads a MIDI file or a text list of notes, ordered by onset in the score, then pitch.
///
/// # Errors
/// If the file cannot be read, breaks its format or holds no note.
pub fn read_notes(path: &Path) -> Result<Vec<Note>, Error> {
    notes_from_bytes(&path.to_string_lossy(), &Source::open(path)?.read_all()?)
}

/// Reads the content of a file called `name`, see [`read_notes`].
///
/// ```
/// use noregret_align::files::notes_from_bytes;
///
/// let notes = notes_from_bytes("scale.txt", b"0 60\n1 62\n2 64\n")?;
/// assert_eq!((notes[2].onset_beats, notes[2].pitch), (2.0, 64));
/// # Ok::<(), noregret_align::Error>(())
/// ```
///
/// # Errors
/// As [`read_notes`].
pub fn notes_from_bytes(name: &str, bytes: &[u8]) -> Result<Vec<Note>, Error> {
    let mut notes = match bytes.starts_with(b"MThd") {
        true => midi_notes(name, bytes)?,
        false => text_notes(name, bytes)?,
    };
    if notes.is_empty() {
        return Err(Error::in_file(name, Place::Whole, "there is no note in it"));
    }
    notes.sort_by(|a, b| a.onset_beats.total_cmp(&b.onset_beats).then(a.pitch.cmp(&b.pitch)));
    Ok(notes)
}

fn text_notes(name: &str, bytes: &[u8]) -> Result<Vec<Note>, Error> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Error::in_file(name, Place::Whole, "neither MIDI nor UTF-8 text"))?;
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    let mut lines = lines.filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#')).peekable();
    let failed = |line, reason| Error::in_file(name, Place::Line(line), reason);
    let columns = match lines.peek() {
        Some(&(number, line)) if Columns::is_header(line) => {
            lines.next();
            Columns::from_header(line).map_err(|reason| failed(number, reason))?
        }
        _ => Columns { fields: vec![Field::OnsetBeats, Field::Pitch], tabs: false },
    };
    let note = |(number, line)| match columns.note(line) {
        Ok(note) => Ok(Note { line: Some(number), ..note }),
        Err(reason) => Err(failed(number, reason)),
    };
    lines.map(note).collect()
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    OnsetBeats,
    OffsetBeats,
    OnsetSeconds,
    OffsetSeconds,
    Pitch,
    Velocity,
    Grace,
    Other,
}

impl Field {
    fn of(name: &str) -> Self {
        match name.trim() {
            "onset_beats" | "score_onset_beats" | "onset" => Self::OnsetBeats,
            "offset_beats" | "score_offset_beats" => Self::OffsetBeats,
            "onset_s" | "perf_onset_s" => Self::OnsetSeconds,
            "offset_s" | "perf_offset_s" => Self::OffsetSeconds,
            "pitch" => Self::Pitch,
            "velocity" => Self::Velocity,
            "grace" => Self::Grace,
            _ => Self::Other,
        }
    }
}

struct Columns {
    fields: Vec<Field>,
    tabs: bool,
}

impl Columns {
    fn is_header(line: &str) -> bool {
        line.split_whitespace().all(|word| word.parse::<f64>().is_err())
    }

    fn from_header(line: &str) -> Result<Self, String> {
        let tabs = line.contains('\t');
        let fields: Vec<_> = cells(line, tabs).map(Field::of).collect();
        for (field, name) in [(Field::OnsetBeats, "onset_beats"), (Field::Pitch, "pitch")] {
            match fields.iter().filter(|&&f| f == field).count() {
                1 => {}
                0 => return Err(format!("the header has no column {name}")),
                _ => return Err(format!("the header has more than one column {name}")),
            }
        }
        Ok(Self { fields, tabs })
    }

    fn note(&self, line: &str) -> Result<Note, String> {
        let cells: Vec<_> = cells(line, self.tabs).collect();
        if cells.len() != self.fields.len() {
            let (found, expected) = (cells.len(), self.fields.len());
            return Err(format!("{}, {expected} expected", count(found, "column")));
        }
        let mut note = Note::default();
        for (&field, &cell) in self.fields.iter().zip(&cells) {
            match field {
                Field::OnsetBeats => note.onset_beats = required(number(cell)?, "onset")?,
                Field::OffsetBeats => note.offset_beats = number(cell)?,
                Field::OnsetSeconds => note.onset_s = number(cell)?,
                Field::OffsetSeconds => note.offset_s = number(cell)?,
                Field::Pitch => note.pitch = required(seven_bits(cell)?, "pitch")?,
                Field::Velocity => note.velocity = seven_bits(cell)?,
                Field::Grace => note.grace = number(cell)?.is_some_and(|n| n != 0.0),
                Field::Other => {}
            }
        }
        Ok(note)
    }
}

fn cells(line: &str, tabs: bool) -> Box<dyn Iterator<Item = &str> + '_> {
    match tabs {
        true => Box::new(line.split('\t').map(str::trim)),
        false => Box::new(line.split_whitespace()),
    }
}

fn required<T>(value: Option<T>, name: &str) -> Result<T, String> {
    value.ok_or_else(|| format!("the {name} is missing"))
}

fn number(cell: &str) -> Result<Option<f64>, String> {
    if cell.is_empty() || cell == "-" {
        return Ok(None);
    }
    match cell.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(Some(value)),
        _ => Err(format!("\"{cell}\" is not a number")),
    }
}

fn seven_bits(cell: &str) -> Result<Option<u8>, String> {
    match number(cell)? {
        None => Ok(None),
        Some(value) if (0.0..=127.0).contains(&value) && value.fract() == 0.0 => {
            Ok(Some(value as u8))
        }
        Some(_) => Err(format!("\"{cell}\" is not a whole number from 0 to 127")),
    }
}
