//! A boosted model: what it proves about its data, and the features its stumps look at.

use crate::args::InspectArgs;
use crate::command::boost;
use crate::failure::{Failure, Result};
use crate::report::{self, short};
use noregret::Model;
use noregret::model::Boosted;
use serde_json::{Value, json};

/// Shows the model.
pub(super) fn inspect(args: &InspectArgs, model: &Model, boosted: &Boosted) -> Result<()> {
    if args.assume_margin.is_some() {
        return Err(Failure::usage("--assume-margin is about linear predictors, not stumps"));
    }
    let name = |slot: u32| {
        model.space().name(slot).map_or_else(|| slot.to_string(), |name| name.to_string())
    };
    let influence = boosted.stumps.influence();
    let top = influence.iter().take(args.top).map(|&(slot, swing)| (name(slot), swing));
    if args.json {
        let mut map = boost::object(model);
        map.insert("event".into(), json!("model"));
        let each = top.map(|(feature, swing)| json!({ "feature": feature, "swing": swing }));
        map.insert("heaviest".into(), each.collect());
        let stumps = boosted.stumps.members().iter().map(|(step, stump)| {
            json!({ "step": step, "feature": name(stump.feature), "threshold": stump.threshold,
                    "below": stump.below, "above": stump.above })
        });
        map.insert("stumps".into(), stumps.collect());
        return report::say(&Value::Object(map).to_string());
    }
    report::say(&boost::text(model, None))?;
    report::say(&format!("problem   {}", model.problem()))?;
    report::say("heaviest features (how far they can move the score):")?;
    let lines: Vec<String> =
        top.map(|(feature, swing)| format!("{:>14}  {feature}", short(swing, 6))).collect();
    if lines.is_empty() { Ok(()) } else { report::say(&lines.join("\n")) }
}
