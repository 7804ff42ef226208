//! Runs of decimal digits.
//!
//! The first eight bytes are looked at as one array, so that the loop over them is unrolled without
//! bounds checks. For one token after the other, reading eight digits at once with word arithmetic
//! was measured and is slower: lengths of runs are well predicted, and a predicted branch lets the
//! next token start before the length of this one is computed. Words pay where the places of many
//! tokens are known beforehand (`words`).

/// A run of digits: its value (wrapped above 19 digits) and its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) value: u64,
    pub(crate) len: usize,
}

/// The digits at the start of `bytes`, appended to those of `value`.
#[inline(always)]
pub(crate) fn run(value: u64, bytes: &[u8]) -> Run {
    let Some(head) = bytes.first_chunk::<8>() else { return long_run(value, bytes) };
    let mut total = value;
    for (len, byte) in head.iter().enumerate() {
        let digit = u64::from(*byte).wrapping_sub(u64::from(b'0'));
        if digit > 9 {
            return Run { value: total, len };
        }
        total = total.wrapping_mul(10).wrapping_add(digit);
    }
    long_run(value, bytes)
}

/// The digits at the start of `bytes`, however many, appended to those of `value`.
#[inline(never)]
fn long_run(value: u64, bytes: &[u8]) -> Run {
    let digits = bytes.iter().map(|byte| byte.wrapping_sub(b'0')).take_while(|&digit| digit <= 9);
    digits.fold(Run { value, len: 0 }, |run, digit| Run {
        value: run.value.wrapping_mul(10).wrapping_add(u64::from(digit)),
        len: run.len + 1,
    })
}

#[cfg(test)]
mod tests {
    use super::{Run, run};
    use proptest::prelude::*;

    #[test]
    fn every_length_and_end() {
        let digits = "1234567890123456789";
        for len in 0..=19 {
            for end in ["", " ", ":", "/", ".123456789", "\u{80}rest of it"] {
                let text = format!("{}{end}", &digits[..len]);
                let value = digits[..len].parse().unwrap_or(0);
                assert_eq!(run(0, text.as_bytes()), Run { value, len }, "{text}");
            }
        }
    }

    proptest! {
        #[test]
        fn equals_the_plain_loop(bytes in proptest::collection::vec(any::<u8>(), 0..12)) {
            let len = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
            let value = bytes[..len].iter().fold(0, |v, b| v * 10 + u64::from(b - b'0'));
            prop_assert_eq!(run(0, &bytes), Run { value, len });
        }
    }
}
