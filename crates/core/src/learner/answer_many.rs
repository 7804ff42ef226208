//! Answers to a batch without learning: the answers to one example after the other, but many are
//! looked at together where that is faster (kernels), and buffers are kept.

use super::{Learner, check_finite, check_pairs, check_values};
use crate::ascent::Ascent;
use crate::error::Result;
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::problem::{Answer, Problem};
use crate::readout::Readout;
use crate::round::{Batch, Block, Label, Outcome, Parts, View};
use crate::schedule::Schedule;
use crate::vector::Instance;

/// How many examples are looked at together.
const TOGETHER: usize = 1024;

/// Who is told what was seen of each example.
type Seen<'a> = &'a mut dyn FnMut(usize, Result<&mut View>);

impl<P, L, A, H, S> Learner<P, L, A, H, S>
where
    P: Problem + Clone,
    L: Loss,
    A: Ascent,
    H: Hypothesis,
    S: Schedule,
{
    /// Answers every example of a batch, whose labels and weights are not looked at; an example
    /// that cannot be answered does not stop the others.
    ///
    /// ```
    /// use noregret_core::round::{Labels, Matrix};
    /// use noregret_core::{Batch, Instance, Label, Spec};
    ///
    /// let mut learner = Spec::named("pa1", "multiclass")?.build()?;
    /// learner.learn(Instance::Dense(&[1.0, 0.0]), Label::Name("left"))?;
    /// learner.learn(Instance::Dense(&[0.0, 1.0]), Label::Name("right"))?;
    /// let rows = Matrix::new(&[2.0, 0.0, 0.0, 2.0], 2, Labels::None)?;
    /// let mut said = Vec::new();
    /// learner.predict_many(Batch::Dense(rows), |_, answer| {
    ///     said.push(answer.map(|a| (a.prediction().to_string(), a.scores().len())));
    /// });
    /// assert_eq!(said[1], Ok(("right".to_string(), 2)));
    /// # Ok::<(), noregret_core::Error>(())
    /// ```
    pub fn predict_many(
        &self,
        batch: Batch<'_>,
        mut each: impl FnMut(usize, Result<Answer<'_, P>>),
    ) {
        self.look_at_all(&batch, &mut |position, view| {
            each(position, view.map(|view| Answer::new(&self.problem, view)));
        });
    }

    /// What learning from each example of a batch would report if it came next, without learning;
    /// an example that cannot be judged does not stop the others.
    pub fn evaluate_many(&self, batch: Batch<'_>, mut each: impl FnMut(usize, Result<Outcome>)) {
        let mut block = Block::default();
        self.look_at_all(&batch, &mut |position, view| {
            let label = batch.example(position).label;
            each(position, view.and_then(|view| self.judge(view, label, &mut block)));
        });
    }

    /// Sees the examples one by one or, where that is faster, many at a time.
    fn look_at_all(&self, batch: &Batch<'_>, seen: Seen<'_>) {
        if self.hypothesis.looks_together() && self.problem.companions(Label::None) == 0 {
            return self.look_together(batch, seen);
        }
        let (mut view, plain) = (View::default(), self.looks_plainly());
        let new = self.run.bias.is_some_and(|bias| batch.end() <= bias.coordinate());
        for position in 0..batch.len() {
            if plain
                && let Parts::One(x) = batch.example(position).parts
                && check_pairs(&x).is_ok()
                && let Some(x) =
                    self.run.bias.as_ref().map_or(Some(x), |bias| bias.tailed_if(new, x))
            {
                let looked = self.look_plain(x, &mut view);
                seen(position, looked.map(|()| &mut view));
                continue;
            }
            let looked = self.look_at(batch.example(position).parts.as_slice(), &mut view);
            seen(position, looked.map(|()| &mut view));
        }
    }

    /// Whether the score of an instance with its constant is all that is asked for.
    fn looks_plainly(&self) -> bool {
        let is_last = self.run.readout == Readout::Last && self.run.standard.is_none();
        let of_weights = !self.problem.starts_at_first_instance();
        is_last && of_weights && self.problem.companions(Label::None) == 0
    }

    /// Sees one instance: what [`look_at`](Self::look_at) does where nothing else is asked for.
    #[inline(always)]
    fn look_plain(&self, x: Instance<'_>, view: &mut View) -> Result<()> {
        let c = if self.run.c > 0.0 { self.run.c } else { 1.0 };
        self.hypothesis.look(&[x], view);
        check_finite(view)?;
        self.hypothesis.score(&[x], c, view);
        Ok(())
    }

    /// Sees examples of one instance some at a time, and all others by themselves.
    fn look_together(&self, batch: &Batch<'_>, seen: Seen<'_>) {
        let (mut views, mut alone) = (Vec::new(), View::default());
        for start in (0..batch.len()).step_by(TOGETHER) {
            let span = start..batch.len().min(start + TOGETHER);
            let of = |position| single(&batch.example(position).parts);
            let xs: Vec<Instance<'_>> = span.clone().filter_map(of).collect();
            let mut looked = self.look_at_many(&xs, &mut views).into_iter().zip(&mut views);
            for position in span {
                let next = of(position).and_then(|_| looked.next());
                let result = next.unwrap_or_else(|| {
                    let parts = batch.example(position).parts;
                    (self.look_at(parts.as_slice(), &mut alone), &mut alone)
                });
                seen(position, result.0.map(|()| result.1));
            }
        }
    }

    /// Sees these instances by the chosen readout; says of each whether it could be seen.
    fn look_at_many(&self, xs: &[Instance<'_>], views: &mut Vec<View>) -> Vec<Result<()>> {
        match self.run.bias {
            Some(bias) => bias.with(xs, |xs| self.look_many_staged(xs, views)),
            None => self.look_many_staged(xs, views),
        }
    }

    /// Sees instances that have their constant.
    fn look_many_staged(&self, xs: &[Instance<'_>], views: &mut Vec<View>) -> Vec<Result<()>> {
        self.hypothesis.look_many(xs, views);
        let each = xs.iter().zip(views.iter_mut());
        let looked = each.map(|(x, v)| self.complete(std::slice::from_ref(x), v)).collect();
        if self.run.readout.power().is_some() {
            self.hypothesis.average_many(xs, views);
        }
        looked
    }
}

/// The instance of an example that has only one, in which nothing is wrong.
fn single<'a>(parts: &Parts<'a>) -> Option<Instance<'a>> {
    match parts {
        Parts::One(x) if check_pairs(x).and_then(|()| check_values(&[*x])).is_ok() => Some(*x),
        _ => None,
    }
}
