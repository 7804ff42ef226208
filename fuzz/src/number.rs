//! Numbers are read as the standard library reads them, where the grammar allows them at all, and
//! printed so that they are read back bit for bit.

use noregret_io::number::{parse, parse_u64, push_shortest};

/// A token, and a number of its first eight bytes.
pub fn number(bytes: &[u8]) {
    let expected = standard(bytes);
    let read = parse(bytes).ok();
    assert_eq!(read.map(f64::to_bits), expected.map(f64::to_bits), "{bytes:?}: {read:?}");
    let digits = std::str::from_utf8(bytes).ok().filter(|text| !text.starts_with('+'));
    assert_eq!(parse_u64(bytes), digits.and_then(|text| text.parse().ok()), "{bytes:?}");
    let bits = bytes.first_chunk().map(|&bytes| f64::from_bits(u64::from_le_bytes(bytes)));
    for number in read.into_iter().chain(bits).filter(|number| number.is_finite()) {
        let mut text = Vec::new();
        push_shortest(&mut text, number);
        assert_eq!(parse(&text).map(f64::to_bits), Ok(number.to_bits()), "{text:?}");
    }
}

/// What the standard library makes of `[+-] digits [. digits] [e [+-] digits]`, if it is finite.
fn standard(token: &[u8]) -> Option<f64> {
    let of_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let text = std::str::from_utf8(token).ok()?;
    let magnitude = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (mantissa, exponent) = match magnitude.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (magnitude, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let power = exponent.map(|text| text.strip_prefix(['+', '-']).unwrap_or(text));
    let allowed = of_digits(whole)
        && of_digits(fraction)
        && !(whole.is_empty() && fraction.is_empty())
        && power.is_none_or(|text| !text.is_empty() && of_digits(text));
    text.parse::<f64>().ok().filter(|value| allowed && value.is_finite())
}
