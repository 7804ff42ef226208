//! Notes of a Standard MIDI File, in beats and in seconds.
//!
//! A beat is a quarter note. Tempo changes of any track hold for all of them, from their tick on:
//! `seconds(b) = seconds(b0) + (b - b0) tempo`, where the tempo (seconds a beat) was set at b0; at
//! first it is 0.5. Channel 10 (percussion) has no pitches and is left out. A note that is struck
//! again before it ends, ends there; one that is never released ends with its track.

use midly::{Format, MetaMessage, MidiMessage, Smf, Timing, TrackEventKind};

use super::notes::Note;
use crate::error::{Error, Place};

const PERCUSSION: u8 = 9;

/// The notes of a MIDI file called `name`, track by track.
///
/// # Errors
/// If it is not a MIDI file, is cut short, counts SMPTE frames instead of beats, or is a collection
/// of independent songs (format 2).
pub fn midi_notes(name: &str, bytes: &[u8]) -> Result<Vec<Note>, Error> {
    let failed = |reason: String| Error::in_file(name, Place::Whole, reason);
    // The high bit of the division, which `Smf::parse` does not take with every value.
    if bytes.get(12).is_some_and(|byte| byte & 0x80 != 0) {
        return Err(failed("times are SMPTE frames, not beats".into()));
    }
    let smf = Smf::parse(bytes).map_err(|error| failed(format!("not a MIDI file: {error}")))?;
    let ticks = match smf.header.timing {
        Timing::Metrical(ticks) if ticks.as_int() > 0 => f64::from(ticks.as_int()),
        _ => return Err(failed("a beat has no ticks".into())),
    };
    if smf.header.format == Format::Sequential {
        return Err(failed("independent songs (format 2): store the one you mean alone".into()));
    }
    let tempo = TempoMap::new(&smf, ticks);
    let mut notes = Vec::new();
    for (number, track) in smf.tracks.iter().enumerate() {
        let sounding = Track::default().play(track);
        if !sounding.ended {
            let time = tempo.seconds(sounding.tick);
            let reason = format!("track {} is cut short or damaged", number + 1);
            return Err(Error::in_file(name, Place::Time(time), reason));
        }
        notes.extend(sounding.notes.iter().map(|note| tempo.note(note)));
    }
    Ok(notes)
}

/// A note in ticks.
#[derive(Debug, Clone, Copy)]
struct TickNote {
    onset: u64,
    offset: u64,
    channel: u8,
    pitch: u8,
    velocity: u8,
}

/// What has been played of a track.
#[derive(Default)]
struct Track {
    tick: u64,
    open: Vec<TickNote>,
    notes: Vec<TickNote>,
    ended: bool,
}

impl Track {
    fn play(mut self, events: &[midly::TrackEvent<'_>]) -> Self {
        for event in events {
            self.tick += u64::from(event.delta.as_int());
            match event.kind {
                TrackEventKind::Midi { channel, message } if channel.as_int() != PERCUSSION => {
                    self.message(channel.as_int(), message);
                }
                TrackEventKind::Meta(MetaMessage::EndOfTrack) => self.ended = true,
                _ => {}
            }
        }
        for note in std::mem::take(&mut self.open) {
            self.notes.push(TickNote { offset: self.tick, ..note });
        }
        self
    }

    fn message(&mut self, channel: u8, message: MidiMessage) {
        match message {
            MidiMessage::NoteOn { key, vel } => {
                self.release(channel, key.as_int());
                if vel.as_int() > 0 {
                    let (onset, pitch, velocity) = (self.tick, key.as_int(), vel.as_int());
                    self.open.push(TickNote { onset, offset: onset, channel, pitch, velocity });
                }
            }
            MidiMessage::NoteOff { key, .. } => self.release(channel, key.as_int()),
            _ => {}
        }
    }

    fn release(&mut self, channel: u8, pitch: u8) {
        let sounds = |note: &TickNote| note.channel == channel && note.pitch == pitch;
        if let Some(index) = self.open.iter().position(sounds) {
            let note = self.open.swap_remove(index);
            self.notes.push(TickNote { offset: self.tick, ..note });
        }
    }
}

/// From ticks to beats and seconds.
struct TempoMap {
    ticks_a_beat: f64,
    /// Tick, its time in seconds, seconds a beat from there on; the first is at tick 0.
    changes: Vec<(u64, f64, f64)>,
}

impl TempoMap {
    fn new(smf: &Smf<'_>, ticks_a_beat: f64) -> Self {
        let mut tempos = Vec::new();
        for track in &smf.tracks {
            let mut tick = 0;
            for event in track {
                tick += u64::from(event.delta.as_int());
                if let TrackEventKind::Meta(MetaMessage::Tempo(micros)) = event.kind {
                    tempos.push((tick, f64::from(micros.as_int()) * 1e-6));
                }
            }
        }
        tempos.sort_by_key(|&(tick, _)| tick);
        let mut map = Self { ticks_a_beat, changes: vec![(0, 0.0, 0.5)] };
        for (tick, tempo) in tempos {
            map.changes.push((tick, map.seconds(tick), tempo));
        }
        map
    }

    fn beats(&self, tick: u64) -> f64 {
        tick as f64 / self.ticks_a_beat
    }

    fn seconds(&self, tick: u64) -> f64 {
        let next = self.changes.partition_point(|&(since, ..)| since <= tick);
        let (since, seconds, tempo) = self.changes[next.max(1) - 1];
        seconds + (tick - since) as f64 / self.ticks_a_beat * tempo
    }

    fn note(&self, note: &TickNote) -> Note {
        Note {
            onset_beats: self.beats(note.onset),
            offset_beats: Some(self.beats(note.offset)),
            onset_s: Some(self.seconds(note.onset)),
            offset_s: Some(self.seconds(note.offset)),
            pitch: note.pitch,
            velocity: Some(note.velocity),
            grace: false,
            line: None,
        }
    }
}
