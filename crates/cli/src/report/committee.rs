//! Learners that answer together: what each lost, its weight, and the regret.

use super::{count, short};
use noregret::model::Committee;
use serde_json::{Map, Value, json};

/// A line for each learner, then what is certified.
pub(crate) fn lines(committee: &Committee) -> Vec<String> {
    let (experts, hedge, own) = committee.parts();
    let rows = hedge.rounds().max(1) as f64;
    let (answer, loss, share) = match committee.is_regression() {
        true => ("weighted mean", "mean squared error", 1.0 / rows),
        false => ("weighted vote", "mistakes", 1.0),
    };
    let mut lines = vec![format!(
        "followed: {}, by {answer}; {loss} and weight of each",
        count(experts.len() as u64, "learner")
    )];
    let widest = experts.iter().map(|expert| expert.name.chars().count()).max().unwrap_or(0);
    let each = experts.iter().zip(hedge.totals()).zip(hedge.weights());
    lines.extend(each.map(|((expert, loss), weight)| {
        format!("  {:<widest$}  {:>10}  {}", expert.name, short(share * loss, 6), short(weight, 3))
    }));
    let known = committee.certificate();
    let [given, mean, best] =
        [own.value(), known.loss, known.best_loss].map(|x| short(share * x, 6));
    lines.push(format!(
        "regret: {loss} {given} of the answers, {mean} expected of a learner drawn by the \
         weights, {best} of the best ({})",
        experts[known.best].name
    ));
    lines.push(format!(
        "        the draw is {} behind the best: at most {} by the weights alone, {} whatever the \
         rows",
        short(share * known.regret, 4),
        short(share * known.proved, 4),
        short(share * known.promised, 4)
    ));
    let answers = match committee.is_regression() {
        true => "the mean is never worse than the draw",
        false => "the vote is wrong at most twice as often as the draw",
    };
    lines.push(format!("        {answers}"));
    lines
}

/// What each lost, its weight and the regret as JSON.
pub(crate) fn object(committee: &Committee) -> Map<String, Value> {
    let (experts, hedge, own) = committee.parts();
    let each = experts.iter().zip(hedge.totals()).zip(hedge.weights());
    let each = each.map(|((expert, loss), weight)| {
        json!({ "name": expert.name, "spec": expert.single.spec, "loss": loss, "weight": weight })
    });
    let each: Vec<Value> = each.collect();
    let regret = json!({ "answers_loss": own.value(), "draw": committee.certificate() });
    Map::from_iter([("experts".into(), json!(each)), ("followed".into(), regret)])
}
