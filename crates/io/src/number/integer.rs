//! Non-negative integers: digits only, with overflow noticed.

/// The value of a token of digits; `None` if it is anything else or above `u64::MAX`.
///
/// ```
/// assert_eq!(noregret_io::number::parse_u64(b"017"), Some(17));
/// assert_eq!(noregret_io::number::parse_u64(b"+1"), None);
/// ```
pub fn parse_u64(token: &[u8]) -> Option<u64> {
    if token.is_empty() {
        return None;
    }
    token.iter().try_fold(0u64, |value, byte| {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value.checked_mul(10)?.checked_add(u64::from(digit))
    })
}

#[cfg(test)]
mod tests {
    use super::parse_u64;

    #[test]
    fn digits_only() {
        assert_eq!(parse_u64(b"0"), Some(0));
        assert_eq!(parse_u64(b"0042"), Some(42));
        assert_eq!(parse_u64(b"18446744073709551615"), Some(u64::MAX));
        for bad in ["", "+1", "-1", "1.0", "18446744073709551616", "99999999999999999999", "1 "] {
            assert_eq!(parse_u64(bad.as_bytes()), None, "{bad}");
        }
    }
}
