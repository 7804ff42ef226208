//! Realisable examples for every problem.

use super::product::name;
use super::{Rng, dot};
use noregret_core::error::Result;
use noregret_core::geometry::AnyGeometry;
use noregret_core::hypothesis::Hypothesis;
use noregret_core::problem::{AnyProblem, Problem};
use noregret_core::snapshot::Array;
use noregret_core::{AnyLearner, Instance, Label, Outcome, Spec};

/// Features of an instance.
pub const N: usize = 4;

/// An example of as many parts as its problem wants.
#[derive(Clone, Debug)]
pub struct Example {
    pub parts: Vec<Vec<f64>>,
    pub y: f64,
    /// The relevant classes of label ranking.
    pub set: Vec<Label<'static>>,
    /// A number for each part, where the problem asks for it.
    pub each: Vec<f64>,
    /// A tag for each part, where the problem asks for it.
    pub tags: Vec<Label<'static>>,
}

impl Example {
    pub fn instances(&self) -> Vec<Instance<'_>> {
        self.parts.iter().map(|x| Instance::Dense(x)).collect()
    }

    pub fn new(parts: Vec<Vec<f64>>, y: f64) -> Self {
        Example { parts, y, set: Vec::new(), each: Vec::new(), tags: Vec::new() }
    }

    pub fn label(&self) -> Label<'_> {
        match (self.set.as_slice(), self.each.as_slice()) {
            _ if !self.tags.is_empty() => Label::Sequence(&self.tags),
            ([], []) => Label::Number(self.y),
            ([], each) => Label::Each(each),
            (set, _) => Label::Set(set),
        }
    }

    pub fn scaled(&self, size: f64) -> Self {
        let parts = self.parts.iter().map(|x| x.iter().map(|x| size * x).collect()).collect();
        Example { parts, ..self.clone() }
    }

    /// As many parts as this example has, with this instance in each.
    pub fn everywhere<'a>(&self, x: Instance<'a>) -> Vec<Instance<'a>> {
        vec![x; self.parts.len()]
    }
}

/// Realisable examples, one after the other.
///
/// Labels and targets of a hidden point of the simplex (one per class), points of a ball, at a
/// scale where a unit step does not run away.
#[derive(Clone)]
pub struct Source {
    rng: Rng,
    drawn: usize,
}

/// Classes, and examples before the last of them is seen.
const K: usize = 3;
const LATE: usize = 8;

impl Source {
    pub fn new(seed: u64) -> Self {
        Source { rng: Rng::new(seed), drawn: 0 }
    }

    pub fn next(&mut self, s: &Spec) -> Example {
        self.drawn += 1;
        match s.problem.name() {
            "multiclass" | "one-vs-rest" => self.class(),
            "candidates" => self.candidates(),
            "label-ranking" => self.set(),
            "sequence" => self.sentence(s.problem.reserved()),
            "tasks" | "queries" => self.graded(s.problem.name() == "tasks"),
            "ordinal" => self.rank(matches!(&s.problem, AnyProblem::Ordinal(p) if p.lowest == 0.0)),
            _ => self.single(s),
        }
    }

    fn single(&mut self, s: &Spec) -> Example {
        let radius = if let AnyGeometry::Entropy(g) = &s.geometry { g.radius } else { 1.0 };
        let u = HIDDEN.map(|u| radius * u);
        let one = |x: Vec<f64>, y: f64| Example::new(vec![x], y);
        loop {
            let size = if s.problem.name() == "regression" { 0.25 / radius } else { 1.0 };
            let x: Vec<f64> = self.rng.vector(N).iter().map(|x| size * x).collect();
            let score = dot(&u, &x);
            match s.problem.name() {
                "binary" if score.abs() < 0.15 => {}
                "binary" => return one(x, score.signum()),
                "uniclass" => {
                    return one(x.iter().map(|x| radius * 0.25 + 0.3 * x).collect(), 1.0);
                }
                _ => return one(x, score),
            }
        }
    }

    /// Feature r speaks for class r and against the others, the last feature for none.
    fn class(&mut self) -> Example {
        let y = self.rng.below(if self.drawn > LATE { K } else { K - 1 });
        let side = |r: usize| if r == y { 1.0 } else { -1.0 };
        let mut x: Vec<f64> = (0..K).map(|r| side(r) * (0.3 + 0.7 * self.rng.unit())).collect();
        x.push(self.rng.signed());
        Example::new(vec![x], y as f64)
    }

    /// Tokens whose features speak for their tags, after the coordinates of the moves.
    fn sentence(&mut self, reserved: usize) -> Example {
        let tokens: Vec<Example> = (0..1 + self.rng.below(3)).map(|_| self.class()).collect();
        let part = |token: &Example| [vec![0.0; reserved], token.parts[0].clone()].concat();
        let mut example = Example::new(tokens.iter().map(part).collect(), 0.0);
        example.tags = tokens.iter().map(|token| Label::Number(token.y)).collect();
        example
    }

    /// One or two classes of three, each with a feature of its own.
    fn set(&mut self) -> Example {
        let mut example = self.class();
        let known = if self.drawn > LATE { K } else { K - 1 };
        let second = self.rng.below(known + 1);
        if second < known && known == K {
            example.parts[0][second] = 0.3 + 0.7 * self.rng.unit();
            example.set.push(Label::Number(second as f64));
        }
        example.set.push(Label::Number(example.y));
        example
    }

    /// Two to four instances, each clearly on one side of the hidden point.
    fn graded(&mut self, signs: bool) -> Example {
        let count = 2 + self.rng.below(3);
        let mut example = Example::new(Vec::new(), 0.0);
        while example.parts.len() < count {
            let x = self.rng.vector(N);
            let score = dot(&HIDDEN, &x);
            if score.abs() > 0.15 {
                example.parts.push(x);
                example.each.push(if signs { score.signum() } else { f64::from(score > 0.0) });
            }
        }
        example
    }

    /// A rank by the score of the hidden point: below -0.2, above 0.2 or between.
    fn rank(&mut self, from_zero: bool) -> Example {
        loop {
            let x = self.rng.vector(N);
            let score = dot(&HIDDEN, &x);
            let place = if score < -0.2 {
                0.0
            } else if score > 0.2 {
                2.0
            } else {
                1.0
            };
            if (score.abs() - 0.2).abs() > 0.08 && (place < 2.0 || self.drawn > LATE) {
                return Example::new(vec![x], place + if from_zero { 0.0 } else { 1.0 });
            }
        }
    }

    /// Two to four candidates, the best of them with a margin.
    fn candidates(&mut self) -> Example {
        loop {
            let count = 2 + self.rng.below(3);
            let parts: Vec<Vec<f64>> = (0..count).map(|_| self.rng.vector(N)).collect();
            let mut order: Vec<(f64, usize)> =
                parts.iter().map(|x| dot(&HIDDEN, x)).zip(0..count).collect();
            order.sort_by(|a, b| b.0.total_cmp(&a.0));
            if order[0].0 - order[1].0 > 0.15 {
                return Example::new(parts, order[0].1 as f64);
            }
        }
    }
}

/// The point of the simplex behind problems of one row.
pub const HIDDEN: [f64; N] = [0.6, 0.1, 0.2, 0.1];

pub fn learn(learner: &mut AnyLearner, e: &Example, weight: f64) -> Result<Outcome> {
    learner.learn_parts(&e.instances(), e.label(), weight)
}

pub fn feed(learner: &mut AnyLearner, s: &Spec, source: &mut Source, rounds: usize) -> Vec<f64> {
    let mut losses = Vec::new();
    for _ in 0..rounds {
        let outcome = learn(learner, &source.next(s), 1.0);
        losses.push(outcome.unwrap_or_else(|e| panic!("{}: {e}", name(s))).loss);
    }
    losses
}

/// All weights, row by row.
pub fn weights(learner: &AnyLearner, of: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let rows = learner.hypothesis().rows();
    (0..rows).flat_map(|r| (0..N).map(move |j| (j, r))).map(|(j, r)| of(j, r)).collect()
}

/// The vectors behind the weights.
pub fn potential(learner: &AnyLearner, s: &Spec) -> Vec<(String, Array)> {
    let mut arrays = learner.snapshot(s).arrays;
    arrays.retain(|(name, _)| !name.starts_with("average") && !name.starts_with("vote"));
    arrays
}
