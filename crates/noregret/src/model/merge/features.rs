//! The features of several models: those of the base, then what each shard has met besides.

use super::{Shard, refused};
use crate::model::Model;
use crate::{Error, Result};
use noregret_core::problem::Problem;
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
        if let (Some(reason), true) = (needs_places(base), moves || base.space.bits().is_some()) {
            let apart = |shard: &Shard<'_>| !same_rows(base, &shard.model);
            if moves || shards.iter().any(apart) {
                return Err(refused("the shards", reason));
            }
        }
        Ok(Features { space, coordinates })
    }
}

/// Why features must not change their places, if they must not.
fn needs_places(base: &Model) -> Option<&'static str> {
    if base.space.bits().is_some() && base.problem().reserved() > 0 {
        return Some(
            "they met their classes in different orders, and in a hashed table the weights between \
             classes cannot be told from those of features: let the base learn some rows first",
        );
    }
    let columns = base.leader().and_then(|single| single.spec.standard)?;
    (columns.end > base.space.len()).then_some(
        "they met the standardised columns in different orders: let the base learn some rows first",
    )
}

/// Whether the classes of two models have their rows in the same order, as far as both know them.
fn same_rows(base: &Model, shard: &Model) -> bool {
    let (Some(a), Some(b)) = (base.problem().classes(), shard.problem().classes()) else {
        return true;
    };
    a.len() == b.len()
}

/// Why these features are not those of a run that went on from the base.
fn check(base: &FeatureSpace, own: &FeatureSpace) -> std::result::Result<(), &'static str> {
    if base.bits() != own.bits() {
        return Err("its features are hashed in another way than those of the base");
    }
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
