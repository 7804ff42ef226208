//! The words of From and To of every message: `USER.tsv.gz`, a line of names and then
//! `epoch folder file from to subject body`, in the order of `USER.svm.gz`.
//!
//! A word is a letter and at least one letter or digit more, in lower case, as in the texts.

use crate::failure::{Failure, Result};
use noregret::io::Source;
use std::path::Path;

/// The words of the first `count` messages, each with the name of its header.
pub(crate) fn read(path: &Path, count: usize) -> Result<Vec<Vec<String>>> {
    let bytes = Source::open(path)?.read_all()?;
    let broken = |line, reason: &str| Failure::data(&path.to_string_lossy(), line, reason);
    let text = std::str::from_utf8(&bytes).map_err(|_| broken(None, "the text is not UTF-8"))?;
    let mut lists = Vec::with_capacity(count);
    for (number, line) in (2..).zip(text.lines().skip(1)).take(count) {
        let mut cells = line.split('\t').skip(3);
        let (Some(from), Some(to)) = (cells.next(), cells.next()) else {
            return Err(broken(Some(number), "there are no columns from and to"));
        };
        lists.push(named("from", from).chain(named("to", to)).collect());
    }
    if lists.len() < count {
        return Err(broken(None, "there are fewer messages than in the file of the words"));
    }
    Ok(lists)
}

/// The words of a header, each with its name.
fn named<'a>(header: &'a str, text: &'a str) -> impl Iterator<Item = String> + 'a {
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric());
    let words = parts.map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()));
    words
        .filter(|word| word.len() > 1)
        .map(move |word| format!("{header}:{}", word.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_carry_the_name_of_their_header() {
        let words: Vec<String> = named("from", "J.Smith@ENRON.com, 7up x").collect();
        assert_eq!(words, ["from:smith", "from:enron", "from:com", "from:up"]);
    }
}
