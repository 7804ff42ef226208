//! `sum_i coef_{i,r} K(x_i, .)` at one instance or at many: the loops in which an expansion spends
//! its time.
//!
//! Many instances are done in tiles ([`super::tile`]), shared out among threads: the only threads
//! in the core. Each pair's inner product is summed in the order of the features and each score in
//! the order of the patterns, so the results have the same bits whatever the number of threads, and
//! one by one.

use super::patterns::Patterns;
use super::point::Point;
use super::tile::{LANES, Lanes, Tile};
use crate::kernel::{AnyKernel, Kernel};
use pulp::{Arch, Simd, WithSimd};
use std::num::NonZero;
use std::sync::{Arc, Mutex};

/// Fewer instances than this are not worth a tile.
const WORTH_A_TILE: usize = 4;
/// Multiplications that are not worth another thread.
const WORTH_A_THREAD: usize = 1 << 20;

/// Instances with coefficients `(row, value)`.
#[derive(Default)]
pub(super) struct Combination<'a> {
    points: Vec<&'a Point>,
    /// Where the coefficients of each instance end.
    ends: Vec<usize>,
    coefs: Vec<(u32, f64)>,
    dimension: usize,
    /// Stored coordinates of all instances.
    stored: usize,
}

impl<'a> Combination<'a> {
    /// The patterns with the coefficients `value(stored, lag)`.
    pub(super) fn new(patterns: &'a Patterns, value: impl Fn(f64, f64) -> f64) -> Self {
        let mut all = Combination::default();
        for s in &patterns.list {
            all.push(&s.point, s.coefs.iter().map(|c| (c.row, value(c.value, c.lag))));
        }
        all
    }

    /// Instances with a coefficient.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// Adds an instance; coefficients of zero are left out.
    pub(super) fn push(&mut self, point: &'a Point, coefs: impl Iterator<Item = (u32, f64)>) {
        let before = self.coefs.len();
        self.coefs.extend(coefs.filter(|c| c.1 != 0.0));
        if self.coefs.len() > before {
            self.points.push(point);
            self.ends.push(self.coefs.len());
            self.dimension = self.dimension.max(point.end());
            self.stored += point.indices.len();
        }
    }

    /// Adds the value at `x` to `scores`, one per row.
    pub(super) fn add_at(&self, kernel: &AnyKernel, x: &Point, scores: &mut [f64]) {
        let mut start = 0;
        let values = values(kernel, x, self.points.iter().copied());
        for (value, &end) in values.iter().zip(&self.ends) {
            for &(row, coef) in &self.coefs[start..end] {
                scores[row as usize] += coef * value;
            }
            start = end;
        }
    }

    /// Adds the values at each of `xs` to `scores`, `rows` for each.
    pub(super) fn add_at_all(
        &self,
        kernel: &AnyKernel,
        xs: &[Arc<Point>],
        rows: usize,
        threads: usize,
        scores: &mut [f64],
    ) {
        if self.points.is_empty() {
            return;
        }
        if xs.len() < WORTH_A_TILE {
            for (x, scores) in xs.iter().zip(scores.chunks_exact_mut(rows)) {
                self.add_at(kernel, x, scores);
            }
            return;
        }
        let tiles = xs.chunks(LANES).zip(scores.chunks_mut(LANES * rows));
        let worth = 1 + self.stored.saturating_mul(xs.len()) / WORTH_A_THREAD;
        let workers = available(threads).min(worth).min(tiles.len());
        let queue = Mutex::new(tiles);
        let work = || {
            let mut tile = Tile::new(self.dimension);
            let next = || queue.lock().ok().and_then(|mut tiles| tiles.next());
            while let Some((xs, scores)) = next() {
                self.add_to_tile(kernel, xs, rows, &mut tile, scores);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..workers {
                scope.spawn(work);
            }
            work();
        });
    }

    fn add_to_tile(
        &self,
        kernel: &AnyKernel,
        xs: &[Arc<Point>],
        rows: usize,
        tile: &mut Tile,
        scores: &mut [f64],
    ) {
        tile.load(xs.iter().map(|x| &**x));
        let mut sums = vec![[0.0; LANES]; rows];
        for (lane, scores) in scores.chunks_exact(rows).enumerate() {
            for (sum, score) in sums.iter_mut().zip(scores) {
                sum[lane] = *score;
            }
        }
        Arch::new().dispatch(Sweep { all: self, kernel, tile, sums: &mut sums });
        for (lane, scores) in scores.chunks_exact_mut(rows).enumerate() {
            for (sum, score) in sums.iter().zip(scores) {
                *score = sum[lane];
            }
        }
    }
}

/// Every pattern against one tile, compiled for the widest registers the machine has.
struct Sweep<'s, 'a> {
    all: &'s Combination<'a>,
    kernel: &'s AnyKernel,
    tile: &'s Tile,
    sums: &'s mut [Lanes],
}

impl WithSimd for Sweep<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _simd: S) {
        let Sweep { all, kernel, tile, sums } = self;
        let mut start = 0;
        for (point, &end) in all.points.iter().zip(&all.ends) {
            let mut values = tile.dots(point);
            kernel.fill(&mut values, point.square, &tile.squares);
            for &(row, coef) in &all.coefs[start..end] {
                for (sum, value) in sums[row as usize].iter_mut().zip(&values) {
                    *sum += coef * value;
                }
            }
            start = end;
        }
    }
}

/// `K(x, z)` for many z.
pub(super) fn values<'a>(
    kernel: &AnyKernel,
    x: &Point,
    others: impl Iterator<Item = &'a Point>,
) -> Vec<f64> {
    let dense = x.dense(x.end());
    let others: Vec<&Point> = others.collect();
    let squares: Vec<f64> = others.iter().map(|z| z.square).collect();
    let mut values = Vec::with_capacity(others.len());
    let (groups, rest) = others.as_chunks();
    groups.iter().for_each(|group| values.extend(Point::dots(group, &dense)));
    values.extend(rest.iter().map(|z| z.dot(&dense)));
    kernel.fill(&mut values, x.square, &squares);
    values
}

/// Threads to use: as many as asked for, or all there are.
fn available(threads: usize) -> usize {
    if threads > 0 {
        return threads;
    }
    std::thread::available_parallelism().map_or(1, NonZero::get)
}
