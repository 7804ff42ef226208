//! Band energies against the definition: an ideal filter by direct sums, its squared output
//! averaged.

use std::f64::consts::TAU;

use noregret_align::audio::{Audio, BandParams, Bands, FrameMatrix};

use crate::sine;

fn energies(audio: &Audio) -> FrameMatrix {
    Bands::new(&BandParams::default()).unwrap().energies(audio)
}

/// The pitch of a column, in Hz.
fn hertz(column: usize) -> f64 {
    440.0 * ((column as f64 + 24.0 - 69.0) / 12.0).exp2()
}

/// Each pitch is loudest in its own band: 87 for amplitude 1, and the neighbours are far below.
#[test]
fn a_steady_tone_is_in_its_band() {
    for column in [0, 20, 45, 60, 80, 88] {
        let samples = sine(hertz(column), 11_025, 11_025 * 4, 0.5);
        let values = energies(&Audio { rate: 11_025, samples });
        assert_eq!((values.frames(), values.columns()), (200, 89));
        let row = values.row(100);
        let expected = 10.0 * 0.125f64.log10() + 90.0;
        assert!((row[column] - expected).abs() < 0.4, "column {column}: {}", row[column]);
        for other in (0..89).filter(|&other| other != column) {
            assert!(row[other] < expected - 20.0, "column {column}, {other}: {}", row[other]);
        }
    }
}

/// The mean square of the filtered signal, by a direct transform of the padded signal.
#[test]
fn energies_are_their_definition() {
    let rate = 8000;
    let params = BandParams { sample_rate: rate, ..BandParams::default() };
    let tone = |n: usize| {
        let t = n as f64 / f64::from(rate);
        let low = if t > 0.1 { (TAU * 262.0 * t).sin() } else { 0.0 };
        (0.3 * low + 0.2 * (TAU * 1000.0 * t).sin() * (-5.0 * t).exp()) as f32
    };
    let samples: Vec<f32> = (0..2400).map(tone).collect();
    let ours = Bands::new(&params).unwrap().energies(&Audio { rate, samples: samples.clone() });
    assert_eq!(ours.frames(), 15);
    // 15 frames and 2 s of silence, up to the next number of factors 2, 3, 5: 120 frames.
    let length = 120 * 160;
    for column in [36, 40, 58, 59] {
        let edge = |shift: f64| hertz(column) * (shift / 24.0).exp2() * length as f64 / 8000.0;
        let band: Vec<usize> =
            (0..length / 2).filter(|&k| edge(-1.0) <= k as f64 && k as f64 <= edge(1.0)).collect();
        let turn = |k: usize, n: usize| TAU * (k * n % length) as f64 / length as f64;
        let bins: Vec<(f64, f64)> = band
            .iter()
            .map(|&k| {
                let part = |f: fn(f64) -> f64| {
                    let term = |(n, &x): (usize, &f32)| f64::from(x) * f(turn(k, n));
                    samples.iter().enumerate().map(term).sum::<f64>()
                };
                (part(f64::cos), part(f64::sin))
            })
            .collect();
        for t in 0..15 {
            // The squared envelope, halved: the mean square but for twice the carrier.
            let square = |n: usize| {
                let (mut real, mut imaginary) = (0.0, 0.0);
                for (&k, (c, s)) in band.iter().zip(&bins) {
                    real += c * turn(k, n).cos() + s * turn(k, n).sin();
                    imaginary += c * turn(k, n).sin() - s * turn(k, n).cos();
                }
                2.0 * (real * real + imaginary * imaginary) / (length as f64).powi(2)
            };
            let mean = (0..160).map(|n| square(160 * t + n)).sum::<f64>() / 160.0;
            let expected = (10.0 * mean.log10() + 90.0).clamp(0.0, 90.0);
            let ours = ours.row(t)[column];
            assert!((ours - expected).abs() < 0.1, "frame {t}, {column}: {ours} {expected}");
        }
    }
}

/// A tone that begins in the middle has half its amplitude (-6 dB) there: nothing is delayed.
#[test]
fn onsets_are_in_place() {
    for column in [30, 45, 60, 75] {
        let mut samples = sine(hertz(column), 11_025, 11_025 * 4, 0.5);
        samples[..11_025 * 2].fill(0.0);
        let values = energies(&Audio { rate: 11_025, samples });
        let steady = values.row(150)[column];
        let around = |t: usize| steady - values.row(t)[column];
        let mean = (around(99) + around(100)) / 2.0;
        assert!((3.0..11.0).contains(&mean), "column {column}: {mean}");
        assert!(around(99) > around(100) && around(120) < 1.0 && around(60) > 20.0);
    }
}

#[test]
fn silence_and_short_sounds_have_finite_values() {
    let silent = energies(&Audio { rate: 44_100, samples: vec![0.0; 4410] });
    assert_eq!(silent.frames(), 5);
    assert!(silent.rows().flatten().all(|&x| x == 0.0));
    let short = energies(&Audio { rate: 8000, samples: vec![0.5; 3] });
    assert_eq!(short.frames(), 1);
    assert!(short.rows().flatten().all(|x| x.is_finite()));
}

#[test]
fn parameters_out_of_range_are_refused() {
    let wrong = [
        BandParams { sample_rate: 100, ..BandParams::default() },
        BandParams { frames_per_second: 0, ..BandParams::default() },
        BandParams { low_pitch: 0, ..BandParams::default() },
        BandParams { pitches: 0, ..BandParams::default() },
    ];
    for params in wrong {
        assert!(Bands::new(&params).is_err(), "{params:?}");
    }
}
