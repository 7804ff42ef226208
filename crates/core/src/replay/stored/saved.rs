//! The stored rounds in a snapshot: one arrayper kind of number, with the shape of each round in
//! between.

use super::round::{Pattern, Slack, StoredConstraint};
use super::{Store, Stored};
use crate::error::Result;
use crate::round::Term;
use crate::state::{Array, Arrays, State, damaged, field};
use serde_json::{Value, json};

/// A round is written as its number of parts, of each part its length and whether it is dense, its
/// number of groups, of each its number of constraints, and of each of those its number of terms.
#[derive(Default)]
struct Written {
    shape: Vec<u64>,
    indices: Vec<u32>,
    values: Vec<f64>,
    /// Part and row of each term.
    places: Vec<u32>,
    coefs: Vec<f64>,
    /// Weight of each round, share of each group, shift and dual variable of each constraint.
    numbers: Vec<f64>,
}

impl Store {
    /// Writes the vectors to `arrays`, returns the rest.
    pub(crate) fn save(&self, arrays: &mut dyn Arrays) -> Value {
        let mut written = Written::default();
        self.rounds.iter().for_each(|round| written.add(round));
        let Written { shape, indices, values, places, coefs, numbers } = written;
        let mut keep = |name: &str, array: Array| arrays.put(&format!("past_{name}"), array);
        keep("shape", Array::U64(shape));
        keep("indices", Array::U32(indices));
        keep("values", Array::F64(values));
        keep("places", Array::U32(places));
        keep("coefs", Array::F64(coefs));
        keep("numbers", Array::F64(numbers));
        json!({
            "arrived": self.arrived,
            "random": self.random,
            "turn": self.turn,
            "settled": self.settled,
        })
    }

    /// Reads back what [`Store::save`] wrote; every row is below `rows`.
    pub(crate) fn load(&mut self, state: &mut State, rows: usize) -> Result<()> {
        let scalars: Value = field(&state.scalars, "past")?;
        self.arrived = field(&scalars, "arrived")?;
        self.random = field(&scalars, "random")?;
        self.turn = field(&scalars, "turn")?;
        self.settled = field(&scalars, "settled")?;
        let mut reader = Reader {
            shape: state.large("past_shape")?.into_iter(),
            indices: state.small("past_indices")?.into_iter(),
            values: state.reals("past_values")?.into_iter(),
            places: state.small("past_places")?.into_iter(),
            coefs: state.reals("past_coefs")?.into_iter(),
            numbers: state.reals("past_numbers")?.into_iter(),
        };
        self.rounds.clear();
        while !reader.shape.as_slice().is_empty() {
            let round = reader.round().filter(|round| round.is_consistent(rows));
            self.rounds.push(round.ok_or_else(|| damaged("past"))?);
        }
        Ok(())
    }
}

impl Written {
    fn add(&mut self, round: &Stored) {
        self.shape.push(round.parts.len() as u64);
        for part in &round.parts {
            self.shape.extend([part.values.len() as u64, u64::from(part.indices.is_none())]);
            self.indices.extend(part.indices.iter().flatten());
            self.values.extend(&part.values);
        }
        self.numbers.push(round.weight);
        self.shape.push(round.slacks.len() as u64);
        for group in 0..round.slacks.len() {
            self.shape.push(round.members(group).len() as u64);
            self.numbers.push(round.slacks[group].share);
            for i in round.members(group) {
                self.shape.push(round.direction(i).len() as u64);
                self.numbers.extend([round.constraints[i].shift, round.constraints[i].dual]);
            }
        }
        for t in &round.terms {
            self.places.extend([t.part as u32, t.row as u32]);
            self.coefs.push(t.coef);
        }
    }
}

/// What is left to read.
struct Reader {
    shape: std::vec::IntoIter<u64>,
    indices: std::vec::IntoIter<u32>,
    values: std::vec::IntoIter<f64>,
    places: std::vec::IntoIter<u32>,
    coefs: std::vec::IntoIter<f64>,
    numbers: std::vec::IntoIter<f64>,
}

impl Reader {
    fn count(&mut self) -> Option<usize> {
        self.shape.next().and_then(|count| usize::try_from(count).ok())
    }

    fn part(&mut self) -> Option<Pattern> {
        let (length, dense) = (self.count()?, self.count()? == 1);
        let indices = match dense {
            true => None,
            false => Some(exactly(&mut self.indices, length)?),
        };
        Some(Pattern { indices, values: exactly(&mut self.values, length)? })
    }

    fn term(&mut self) -> Option<Term> {
        let (part, row) = (self.places.next()? as usize, self.places.next()? as usize);
        Some(Term { part, row, coef: self.coefs.next()? })
    }

    fn round(&mut self) -> Option<Stored> {
        let parts = (0..self.count()?).map(|_| self.part()).collect::<Option<_>>()?;
        let weight = self.numbers.next()?;
        let (mut slacks, mut constraints, mut terms_end) = (Vec::new(), Vec::new(), 0);
        for _ in 0..self.count()? {
            let members = self.count()?;
            let share = self.numbers.next()?;
            for _ in 0..members {
                terms_end += self.count()?;
                let (shift, dual) = (self.numbers.next()?, self.numbers.next()?);
                constraints.push(StoredConstraint { terms_end, shift, dual });
            }
            slacks.push(Slack { end: constraints.len(), share });
        }
        let terms = (0..terms_end).map(|_| self.term()).collect::<Option<_>>()?;
        Some(Stored {
            parts,
            terms,
            constraints: constraints.into(),
            slacks: slacks.into(),
            weight,
        })
    }
}

/// The next `count` items, if there are so many.
fn exactly<T>(from: &mut std::vec::IntoIter<T>, count: usize) -> Option<Box<[T]>> {
    (from.len() >= count).then(|| from.take(count).collect())
}

impl Stored {
    /// Whether every term has its part and row: a state read from a file may not.
    fn is_consistent(&self, rows: usize) -> bool {
        let fits = |t: &Term| t.part < self.parts.len() && t.row < rows;
        self.weight > 0.0 && self.terms.iter().all(fits)
    }
}
