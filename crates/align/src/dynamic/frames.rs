//! A signal as a matrix, a row for every frame.

use super::Infeasible;
use crate::audio::FrameMatrix;

/// A view of the features of a signal: frames by dimensions, row after row, all finite.
#[derive(Clone, Copy, Debug)]
pub struct Frames<'a> {
    values: &'a [f64],
    width: usize,
}

impl<'a> Frames<'a> {
    /// A view of `width` numbers a frame.
    ///
    /// # Errors
    /// If there is no frame, the last one is cut short, or a number is not finite.
    pub fn new(values: &'a [f64], width: usize) -> Result<Self, Infeasible> {
        if width == 0 || values.is_empty() {
            return Err(Infeasible::NoFrames);
        }
        if !values.len().is_multiple_of(width) {
            let reason = format!("{} numbers are not whole frames of {width}", values.len());
            return Err(Infeasible::Signal(reason));
        }
        if let Some(at) = values.iter().position(|x| !x.is_finite()) {
            let (frame, column) = (at / width, at % width);
            let reason = format!("frame {frame}, column {column} is not a finite number");
            return Err(Infeasible::Signal(reason));
        }
        Ok(Frames { values, width })
    }

    /// A view of a matrix.
    ///
    /// # Errors
    /// If it has no frame, or a number is not finite.
    pub fn of(matrix: &'a FrameMatrix) -> Result<Self, Infeasible> {
        Frames::new(matrix.data(), matrix.columns())
    }

    /// Number of frames.
    pub fn count(&self) -> usize {
        self.values.len() / self.width
    }

    /// Numbers a frame.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The features of frame `t`.
    pub fn row(&self, t: usize) -> &'a [f64] {
        &self.values[t * self.width..][..self.width]
    }

    /// The features of the frame `t`, or of the first or last one if `t` lies outside.
    pub fn clamped(&self, t: isize) -> &'a [f64] {
        self.row(t.clamp(0, self.count() as isize - 1) as usize)
    }
}
