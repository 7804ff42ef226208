//! Frames of a signal, and a matrix with one row for each.
//!
//! Frame t covers the time `[t s, (t + 1) s)` of shift s; there are N = round(duration / s) of
//! them, at least one. Its window of w samples is centred on `(t + 1/2) s`. A window that would
//! begin before the signal or end after it is moved inside (first and last frames), so that it
//! never sees an edge that is not in the sound; a signal shorter than the window is followed by
//! zeros.

/// Where the windows of the frames lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Framing {
    /// Samples from a frame to the next; need not be whole.
    pub shift: f64,
    /// Samples in a window.
    pub window: usize,
}

impl Framing {
    /// How many frames a signal of `samples` samples has.
    ///
    /// ```
    /// use noregret_align::audio::Framing;
    ///
    /// let framing = Framing { shift: 160.0, window: 400 };
    /// assert_eq!(framing.count(16_000), 100);
    /// assert_eq!(framing.start(50, 16_000), 50 * 160 + 80 - 200);
    /// assert_eq!(framing.start(0, 16_000), 0);
    /// ```
    pub fn count(&self, samples: usize) -> usize {
        ((samples as f64 / self.shift).round() as usize).max(1)
    }

    /// The first sample of the window of frame `t`.
    pub fn start(&self, t: usize, samples: usize) -> usize {
        let centre = (t as f64 + 0.5) * self.shift;
        let start = (centre - self.window as f64 / 2.0).round().max(0.0) as usize;
        start.min(samples.saturating_sub(self.window))
    }

    /// Copies the window of frame `t` to `frame`, which has its length.
    pub fn copy(&self, t: usize, signal: &[f64], frame: &mut [f64]) {
        let start = self.start(t, signal.len());
        let there = &signal[start..signal.len().min(start + self.window)];
        frame[..there.len()].copy_from_slice(there);
        frame[there.len()..].fill(0.0);
    }
}

/// A matrix with a row of features for each frame.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FrameMatrix {
    columns: usize,
    data: Vec<f64>,
}

impl FrameMatrix {
    /// A matrix of zeros.
    pub fn zeros(frames: usize, columns: usize) -> Self {
        Self { columns, data: vec![0.0; frames * columns] }
    }

    /// A matrix from its rows, one after the other; `None` if the last one is not whole.
    pub fn from_data(columns: usize, data: Vec<f64>) -> Option<Self> {
        (columns > 0 && data.len().is_multiple_of(columns)).then_some(Self { columns, data })
    }

    /// The number of frames.
    pub fn frames(&self) -> usize {
        self.data.len().checked_div(self.columns).unwrap_or(0)
    }

    /// The number of features of a frame.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The features of frame `t`.
    ///
    /// # Panics
    /// If there is no frame `t`.
    pub fn row(&self, t: usize) -> &[f64] {
        &self.data[t * self.columns..][..self.columns]
    }

    /// The features of frame `t`, to be changed.
    ///
    /// # Panics
    /// If there is no frame `t`.
    pub fn row_mut(&mut self, t: usize) -> &mut [f64] {
        &mut self.data[t * self.columns..][..self.columns]
    }

    /// All features, row after row.
    pub fn data(&self) -> &[f64] {
        &self.data
    }

    /// The rows in order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        self.data.chunks_exact(self.columns.max(1))
    }
}
