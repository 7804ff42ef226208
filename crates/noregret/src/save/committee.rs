//! Learners that answer together, in a model file: the state of each under `expert.N.`, beside that of the best, which every
//! model has.

use super::{Tensors, field, restore, write};
use crate::run::committee::{Committee, Expert};
use crate::run::contest::Rival;
use serde_json::{Value, json};

fn prefix(number: usize) -> String {
    format!("expert.{number}.")
}

/// Puts their vectors among the tensors; the rest is returned.
pub(super) fn write_all(committee: &Committee, tensors: &mut Tensors) -> Value {
    let (experts, hedge, own) = committee.parts();
    let each = experts.iter().enumerate().map(|(number, Expert { name, rival })| {
        let state = write(&rival.learner, &rival.spec, &prefix(number), tensors);
        json!({ "name": name, "spec": rival.spec, "constant": rival.constant, "state": state })
    });
    let each: Vec<Value> = each.collect();
    json!({ "experts": each, "hedge": hedge, "own": own })
}

/// The reverse.
pub(super) fn read_all(parts: &Value, tensors: &mut Tensors) -> Result<Committee, String> {
    let each: Vec<Value> = field(parts, "experts")?;
    let expert = |(number, part): (usize, &Value)| {
        let spec = field(part, "spec")?;
        let learner = restore(&spec, field(part, "state")?, &prefix(number), tensors)?;
        let constant = field(part, "constant")?;
        let rival = Rival { spec, learner, constant };
        Ok::<_, String>(Expert { name: field(part, "name")?, rival })
    };
    let experts = each.iter().enumerate().map(expert).collect::<Result<Vec<Expert>, String>>()?;
    let committee = Committee::from_parts(experts, field(parts, "hedge")?, field(parts, "own")?);
    committee.map_err(|error| error.to_string())
}
