//! A sine sampled at another rate is the sine of that rate; what cannot be represented vanishes.

use noregret_align::audio::resample;

use crate::sine;

const RATES: [(u32, u32); 7] = [
    (20_000, 16_000),
    (44_100, 16_000),
    (48_000, 16_000),
    (8_000, 16_000),
    (44_100, 11_025),
    (11_025, 16_000),
    (16_001, 16_000),
];

/// The middle of a signal, where the silence around it does not reach.
fn middle(samples: &[f32]) -> &[f32] {
    &samples[samples.len() / 4..samples.len() * 3 / 4]
}

#[test]
fn sines_up_to_nine_tenths_of_the_nyquist_frequency_pass() {
    for (from, to) in RATES {
        let nyquist = f64::from(from.min(to)) / 2.0;
        for hertz in [50.0, 440.0, 1234.5, 0.6 * nyquist, 0.9 * nyquist] {
            let ours = resample(&sine(hertz, from, from as usize / 2, 1.0), from, to);
            let expected = sine(hertz, to, ours.len(), 1.0);
            assert_eq!(ours.len(), (to as usize).div_ceil(2));
            for (x, y) in middle(&ours).iter().zip(middle(&expected)) {
                assert!((x - y).abs() < 2e-4, "{hertz} Hz, {from} to {to}: {x} {y}");
            }
        }
    }
}

#[test]
fn sines_above_the_nyquist_frequency_vanish() {
    for (from, to) in RATES.into_iter().filter(|(from, to)| *from > to + 100) {
        for hertz in [f64::from(to) / 2.0 + 100.0, 0.49 * f64::from(from)] {
            let ours = resample(&sine(hertz, from, from as usize / 2, 1.0), from, to);
            let loudest = middle(&ours).iter().fold(0.0f32, |m, x| m.max(x.abs()));
            assert!(loudest < 2e-4, "{hertz} Hz, {from} to {to}: {loudest}");
        }
    }
}

#[test]
fn a_constant_stays_and_the_ends_are_in_place() {
    for (from, to) in RATES {
        let ours = resample(&vec![0.5; from as usize / 2], from, to);
        assert!(middle(&ours).iter().all(|x| (x - 0.5).abs() < 1e-6));
    }
    assert!(resample(&[], 20_000, 16_000).is_empty());
    assert_eq!(resample(&[1.0, 2.0], 16_000, 16_000), [1.0, 2.0]);
    assert_eq!(resample(&[1.0], 44_100, 16_000).len(), 1);
}
