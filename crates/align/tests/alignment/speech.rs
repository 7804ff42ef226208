//! The speech aligner (Shalev-Shwartz 2007, sec. 9.5): base functions against their definitions, a
//! planted task, models as bytes, broken input.
//!
//! The planted task: phones are points in the plane of the first two coordinates, frames are noisy
//! copies; lengths vary about a mean of each phone.

use noregret_align::dynamic::{BaseFunctions, Frames, Infeasible, Tolerance, features};
use noregret_align::speech::{
    COUNT, ClassifierOptions, FrameClassifier, Phones, SpeechAligner, SpeechBase, SpeechExample,
    SpeechOptions, Utterance,
};
use noregret_align::train::{ModelError, TrainingError};
use noregret_core::random::Random;

const WIDTH: usize = 3;
const NAMES: [&str; 4] = ["sil", "a", "t", "s"];

struct Made {
    values: Vec<f64>,
    phones: Vec<String>,
    starts: Vec<usize>,
}

impl Made {
    fn new(random: &mut Random) -> Self {
        let (mut values, mut phones, mut starts) = (Vec::new(), Vec::new(), Vec::new());
        let mut phone = 0;
        for _ in 0..8 {
            starts.push(values.len() / WIDTH);
            phones.push(NAMES[phone].to_owned());
            for _ in 0..3 + 3 * phone + random.below(3) {
                let angle = std::f64::consts::FRAC_PI_2 * phone as f64;
                let noise = [random.normal(), random.normal(), random.normal()];
                values.push(angle.cos() + 0.3 * noise[0]);
                values.push(angle.sin() + 0.3 * noise[1]);
                values.push(noise[2]);
            }
            phone = (phone + 1 + random.below(3)) % NAMES.len();
        }
        Made { values, phones, starts }
    }

    fn frames(&self) -> Frames<'_> {
        Frames::new(&self.values, WIDTH).unwrap()
    }

    fn utterance(&self) -> Utterance<'_> {
        Utterance { frames: self.frames(), phones: &self.phones }
    }

    fn example(&self) -> SpeechExample<'_> {
        SpeechExample { utterance: self.utterance(), starts: &self.starts }
    }
}

fn corpus(count: usize, seed: u64) -> Vec<Made> {
    let mut random = Random::new(seed, 0);
    (0..count).map(|_| Made::new(&mut random)).collect()
}

fn options() -> SpeechOptions {
    let classifier = ClassifierOptions { features: 60, sigma: 1.5, ..Default::default() };
    SpeechOptions { classifier, ..SpeechOptions::default() }
}

fn trained() -> SpeechAligner {
    let made = corpus(60, 1);
    let examples: Vec<_> = made.iter().map(Made::example).collect();
    SpeechAligner::train(&examples, &options()).unwrap()
}

#[test]
fn base_functions_are_as_defined() {
    let made = corpus(20, 2);
    let examples: Vec<_> = made.iter().map(Made::example).collect();
    let phones = Phones::of(&examples);
    let classifier = FrameClassifier::train(&examples, &phones, &options().classifier).unwrap();
    let one = &made[3];
    let base = SpeechBase::new(one.utterance(), &classifier, &phones, 0).unwrap();
    let mut starts = one.starts.clone();
    starts[2] += 1;
    let phi = features(&base, &starts);
    let normalised = classifier.normal().apply(one.frames());
    let x = Frames::new(&normalised, WIDTH).unwrap();
    let g = classifier.log_posteriors(x);
    let mut slow = [0.0; COUNT];
    let mut rate_before = None;
    for (i, &start) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(x.count());
        for j in 1..=4 {
            let place = |by: isize| (start as isize + by).clamp(0, x.count() as isize - 1) as usize;
            let (a, b) = (x.row(place(-(j as isize))), x.row(place(j as isize)));
            slow[j - 1] += a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
        }
        let class = phones.class(&one.phones[i]);
        slow[4] += (start..end).map(|t| g[t * phones.count() + class]).sum::<f64>();
        let length = (end - start) as f64;
        let duration = phones.duration(class);
        let (mu, sd) = (duration.mean, duration.deviation);
        slow[5] += (-(length - mu).powi(2) / (2.0 * sd * sd)).exp().ln()
            - (sd * std::f64::consts::TAU.sqrt()).ln();
        let rate = length / mu;
        slow[6] += rate_before.map_or(0.0, |before: f64| (rate - before).powi(2));
        rate_before = Some(rate);
    }
    for (j, (ours, slow)) in phi.iter().zip(slow).enumerate() {
        assert!((ours - slow).abs() < 1e-8 * (1.0 + slow.abs()), "psi_{}: {ours} {slow}", j + 1);
    }
    assert_eq!(base.count(), COUNT);
}

#[test]
fn posteriors_are_a_clipped_distribution_that_tells_phones_apart() {
    let made = corpus(40, 3);
    let examples: Vec<_> = made.iter().map(Made::example).collect();
    let phones = Phones::of(&examples[..30]);
    let floor = -30.0;
    let unclipped = ClassifierOptions { floor, ..options().classifier };
    let classifier = FrameClassifier::train(&examples[..30], &phones, &unclipped).unwrap();
    let (mut right, mut all) = (0, 0);
    for one in &made[30..] {
        let normalised = classifier.normal().apply(one.frames());
        let rows = classifier.log_posteriors(Frames::new(&normalised, WIDTH).unwrap());
        for (t, row) in rows.chunks_exact(phones.count()).enumerate() {
            // No frame is of the background, the last class: it is neutral.
            let (background, known) = row.split_last().unwrap();
            let sum: f64 = known.iter().map(|log| log.exp()).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
            let mean = known.iter().sum::<f64>() / known.len() as f64;
            assert!((background - mean).abs() < 1e-9, "{background} {mean}");
            let event = one.starts.partition_point(|&start| start <= t) - 1;
            let best = (0..row.len()).max_by(|&a, &b| row[a].total_cmp(&row[b])).unwrap();
            right += usize::from(best == phones.class(&one.phones[event]));
            all += 1;
        }
    }
    assert!(right * 10 > all * 9, "{right} of {all}");
}

#[test]
fn a_planted_task_is_learned_and_unknown_phones_share_the_background() {
    let aligner = trained();
    let test = corpus(20, 9);
    let (mut misses, mut starts) = (0, 0);
    for one in &test {
        let found = aligner.align(one.utterance()).unwrap();
        assert_eq!(found.times.len(), one.starts.len());
        assert!((found.times[1] - found.starts[1] as f64 / 100.0).abs() < 1e-12);
        misses += Tolerance(1).misses(&one.starts, &found.starts);
        starts += one.starts.len() - 1;
    }
    assert!(misses * 20 < starts, "{misses} of {starts}");
    let mut strange = corpus(1, 10).remove(0);
    strange.phones[3] = "never heard".into();
    assert!(aligner.align(strange.utterance()).is_ok());
    assert_eq!(aligner.phones().class("never heard"), aligner.phones().names().len());
    assert!(aligner.summary().lower_bound(0.0) <= aligner.summary().cumulative_loss + 1e-9);
}

#[test]
fn a_model_comes_back_from_its_bytes() {
    let aligner = trained();
    let bytes = aligner.to_bytes().unwrap();
    let again = SpeechAligner::from_bytes(&bytes).unwrap();
    assert_eq!(again, aligner);
    for one in corpus(5, 20) {
        let (a, b) = (aligner.align(one.utterance()), again.align(one.utterance()));
        assert_eq!(a.unwrap(), b.unwrap());
    }
    assert!(matches!(SpeechAligner::from_bytes(b"no model"), Err(ModelError::File(_))));
    let mut damaged = bytes.clone();
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    assert!(matches!(SpeechAligner::from_bytes(&damaged), Err(ModelError::File(_))));
    let kind = noregret_align::music::MusicAligner::from_bytes(&bytes);
    assert!(matches!(kind, Err(ModelError::Kind("music-aligner"))));
}

#[test]
fn broken_input_is_refused_by_name() {
    let aligner = trained();
    let one = corpus(1, 30).remove(0);
    let short = Frames::new(&one.values[..WIDTH], WIDTH).unwrap();
    let utterance = Utterance { frames: short, phones: &[] };
    assert_eq!(aligner.align(utterance).unwrap_err(), Infeasible::NoEvents);
    let wide = Frames::new(&one.values[..2 * WIDTH], 2 * WIDTH).unwrap();
    let utterance = Utterance { frames: wide, phones: &one.phones };
    assert!(matches!(aligner.align(utterance), Err(Infeasible::Signal(_))));
    assert!(matches!(Frames::new(&[1.0, f64::NAN], 2), Err(Infeasible::Signal(_))));
    assert!(matches!(Frames::new(&[1.0; 5], 2), Err(Infeasible::Signal(_))));
    assert_eq!(Frames::new(&[], 2).unwrap_err(), Infeasible::NoFrames);
    let mut wrong = corpus(4, 31);
    wrong[2].starts[1] = 10_000;
    let examples: Vec<_> = wrong.iter().map(Made::example).collect();
    let refused = SpeechAligner::train(&examples, &options());
    let Err(TrainingError::Example { number: 3, reason }) = refused else {
        panic!("{refused:?}");
    };
    assert!(matches!(reason, Infeasible::Starts { event: 2, .. }), "{reason}");
    let mut strict = options();
    strict.training.gap = 1;
    let made = corpus(12, 32);
    let examples: Vec<_> = made.iter().map(Made::example).collect();
    let aligner = SpeechAligner::train(&examples, &strict).unwrap();
    let few = Frames::new(&one.values[..5 * WIDTH], WIDTH).unwrap();
    let refused = aligner.align(Utterance { frames: few, phones: &one.phones });
    let expected = Infeasible::TooShort { events: 8, needed: 8, frames: 5 };
    assert_eq!(refused.unwrap_err(), expected);
}
