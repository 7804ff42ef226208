//! Problems: what a label asks of the scores.
//!
//! A problem reads the scores of a round and writes a [`Block`] of constraints. It
//! knows nothing of geometry, loss or step.
//!
//! A problem also says what a program has to know of it: what its labels look like, which classes
//! it knows, how its errors are called. So no program asks which member of this axis it has before
//! it.

mod answer;
mod any;
mod binary;
mod candidates;
mod classes;
mod costs;
mod first_labels;
mod form;
mod label_form;
mod label_ranking;
mod longest;
mod multiclass;
mod one_vs_rest;
mod ordinal;
mod part_columns;
mod queries;
mod regression;
mod sequence;
mod structured;
mod tasks;
mod uniclass;

pub use answer::Answer;
pub use any::AnyProblem;
pub use binary::Binary;
pub use candidates::Candidates;
pub use classes::Classes;
pub use costs::Cost;
pub use first_labels::FirstLabels;
pub use form::Form;
pub use label_form::LabelForm;
pub use label_ranking::LabelRanking;
pub use longest::Longest;
pub use multiclass::Multiclass;
pub use one_vs_rest::OneVsRest;
pub use ordinal::Ordinal;
pub use part_columns::PartColumns;
pub use queries::{Ahead, Queries};
pub use regression::Regression;
pub use sequence::{Scheme, Sequence, SequenceCost};
pub use structured::{Against, Scores, Structure, Structured};
pub use tasks::Tasks;
pub use uniclass::Uniclass;

use crate::error::{Error, Result};
use crate::round::{Block, ClassName, Label, Prediction, Quality, Single, Term, View};

/// What the rest of the core may ask of a problem.
pub trait Problem {
    /// Rows the hypothesis needs (one weight vector each).
    fn rows(&self) -> usize {
        1
    }

    /// Why these parameters cannot be used, if they cannot.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// Takes in a label that is about to be learned from, if it is new.
    fn admit(&mut self, _label: Label<'_>) -> Result<()> {
        Ok(())
    }

    /// Writes the constraints of this round, and whether its prediction was wrong.
    fn constrain(&self, view: &View, label: Label<'_>, block: &mut Block) -> Result<()>;

    /// Whether every round has exactly one constraint, of one term, and [`Problem::single`] says
    /// it. Batches of the compiled compositions ask it.
    const IS_SINGLE: bool = false;

    /// The constraint that [`Problem::constrain`] would write for this score, where it is the only
    /// one and all there is to say; `None` for a label it does not know.
    fn single(&self, _score: f64, _label: Label<'_>) -> Option<Single> {
        None
    }

    /// The decision for these scores.
    fn decide(&self, view: &View) -> Prediction;

    /// The number behind the decision: signed margin, value, or signed distance to the border.
    fn score(&self, view: &View) -> f64;

    /// How long a direction can be, by the length of the instances.
    fn longest(&self) -> Longest {
        Longest::INSTANCE
    }

    /// Whether constraints may ask for more than the margin of the loss (a shift `b > 0`).
    fn has_shifts(&self) -> bool {
        self.cost_lines() > 0
    }

    /// Whether an example may have several slacks, so that its loss is a sum.
    fn has_several_slacks(&self) -> bool {
        false
    }

    /// Whether every slack is that of a row alone: a learner a row, side by side.
    fn parts_rows(&self) -> bool {
        false
    }

    /// Whether the loss must be two-sided (regression).
    fn two_sided(&self) -> bool {
        false
    }

    /// Whether [`View::gap`] is needed, and the first instance is the starting point.
    fn starts_at_first_instance(&self) -> bool {
        false
    }

    /// How many unit vectors follow the parts of an example with this label, for weights that
    /// belong to no feature (the thresholds of ordinal regression).
    fn companions(&self, _label: Label<'_>) -> usize {
        0
    }

    /// Whether each class, or each row of a group, has a score of its own beside the answer.
    fn scores_each(&self) -> bool {
        true
    }

    /// How many coordinates, from 0 on, features must leave free: companions that share rows with
    /// features live there.
    fn reserved(&self) -> usize {
        0
    }

    /// What a coordinate that is reserved stands for, if anything yet.
    fn reserved_name(&self, _coordinate: usize) -> Option<String> {
        None
    }

    /// The row that a reserved coordinate belongs to, if it belongs to one: where rows change their
    /// places, it goes with it.
    fn reserved_row(&self, _coordinate: usize) -> Option<usize> {
        None
    }

    /// The first of the rows whose weights belong to companions and to no feature, if there are
    /// some.
    fn first_companion_row(&self) -> Option<usize> {
        None
    }

    /// Whether rounds change more of it than the labels it knows.
    fn learns_itself(&self) -> bool {
        false
    }

    /// Whether a round may have more constraints than were written, which [`Problem::separate`]
    /// finds.
    fn separates(&self) -> bool {
        false
    }

    /// Adds the constraint that costs most at other scores than those seen, in the same order, if
    /// it costs more than `level`; what it costs.
    fn separate(
        &self,
        _seen: (&View, &[f64]),
        _label: Label<'_>,
        _level: f64,
        _block: &mut Block,
    ) -> f64 {
        0.0
    }

    /// Whether a round writes all constraints of a label; else [`Problem::asks`] knows the others.
    fn writes_all(&self) -> bool {
        true
    }

    /// Whether the label of an example of so many parts asks for a constraint, given by its
    /// direction and its shift for a required margin, though no round need write it.
    fn asks(
        &self,
        _example: (usize, Label<'_>),
        _constraint: (&[Term], f64),
        _margin: f64,
    ) -> bool {
        false
    }

    /// Whether a round asks about the answer that was given only, if the ascent acts on mistakes or
    /// not.
    fn asks_about_answer(&self, _on_mistakes: bool) -> bool {
        false
    }

    /// Answers come from the first so many rows from now on: what was admitted later is there to be
    /// judged by, as a label that was never learned from is.
    fn answer_with(&mut self, _rows: usize) {}

    /// Told after an update that the weights were multiplied by `keep`.
    fn kept(&mut self, _keep: f64) {}

    /// What the labels look like.
    fn label_form(&self) -> LabelForm {
        LabelForm::One
    }

    /// Whether an example is several rows of a file that belong together, each a part of it.
    fn takes_parts(&self) -> bool {
        self.label_form().has_parts()
    }

    /// Which features say something about a part instead of being learned from.
    fn part_columns(&self) -> PartColumns<'_> {
        PartColumns::default()
    }

    /// Whether an answer is a ranking of all classes, and a label a list of some: no label is then
    /// the empty set, which every ranking fits.
    fn ranks_labels(&self) -> bool {
        self.label_form() == LabelForm::List
    }

    /// Whether a constant feature means anything.
    fn takes_bias(&self) -> bool {
        true
    }

    /// Whether the average of all weights answers unless something else is asked for: structured
    /// output is far better for it.
    fn averages(&self) -> bool {
        false
    }

    /// The classes by the rows of the hypothesis, where each class has a row.
    fn classes(&self) -> Option<&Classes> {
        None
    }

    /// The classes known by name; `None` where labels are no classes.
    fn class_names(&self) -> Option<Vec<ClassName>> {
        Problem::classes(self).map(|classes| classes.names().to_vec())
    }

    /// How many classes there are; `None` where labels are no classes.
    fn class_count(&self) -> Option<usize> {
        Problem::classes(self).map(Classes::len)
    }

    /// Whether every answer is a single class out of those that labels name.
    fn decides_class(&self) -> bool {
        false
    }

    /// Takes the names of the classes, or the lowest rank, from the first labels, unless they were
    /// chosen.
    fn begin_with(&mut self, _first: &FirstLabels) {}

    /// The side of a label, -1 or 1, where a label is one of two sides; the error says why a label
    /// has none.
    fn sign_of(&self, _label: Label<'_>) -> Option<Result<f64>> {
        None
    }

    /// Whether each constraint is about a single score, not about the difference of two.
    fn single_constraint(&self) -> bool {
        false
    }

    /// How many ranks are known, where labels are ranks in order; answers are whole numbers then.
    fn ranks(&self) -> Option<usize> {
        None
    }

    /// How many thresholds lie between the known ranks: the weights of the second row on unit
    /// vectors.
    fn thresholds(&self) -> usize {
        self.ranks().map_or(0, |ranks| ranks.saturating_sub(1))
    }

    /// The highest label if there are so many ranks; `None` where labels are no ranks.
    fn highest_label(&self, _ranks: usize) -> Option<f64> {
        None
    }

    /// Sets required margins of pairs of classes; false, and nothing done, where they have no
    /// place.
    fn set_costs(&mut self, _costs: &[Cost]) -> bool {
        false
    }

    /// How many lines of required margins were set.
    fn cost_lines(&self) -> usize {
        0
    }

    /// The problem that this one takes apart into simpler ones, by its name in the registry.
    fn reduces(&self) -> Option<&'static str> {
        None
    }

    /// What an example that counts as a mistake is called: "3 of 10 wrong".
    fn error_words(&self) -> &'static str {
        "wrong"
    }

    /// The kind of quality that the rounds have, all its measures 0.
    fn quality(&self) -> Quality {
        Quality::Plain
    }

    /// The article before the name of the problem.
    fn article(&self) -> &'static str {
        "a"
    }

    /// What a certificate says in words of this problem, a line each; `zero_loss` is the least
    /// complexity of a comparator without loss
    /// ([`Certificate::zero_loss_complexity`](crate::Certificate)).
    fn remarks(&self, _zero_loss: Option<f64>) -> Vec<String> {
        Vec::new()
    }
}

/// The numbers of a label that has one for every part.
fn each_part<'a>(label: Label<'a>, view: &View) -> Result<&'a [f64]> {
    let parts = view.scores.len();
    match label {
        Label::Each(numbers) if numbers.len() == parts && numbers.iter().all(|x| x.is_finite()) => {
            Ok(numbers)
        }
        _ => Err(Error::Label(format!(
            "an example of {parts} parts needs as many numbers for a label, not {label}"
        ))),
    }
}
