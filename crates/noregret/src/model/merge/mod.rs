//! One model of several that went on from one base, each with rows of its own.
//!
//! | what | merged |
//! |---|---|
//! | features | the dictionary of the base, then what each shard has met besides, in their order |
//! | learner | [`noregret_core::merge`]: weights mixed, evidence added |
//! | committee | learner by learner, the losses behind their weights added |
//! | counters and metrics | added |
//! | witnesses | added; dropped, with the reason, where rows would be counted twice |
//! | columns of tables | those of the base; shards may not differ |
//! | verdict of a contest, how the data was read | those of the base |
//! | place in the data, what happened lately | of no one run: dropped |
//!
//! A saved contest is its leader. Boosted stumps, models found in hindsight and those of an earlier
//! moment (`--stop`) are refused. What comes out depends on the order of the shards and on nothing
//! else, and can be saved, learned on and merged again.

mod features;
mod kinds;
mod reading;

use super::{Kind, Model};
use crate::proof::{Proof, ProofPart};
use crate::{Error, Result};
use features::Features;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A model that went on from a base, with rows of its own.
#[derive(Clone, Debug)]
pub struct Shard<'a> {
    model: Cow<'a, Model>,
    weight: Option<f64>,
    name: Option<String>,
}

impl<'a> Shard<'a> {
    /// A shard that counts by the rows it has learned since the base.
    pub fn new(model: &'a Model) -> Self {
        Shard { model: Cow::Borrowed(model), weight: None, name: None }
    }

    /// Sets how much its weights count beside those of the other shards.
    #[must_use]
    pub fn with_weight(mut self, weight: f64) -> Self {
        self.weight = Some(weight);
        self
    }

    /// Names it for messages; without a name it is `shard 1`, `shard 2`, …
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    fn name(&self, at: usize) -> String {
        self.name.clone().unwrap_or_else(|| format!("shard {}", at + 1))
    }
}

/// What was merged into a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Merging {
    /// How many shards, the last time.
    pub shards: u64,
    /// How often.
    pub times: u64,
}

/// A merged model.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The model.
    pub model: Model,
    /// What its user should know: what had to be dropped, and shards that look like copies.
    pub notes: Vec<String>,
}

impl Model {
    /// The model of all rows: those of this one, and those that each shard has learned since it
    /// went on from here.
    ///
    /// Weights are mixed, evidence is added: the certificate is about all rows.
    ///
    /// ```
    /// use noregret::model::Shard;
    /// use noregret::{Choice, Model, Record};
    ///
    /// let base = Model::new(&Choice::parse("pa1")?.problem("binary"))?;
    /// let learned = |rows: std::ops::Range<u8>| {
    ///     let mut shard = base.clone();
    ///     for t in rows {
    ///         let y = if t % 3 == 0 { 1.0 } else { -1.0 };
    ///         shard.learn(&Record::dense(&[1.0, f64::from(t % 3)]).label(y))?;
    ///     }
    ///     Ok::<_, noregret::Error>(shard)
    /// };
    /// let (a, b) = (learned(0..20)?, learned(20..50)?);
    /// let merged = base.merge(&[Shard::new(&a), Shard::new(&b)])?.model;
    /// assert_eq!(merged.meter().examples, 50);
    /// assert_eq!(merged.merging().map(|merging| merging.shards), Some(2));
    /// # Ok::<(), noregret::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Usage`] with the shard and the reason if they cannot be merged.
    pub fn merge(&self, shards: &[Shard<'_>]) -> Result<Merged> {
        let base = settled(Cow::Borrowed(self)).map_err(|reason| refused("the base", &reason))?;
        let mut settled_shards = Vec::with_capacity(shards.len());
        for (at, shard) in shards.iter().enumerate() {
            let name = shard.name(at);
            let model =
                settled(Cow::Borrowed(&*shard.model)).map_err(|why| refused(&name, &why))?;
            settled_shards.push(Shard { model, weight: shard.weight, name: Some(name) });
        }
        merged(&base, &settled_shards)
    }

    /// What was merged into it, if anything was.
    pub fn merging(&self) -> Option<Merging> {
        self.merging
    }
}

/// A model as a file would have it: of a contest its leader. An error says why it cannot be merged.
fn settled(model: Cow<'_, Model>) -> std::result::Result<Cow<'_, Model>, String> {
    let model = match &model.kind {
        Kind::Contest(_) => {
            let mut settled = model.into_owned();
            settled.settle();
            Cow::Owned(settled)
        }
        _ => model,
    };
    let reason = match &model.kind {
        Kind::Contest(_) => "learners still compete in it",
        Kind::Boosted(_) => "boosted stumps are chosen from all rows at once",
        _ if model.is_in_hindsight() => "it was found from all rows at once, in hindsight",
        _ if model.stopped => "it is one of an earlier moment (--stop), and its counters are not",
        _ => return Ok(model),
    };
    Err(reason.into())
}

/// How often it was merged.
fn times(model: &Model) -> u64 {
    model.merging.map_or(0, |merging| merging.times)
}

/// Why a model did not go on from the base, as far as that can be seen.
fn difference(base: &Model, own: &Model) -> Option<String> {
    if base.space.bits() != own.space.bits() {
        return Some("its features are hashed in another way than those of the base".into());
    }
    kinds::difference(base, own).or_else(|| {
        (times(own) < times(base))
            .then(|| "it did not go on from this base, which was merged more often".into())
    })
}

fn merged(base: &Model, shards: &[Shard<'_>]) -> Result<Merged> {
    for (at, shard) in shards.iter().enumerate() {
        difference(base, &shard.model)
            .map_or(Ok(()), |reason| Err(refused(&shard.name(at), &reason)))?;
    }
    let features = Features::unite(base, shards)?;
    let reading = reading::unite(base, shards)?;
    let kind = kinds::merge(base, shards, &features)?;
    let meters: Vec<_> = shards.iter().map(|shard| &shard.model.meter).collect();
    let meter = base
        .meter
        .merged(&meters)
        .ok_or_else(|| refused("the shards", "they count other things than the base"))?;
    let mut model = Model {
        kind,
        space: features.space.clone(),
        meter,
        reading,
        stopped: false,
        verdict: base.verdict,
        place: None,
        proof: None,
        merging: Some(Merging { shards: shards.len() as u64, times: times(base) + 1 }),
    };
    let mut notes = copies(base, shards);
    match proof(base, shards, &features, &model) {
        Ok(proof) => model.proof = proof.map(Box::new),
        Err(reason) => notes.push(format!("nothing is said about headroom: {reason}")),
    }
    Ok(Merged { model, notes })
}

/// Shards that have learned exactly what one before them has: only equal rows do that, or a copy.
fn copies(base: &Model, shards: &[Shard<'_>]) -> Vec<String> {
    let learned = |shard: &Shard<'_>| shard.model.meter != base.meter;
    let ledger = |model: &Model| model.leader().map(|single| single.learner.ledger().clone());
    let alike = |a: &Model, b: &Model| a.meter == b.meter && ledger(a) == ledger(b);
    let each = shards.iter().enumerate().filter(|(_, shard)| learned(shard));
    each.filter_map(|(at, shard)| {
        let other = shards[..at].iter().position(|other| alike(&other.model, &shard.model))?;
        let (name, other) = (shard.name(at), shards[other].name(other));
        Some(format!(
            "{name} has learned exactly what {other} has: if it is a copy, its rows count twice"
        ))
    })
    .collect()
}

/// The witnesses of all rows, or why there are none.
fn proof(
    base: &Model,
    shards: &[Shard<'_>],
    features: &Features,
    merged: &Model,
) -> std::result::Result<Option<Proof>, String> {
    let mut parts = Vec::with_capacity(shards.len());
    for (shard, coordinates) in shards.iter().zip(&features.coordinates) {
        if let Some(proof) = shard.model.proof.as_deref() {
            let classes = kinds::rows_in(merged.problem(), shard.model.problem());
            parts.push(ProofPart { proof, coordinates, classes });
        }
    }
    if parts.is_empty() && base.proof.is_none() {
        return Ok(None);
    }
    if parts.len() < shards.len() {
        return Err("some of the models have no witnesses".into());
    }
    Proof::merged(base.proof.as_deref(), &parts, base.space.len()).map(Some)
}

/// Why a model cannot be merged.
fn refused(name: &str, reason: &str) -> Error {
    Error::Usage(format!("{name}: {reason}"))
}
