//! Error on labelled data, without learning.

use crate::Result;
use crate::example::{Unlabelled, judged};
use crate::model::{Meter, Model};
use crate::observer::Observer;
use crate::source::{ReadingOptions, Stream};
use noregret_core::Prediction;
use noregret_io::Row;
use std::path::Path;

/// Told the rows of an example and the answer to it.
pub type EachAnswer<'a> = &'a mut dyn FnMut(&[Row], &Prediction);

impl Model {
    /// Counters on the rows of a stream that is not learned from; `each` is told the rows of every
    /// example and the answer to it.
    ///
    /// # Errors
    /// If the data is broken.
    pub fn test(
        &self,
        mut stream: Stream,
        mut each: Option<EachAnswer<'_>>,
        observer: &mut dyn Observer,
    ) -> Result<Meter> {
        let (mut meter, mut unlabelled) = (Meter::new(self.problem()), Unlabelled::default());
        let decides = each.is_some();
        let ask = |rows: &[Row]| match decides {
            false => {
                self.evaluate_rows(rows).into_iter().map(|outcome| Ok((outcome?, None))).collect()
            }
            true => {
                let answers = self.evaluate_rows(rows).into_iter().zip(self.answers(rows));
                answers.map(|(round, answer)| Ok((round?, Some(answer?.prediction)))).collect()
            }
        };
        self.each_answer(&mut stream, observer, ask, |rows, (outcome, decision)| {
            meter.add(&judged(rows, &outcome));
            unlabelled.count(rows);
            if let Some((each, decision)) = each.as_mut().zip(decision) {
                each(rows, &decision);
            }
            Ok(())
        })?;
        stream.warn_at_end(observer);
        let file = stream.file();
        unlabelled.check(self.problem(), &file, &mut |text| observer.warning(text))?;
        Ok(meter)
    }
}

/// The counters of a model on a whole file.
pub(crate) fn on_file(
    model: &Model,
    reading: &ReadingOptions,
    path: &Path,
    observer: &mut dyn Observer,
) -> Result<Meter> {
    let options = model.read_options(reading.options()?);
    let stream = Stream::new(vec![path.to_owned()], options, reading.on_error);
    model.test(stream, None, observer)
}
