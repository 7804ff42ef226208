//! A batch that is learned from as a whole or not at all, as far as its values are concerned.

use super::{ArrayBatch, Cells};
use crate::{Error, Result};
use noregret_core::number::all_finite;
use std::ops::Range;

/// So many rows are looked at together; their cells then mostly are in the fast caches.
pub(super) const TOGETHER: usize = 128;

impl ArrayBatch<'_> {
    /// The batch, if no row of the array holds what is not finite. What is found on the way is
    /// kept: learning then need not look again.
    ///
    /// ```
    /// use noregret::array::{ArrayBatch, ArrayLabels, DenseRows};
    ///
    /// let rows = DenseRows::new(&[1.0, 2.0, f64::NAN, 1.0], 2)?;
    /// let batch = ArrayBatch::new(&rows, ArrayLabels::Numbers(&[1.0, -1.0])).unwrap();
    /// assert_eq!(batch.whole().unwrap_err().to_string(), "row 1: a value is not finite");
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// With the first row that does.
    pub fn whole(mut self) -> Result<Self> {
        let mut is_tidy = true;
        for start in (0..self.rows.len()).step_by(TOGETHER) {
            let span = start..self.rows.len().min(start + TOGETHER);
            let look = self.rows.look(span.clone(), true);
            is_tidy &= look.is_tidy;
            if !look.is_finite {
                self.look_at_each(span)?;
            }
        }
        self.is_tidy = is_tidy;
        Ok(self)
    }

    #[cold]
    fn look_at_each(&self, span: Range<usize>) -> Result<()> {
        let mut cells = Cells::default();
        for row in span {
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
