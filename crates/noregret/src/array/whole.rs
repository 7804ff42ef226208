//! A batch from which nothing is learned unless all its values are finite.

use super::{ArrayBatch, Cells, Values};
use crate::{Error, Result};
use noregret_core::number::all_finite;

impl ArrayBatch<'_> {
    /// The batch, if no row of the array holds what is not finite.
    ///
    /// ```
    /// use noregret::array::{ArrayBatch, ArrayLabels, DenseRows};
    ///
    /// let rows = DenseRows::new(&[1.0, 2.0, f64::NAN, 1.0], 2)?;
    /// let batch = ArrayBatch::new(&rows, ArrayLabels::Numbers(&[1.0, -1.0])).unwrap();
    /// let refused = batch.whole().err().expect("it has a NaN");
    /// assert_eq!(refused.to_string(), "row 1: a value is not finite");
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// With the first row that does.
    pub fn whole(self) -> Result<Self> {
        let values = self.rows.values(0..self.rows.len());
        if values == Values::Unknown {
            self.look_at_each()?;
        }
        Ok(self)
    }

    #[cold]
    fn look_at_each(&self) -> Result<()> {
        let mut cells = Cells::default();
        for row in 0..self.rows.len() {
            cells.clear();
            let copied = self.rows.copy(row, &mut cells);
            let refused = |reason| Err(Error::Refused(format!("row {row}: {reason}")));
            match copied {
                Err(reason) => return refused(reason),
                Ok(()) if !all_finite(&cells.values) => {
                    return refused("a value is not finite".into());
                }
                Ok(()) => {}
            }
        }
        Ok(())
    }
}
