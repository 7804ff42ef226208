//! Numbers and counts in words.

pub use noregret_core::number::short;

/// So many of these: "1 row", "2 rows".
pub fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
