//! An axis: linear, or logarithmic where nearly all numbers are positive and they are far apart;
//! ticks at round numbers.
//!
//! A logarithmic axis has no place for the others, and spans eight powers of ten at most.

/// The axis is logarithmic from this ratio on…
const FAR: f64 = 50.0;
/// … if so many of the numbers are positive.
const POSITIVE: f64 = 0.9;
/// The least number shown, as a share of the largest.
const LEAST: f64 = 1e-8;

/// From the numbers to the share of the way along the axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    logarithmic: bool,
    pub(super) ticks: Vec<f64>,
}

impl Axis {
    /// An axis for these numbers, as far as they are finite.
    pub(super) fn of(numbers: impl Iterator<Item = f64>) -> Self {
        let finite: Vec<f64> = numbers.filter(|x| x.is_finite()).collect();
        let positive = || finite.iter().copied().filter(|x| *x > 0.0);
        let high = finite.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let least = positive().fold(f64::INFINITY, f64::min).max(LEAST * high);
        let mostly = positive().count() as f64 >= POSITIVE * finite.len() as f64;
        if finite.is_empty() {
            Axis::linear(0.0, 1.0)
        } else if mostly && high / least >= FAR {
            Axis::logarithmic(least, high)
        } else {
            Axis::linear(finite.iter().copied().fold(f64::INFINITY, f64::min), high)
        }
    }

    /// A logarithmic axis whose ends are powers of ten.
    pub(super) fn logarithmic(low: f64, high: f64) -> Self {
        let first = low.log10().floor() as i32;
        let last = (high.log10().ceil() as i32).max(first + 1);
        let step = (last - first) as usize / 8 + 1;
        let ticks = (first..=last).step_by(step).map(|power| 10f64.powi(power)).collect();
        Axis { low: f64::from(first), high: f64::from(last), logarithmic: true, ticks }
    }

    /// A linear one whose ends are multiples of its step.
    fn linear(low: f64, high: f64) -> Self {
        let span = (high - low).max(1e-9 * high.abs()).max(f64::MIN_POSITIVE);
        let unit = 10f64.powf((span / 6.0).log10().floor());
        let mut steps = [1.0, 2.0, 5.0].into_iter().map(|k| k * unit);
        let step = steps.find(|step| span / step <= 6.0).unwrap_or(10.0 * unit);
        let (first, last) =
            ((low / step).floor(), (high / step).ceil().max((low / step).floor() + 1.0));
        let count = (last - first) as usize;
        let ticks = (0..=count).map(|k| (first + k as f64) * step).collect();
        Axis { low: first * step, high: last * step, logarithmic: false, ticks }
    }

    /// Whether a number has a place on the axis.
    pub(super) fn holds(&self, x: f64) -> bool {
        x.is_finite() && (x > 0.0 || !self.logarithmic)
    }

    /// How far along the axis a number is, from 0 to 1.
    pub(super) fn share(&self, x: f64) -> f64 {
        let x = if self.logarithmic { x.log10() } else { x };
        ((x - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Axis;

    #[test]
    fn ticks_are_round_and_hold_everything() {
        for numbers in [vec![3.0, 17.0], vec![-2.0, 5.0], vec![0.0], vec![1e-3, 1e4], vec![7e-7]] {
            let axis = Axis::of(numbers.iter().copied());
            assert!((2..=12).contains(&axis.ticks.len()), "{axis:?}");
            for x in numbers {
                let (first, last) = (axis.ticks[0], *axis.ticks.last().unwrap());
                assert!(first <= x && x <= last * (1.0 + 1e-9), "{x} {axis:?}");
                assert!((0.0..=1.0).contains(&axis.share(x)));
            }
        }
        assert_eq!(Axis::of([3.0, 17.0].into_iter()).ticks, [0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(Axis::of([0.2, 500.0].into_iter()).ticks, [0.1, 1.0, 10.0, 100.0, 1000.0]);
        assert_eq!(Axis::of([f64::NAN].into_iter()).ticks.len(), 6);
        // One in twenty is 0: it has no place, the others are told apart.
        let axis = Axis::of((0..20).map(|k| if k == 0 { 0.0 } else { 10f64.powi(k) }));
        assert!(!axis.holds(0.0) && axis.holds(10.0) && axis.ticks.len() <= 9, "{axis:?}");
        assert_eq!((axis.share(10.0), axis.share(1e19)), (0.0, 1.0));
        assert!(Axis::of([0.0, 1.0, 1000.0].into_iter()).holds(0.0));
    }
}
