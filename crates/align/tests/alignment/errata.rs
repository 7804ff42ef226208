//! Inference as printed (Shalev-Shwartz 2007, Fig. 9.1 and sec. 9.4) and Fig. 5.4 without its
//! silent conditions, failing where ours do not.
//!
//! Frames count from 0 here: the printed `y_1 = 1` is frame 0, `y_{K+1} = N + 1` is frame N.

use crate::support::fig54::Fig54;
use noregret_align::dynamic::{
    BaseFunctions, Bounds, Chain, Infeasible, Tolerance, decode, features,
};
use noregret_align::train::{Example, TrainingOptions, Widen, learn};
use std::sync::Arc;

/// One base function, the sum of a confidence over each segment, and the change of the rate.
#[derive(Clone, Debug)]
struct Confidences {
    bounds: Bounds,
    /// A row for every event, a number for every frame.
    rows: Vec<Vec<f64>>,
}

impl Confidences {
    /// Events that last a frame or more; event i is heard from frame `heard[i]` on.
    fn new(frames: usize, heard: &[usize], longest: usize) -> Self {
        let event = |t: usize| heard.partition_point(|&start| start <= t) - 1;
        let confidence = |i: usize, t: usize| if event(t) == i { -0.1 } else { -5.0 };
        let row = |i| (0..frames).map(|t| confidence(i, t)).collect();
        let bounds = Bounds::new(frames, 1, vec![longest; heard.len()]);
        Confidences { bounds, rows: (0..heard.len()).map(row).collect() }
    }

    fn sum(&self, event: usize, frames: std::ops::Range<usize>) -> f64 {
        self.rows[event][frames].iter().sum()
    }

    fn decoded(&self) -> Vec<usize> {
        decode(&Chain::new(self, &[1.0, 0.0]).unwrap()).unwrap().starts
    }

    /// The best starts by looking at all of them, for any first start and any end.
    fn best(&self, first: std::ops::Range<usize>, end: usize) -> Option<Vec<usize>> {
        let longest = self.bounds.lengths(0).1;
        let score = |starts: &Vec<usize>| -> f64 {
            let ends = starts[1..].iter().chain([&end]);
            let segments = starts.iter().zip(ends).enumerate();
            segments.map(|(event, (&start, &end))| self.sum(event, start..end)).sum()
        };
        let all = chains(self.rows.len(), first, end, longest);
        all.into_iter().max_by(|a, b| score(a).total_cmp(&score(b)))
    }
}

/// Starts of events of 1 to `longest` frames, the first start in a range, the last end given.
fn chains(
    events: usize,
    first: std::ops::Range<usize>,
    end: usize,
    longest: usize,
) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = first.map(|start| vec![start]).collect();
    for _ in 1..events {
        let longer = |starts: Vec<usize>| {
            let last = starts.last().copied().unwrap_or(0);
            (last + 1..=last + longest).map(move |next| [&starts[..], &[next]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    let is_chain = |starts: &Vec<usize>| {
        let last = starts.last().copied().unwrap_or(0);
        last < end && end <= last + longest
    };
    all.into_iter().filter(is_chain).collect()
}

impl BaseFunctions for Confidences {
    fn count(&self) -> usize {
        2
    }
    fn bounds(&self) -> &Bounds {
        &self.bounds
    }
    fn at_start(&self, event: usize, frame: usize, psi: &mut [f64]) {
        if event > 0 {
            psi[0] += self.sum(event - 1, 0..frame);
        }
        if event < self.rows.len() {
            psi[0] -= self.sum(event, 0..frame);
        }
    }
    fn over_length(&self, _event: usize, _length: usize, _psi: &mut [f64]) {}
    fn pace(&self, _event: usize) -> f64 {
        1.0
    }
    fn is_joined(&self, event: usize) -> bool {
        event > 0
    }
}

impl Widen for Confidences {
    fn widen(&mut self, starts: &[usize]) -> Result<bool, Infeasible> {
        self.bounds.widen(starts)
    }
}

/// The printed recursion ends with `max D(K, N, t')`: the last frame belongs to nobody, and an
/// event that is heard in it alone is placed before it.
#[test]
fn fig_9_1_ends_before_the_last_frame() {
    let base = Confidences::new(5, &[0, 4], 5);
    assert_eq!(base.best(0..1, 4), Some(vec![0, 3]));
    assert_eq!(base.best(0..1, 5), Some(vec![0, 4]));
    assert_eq!(base.decoded(), [0, 4]);
}

/// The printed recursion begins with `D(0, t, 0) = 0` for every t: where confidences are negative,
/// as log-posteriors are, it pays to leave the first frames to nobody.
#[test]
fn fig_9_1_leaves_the_first_frames_to_nobody() {
    let base = Confidences::new(6, &[0, 3], 6);
    assert_eq!(base.best(0..6, 6), Some(vec![2, 3]));
    assert_eq!(base.best(0..1, 6), Some(vec![0, 3]));
    assert_eq!(base.decoded(), [0, 3]);
}

/// With the first start free there are alignments of signals up to `K L + L - 1` frames.
#[test]
fn a_signal_of_more_than_k_l_frames_is_infeasible_only_with_the_first_start_fixed() {
    for (events, longest, frames) in
        (1..4).flat_map(|k| (1..4).flat_map(move |l| (k..18).map(move |n| (k, l, n))))
    {
        let free = chains(events, 0..longest, frames, longest);
        let fixed = chains(events, 0..1, frames, longest);
        assert_eq!(free.is_empty(), frames > events * longest + longest - 1);
        assert_eq!(fixed.is_empty(), frames > events * longest);
        let windows = Bounds::new(frames, 1, vec![longest; events]).windows();
        assert_eq!(windows.is_err(), fixed.is_empty(), "{events} {longest} {frames}");
    }
    let long = Infeasible::TooLong { events: 2, most: 6, frames: 8 };
    assert_eq!(Bounds::new(8, 1, vec![3; 2]).windows(), Err(long));
    assert_eq!(chains(2, 0..3, 8, 3), [[2, 5]]);
}

/// Without the truth among the candidates every round is a mistake, `<v,a> > 0` from the second on
/// and Thm. 7 fails; the same rounds come from a search that misses the truth.
#[test]
fn fig_5_4_needs_the_truth_among_the_candidates() {
    let truth = [0, 4];
    let mut base = Confidences::new(6, &truth, 6);
    base.bounds.expect(1, 1, 0);
    let phi = |starts: &[usize]| features(&base, starts);
    let predicted = base.decoded();
    assert_eq!(predicted, [0, 1]);
    let cost = Tolerance(1).cost(&truth, &predicted);
    let a: Vec<f64> = phi(&truth).iter().zip(phi(&predicted)).map(|(x, y)| x - y).collect();
    let square: f64 = a.iter().map(|a| a * a).sum();
    // u = (cost/|a|^2) a has no loss against the only candidate, and |u|^2 = 2U.
    let complexity = cost * cost / square / 2.0;
    let bound = 8.0 * square * complexity;
    let (mut printed, rounds) = (Fig54::new(2, complexity), 40_u32);
    for round in 0..rounds {
        let score: f64 = printed.v.iter().zip(&a).map(|(v, a)| v * a).sum();
        assert_eq!(score > 0.0, round > 0);
        printed.learn(&a, cost);
    }
    assert!(f64::from(rounds) * cost > bound, "{bound}");
    let example = Example::new(base, &truth).unwrap();
    assert!(example.is_widened());
    let passes = rounds as usize;
    let options = TrainingOptions { passes, ..TrainingOptions::default() };
    let learned = learn(&[Arc::new(example)], &options).unwrap();
    assert!(learned.mistakes as f64 * cost <= bound && learned.mistakes < 3);
}
