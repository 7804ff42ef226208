//! Text split into words: each different word of a text column is the feature `column^word` of
//! value 1.
//!
//! A word is a longest run of letters and digits of any script (Unicode `Alphabetic` or `Numeric`),
//! in lower case, character by character. All else separates words: `don't` is `don` and `t`, `a_b`
//! is `a` and `b`. Nothing is normalised, so an accent written as a character of its own ends a
//! word, and a script without blanks between its words gives one word a run. The names are those of
//! VW text `|column word word …`, and so are their hashes.

use std::ops::Range;

use super::draft::Draft;

/// Scratch space: the text as a draft takes it, which begins with the name of the column, and the
/// words in it.
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    text: String,
    places: Vec<Range<usize>>,
}

impl Words {
    /// Takes the words of some texts, each once.
    fn collect<'a>(&mut self, column: &str, texts: impl IntoIterator<Item = &'a str>) {
        self.text.clear();
        self.places.clear();
        self.text.push_str(column);
        for text in texts {
            let runs = text.split(|c: char| !c.is_alphanumeric());
            for run in runs.filter(|run| !run.is_empty()) {
                let start = self.text.len();
                self.text.extend(run.chars().flat_map(char::to_lowercase));
                self.places.push(start..self.text.len());
            }
        }
        let word = |place: &Range<usize>| self.text.get(place.clone());
        self.places.sort_unstable_by(|a, b| word(a).cmp(&word(b)));
        self.places.dedup_by(|a, b| word(a) == word(b));
    }
}

impl Draft {
    /// Adds every different word of `texts` to the open row, named after the column.
    pub(crate) fn push_words<'a>(
        &mut self,
        column: &str,
        texts: impl IntoIterator<Item = &'a str>,
    ) {
        let mut words = std::mem::take(&mut self.words);
        words.collect(column, texts);
        let section = self.open_section(&words.text, column);
        for place in &words.places {
            self.push_part(&section, place.clone(), true, 1.0);
        }
        self.words = words;
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    fn words(texts: &[&str]) -> String {
        let mut words = Words::default();
        words.collect("subject", texts.iter().copied());
        let all = words.places.iter().map(|place| &words.text[place.clone()]);
        all.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn runs_of_letters_and_digits_in_lower_case_once_each() {
        assert_eq!(
            words(&["Re: the Meeting, the 2nd (RE: Q3_plan)"]),
            "2nd meeting plan q3 re the"
        );
        assert_eq!(words(&["don't re-open"]), "don open re t");
        assert_eq!(words(&["a b", "", "B c"]), "a b c");
        assert_eq!(words(&["", " -- ", "\u{1f600}"]), "");
    }

    #[test]
    fn letters_of_any_script() {
        assert_eq!(words(&["ÀÉ Straße ΟΔΟΣ"]), "straße àé οδοσ");
        assert_eq!(words(&["会议 ٣٤ İ"]), "i\u{307} ٣٤ 会议");
        assert_eq!(words(&["cafe\u{301}s"]), "cafe s");
    }
}
