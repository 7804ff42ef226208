//! The best of `h(s) + q (r - s)^2` over given points s, for growing r, in amortised O(1).
//!
//! `h(s) + q (r - s)^2 = q r^2 + (h(s) + q s^2) - 2 q s r`: for fixed s a line in r, whichever sign
//! q has, and the maximum over s is an upper envelope of lines. Points come in the order of growing
//! slope, and queries in growing r, so that neither is searched for.

/// A point s with its value, and its line.
#[derive(Clone, Copy, Debug)]
struct Line {
    tag: u16,
    value: f64,
    at: f64,
    slope: f64,
    offset: f64,
}

/// The lines of the envelope so far. Its memory is reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Envelope {
    lines: Vec<Line>,
    curvature: f64,
    now: usize,
}

impl Envelope {
    /// Empties it for points with this q; they must come with growing `-2 q s`.
    pub(super) fn clear(&mut self, curvature: f64) {
        self.lines.clear();
        (self.curvature, self.now) = (curvature, 0);
    }

    /// Adds the point `s = at` with `h(s) = value`.
    pub(super) fn push(&mut self, tag: u16, at: f64, value: f64) {
        let q = self.curvature;
        let new = Line { tag, value, at, slope: -2.0 * q * at, offset: value + q * at * at };
        while let [.., last] = self.lines[..] {
            if last.slope == new.slope {
                // Parallel: one of them is nowhere better. Of equals the earlier one stays where
                // the order of the points says so.
                if last.offset > new.offset || (last.offset == new.offset && q >= 0.0) {
                    return;
                }
                self.lines.pop();
                continue;
            }
            let [.., first, _] = self.lines[..] else { break };
            if !hides(&first, &last, &new) {
                break;
            }
            self.lines.pop();
        }
        self.lines.push(new);
    }

    /// The tag of the best point for `r`, and its value; r must not fall from query to query.
    pub(super) fn best(&mut self, r: f64) -> Option<(u16, f64)> {
        let value = |line: &Line| line.value + self.curvature * (r - line.at) * (r - line.at);
        let mut best = self.lines.get(self.now).map(value)?;
        while let Some(next) = self.lines.get(self.now + 1).map(value) {
            // Longer segments come first with q > 0 and last with q < 0, and win ties.
            if next > best || (next == best && self.curvature < 0.0) {
                (best, self.now) = (next, self.now + 1);
            } else {
                break;
            }
        }
        Some((self.lines[self.now].tag, best))
    }
}

/// Whether the middle one of three lines of growing slope is nowhere above both others.
fn hides(first: &Line, middle: &Line, last: &Line) -> bool {
    (first.offset - last.offset) * (middle.slope - first.slope)
        <= (first.offset - middle.offset) * (last.slope - first.slope)
}
