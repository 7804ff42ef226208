//! A block of binary tasks in one round: a part and a side `y_j` (a sign) each, one weight vector
//! for all. Directions `a_j = y_j x_j`, margins `z_j = y_j <w,x_j>`, tied by one slack (`max`) or
//! averaged with a slack each (`average`).
//!
//! Sets put the parts of an example together: the loss is then the mean over the sets of the
//! largest in each. Prices are the budget of Amit et al., sec. 10: the dual variables satisfy
//! `sum_j price_j d_j <= cap`, so that the round loses `max_j loss_j/price_j`: task j has the
//! direction `a_j/price_j` and is shifted so that its miss is its own divided by the price.
//! (Several budgets at once: the largest price of each part satisfies all.)
//!
//! Both are by the number of the part, the same in every example (`sets=[1,1,2]`, parts beyond the
//! list in set 0; `prices=[0.5,1]`, 1 beyond it), or come with the parts, a partition for each
//! example (`set=NAME`, `price=NAME`: the features of these names, which are not learned from).
//! Default: `max`, no sets, no prices. (Amit et al., simultaneous projections, sec. 2, 7 and 10.)

use super::form::Form;
use super::{LabelForm, PartColumns, Problem};
use crate::error::{Error, Result};
use crate::registry::{Component, plain};
use crate::round::{Block, Label, Prediction, Quality, Task, Term, View};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// Several binary tasks at once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Tasks {
    /// What a round loses.
    pub form: Form,
    /// The set of each part, instead of `form`.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "wholes")]
    pub sets: Vec<usize>,
    /// What the dual variable of each part costs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prices: Vec<f64>,
    /// The feature whose value is the set of a part.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "name")]
    pub set: Option<String>,
    /// The feature whose value is the price of a part.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "name")]
    pub price: Option<String>,
}

/// Whole numbers, which may have been typed as real ones.
fn wholes<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<Vec<usize>, D::Error> {
    let whole = |x: f64| match x.fract() == 0.0 && (0.0..1e15).contains(&x) {
        true => Ok(x as usize),
        false => Err(serde::de::Error::custom(format!("{x} is not a whole number in range"))),
    };
    Vec::<f64>::deserialize(from)?.into_iter().map(whole).collect()
}

/// A name, which may look like a number.
fn name<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::Null => None,
        other => Some(plain(&other)),
    })
}

impl Component for Tasks {
    const ABOUT: &'static str = "binary tasks that come together (qid) and share a slack: z = \
        min_j y_j <w,x_j>, predicts each sign";
    const REFERENCE: &'static str = "Amit et al., sec. 2, 7 and 10";
}

impl Tasks {
    /// Whether dual variables have prices.
    pub(crate) fn is_priced(&self) -> bool {
        self.price.is_some() || !self.prices.is_empty()
    }

    /// What each part asks; an error if the label does not say it of every part.
    fn tasks(&self, label: Label<'_>, view: &View) -> Result<Vec<Task>> {
        let tasks = match label {
            Label::Tasks(tasks) if tasks.len() == view.scores.len() => tasks.to_vec(),
            label => self.plain(super::each_part(label, view)?),
        };
        if let Some(zero) = tasks.iter().position(|task| task.side == 0.0) {
            return Err(Error::Label(format!("task {zero} has no side: its label is 0")));
        }
        let sound = |t: &Task| t.side.is_finite() && is_price(t.price);
        let priced = self.is_priced() || tasks.iter().all(|task| task.price == 1.0);
        match (tasks.iter().all(sound), priced) {
            (false, _) => Err(Error::Label(PRICE.into())),
            (_, false) => Err(Error::Label("tasks:price=… says that tasks have prices".into())),
            _ => Ok(tasks),
        }
    }

    /// Sides with the sets and prices of their parts.
    fn plain(&self, sides: &[f64]) -> Vec<Task> {
        let set = |j: usize| match self.sets.as_slice() {
            [] => 0,
            // From 1, so that 0 stays free for those without.
            sets => 1 + sets.get(j).copied().unwrap_or(0) as u64,
        };
        let price = |j: usize| self.prices.get(j).copied().unwrap_or(1.0);
        let each = sides.iter().enumerate();
        each.map(|(j, &side)| Task { side, set: set(j), price: price(j) }).collect()
    }
}

const PRICE: &str = "the price of a task is a number above 0";

fn is_price(price: f64) -> bool {
    price > 0.0 && price.is_finite()
}

/// The parts that share a slack, set by set; each for itself without sets.
fn partition(tasks: &[Task]) -> Vec<Vec<usize>> {
    if tasks.iter().all(|task| task.set == 0) {
        return (0..tasks.len()).map(|j| vec![j]).collect();
    }
    let mut sets: Vec<(u64, Vec<usize>)> = Vec::new();
    for (j, task) in tasks.iter().enumerate() {
        match sets.iter_mut().find(|(known, _)| *known == task.set) {
            Some((_, set)) => set.push(j),
            None => sets.push((task.set, vec![j])),
        }
    }
    sets.into_iter().map(|(_, set)| set).collect()
}

fn push(block: &mut Block, part: usize, task: &Task, score: f64) {
    let (rate, side) = (1.0 / task.price, task.side.signum());
    let shift = block.margin * (rate - 1.0);
    let terms = [Term { part, row: 0, coef: side * rate }];
    block.push(&terms, 0.0, shift, rate * side * score - shift);
}

impl Problem for Tasks {
    fn check(&self) -> Result<()> {
        let refuse = |reason: &str| Err(Error::Spec(reason.into()));
        if self.set.is_some() && !self.sets.is_empty() {
            return refuse("sets=[…] and set=NAME both say the sets of tasks: leave out one");
        }
        if self.price.is_some() && !self.prices.is_empty() {
            return refuse("prices=[…] and price=NAME both say the prices of tasks: leave out one");
        }
        match self.prices.iter().all(|&price| is_price(price)) {
            true => Ok(()),
            false => refuse(PRICE),
        }
    }

    fn constrain(&self, view: &View, label: Label<'_>, block: &mut Block) -> Result<()> {
        let tasks = self.tasks(label, view)?;
        let wrong = |j: usize| tasks[j].side.signum() * view.scores[j] <= 0.0;
        let mistakes = (0..tasks.len()).filter(|&j| wrong(j)).count();
        block.quality = Quality::Tasks { wrong: mistakes as f64 / tasks.len().max(1) as f64 };
        block.violation = mistakes > 0;
        block.mistake = block.violation;
        if self.form == Form::Max && tasks.iter().all(|task| task.set == 0) {
            block.begin(block.violation);
            for (j, (task, &score)) in tasks.iter().zip(&view.scores).enumerate() {
                push(block, j, task, score);
            }
            return Ok(());
        }
        let sets = partition(&tasks);
        block.overlapping = sets.len() > 1;
        let share = 1.0 / sets.len().max(1) as f64;
        for set in sets {
            block.begin_share(set.iter().any(|&j| wrong(j)), share);
            set.iter().for_each(|&j| push(block, j, &tasks[j], view.scores[j]));
        }
        Ok(())
    }

    fn has_shifts(&self) -> bool {
        !self.prices.is_empty()
    }

    fn has_several_slacks(&self) -> bool {
        self.form == Form::Average || !self.sets.is_empty()
    }

    fn decide(&self, view: &View) -> Prediction {
        Prediction::Sides(view.scores.iter().map(|&score| score > 0.0).collect())
    }

    fn score(&self, view: &View) -> f64 {
        let surer = |a: f64, b: f64| if b.abs() < a.abs() { b } else { a };
        view.scores.iter().copied().reduce(surer).unwrap_or(0.0)
    }

    fn quality(&self) -> Quality {
        Quality::Tasks { wrong: 0.0 }
    }

    fn part_columns(&self) -> PartColumns<'_> {
        PartColumns { set: self.set.as_deref(), price: self.price.as_deref() }
    }

    fn label_form(&self) -> LabelForm {
        LabelForm::SideEach
    }
}
