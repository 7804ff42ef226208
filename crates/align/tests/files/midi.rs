//! MIDI files: ticks to beats and seconds by hand, and broken files.

use midly::num::{u4, u7, u15, u24, u28};
use midly::{Format, Header, MetaMessage, MidiMessage, Smf, Timing, TrackEvent, TrackEventKind};
use noregret_align::files::notes_from_bytes;

fn on(delta: u32, channel: u8, key: u8, vel: u8) -> TrackEvent<'static> {
    let message = MidiMessage::NoteOn { key: u7::new(key), vel: u7::new(vel) };
    let kind = TrackEventKind::Midi { channel: u4::new(channel), message };
    TrackEvent { delta: u28::new(delta), kind }
}

fn off(delta: u32, channel: u8, key: u8) -> TrackEvent<'static> {
    let message = MidiMessage::NoteOff { key: u7::new(key), vel: u7::new(64) };
    let kind = TrackEventKind::Midi { channel: u4::new(channel), message };
    TrackEvent { delta: u28::new(delta), kind }
}

fn meta(delta: u32, message: MetaMessage<'static>) -> TrackEvent<'static> {
    TrackEvent { delta: u28::new(delta), kind: TrackEventKind::Meta(message) }
}

fn tempo(delta: u32, micros: u32) -> TrackEvent<'static> {
    meta(delta, MetaMessage::Tempo(u24::new(micros)))
}

fn end(delta: u32) -> TrackEvent<'static> {
    meta(delta, MetaMessage::EndOfTrack)
}

fn file(format: Format, timing: Timing, tracks: Vec<Vec<TrackEvent<'static>>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let smf = Smf { header: Header::new(format, timing), tracks };
    smf.write_std(&mut bytes).unwrap();
    bytes
}

fn beats(ticks: u16) -> Timing {
    Timing::Metrical(u15::new(ticks))
}

fn error(bytes: &[u8]) -> String {
    notes_from_bytes("a.mid", bytes).unwrap_err().to_string()
}

/// 100 ticks a beat; half a second a beat until beat 2, then 1 s until beat 3, then 0.25 s.
#[test]
fn the_tempo_map_holds_for_all_tracks() {
    let tempos = vec![tempo(200, 1_000_000), tempo(100, 250_000), end(0)];
    let voice =
        vec![on(0, 0, 60, 80), off(250, 0, 60), on(50, 0, 62, 70), on(200, 0, 62, 0), end(0)];
    let drums = vec![on(0, 9, 36, 100), off(50, 9, 36), end(0)];
    let bytes = file(Format::Parallel, beats(100), vec![tempos, voice, drums]);
    let notes = notes_from_bytes("a.mid", &bytes).unwrap();
    assert_eq!(notes.len(), 2);
    assert_eq!((notes[0].onset_beats, notes[0].offset_beats), (0.0, Some(2.5)));
    assert_eq!((notes[0].onset_s, notes[0].offset_s), (Some(0.0), Some(1.5)));
    assert_eq!((notes[1].onset_beats, notes[1].offset_beats), (3.0, Some(5.0)));
    assert_eq!((notes[1].onset_s, notes[1].offset_s), (Some(2.0), Some(2.5)));
    assert_eq!((notes[1].pitch, notes[1].velocity), (62, Some(70)));
}

#[test]
fn notes_struck_again_or_never_released_end() {
    let track = vec![on(0, 0, 60, 1), on(10, 0, 60, 2), on(0, 1, 60, 3), end(10)];
    let bytes = file(Format::SingleTrack, beats(10), vec![track]);
    let notes = notes_from_bytes("a.mid", &bytes).unwrap();
    let ends: Vec<_> = notes.iter().map(|n| (n.velocity, n.offset_beats)).collect();
    assert!(ends.contains(&(Some(1), Some(1.0))));
    assert!(ends.contains(&(Some(2), Some(2.0))));
    assert!(ends.contains(&(Some(3), Some(2.0))));
}

#[test]
fn broken_files_are_refused() {
    let track =
        || vec![on(0, 0, 60, 1), off(100, 0, 60), on(100, 0, 62, 1), off(100, 0, 62), end(0)];
    let whole = file(Format::SingleTrack, beats(100), vec![track()]);
    let cut = error(&whole[..whole.len() - 8]);
    assert_eq!(cut, "a.mid: at 1.000 s: track 1 is cut short or damaged");
    assert!(error(b"MThd garbage").starts_with("a.mid: not a MIDI file"));
    assert_eq!(error(b"RIFF\xff\0\0\0WAVE"), "a.mid: neither MIDI nor UTF-8 text");
    let silent = file(Format::SingleTrack, beats(100), vec![vec![end(0)]]);
    assert_eq!(error(&silent), "a.mid: there is no note in it");
    let smpte = file(Format::SingleTrack, Timing::Timecode(midly::Fps::Fps25, 40), vec![track()]);
    assert_eq!(error(&smpte), "a.mid: times are SMPTE frames, not beats");
    let songs = file(Format::Sequential, beats(100), vec![track(), track()]);
    assert!(error(&songs).starts_with("a.mid: independent songs"));
    for place in 0..whole.len() {
        for value in [0, 0x7f, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[place] = value;
            let _ = notes_from_bytes("a.mid", &bytes);
            let _ = notes_from_bytes("a.mid", &bytes[..place]);
        }
    }
}
