//! Features that say the set and the price of a row within its group: taken out of the row, they
//! are not learned from.
//!
//! Where a problem names such a feature every row of a group has it: sets are whole numbers from 1,
//! prices are above 0.

use crate::{Error, Result};
use noregret_core::problem::{AnyProblem, Problem};
use noregret_io::{FeatureSpace, Row};

/// The names of the features.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    set: Option<String>,
    price: Option<String>,
}

/// Why a row is refused: its line, and the reason.
pub(crate) type Refused = (u64, String);

impl Columns {
    /// Those that a problem names; an error where the features have no names.
    pub(crate) fn of(problem: &AnyProblem, space: &FeatureSpace) -> Result<Self> {
        let names = problem.part_columns();
        if !names.is_empty() && space.bits().is_some() {
            return Err(Error::Usage(
                "sets and prices are found by the names of their features, which hashing forgets: \
                 leave out --hash"
                    .into(),
            ));
        }
        let owned = |name: Option<&str>| name.map(Into::into);
        Ok(Columns { set: owned(names.set), price: owned(names.price) })
    }

    /// Takes the set and the price of each row of a group out of its features.
    pub(crate) fn take(
        &self,
        space: &FeatureSpace,
        rows: &mut [Row],
    ) -> std::result::Result<(), Refused> {
        for row in rows {
            if let Some(name) = &self.set {
                let set = value(space, row, name).filter(|x| x.fract() == 0.0 && *x >= 1.0);
                row.set =
                    set.ok_or_else(|| refuse(row, name, "set", "a whole number from 1"))? as u64;
            }
            if let Some(name) = &self.price {
                let price = value(space, row, name).filter(|x| *x > 0.0);
                row.price = price.ok_or_else(|| refuse(row, name, "price", "a number above 0"))?;
            }
        }
        Ok(())
    }
}

/// The value of a feature, which is taken out.
fn value(space: &FeatureSpace, row: &mut Row, name: &str) -> Option<f64> {
    let slot = space.find(name)?;
    let value = row.features().find(|(at, _)| *at == slot)?.1;
    row.retain(|at| at != slot);
    Some(value)
}

fn refuse(row: &Row, name: &str, what: &str, form: &str) -> Refused {
    (
        row.line,
        format!("the {what} of a task is {form}, in the feature '{name}'; this row has none"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_prices_leave_the_features() {
        let mut space = FeatureSpace::dictionary();
        for name in ["a", "block", "cost"] {
            space.intern(name).unwrap();
        }
        let problem = AnyProblem::parse("tasks:set=block,price=cost").unwrap();
        let columns = Columns::of(&problem, &space).unwrap();
        let mut rows = [Row::new(vec![0, 1, 2], vec![5.0, 2.0, 0.5])];
        columns.take(&space, &mut rows).unwrap();
        assert_eq!((rows[0].set, rows[0].price, &rows[0].indices), (2, 0.5, &vec![0]));
        for (indices, values) in [
            (vec![0, 2], vec![5.0, 0.5]),
            (vec![1, 2], vec![1.5, 0.5]),
            (vec![0, 1], vec![5.0, 2.0]),
            (vec![1, 2], vec![2.0, -0.5]),
        ] {
            let mut rows = [Row::new(indices, values)];
            rows[0].line = 7;
            let (line, reason) = columns.take(&space, &mut rows).unwrap_err();
            assert!(line == 7 && reason.contains("this row has none"), "{reason}");
        }
        let hashed = FeatureSpace::hashed(10).unwrap();
        assert!(Columns::of(&problem, &hashed).is_err());
        let plain = AnyProblem::parse("tasks").unwrap();
        assert!(Columns::of(&plain, &hashed).is_ok());
    }
}
