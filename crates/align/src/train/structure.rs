//! Alignment as a structured output of the core: the parts of an example are the n unit vectors, so
//! that the scores are the weights, and `phi(y)` has one coefficient a part.

use super::{Against, Example, Scales, Widen};
use crate::dynamic::{Chain, Tolerance, decode};
use noregret_core::error::{Error, Result};
use noregret_core::problem::{self, Scores, Structure};
use noregret_core::round::Term;
use noregret_core::{Label, Prediction};
use std::sync::Arc;

/// The example in front of the learner, and what a wrong alignment of it costs.
#[derive(Debug)]
pub struct Aligning<B> {
    /// The example; it must be changed from round to round.
    pub example: Arc<Example<B>>,
    /// The scale of every base function.
    pub scales: Arc<Scales>,
    /// How far a start may be from the truth.
    pub tolerance: Tolerance,
    /// Which loss; the maximal one has a cost that is a sum over events.
    pub against: Against,
}

// The example is shared, so that B itself need not be cloned.
impl<B> Clone for Aligning<B> {
    fn clone(&self) -> Self {
        Aligning {
            example: Arc::clone(&self.example),
            scales: Arc::clone(&self.scales),
            tolerance: self.tolerance,
            against: self.against,
        }
    }
}

impl<B: Widen> Aligning<B> {
    /// The best candidate for these weights, with `unit` times the cost added to its score.
    fn best(&self, scores: &Scores<'_>, unit: f64) -> Vec<usize> {
        let truth = self.example.truth();
        let weights: Vec<f64> = (0..scores.parts()).map(|part| scores.at(part, 0)).collect();
        let weights = self.scales.unscale(&weights, truth.len());
        let best = Chain::new(self.example.base(), &weights).and_then(|mut chain| {
            if unit > 0.0 {
                chain.augment(truth, self.tolerance.0, unit * Tolerance::price(truth.len()));
            }
            decode(&chain)
        });
        // That there are candidates, and not too many, was seen when the example was made. An
        // alignment without any right start, not the truth, stands for a failure.
        best.map_or_else(|_| vec![0; truth.len()], |best| best.starts)
    }
}

impl<B: Widen> Structure for Aligning<B> {
    type Output = Vec<usize>;

    fn output(&self, label: Label<'_>, _parts: usize) -> Result<Vec<usize>> {
        let truth = self.example.truth();
        let is_it = |starts: &[f64]| {
            starts.len() == truth.len() && starts.iter().zip(truth).all(|(&a, &b)| a == b as f64)
        };
        match label {
            Label::Each(starts) if is_it(starts) => Ok(truth.to_vec()),
            _ => Err(Error::Label("the label is not the truth of the example set".into())),
        }
    }

    fn features(&self, output: &Vec<usize>, terms: &mut Vec<Term>) {
        let phi = self.scales.features(self.example.base(), output);
        terms.extend(phi.into_iter().enumerate().map(|(part, coef)| Term { part, row: 0, coef }));
    }

    fn decode(&self, scores: &Scores<'_>) -> Vec<usize> {
        self.best(scores, 0.0)
    }

    fn decode_augmented(&self, scores: &Scores<'_>, _truth: &Vec<usize>, unit: f64) -> Vec<usize> {
        self.best(scores, unit)
    }

    fn cost(&self, truth: &Vec<usize>, output: &Vec<usize>) -> f64 {
        match self.against {
            Against::Predicted => self.tolerance.cost(truth, output),
            Against::Maximal => self.tolerance.sum(truth, output),
        }
    }

    fn prediction(&self, output: &Vec<usize>) -> Prediction {
        Prediction::Value(self.tolerance.misses(self.example.truth(), output) as f64)
    }

    fn against(&self) -> Option<problem::Against> {
        Some(match self.against {
            Against::Predicted => problem::Against::Predicted,
            Against::Maximal => problem::Against::Maximal,
        })
    }
}
