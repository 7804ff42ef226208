//! Made-up performances: learned from and aligned; scores and onsets that are refused.

use super::{Noise, wav};
use crate::common::{Lab, parse};

/// A decaying tone at each onset.
fn music(notes: &[(f64, u8)], duration: f64) -> Vec<f64> {
    let mut noise = Noise(3);
    let tone = |time: f64, (onset, pitch): (f64, u8)| {
        let hz = 440.0 * ((f64::from(pitch) - 69.0) / 12.0).exp2();
        let since = time - onset;
        if since < 0.0 {
            0.0
        } else {
            (-3.0 * since).exp() * (std::f64::consts::TAU * hz * since).sin()
        }
    };
    let sample = |n: usize| {
        let time = n as f64 / 11_025.0;
        let sum: f64 = notes.iter().map(|&note| tone(time, note)).sum();
        0.2 * sum + 0.0005 * noise.next()
    };
    (0..(duration * 11_025.0) as usize).map(sample).collect()
}

/// A melody with chords: (beats, pitch, seconds), played freely.
fn piece(seed: u64) -> Vec<(f64, u8, f64)> {
    let mut noise = Noise(seed * 77);
    let scale = [60, 62, 64, 65, 67, 69, 71, 72];
    let (mut time, mut notes) = (0.3, Vec::new());
    for i in 0..16 {
        let pitch = scale[(i * 3 + seed as usize) % 8];
        notes.push((i as f64, pitch, time));
        if i % 4 == 0 {
            notes.push((i as f64, pitch - 12, time));
        }
        time += 0.4 + 0.08 * noise.next();
    }
    notes.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    notes
}

fn played(notes: &[(f64, u8, f64)]) -> Vec<u8> {
    let played: Vec<(f64, u8)> = notes.iter().map(|&(_, pitch, time)| (time, pitch)).collect();
    wav(&music(&played, played.last().unwrap().0 + 1.0), 11_025)
}

fn note_list(notes: &[(f64, u8, f64)]) -> String {
    let line = |(beats, pitch, time): &(f64, u8, f64)| format!("{beats}\t{pitch}\t{time}\n");
    "onset_beats\tpitch\tonset_s\n".to_owned() + &notes.iter().map(line).collect::<String>()
}

pub(super) fn music_lab() -> Lab {
    let lab = Lab::new();
    std::fs::create_dir(lab.path("c")).unwrap();
    for seed in 1..5 {
        lab.write(&format!("c/{seed}.wav"), played(&piece(seed)));
        lab.write(&format!("c/{seed}.tsv"), note_list(&piece(seed)));
    }
    let notes = piece(9);
    lab.write("p.wav", played(&notes));
    let line = |(beats, pitch, _): &(f64, u8, f64)| format!("{beats} {pitch}\n");
    lab.write("score.txt", notes.iter().map(line).collect::<String>());
    lab
}

#[test]
fn music_from_a_folder_to_every_output() {
    let lab = music_lab();
    let report = lab.run("align learn-music c -o m.nrm");
    assert!(report.out.starts_with("4 performances, 80 boundaries\ntraining: "), "{report:?}");
    let text = lab.ok("align music m.nrm p.wav score.txt");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("onset_s\tonset_beats\tpitch"));
    let truth = piece(9);
    let mut distance = 0.0;
    for (line, (beats, pitch, time)) in lines.zip(&truth) {
        let cells: Vec<f64> = line.split('\t').map(|cell| cell.parse().unwrap()).collect();
        assert_eq!((cells[1], cells[2]), (*beats, f64::from(*pitch)));
        distance += (cells[0] - time).abs() / truth.len() as f64;
    }
    assert!(distance < 0.03, "{distance} s on average:\n{text}");
    let json = parse(&lab.ok("align music m.nrm p.wav score.txt --json"));
    assert_eq!(json["notes"].as_array().unwrap().len(), truth.len());
    let grid = lab.ok("align music m.nrm p.wav score.txt --textgrid");
    assert!(grid.contains("points: size = 16") && grid.contains("mark = \"50 62\""), "{grid}");
}

#[test]
fn scores_that_cannot_be_used() {
    let lab = music_lab();
    lab.ok("align learn-music c -q -o m.nrm");
    lab.write("none.txt", "# no note\n");
    lab.fails(
        "align music m.nrm p.wav none.txt",
        1,
        "noregret: none.txt: there is no note in it\n",
    );
    lab.write("bad.txt", "0 60\n1 sixty\n");
    let ran = lab.run("align music m.nrm p.wav bad.txt");
    assert!(ran.code == Some(1) && ran.err.starts_with("noregret: bad.txt:2: "), "{}", ran.err);
    lab.write("c/2.tsv", "onset_beats\tpitch\n0\t60\n");
    let ran = lab.run("align learn-music c -q -o m.nrm");
    assert_eq!(
        ran.err,
        "noregret: c/2.tsv:2: note 1 (at beat 0) has no onset_s, the performed onset\n"
    );
    lab.write("c/2.tsv", "onset_beats\tpitch\tonset_s\n0\t60\t100\n");
    let ran = lab.run("align learn-music c -q -o m.nrm");
    assert!(
        ran.err.starts_with("noregret: c/2.tsv: at 100.000 s: a note begins here"),
        "{}",
        ran.err
    );
    let music = "noregret: m.nrm: this is a music alignment model: use noregret align music, or \
                 noregret align inspect to see what it holds\n";
    lab.fails("align speech m.nrm p.wav aa", 1, music);
    lab.fails("inspect m.nrm", 1, music);
}

/// Notes of a score are performed in its order, up to 50 ms.
#[test]
fn a_performance_that_contradicts_its_score() {
    let lab = music_lab();
    let list = |times: [f64; 3]| {
        let line = |(beat, time)| format!("{beat}\t60\t{time}\n");
        let lines = times.into_iter().enumerate().map(line);
        "onset_beats\tpitch\tonset_s\n".to_owned() + &lines.collect::<String>()
    };
    lab.write("c/1.tsv", list([0.9, 0.3, 0.5]));
    lab.fails(
        "align learn-music c -q -o m.nrm",
        1,
        "noregret: c/1.tsv:3: beat 1 is performed at 0.300 s, but beat 0, which is before it in \
         the score, at 0.900 s\n",
    );
    let out = lab.ok("align learn-music c -o m.nrm --on-error skip");
    assert!(out.starts_with("3 performances, ") && out.contains("\nskipped: c/1.tsv:3: "), "{out}");
    lab.write("c/1.tsv", list([0.30, 0.26, 0.9]));
    lab.ok("align learn-music c -q -o m.nrm");
}

#[test]
fn a_single_performance_is_singular() {
    let lab = music_lab();
    for seed in 2..5 {
        std::fs::remove_file(lab.path(&format!("c/{seed}.wav"))).unwrap();
        std::fs::remove_file(lab.path(&format!("c/{seed}.tsv"))).unwrap();
    }
    let out = lab.ok("align learn-music c -o m.nrm");
    assert!(out.starts_with("1 performance, 20 boundaries\n"), "{out}");
}
