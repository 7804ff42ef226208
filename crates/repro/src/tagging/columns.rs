//! Sentences of files in columns, with the features of templates.

use super::sentence::{Sentence, Token};
use crate::failure::{Failure, Result};
use noregret::io::{
    ConllOptions, DataReader, FeatureSpace, Lookup, ReadOptions, Row, Source, Templates,
};
use std::io::Cursor;
use std::path::Path;

/// How a file of columns is read.
#[derive(Debug)]
pub(super) struct Columns {
    /// How many columns are kept, the tag the last of them.
    pub(super) kept: usize,
    /// The templates as typed.
    pub(super) templates: &'static str,
}

impl Columns {
    /// The sentences to learn from and to test on; what only these have is no feature.
    pub(super) fn read(&self, files: [&Path; 2], reserved: usize) -> Result<[Vec<Sentence>; 2]> {
        let full = |_| Failure::other("there are too many features");
        let mut space = FeatureSpace::dictionary();
        space.reserve(reserved).map_err(full)?;
        let train = self.sentences(files[0], Lookup::Learn(&mut space))?;
        Ok([train, self.sentences(files[1], Lookup::Frozen(&space))?])
    }

    fn sentences(&self, path: &Path, mut lookup: Lookup<'_>) -> Result<Vec<Sentence>> {
        let name = path.to_string_lossy();
        let bytes = cut(&name, Source::open(path)?.read_all()?, self.kept)?;
        let wrong = |why| Failure::other(format!("{why}"));
        let templates = Some(self.templates.parse::<Templates>().map_err(wrong)?);
        let options = ReadOptions {
            format: Some("conll".into()),
            conll: ConllOptions { templates, ..ConllOptions::default() },
            ..ReadOptions::default()
        };
        // What follows is text: the reader must not look for what the name promises.
        let plain = name.trim_end_matches(".gz");
        let mut reader = DataReader::from_read(plain, Cursor::new(bytes), &options)?;
        let (mut row, mut sentences, mut last) = (Row::default(), Vec::new(), None);
        while reader.read(lookup.reborrow(), &mut row)? {
            if sentences.is_empty() || row.qid != last {
                sentences.push(Sentence::new());
                last = row.qid;
            }
            if let Some(sentence) = sentences.last_mut() {
                sentence.push(token(&row));
            }
        }
        Ok(sentences)
    }
}

fn token(row: &Row) -> Token {
    let tag = row.label.text().unwrap_or_default().into_owned();
    Token { indices: row.indices.clone(), values: row.values.clone(), tag }
}

/// The first columns of every line, of which there must be so many.
fn cut(name: &str, bytes: Vec<u8>, kept: usize) -> Result<Vec<u8>> {
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::data(name, None, "the text is not valid UTF-8"))?;
    let mut lines = String::with_capacity(text.len());
    for (number, line) in (1..).zip(text.lines()) {
        let cells: Vec<&str> = line.split_ascii_whitespace().take(kept).collect();
        if !cells.is_empty() && cells.len() < kept {
            let reason = format!("{} columns where {kept} belong", cells.len());
            return Err(Failure::data(name, Some(number), reason));
        }
        lines.push_str(&cells.join(" "));
        lines.push('\n');
    }
    Ok(lines.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "He PRP B-NP\nran VBD B-VP\n\nHe PRP B-NP\n";

    fn read(columns: &Columns, text: &str) -> Result<[Vec<Sentence>; 2]> {
        let dir = tempfile::tempdir()?;
        let path = dir.path().join("a.txt");
        std::fs::write(&path, text)?;
        columns.read([&path, &path], 3)
    }

    fn tags(sentences: &[Sentence]) -> Vec<Vec<&str>> {
        sentences.iter().map(|s| s.iter().map(|t| t.tag.as_str()).collect()).collect()
    }

    #[test]
    fn blank_lines_end_sentences_and_the_last_column_kept_is_the_tag() {
        let chunks = Columns { kept: 3, templates: "w[0] p[0]" };
        let [train, test] = read(&chunks, TEXT).unwrap();
        assert_eq!(tags(&train), [vec!["B-NP", "B-VP"], vec!["B-NP"]]);
        // The first slots are reserved; equal tokens have equal features.
        assert_eq!(train[0][0], train[1][0]);
        assert!(train.iter().flatten().all(|t| t.indices.len() == 2 && t.indices[0] >= 3));
        assert_eq!(train, test);
        let words = Columns { kept: 2, templates: "w[0]" };
        let [train, _] = read(&words, TEXT).unwrap();
        assert_eq!(tags(&train), [vec!["PRP", "VBD"], vec!["PRP"]]);
    }

    #[test]
    fn a_short_line_is_named() {
        let columns = Columns { kept: 3, templates: "w[0]" };
        let message = read(&columns, "a b c\n\nd e\n").unwrap_err().to_string();
        assert!(message.ends_with("a.txt:3: 2 columns where 3 belong"), "{message}");
    }
}
