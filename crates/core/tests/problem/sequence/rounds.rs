//! Rounds of sequence learners against weights written out, all sequences listed. (Collins 2002;
//! Crammer et al. 2006, sec. 9; Shalev-Shwartz 2007, Fig. 5.4 and sec. 7.4.)

use super::{K, N, RESERVED, Sentence};
use crate::support::{Rng, at_most, dot, near, near_all, square};
use noregret_core::problem::Problem;
use noregret_core::{AnyLearner, Error, Label, Prediction, Spec};

fn learner(algorithm: &str, problem: &str, aggressiveness: Option<f64>) -> AnyLearner {
    let mut spec = Spec::named(algorithm, problem).unwrap();
    aggressiveness.iter().for_each(|c| spec.set_aggressiveness(*c).unwrap());
    let mut learner = spec.build().unwrap();
    let names: Vec<Label<'_>> = (0..K).map(|tag| Label::Number(tag as f64)).collect();
    learner.admit_label(Label::Sequence(&names)).unwrap();
    learner
}

/// The weights written out, as [`Sentence::features`] are.
fn weights(learner: &AnyLearner) -> Vec<f64> {
    let width = RESERVED + N;
    (0..K * width).map(|at| learner.weight(at % width, at / width)).collect()
}

/// The predicted tags by definition.
fn predicted(sentence: &Sentence, w: &[f64]) -> Vec<usize> {
    first_best(sentence, |path| dot(w, &sentence.features(path)))
}

/// The tags that score most with what they cost.
fn worst(sentence: &Sentence, w: &[f64]) -> Vec<usize> {
    first_best(sentence, |path| dot(w, &sentence.features(path)) + against(sentence, path).1)
}

/// The best tags by a measure, of equals the lower ones from the end on.
fn first_best(sentence: &Sentence, score: impl Fn(&Vec<usize>) -> f64) -> Vec<usize> {
    let paths = super::all_paths(sentence.tags.len(), K);
    let better = |a: Vec<usize>, b: Vec<usize>| {
        let (x, y) = (score(&a), score(&b));
        let back = |path: &[usize]| path.iter().rev().copied().collect::<Vec<_>>();
        if y > x + 1e-12 || ((y - x).abs() <= 1e-12 && back(&b) < back(&a)) { b } else { a }
    };
    paths.into_iter().reduce(better).unwrap()
}

/// The direction of an output, and its cost.
fn against(sentence: &Sentence, path: &[usize]) -> (Vec<f64>, f64) {
    let (right, wrong) = (sentence.features(&sentence.tags), sentence.features(path));
    let cost = path.iter().zip(&sentence.tags).filter(|(a, b)| a != b).count() as f64;
    (right.iter().zip(&wrong).map(|(a, b)| a - b).collect(), cost)
}

fn moved(w: &[f64], d: f64, a: &[f64]) -> Vec<f64> {
    w.iter().zip(a).map(|(w, a)| w + d * a).collect()
}

/// The steps of perceptron, PA-I on the predicted and on the worst output, PA-II.
#[test]
fn steps_are_those_of_the_papers() {
    const C: f64 = 0.3;
    for (name, text) in [
        ("perceptron", "sequence:tags=3"),
        ("pa1-predicted", "sequence:tags=3"),
        ("pa1", "sequence:tags=3"),
        ("pa1", "sequence:tags=3,against=predicted"),
        ("pa2", "sequence:tags=3"),
        ("pa", "sequence:tags=3"),
    ] {
        let (mut rng, mut w) = (Rng::new(7), vec![0.0; K * (RESERVED + N)]);
        let rate = if name == "pa" { None } else { Some(C) };
        let mut ours = learner(name, text, rate);
        let (mut loss, mut wrong) = (0.0, 0);
        for _ in 0..150 {
            let sentence = Sentence::draw(&mut rng);
            let answer = predicted(&sentence, &w);
            let labels = sentence.labels();
            let outcome =
                ours.learn_parts(&sentence.parts(), Label::Sequence(&labels), 1.0).unwrap();
            let is_predicted =
                !text.ends_with('3') || ["perceptron", "pa1-predicted"].contains(&name);
            let (a, cost) = if is_predicted {
                against(&sentence, &answer)
            } else {
                let worst = worst(&sentence, &w);
                against(&sentence, &worst)
            };
            let miss = (cost - dot(&w, &a)).max(0.0);
            let d = match name {
                _ if miss == 0.0 || cost == 0.0 => 0.0,
                "perceptron" => C,
                "pa" => miss / square(&a),
                "pa2" => miss / (square(&a) + 0.5 / C),
                _ => (miss / square(&a)).min(C),
            };
            w = moved(&w, d, &a);
            let counted = if name == "pa2" { miss * miss } else { miss };
            near(outcome.loss, if cost == 0.0 { 0.0 } else { counted }, 1e-9, name);
            assert_eq!(outcome.mistake, answer != sentence.tags, "{name} {text}");
            let found = weights(&ours);
            near_all(&found, &w, 1e-9, name);
            w = found;
            (loss, wrong) = (loss + outcome.loss, wrong + u32::from(outcome.mistake));
        }
        assert!(wrong < 100 && loss > 0.0, "{name}: {wrong} of 150 wrong");
    }
}

/// Fig. 5.4 with vectors written out.
#[test]
fn the_self_tuned_learner_is_that_of_figure_5_4() {
    const U: f64 = 50.0;
    let mut ours = learner("self-tuned-structured", "sequence:tags=3", None);
    let (mut rng, mut v) = (Rng::new(8), vec![0.0; K * (RESERVED + N)]);
    let (mut mistakes, mut longest, mut c) = (0.0_f64, 0.0_f64, 1.0);
    let mut costs = 0.0;
    for _ in 0..200 {
        let sentence = Sentence::draw(&mut rng);
        let (answer, labels) = (predicted(&sentence, &v), sentence.labels());
        let outcome = ours.learn_parts(&sentence.parts(), Label::Sequence(&labels), 1.0).unwrap();
        let (a, cost) = against(&sentence, &answer);
        if cost > 0.0 {
            mistakes += 1.0;
            longest = longest.max(square(&a).sqrt());
            c = longest * (mistakes / (2.0 * U)).sqrt();
            near(outcome.loss, cost - dot(&v, &a) / c, 1e-9, "loss");
            let d = ((c * cost - dot(&v, &a)).max(0.0) / square(&a)).min(1.0);
            v = moved(&v, d, &a);
        } else {
            assert_eq!(outcome.loss, 0.0);
        }
        costs += cost;
        let found: Vec<f64> = weights(&ours).iter().map(|w| w * ours.tradeoff()).collect();
        near_all(&found, &v, 1e-9, "v");
        near(ours.tradeoff(), c, 1e-12, "c");
    }
    assert!(costs > 20.0 && ours.ledger().mistakes as f64 == mistakes);
}

/// The best dual variables of a round over all outputs, by many passes over pairs of them.
fn solved(sentence: &Sentence, w: &[f64], rate: f64) -> f64 {
    let all = sentence.directions();
    let losses: Vec<f64> = all.iter().map(|(a, cost)| cost - dot(w, a)).collect();
    let mut duals = vec![0.0; all.len()];
    let mut z = vec![0.0; w.len()];
    let dual = |duals: &[f64], z: &[f64]| dot(duals, &losses) - 0.5 * square(z) / rate;
    for _ in 0..400 {
        for i in 0..all.len() {
            let a = &all[i].0;
            // Alone, within what is left of the cap.
            let free = (rate - duals.iter().sum::<f64>()).max(0.0);
            let step = ((losses[i] - dot(&z, a)) / square(a)).clamp(-duals[i], free);
            (duals[i], z) = (duals[i] + step, moved(&z, step, a));
            for j in 0..i {
                let b: Vec<f64> = a.iter().zip(&all[j].0).map(|(a, b)| a - b).collect();
                if square(&b) > 0.0 {
                    let slope = losses[i] - losses[j] - dot(&z, &b);
                    let step = (slope / square(&b)).clamp(-duals[i], duals[j]);
                    (duals[i], duals[j]) = (duals[i] + step, duals[j] - step);
                    z = moved(&z, step, &b);
                }
            }
        }
    }
    dual(&duals, &z.iter().map(|x| x * rate.sqrt()).collect::<Vec<_>>())
}

/// The working set finds what the quadratic program over all outputs does, and its gap holds.
#[test]
fn the_working_set_solves_the_round() {
    let mut rng = Rng::new(9);
    const C: f64 = 0.4;
    let mut ours = learner("optsolv", "sequence:tags=3,best=1", Some(C));
    ours.follow_progress();
    let mut updates = 0;
    for _ in 0..60 {
        let (sentence, w) = (Sentence::draw(&mut rng), weights(&ours));
        let labels = sentence.labels();
        ours.learn_parts(&sentence.parts(), Label::Sequence(&labels), 1.0).unwrap();
        let progress = ours.progress().unwrap();
        // In units of c = 1/C the increase of the dual is that of the program.
        let best = solved(&sentence, &w, C) / C;
        let (increase, gap) = (progress.increase.unwrap(), progress.gap.unwrap());
        at_most(increase, best + 1e-6, "increase");
        at_most(best, increase + gap + 1e-6, "gap");
        assert!(gap <= 1e-4 * best.max(1.0), "gap {gap} of {best}");
        updates += usize::from(best > 0.0);
    }
    assert!(updates > 20);
}

/// Five best outputs, solved together, raise the dual at least as much as the worst alone.
#[test]
fn several_outputs_raise_the_dual_more() {
    let mut rng = Rng::new(10);
    let mut more = 0.0;
    for _ in 0..40 {
        let sentence = Sentence::draw(&mut rng);
        let labels = sentence.labels();
        let mut five = learner("mira-k-best", "sequence:tags=3,best=5", Some(0.4));
        five.follow_progress();
        let mut one = learner("mira-k-best", "sequence:tags=3,best=1", Some(0.4));
        one.follow_progress();
        let gain = |learner: &mut AnyLearner| {
            learner.learn_parts(&sentence.parts(), Label::Sequence(&labels), 1.0).unwrap();
            learner.progress().unwrap().increase.unwrap()
        };
        let (one, five) = (gain(&mut one), gain(&mut five));
        at_most(one, five, "one of five");
        more += five - one;
    }
    assert!(more > 0.1, "{more}");
}

#[test]
fn tags_come_late_and_answers_have_names() {
    let mut ours = Spec::named("pa1", "sequence:tags=4").unwrap().build().unwrap();
    let x = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    let y = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    let parts = [noregret_core::Instance::Dense(&x), noregret_core::Instance::Dense(&y)];
    for _ in 0..3 {
        let tags = [Label::Name("D"), Label::Name("N")];
        ours.learn_parts(&parts, Label::Sequence(&tags), 1.0).unwrap();
        let tags = [Label::Name("N"), Label::Name("V")];
        ours.learn_parts(&parts[1..], Label::Sequence(&tags[1..]), 1.0).unwrap();
    }
    let named = |name: &str| noregret_core::ClassName::Text(name.into());
    let (answer, _) = ours.predict_parts(&parts).unwrap();
    assert_eq!(answer, Prediction::Tags(vec![named("D"), named("N")]));
    assert_eq!(answer.to_string(), "D N");
    assert_eq!(ours.problem().class_count(), Some(3));
    // A tag that was never seen is wrong, and costs as much as any other.
    let tags = [Label::Name("D"), Label::Name("new")];
    let round = ours.evaluate_parts(&parts, Label::Sequence(&tags)).unwrap();
    assert!(round.mistake && round.loss > 0.0);
    assert_eq!(round.quality.tags().map(|counts| (counts.tokens, counts.wrong)), Some((2, 1)));
}

#[test]
fn what_is_wrong_with_a_sentence_is_said() {
    let learn = |problem: &str, tags: &[&str]| {
        let mut ours = Spec::named("pa1", problem).unwrap().build().unwrap();
        let x = [0.0; 8];
        let parts = vec![noregret_core::Instance::Dense(&x); 3];
        let labels: Vec<Label<'_>> = tags.iter().map(|tag| Label::Name(tag)).collect();
        let first = [Label::Name("B-NP"), Label::Name("I-NP"), Label::Name("O")];
        ours.learn_parts(&parts, Label::Sequence(&first), 1.0).unwrap();
        ours.learn_parts(&parts, Label::Sequence(&labels), 1.0)
    };
    let refused = learn("sequence", &["O", "O", "X-NP"]).unwrap_err();
    assert_eq!(refused.part(), 2);
    let why = "'X-NP' is none of O, B-type, I-type, E-type, S-type";
    assert!(refused.to_string().contains(why), "{refused}");
    assert!(learn("sequence:scheme=plain", &["O", "O", "X-NP"]).is_ok());
    let short = learn("sequence", &["O", "O"]).unwrap_err();
    assert_eq!(short, Error::Label("2 tags for 3 tokens".into()));
    let many = learn("sequence:tags=3", &["B-VP", "O", "O"]).unwrap_err();
    assert!(many.to_string().contains("more than 3 different tags"), "{many}");
    assert!(Spec::named("pa1", "sequence:tags=0").unwrap().build().is_err());
    assert!(Spec::named("pa1", "sequence:tags=999").unwrap().build().is_err());
}
