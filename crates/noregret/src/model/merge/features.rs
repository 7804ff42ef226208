//! The features of several models: those of the base, then what each shard has met besides.

use super::{Shard, refused};
use crate::model::Model;
use crate::{Error, Result};
use noregret_core::Spec;
use noregret_core::problem::{Classes, Problem};
use noregret_io::FeatureSpace;

/// A dictionary that knows all names.
pub(super) struct Features {
    pub(super) space: FeatureSpace,
    /// The slot there of each slot of a shard; empty where they are the same.
    pub(super) coordinates: Vec<Vec<u32>>,
}

impl Features {
    /// Unites dictionaries by name; hashed slots are the same everywhere.
    pub(super) fn unite(base: &Model, shards: &[Shard<'_>]) -> Result<Self> {
        let mut space = base.space.clone();
        let mut coordinates = Vec::with_capacity(shards.len());
        for (at, shard) in shards.iter().enumerate() {
            let own = &shard.model.space;
            check(&base.space, own).map_err(|reason| refused(&shard.name(at), reason))?;
            coordinates.push(places(&mut space, base.space.len(), own)?);
        }
        let moves = coordinates.iter().any(|places| !places.is_empty());
        let reason = match base.space.bits() {
            Some(_) => hashed(base, shards),
            None if moves => columns(base),
            None => None,
        };
        match reason {
            None => Ok(Features { space, coordinates }),
            Some(reason) => Err(refused("the shards", reason)),
        }
    }
}

/// Why hashed features cannot be merged, if they cannot.
fn hashed(base: &Model, shards: &[Shard<'_>]) -> Option<&'static str> {
    let known = base.problem().classes().map(Classes::len);
    let met = |shard: &Shard<'_>| shard.model.problem().classes().map(Classes::len) != known;
    (base.problem().reserved() > 0 && shards.iter().any(met)).then_some(
        "they met new classes, and in a hashed table the weights between classes cannot be told \
         from those of features: let the base learn some rows first",
    )
}

/// Why features cannot go to other places, if they cannot.
fn columns(base: &Model) -> Option<&'static str> {
    let all: Vec<&Spec> = match (base.committee(), base.spec()) {
        (Some(several), _) => several.parts().0.iter().map(|expert| &expert.single.spec).collect(),
        (None, one) => one.into_iter().collect(),
    };
    let end = all.into_iter().filter_map(|spec| spec.standard).map(|columns| columns.end).max()?;
    (end > base.space.len()).then_some(
        "they met the standardised columns in different orders: let the base learn some rows first",
    )
}

/// Why these features are not those of a run that went on from the base.
fn check(base: &FeatureSpace, own: &FeatureSpace) -> std::result::Result<(), &'static str> {
    let same = |slot: u32| base.name(slot) == own.name(slot);
    match base.bits().is_some() || (0..base.len() as u32).all(same) {
        true => Ok(()),
        false => Err("it did not go on from this base: its first features are others"),
    }
}

/// The slot in `space`, which is made if it is new, of each slot of another; empty if all are the
/// same.
fn places(space: &mut FeatureSpace, known: usize, own: &FeatureSpace) -> Result<Vec<u32>> {
    if own.bits().is_some() {
        return Ok(Vec::new());
    }
    let mut places: Vec<u32> = (0..known as u32).collect();
    for slot in known as u32..own.len() as u32 {
        let name = own.name(slot).map(|name| name.to_string()).unwrap_or_default();
        places.push(space.intern(&name).map_err(|full| Error::Other(full.to_string()))?);
    }
    let moves = places.iter().enumerate().any(|(own, place)| own as u32 != *place);
    Ok(if moves { places } else { Vec::new() })
}
