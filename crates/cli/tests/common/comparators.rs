//! Fixed predictors to compare with, and what they lose, by slow formulas.

use super::sets::{Data, label, random};
use noregret_core::loss::AnyLoss;
use noregret_core::problem::{AnyProblem, Problem};
use noregret_core::readout::Readout;
use noregret_core::replay::hindsight::{Goal, Rounds};
use noregret_core::{AnyLearner, Instance, Label, Spec};

/// A row of weights a class, or one.
pub type Weights = Vec<Vec<f64>>;

/// Rounds: cells of each row, and a sign, a number or the place of a class.
#[derive(Clone)]
pub struct Rows {
    pub problem: &'static str,
    pub cells: Vec<(Vec<u32>, Vec<f64>)>,
    pub targets: Vec<f64>,
    pub width: usize,
    pub classes: usize,
}

/// What a predictor of this norm loses, by each loss.
pub struct Comparator {
    pub norm: f64,
    /// Whether it is the best in hindsight at some trade-off.
    pub is_best: bool,
    pub losses: Vec<(&'static str, f64)>,
}

impl Rows {
    pub fn new(data: &Data, problem: &'static str) -> Self {
        let mut own = AnyProblem::parse(problem).unwrap();
        let mut labels: Vec<f64> = data.rows.iter().filter_map(|row| row.label.number()).collect();
        labels.sort_by(f64::total_cmp);
        labels.dedup();
        data.rows.iter().for_each(|row| own.admit(label(row)).unwrap());
        let target = |row| match &own {
            AnyProblem::Binary(binary) => binary.sign(label(row)).unwrap(),
            AnyProblem::Regression(_) => row.label.number().unwrap(),
            _ => labels.iter().position(|y| Some(*y) == row.label.number()).unwrap() as f64,
        };
        let cells = data.rows.iter().map(|row| (row.indices.clone(), row.values.clone()));
        let classes = if problem == "multiclass" { labels.len() } else { 1 };
        let targets = data.rows.iter().map(target).collect();
        Rows { problem, cells: cells.collect(), targets, width: data.dimension, classes }
    }

    /// The columns standardised with the moments of all rows; one that never varies is 0.
    pub fn standardised(&self) -> Self {
        let n = self.cells.len() as f64;
        let dense: Vec<Vec<f64>> = (0..self.cells.len())
            .map(|t| {
                let mut row = vec![0.0; self.width];
                self.instance(t).for_each(|j, x| row[j] = x);
                row
            })
            .collect();
        let moments = |j: usize| {
            let mean = dense.iter().map(|x| x[j]).sum::<f64>() / n;
            let square = dense.iter().map(|x| (x[j] - mean).powi(2)).sum::<f64>() / n;
            (mean, square.sqrt())
        };
        let moments: Vec<(f64, f64)> = (0..self.width).map(moments).collect();
        let write = |x: &Vec<f64>| {
            let each = x.iter().zip(&moments);
            let each = each.map(|(x, (mean, s))| if *s > 0.0 { (x - mean) / s } else { 0.0 });
            ((0..self.width as u32).collect(), each.collect())
        };
        Rows { cells: dense.iter().map(write).collect(), ..self.clone() }
    }

    /// Every row with this constant after its features.
    pub fn with_constant(mut self, value: f64) -> Self {
        for (indices, values) in &mut self.cells {
            indices.push(self.width as u32);
            values.push(value);
        }
        self.width += 1;
        self
    }

    pub fn instance(&self, t: usize) -> Instance<'_> {
        Instance::sparse(&self.cells[t].0, &self.cells[t].1).unwrap()
    }

    pub fn label(&self, t: usize) -> Label<'static> {
        Label::Number(self.targets[t])
    }

    /// The mean of `|x|^2`.
    fn square(&self) -> f64 {
        let all = (0..self.cells.len()).map(|t| self.instance(t).square()).sum::<f64>();
        all / self.cells.len() as f64
    }

    /// What fixed weights lose, by each loss that is spoken about.
    pub fn losses(&self, u: &Weights) -> Vec<(&'static str, f64)> {
        let (mut hinge, mut logistic, mut squared) = (0.0, 0.0, 0.0);
        for (t, target) in self.targets.iter().enumerate() {
            let scores: Vec<f64> = u.iter().map(|u| self.instance(t).dot(u)).collect();
            let z = match self.problem {
                "binary" => target * scores[0],
                "regression" => scores[0] - target,
                _ => {
                    let right = *target as usize;
                    let others = (0..scores.len()).filter(|r| *r != right).map(|r| scores[r]);
                    scores[right] - others.fold(f64::NEG_INFINITY, f64::max)
                }
            };
            hinge += (1.0 - z).max(0.0);
            logistic += if z > 0.0 { (-z).exp().ln_1p() } else { z.exp().ln_1p() - z };
            squared += z * z;
        }
        match self.problem {
            "binary" => vec![("hinge", hinge), ("logistic", logistic)],
            "regression" => vec![("squared", squared)],
            _ => vec![("hinge", hinge)],
        }
    }

    /// Random weights of several sizes, ones trained by other learners over several passes, some
    /// times as long, and the best in hindsight at three trade-offs.
    pub fn comparators(&self) -> Vec<Comparator> {
        let (mut all, mut state) = (Vec::new(), 7);
        let reach = self.targets.iter().map(|y| y.abs()).fold(1.0, f64::max);
        for size in [0.0, 1e-3, 0.1, 1.0, 30.0] {
            let size = size * reach / (self.square() * self.width as f64).sqrt();
            let mut row = || (0..self.width).map(|_| size * random(&mut state)).collect();
            all.push((0..self.classes).map(|_| row()).collect());
        }
        for (name, kappa) in [("pa1", 0.3), ("pa1", 300.0), ("pa1", 30.0), ("pa2", 10.0)] {
            let trained = self.trained(name, 1.0 / (kappa * self.square()));
            for scale in [0.3, 1.0, 3.0] {
                let scaled = |row: &Vec<f64>| row.iter().map(|w| scale * w).collect();
                all.push(trained.iter().map(scaled).collect());
            }
        }
        let best = [100.0, 5.0, 0.2].map(|kappa| self.best(1.0 / (kappa * self.square())));
        let measured = |u: &Weights, is_best| {
            let norm = u.iter().flatten().map(|w| w * w).sum::<f64>().sqrt();
            Comparator { norm, is_best, losses: self.losses(u) }
        };
        let all = all.iter().map(|u| measured(u, false));
        all.chain(best.iter().map(|u| measured(u, true))).collect()
    }

    fn spec(&self, name: &str, aggressiveness: f64) -> Spec {
        let mut spec = Spec::named(name, self.problem).unwrap();
        spec.set_aggressiveness(aggressiveness).unwrap();
        let labels: Vec<f64> = match self.problem {
            "binary" => vec![-1.0, 1.0],
            "regression" => Vec::new(),
            _ => (0..self.classes).map(|r| r as f64).collect(),
        };
        labels.iter().for_each(|y| spec.problem.admit(Label::Number(*y)).unwrap());
        spec
    }

    fn weights(&self, learner: &AnyLearner) -> Weights {
        let row = |r| (0..self.width).map(|j| learner.answering_weight(j, r)).collect();
        (0..self.classes).map(row).collect()
    }

    /// The average of three passes.
    fn trained(&self, name: &str, aggressiveness: f64) -> Weights {
        let mut spec = self.spec(name, aggressiveness);
        spec.readout = Readout::Average;
        let mut learner = spec.build().unwrap();
        for _ in 0..3 {
            for t in 0..self.cells.len() {
                learner.learn(self.instance(t), self.label(t)).unwrap();
            }
        }
        self.weights(&learner)
    }

    /// The best in hindsight, as far as it is found.
    fn best(&self, aggressiveness: f64) -> Weights {
        let mut spec = self.spec("pa1", aggressiveness);
        if self.problem == "regression" {
            spec.loss = AnyLoss::parse("squared").unwrap();
        }
        let (mut learner, mut rounds) = (spec.build().unwrap(), Rounds::default());
        learner.reserve(self.width);
        for t in 0..self.cells.len() {
            learner.keep_round(&mut rounds, self.instance(t), self.label(t), 1.0).unwrap();
        }
        let goal = Goal { gap: 1e-3, max_sweeps: 100, ..Goal::default() };
        let best = learner.best_in_hindsight(&mut rounds, &goal).unwrap();
        let (_, learner) = learner.in_hindsight(&spec, &rounds, &best, |_, _| {}).unwrap();
        self.weights(&learner)
    }
}
