//! Numbers: sums that keep their digits, and numbers as people read them.

mod additive;
mod sum;

pub(crate) use additive::{Additive, additive};
pub use sum::Sum;
pub(crate) use sum::{STRETCH, square_of, square_of_stretch};

/// A number with at most this many significant digits, without trailing zeros.
///
/// ```
/// use noregret_core::number::short;
///
/// assert_eq!(short(10.5555, 4), "10.56");
/// assert_eq!(short(2.50, 4), "2.5");
/// ```
pub fn short(x: f64, digits: usize) -> String {
    if x == 0.0 || !x.is_finite() {
        return x.to_string();
    }
    let magnitude = x.abs().log10().floor() as i32;
    let decimals = (digits as i32 - 1 - magnitude).max(0) as usize;
    if decimals > 12 {
        return format!("{x:.*e}", digits - 1);
    }
    let text = format!("{x:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').into() } else { text }
}

/// A count with its noun: "1 row", "2 rows".
///
/// ```
/// assert_eq!(noregret_core::number::count(3, "violation"), "3 violations");
/// ```
pub fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Whether no number is NaN or infinite, with a few instructions a number.
///
/// ```
/// use noregret_core::number::all_finite;
///
/// assert!(all_finite(&[0.0, -1e308]));
/// assert!(!all_finite(&[0.0, f64::NAN]));
/// ```
pub fn all_finite(numbers: &[f64]) -> bool {
    // Zero times a number is zero, unless that number is not finite; a sum of such zeros has no
    // branch for a number.
    let mut lanes = [0.0; 16];
    let (blocks, rest) = numbers.as_chunks::<16>();
    for block in blocks {
        for (lane, x) in lanes.iter_mut().zip(block) {
            *lane += x * 0.0;
        }
    }
    lanes.iter().chain(rest).all(|x| x.is_finite())
}

/// Whether a run can have counted so far: up to 2^53, so that it is exact as a real too, and does
/// not overflow for long.
pub(crate) fn is_countable(number: u64) -> bool {
    number <= 1 << f64::MANTISSA_DIGITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_not_finite_are_seen_wherever_they_are() {
        for length in 0..11 {
            assert!(all_finite(&vec![f64::MAX; length]));
            for at in 0..length {
                for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                    let mut numbers = vec![-f64::MAX; length];
                    numbers[at] = wrong;
                    assert!(!all_finite(&numbers), "{wrong} at {at} of {length}");
                }
            }
        }
    }

    #[test]
    fn few_digits_and_no_trailing_zeros() {
        let written = [
            (0.0, 4, "0"),
            (-0.0, 4, "-0"),
            (f64::INFINITY, 4, "inf"),
            (f64::NAN, 4, "NaN"),
            (10.0, 1, "10"),
            (123456.0, 3, "123456"),
            (0.00012345, 3, "0.000123"),
            (-2.999_96, 4, "-3"),
            (9.999_96, 4, "10"),
            (1.5e-11, 3, "1.50e-11"),
            (1.5e300, 2, &format!("{:.0}", 1.5e300)),
        ];
        for (x, digits, text) in written {
            assert_eq!(short(x, digits), text, "{x} with {digits} digits");
        }
    }

    #[test]
    fn one_is_singular() {
        let written = [0, 1, 2].map(|number| count(number, "row"));
        assert_eq!(written, ["0 rows", "1 row", "2 rows"]);
    }
}
