//! Conversion to batch: Passive-Aggressive updates until no example loses more than sqrt(beta).
//!
//! The counters are those of the model found, on the data it was found on.

use super::whole;
use crate::example::{ExampleLabel, instance};
use crate::model::Meter;
use crate::observer::Observer;
use crate::opening::Begun;
use crate::{Error, Result};
use noregret_core::metric::Judged;
use noregret_core::replay::convert::{self, Tolerance};

/// Reads everything, then converts.
pub(super) fn run(
    tolerance: &Tolerance,
    begun: &mut Begun,
    observer: &mut dyn Observer,
) -> Result<()> {
    if begun.model.takes_parts() {
        return Err(Error::Usage("--tolerance has no place for examples of several rows".into()));
    }
    let rows = whole::read(begun, observer, |row| match row.weight {
        1.0 => Ok(()),
        other => Err(format!("--tolerance has no place for the importance {other}")),
    })?;
    let single = begun.model.one_mut()?;
    let one = std::slice::from_ref;
    let labels = rows.iter().map(|row| ExampleLabel::of(single.learner.problem(), one(row)));
    let labels = labels.collect::<noregret_core::Result<Vec<_>>>()?;
    let each = rows.iter().zip(&labels);
    let data: Vec<_> = each.map(|(row, label)| (instance(row), label.label())).collect();
    let converted = convert::convert(&mut single.learner, &data, tolerance)?;
    let mut meter = Meter::new(single.learner.problem());
    for (row, &(x, label)) in rows.iter().zip(&data) {
        let outcome = &single.learner.evaluate(x, label)?;
        meter.add(&Judged { outcome, label, weight: row.weight });
    }
    begun.model.meter = meter;
    if converted.within {
        return Ok(());
    }
    Err(Error::Other(format!(
        "after {} updates the largest squared loss is still {}: perhaps no predictor meets the \
         tolerance; raise --tolerance or --max-updates",
        converted.updates, converted.worst
    )))
}
