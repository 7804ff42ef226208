//! All the data in memory: the rows read ahead and the rest, as far as they fit the problem.
//!
//! A row that does not fit leaves no trace: features it brought are forgotten.

use crate::example::{ExampleLabel, Rows};
use crate::model::Single;
use crate::observer::Observer;
use crate::opening::Begun;
use crate::opening::HeadFirst;
use crate::{Error, Result};
use noregret_core::AnyLearner;
use noregret_io::{Lookup, Row};

/// All rows whose labels the learner takes and which `accept` does not refuse.
pub(crate) fn read(
    begun: &mut Begun,
    observer: &mut dyn Observer,
    accept: impl Fn(&Row) -> std::result::Result<(), String>,
) -> Result<Vec<Row>> {
    let Begun { model, head, stream, .. } = begun;
    let mut source = HeadFirst::new(std::mem::take(head), stream);
    let (mut rows, space) = (Vec::new(), &mut model.space);
    let crate::model::Kind::One(single) = &mut model.kind else {
        return Err(Error::Usage("this is about one learner: name it".into()));
    };
    loop {
        let (features, mut row) = (space.len(), Row::default());
        if !Rows::next(&mut source, Lookup::Learn(space), &mut row, true, observer)? {
            return Ok(rows);
        }
        let fits = accept(&row);
        match take(single, &row, fits) {
            Ok(()) => rows.push(row),
            Err(reason) => {
                space.truncate(features);
                let stream = source.stream();
                stream.forgive(Error::row(&stream.file(), row.line, reason), observer)?;
            }
        }
    }
}

/// Makes the label of a row known; the reason if the row does not fit.
fn take(
    single: &mut Single,
    row: &Row,
    fits: std::result::Result<(), String>,
) -> std::result::Result<(), String> {
    fits?;
    admit(&mut single.learner, row).map_err(|error| error.to_string())
}

fn admit(learner: &mut AnyLearner, row: &Row) -> noregret_core::Result<()> {
    let label = ExampleLabel::of(learner.problem(), std::slice::from_ref(row))?;
    learner.admit_label(label.label())
}
