//! Which alignments are candidates: lengths of events, and where each may start.
//!
//! The first event starts at frame 0, the last one ends with the signal. Thm. 7 of the thesis asks
//! that the truth is a candidate, so that limits are widened to hold it while learning.

use super::Infeasible;
use crate::words::count;

/// Frames at which an event may start, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first of them.
    pub first: usize,
    /// The last of them.
    pub last: usize,
}

impl Window {
    /// How many frames it has.
    pub fn width(&self) -> usize {
        self.last - self.first + 1
    }
}

/// The candidates of an example.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounds {
    frames: usize,
    shortest: Vec<usize>,
    longest: Vec<usize>,
    windows: Vec<(usize, usize)>,
}

impl Bounds {
    /// Events that last `gap` frames or more and at most as long as `longest` says, anywhere.
    pub fn new(frames: usize, gap: usize, longest: Vec<usize>) -> Self {
        let events = longest.len();
        let mut windows = vec![(0, frames.saturating_sub(1)); events];
        if let Some(first) = windows.first_mut() {
            *first = (0, 0);
        }
        Bounds { frames, shortest: vec![gap; events], longest, windows }
    }

    /// Frames of the signal, N.
    pub fn frames(&self) -> usize {
        self.frames
    }

    /// Number of events, K.
    pub fn events(&self) -> usize {
        self.longest.len()
    }

    /// The least and the largest length of an event.
    pub fn lengths(&self, event: usize) -> (usize, usize) {
        (self.shortest[event], self.longest[event].min(self.frames))
    }

    /// Lets an event, not the first, start only at most `reach` frames from an expected one.
    pub fn expect(&mut self, event: usize, frame: usize, reach: usize) {
        if event > 0 {
            let last = self.frames.saturating_sub(1);
            self.windows[event] =
                (frame.saturating_sub(reach).min(last), frame.saturating_add(reach).min(last));
        }
    }

    /// Multiplies the largest lengths so that all events together may fill the signal `times`
    /// times; without effect where they may already.
    pub fn stretch(&mut self, times: f64) {
        let (most, wanted) = (self.most() as f64, times * self.frames as f64);
        if most > 0.0 && most < wanted {
            let factor = wanted / most;
            for longest in &mut self.longest {
                *longest = (*longest as f64 * factor).ceil() as usize;
            }
        }
    }

    /// Widens the limits to hold an alignment; whether that was needed.
    ///
    /// # Errors
    /// If the starts are not an alignment of the signal, whatever the limits.
    pub fn widen(&mut self, starts: &[usize]) -> Result<bool, Infeasible> {
        self.check(starts)?;
        let before = self.clone();
        for (i, &start) in starts.iter().enumerate() {
            let length = starts.get(i + 1).copied().unwrap_or(self.frames) - start;
            let (first, last) = self.windows[i];
            self.shortest[i] = self.shortest[i].min(length);
            self.longest[i] = self.longest[i].max(length);
            self.windows[i] = (first.min(start), last.max(start));
        }
        Ok(*self != before)
    }

    /// Whether these starts are a candidate.
    pub fn admit(&self, starts: &[usize]) -> bool {
        let inside = |(i, &start): (usize, &usize)| {
            let end = starts.get(i + 1).copied().unwrap_or(self.frames);
            let (first, last) = self.windows[i];
            let fits = |length: usize| self.shortest[i] <= length && length <= self.longest[i];
            (first..=last).contains(&start) && end.checked_sub(start).is_some_and(fits)
        };
        self.check(starts).is_ok() && starts.iter().enumerate().all(inside)
    }

    /// Refuses starts that are not an alignment of the signal, whatever the limits.
    pub fn check(&self, starts: &[usize]) -> Result<(), Infeasible> {
        let wrong = |event: usize, reason: String| Err(Infeasible::Starts { event, reason });
        if starts.len() != self.events() {
            let reason =
                format!("{} for {}", count(starts.len(), "start"), count(self.events(), "event"));
            return wrong(starts.len(), reason);
        }
        for (i, &start) in starts.iter().enumerate() {
            if i == 0 && start != 0 {
                return wrong(1, format!("the first event starts at frame 0, not {start}"));
            }
            if i > 0 && start < starts[i - 1] {
                return wrong(i + 1, format!("{start} is before {}", starts[i - 1]));
            }
            if start >= self.frames {
                return wrong(i + 1, format!("{start} is after the last of {}", self.frames));
            }
        }
        Ok(())
    }

    /// The starts of every event that belong to a candidate: limits carried from event to event,
    /// forwards and backwards, after which each start in a window can be completed.
    ///
    /// # Errors
    /// If there is no candidate; the error says why.
    pub fn windows(&self) -> Result<Vec<Window>, Infeasible> {
        self.check_totals()?;
        let mut windows = self.windows.clone();
        for i in 1..windows.len() {
            let ((first, last), (shortest, longest)) = (windows[i - 1], self.lengths(i - 1));
            windows[i].0 = windows[i].0.max(first + shortest);
            windows[i].1 = windows[i].1.min(last + longest);
        }
        let mut end = (self.frames, self.frames);
        for i in (0..windows.len()).rev() {
            let (shortest, longest) = self.lengths(i);
            windows[i].0 = windows[i].0.max(end.0.saturating_sub(longest));
            let Some(last) = end.1.checked_sub(shortest) else {
                return Err(Infeasible::NoStart { event: i + 1 });
            };
            windows[i].1 = windows[i].1.min(last);
            if windows[i].0 > windows[i].1 {
                return Err(Infeasible::NoStart { event: i + 1 });
            }
            end = windows[i];
        }
        Ok(windows.into_iter().map(|(first, last)| Window { first, last }).collect())
    }

    fn check_totals(&self) -> Result<(), Infeasible> {
        let (events, frames) = (self.events(), self.frames);
        if events == 0 {
            return Err(Infeasible::NoEvents);
        }
        if frames == 0 {
            return Err(Infeasible::NoFrames);
        }
        for i in 0..events {
            let (shortest, longest) = (self.shortest[i], self.longest[i]);
            if shortest > longest {
                return Err(Infeasible::Length { event: i + 1, shortest, longest });
            }
        }
        let needed: usize = self.shortest.iter().sum();
        if needed > frames {
            return Err(Infeasible::TooShort { events, needed, frames });
        }
        let most = self.most();
        if most < frames {
            return Err(Infeasible::TooLong { events, most, frames });
        }
        Ok(())
    }

    fn most(&self) -> usize {
        self.longest.iter().fold(0, |sum, &longest| sum.saturating_add(longest.min(self.frames)))
    }
}
