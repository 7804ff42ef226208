//! The shortest decimal text that parses back to the same `f64`.
//!
//! Plain digits for 0 and magnitudes from 1e-5 up to (not including) 1e16, scientific otherwise:
//! `0.1`, `3`, `2.5e-7`, `1e300`.

use std::io::Write;

/// Appends `value` to `out`; the value must be finite for the text to be a number.
///
/// ```
/// let mut text = Vec::new();
/// noregret_io::number::push_shortest(&mut text, 0.1);
/// assert_eq!(text, b"0.1");
/// ```
pub fn push_shortest(out: &mut Vec<u8>, value: f64) {
    let size = value.abs();
    let plain = size == 0.0 || (1e-5..1e16).contains(&size);
    // Writing to a Vec cannot fail.
    let _ = if plain { write!(out, "{value}") } else { write!(out, "{value:e}") };
}

#[cfg(test)]
mod tests {
    use super::push_shortest;
    use proptest::prelude::*;

    fn text(value: f64) -> String {
        let mut out = Vec::new();
        push_shortest(&mut out, value);
        String::from_utf8(out).expect("ascii")
    }

    #[test]
    fn short_forms() {
        for (value, expected) in [
            (1.0, "1"),
            (-0.5, "-0.5"),
            (-0.0, "-0"),
            (9_999_999_999_999_998.0, "9999999999999998"),
            (1e16, "1e16"),
            (1e300, "1e300"),
            (1e-5, "0.00001"),
            (9.5e-6, "9.5e-6"),
        ] {
            assert_eq!(text(value), expected);
        }
    }

    proptest! {
        #[test]
        fn parses_back(bits in any::<u64>()) {
            let value = f64::from_bits(bits);
            prop_assume!(value.is_finite());
            let back = crate::number::parse(text(value).as_bytes());
            prop_assert_eq!(back.map(f64::to_bits), Ok(bits));
        }
    }
}
