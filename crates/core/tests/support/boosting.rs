//! Runs of boosting: noisy examples, and weak learners that record or scale their answers.

use super::Rng;
use noregret_core::Instance;
use noregret_core::boost::{AnyRule, Booster, Leaves, Rule, Stump, Stumps, WeakLearner};

/// Examples with sides and importances.
pub struct NoisyExamples {
    pub rows: Vec<Vec<f64>>,
    pub sides: Vec<f64>,
    pub importance: Vec<f64>,
}

impl NoisyExamples {
    /// Sides are signs of a sum of three coordinates, one in eight flipped; a third of the values
    /// is 0.
    pub fn draw(seed: u64, examples: usize, weighted: bool) -> Self {
        let mut rng = Rng::new(seed);
        let value = |rng: &mut Rng| match rng.chance(0.33) {
            true => 0.0,
            false => (rng.between(-4.0, 4.0) * 2.0).round() / 2.0,
        };
        let rows: Vec<Vec<f64>> =
            (0..examples).map(|_| (0..5).map(|_| value(&mut rng)).collect()).collect();
        let side = |x: &Vec<f64>, rng: &mut Rng| {
            let clean = if x[0] + x[1] - x[2] > 0.0 { 1.0 } else { -1.0 };
            if rng.chance(0.125) { -clean } else { clean }
        };
        let sides = rows.iter().map(|x| side(x, &mut rng)).collect();
        let importance =
            (0..examples).map(|_| if weighted { rng.between(0.1, 3.0) } else { 1.0 }).collect();
        NoisyExamples { rows, sides, importance }
    }

    pub fn instances(&self) -> Vec<Instance<'_>> {
        self.rows.iter().map(|x| Instance::Dense(x)).collect()
    }

    pub fn booster(&self, rule: &AnyRule) -> (Booster, Recorder) {
        let leaves = if rule.needs_signs() { Leaves::Signs } else { Leaves::Reals };
        let stumps = Stumps::new(&self.instances(), leaves).unwrap();
        let booster = Booster::new(rule.clone(), self.sides.clone(), &self.importance).unwrap();
        (booster, Recorder { stumps, said: Vec::new() })
    }

    /// The importances, scaled to add up to 1.
    pub fn shares(&self) -> Vec<f64> {
        let total: f64 = self.importance.iter().sum();
        self.importance.iter().map(|x| x / total).collect()
    }
}

/// Stumps whose answers are kept.
pub struct Recorder {
    stumps: Stumps,
    /// `y_i h_t(x_i)`.
    pub said: Vec<Vec<f64>>,
}

impl WeakLearner for Recorder {
    type Hypothesis = Stump;

    fn fit(&mut self, weights: &[f64], sides: &[f64], answers: &mut [f64]) -> Option<Stump> {
        let found = self.stumps.fit(weights, sides, answers)?;
        self.said.push(answers.iter().zip(sides).map(|(h, y)| h * y).collect());
        Some(found)
    }
}

/// A weak learner whose answers are `times` those of its stumps; below 0 it is worse than chance.
pub struct Loud {
    pub stumps: Stumps,
    pub times: f64,
}

impl WeakLearner for Loud {
    type Hypothesis = Stump;

    fn fit(&mut self, weights: &[f64], sides: &[f64], answers: &mut [f64]) -> Option<Stump> {
        let found = self.stumps.fit(weights, sides, answers)?;
        answers.iter_mut().for_each(|answer| *answer *= self.times);
        Some(found)
    }
}

/// All rules with their defaults.
pub fn rules() -> Vec<AnyRule> {
    AnyRule::entries().iter().map(|entry| AnyRule::parse(entry.name).unwrap()).collect()
}
