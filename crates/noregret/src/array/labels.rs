//! The labels of the rows of an array.

use noregret_core::Label;
use noregret_io::number::NumberError;
use noregret_io::{ClassValue, RowLabel};

/// The labels of rows.
#[derive(Clone, Copy, Debug)]
pub enum ArrayLabels<'a> {
    /// No row has one.
    None,
    /// A number for each.
    Numbers(&'a [f64]),
    /// A name for each: its place in a list.
    Names {
        /// The names.
        names: &'a [String],
        /// The place of that of each row.
        places: &'a [u32],
    },
    /// The classes that hold, for each.
    Sets(&'a [Vec<ClassValue>]),
}

impl<'a> ArrayLabels<'a> {
    /// For how many rows there are labels; `None` for any number.
    pub(super) fn len(&self) -> Option<usize> {
        match self {
            ArrayLabels::None => None,
            ArrayLabels::Numbers(numbers) => Some(numbers.len()),
            ArrayLabels::Names { places, .. } => Some(places.len()),
            ArrayLabels::Sets(sets) => Some(sets.len()),
        }
    }

    /// The label of a row as one class or number.
    #[inline(always)]
    pub(super) fn label(&self, row: usize) -> Label<'a> {
        match self {
            ArrayLabels::Numbers(numbers) => Label::Number(numbers[row]),
            ArrayLabels::Names { names, places } => {
                names.get(places[row] as usize).map_or(Label::None, |name| Label::Name(name))
            }
            ArrayLabels::None | ArrayLabels::Sets(_) => Label::None,
        }
    }

    /// Puts the label of a row where readers put it.
    ///
    /// # Errors
    /// If it is a number that is not finite.
    pub fn put(&self, row: usize, label: &mut RowLabel) -> Result<(), NumberError> {
        match self {
            ArrayLabels::Sets(sets) => label.set_classes(sets[row].iter().cloned()),
            _ => match self.label(row) {
                Label::Number(x) => label.set_number(x),
                Label::Name(name) => {
                    label.set_name(name);
                    Ok(())
                }
                _ => {
                    label.clear();
                    Ok(())
                }
            },
        }
    }
}
