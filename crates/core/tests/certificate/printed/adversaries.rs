//! Streams that are hard for a learner: every instance new (Thm. 4 of Shalev-Shwartz 2007, carried
//! over to each problem), labels that are always those it gets wrong, noise, and realisable ones.

use super::asked::K;
use crate::support::realisable::{Example, Source};
use crate::support::{Rng, basis, scaled};
use noregret_core::problem::Problem;
use noregret_core::{AnyLearner, Label, Spec};

/// Rounds of a run, and features of those whose instances are all new.
pub const T: usize = 30;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Adversary {
    /// Instance t is the t-th unit vector, or it and its negative.
    Basis,
    /// The same with grades two apart, where there are grades.
    Graded,
    /// The label that costs the learner most.
    Hostile,
    /// Realisable examples of which every fifth has any label.
    Noisy,
    Realisable,
}

pub const ALL: [Adversary; 5] = [
    Adversary::Basis,
    Adversary::Graded,
    Adversary::Hostile,
    Adversary::Noisy,
    Adversary::Realisable,
];

impl Adversary {
    pub fn features(self) -> usize {
        match self {
            Adversary::Basis | Adversary::Graded => T,
            _ => crate::support::realisable::N,
        }
    }

    /// Example `t`, given the learner before it.
    pub fn next(
        self,
        (t, spec, learner): (usize, &Spec, &AnyLearner),
        source: &mut Source,
        rng: &mut Rng,
    ) -> Example {
        match self {
            Adversary::Basis => new_instance(spec, t, 1.0),
            Adversary::Graded => new_instance(spec, t, 2.0),
            Adversary::Realisable => source.next(spec),
            Adversary::Noisy if rng.chance(0.8) => source.next(spec),
            Adversary::Noisy => {
                let mut all = relabelled(spec, &source.next(spec));
                all.swap_remove(rng.below(all.len()))
            }
            Adversary::Hostile => {
                let cost = |e: &Example| {
                    learner.evaluate_parts(&e.instances(), e.label()).map_or(0.0, |o| o.loss)
                };
                let all = relabelled(spec, &source.next(spec)).into_iter();
                all.max_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap()
            }
        }
    }
}

fn labelled_set(mut e: Example, class: usize) -> Example {
    e.set = vec![Label::Number(class as f64)];
    e
}

fn new_instance(spec: &Spec, t: usize, gap: f64) -> Example {
    let x = basis(T, t);
    let against = scaled(&x, -1.0);
    let class = usize::from(t > 0);
    match spec.problem.name() {
        "multiclass" | "one-vs-rest" => Example::new(vec![x], class as f64),
        "label-ranking" => labelled_set(Example::new(vec![x], 0.0), class),
        "ordinal" => Example::new(vec![x], if t.is_multiple_of(2) { K as f64 } else { 1.0 }),
        "candidates" => Example::new(vec![x, against], 0.0),
        "tasks" => Example { each: vec![1.0, -1.0], ..Example::new(vec![x, against], 0.0) },
        "queries" => {
            let far = scaled(&basis(T, (t + 1) % T), 0.3);
            let parts = vec![x, against, far];
            Example { each: vec![gap, 0.0, gap], ..Example::new(parts, 0.0) }
        }
        "sequence" => {
            let token = |x: &[f64]| [&vec![0.0; spec.problem.reserved()], x].concat();
            let tags = vec![Label::Number(class as f64), Label::Number(2.0)];
            Example { tags, ..Example::new(vec![token(&x), token(&against)], 0.0) }
        }
        "regression" => Example::new(vec![x], if t.is_multiple_of(2) { 1.0 } else { -1.0 }),
        "uniclass" => Example::new(vec![scaled(&x, if t == 0 { 0.0 } else { 1.5 })], 1.0),
        _ => Example::new(vec![x], 1.0),
    }
}

/// The example with every label that it can have.
fn relabelled(spec: &Spec, e: &Example) -> Vec<Example> {
    let with = |y: f64| Example { y, set: Vec::new(), each: Vec::new(), ..e.clone() };
    let classes = || (0..K).map(|y| with(y as f64));
    match spec.problem.name() {
        "binary" => [-1.0, 1.0].map(with).into(),
        "multiclass" | "one-vs-rest" => classes().collect(),
        "label-ranking" => (0..K).map(|y| labelled_set(with(y as f64), y)).collect(),
        "ordinal" => (0..K).map(|y| with(y as f64 + 1.0)).collect(),
        "candidates" => (0..e.parts.len()).map(|y| with(y as f64)).collect(),
        "tasks" | "queries" => {
            let low = if spec.problem.name() == "tasks" { -1.0 } else { 0.0 };
            let sides = |mask: usize| {
                (0..e.parts.len()).map(move |j| if mask >> j & 1 == 1 { 1.0 } else { low })
            };
            let all = 1..(1 << e.parts.len()) - 1;
            all.map(|mask| Example { each: sides(mask).collect(), ..with(0.0) }).collect()
        }
        "sequence" => {
            let tags = |mask: usize| {
                let tag = |t: u32| Label::Number((mask / K.pow(t) % K) as f64);
                (0..e.parts.len() as u32).map(tag).collect()
            };
            let all = 0..K.pow(e.parts.len() as u32);
            all.map(|mask| Example { tags: tags(mask), ..with(0.0) }).collect()
        }
        "regression" => [-1.0, 1.0].map(|side| with(e.y + side)).into(),
        _ => vec![e.clone()],
    }
}

/// Makes all labels known, in their order, so that every run has the same rows.
pub fn admit(spec: &Spec, learner: &mut AnyLearner) {
    let numbers: Vec<f64> = match spec.problem.name() {
        "multiclass" | "one-vs-rest" | "label-ranking" => (0..K).map(|y| y as f64).collect(),
        "ordinal" => vec![K as f64],
        "binary" => vec![-1.0, 1.0],
        _ => Vec::new(),
    };
    if spec.problem.name() == "sequence" {
        let tags: Vec<Label<'_>> = (0..K).map(|y| Label::Number(y as f64)).collect();
        learner.admit_label(Label::Sequence(&tags)).unwrap();
    }
    for y in numbers {
        learner.admit_label(Label::Number(y)).unwrap();
    }
    assert!(learner.problem().rows() <= K);
}
