//! The best alignment: `argmax_y <w, phi(y)>`, exactly, in O(K N L).
//!
//! `F_i(t, l)` is the best score of events 1..i if event i starts at t and lasts l frames:
//!
//! ```text
//! F_i(t, l) = p_i(t) + d_i(l) + max_{l'} F_{i-1}(t - l', l') + q (l / mu_i - l' / mu_{i-1})^2
//! ```
//!
//! The plain recursion takes O(K N L^2); the maximum over l' for all l at once is an
//! [`Envelope`] of lines. Of equal alignments the one with the longer segment before wins (the
//! smaller start), from the last event on. (Shalev-Shwartz 2007, Fig. 9.1, corrected.)

use super::envelope::Envelope;
use super::size::check_lengths;
use super::{Chain, Infeasible, Window};

/// An alignment, and its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Alignment {
    /// The frame at which each event starts.
    pub starts: Vec<usize>,
    /// `<w, phi(y)>`, with the cost where decoding was augmented.
    pub score: f64,
}

/// Scores by the end of an event and its length, `-inf` where there is none.
struct Layer {
    ends: Window,
    shortest: usize,
    /// How many lengths there are.
    stride: usize,
    scores: Vec<f64>,
    /// The length of the event before.
    from: Vec<u16>,
}

impl Layer {
    fn new(chain: &Chain, event: usize) -> Self {
        let (shortest, longest) = chain.lengths(event);
        let (ends, stride) = (chain.window(event + 1), longest - shortest + 1);
        let size = ends.width() * stride;
        Layer { ends, shortest, stride, scores: vec![f64::NEG_INFINITY; size], from: vec![0; size] }
    }

    fn place(&self, end: usize, length: usize) -> usize {
        (end - self.ends.first) * self.stride + length - self.shortest
    }

    /// The scores of the segments that end at a frame, from the shortest on.
    fn ending(&self, end: usize) -> &[f64] {
        &self.scores[(end - self.ends.first) * self.stride..][..self.stride]
    }

    /// The range of lengths of segments from `start` that end in the window.
    fn lengths_from(&self, start: usize) -> std::ops::Range<usize> {
        let least = self.shortest.max(self.ends.first.saturating_sub(start));
        least..(self.ends.last - start + 1).min(self.shortest + self.stride)
    }
}

/// The best candidate of a chain.
///
/// # Errors
/// If an event may last more than 65,535 frames.
pub fn decode(chain: &Chain) -> Result<Alignment, Infeasible> {
    let events = chain.events();
    check_lengths(chain.all_lengths())?;
    let mut layers: Vec<Layer> = Vec::with_capacity(events);
    let mut envelope = Envelope::default();
    for event in 0..events {
        let mut layer = Layer::new(chain, event);
        let Window { first, last } = chain.window(event);
        for start in first..=last {
            match layers.last() {
                None => open(chain, &mut layer),
                Some(before) => extend(chain, event, start, before, &mut layer, &mut envelope),
            }
        }
        // Only the backpointers of a layer are needed once the next one is done.
        if let Some(before) = layers.last_mut() {
            before.scores = Vec::new();
        }
        layers.push(layer);
    }
    Ok(trace(chain, &layers))
}

/// The segments of the first event.
fn open(chain: &Chain, layer: &mut Layer) {
    for length in layer.lengths_from(0) {
        let place = layer.place(length, length);
        layer.scores[place] = chain.start(0, 0) + chain.durations(0)[length - layer.shortest];
    }
}

/// The segments of an event from one start.
fn extend(
    chain: &Chain,
    event: usize,
    start: usize,
    before: &Layer,
    layer: &mut Layer,
    envelope: &mut Envelope,
) {
    fill(envelope, chain, event, before, start);
    let (own, durations) = (chain.start(event, start), chain.durations(event));
    let pace = if chain.change(event) == 0.0 { 0.0 } else { chain.pace(event) };
    for length in layer.lengths_from(start) {
        let Some((from, best)) = envelope.best(length as f64 * pace) else { return };
        let place = layer.place(start + length, length);
        layer.scores[place] = best + own + durations[length - layer.shortest];
        layer.from[place] = from;
    }
}

/// The segments of the event before that end at a frame, as lines.
fn fill(envelope: &mut Envelope, chain: &Chain, event: usize, before: &Layer, end: usize) {
    let change = chain.change(event);
    envelope.clear(change);
    let pace = if change == 0.0 { 0.0 } else { chain.pace(event - 1) };
    let segments = (before.shortest..).zip(before.ending(end));
    let mut push = |(length, &score): (usize, &f64)| {
        if score > f64::NEG_INFINITY {
            envelope.push(length as u16, length as f64 * pace, score);
        }
    };
    if change < 0.0 { segments.for_each(push) } else { reversed(before, end, &mut push) }
}

/// The segments from the longest on.
fn reversed(before: &Layer, end: usize, push: &mut impl FnMut((usize, &f64))) {
    for (place, score) in before.ending(end).iter().enumerate().rev() {
        push((before.shortest + place, score));
    }
}

/// Goes back from the best end.
fn trace(chain: &Chain, layers: &[Layer]) -> Alignment {
    let mut starts = vec![0; layers.len()];
    let (mut end, mut length, mut score) = (chain.window(layers.len()).last, 0, f64::NEG_INFINITY);
    if let Some(last) = layers.last() {
        for (place, &found) in last.ending(end).iter().enumerate().rev() {
            if found > score {
                (score, length) = (found, last.shortest + place);
            }
        }
    }
    for (event, layer) in layers.iter().enumerate().rev() {
        let from = layer.from[layer.place(end, length)];
        end -= length;
        (starts[event], length) = (end, usize::from(from));
    }
    Alignment { starts, score: score + chain.constant() }
}
