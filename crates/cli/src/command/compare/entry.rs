//! The list of `compare -a`: `name`, or `name:key=value,…` where this one differs from the flags for all.
//!
//! Entries are separated by commas, as are the values of one: what has no name before it belongs to the entry before.
//! Keys: `C`, `eta`, `margin`, `epsilon`, `p`, `loss`, `ascent`, `geometry`, `schedule`, `scope`, `average`.

use crate::args::{Averaging, LearnerArgs};
use crate::failure::{Failure, Outcome};

/// The entries as typed, with the flags of each.
pub(in crate::command) fn parse(
    typed: &str,
    common: &LearnerArgs,
) -> Outcome<Vec<(String, LearnerArgs)>> {
    let mut entries: Vec<(String, LearnerArgs)> = Vec::new();
    for piece in typed.split(',').map(str::trim) {
        let (name, setting) = match (piece.find(':'), piece.find('=')) {
            (Some(colon), equals) if equals.is_none_or(|at| colon < at) => {
                (&piece[..colon], Some(&piece[colon + 1..]))
            }
            (_, Some(_)) => ("", Some(piece)),
            _ => (piece, None),
        };
        match entries.last_mut() {
            Some((text, learner)) if name.is_empty() && setting.is_some() => {
                *text = format!("{text},{piece}");
                set(learner, piece)?;
            }
            _ if name.is_empty() => return Err(Failure::Usage(odd(piece))),
            _ => {
                let mut learner = LearnerArgs { algorithm: Some(name.into()), ..common.clone() };
                setting.map_or(Ok(()), |setting| set(&mut learner, setting))?;
                entries.push((piece.into(), learner));
            }
        }
    }
    Ok(entries)
}

fn odd(piece: &str) -> String {
    format!("'{piece}' in the list of -a is neither a name nor name:key=value")
}

/// Puts `key=value` into the flags.
pub(in crate::command) fn set(learner: &mut LearnerArgs, setting: &str) -> Outcome<()> {
    let (key, value) = setting.split_once('=').ok_or_else(|| Failure::Usage(odd(setting)))?;
    let number = || {
        let reason = || Failure::Usage(format!("'{value}' in '{setting}' is not a number"));
        value.trim().parse::<f64>().map(Some).map_err(|_| reason())
    };
    let text = || Some(value.trim().to_owned());
    match key.trim() {
        "C" | "eta" => (learner.aggressiveness, learner.eta) = (number()?, None),
        "margin" => learner.margin = number()?,
        "epsilon" => learner.epsilon = number()?,
        "p" => learner.p = number()?,
        "loss" => learner.loss = text(),
        "ascent" => learner.ascent = text(),
        "geometry" => learner.geometry = text(),
        "schedule" => learner.schedule = text(),
        "scope" => learner.scope = text(),
        "average" if value.trim() == "plain" => learner.average = Some(Averaging::Plain),
        "average" if value.trim() == "linear" => learner.average = Some(Averaging::Linear),
        other => {
            return Err(Failure::Usage(format!(
                "'{other}' in '{setting}' cannot be set for one entry of -a (C, eta, margin, epsilon, p, loss, \
                 ascent, geometry, schedule, scope, average=plain|linear can)"
            )));
        }
    }
    Ok(())
}
