//! Decimal text to the nearest `f64`, bit for bit what `str::parse` gives.
//!
//! Fast path: at most 19 digits without an exponent whose integer value `m` is below 2^53, so that
//! `m` and `10^k` (k digits after the point, k <= 19) are both exact and one division rounds once:
//! `m / 10^k`. Everything else goes to the standard library.

use super::digits::run;

/// 2^53: integers up to here are exact in an `f64`.
pub(crate) const EXACT: u64 = 1 << 53;
/// More digits than this may overflow a `u64`.
const MOST_DIGITS: usize = 19;
const POWERS: [f64; 20] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19,
];

/// 10^places, where it is exact and numbers are read with it.
#[inline]
pub(crate) fn power_of_ten(places: usize) -> Option<f64> {
    POWERS.get(places).copied()
}

/// Why a token is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// It breaks the grammar.
    #[error("is not a number")]
    NotANumber,
    /// It is `nan`, `inf` or beyond the range of f64.
    #[error("is not a finite number")]
    NotFinite,
}

/// The value of a whole token.
///
/// ```
/// use noregret_io::number::{NumberError, parse};
///
/// assert_eq!(parse(b"-2.5e3"), Ok(-2500.0));
/// assert_eq!(parse(b"1e999"), Err(NumberError::NotFinite));
/// assert_eq!(parse(b"0x10"), Err(NumberError::NotANumber));
/// ```
///
/// # Errors
/// If the token is not a decimal number or not a finite one.
pub fn parse(token: &[u8]) -> Result<f64, NumberError> {
    match prefix(token) {
        Some((value, used)) if used == token.len() => Ok(value),
        _ => by_the_book(token),
    }
}

/// The number at the start of `bytes` and its length, if the fast path can tell it. What follows it
/// is for the caller to judge: an exponent is not taken.
#[inline(always)]
pub(crate) fn prefix(bytes: &[u8]) -> Option<(f64, usize)> {
    match bytes.first()? {
        b'-' => unsigned(&bytes[1..]).map(|(value, used)| (-value, used + 1)),
        b'+' => unsigned(&bytes[1..]).map(|(value, used)| (value, used + 1)),
        _ => unsigned(bytes),
    }
}

#[inline(always)]
fn unsigned(bytes: &[u8]) -> Option<(f64, usize)> {
    // Most numbers have one digit before the point: no loop for those.
    if let [digit @ b'0'..=b'9', b'.', after @ ..] = bytes {
        let part = run(u64::from(digit - b'0'), after);
        return exact(part.value, part.len + 1, part.len).map(|value| (value, part.len + 2));
    }
    let whole = run(0, bytes);
    let Some((b'.', after)) = bytes.get(whole.len..).and_then(<[u8]>::split_first) else {
        return exact(whole.value, whole.len, 0).map(|value| (value, whole.len));
    };
    let part = run(whole.value, after);
    let digits = whole.len + part.len;
    exact(part.value, digits, part.len).map(|value| (value, digits + 1))
}

/// `mantissa / 10^places`, if both are exact.
#[inline(always)]
fn exact(mantissa: u64, digits: usize, places: usize) -> Option<f64> {
    let in_range = digits.wrapping_sub(1) < MOST_DIGITS && mantissa < EXACT;
    let power = POWERS.get(places)?;
    // The signed conversion is one instruction, the unsigned one is not.
    in_range.then(|| mantissa as i64 as f64 / power)
}

#[cold]
fn by_the_book(token: &[u8]) -> Result<f64, NumberError> {
    let plain = |b: &u8| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'e' | b'E');
    if !token.iter().all(plain) {
        return Err(if is_word(token) { NumberError::NotFinite } else { NumberError::NotANumber });
    }
    let text = std::str::from_utf8(token).map_err(|_| NumberError::NotANumber)?;
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err(NumberError::NotFinite),
        Err(_) => Err(NumberError::NotANumber),
    }
}

/// True for the words that other tools write for values that are not finite.
fn is_word(token: &[u8]) -> bool {
    let word = token.strip_prefix(b"-").or(token.strip_prefix(b"+")).unwrap_or(token);
    [&b"nan"[..], b"inf", b"infinity"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::{NumberError, parse};
    use proptest::prelude::*;

    fn same_as_std(text: &str) -> Result<(), TestCaseError> {
        let ours = parse(text.as_bytes());
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => {
                prop_assert_eq!(ours.map(f64::to_bits), Ok(value.to_bits()), "{}", text);
            }
            Ok(_) => prop_assert_eq!(ours, Err(NumberError::NotFinite), "{}", text),
            Err(_) => prop_assert_eq!(ours, Err(NumberError::NotANumber), "{}", text),
        }
        Ok(())
    }

    #[test]
    fn edges() {
        let texts = "0 -0 +1 1. .5 -.5 +.5e1 9007199254740992 9007199254740993 0.3 \
            123456789012345678 12345678901234567890 0.0000000000000000001 \
            0.00000000000000000001 4.9e-324 1.7976931348623157e308 1e400 1e-400 \
            00000000000000000000000001 nan -inf Infinity \
            + - . e 1e 1e+ --1 +-1 0x10 1_0 1,5 infinit 1.2.3 1e5.0 99999999 999999999 \
            12345678.12345678 0.12345678 0.123456789";
        for text in texts.split(' ').chain(["", "1 ", " 1"]) {
            same_as_std(text).expect(text);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn shaped_like_numbers(text in "[+-]?[0-9]{0,21}(\\.[0-9]{0,21})?([eE][+-]?[0-9]{1,3})?") {
            same_as_std(&text)?;
        }

        #[test]
        fn printed_doubles(bits in any::<u64>()) {
            let value = f64::from_bits(bits);
            same_as_std(&format!("{value}"))?;
            same_as_std(&format!("{value:e}"))?;
        }

        #[test]
        fn anything(text in "[-+.0-9eEinfaN_x]{0,12}") {
            same_as_std(&text)?;
        }
    }
}
