//! Witnesses as flat arrays and numbers, exactly, the rounds of the open block among them.

use super::block::{Asked, Block};
use super::classes::{ClassLane, Several};
use super::followed::{FOLLOWED, Followed};
use super::ones::{LANES, Ones};
use super::run::{Kind, Witness};
use super::scaled::{Reference, Scaled};
use super::tally::Tally;
use crate::error::Result;
use crate::loss::Loss;
use crate::number::Sum;
use crate::stage::{Columns, Moments};
use crate::state::{Array, Arrays, State, damaged, field};
use crate::vector::Instance;
use serde_json::{Value, json};

/// Numbers of a round besides its cells.
const ASKED: usize = 4;

impl Witness {
    /// Writes the vectors to `arrays` and returns the rest.
    pub fn write(&self, arrays: &mut dyn Arrays) -> Value {
        self.caught_up().write_closed(arrays)
    }

    /// Writes witnesses that have put nothing off.
    fn write_closed(&self, arrays: &mut dyn Arrays) -> Value {
        self.block.write(arrays);
        let kind = match &self.kind {
            Kind::Ones(ones) => {
                arrays.copy("potentials", ones.table.as_flattened());
                let two_sided = ones.lanes[0].loss.two_sided();
                json!({ "two_sided": two_sided, "sums": ones.sums, "tallies": ones.tallies })
            }
            Kind::Several(several) => {
                let lane = |(k, lane): (usize, &ClassLane)| {
                    arrays.copy(&format!("potentials_{k}"), &lane.table);
                    json!({ "kappa": lane.kappa, "sums": lane.sums, "tally": lane.tally })
                };
                let lanes: Vec<Value> = several.lanes.iter().enumerate().map(lane).collect();
                json!({ "classes": several.classes, "lanes": lanes })
            }
        };
        let followed = self.followed.as_ref().map(|followed| {
            arrays.copy("followed", followed.ones.as_flattened());
            arrays.copy("followed_classes", &followed.several);
            json!({
                "classes": followed.classes,
                "losses": followed.losses,
                "mistakes": followed.mistakes,
            })
        });
        let columns = self.scaled.as_ref().map(|scaled| {
            scaled.standard.moments.save(arrays);
            let Reference { means, deviations } = &scaled.reference;
            arrays.copy("reference_means", means);
            arrays.copy("reference_deviations", deviations);
            scaled.columns
        });
        json!({
            "effort": self.effort,
            "bias": self.bias,
            "totals": self.totals,
            "kind": kind,
            "followed": followed,
            "columns": self.columns,
            "standard": columns,
        })
    }

    /// Reads back what [`Witness::write`] wrote.
    ///
    /// # Errors
    /// If something is missing, or no run arrives at it.
    pub fn restore(scalars: Value, arrays: Vec<(String, Array)>) -> Result<Self> {
        let mut state = State { scalars, arrays };
        let kind: Value = field(&state.scalars, "kind")?;
        let kind = match kind.get("classes") {
            Some(_) => Kind::Several(Box::new(Several::load(&kind, &mut state)?)),
            None => Kind::Ones(Box::new(Ones::load(&kind, &mut state)?)),
        };
        let mut witness = Witness {
            effort: field(&state.scalars, "effort")?,
            bias: field(&state.scalars, "bias")?,
            totals: field(&state.scalars, "totals")?,
            columns: field(&state.scalars, "columns")?,
            scaled: Scaled::load(&mut state)?.map(Box::new),
            followed: Followed::load(&mut state)?.map(Box::new),
            block: Block::load(&mut state)?,
            moments: None,
            closing: None,
            spare: Block::default(),
            worked: 0,
            kind,
        };
        if !witness.is_sound() {
            return Err(damaged("witness"));
        }
        if witness.scaled.is_none() {
            witness.observe();
        }
        Ok(witness)
    }

    fn is_sound(&self) -> bool {
        let right = |asked: &Asked| match &self.kind {
            Kind::Ones(_) => asked.target.abs() == 1.0,
            Kind::Several(_) => asked.target >= 0.0 && asked.target <= f64::from(u32::MAX),
        };
        let rounds = self.totals.rounds >= self.block.len() as u64;
        let asked = self
            .block
            .asked
            .iter()
            .all(|asked| right(asked) && asked.weight > 0.0 && asked.square >= 0.0);
        rounds && asked && self.totals.left >= 0.0
    }
}

impl Block {
    fn write(&self, arrays: &mut dyn Arrays) {
        let (mut indices, mut values, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        for i in 0..self.len() {
            self.rows.for_each(i, |j, x| {
                indices.push(j);
                values.push(x);
            });
            ends.push(indices.len() as u64);
        }
        let asked = self.asked.iter().flat_map(|a| [a.target, a.shift, a.weight, a.square]);
        let asked = asked.collect();
        arrays.put("kept_indices", Array::U32(indices));
        arrays.put("kept_values", Array::F64(values));
        arrays.put("kept_ends", Array::U64(ends));
        arrays.put("kept_asked", Array::F64(asked));
    }

    fn load(state: &mut State) -> Result<Self> {
        let (indices, values) = (state.small("kept_indices")?, state.reals("kept_values")?);
        let (ends, asked) = (state.large("kept_ends")?, state.reals("kept_asked")?);
        if indices.len() != values.len() || asked.len() != ASKED * ends.len() {
            return Err(damaged("kept_asked"));
        }
        let (mut block, mut begin) = (Block::default(), 0);
        for (end, asked) in ends.into_iter().zip(asked.as_chunks::<ASKED>().0) {
            let cells = begin..usize::try_from(end).map_err(|_| damaged("kept_ends"))?;
            begin = cells.end;
            let [target, shift, weight, square] = *asked;
            let (Some(indices), Some(values)) = (indices.get(cells.clone()), values.get(cells))
            else {
                return Err(damaged("kept_ends"));
            };
            block.rows.push(Instance::Sparse { indices, values });
            block.asked.push(Asked { target, shift, weight, square });
        }
        Ok(block)
    }
}

impl Ones {
    fn load(meta: &Value, state: &mut State) -> Result<Self> {
        let numbers = state.reals("potentials")?;
        let (table, rest) = numbers.as_chunks::<LANES>();
        let fresh = Ones::new(field(meta, "two_sided")?, 1.0);
        let tallies: [Tally; LANES] = field(meta, "tallies")?;
        if !rest.is_empty() || !tallies.iter().all(Tally::is_sound) {
            return Err(damaged("potentials"));
        }
        Ok(Ones { table: table.to_vec(), sums: field(meta, "sums")?, tallies, ..fresh })
    }
}

impl Several {
    fn load(meta: &Value, state: &mut State) -> Result<Self> {
        let classes: usize = field(meta, "classes")?;
        let metas: Vec<Value> = field(meta, "lanes")?;
        let mut several = Several { classes, lanes: Vec::new() };
        for (k, meta) in metas.iter().enumerate() {
            let lane = ClassLane {
                kappa: field(meta, "kappa")?,
                table: state.reals(&format!("potentials_{k}"))?,
                sums: field(meta, "sums")?,
                tally: field(meta, "tally")?,
            };
            let fits = lane.table.len().is_multiple_of(several.stride());
            if !(fits && lane.sums.len() <= classes && lane.kappa > 0.0 && lane.tally.is_sound()) {
                return Err(damaged("potentials"));
            }
            several.lanes.push(lane);
        }
        Ok(several)
    }
}

impl Followed {
    fn load(state: &mut State) -> Result<Option<Self>> {
        let Some(meta) = state.scalars.get("followed").filter(|meta| !meta.is_null()).cloned()
        else {
            return Ok(None);
        };
        let (ones, several) = (state.reals("followed")?, state.reals("followed_classes")?);
        let (losses, mistakes): ([Sum; FOLLOWED], [Sum; FOLLOWED]) =
            (field(&meta, "losses")?, field(&meta, "mistakes")?);
        let ones = ones.as_chunks::<FOLLOWED>().0.to_vec();
        let classes: usize = field(&meta, "classes")?;
        let stride = Several { classes, lanes: Vec::new() }.stride();
        match several.len().is_multiple_of(stride) {
            true => Ok(Some(Followed { ones, several, classes, losses, mistakes })),
            false => Err(damaged("followed_classes")),
        }
    }
}

impl Scaled {
    fn load(state: &mut State) -> Result<Option<Self>> {
        let Some(meta) = state.scalars.get("standard").filter(|meta| !meta.is_null()).cloned()
        else {
            return Ok(None);
        };
        let columns: Columns = serde_json::from_value(meta).map_err(|_| damaged("standard"))?;
        columns.check()?;
        let mut scaled = Scaled::new(columns);
        scaled.standard.moments = Moments::load(state)?;
        let means = state.reals("reference_means")?;
        let deviations = state.reals("reference_deviations")?;
        let width = columns.end - columns.first;
        let fits = means.len() == width && deviations.len() == width;
        if !(fits && deviations.iter().all(|deviation| *deviation > 0.0)) {
            return Err(damaged("reference_deviations"));
        }
        scaled.reference = Reference { means, deviations };
        match scaled.standard.is_consistent() {
            true => Ok(Some(scaled)),
            false => Err(damaged("standard_means")),
        }
    }
}
