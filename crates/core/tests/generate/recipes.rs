//! Recipes keep what they promise: margins, shares of noise, shapes; a seed decides a stream.

use crate::support::generated::{dot, norm, rows};
use noregret_core::generate::{AnyGenerator, Drawn, Generator};
use noregret_core::{Instance, Label, Spec};

/// Whether a generator needs a learner.
fn plays(text: &str) -> bool {
    AnyGenerator::parse(text).unwrap().is_adversary()
}

#[test]
fn one_seed_one_stream() {
    for entry in AnyGenerator::entries() {
        if plays(entry.name) {
            continue;
        }
        let text = if entry.name == "text" { "text:features=300" } else { entry.name };
        assert_eq!(rows(text, 5, 20), rows(text, 5, 20), "{text}");
        assert_ne!(rows(text, 5, 20), rows(text, 6, 20), "{text}");
        assert_eq!(
            rows(text, 5, 20)[..7],
            rows(text, 5, 7),
            "{text}: a longer stream begins alike"
        );
        let width = AnyGenerator::parse(text).unwrap().features(20);
        for row in rows(text, 5, 20) {
            assert!(row.indices.iter().all(|&at| (at as usize) < width), "{text}");
            assert!(row.indices.windows(2).all(|two| two[0] < two[1]), "{text}: ascending");
            assert!(row.values.iter().chain([&row.label]).all(|x| x.is_finite()), "{text}");
        }
    }
}

/// A vector that separates rows with at least the share `margin` of its norm: a Perceptron with
/// margin, run to the end.
fn separator(all: &[Drawn], features: usize, margin: f64) -> Vec<f64> {
    let mut u = vec![0.0; features];
    for _ in 0..20_000 {
        let size = Instance::Dense(&u).square().sqrt();
        let wrong = all.iter().find(|row| row.label * dot(row, &u) < margin * size.max(1e-9));
        let Some(row) = wrong else { break };
        for (&at, value) in row.indices.iter().zip(&row.values) {
            u[at as usize] += row.label * value;
        }
    }
    u
}

#[test]
fn separable_rows_keep_their_margin() {
    for (seed, margin) in [(1, 0.3), (2, 0.6)] {
        let all = rows(&format!("separable:features=6,margin={margin}"), seed, 300);
        assert!(all.iter().all(|row| (norm(row) - 1.0).abs() < 1e-12));
        // Nine tenths of the planted margin are found without knowing u.
        let u = separator(&all, 6, 0.9 * margin);
        let size = Instance::Dense(&u).square().sqrt();
        let least = all.iter().map(|row| row.label * dot(row, &u) / size);
        assert!(least.fold(f64::INFINITY, f64::min) >= 0.89 * margin, "{seed}");
        let positive = all.iter().filter(|row| row.label > 0.0).count();
        assert!((100..200).contains(&positive), "{positive}");
    }
}

/// The share of labels that noise flips: one seed has the same instances with and without it.
fn flipped(clean: &str, noisy: &str, count: usize) -> f64 {
    let (clean, noisy) = (rows(clean, 3, count), rows(noisy, 3, count));
    let same = |(a, b): &(&Drawn, &Drawn)| a.indices == b.indices && a.values == b.values;
    assert!(clean.iter().zip(&noisy).all(|pair| same(&pair)));
    let differ = clean.iter().zip(&noisy).filter(|(a, b)| a.label != b.label).count();
    differ as f64 / count as f64
}

#[test]
fn noise_is_as_frequent_as_said() {
    let share = flipped("separable", "separable:noise=0.2", 4000);
    assert!((share - 0.2).abs() < 0.03, "{share}");
    let share = flipped("r-of-k", "r-of-k:noise=0.1", 4000);
    assert!((share - 0.1).abs() < 0.02, "{share}");
    let clean = "text:features=400,noise=0";
    let share = flipped(clean, "text:features=400,noise=0.1", 2000);
    assert!((share - 0.1).abs() < 0.03, "{share}");
}

/// The bits that count are found by looking; the printed point of the simplex then has the printed
/// margin.
#[test]
fn r_of_k_is_what_it_says() {
    let (features, r, k) = (12, 2, 3);
    let all = rows(&format!("r-of-k:features={features},r={r},k={k}"), 4, 2000);
    let bit = |row: &Drawn, at: usize| row.indices.contains(&(at as u32));
    let counted: Vec<usize> = (0..features - 1)
        .filter(|&at| {
            let rate = |on: bool| {
                let rows: Vec<&Drawn> = all.iter().filter(|row| bit(row, at) == on).collect();
                rows.iter().filter(|row| row.label > 0.0).count() as f64 / rows.len() as f64
            };
            rate(true) - rate(false) > 0.2
        })
        .collect();
    assert_eq!(counted.len(), k);
    let size = (r + k) as f64 - 0.5;
    let mut u = vec![0.0; features];
    counted.iter().for_each(|&at| u[at] = 1.0 / size);
    u[features - 1] = (r as f64 - 0.5) / size;
    let least = all.iter().map(|row| row.label * dot(row, &u)).fold(f64::INFINITY, f64::min);
    assert!((least - 0.5 / size).abs() < 1e-12, "{least}");
    let every = rows("r-of-k:features=6,r=5,k=5", 1, 500);
    assert!(
        every.iter().all(|row| (row.label > 0.0) == (row.indices.len() == 6)),
        "all bits count"
    );
    let on: usize = all.iter().map(|row| row.indices.len() - 1).sum();
    assert!((on as f64 / (2000.0 * 11.0) - 0.4).abs() < 0.02);
}

#[test]
fn classes_are_learned_without_an_end_to_mistakes_only_if_they_overlap() {
    let wrong = |text: &str| {
        let mut learner = Spec::named("pa", "multiclass").unwrap().build().unwrap();
        let all = rows(text, 2, 4000);
        assert!(all.iter().all(|row| (1.0..=3.0).contains(&row.label)));
        let mut late = 0;
        for (t, row) in all.iter().enumerate() {
            let round = learner.learn(row.instance(), Label::Number(row.label)).unwrap();
            late += usize::from(round.mistake && t >= 2000);
        }
        late
    };
    let (clean, noisy) =
        (wrong("classes:classes=3,features=4"), wrong("classes:classes=3,features=4,noise=0.3"));
    assert!(clean <= 2 && noisy > 200, "{clean} {noisy}");
    // A learner of the clean stream knows which labels of the noisy one were drawn at random.
    let mut learner = Spec::named("pa", "multiclass").unwrap().build().unwrap();
    for row in rows("classes:classes=3,features=4", 2, 4000) {
        learner.learn(row.instance(), Label::Number(row.label)).unwrap();
    }
    let noisy = rows("classes:classes=3,features=4,noise=0.3", 2, 4000);
    let mut wrong = [0; 3];
    for row in &noisy {
        let mut probe = learner.clone();
        let round = probe.learn(row.instance(), Label::Number(row.label)).unwrap();
        wrong[row.label as usize - 1] += usize::from(round.mistake);
    }
    let share = wrong.iter().sum::<usize>() as f64 / 4000.0;
    // One of three random labels is the right one.
    assert!((share - 0.2).abs() < 0.03, "{share}");
    assert!(wrong.iter().all(|&n| n > 100), "{wrong:?}");
    let mut stream = AnyGenerator::parse("classes:margin=5").unwrap().stream(0, None).unwrap();
    assert!(stream.draw().unwrap_err().to_string().contains("smaller"));
}

#[test]
fn a_linear_target_is_fitted_up_to_its_noise() {
    let all = rows("linear:features=3,size=2,noise=0.1", 1, 3000);
    let mut spec = Spec::named("pa", "regression").unwrap();
    assert!(spec.loss.set_epsilon(0.1));
    let mut learner = spec.build().unwrap();
    for row in &all {
        learner.learn(row.instance(), Label::Number(row.label)).unwrap();
    }
    let u: Vec<f64> = (0..3).map(|j| learner.weight(j, 0)).collect();
    let worst = all.iter().map(|row| (dot(row, &u) - row.label).abs()).fold(0.0, f64::max);
    assert!(worst < 0.13, "{worst}");
    let mean = all.iter().map(|row| row.values.iter().sum::<f64>()).sum::<f64>() / 9000.0;
    let sizes = all.iter().flat_map(|row| &row.values).map(|x| x * x).sum::<f64>() / 9000.0;
    assert!(mean.abs() < 0.03 && (sizes - 1.0 / 3.0).abs() < 0.02, "{mean} {sizes}");
    assert!((Instance::Dense(&u).square().sqrt() - 2.0).abs() < 0.05);
}

#[test]
fn a_ball_holds_its_points_but_for_the_noise() {
    let outside = |noise: f64, beyond: f64| {
        let all = rows(&format!("ball:features=3,radius=0.5,noise={noise}"), 9, 4000);
        let sums = (0..3).map(|j| all.iter().map(|row| row.values[j]).sum::<f64>() / 4000.0);
        let centre: Vec<f64> = sums.collect();
        let distance = |row: &Drawn| {
            let gaps = row.values.iter().zip(&centre).map(|(x, c)| (x - c).powi(2));
            gaps.sum::<f64>().sqrt()
        };
        assert!((Instance::Dense(&centre).square().sqrt() - 3.0).abs() < 0.05);
        all.iter().filter(|row| distance(row) > beyond).count() as f64 / 4000.0
    };
    assert_eq!(outside(0.0, 0.55), 0.0);
    // Of the wider ball 1 - 1/27 of the volume is outside, and a little less is beyond 0.55.
    let share = outside(0.2, 0.55);
    assert!((0.15..0.22).contains(&share), "{share}");
    // 1 - (2/3)^3 of it is farther than twice the radius, nothing farther than three times.
    let share = outside(0.2, 1.0);
    assert!((share - 0.2 * 19.0 / 27.0).abs() < 0.03, "{share}");
    assert_eq!(outside(0.2, 1.55), 0.0);
}

#[test]
fn text_is_sparse_of_unit_length_and_learnable() {
    let all = rows("text:features=2000,words=40,topics=6,noise=0", 7, 3000);
    assert!(all.iter().all(|row| (norm(row) - 1.0).abs() < 1e-12));
    let words = all.iter().map(|row| row.indices.len()).sum::<usize>() as f64 / 3000.0;
    assert!((37.0..43.0).contains(&words), "{words}");
    let mut learner = Spec::named("pa1", "binary").unwrap().build().unwrap();
    let mut late = 0;
    for (t, row) in all.iter().enumerate() {
        let round = learner.learn(row.instance(), Label::Number(row.label)).unwrap();
        late += usize::from(round.mistake && t >= 2000);
    }
    assert!(late < 250, "{late} of 1000");
    // After the drift the label of every topic is the other one.
    let drift = rows("text:features=2000,words=40,topics=6,noise=0,drift=10", 7, 20);
    let differ = drift.iter().zip(&all).filter(|(a, b)| a.label != b.label).count();
    assert_eq!(differ, 10);
    let classes = rows("text:features=500,classes=7", 1, 300);
    assert!(classes.iter().all(|row| (1.0..=7.0).contains(&row.label)));
    // All noise: every class is as likely as any other.
    let mut seen = [0; 7];
    let noisy = rows("text:features=500,classes=7,noise=1", 1, 2100);
    noisy.iter().for_each(|row| seen[row.label as usize - 1] += 1);
    assert!(seen.iter().all(|n| (230..370).contains(n)), "{seen:?}");
    // A word that is there twice counts for more: two words are not always in the same proportion.
    let short = rows("text:features=16,words=4,noise=0", 3, 400);
    let value = |row: &Drawn, word: u32| {
        row.indices.iter().position(|at| *at == word).map(|at| row.values[at])
    };
    let proportions = |a: u32, b: u32| {
        let both = short.iter().filter_map(move |row| Some(value(row, a)? / value(row, b)?));
        both.fold((f64::INFINITY, 0.0_f64), |(low, high), x| (low.min(x), high.max(x)))
    };
    let (low, high) = (1..16).map(|b| proportions(0, b)).find(|(low, _)| low.is_finite()).unwrap();
    assert!(high > 1.2 * low, "{low} {high}");
}

#[test]
fn odd_parameters_are_refused() {
    for text in [
        "separable:margin=0",
        "separable:margin=1.5",
        "separable:noise=2",
        "separable:features=1",
        "r-of-k:k=200",
        "r-of-k:r=9",
        "blocks:zeros=1",
        "blocks:relevant=0",
        "linear:noise=-1",
        "classes:classes=1",
        "text:words=0",
    ] {
        assert!(AnyGenerator::parse(text).unwrap().stream(0, None).is_err(), "{text}");
    }
    for text in ["nothing", "coin:size=2", "separable:margin=x", "separable:features=2.5"] {
        assert!(AnyGenerator::parse(text).is_err(), "{text}");
    }
    let spec = Spec::named("perceptron", "binary").unwrap();
    let of = |text: &str| AnyGenerator::parse(text).unwrap();
    assert!(of("thresholds:size=100").stream(0, Some(&spec)).is_err());
    assert!(of("thresholds:size=64").stream(0, Some(&spec)).is_ok());
    assert!(of("coin").stream(0, None).is_err(), "an adversary needs somebody");
    assert!(of("signs").stream(0, Some(&spec)).is_err());
    let regression = Spec::named("pa", "regression").unwrap();
    assert!(of("coin").stream(0, Some(&regression)).is_err());
}
