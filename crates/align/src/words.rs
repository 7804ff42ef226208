//! Numbers with their nouns, and lists of alternatives, as sentences have them.

/// A number of things: "1 frame", "2 frames".
pub(crate) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// Alternatives: "a", "a or b", "a, b or c".
pub(crate) fn or(words: &[String]) -> String {
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::{count, or};

    #[test]
    fn one_is_singular_and_the_last_alternative_follows_or() {
        assert_eq!([0, 1, 2].map(|n| count(n, "frame")), ["0 frames", "1 frame", "2 frames"]);
        let words = ["a", "b", "c"].map(str::to_owned);
        assert_eq!([or(&words[..1]), or(&words[..2]), or(&words)], ["a", "a or b", "a, b or c"]);
    }
}
