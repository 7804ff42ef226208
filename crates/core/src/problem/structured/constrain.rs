//! The constraints of a structured round.

use super::{Against, Scores, Structure};
use crate::error::Result;
use crate::round::{Block, Label, Term, View};

/// Writes what the right output asks: to score above others by what they cost.
pub(in crate::problem) fn constrain<S: Structure>(
    structure: &S,
    view: &View,
    label: Label<'_>,
    block: &mut Block,
) -> Result<()> {
    let scores = Scores::seen(view, structure.rows());
    let truth = structure.output(label, scores.parts())?;
    let is_predicted = asks_about_answer(structure, block.on_mistakes);
    let several = block.reach > f64::NEG_INFINITY && !is_predicted;
    let count = if several { structure.best().max(1) } else { 1 };
    let rivals = match (is_predicted, count) {
        (true, _) => Vec::new(),
        (false, 1) => vec![structure.decode_augmented(&scores, &truth, block.margin)],
        (false, count) => structure.best_augmented(&scores, &truth, block.margin, count),
    };
    // Where the right output is the best one even with what the others cost, it is predicted.
    let is_clear = rivals.first().is_some_and(|worst| *worst == truth);
    let predicted = if is_clear { truth.clone() } else { structure.decode(&scores) };
    // Fig. 5.4 counts the rounds with a cost: another output may cost nothing.
    let mistake = predicted != truth && structure.cost(&truth, &predicted) > 0.0;
    (block.mistake, block.violation) = (mistake, mistake);
    block.quality = structure.quality(&truth, &predicted);
    let mut terms = Vec::new();
    structure.features(&predicted, &mut terms);
    block.score = Some(scores.along(&terms));
    let rivals = if is_predicted { vec![predicted] } else { rivals };
    block.begin(mistake);
    for rival in rivals.iter().filter(|rival| **rival != truth) {
        push(structure, &scores, (&truth, rival), block);
    }
    Ok(())
}

/// Whether rounds compare the right output with the predicted one.
pub(in crate::problem) fn asks_about_answer<S: Structure>(
    structure: &S,
    on_mistakes: bool,
) -> bool {
    structure.against().map_or(on_mistakes, |against| against == Against::Predicted)
}

/// Asks that the truth score above an output; one that costs nothing asks nothing.
fn push<S: Structure>(
    structure: &S,
    scores: &Scores<'_>,
    (truth, rival): (&S::Output, &S::Output),
    block: &mut Block,
) {
    let cost = structure.cost(truth, rival);
    if cost > 0.0 {
        let mut terms = Vec::new();
        difference(structure, (truth, rival), &mut terms);
        let shift = block.margin * (cost - 1.0);
        block.push(&terms, 0.0, shift, scores.along(&terms) - shift);
    }
}

/// The direction `phi(x,y) - phi(x,y')`: one term for each part and row, in rising order, and none
/// where the two outputs agree.
fn difference<S: Structure>(
    structure: &S,
    (truth, rival): (&S::Output, &S::Output),
    terms: &mut Vec<Term>,
) {
    structure.features(truth, terms);
    let own = terms.len();
    structure.features(rival, terms);
    terms[own..].iter_mut().for_each(|t| t.coef = -t.coef);
    terms.sort_unstable_by_key(|t| (t.part, t.row));
    terms.dedup_by(|next, kept| {
        let is_same = (next.part, next.row) == (kept.part, kept.row);
        if is_same {
            kept.coef += next.coef;
        }
        is_same
    });
    terms.retain(|t| t.coef != 0.0);
}

/// Adds the output that costs most at other scores, if it costs more than `level`; what it costs.
///
/// The margins of the block are those at the scores in `view`, and so is that of the new one.
pub(in crate::problem) fn separate<S: Structure>(
    structure: &S,
    (view, moved): (&View, &[f64]),
    label: Label<'_>,
    level: f64,
    block: &mut Block,
) -> f64 {
    let rows = structure.rows();
    let (scores, moved) = (Scores::seen(view, rows), Scores::new(moved, rows));
    let Ok(truth) = structure.output(label, scores.parts()) else { return 0.0 };
    let rival = structure.decode_augmented(&moved, &truth, block.margin);
    let mut terms = Vec::new();
    difference(structure, (&truth, &rival), &mut terms);
    let loss = block.margin * structure.cost(&truth, &rival) - moved.along(&terms);
    if loss > level {
        push(structure, &scores, (&truth, &rival), block);
    }
    loss
}

/// Whether the right output is asked to score above another one by this direction and shift.
pub(in crate::problem) fn asks<S: Structure>(
    structure: &S,
    (parts, label): (usize, Label<'_>),
    (direction, shift): (&[Term], f64),
    margin: f64,
) -> bool {
    let Ok(truth) = structure.output(label, parts) else { return false };
    let Some(rival) = structure.rival(&truth, direction) else { return false };
    let (cost, mut terms) = (structure.cost(&truth, &rival), Vec::new());
    difference(structure, (&truth, &rival), &mut terms);
    cost > 0.0 && shift == margin * (cost - 1.0) && terms == direction
}
