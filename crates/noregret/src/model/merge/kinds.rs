//! What answers in a merged model: one learner, or several together.

use super::features::Features;
use super::{Shard, refused};
use crate::Result;
use crate::model::{Committee, Expert, Kind, Model, Single};
use noregret_core::merge;
use noregret_core::problem::AnyProblem;

/// What answers after all rows.
pub(super) fn merge(base: &Model, shards: &[Shard<'_>], features: &Features) -> Result<Kind> {
    match &base.kind {
        Kind::Committee(committee) => {
            Ok(Kind::Committee(Box::new(together(committee, shards, features)?)))
        }
        _ => {
            let mut singles = Vec::with_capacity(shards.len());
            for (at, shard) in shards.iter().enumerate() {
                let Kind::One(single) = &shard.model.kind else {
                    return Err(refused(&shard.name(at), "several learners answer in it"));
                };
                singles.push(&**single);
            }
            Ok(Kind::One(Box::new(learner(base.one()?, &singles, (shards, features))?)))
        }
    }
}

/// One learner of several.
fn learner(
    base: &Single,
    singles: &[&Single],
    (shards, features): (&[Shard<'_>], &Features),
) -> Result<Single> {
    let mut parts = Vec::with_capacity(shards.len());
    for (at, (shard, single)) in shards.iter().zip(singles).enumerate() {
        let name = shard.name(at);
        if single.spec != base.spec {
            return Err(refused(&name, &difference(base, single)));
        }
        let part = merge::Shard::new(&single.learner)
            .with_coordinates(&features.coordinates[at])
            .named(name);
        parts.push(match shard.weight {
            Some(weight) => part.with_weight(weight),
            None => part,
        });
    }
    Ok(Single { spec: base.spec.clone(), learner: merge::merge(&base.learner, &parts)? })
}

/// How a learner differs from that of the base.
fn difference(base: &Single, single: &Single) -> String {
    let (own, other) = (&base.spec, &single.spec);
    let [from, is] = [own, other].map(|spec| (spec.problem.name(), spec.algorithm.as_str()));
    if from.0 != is.0 {
        return format!("its problem is {}, that of the base {}", is.0, from.0);
    }
    if from.1 != is.1 {
        return format!("its algorithm is {}, that of the base {}", is.1, from.1);
    }
    "it did not go on from this base: its learner was chosen with other options".into()
}

/// Several learners, each merged by itself.
fn together(base: &Committee, shards: &[Shard<'_>], features: &Features) -> Result<Committee> {
    let (experts, hedge, own) = base.parts();
    let mut all = Vec::with_capacity(shards.len());
    for (at, shard) in shards.iter().enumerate() {
        let Some(several) = shard.model.committee() else {
            return Err(refused(&shard.name(at), "one learner answers in it, several in the base"));
        };
        let names = |committee: &Committee| -> Vec<String> {
            committee.parts().0.iter().map(|expert| expert.name.clone()).collect()
        };
        if names(several) != names(base) {
            return Err(refused(&shard.name(at), "it follows other learners than the base"));
        }
        all.push(several.parts());
    }
    let mut merged = Vec::with_capacity(experts.len());
    for (at, expert) in experts.iter().enumerate() {
        let singles: Vec<&Single> = all.iter().map(|(experts, ..)| &experts[at].single).collect();
        let single = learner(&expert.single, &singles, (shards, features))?;
        merged.push(Expert { name: expert.name.clone(), single });
    }
    let weights: Vec<_> = all.iter().map(|(_, hedge, _)| *hedge).collect();
    let Some(hedge) = hedge.merged(&weights) else {
        return Err(refused("the shards", "they weigh their learners in other ways"));
    };
    let mut total = *own;
    all.iter().for_each(|(_, _, sum)| total.grow(sum, own));
    Ok(Committee::from_parts(merged, hedge, total)?)
}

/// The row in one problem of each class of another.
pub(super) fn rows_in(problem: &AnyProblem, other: &AnyProblem) -> Vec<usize> {
    let (Some(all), Some(own)) = (problem.classes(), other.classes()) else { return Vec::new() };
    own.names().iter().filter_map(|name| all.find(name.label())).collect()
}
