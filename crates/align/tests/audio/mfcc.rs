//! Cepstra against the definition (ETSI ES 201 108, as the head of `mfcc.rs` spells it) computed by
//! direct sums, and against librosa and python_speech_features (`golden/mfcc.py`).

use std::f64::consts::{PI, TAU};

use noregret_align::audio::{Audio, FrameMatrix, Mfcc, MfccParams, delta};

/// The signal of `golden/mfcc.py`: a chirp, a tone from 0.2 s on, noise, an offset; 16 bits.
fn golden_signal() -> Audio {
    let mut state: u64 = 1;
    let mut noise = || {
        state = (state * 1_103_515_245 + 12_345) % (1 << 31);
        state as f64 / f64::from(1 << 30) - 1.0
    };
    let sample = |n: usize| {
        let t = n as f64 / 16_000.0;
        let chirp = 0.3 * (TAU * (200.0 * t + 1500.0 * t * t)).sin();
        let tone = if t > 0.2 { 0.1 * (TAU * 3100.0 * t).sin() } else { 0.0 };
        let x = chirp + 0.02 * noise() + tone + 0.05;
        ((x * 32_768.0).round() / 32_768.0) as f32
    };
    Audio { rate: 16_000, samples: (0..8000).map(sample).collect() }
}

fn features(audio: &Audio, params: &MfccParams) -> FrameMatrix {
    Mfcc::new(params).unwrap().features(audio)
}

#[test]
fn cepstra_are_those_of_librosa() {
    let ours = features(&golden_signal(), &MfccParams::default());
    let mut rows = 0;
    for line in include_str!("golden/mfcc.tsv").lines() {
        let numbers: Vec<f64> = line.split('\t').map(|word| word.parse().unwrap()).collect();
        assert_eq!(numbers.len(), 40);
        let row = ours.row(numbers[0] as usize);
        for (column, (ours, theirs)) in row.iter().zip(&numbers[1..]).enumerate() {
            assert!((ours - theirs).abs() < 1e-9, "{} {column}: {ours} {theirs}", numbers[0]);
        }
        rows += 1;
    }
    assert_eq!(rows, 6);
}

/// Cepstra and log energy of the window that begins at `start`, by direct sums.
fn slow_row(samples: &[f32], start: usize, rate: f64) -> Vec<f64> {
    let window = (rate * 0.025).round() as usize;
    let length = window.next_power_of_two();
    let mut level = vec![0.0; samples.len()];
    for n in 1..samples.len() {
        level[n] = f64::from(samples[n]) - f64::from(samples[n - 1]) + 0.999 * level[n - 1];
    }
    let there = |n: usize| level.get(n).copied().unwrap_or(0.0);
    let sharp = |n: usize| match n {
        _ if n >= level.len() => 0.0,
        0 => there(0),
        _ => there(n) - 0.97 * there(n - 1),
    };
    let magnitude = |k: usize| {
        let (mut real, mut imaginary) = (0.0, 0.0);
        for n in 0..window {
            let hamming = 0.54 - 0.46 * (TAU * n as f64 / (window - 1) as f64).cos();
            let angle = TAU * (k * n % length) as f64 / length as f64;
            real += hamming * sharp(start + n) * angle.cos();
            imaginary -= hamming * sharp(start + n) * angle.sin();
        }
        f64::hypot(real, imaginary)
    };
    let magnitudes: Vec<f64> = (0..=length / 2).map(magnitude).collect();
    let mel = |f: f64| 2595.0 * (1.0 + f / 700.0).log10();
    let hertz = |m: f64| 700.0 * (10f64.powf(m / 2595.0) - 1.0);
    let step = (mel(rate / 2.0) - mel(64.0)) / 24.0;
    let corner = |b: usize| hertz(mel(64.0) + b as f64 * step);
    let log = |b: usize| {
        let weigh = |(k, m): (usize, &f64)| {
            let f = k as f64 * rate / length as f64;
            let rise = (f - corner(b)) / (corner(b + 1) - corner(b));
            let fall = (corner(b + 2) - f) / (corner(b + 2) - corner(b + 1));
            rise.min(fall).max(0.0) * m
        };
        magnitudes.iter().enumerate().map(weigh).sum::<f64>().max(1e-5).ln()
    };
    let logs: Vec<f64> = (0..23).map(log).collect();
    let cepstrum = |i: usize| {
        let term = |(b, l): (usize, &f64)| l * (PI * i as f64 * (b as f64 + 0.5) / 23.0).cos();
        (2.0f64 / 23.0).sqrt() * logs.iter().enumerate().map(term).sum::<f64>()
    };
    let energy: f64 = (start..start + window).map(|n| there(n).powi(2)).sum();
    (1..=12).map(cepstrum).chain([energy.max(1e-10).ln()]).collect()
}

#[test]
fn cepstra_are_their_definition_at_several_rates() {
    for rate in [8_000, 16_000, 20_000, 22_050] {
        let audio = Audio { rate, samples: golden_signal().samples };
        let params = MfccParams { sample_rate: rate, delta_window: 0, ..MfccParams::default() };
        let ours = features(&audio, &params);
        let shift = f64::from(rate) / 100.0;
        let window = (f64::from(rate) * 0.025).round();
        assert_eq!(ours.frames(), (8000.0 / shift).round() as usize);
        for t in [0, 1, 7, ours.frames() - 1] {
            let start =
                ((t as f64 + 0.5) * shift - window / 2.0).round().clamp(0.0, 8000.0 - window);
            let slow = slow_row(&audio.samples, start as usize, f64::from(rate));
            for (ours, slow) in ours.row(t).iter().zip(&slow) {
                assert!((ours - slow).abs() < 1e-9, "{rate} Hz, frame {t}: {ours} {slow}");
            }
        }
    }
}

#[test]
fn a_signal_shorter_than_a_window_is_followed_by_zeros() {
    let audio = Audio { rate: 16_000, samples: golden_signal().samples[..100].to_vec() };
    let ours = features(&audio, &MfccParams::default());
    assert_eq!(ours.frames(), 1);
    let slow = slow_row(&audio.samples, 0, 16_000.0);
    for (ours, slow) in ours.row(0).iter().zip(&slow) {
        assert!((ours - slow).abs() < 1e-9, "{ours} {slow}");
    }
}

/// A click in the middle of frame 30 is loudest there and fades alike on either side.
#[test]
fn frames_are_not_delayed() {
    let mut samples = vec![0.0; 16_000];
    samples[30 * 160 + 80] = 0.9;
    let ours = features(&Audio { rate: 16_000, samples }, &MfccParams::default());
    let energy = |t: usize| ours.row(t)[12];
    assert!(energy(30) > energy(0) + 15.0);
    for away in 0..6 {
        let loud = |t| energy(t) > energy(0) + 15.0;
        assert_eq!(loud(30 - away), away <= 1, "frame {}", 30 - away);
        assert_eq!(loud(30 + away), away <= 1, "frame {}", 30 + away);
    }
}

/// The slope of a straight line is its slope, and that of a parabola at its vertex is 0.
#[test]
fn slopes_are_regressions() {
    let data = (0..20).flat_map(|t| [3.0 * f64::from(t) + 1.0, f64::from((t - 10) * (t - 10))]);
    let slopes = delta(&FrameMatrix::from_data(2, data.collect()).unwrap(), 2);
    for t in 2..18 {
        assert!((slopes.row(t)[0] - 3.0).abs() < 1e-12);
        assert!((slopes.row(t)[1] - 2.0 * (t as f64 - 10.0)).abs() < 1e-12);
    }
    // At the ends the first or last value is repeated: (1 * 3 + 2 * 6) / 10.
    assert!((slopes.row(0)[0] - 1.5).abs() < 1e-12);
    assert!((slopes.row(19)[0] - 1.5).abs() < 1e-12);
}

#[test]
fn silence_has_finite_features() {
    let silence = Audio { rate: 16_000, samples: vec![0.0; 4000] };
    let ours = features(&silence, &MfccParams::default());
    assert!(ours.rows().flatten().all(|x| x.is_finite()));
    assert!((ours.row(3)[12] - 1e-10f64.ln()).abs() < 1e-12);
}

#[test]
fn parameters_out_of_range_are_refused() {
    let wrong = [
        MfccParams { sample_rate: 4000, ..MfccParams::default() },
        MfccParams { sample_rate: 768_001, ..MfccParams::default() },
        MfccParams { shift_ms: 0.0, ..MfccParams::default() },
        MfccParams { window_ms: f64::NAN, ..MfccParams::default() },
        MfccParams { cepstra: 23, ..MfccParams::default() },
        MfccParams { low_hz: 9000.0, ..MfccParams::default() },
        MfccParams { bands: 200, ..MfccParams::default() },
        MfccParams { floor: 0.0, ..MfccParams::default() },
    ];
    for params in wrong {
        assert!(Mfcc::new(&params).is_err(), "{params:?}");
    }
}

/// A sound recorded at two rates has nearly equal cepstra where it is below the top bands.
#[test]
fn other_rates_are_brought_to_the_rate_of_the_model() {
    let tones = |rate: u32| {
        let sample = |n: usize| {
            let t = n as f64 / f64::from(rate);
            let tones = [300.0, 900.0, 2100.0, 3300.0, 5200.0, 6500.0];
            tones.iter().map(|f| 0.1 * (TAU * f * t).sin()).sum::<f64>() as f32
        };
        Audio { rate, samples: (0..rate as usize).map(sample).collect() }
    };
    let params = MfccParams { floor: 1e-3, delta_window: 0, ..MfccParams::default() };
    let expected = features(&tones(16_000), &params);
    for rate in [20_000, 44_100, 48_000] {
        let ours = features(&tones(rate), &params);
        assert_eq!(ours.frames(), expected.frames());
        for t in 10..90 {
            for (x, y) in ours.row(t).iter().zip(expected.row(t)) {
                assert!((x - y).abs() < 0.02, "{rate} Hz, frame {t}: {x} {y}");
            }
        }
    }
}
