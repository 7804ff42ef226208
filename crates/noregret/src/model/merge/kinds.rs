//! What answers in a merged model: one learner, or several together.

use super::features::Features;
use super::{Shard, refused};
use crate::Result;
use crate::model::{Committee, Expert, Kind, Model, Single};
use noregret_core::merge;
use noregret_core::problem::AnyProblem;

/// Why a model is of another kind than the base, if it is.
pub(super) fn difference(base: &Model, own: &Model) -> Option<String> {
    let unlike = |base: &Single, own: &Single| (base.spec != own.spec).then(|| choices(base, own));
    match (&base.kind, &own.kind) {
        (Kind::One(base), Kind::One(own)) => unlike(base, own),
        (Kind::Committee(base), Kind::Committee(own)) => {
            let (base, own) = (base.parts().0, own.parts().0);
            let names = |experts: &[Expert]| -> Vec<String> {
                experts.iter().map(|expert| expert.name.clone()).collect()
            };
            if names(base) != names(own) {
                return Some("it follows other learners than the base".into());
            }
            base.iter().zip(own).find_map(|(base, own)| unlike(&base.single, &own.single))
        }
        (Kind::Committee(_), _) => {
            Some("one learner answers in it, several together in the base".into())
        }
        _ => Some("several learners answer in it, one in the base".into()),
    }
}

/// How a learner was chosen in another way than that of the base.
fn choices(base: &Single, own: &Single) -> String {
    let [from, is] = [&base.spec, &own.spec].map(|s| (s.problem.name(), s.algorithm.as_str()));
    if from.0 != is.0 {
        return format!("its problem is {}, that of the base {}", is.0, from.0);
    }
    if from.1 != is.1 {
        return format!("its algorithm is {}, that of the base {}", is.1, from.1);
    }
    "it did not go on from this base: its learner was chosen with other options".into()
}

/// What answers after all rows; the shards are of the kind of the base.
pub(super) fn merge(base: &Model, shards: &[Shard<'_>], features: &Features) -> Result<Kind> {
    let Kind::Committee(committee) = &base.kind else {
        let singles = shards.iter().map(|shard| shard.model.one());
        let singles = singles.collect::<noregret_core::Result<Vec<_>>>()?;
        return Ok(Kind::One(Box::new(learner(base.one()?, &singles, (shards, features))?)));
    };
    let (experts, hedge, own) = committee.parts();
    let several = shards.iter().filter_map(|shard| shard.model.committee());
    let all: Vec<_> = several.map(Committee::parts).collect();
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
    Ok(Kind::Committee(Box::new(Committee::from_parts(merged, hedge, total)?)))
}

/// One learner of several.
fn learner(
    base: &Single,
    singles: &[&Single],
    (shards, features): (&[Shard<'_>], &Features),
) -> Result<Single> {
    let mut parts = Vec::with_capacity(shards.len());
    for (at, (shard, single)) in shards.iter().zip(singles).enumerate() {
        let part = merge::Shard::new(&single.learner).named(shard.name(at));
        let part = part.with_coordinates(&features.coordinates[at]);
        parts.push(match shard.weight {
            Some(weight) => part.with_weight(weight),
            None => part,
        });
    }
    Ok(Single { spec: base.spec.clone(), learner: merge::merge(&base.learner, &parts)? })
}

/// The row in one problem of each class of another.
pub(super) fn rows_in(problem: &AnyProblem, other: &AnyProblem) -> Vec<usize> {
    let (Some(all), Some(own)) = (problem.classes(), other.classes()) else { return Vec::new() };
    own.names().iter().filter_map(|name| all.find(name.label())).collect()
}
