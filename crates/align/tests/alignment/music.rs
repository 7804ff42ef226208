//! The music aligner (Shalev-Shwartz 2007, sec. 9.6): events of scores, base functions against
//! their definitions, a planted task, models as bytes.
//!
//! The planted task: chords of random pitches, performed in a tempo that drifts; every note adds a
//! decaying energy at its pitch and its harmonics.

use noregret_align::dynamic::{BaseFunctions, Frames, Infeasible, features};
use noregret_align::music::{
    COUNT, LOWEST, MusicAligner, MusicBase, MusicExample, PITCHES, Score, ScoreNote,
};
use noregret_align::train::{ModelError, TrainingOptions};
use noregret_core::random::Random;

struct Played {
    energies: Vec<f64>,
    score: Score,
    onsets: Vec<f64>,
    starts: Vec<usize>,
}

impl Played {
    fn new(random: &mut Random) -> Self {
        let (mut notes, mut onsets) = (Vec::new(), Vec::new());
        let (mut beat, mut time, mut tempo) = (0.0, 0.3, 0.5);
        for _ in 0..15 {
            let beats = [0.5, 1.0, 1.0, 2.0][random.below(4)];
            for _ in 0..1 + random.below(2) {
                let pitch = 40 + random.below(36) as u8;
                let note = ScoreNote { onset: beat, offset: beat + beats, pitch, grace: false };
                notes.push(note);
                onsets.push(time + 0.004 * random.unit());
            }
            tempo *= (0.06 * random.normal()).exp();
            (beat, time) = (beat + beats, time + beats * tempo);
        }
        let frames = (time * 50.0) as usize + 1;
        let energies = energies(random, &notes, &onsets, frames);
        let score = Score::new(&notes).unwrap();
        let starts = score.starts(&onsets, frames).unwrap();
        Played { energies, score, onsets, starts }
    }

    fn frames(&self) -> Frames<'_> {
        Frames::new(&self.energies, PITCHES).unwrap()
    }

    fn example(&self) -> MusicExample<'_> {
        MusicExample { energies: self.frames(), score: &self.score, starts: &self.starts }
    }
}

/// Decibels above 60 below full scale.
fn energies(random: &mut Random, notes: &[ScoreNote], onsets: &[f64], frames: usize) -> Vec<f64> {
    let mut energies = Vec::new();
    for t in 0..frames {
        let now = (t as f64 + 0.5) / 50.0;
        let mut row = vec![1e-6; PITCHES];
        for (note, onset) in notes.iter().zip(onsets).filter(|(_, onset)| **onset <= now) {
            for (harmonic, size) in [(0, 1.0), (12, 0.25), (19, 0.1)] {
                let column = usize::from(note.pitch - LOWEST) + harmonic;
                if column < PITCHES {
                    row[column] += size * (-4.0 * (now - onset)).exp();
                }
            }
        }
        energies.extend(row.iter().map(|e| 60.0 + 10.0 * e.log10() + random.normal()));
    }
    energies
}

fn note(onset: f64, pitch: u8, grace: bool) -> ScoreNote {
    ScoreNote { onset, offset: onset + 1.0, pitch, grace }
}

#[test]
fn events_are_the_distinct_onsets_without_grace_notes() {
    let notes =
        [note(1.0, 60, false), note(0.0, 50, false), note(1.0, 64, false), note(0.9, 62, true)];
    let score = Score::new(&notes).unwrap();
    assert_eq!(score.events().len(), 2);
    assert_eq!(score.events()[1].pitches, [60, 64]);
    let events: Vec<_> = (0..4).map(|i| score.event_of(i)).collect();
    assert_eq!(events, [Some(2), Some(1), Some(2), None]);
    // The median of a chord is its target; the silence before is an event of its own.
    assert_eq!(score.starts(&[0.50, 0.2, 0.54, 0.4], 100).unwrap(), [0, 10, 26]);
    assert_eq!(Score::new(&[note(0.0, 60, true)]).unwrap_err(), Infeasible::NoEvents);
    assert!(matches!(Score::new(&[note(f64::NAN, 60, false)]), Err(Infeasible::Signal(_))));
    assert!(matches!(score.starts(&[0.1], 100), Err(Infeasible::Signal(_))));
}

/// Medians within 50 ms may be swapped: such events start together. More contradicts the score.
#[test]
fn onsets_follow_the_score() {
    let notes = [note(0.0, 50, false), note(1.0, 60, false), note(2.0, 61, false)];
    let score = Score::new(&notes).unwrap();
    assert_eq!(score.starts(&[0.50, 0.46, 0.7], 100).unwrap(), [0, 25, 25, 35]);
    // The second is late by less than 50 ms, the third by more than that after the first.
    let refused = score.starts(&[0.50, 0.46, 0.44], 100).unwrap_err();
    let order = Infeasible::Order {
        event: 3,
        beat: 2.0,
        seconds: 0.44,
        beat_before: 0.0,
        seconds_before: 0.5,
    };
    assert_eq!(refused, order);
    assert!(score.starts(&[0.9, 0.3, 0.5], 100).is_err());
}

#[test]
fn base_functions_are_as_defined() {
    let played = Played::new(&mut Random::new(1, 0));
    let base = MusicBase::new(played.frames(), &played.score).unwrap();
    let (starts, x) = (&played.starts, played.frames());
    let phi = features(&base, starts);
    let mut slow = [0.0; COUNT];
    let at = |column: usize, t: isize| x.row(t.clamp(0, x.count() as isize - 1) as usize)[column];
    let tempo = x.count() as f64 / played.score.beats();
    let events = played.score.events();
    let rate = |k: usize| {
        let beats = events[k + 1].onset - events[k].onset;
        let seconds = beats * tempo / 50.0;
        (seconds > 0.06).then(|| (starts[k + 2] - starts[k + 1]) as f64 / (beats * tempo))
    };
    for (k, event) in events.iter().enumerate() {
        for &pitch in &event.pitches {
            for (h, up) in [0, 12, 19].into_iter().enumerate() {
                let column = usize::from(pitch - LOWEST) + up;
                if column >= PITCHES {
                    continue;
                }
                let share = 1.0 / event.pitches.len() as f64;
                let e = |tau: isize| at(column, starts[k + 1] as isize + tau);
                slow[h] += share * e(0);
                slow[3 + h] += share * (2.0 * (e(2) - e(-2)) + e(1) - e(-1)) / 10.0;
                let bend = 2.0 * (e(2) + e(-2)) - (e(1) + e(-1)) - 2.0 * e(0);
                slow[6 + h] += share * bend / 7.0;
            }
        }
        if k > 0 && k + 1 < events.len() {
            let change = rate(k).zip(rate(k - 1)).map_or(0.0, |(a, b)| (a - b).powi(2));
            slow[9] += change;
        }
    }
    for (j, (ours, slow)) in phi.iter().zip(slow).enumerate() {
        assert!((ours - slow).abs() < 1e-9 * (1.0 + slow.abs()), "psi_{}: {ours} {slow}", j + 1);
    }
    assert_eq!(base.bounds().events(), events.len() + 1);
}

#[test]
fn a_planted_task_is_learned_and_saved() {
    let mut random = Random::new(2, 0);
    let played: Vec<Played> = (0..16).map(|_| Played::new(&mut random)).collect();
    let examples: Vec<_> = played[..10].iter().map(Played::example).collect();
    let options = TrainingOptions { passes: 3, ..TrainingOptions::default() };
    let aligner = MusicAligner::train(&examples, &options).unwrap();
    let (mut off, mut count) = (0.0, 0.0);
    for test in &played[10..] {
        let found = aligner.align(test.frames(), &test.score).unwrap();
        for (i, onset) in test.onsets.iter().enumerate() {
            let event = test.score.event_of(i).unwrap();
            off += (found.times[event] - onset).abs();
            count += 1.0;
        }
    }
    assert!(off / count < 0.04, "{} s", off / count);
    let bytes = aligner.to_bytes().unwrap();
    assert_eq!(MusicAligner::from_bytes(&bytes).unwrap(), aligner);
    let kind = noregret_align::speech::SpeechAligner::from_bytes(&bytes);
    assert!(matches!(kind, Err(ModelError::Kind("speech-aligner"))));
    let narrow = Frames::new(&played[0].energies[..88], 88).unwrap();
    assert!(matches!(aligner.align(narrow, &played[0].score), Err(Infeasible::Signal(_))));
}
