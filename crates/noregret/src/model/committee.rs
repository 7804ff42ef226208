//! Several learners followed at once (`-a auto`): all learn from every row, and Hedge weighs their
//! answers.
//!
//! Where labels are classes the answer with the most weight is given (of equals the one of the
//! learner named first), and a learner loses the weight of the row when its answer is wrong. Where
//! they are numbers the answer is the weighted mean, and a learner loses the squared residual.
//! Answers are those of `predict`, before the row is learned from. The rate is the adaptive one of
//! [`noregret_core::experts`], which needs to know neither the number of rows nor the size of the
//! losses.
//!
//! What is certified: `G - L*`, G the mean of the losses by the weights of each row, L* the loss of
//! the best learner in hindsight. The squared error of the mean is at most G (it is convex); the
//! mistakes of the vote are at most 2G.
//!
//! A row that no learner takes was never there; one that only some take is answered by all the
//! same.

use super::{Answer, Single};
use crate::example;
use noregret_core::experts::{Advised, Hedge, Rate, plurality};
use noregret_core::number::Sum;
use noregret_core::problem::{AnyProblem, Problem};
use noregret_core::{ClassName, Error, Label, Outcome, Prediction, Result};
use noregret_io::Row;

/// A learner that is followed, by the name it was asked for.
#[derive(Clone, Debug)]
pub struct Expert {
    /// The name it was asked for.
    pub name: String,
    /// The learner.
    pub single: Single,
}

/// The learners and their weights.
#[derive(Clone, Debug)]
pub struct Committee {
    experts: Vec<Expert>,
    hedge: Hedge,
    /// Loss of the answers that were given.
    own: Sum,
}

impl Committee {
    /// A fresh one.
    pub(crate) fn new(experts: Vec<Expert>) -> Result<Self> {
        let hedge = Hedge::new(experts.len(), Rate::Adaptive)?;
        Committee::from_parts(experts, hedge, Sum::default())
    }

    /// One that was saved.
    pub(crate) fn from_parts(experts: Vec<Expert>, hedge: Hedge, own: Sum) -> Result<Self> {
        let fits = |problem: &AnyProblem| problem.two_sided() || problem.decides_class();
        if let Some(other) = experts.iter().map(|e| &e.single.spec.problem).find(|p| !fits(p)) {
            return Err(Error::Spec(format!(
                "answers are weighed where labels are classes or numbers, not for {}: name one \
                 learner with -a",
                other.name()
            )));
        }
        let numbers = |e: &Expert| e.single.spec.problem.two_sided();
        let mixed = experts.iter().any(|expert| numbers(expert) != numbers(&experts[0]));
        match hedge.experts() == experts.len() && !experts.is_empty() && !mixed {
            true => Ok(Committee { experts, hedge, own }),
            false => Err(Error::State("there is not a weight for every learner".into())),
        }
    }

    /// The learners, their weights, the loss of the answers given.
    pub fn parts(&self) -> (&[Expert], &Hedge, &Sum) {
        (&self.experts, &self.hedge, &self.own)
    }

    /// The learner with the least loss so far.
    pub fn best(&self) -> &Expert {
        &self.experts[self.hedge.best().0]
    }

    /// How many threads may work on expensive scores of each learner.
    pub(crate) fn use_threads(&mut self, threads: usize) {
        self.experts.iter_mut().for_each(|expert| expert.single.learner.use_threads(threads));
    }

    /// What is known about the regret.
    pub fn certificate(&self) -> Advised {
        self.hedge.certificate()
    }

    /// Whether answers are numbers.
    pub fn is_regression(&self) -> bool {
        self.best().single.spec.problem.two_sided()
    }

    /// Answers, then all learn.
    pub(crate) fn learn(&mut self, rows: &[Row]) -> Result<Outcome> {
        let answers = self.answers(rows)?;
        let label = example::label(&rows[0]);
        let costs: Vec<f64> = answers.iter().map(|answer| cost(answer, label)).collect();
        if costs.iter().any(|cost| cost.is_infinite() || (rows[0].weight * cost).is_infinite()) {
            return Err(Error::NotFinite("an answer is too far from its label".into()));
        }
        let weight = rows[0].weight;
        let round = self.judged(&answers, label, weight);
        let learned = self.experts.iter_mut().map(|e| example::learn(&mut e.single.learner, rows));
        let refusals: Vec<Error> = learned.filter_map(Result::err).collect();
        if refusals.len() == self.experts.len() {
            return refusals.into_iter().next().map_or(Ok(round), Err);
        }
        if weight > 0.0 {
            let costs: Vec<f64> = costs.iter().map(|cost| weight * cost).collect();
            self.hedge.learn(&costs)?;
            self.own.add(round.loss);
        }
        Ok(round)
    }

    /// What learning from a row would report.
    pub(crate) fn evaluate(&self, rows: &[Row]) -> Result<Outcome> {
        // What the best cannot judge, nobody can.
        example::evaluate(&self.best().single.learner, rows)?;
        Ok(self.judged(&self.answers(rows)?, example::label(&rows[0]), 1.0))
    }

    /// Decision and score: the share of the weight behind the class (of two classes the positive
    /// one's less the other's), or the mean.
    pub(crate) fn predict(&self, rows: &[Row]) -> Result<(Prediction, f64)> {
        Ok(self.decided(&self.answers(rows)?))
    }

    /// The answer, with the share of the weight behind every class if it is wanted; every learner
    /// is asked once.
    pub(crate) fn answer(&self, rows: &[Row], scored: bool) -> Result<Answer> {
        let answers = self.answers(rows)?;
        let (prediction, score) = self.decided(&answers);
        let scores = if scored { self.shares(&answers) } else { Vec::new() };
        Ok(Answer { prediction, score, scores })
    }

    /// The share of the weight behind every class, in the order of the best learner's.
    fn shares(&self, answers: &[Prediction]) -> Vec<f64> {
        let weights = self.hedge.weights();
        let names = self.best().single.learner.problem().classes().map(|classes| classes.names());
        let share = |name: &ClassName| {
            let votes =
                answers.iter().zip(&weights).filter(|(answer, _)| right(answer, name.label()));
            // A sum of nothing would be -0.
            votes.fold(0.0, |sum, (_, weight)| sum + weight)
        };
        names.into_iter().flatten().map(share).collect()
    }

    /// The answer of every learner.
    fn answers(&self, rows: &[Row]) -> Result<Vec<Prediction>> {
        let answer = |expert: &Expert| expert.single.learner.predict(example::instance(&rows[0]));
        self.experts.iter().map(|expert| Ok(answer(expert)?.0)).collect()
    }

    fn decided(&self, answers: &[Prediction]) -> (Prediction, f64) {
        let weights = self.hedge.weights();
        if self.is_regression() {
            let mean = weights.iter().zip(answers).map(|(w, answer)| w * value(answer)).sum();
            return (Prediction::Value(mean), mean);
        }
        let (answer, share) =
            plurality(&weights, answers).unwrap_or((Prediction::Class(None), 0.0));
        let Some(side) = self.best().single.learner.problem().sign_of(class(&answer)) else {
            return (answer, share);
        };
        let (positive, lead) = (side == Ok(1.0), 2.0 * share - 1.0);
        (answer, if positive { lead } else { 0.0 - lead })
    }

    /// How the decision on these answers does on this label.
    fn judged(&self, answers: &[Prediction], label: Label<'_>, weight: f64) -> Outcome {
        let (answer, score) = self.decided(answers);
        let cost = cost(&answer, label);
        let wrong = !self.is_regression() && cost > 0.0;
        let margin = match label {
            Label::Number(y) if self.is_regression() => value(&answer) - y,
            _ => score,
        };
        Outcome {
            score,
            margin,
            loss: weight * cost,
            mistake: wrong,
            violation: wrong,
            counted: true,
            ..Outcome::default()
        }
    }
}

/// What an answer costs.
fn cost(answer: &Prediction, label: Label<'_>) -> f64 {
    match (answer, label) {
        (Prediction::Value(x), Label::Number(y)) => (x - y) * (x - y),
        (Prediction::Value(_), _) => f64::NAN,
        _ => f64::from(u8::from(!right(answer, label))),
    }
}

/// The class that is the answer; no label if there is none.
fn class(answer: &Prediction) -> Label<'_> {
    match answer {
        Prediction::Class(Some(name)) => name.label(),
        _ => Label::None,
    }
}

fn right(answer: &Prediction, label: Label<'_>) -> bool {
    matches!(answer, Prediction::Class(Some(name)) if name.is(label))
}

fn value(answer: &Prediction) -> f64 {
    if let Prediction::Value(x) = answer { *x } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noregret_core::Spec;
    use noregret_core::stage::Bias;

    fn expert(algorithm: &str, problem: &str, constant: f64) -> Expert {
        let mut spec = Spec::named(algorithm, problem).unwrap();
        spec.bias = Some(Bias::new(0, constant));
        Expert { name: algorithm.into(), single: Single::new(spec).unwrap() }
    }

    fn row(t: u32, label: &str) -> Row {
        let x = f64::from(t % 7) - 3.0;
        let values = vec![x, f64::from(t % 3) - 1.0];
        let mut row = Row::new(vec![1, 2], values);
        row.label.set(label).unwrap();
        row
    }

    /// Some labels are noise, so that learners disagree.
    fn classified(t: u32) -> Row {
        let noisy = t.wrapping_mul(2_654_435_761) >> 29 == 0;
        row(t, if ((t % 7) + (t % 3) > 3) != noisy { "1" } else { "-1" })
    }

    /// The vote, the losses and the weights, written down once more.
    #[test]
    fn the_answer_is_the_weighted_vote() {
        let fresh = || {
            vec![
                expert("perceptron", "binary", 1.0),
                expert("pa1", "binary", 0.25),
                expert("arow", "binary", 1.0),
            ]
        };
        let (mut committee, mut alone) = (Committee::new(fresh()).unwrap(), fresh());
        let mut hedge = Hedge::new(3, Rate::Adaptive).unwrap();
        let mut mistakes = (0.0, 0.0);
        for t in 0..300 {
            let given = classified(t);
            let answers = alone
                .iter()
                .map(|e| e.single.learner.predict(example::instance(&given)).unwrap().0);
            let answers: Vec<Prediction> = answers.collect();
            let weights = hedge.weights();
            if t > 10 {
                let votes = weights.iter().zip(&answers);
                let side = |a: &Prediction| if right(a, Label::Number(1.0)) { 1.0 } else { -1.0 };
                let lead: f64 = votes.map(|(w, a)| w * side(a)).sum();
                let predicted = committee.predict(std::slice::from_ref(&given)).unwrap();
                assert!((predicted.1 - lead).abs() < 1e-12, "{t}");
                let positive = right(&predicted.0, Label::Number(1.0));
                assert!(lead == 0.0 || positive == (lead > 0.0), "{t}");
            }
            let label = example::label(&given);
            let wrong = answers.iter().map(|a| f64::from(u8::from(!right(a, label))));
            let wrong: Vec<f64> = wrong.collect();
            let round = committee.learn(std::slice::from_ref(&given)).unwrap();
            mistakes.0 += f64::from(u8::from(round.mistake));
            mistakes.1 += hedge.learn(&wrong).unwrap();
            for expert in &mut alone {
                example::learn(&mut expert.single.learner, std::slice::from_ref(&given)).unwrap();
            }
        }
        assert_eq!(committee.hedge, hedge);
        assert_eq!(committee.own.value(), mistakes.0);
        assert!(mistakes.0 <= 2.0 * mistakes.1 && mistakes.0 > 0.0);
        let totals = hedge.totals();
        assert!(totals[0] != totals[1] && totals[1] != totals[2], "{totals:?}");
        let known = committee.certificate();
        assert!((known.loss - mistakes.1).abs() < 1e-9 && known.regret <= known.proved);
    }

    #[test]
    fn numbers_are_answered_by_the_mean() {
        let experts = vec![expert("pa1", "regression", 1.0), expert("nlms", "regression", 1.0)];
        let mut committee = Committee::new(experts).unwrap();
        for t in 0..200 {
            let given = row(t, &format!("{}", 2.0 * f64::from(t % 7) - f64::from(t % 3)));
            let rows = std::slice::from_ref(&given);
            let each = committee.answers(rows).unwrap();
            let weights = committee.hedge.weights();
            let mean: f64 = weights.iter().zip(&each).map(|(w, a)| w * value(a)).sum();
            assert_eq!(committee.predict(rows).unwrap(), (Prediction::Value(mean), mean));
            committee.learn(rows).unwrap();
        }
        let known = committee.certificate();
        assert!(committee.own.value() <= known.loss + 1e-9, "the loss is convex");
    }

    #[test]
    fn what_nobody_takes_was_never_there() {
        let experts = vec![expert("pa1", "binary", 1.0), expert("arow", "binary", 1.0)];
        let mut committee = Committee::new(experts).unwrap();
        for t in 0..20 {
            committee.learn(&[classified(t)]).unwrap();
        }
        let before = committee.hedge.clone();
        assert!(committee.learn(&[row(1, "third")]).is_err());
        assert_eq!(committee.hedge, before);
        assert!(committee.experts.iter().all(|e| e.single.learner.ledger().rounds == 20));
        let ranking = vec![expert("pa1", "label-ranking", 1.0)];
        assert!(Committee::new(ranking).is_err());
    }
}
