//! A search that goes on from the weights of rounds that are gone, as slowly as is wanted, for
//! [witnesses](crate::replay::witness).

use super::{ClassSearch, LANES, Look, Needs, Target};
use crate::number::Sum;
use crate::replay::rows::Rows;
use crate::replay::work::Work;
use pulp::Arch;

/// What a search has of its own while it waits.
#[derive(Clone, Debug)]
pub(crate) struct Paused {
    c: f64,
    squares: Vec<f64>,
    duals: Vec<f64>,
    w: Vec<f64>,
    active: Vec<u32>,
}

impl Paused {
    /// A search that has not begun.
    pub(crate) fn new(c: f64) -> Self {
        let (squares, duals, w) = (Vec::new(), Vec::new(), Vec::new());
        Paused { c, squares, duals, w, active: Vec::new() }
    }

    /// Goes on with it, over the same rounds.
    pub(crate) fn resume<'a>(
        self,
        rows: &'a Rows,
        targets: &'a [Target],
        needs: Needs<'a>,
    ) -> ClassSearch<'a> {
        let Paused { c, squares, duals, w, active } = self;
        let stride = needs.classes.next_multiple_of(LANES);
        let (misses, changes, arch) = (vec![0.0; stride], Vec::new(), Arch::new());
        ClassSearch {
            rows,
            targets,
            needs,
            c,
            stride,
            squares,
            duals,
            w,
            active,
            misses,
            changes,
            arch,
        }
    }
}

/// What rounds add to the dual side, and a bound on the way of v.
#[derive(Clone, Debug, Default)]
pub(crate) struct Raised {
    /// `sum_t sum_r d_r need(y,r)`.
    pub(crate) gain: Sum,
    /// Sum over the classes of what each coordinate of value 1 would have added.
    pub(crate) sums: Vec<f64>,
    /// `sum_t |x_t|` times the dual variables.
    pub(crate) length: f64,
}

impl ClassSearch<'_> {
    /// Lets it wait.
    pub(crate) fn pause(self) -> Paused {
        let ClassSearch { c, squares, duals, w, active, .. } = self;
        Paused { c, squares, duals, w, active }
    }

    /// Makes room for the rounds and takes these potentials, by feature and place of a class, for
    /// the weights it starts at; whether that is done.
    pub(crate) fn prepare(&mut self, potentials: &[f64], work: &mut Work) -> bool {
        const STRETCH: usize = 1024;
        let (rounds, stride) = (self.targets.len(), self.stride);
        if self.squares.is_empty() {
            self.squares.reserve_exact(rounds);
            self.duals.reserve_exact(rounds * stride);
        }
        let mut at = self.squares.len();
        let known = work.go_on(&mut at, rounds, |i| {
            self.squares.push(self.rows.square(i) / self.c);
            self.duals.resize((i + 1) * stride, 0.0);
            self.active.push(i as u32);
            self.rows.cells_of(i) + stride
        });
        let (rate, width) = (1.0 / self.c, self.rows.width() * stride);
        self.w.reserve_exact(width - self.w.len());
        while known && self.w.len() < width && work.lasts() {
            let (start, end) = (self.w.len(), width.min(self.w.len() + STRETCH));
            let own = potentials.get(start..end.min(potentials.len())).unwrap_or_default();
            self.w.extend(own.iter().map(|v| v * rate));
            self.w.resize(end, 0.0);
            work.spend(end - start);
        }
        known && self.w.len() == width
    }

    /// How many rounds are not at rest.
    pub(crate) fn active(&self) -> usize {
        self.active.len()
    }

    /// How many rounds there are.
    pub(crate) fn rounds(&self) -> usize {
        self.targets.len()
    }

    /// How many cells a row has, on average.
    pub(crate) fn cells_a_row(&self) -> f64 {
        self.rows.cells() as f64 / self.rounds().max(1) as f64
    }

    /// Adds what a round has put into v to the potentials the search started at, and what it
    /// proves; the numbers looked at.
    pub(crate) fn enter(&self, i: usize, potentials: &mut [f64], raised: &mut Raised) -> usize {
        let (target, duals) = (&self.targets[i], self.duals_of(i));
        let total: f64 = duals.iter().sum();
        if total == 0.0 {
            return self.stride;
        }
        let moved = || duals.iter().enumerate().filter(|(_, d)| **d != 0.0);
        moved().for_each(|(r, d)| {
            raised.gain.add(d * self.needs.of(target.class, r));
            raised.sums[r] -= d;
        });
        raised.sums[target.class] += total;
        // sqrt(2) for the two rows of a direction, one more coordinate for the sums.
        raised.length += total * (2.0 * (self.squares[i] * self.c + 1.0)).sqrt();
        let stride = self.stride;
        self.rows.for_each(i, |j, x| {
            let places = &mut potentials[j as usize * stride..][..stride];
            places[target.class] += total * x;
            moved().for_each(|(r, d)| places[r] -= d * x);
        });
        self.numbers_of(i)
    }

    /// What the present weights lose on a round, whether they are wrong there, and the numbers
    /// looked at.
    pub(crate) fn judge(&mut self, i: usize) -> (f64, bool, usize) {
        self.miss(i);
        let margin = self.needs.margin;
        let Look { level, .. } = self.look(i);
        // Wrong or tied if a class that asks for the margin alone misses all of it.
        (level, level >= margin, self.numbers_of(i))
    }
}
