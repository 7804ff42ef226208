//! Answers without learning: predictions and evaluations by the chosen readout.

use super::{Learner, check_finite, check_shape, check_values, with_units};
use crate::ascent::Ascent;
use crate::error::{Error, Result};
use crate::hypothesis::{Coordinates, Hypothesis};
use crate::loss::Loss;
use crate::problem::Problem;
use crate::readout::Readout;
use crate::round::{Block, Label, Outcome, Prediction, View};
use crate::schedule::Schedule;
use crate::vector::Instance;

impl<P, L, A, H, S> Learner<P, L, A, H, S>
where
    P: Problem + Clone,
    L: Loss,
    A: Ascent,
    H: Hypothesis,
    S: Schedule,
{
    /// Predicts without learning, by the chosen readout; the number behind the decision beside it.
    pub fn predict(&self, x: Instance<'_>) -> Result<(Prediction, f64)> {
        self.predict_parts(&[x])
    }

    /// The same for an example of several parts.
    pub fn predict_parts(&self, parts: &[Instance<'_>]) -> Result<(Prediction, f64)> {
        let view = self.view(parts)?;
        Ok((self.problem.decide(&view), self.problem.score(&view)))
    }

    /// The same for many instances, which is faster where scores are dear (kernels).
    pub fn predict_many(&self, xs: &[Instance<'_>]) -> Result<Vec<(Prediction, f64)>> {
        let views = self.views(xs)?;
        Ok(views.iter().map(|v| (self.problem.decide(v), self.problem.score(v))).collect())
    }

    /// The score of every row (class), by the chosen readout.
    pub fn scores(&self, x: Instance<'_>) -> Result<Vec<f64>> {
        Ok(self.view(&[x])?.scores)
    }

    /// The same for many instances.
    pub fn scores_many(&self, xs: &[Instance<'_>]) -> Result<Vec<Vec<f64>>> {
        Ok(self.views(xs)?.into_iter().map(|view| view.scores).collect())
    }

    /// What learning from this example would report, without learning, by the chosen readout.
    pub fn evaluate(&self, x: Instance<'_>, label: Label<'_>) -> Result<Outcome> {
        self.evaluate_parts(&[x], label)
    }

    /// The same for an example of several parts.
    pub fn evaluate_parts(&self, parts: &[Instance<'_>], label: Label<'_>) -> Result<Outcome> {
        self.judge(self.view(parts)?, label)
    }

    /// The same for many examples.
    pub fn evaluate_many(&self, xs: &[(Instance<'_>, Label<'_>)]) -> Result<Vec<Outcome>> {
        let (instances, labels): (Vec<_>, Vec<_>) = xs.iter().copied().unzip();
        let views = self.views(&instances)?;
        views.into_iter().zip(labels).map(|(view, label)| self.judge(view, label)).collect()
    }

    fn judge(&self, mut view: View, label: Label<'_>) -> Result<Outcome> {
        let mut block = Block::default();
        block.clear(&self.loss, f64::NEG_INFINITY);
        let unknown = match self.problem.constrain(&view, label, &mut block) {
            Err(error) => Some(self.imagine(label, &mut view, &mut block, error)?),
            Ok(()) => None,
        };
        let margin_of = |g| Some((block.constraints[block.worst_of(g)?].z, block.share_of(g)));
        let margins = (0..block.groups()).filter_map(margin_of);
        let (margin, loss) = margins.fold((f64::INFINITY, 0.0), |(least, loss), (z, share)| {
            (z.min(least), loss + share * self.loss.value(z))
        });
        Ok(Outcome {
            score: self.problem.score(&view),
            margin: if margin.is_finite() { margin } else { 0.0 },
            loss,
            mistake: block.mistake || unknown.is_some(),
            violation: block.violation,
            quality: block.quality,
            step: 0.0,
            counted: true,
        })
    }

    /// What a class never seen asks: its scores count as 0. The first error stands if the problem takes no new class.
    fn imagine(
        &self,
        label: Label<'_>,
        view: &mut View,
        block: &mut Block,
        error: Error,
    ) -> Result<()> {
        let mut problem = self.problem.clone();
        if problem.admit(label).is_err() {
            return Err(error);
        }
        view.scores.resize(view.scores.len().max(problem.rows()), 0.0);
        block.clear(&self.loss, f64::NEG_INFINITY);
        problem.constrain(view, label, block)
    }

    fn view(&self, parts: &[Instance<'_>]) -> Result<View> {
        check_shape(parts)?;
        if let companions @ 1.. = self.problem.companions(Label::None) {
            return self.view_as_is(&with_units(parts, companions)?);
        }
        match &self.run.standard {
            None => self.view_as_is(parts),
            Some(standard) => {
                check_values(parts)?;
                self.view_as_is(&[standard.view(parts[0]).instance()])
            }
        }
    }

    fn view_as_is(&self, parts: &[Instance<'_>]) -> Result<View> {
        let mut view = View::default();
        self.hypothesis.look(parts, &mut view);
        self.complete(parts, &mut view)?;
        if self.run.readout.power().is_some() {
            self.hypothesis.average(parts, &mut view);
        }
        Ok(view)
    }

    fn views(&self, xs: &[Instance<'_>]) -> Result<Vec<View>> {
        xs.iter().try_for_each(|x| check_shape(std::slice::from_ref(x)))?;
        if self.problem.companions(Label::None) > 0 {
            return xs.iter().map(|x| self.view(std::slice::from_ref(x))).collect();
        }
        let Some(standard) = &self.run.standard else { return self.views_as_is(xs) };
        check_values(xs)?;
        let rows: Vec<_> = xs.iter().map(|x| standard.view(*x)).collect();
        self.views_as_is(&rows.iter().map(|row| row.instance()).collect::<Vec<_>>())
    }

    fn views_as_is(&self, xs: &[Instance<'_>]) -> Result<Vec<View>> {
        let mut views = Vec::new();
        self.hypothesis.look_many(xs, &mut views);
        let mut each = xs.iter().zip(&mut views);
        each.try_for_each(|(x, v)| self.complete(std::slice::from_ref(x), v))?;
        if self.run.readout.power().is_some() {
            self.hypothesis.average_many(xs, &mut views);
        }
        Ok(views)
    }

    /// Scores what was looked at, by any readout but the average.
    fn complete(&self, parts: &[Instance<'_>], view: &mut View) -> Result<()> {
        let c = if self.run.c > 0.0 { self.run.c } else { 1.0 };
        check_finite(view)?;
        self.hypothesis.score(parts, c, view);
        if self.problem.starts_at_first_instance() {
            view.gap = self.hypothesis.gap(parts[0], c, view);
        }
        if self.run.readout == Readout::Vote {
            let similarity = |dot, a, b| self.hypothesis.similarity(dot, a, b);
            self.run.vote.score(parts[0], similarity, &mut view.scores);
        }
        Ok(())
    }
}

impl<P, L, A, H: Coordinates, S> Learner<P, L, A, H, S> {
    /// Weight of a coordinate in the hypothesis that answers.
    pub fn answering_weight(&self, coordinate: usize, row: usize) -> f64 {
        let average = self.run.readout.power().and(self.hypothesis.average_weight(coordinate, row));
        average.unwrap_or_else(|| self.weight(coordinate, row))
    }
}
