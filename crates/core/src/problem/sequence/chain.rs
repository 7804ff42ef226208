//! The score of a tag sequence as a chain:
//! `start(y_1) + sum_t emit(t,y_t) + sum_t transition(y_{t-1},y_t) + stop(y_m)`, and what it costs
//! where another one is right, if that is asked for: a unit for each wrong tag.

use crate::problem::Scores;

/// Unit vectors before those of the tags: the start and the stop of a sentence.
pub(super) const ENDS: usize = 2;

/// The scores of all tag sequences of a sentence.
///
/// Part t < m of the example is token t. The unit vectors follow: start, stop, and one for each
/// tag, whose scores are those of the tags after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain<'a> {
    scores: Scores<'a>,
    tokens: usize,
    tags: usize,
    /// The right tags, and what each wrong one costs.
    cost: Option<(&'a [usize], f64)>,
}

impl<'a> Chain<'a> {
    /// The chain of a sentence with so many tags to choose from.
    pub(super) fn new(scores: Scores<'a>, tags: usize) -> Self {
        let tokens = scores.parts().saturating_sub(tags + ENDS);
        Chain { scores, tokens, tags, cost: None }
    }

    /// The chain of the first so many tags only.
    pub(super) fn among(self, tags: usize) -> Self {
        Chain { tags: tags.min(self.tags), ..self }
    }

    /// The chain with what each wrong tag costs added to its score.
    pub(super) fn augmented(self, truth: &'a [usize], unit: f64) -> Self {
        Chain { cost: Some((truth, unit)), ..self }
    }

    pub(super) fn tokens(&self) -> usize {
        self.tokens
    }

    pub(super) fn tags(&self) -> usize {
        self.tags
    }

    /// Adds the scores of the tags of a token, and what they cost.
    #[inline]
    pub(super) fn emit(&self, token: usize, values: &mut [f64]) {
        let scores = &self.scores.of(token)[..self.tags];
        let Some((truth, unit)) = self.cost else {
            return values.iter_mut().zip(scores).for_each(|(value, score)| *value += score);
        };
        let right = values[truth[token]] + scores[truth[token]];
        values.iter_mut().zip(scores).for_each(|(value, score)| *value += score + unit);
        values[truth[token]] = right;
    }

    pub(super) fn start(&self) -> &'a [f64] {
        &self.scores.of(self.tokens)[..self.tags]
    }

    pub(super) fn stop(&self) -> &'a [f64] {
        &self.scores.of(self.tokens + 1)[..self.tags]
    }

    /// The scores of the tags after a tag.
    #[inline]
    pub(super) fn transitions(&self, from: usize) -> &'a [f64] {
        &self.scores.of(self.tokens + ENDS + from)[..self.tags]
    }
}
