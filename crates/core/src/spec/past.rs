//! Whose rounds can be revisited: their constraints and the geometry must be the same then as now,
//! and their dual variables feasible.

use super::Spec;
use super::rules::Rule;
use crate::ascent::{AnyAscent, Ascent, Trigger};
use crate::error::{Error, Result};
use crate::readout::Readout;

const RULES: &[Rule] = &[
    (
        |s| is!(s, Uniclass),
        "past rounds cannot be revisited in uniclass: its directions change with the centre",
    ),
    (
        |s| is!(s, Sequence),
        "past rounds cannot be revisited in sequence tagging: its constraints are found anew at \
         every weights",
    ),
    (
        |s| s.geometry.is_adaptive(),
        "past rounds cannot be revisited in the geometries adagrad and confidence, which change \
         with the data",
    ),
    (
        |s| s.budget.is_some(),
        "past rounds cannot be revisited with a budget, which gives up what they added",
    ),
    (
        |s| s.standard.is_some(),
        "past rounds cannot be revisited with standardised columns, which are scaled anew every \
         round",
    ),
    (
        |s| s.hard(),
        "past rounds can be revisited only with a finite C: nothing caps their dual variables",
    ),
    (
        |s| s.ascent.rescales() || matches!(s.ascent, AnyAscent::Kesler(_)),
        "past rounds cannot be revisited with the ascents romma, alma and kesler, whose dual \
         variables exceed their cap",
    ),
    (
        |s| s.ascent.trigger() == Trigger::Mistake,
        "past rounds can be revisited only by an ascent that acts on any loss (on=loss)",
    ),
    (|s| s.readout == Readout::Vote, "past rounds cannot be revisited while hypotheses vote"),
];

impl Spec {
    /// An error that says why past rounds of this choice cannot be revisited, if they cannot.
    pub(super) fn check_revisits(&self) -> Result<()> {
        match RULES.iter().find(|(broken, _)| broken(self)) {
            Some((_, message)) => Err(Error::Spec((*message).into())),
            None => Ok(()),
        }
    }
}
