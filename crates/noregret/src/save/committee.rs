//! Learners that answer together, in a model file: the vectors of each under `expert.N.`.

use super::{Read, Tensors, counted, field, read_single, write_single};
use crate::model::{Committee, Expert};
use serde_json::{Value, json};

fn prefix(number: usize) -> String {
    format!("expert.{number}.")
}

/// Puts their vectors among the tensors; the rest is returned.
pub(super) fn write(committee: &Committee, tensors: &mut Tensors) -> Value {
    let (experts, hedge, own) = committee.parts();
    let each = experts.iter().enumerate().map(|(number, Expert { name, single })| {
        json!({ "name": name, "learner": write_single(single, &prefix(number), tensors) })
    });
    let each: Vec<Value> = each.collect();
    json!({ "experts": each, "hedge": hedge, "own": own })
}

/// The learners that were written like this.
pub(super) fn read(meta: &Value, tensors: &mut Tensors) -> Read<Committee> {
    let each: Vec<Value> = field(meta, "experts")?;
    let expert = |(number, part): (usize, &Value)| {
        let learner: Value = field(part, "learner")?;
        let single = read_single(&learner, &prefix(number), tensors)?;
        Ok::<_, String>(Expert { name: field(part, "name")?, single })
    };
    let experts = each.iter().enumerate().map(expert).collect::<Read<Vec<Expert>>>()?;
    let committee = Committee::from_parts(experts, counted(meta, "hedge")?, counted(meta, "own")?);
    committee.map_err(|error| error.to_string())
}
