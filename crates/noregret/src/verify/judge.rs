//! The sums of the rounds beside those of the model, and the search.

use super::Verified;
use super::asked::Predictor;
use super::replay::Replay;
use super::rounds::Rounds;
use super::search::{Claim, Closest};
use crate::model::{Model, Single};
use noregret_core::hypothesis::{Coordinates, Hypothesis};
use noregret_core::loss::Loss;

/// Compares with the model, and searches. Comparisons are `<=`, which no NaN passes.
pub(super) fn judge(
    model: &Model,
    single: &Single,
    rounds: &Rounds,
    replay: Replay<'_>,
) -> Verified {
    let certificate = single.learner.certificate();
    let (gain, peak) = (replay.gain(), replay.peak());
    let Replay { mut potential, mut faults, loss, .. } = replay;
    // Dual variables of other losses have no cap to exceed.
    let scale = if single.spec.loss.linear_gain() { 1.0 / peak.max(1.0) } else { 1.0 };
    let (gain, loss) = (scale * gain, loss.value());
    potential.weights.iter_mut().for_each(|v| *v *= scale);
    let is_near =
        |a: f64, b: f64, slack: f64| (a - b).abs() <= 1e-9 * (1.0 + a.abs() + b.abs()) + slack;
    let (claimed, lost) = (certificate.dual_gain, certificate.cumulative_loss);
    let [slack, path] = certificate.slack;
    if !is_near(gain, claimed, slack) {
        faults.push(format!("the dual variables add up to A = {gain}, the model says {claimed}"));
    }
    if !is_near(loss, lost, 0.0) {
        faults.push(format!("the losses add up to G = {loss}, the model says {lost}"));
    }
    let norm = dual_norm(single, &potential);
    let apart = distance(single, &potential, scale);
    if !is_near(apart, 0.0, 1e-9 * norm + path) {
        let said = certificate.potential_norm;
        faults.push(format!(
            "the dual variables add up to v of norm {norm}, that of the model has {said}, and \
             they are {apart} apart"
        ));
    }
    let claim = Claim {
        rounds: [(&rounds.first, 1.0), (&rounds.later, rounds.passes as f64 - 1.0)],
        loss: &single.spec.loss,
        // What the model says of itself, not what was added up here.
        gain: claimed - slack,
        potential: &potential,
    };
    let own = weights(single, certificate.tradeoff, &potential);
    let closest = claim.search(&own, model.meter().examples);
    let allowed = 1e-9 * (closest.loss + gain.abs()) + closest.norm * path;
    let Closest { loss: its_loss, norm: its_norm, .. } = closest;
    if !(closest.room.is_finite() && norm.is_finite()) {
        faults.push("v is too large to compare predictors with".into());
    } else if closest.room < -allowed {
        faults.push(format!("a predictor of norm {its_norm} lost {its_loss}, less than it must"));
    }
    Verified {
        rounds: replay.rounds,
        passes: rounds.passes,
        dual_gain: gain,
        claimed_gain: claimed,
        potential_norm: norm,
        claimed_norm: certificate.potential_norm,
        cumulative_loss: loss,
        comparators: closest.tried,
        least_room: closest.room,
        closest: (its_loss, its_norm),
        faults,
        differences: Vec::new(),
    }
}

/// `|v|` in the dual norm of the geometry.
fn dual_norm(single: &Single, v: &Predictor) -> f64 {
    let hypothesis = single.learner.hypothesis();
    let row = |j: usize| (0..hypothesis.rows()).map(move |row| v.at(j, row));
    hypothesis.dual_norm(&(0..v.wide).flat_map(row).collect::<Vec<_>>())
}

/// How far v is from that of the model, which counts so many times.
fn distance(single: &Single, v: &Predictor, scale: f64) -> f64 {
    let hypothesis = single.learner.hypothesis();
    let wide = v.wide.max(hypothesis.dimension());
    let rows = v.rows().max(hypothesis.rows());
    let cells = (0..rows).flat_map(|row| (0..wide).map(move |j| (row, j)));
    let own = |row: usize, j: usize| match row < hypothesis.rows() {
        true => scale * hypothesis.potential_at(j, row),
        false => 0.0,
    };
    cells.map(|(row, j)| (v.at(j, row) - own(row, j)).powi(2)).sum::<f64>().sqrt()
}

/// The weights of the model, as wide as v.
fn weights(single: &Single, c: f64, v: &Predictor) -> Predictor {
    let hypothesis = single.learner.hypothesis();
    let mut own = v.clone();
    for (i, weight) in own.weights.iter_mut().enumerate() {
        *weight = hypothesis.weight(i % v.wide, i / v.wide, c);
    }
    own
}
