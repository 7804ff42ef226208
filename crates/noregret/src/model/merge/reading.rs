//! How the data of a merged model was read: as that of the base, with the columns that a shard has
//! found where the base had seen none.

use super::{Shard, refused};
use crate::Result;
use crate::model::{Model, Reading};

/// The reading of all of them.
pub(super) fn unite(base: &Model, shards: &[Shard<'_>]) -> Result<Reading> {
    let mut united = base.reading.clone();
    for (at, shard) in shards.iter().enumerate() {
        let own = &shard.model.reading;
        united.schema = united.schema.or_else(|| own.schema.clone());
        united.tokens = united.tokens.or_else(|| own.tokens.clone());
        let known = Reading {
            schema: own.schema.clone().or_else(|| united.schema.clone()),
            tokens: own.tokens.clone().or_else(|| united.tokens.clone()),
            ..own.clone()
        };
        if known != united {
            return Err(refused(&shard.name(at), difference(&united, &known)));
        }
    }
    Ok(united)
}

fn difference(base: &Reading, own: &Reading) -> &'static str {
    if base.schema != own.schema || base.tokens != own.tokens {
        return "the columns of its data are others than those before it";
    }
    "its data was read with other options than that of the base"
}
