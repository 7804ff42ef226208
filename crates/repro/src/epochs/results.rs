//! What the runs of an experiment found, and the figures that the page shows of it.

use super::experiments::{ALGORITHMS, Cell, Count, Experiment};
use std::fmt;

/// The data of a run, or its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// As in the file.
    File,
    /// The n-th shuffle, from 1.
    Shuffle(usize),
    /// The n-th fresh draw, from 1.
    Draw(usize),
}

impl Order {
    /// The stream of random numbers that it takes.
    pub(crate) fn number(self) -> u64 {
        match self {
            Order::File => 0,
            Order::Shuffle(n) | Order::Draw(n) => n as u64,
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::File => f.write_str("file order"),
            Order::Shuffle(n) => write!(f, "shuffle {n}"),
            Order::Draw(n) => write!(f, "draw {n}"),
        }
    }
}

/// The state of a run after an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Epoch {
    /// Test error in percent.
    pub(crate) error: f64,
    /// Rounds so far that changed the hypothesis.
    pub(crate) updates: u64,
    /// Different rows in the hypothesis.
    pub(crate) patterns: usize,
}

/// One algorithm on one order.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// Its place among the algorithms, or after them among those that are cited.
    pub(crate) algorithm: usize,
    pub(crate) order: Order,
    pub(crate) seconds: f64,
    pub(crate) epochs: Vec<Epoch>,
}

/// All runs of an experiment.
#[derive(Debug)]
pub(crate) struct Results {
    pub(crate) experiment: &'static Experiment,
    pub(crate) epochs: usize,
    /// Rows learned from in an epoch, and rows tested on.
    pub(crate) rows: (usize, usize),
    pub(crate) runs: Vec<Run>,
}

/// Mean, standard deviation and range of some numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    pub(crate) mean: f64,
    pub(crate) deviation: f64,
    pub(crate) least: f64,
    pub(crate) most: f64,
}

impl Results {
    /// The cell compared with the paper: of the file order, or the mean over the draws.
    pub(crate) fn cell(&self, algorithm: usize, epoch: usize) -> Option<Cell> {
        let in_order = |r: &&Run| r.order == Order::File || self.experiment.origin.is_drawn();
        let cells = self.cells(algorithm, epoch, in_order);
        let mean = |part: fn(&Cell) -> f64| Spread::of(cells.iter().map(part)).map(|s| s.mean);
        Some(Cell { error: mean(|c| c.error)?, count: mean(|c| c.count)? })
    }

    /// Error and count over the shuffles or draws.
    pub(crate) fn spread(&self, algorithm: usize, epoch: usize) -> Option<(Spread, Spread)> {
        let cells = self.cells(algorithm, epoch, |r| r.order != Order::File);
        Some((
            Spread::of(cells.iter().map(|c| c.error))?,
            Spread::of(cells.iter().map(|c| c.count))?,
        ))
    }

    /// How many shuffles or draws there are.
    pub(crate) fn repetitions(&self) -> usize {
        self.runs.iter().filter(|r| r.algorithm == 0 && r.order != Order::File).count()
    }

    /// Wall time of each algorithm, over all its runs.
    pub(crate) fn seconds(&self) -> [f64; ALGORITHMS.len()] {
        let mut seconds = [0.0; ALGORITHMS.len()];
        for run in &self.runs {
            if let Some(sum) = seconds.get_mut(run.algorithm) {
                *sum += run.seconds;
            }
        }
        seconds
    }

    fn cells(&self, algorithm: usize, epoch: usize, which: impl Fn(&&Run) -> bool) -> Vec<Cell> {
        let runs = self.runs.iter().filter(|r| r.algorithm == algorithm).filter(which);
        let epochs = runs.filter_map(|r| r.epochs.get(epoch));
        let count = |e: &Epoch| match self.experiment.count {
            Count::Patterns => e.patterns as f64,
            Count::Updates => e.updates as f64,
        };
        epochs.map(|e| Cell { error: e.error, count: count(e) }).collect()
    }
}

impl Spread {
    /// Of these numbers; `None` if there is none. The deviation of a single one is 0.
    pub(crate) fn of(numbers: impl Iterator<Item = f64>) -> Option<Self> {
        let numbers: Vec<f64> = numbers.collect();
        if numbers.is_empty() {
            return None;
        }
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|x| (x - mean).powi(2)).sum();
        Some(Spread {
            mean,
            deviation: (squares / (count - 1.0).max(1.0)).sqrt(),
            least: numbers.iter().copied().fold(f64::INFINITY, f64::min),
            most: numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        })
    }
}

/// Results for tests: the paper's, off by `error` points and by the factor `count`.
#[cfg(test)]
pub(crate) fn made_up(name: &str, error: f64, count: f64) -> Results {
    let experiment = Experiment::find(name).unwrap();
    let run = |algorithm: usize, order| Run {
        algorithm,
        order,
        seconds: 1.5,
        epochs: (0..experiment.epochs)
            .filter_map(|epoch| experiment.paper(algorithm, epoch))
            .map(|paper| Epoch {
                error: paper.error + error,
                updates: (paper.count * count).round() as u64,
                patterns: (paper.count * count).round() as usize,
            })
            .collect(),
    };
    let orders = if experiment.origin.is_drawn() {
        [Order::Draw(1), Order::Draw(2)]
    } else {
        [Order::File, Order::Shuffle(1)]
    };
    let runs = (0..ALGORITHMS.len()).flat_map(|c| orders.map(|order| run(c, order))).collect();
    Results { experiment, epochs: experiment.epochs, rows: (100, 20), runs }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spread_of_few_numbers() {
        let spread = Spread::of([1.0, 2.0, 6.0].into_iter()).unwrap();
        assert_eq!((spread.mean, spread.least, spread.most), (3.0, 1.0, 6.0));
        assert!((spread.deviation - 7_f64.sqrt()).abs() < 1e-12);
        assert_eq!(Spread::of([4.0].into_iter()).unwrap().deviation, 0.0);
        assert_eq!(Spread::of([].into_iter()), None);
    }

    #[test]
    fn the_file_order_is_compared_and_the_shuffles_are_spread() {
        let mut results = made_up("ultraconservative-usps", 0.0, 1.0);
        results.runs[1].epochs[0].error = 9.0;
        assert_eq!(results.cell(0, 0), Some(Cell { error: 5.93, count: 936.0 }));
        assert_eq!(results.spread(0, 0).unwrap().0.mean, 9.0);
        assert_eq!((results.cell(0, 5), results.spread(0, 5)), (None, None));
        assert_eq!(results.seconds(), [3.0; 5]);
    }

    #[test]
    fn draws_are_averaged() {
        let mut results = made_up("ultraconservative-chess", 0.0, 1.0);
        results.runs[1].epochs[0].patterns += 10;
        assert_eq!(results.cell(0, 0).unwrap().count, 1896.0);
        assert_eq!((results.spread(0, 0).unwrap().1.most, results.repetitions()), (1901.0, 2));
    }
}
